"""OpenSudoku's XML (the Android program): 9x9 puzzles, as digits or as saved games.

A saved game lists its cells as `value|notes|editable|` (versions 1 to 3; version 4 has two fields of notes). Cells that
can't be edited are givens.
"""

import re
from collections.abc import Iterable, Iterator
from os import PathLike

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.text import title_of
from engine.sudoku.formats.markup import Element, attribute, content
from engine.sudoku.layout import Layout, single
from engine.sudoku.puzzle import Puzzle

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n'
TAIL = "</opensudoku>\n"

_SAVED = re.compile(r"version: ?[0-9]+\s+(.*)", re.DOTALL)


def read(
    elements: Iterable[Element], layout: Layout | None, path: "str | PathLike[str] | None"
) -> Iterator[Puzzle | InputError]:
    """The games after the root of a file; an unreadable one is an error."""
    for element in elements:
        if element.name == "game" and element.text is None:
            try:
                yield _game(element, layout or single(), path)
            except InputError as error:
                yield error


def write(puzzle: Puzzle) -> str:
    """A game; `HEAD` comes before the first and `TAIL` after the last."""
    data = "".join(map(str, puzzle.givens))
    name = " ".join(puzzle.name.split())
    return f'  <game data="{data}"' + (f" note={attribute(name)}" if name else "") + " />\n"


def remark(text: str) -> str:
    """A remark for the beginning of the file."""
    return f"  <description>{content(text)}</description>\n"


def _game(element: Element, layout: Layout, path: "str | PathLike[str] | None") -> Puzzle:
    data = element.attributes.get("data")
    cells = len(layout.cells)
    if data is None:
        raise InputError(_("a game without data"), path=path, line=element.line)
    saved = _SAVED.fullmatch(data.strip())
    if saved:
        fields = saved[1].strip().removesuffix("|").split("|")
        width = len(fields) // cells
        if width not in (3, 4) or len(fields) != width * cells:
            raise InputError(
                _("a saved game that does not have {cells} cells").format(cells=cells), path=path, line=element.line
            )
        editable = fields[width - 1 :: width]
        digits = ["0" if free == "1" else value for value, free in zip(fields[::width], editable, strict=True)]
    else:
        digits = list("".join(data.split()).replace(".", "0"))
        if len(digits) != cells:
            problem = _("a game of {count} cells").format(count=len(digits))
            raise InputError(problem, path=path, line=element.line, advice=_("{cells} are needed").format(cells=cells))
    symbols = "0123456789"[: layout.size + 1]
    if not set(digits) <= set(symbols):
        invalid = next(digit for digit in digits if digit not in list(symbols))
        advice = _("use 0 to {last}").format(last=symbols[-1])
        raise InputError(
            _("a game with {text!r} in a cell").format(text=invalid[:20]), path=path, line=element.line, advice=advice
        )
    return Puzzle(layout, tuple(map(int, digits)), title_of(element.attributes.get("note", "")))
