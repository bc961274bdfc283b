"""How a command ends: its exit code, and what it says when something is wrong."""

import io
import os
import sys
from typing import TextIO

from engine.base.text import printable

DONE, NOT_SO, BAD_INPUT, SATISFIABLE, UNSATISFIABLE, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 10, 20, 130, 141
"""NOT_SO is a failed check. The last two are what a shell reports for a program that SIGINT or SIGPIPE ended; SIGTERM
and SIGHUP count as SIGINT."""


def complain(message: object) -> None:
    """Tell the user what is wrong, on standard error, in one line; where that is closed or full nobody is told."""
    if sys.stderr is not None:
        try:
            print(f"satsudoku: {printable(str(message))}", file=sys.stderr, flush=True)
        except OSError:
            discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Send what the stream still holds nowhere, so that Python's own flush at exit has nothing to complain about."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except io.UnsupportedOperation:  # the stream is no file
        return
