"""Programs started by tests, which must not outlive them."""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any


@contextmanager
def launched(command: Sequence[object], **options: Any) -> Iterator["subprocess.Popen[Any]"]:
    """A program in its own session; after the block it has ended with all its children, whatever happens.

    The options are those of `subprocess.Popen`.
    """
    with subprocess.Popen([str(word) for word in command], start_new_session=True, **options) as program:
        try:
            yield program
        finally:
            with suppress(ProcessLookupError):  # it may have ended
                os.killpg(program.pid, signal.SIGKILL)
