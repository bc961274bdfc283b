"""The ways in which a puzzle leaves the program: every format of files, and pages to be printed."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from engine.base.errors import InputError
from engine.base.text import printable
from engine.sudoku.formats import FORMATS, require, write
from engine.sudoku.printing.files import pdf, svg
from engine.sudoku.printing.page import Page, figures, pages
from engine.sudoku.puzzle import Puzzle
from tui.base.export import Export


@dataclass(frozen=True)
class Way:
    """One of them: its name, what it is, the text to be shown and copied (None: it is no text), and the file."""

    name: str
    summary: str
    text: Callable[[], str] | None
    export: Export


def ways(puzzle: Puzzle, folder: Path) -> list[Way]:
    """All that can hold the puzzle's layout; files are proposed in that folder, under the puzzle's name."""
    puzzle = replace(puzzle, name=printable(puzzle.name))
    stem = folder / (re.sub(r"[^\w-]+", "-", puzzle.name).strip("-")[:60] or puzzle.layout.name)
    found = []
    for form in FORMATS.values():
        try:
            require(form.name, puzzle.layout)
        except InputError:
            continue
        path = stem.with_name(stem.name + form.suffix)
        text = partial(write, puzzle, form.name)
        found.append(Way(form.name, form.summary, text, _export(form.name, path, text)))
    picture, printed = partial(_picture, puzzle), stem.with_name(stem.name + ".pdf")
    return [
        *found,
        Way("svg", "a page of A4 to be printed", picture, _export("svg", printed.with_suffix(".svg"), picture)),
        Way("pdf", "the same page as PDF", None, Export("pdf", printed, lambda file: file.write(_printed(puzzle)))),
    ]


def _export(name: str, path: Path, text: Callable[[], str]) -> Export:
    return Export(name, path, lambda file: file.write(text().encode()))


def _page(puzzle: Puzzle) -> Page:
    return next(pages(figures([puzzle]), 1))


def _picture(puzzle: Puzzle) -> str:
    return svg(_page(puzzle))


def _printed(puzzle: Puzzle) -> bytes:
    return pdf([_page(puzzle)], puzzle.name)
