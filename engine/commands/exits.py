"""How a command ends: its exit code, and what it says when something is wrong."""

import sys
from contextlib import suppress

from engine.text import printable

DONE, NOT_SO, BAD_INPUT, SATISFIABLE, UNSATISFIABLE, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 10, 20, 130, 141
"""NOT_SO is a failed check. The last two are what a shell reports for a program that SIGINT or SIGPIPE ended."""


def complain(message: object) -> None:
    """Tell the user what is wrong, on standard error, in one line; where that is closed or full nobody is told."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"satsudoku: {printable(str(message))}", file=sys.stderr, flush=True)
