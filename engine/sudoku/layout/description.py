"""Layouts described in a small text file.

Each line begins with a word; `#` begins a comment. Rows and columns of the canvas count from 1:

    layout hyper                 the layout's name; the first line
    title  Hyper sudoku          its title (default: the name)
    size   9                     its digits are 1 to 9
    boxes  3x3                   the rows and columns of a box, if its grids have boxes of one shape
    grid   1 1                   a 9x9 square of rows, columns and boxes, its upper left cell in row 1, column 1
    house  cage r1c1 r2c2        a house of these cells, and its kind
    map    window                houses of one kind, drawn: the cells of one sign are a house; `.` and blanks are none
    ..........
    .AAA.BBB..                   an empty line ends the drawing
"""

import re
from collections.abc import Callable, Sequence
from os import PathLike
from typing import NoReturn

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.text import title_of, whole_number
from engine.sudoku.layout.model import MAX_DIGITS, Layout, Position
from engine.sudoku.layout.plan import MAX_CELLS, MAX_HOUSES, MAX_ROWS, LayoutPlan, read_map

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_CELL = re.compile(r"r([0-9]{1,4})c([0-9]{1,4})", re.IGNORECASE)
_NUMBERS = re.compile(r"([0-9]{1,4})\s+([0-9]{1,4})")
_BOX = re.compile(r"([0-9]{1,2})\s*x\s*([0-9]{1,2})")


def is_description(text: str) -> bool:
    """Whether the text begins like the description of a layout."""
    lines = (line.partition("#")[0].split() for line in text.removeprefix("\ufeff").splitlines())
    return next((words[0] == "layout" for words in lines if words), False)


def describe(text: str, *, path: "str | PathLike[str] | None" = None) -> Layout:
    """The layout that a text describes. Raises InputError with the line of the first error."""
    return _DescriptionReader(text, path).read()


class _DescriptionReader:
    """Reads one description."""

    def __init__(self, text: str, path: "str | PathLike[str] | None") -> None:
        self._lines = text.removeprefix("\ufeff").splitlines()
        self._path = path
        self._line = 0
        self._name = self._title = ""
        self._plan: LayoutPlan | None = None
        self._cells: set[Position] = set()
        self._houses = 0
        self._words: dict[str, Callable[[str], None]] = {
            "layout": self._read_name,
            "title": self._read_title,
            "size": self._read_size,
            "boxes": self._read_boxes,
            "grid": self._read_grid,
            "house": self._read_house,
            "map": self._read_map,
        }

    def read(self) -> Layout:
        while self._line < len(self._lines):
            words = self._next_line().partition("#")[0].split(maxsplit=1)
            if not words:
                continue
            word, rest = words[0], words[1].strip() if len(words) > 1 else ""
            if word not in self._words:
                self._fail(
                    _("unknown word {word!r}").format(word=word[:20]),
                    _("a line begins with one of these words: {list}").format(list=", ".join(self._words)),
                )
            if not self._name and word != "layout":
                self._fail(_("the first line must name the layout"), _("begin with: layout NAME"))
            self._words[word](rest)
        if not self._cells or self._plan is None:
            self._fail(_("the layout has no cells"), _("add a grid, a house or a map"))
        return self._plan.layout(self._name, self._title or self._name)

    def _next_line(self) -> str:
        self._line += 1
        return self._lines[self._line - 1]

    def _read_name(self, rest: str) -> None:
        if self._name:
            self._fail(_("the layout already has a name"), _("describe one layout per file"))
        if not _NAME.fullmatch(rest):
            self._fail(_("{rest!r} is not a name").format(rest=rest[:50]), _("use at most 40 letters, digits, - and _"))
        self._name = rest

    def _read_title(self, rest: str) -> None:
        self._title = title_of(rest)

    def _read_size(self, rest: str) -> None:
        if self._plan is not None:
            self._fail(_("the size is given twice"))
        size = whole_number(rest)
        if not 2 <= size <= MAX_DIGITS:
            self._fail(
                _("{rest!r} is not a size").format(rest=rest[:20]),
                _("give the number of digits, 2 to {most}").format(most=MAX_DIGITS),
            )
        self._plan = LayoutPlan(size)

    def _read_boxes(self, rest: str) -> None:
        match, plan = _BOX.fullmatch(rest), self._sized_plan()
        if match is None or int(match[1]) * int(match[2]) != plan.size:
            self._fail(
                _("{rest!r} is not a shape of boxes").format(rest=rest[:20]),
                _("give rows x columns that make {size}, such as 3x3").format(size=plan.size),
            )
        if self._cells:
            self._fail(_("boxes come before the first grid"))
        self._plan = LayoutPlan(plan.size, int(match[1]), int(match[2]))

    def _read_grid(self, rest: str) -> None:
        match, plan = _NUMBERS.fullmatch(rest), self._sized_plan()
        if match is None:
            self._fail(
                _("{rest!r} is not a place for a grid").format(rest=rest[:20]),
                _("give the row and column of its upper left cell"),
            )
        row, column = int(match[1]), int(match[2])
        self._count([(row + i, column + j) for i in range(plan.size) for j in range(plan.size)], 3 * plan.size)
        plan.add_grid((row, column))

    def _read_house(self, rest: str) -> None:
        kind, *names = rest.split() or [""]
        matches = [_CELL.fullmatch(name) for name in names]
        if None in matches:
            self._fail(
                _("{names!r} is not a cell").format(names=names[matches.index(None)][:20]),
                _("name cells as r1c2: row 1, column 2"),
            )
        self._add_house(self._kind(kind), [(int(match[1]), int(match[2])) for match in matches if match])

    def _read_map(self, rest: str) -> None:
        kind, rows = self._kind(rest), []
        while self._line < len(self._lines) and (row := self._next_line().rstrip()):
            rows.append(row)
        for cells in read_map(rows, (1, 1), ". ").values():
            self._add_house(kind, cells)

    def _add_house(self, kind: str, cells: Sequence[Position]) -> None:
        plan = self._sized_plan()
        if len(set(cells)) < len(cells):
            self._fail(_("a cell is in this house twice"))
        if not 1 < len(cells) <= plan.size:
            self._fail(
                _("a house of {count} cells").format(count=len(cells)),
                _("a house has 2 to {size} cells").format(size=plan.size),
            )
        self._count(cells, 1)
        plan.add_house(kind, cells)

    def _count(self, cells: Sequence[Position], houses: int) -> None:
        """Count new cells and houses. Raises InputError if the layout becomes too large."""
        if any(not 1 <= row <= MAX_ROWS or not 1 <= column <= MAX_ROWS for row, column in cells):
            self._fail(_("a cell lies outside the canvas"), _("rows and columns are 1 to {most}").format(most=MAX_ROWS))
        self._cells.update(cells)
        self._houses += houses
        if len(self._cells) > MAX_CELLS or self._houses > MAX_HOUSES:
            self._fail(
                _("the layout is too large"),
                _("the limit is {cells} cells and {houses} houses").format(cells=MAX_CELLS, houses=MAX_HOUSES),
            )

    def _kind(self, word: str) -> str:
        if not re.fullmatch("[a-z]{1,20}", word):
            self._fail(
                _("{word!r} is not a kind of house").format(word=word[:20]),
                _("name one in small letters: box, window, diagonal, cage"),
            )
        return word

    def _sized_plan(self) -> LayoutPlan:
        if self._plan is None:
            self._fail(_("the size is missing"), _("give it first: size 9"))
        return self._plan

    def _fail(self, problem: str, advice: str = "") -> NoReturn:
        raise InputError(problem, path=self._path, line=self._line, advice=advice)
