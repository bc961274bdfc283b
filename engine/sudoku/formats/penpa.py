"""Reads Penpa+'s square puzzles: lines of text, of which the first describes the grid and the fourth its contents.

Places are numbered over the grid with a margin of two on each side: first all cells, then all corners of cells. The
sixth line lists the existing cells, each by its distance from the one before. Thick edges between corners separate
boxes. Contents other than digits and edges may express any rule, so such a puzzle is refused. Source: Penpa+'s
class_p.js and puzzles it writes.
"""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.text import title_of, whole_number
from engine.sudoku.formats.grid_rules import Cells, GridRules, layout_of_boxes, refuse_rule, usual_boxes
from engine.sudoku.layout import MOST_DIGITS, MOST_ROWS, Position
from engine.sudoku.puzzle import Puzzle

_NAMES = {
    "zN": '"number"', "z1": '"sudoku"', "zE": '"edge"', "zL": '"line"', "zW": '"wall"', "zC": '"cage"',
    "zS": '"surface"', "zY": '"symbol"', "zT": '"thermo"', "z7": '"nobulbthermo"', "z3": '"arrows"',
    "zD": '"direction"', "z0": '"squareframe"', "z5": '"polygon"', "z6": '"killercages"', "zF": '"freeline"',
    "z2": '"freeedge"', "z4": '"deleteedge"', "zR": '"redo"', "zU": '"undo"', "z8": '"replay"', "z_": '"__a"',
    "zO": "null",
}  # fmt: skip
"""The meanings of its shortened names."""

_REFUSED = {
    "sudoku": lazy_gettext("small numbers"),
    "line": lazy_gettext("lines through cells"),
    "wall": lazy_gettext("walls"),
    "cage": lazy_gettext("cages"),
    "surface": lazy_gettext("shaded cells"),
    "symbol": lazy_gettext("marks on the grid"),
    "thermo": lazy_gettext("thermometers"),
    "nobulbthermo": lazy_gettext("thermometers"),
    "arrows": lazy_gettext("arrows"),
    "direction": lazy_gettext("arrows"),
    "squareframe": lazy_gettext("frames"),
    "polygon": lazy_gettext("polygons"),
    "killercages": lazy_gettext("killer cages"),
    "freeline": lazy_gettext("lines through cells"),
}
"""Names of contents other than digits and edges."""

_MARGIN = 2
_THICK = (2, 21)
_NORMAL = "1"
"""Styles of edges that separate boxes, and of a digit that fills its cell."""


def read(text: str) -> Puzzle:
    """The puzzle of the text in a Penpa+ link. Raises InputError without a place."""
    return _PenpaText(text).puzzle()


class _PenpaText:
    def __init__(self, text: str) -> None:
        self._parts = text.split("\n")
        header = self._parts[0].split(",")
        if len(self._parts) < 6 or len(header) < 3:
            self._fail(_("this link of Penpa+ is incomplete"), _("copy all of it"))
        if header[0] not in ("square", "sudoku"):
            self._fail(
                _("a puzzle of Penpa+ on {header!r}").format(header=header[0][:20]),
                _("only those on squares and sudokus can be read"),
            )
        self._width, self._height = (whole_number(part) for part in header[1:3])
        if not 0 < self._width <= MOST_ROWS or not 0 < self._height <= MOST_ROWS:
            self._fail(_("the grid is too large"), _("the limit is {most} rows and columns").format(most=MOST_ROWS))
        self._across, self._down = self._width + 2 * _MARGIN, self._height + 2 * _MARGIN
        self._title = next((part[len("Title: ") :] for part in header if part.startswith("Title: ")), "")

    def puzzle(self) -> Puzzle:
        question = self._json(3)
        if not isinstance(question, Mapping):
            self._fail(_("this link of Penpa+ holds no puzzle"), _("copy all of it"))
        for part, rule in _REFUSED.items():
            if question.get(part):
                refuse_rule(str(rule))
        cells = self._cells()
        top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
        boxes = [frozenset((row - top, column - left) for row, column in box) for box in self._boxes(cells, question)]
        size = 1 + max(row for row, _ in cells) - top
        if len(cells) == size * size and len(boxes) == 1 and size <= MOST_DIGITS:
            boxes = usual_boxes(size)  # no boxes are drawn
        if len(cells) == size * size and {len(box) for box in boxes} == {size}:
            layout = GridRules(size, tuple(boxes)).layout()
        else:
            layout = layout_of_boxes(boxes) or self._fail(
                _("boxes of this shape form no grid"), _("squares and the layouts that have a name can be read")
            )
        givens = [0] * len(layout.cells)
        for place, digit in self._digits(question, layout.size):
            index = layout.index.get((place[0] - top, place[1] - left))
            if index is None:
                refuse_rule(_("clues outside the grid"))
            givens[index] = digit
        return Puzzle(layout, tuple(givens), title_of(self._title))

    def _cells(self) -> set[Position]:
        """The existing cells."""
        steps = self._json(5)
        if not isinstance(steps, list) or not steps or not all(type(step) is int and step > 0 for step in steps):
            self._fail(_("this link of Penpa+ does not say which cells it has"), _("copy all of it"))
        place, found = 0, set()
        for step in steps:
            place += step
            if place >= self._across * self._down:
                self._fail(_("a cell of this link of Penpa+ lies outside the grid"), _("copy all of it"))
            found.add(divmod(place, self._across))
        return found

    def _boxes(self, cells: set[Position], question: Mapping[str, Any]) -> list[Cells]:
        """The parts of the grid between thick edges."""
        parted = {self._sides(name) for name, style in _items(question, "edge") if style in _THICK}
        boxes, todo = [], set(cells)
        while todo:
            box: set[Position] = set()
            front = [min(todo)]
            while front:
                cell = front.pop()
                if cell in todo:
                    todo.discard(cell)
                    box.add(cell)
                    row, column = cell
                    neighbours = ((row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column))
                    front += [other for other in neighbours if frozenset((cell, other)) not in parted]
            boxes.append(frozenset(box))
        return boxes

    def _sides(self, edge: str) -> Cells:
        """The two cells beside an edge, which is named by two corners; a corner is at the lower right of its cell."""
        start, _, end = edge.partition(",")
        (above, left), (below, right) = (
            divmod(whole_number(corner) - self._across * self._down, self._across) for corner in (start, end)
        )
        if above == below:
            return frozenset(((below, right), (below + 1, right)))
        return frozenset(((below, left), (below, left + 1)))

    def _digits(self, question: Mapping[str, Any], size: int) -> list[tuple[Position, int]]:
        found = []
        for name, value in _items(question, "number"):
            if not isinstance(value, list) or len(value) < 3 or str(value[2]) != _NORMAL:
                refuse_rule(_("small numbers"))
            place, digit = whole_number(name), whole_number(str(value[0]))
            if not 1 <= digit <= size:
                self._fail(_("{value!r} is not a digit from 1 to {size}").format(value=str(value[0])[:10], size=size))
            found.append((divmod(place, self._across), digit))
        return found

    def _json(self, part: int) -> Any:
        text = self._parts[part]
        for name, word in _NAMES.items():
            text = text.replace(name, word)
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            self._fail(_("this link of Penpa+ is damaged"), _("copy all of it"))

    def _fail(self, problem: str, advice: str = "") -> NoReturn:
        raise InputError(problem, advice=advice)


def _items(question: Mapping[str, Any], part: str) -> list[tuple[str, Any]]:
    found = question.get(part)
    return list(found.items()) if isinstance(found, Mapping) else []
