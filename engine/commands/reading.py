"""Input of commands: a file, a pipe, a link that contains a puzzle, or standard input for `-`."""

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
from engine.base.language import _
from engine.base.text import is_link
from engine.commands.progress import ProgressLine
from engine.files import reading as files
from engine.sat.result import ResultFile, read_answer

if TYPE_CHECKING:
    from engine.sat.formula.dimacs import Document
    from engine.sudoku.layout import Layout
    from engine.sudoku.puzzle import Puzzle

PATIENCE = 10.0
"""Seconds to wait for a program that writes to a named pipe."""

_PAUSE = 0.02
"""Seconds between two looks at a named pipe that no program writes to yet."""

MAX_PIPED = 1 << 32
"""Maximum number of bytes read from a pipe (4 GiB)."""

_CHUNK = 1 << 20
"""Maximum number of bytes read from a pipe at a time."""


def load(path: str, *, strict: bool = False, layout: "Layout | None" = None) -> "Document | list[Puzzle]":
    """Load a formula or puzzles, showing the progress; `layout` is for puzzles in files that do not name one.

    Raises InputError for unusable input and, with `strict`, for the first warning about a formula.
    """
    with _regular(path) as file, ProgressLine() as line:
        content = files.load(file, layout=layout, on_progress=line.show_reading)
    if strict and not isinstance(content, list) and content.warnings:
        first = content.warnings[0]
        raise InputError(first.message, path=name(path), line=first.line, advice=_("fix it or leave out --strict"))
    return content


def load_formula(path: str, *, strict: bool = False) -> "Document":
    """Load a formula; also raises InputError for a file of puzzles."""
    content = load(path, strict=strict)
    if isinstance(content, list):
        advice = _("convert it with satsudoku encode")
        raise InputError(_("this is a puzzle, not a formula"), path=name(path), advice=advice)
    return content


def load_puzzles(path: str, layout: "Layout | None" = None) -> "list[Puzzle]":
    """Load puzzles; also raises InputError for a formula."""
    content = load(path, layout=layout)
    if not isinstance(content, list):
        raise InputError(_("this is a formula, not a puzzle"), path=name(path), advice=_("give a puzzle file"))
    return content


def load_answer(path: str) -> ResultFile:
    """Load a result: a `.res` file or the output of a solver. Raises InputError."""
    with _regular(path) as file:
        return read_answer(file)


def piped(command: str) -> str:
    """The path of standard input for a command without a path. Raises InputError if standard input is a terminal."""
    if sys.stdin is None or sys.stdin.isatty():
        raise InputError(
            _("{command}: PATH is missing").format(command=command),
            advice=_("see satsudoku {command} --help").format(command=command),
        )
    return "-"


def name(path: str) -> str:
    """The name of a path in messages."""
    return "standard input" if path == "-" else "the link" if is_link(path) else path


@contextmanager
def _regular(path: str) -> Iterator[Path]:
    """The path of a regular file, to which the contents of a pipe or a link are copied first.

    Errors name the path that the user gave.
    """
    link = is_link(path)
    if path != "-" and not link and not Path(path).is_fifo():
        if not os.path.lexists(path):
            raise InputError(_("there is no such file"), path=path, advice=_("check its name"))
        yield Path(path)
        return
    with tempfile.NamedTemporaryFile() as copy:
        if link:
            copy.write(path.encode(errors="replace"))
        elif path == "-":
            if sys.stdin is None:
                raise InputError(_("it is closed"), path=name(path), advice=_("name a file"))
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
    """An open named pipe, and its first bytes if they have been read.

    Raises InputError if no program writes to it within PATIENCE.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        problem = _("can't be read: {reason}").format(reason=error.strerror)
        raise InputError(problem, path=path, advice=_("check its permissions")) from None
    with io.FileIO(descriptor) as pipe:
        end = monotonic() + PATIENCE
        while (first := pipe.read(_CHUNK)) == b"":  # no writer has it open; None: a silent writer
            if monotonic() >= end:
                problem = _("no program began to write to this pipe within {seconds:g} s").format(seconds=PATIENCE)
                raise InputError(problem, path=path, advice=_("start the writing program first, or name a file"))
            sleep(_PAUSE)
        os.set_blocking(descriptor, True)
        yield pipe, first or b""


def _copy(pipe: BinaryIO | io.FileIO, copy: IO[bytes], path: str) -> None:
    """Copy the contents of a pipe; an endless one must not fill the disk."""
    size = 0
    while piece := pipe.read(_CHUNK):
        size += len(piece)
        if size > MAX_PIPED:
            problem = _("more than {size} GiB").format(size=MAX_PIPED >> 30)
            raise InputError(problem, path=name(path), advice=_("name a regular file"))
        copy.write(piece)
