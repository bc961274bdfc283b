"""Where a command's output goes."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from engine.streams import replacing


@contextmanager
def destination(path: str | None) -> Iterator[BinaryIO]:
    """The file to write bytes to, which appears whole or not at all; standard output for None or `-`.

    Raises InputError when the file can't be written.
    """
    if path is None or path == "-":
        sys.stdout.flush()
        yield sys.stdout.buffer
    else:
        with replacing(path) as file:
            yield file
