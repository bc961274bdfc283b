"""Programs that a test starts and that must not outlive it."""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any


@contextmanager
def launched(command: Sequence[object], **options: Any) -> Iterator["subprocess.Popen[Any]"]:
    """A program in a session of its own; after the block it has ended with all that it started there, whatever happens.

    The options are those of `subprocess.Popen`.
    """
    with subprocess.Popen([str(word) for word in command], start_new_session=True, **options) as program:
        try:
            yield program
        finally:
            with suppress(ProcessLookupError):  # it may be over
                os.killpg(program.pid, signal.SIGKILL)
