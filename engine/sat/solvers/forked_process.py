"""`library_process.py` in a process that is forked from this one, where no program may be started."""

import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn

_MOST_OPEN = 4096


class ForkedProcess:
    """The part of `subprocess.Popen` that `LibraryProcess` needs: two pipes, the number, the end."""

    def __init__(self, arguments: list[str]) -> None:
        """`arguments` are those of the script."""
        theirs_in, ours_in = os.pipe()
        ours_out, theirs_out = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            _run(theirs_in, theirs_out, arguments)
        os.close(theirs_in)
        os.close(theirs_out)
        self.stdin = os.fdopen(ours_in, "wb")
        self.stdout = os.fdopen(ours_out, "rb")
        self._has_ended = False

    def kill(self) -> None:
        """End it. Raises PermissionError where signals go to no other process."""
        if not self._has_ended:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Wait for its end; returns the exit code, or minus the signal that ended it."""
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self._has_ended = True
        return code


def _run(source: int, target: int, arguments: list[str]) -> NoReturn:
    """Be the script, with nothing open but its pipes."""
    code = 1
    try:
        os.dup2(source, 0)
        os.dup2(target, 1)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 2)
        os.closerange(3, _MOST_OPEN)
        sys.stdin = os.fdopen(0, encoding="utf-8")
        sys.argv = ["library_process.py", *arguments]
        from engine.sat.solvers import library_process

        library_process.main()
        code = 0
    finally:
        os._exit(code)
