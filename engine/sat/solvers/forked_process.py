"""A process forked from this one that runs `library_process.py`, for processes that may not start programs."""

import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

_MAX_OPEN = 4096
"""The file descriptors below this number are closed in the new process."""


class ForkedProcess:
    """The part of `subprocess.Popen` that `LibraryProcess` needs: two pipes, the process id, kill and wait."""

    def __init__(self, arguments: list[str]) -> None:
        """Fork; `arguments` are the command-line arguments of the script."""
        child_in, parent_in = os.pipe()
        parent_out, child_out = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            _run(child_in, child_out, arguments)
        os.close(child_in)
        os.close(child_out)
        self.stdin = os.fdopen(parent_in, "wb")
        self.stdout = os.fdopen(parent_out, "rb")
        self._has_ended = False

    def kill(self) -> None:
        """Kill the process. Raises PermissionError where processes may not be signalled."""
        if not self._has_ended:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Wait for the end of the process; returns the exit code, or minus the number of the signal that ended it."""
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self._has_ended = True
        return code


def _run(source: int, target: int, arguments: list[str]) -> NoReturn:
    """Run the script in this process, with all files closed but its pipes."""
    code = 1
    try:
        os.dup2(source, 0)
        os.dup2(target, 1)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        os.closerange(3, _MAX_OPEN)
        sys.stdin = os.fdopen(0, encoding="utf-8")
        sys.argv = ["library_process.py", *arguments]
        from engine.sat.solvers import library_process

        library_process.main()
        code = 0
    finally:
        os._exit(code)
