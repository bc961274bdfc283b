"""Exit codes and error messages of commands."""

import io
import os
import sys
from typing import TextIO

from engine.base.text import printable

DONE, NOT_SO, BAD_INPUT, SATISFIABLE, UNSATISFIABLE, OPTIMUM, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 10, 20, 30, 130, 141
"""The exit codes. NOT_SO reports a failed check, OPTIMUM a model that is proved to be the best. The last two are those
of a program that SIGINT or SIGPIPE ended; SIGTERM and SIGHUP count as SIGINT."""


def complain(message: object) -> None:
    """Report an error in one line on standard error; do nothing if that is closed or full."""
    if sys.stderr is not None:
        try:
            print(f"satsudoku: {printable(str(message))}", file=sys.stderr, flush=True)
        except OSError:
            discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Discard buffered output, so that Python's flush at exit does not fail."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except io.UnsupportedOperation:  # the stream is not a file
        return
