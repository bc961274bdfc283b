"""Reads input of any length in parts."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from itertools import chain
from pathlib import Path
from typing import cast

from engine.base.errors import InputError
from engine.base.streams import Source, open_regular
from engine.commands.reading import name, named_pipe

PART = 1 << 16
"""Maximum size of a part in bytes: 800 puzzles of 81 characters."""


@contextmanager
def parts_of(path: str) -> Iterator[tuple[Iterator[bytes], Callable[[], str]]]:
    """The unpacked bytes of a file, a pipe or standard input (`-`), as they arrive.

    Also yields a function that returns in words the share that has been read ("" if unknown). Raises InputError, also
    when a part can't be read.
    """
    if path == "-":
        if sys.stdin is None:
            raise InputError("it is closed", path=name(path), advice="name a file")
        yield _parts(cast(BufferedReader, sys.stdin.buffer).read1, path), str
    elif Path(path).is_fifo():
        with named_pipe(path) as (pipe, first):
            yield chain([first] if first else [], _parts(pipe.read, path)), str
    else:
        with open_regular(path) as file:
            source = Source(file, path)
            yield _parts(source.read, path), lambda: f", {100 * source.done // max(source.size, 1)} % of the file"


def _parts(read: Callable[[int], bytes], path: str) -> Iterator[bytes]:
    try:
        while part := read(PART):
            yield part
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror}", path=name(path)) from None
