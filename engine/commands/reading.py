"""What a command reads: a file, a pipe, a link that holds a puzzle, or standard input for `-`."""

import io
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import IO, TYPE_CHECKING, BinaryIO

from engine.base.errors import InputError
from engine.base.text import is_link
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.sat.result import ResultFile, read_answer

if TYPE_CHECKING:
    from engine.sat.formula.dimacs import Document
    from engine.sudoku.layout import Layout
    from engine.sudoku.puzzle import Puzzle


def load(path: str, *, strict: bool = False, layout: "Layout | None" = None) -> "Document | list[Puzzle]":
    """Load a formula or puzzles (of `layout`, if the file does not say), showing how far it has come.

    Raises InputError for what can't be used (with `strict`, also in place of a formula's first warning).
    """
    with _regular(path) as file, ProgressLine() as line:
        content = files.load(file, layout=layout, on_progress=line.show_reading)
    if strict and not isinstance(content, list) and content.warnings:
        first = content.warnings[0]
        raise InputError(first.message, path=name(path), line=first.line, advice="mend it or leave out --strict")
    return content


def load_formula(path: str, *, strict: bool = False) -> "Document":
    """Load a formula; also raises InputError for a file of puzzles."""
    content = load(path, strict=strict)
    if isinstance(content, list):
        raise InputError("this is a puzzle, not a formula", path=name(path), advice="satsudoku encode makes it one")
    return content


def load_puzzles(path: str, layout: "Layout | None" = None) -> "list[Puzzle]":
    """Load puzzles; also raises InputError for a formula."""
    content = load(path, layout=layout)
    if not isinstance(content, list):
        raise InputError("this is a formula, not a puzzle", path=name(path), advice="give a puzzle file")
    return content


def load_answer(path: str) -> ResultFile:
    """Load a result: a `.res` file or what a solver printed. Raises InputError."""
    with _regular(path) as file:
        return read_answer(file)


def piped(command: str) -> str:
    """The path of standard input for a command that is given none. Raises InputError where that is a terminal."""
    if sys.stdin is None or sys.stdin.isatty():
        raise InputError(f"{command}: no PATH is given", advice=f"see satsudoku {command} --help")
    return "-"


def name(path: str) -> str:
    """What messages call it."""
    return "standard input" if path == "-" else "the link" if is_link(path) else path


PATIENCE = 10.0
"""Seconds to wait for a program that writes to a named pipe."""

_PAUSE = 0.02
MOST_PIPED = 1 << 32
"""Bytes that may come through a pipe (4 GiB)."""


@contextmanager
def _regular(path: str) -> Iterator[Path]:
    """The path of a regular file: what comes through a pipe, and a link, is copied to one first.

    Errors name what the user named.
    """
    link = is_link(path)
    if path != "-" and not link and not Path(path).is_fifo():
        if not os.path.lexists(path):
            raise InputError("there is no such file", path=path, advice="check its name")
        yield Path(path)
        return
    with tempfile.NamedTemporaryFile() as copy:
        if link:
            copy.write(path.encode(errors="replace"))
        elif path == "-":
            if sys.stdin is None:
                raise InputError("it is closed", path=name(path), advice="name a file")
            _copy(sys.stdin.buffer, copy, path)
        else:
            with named_pipe(path) as (pipe, first):
                copy.write(first)
                _copy(pipe, copy, path)
        copy.flush()
        try:
            yield Path(copy.name)
        except InputError as error:
            line = None if link else error.line
            raise InputError(error.problem, path=name(path), line=line, advice=error.advice) from None


@contextmanager
def named_pipe(path: str) -> Iterator[tuple[io.FileIO, bytes]]:
    """A named pipe, open, and the first bytes if they were read already.

    Raises InputError if no program begins to write within PATIENCE.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror}", path=path, advice="check its permissions") from None
    with io.FileIO(descriptor) as pipe:
        end = monotonic() + PATIENCE
        while (first := pipe.read(1 << 20)) == b"":  # no program has it open for writing; None: one that is silent yet
            if monotonic() >= end:
                problem = f"no program began to write to this pipe within {PATIENCE:g} s"
                raise InputError(problem, path=path, advice="start the program that writes first, or name a file")
            sleep(_PAUSE)
        os.set_blocking(descriptor, True)
        yield pipe, first or b""


def _copy(pipe: BinaryIO | io.FileIO, copy: IO[bytes], path: str) -> None:
    """Copy all that comes through a pipe; what never ends must not fill the disk."""
    size = 0
    while piece := pipe.read(1 << 20):
        size += len(piece)
        if size > MOST_PIPED:
            raise InputError(f"more than {MOST_PIPED >> 30} GiB", path=name(path), advice="name a regular file")
        copy.write(piece)
