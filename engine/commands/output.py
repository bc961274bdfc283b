"""Output files of commands."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from engine.base.errors import InputError
from engine.base.streams import replacing


def keep_input(source: str, target: str | None, advice: str = "name another file for the output") -> None:
    """Raise InputError with this advice if the output would overwrite the input."""
    if target in (None, "-") or source == "-" or not (os.path.exists(target) and os.path.exists(source)):
        return
    if os.path.samefile(target, source):
        raise InputError("the output would overwrite the input", path=target, advice=advice)


@contextmanager
def destination(path: str | None, source: str = "-") -> Iterator[BinaryIO]:
    """Open a binary file, which appears complete or not at all; standard output for None or `-`.

    Raises InputError if the file can't be written, or is the `source`, the file that is read.
    """
    keep_input(source, path)
    if path is None or path == "-":
        sys.stdout.flush()
        yield sys.stdout.buffer
    else:
        with replacing(path) as file:
            yield file
