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
from tui.base.export import Export, text_export


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
    stem = re.sub(r"[^\w-]+", "-", puzzle.name).strip("-")[:60] or puzzle.layout.name

    def text_way(name: str, summary: str, suffix: str, text: Callable[[], str]) -> Way:
        return Way(name, summary, text, text_export(name, folder / (stem + suffix), text))

    found = []
    for form in FORMATS.values():
        try:
            require(form.name, puzzle.layout)
        except InputError:
            continue
        found.append(text_way(form.name, form.summary, form.suffix, partial(write, puzzle, form.name)))
    found.append(text_way("svg", "a page of A4 to be printed", ".svg", lambda: svg(_page(puzzle))))
    printed = Export("pdf", folder / f"{stem}.pdf", lambda file: file.write(pdf([_page(puzzle)], puzzle.name)))
    return [*found, Way("pdf", "the same page as PDF", None, printed)]


def _page(puzzle: Puzzle) -> Page:
    return next(pages(figures([puzzle]), 1))
