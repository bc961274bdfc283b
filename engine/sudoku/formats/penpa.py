"""Reads Penpa+'s square puzzles: lines of text; the first describes the grid, the fourth its contents.

Places are numbered over the grid with a margin of two on each side: first all cells, then all corners of cells, the
edges below and right of cells, and four places in each cell. The sixth line lists the existing cells, each by its
distance from the one before. Thick edges between corners separate boxes. Thermometers, arrows, killer cages, lines,
symbols and shaded cells are drawings: `drawn_rules` finds the rules in them and in the text. Source: Penpa+'s
class_p.js and puzzles it writes.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from math import floor
from typing import Any

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.text import title_of, whole_number
from engine.sudoku.formats.drawings import (
    CageDrawing,
    Drawing,
    LineDrawing,
    Point,
    SymbolDrawing,
    colour_name,
    turned_sign,
)
from engine.sudoku.formats.drawn_rules import drawn_rules
from engine.sudoku.formats.fpuzzles import MAX_TEXT
from engine.sudoku.formats.grid_rules import Cells, GridRules, layout_of_boxes, refuse_rule, usual_boxes
from engine.sudoku.formats.setter_text import setter_text
from engine.sudoku.layout import MAX_DIGITS, MAX_ROWS, Layout, Position
from engine.sudoku.puzzle import Puzzle

_LONG_NAMES = {
    "zN": '"number"', "z1": '"numberS"', "zE": '"edge"', "zL": '"line"', "zW": '"wall"', "zC": '"cage"',
    "zS": '"surface"', "zY": '"symbol"', "zT": '"thermo"', "z7": '"nobulbthermo"', "z3": '"arrows"',
    "zD": '"direction"', "z0": '"squareframe"', "z5": '"polygon"', "z6": '"killercages"', "zF": '"freeline"',
    "z2": '"freeedge"', "z4": '"deleteedge"', "zR": '"redo"', "zU": '"undo"', "z8": '"replay"', "z_": '"__a"',
    "zO": "null",
}  # fmt: skip
"""The names that links shorten."""

_REFUSED_PARTS = {"wall": lazy_gettext("walls"), "polygon": lazy_gettext("polygons")}
"""Contents whose meaning is unknown."""

_LINE_COLOURS = {
    2: "black",
    3: "green",
    4: "black",
    5: "grey",
    6: "grey",
    8: "red",
    9: "blue",
    30: "black",
    80: "black",
}
_SURFACES = {
    1: "grey", 2: "green", 3: "grey", 4: "black", 5: "blue", 6: "red", 7: "yellow", 8: "grey", 9: "purple",
    10: "orange", 11: "purple", 12: "orange",
}  # fmt: skip
"""The colours of lines and of shaded cells, by Penpa+'s numbers."""

_SIZES = {"LL": 1.0, "L": 0.84, "M": 0.7, "S": 0.44, "SS": 0.26}
"""The sizes of symbols, in cells, by the end of their names."""
_SHAPE = re.compile(r"(circle|square|diamond)_(LL|L|M|S|SS)")
_SHAPE_FILLS = {1: "white", 2: "black", 3: "grey", 5: "grey", 6: "white", 7: "white"}
_TEXT_FILLS = {6: "white", 7: "black", 11: "red"}
"""The fills of symbols, and of the circles of texts, by Penpa+'s numbers; other texts have no circle."""
_RULES_PART, _ESCAPES = 18, {"%2C": ",", "%2D": "\n", "%2E": "&", "%2F": "="}
"""The index of the rules' text in the first line, and its escapes."""

_MARGIN = 2
"""Width of the margin around the grid, in places."""
_COLOURS_PART = 14
"""The index of the line with custom colours."""

_PLACES = 4
"""Number of kinds of places that each cell has once."""

_BOX_EDGES, _DIGIT_STYLES = (2, 21), ("1", "2", "4", "10")
"""The styles of edges between boxes, and of digits that fill their cells."""


def read(text: str) -> Puzzle:
    """The puzzle of the text in a Penpa+ link. Raises InputError without a place."""
    return _PenpaText(text).puzzle()


class _PenpaText:
    def __init__(self, text: str) -> None:
        self._parts = text.split("\n")
        header = self._parts[0].split(",")
        if len(self._parts) < 6 or len(header) < 3:
            raise InputError(_("this Penpa+ link is incomplete"), advice=_("copy all of it"))
        if header[0] not in ("square", "sudoku"):
            raise InputError(
                _("a Penpa+ puzzle on {header!r}").format(header=header[0][:20]),
                advice=_("only squares and sudokus can be read"),
            )
        self._width, self._height = (whole_number(part) for part in header[1:3])
        if not 0 < self._width <= MAX_ROWS or not 0 < self._height <= MAX_ROWS:
            raise InputError(
                _("the grid is too large"), advice=_("the limit is {most} rows and columns").format(most=MAX_ROWS)
            )
        self._across, self._down = self._width + 2 * _MARGIN, self._height + 2 * _MARGIN
        text = header[_RULES_PART] if len(header) > _RULES_PART else ""
        for code, sign in _ESCAPES.items():
            text = text.replace(code, sign)
        self._text = text[:MAX_TEXT]
        self._title = next((part[len("Title: ") :] for part in header if part.startswith("Title: ")), "")
        self._question = self._json(3)
        if not isinstance(self._question, Mapping):
            raise InputError(_("this Penpa+ link contains no puzzle"), advice=_("copy all of it"))
        for part, rule in _REFUSED_PARTS.items():
            if self._question.get(part):
                refuse_rule(str(rule))
        colours = self._json(_COLOURS_PART) if len(self._parts) > _COLOURS_PART and self._parts[_COLOURS_PART] else {}
        self._colours: Mapping[str, Any] = colours if isinstance(colours, Mapping) else {}
        self._cells = self._existing_cells()

    def puzzle(self) -> Puzzle:
        cells = self._cells
        top, left = (min(cell[axis] for cell in cells) for axis in (0, 1))
        boxes = [frozenset((row - top, column - left) for row, column in box) for box in self._boxes()]
        size = 1 + max(row for row, _ in cells) - top
        if len(cells) == size * size and len(boxes) == 1 and size <= MAX_DIGITS:
            boxes = usual_boxes(size)  # no boxes are drawn
        if len(cells) == size * size and {len(box) for box in boxes} == {size}:
            layout = GridRules(size, tuple(boxes)).layout()
        else:
            layout = layout_of_boxes(boxes)
        givens, symbols = [0] * len(layout.cells), list[SymbolDrawing]()
        for place, digit, symbol in self._numbers(layout.size):
            index = layout.index.get((place[0] - top, place[1] - left))
            if digit and index is not None:
                givens[index] = digit
            else:
                symbols.append(symbol)
        drawings: list[Drawing] = [
            *self._signs(),
            *symbols,
            *self._lines(),
            *self._cages(layout, (top, left)),
        ]
        rules = drawn_rules(layout, (top, left), drawings, setter_text(self._text))
        return Puzzle(layout, tuple(givens), title_of(self._title), rules=rules, text=self._text)

    def _existing_cells(self) -> set[Position]:
        steps = self._json(5)
        if not isinstance(steps, list) or not steps or not all(type(step) is int and step > 0 for step in steps):
            raise InputError(_("this Penpa+ link does not say which cells it has"), advice=_("copy all of it"))
        place, cells = 0, set()
        for step in steps:
            place += step
            if place >= self._across * self._down:
                raise InputError(_("a cell of this Penpa+ link lies outside the grid"), advice=_("copy all of it"))
            cells.add(divmod(place, self._across))
        return cells

    def _boxes(self) -> list[Cells]:
        """The parts of the grid between thick edges."""
        parted = {self._sides(name) for name, style in self._items("edge") if style in _BOX_EDGES}
        boxes, todo = [], set(self._cells)
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
                    front += [neighbour for neighbour in neighbours if frozenset((cell, neighbour)) not in parted]
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

    def _point(self, name: Any) -> Point | None:
        """The point of a place."""
        count, number = self._across * self._down, whole_number(str(name).removesuffix("E"))
        kind, index = divmod(number, count)
        if not 0 <= kind < 12 or (isinstance(name, str) and not name.removesuffix("E").isdigit()):
            return None
        if kind >= _PLACES:
            quarter, offset = number % 4, 0.25 if kind < 8 else 0.3
            index = (number - _PLACES * count) % (4 * count) // 4
            down, right = (-offset, offset)[quarter // 2], (-offset, offset)[quarter % 2]
        else:
            down, right = (0.5 if kind in (1, 2) else 0), (0.5 if kind in (1, 3) else 0)
        row, column = divmod(index, self._across)
        return row + 0.5 + down, column + 0.5 + right

    def _colour(self, part: str, name: str) -> str:
        """The name of a custom colour; "" for the usual one."""
        colours = self._colours.get(part)
        return colour_name(colours.get(name)) if isinstance(colours, Mapping) else ""

    def _path(self, names: Any) -> tuple[Point, ...]:
        points = [self._point(name) for name in names] if isinstance(names, list) else []
        return tuple(point for point in points if point is not None) if None not in points else ()

    def _paths(self, part: str) -> list[tuple[Point, ...]]:
        """The lines in a part, each a list of places."""
        paths = self._question.get(part)
        return [self._path(names) for names in paths] if isinstance(paths, list) else []

    def _numbers(self, size: int) -> Iterator[tuple[Position, int, SymbolDrawing]]:
        """Numbers and texts: the cell, the digit (0 if it does not fill the cell), and the text as a mark."""
        for name, value in self._items("number"):
            point = self._point(name)
            if point is None or not isinstance(value, list) or len(value) < 3:
                refuse_rule(_("small numbers"))
            place, text, digit = (floor(point[0]), floor(point[1])), str(value[0]), whole_number(str(value[0]))
            is_cell = whole_number(name) < self._across * self._down
            is_normal = is_cell and str(value[2]) in _DIGIT_STYLES and value[1] in (1, "1")
            if is_normal and place in self._cells and not 1 <= digit <= size and text.isdigit():
                raise InputError(_("{value!r} is not a digit from 1 to {size}").format(value=text[:10], size=size))
            fill = _TEXT_FILLS.get(value[1], "") if type(value[1]) is int else ""
            text_size = 0.7 if fill else 0.25
            symbol = SymbolDrawing(point, text_size, text_size, bool(fill), fill=fill, text=text)
            yield place, digit if is_normal and 1 <= digit <= size else 0, symbol

    def _signs(self) -> Iterator[SymbolDrawing]:
        """Symbols, shaded cells, bulbs, and the circles of arrows."""
        for name, value in self._items("surface"):
            if (point := self._point(name)) and value in range(1, 13):
                yield SymbolDrawing(point, fill=self._colour("surface", name) or _SURFACES[value])
        for part, fill, border in (("thermo", "grey", ""), ("arrows", "white", "grey")):
            for path in self._paths(part):
                if path:
                    yield SymbolDrawing(path[0], 0.85, 0.85, True, fill=fill, border=border)
        for name, value in self._items("symbol"):
            point = self._point(name)
            if point is None or not isinstance(value, list) or len(value) < 2:
                continue
            if value[1] == "inequality" and value[0] in range(1, 9):
                yield SymbolDrawing(point, 0.3, 0.3, text=turned_sign("<", 90 * (value[0] - 1)))
                continue
            shape = _SHAPE.fullmatch(str(value[1]))
            if shape is None:
                yield SymbolDrawing(point, 0.5, 0.5, text="◇")
                continue
            fill, size = _SHAPE_FILLS.get(value[0], "grey") if type(value[0]) is int else "grey", _SIZES[shape[2]]
            fill = self._colour("symbol", name) or fill
            yield SymbolDrawing(point, size, size, shape[1] == "circle", shape[1] == "diamond", fill, "black")

    def _lines(self) -> Iterator[LineDrawing]:
        for part, head in (("thermo", False), ("nobulbthermo", False), ("arrows", True), ("direction", True)):
            for path in self._paths(part):
                if len(path) > 1:
                    yield LineDrawing(path, "grey", head)
        for part in ("line", "freeline"):
            styles: dict[str, list[tuple[Point, Point]]] = {}
            for name, style in self._items(part):
                ends = self._path(name.split(","))
                if len(ends) == 2:
                    colour = (
                        self._colour(part, name) or _LINE_COLOURS.get(style, "grey") if type(style) is int else "grey"
                    )
                    styles.setdefault(colour, []).append((ends[0], ends[1]))
            for colour, segments in styles.items():
                yield from (LineDrawing(path, colour) for path in polylines(segments))

    def _cages(self, layout: Layout, corner: Position) -> Iterator[Drawing]:
        """Killer cages, frames and cages drawn along their edges, each with the small number in one of its cells.

        The remaining small numbers follow as symbols.
        """
        texts = dict[Position, str]()
        for name, value in self._items("numberS"):
            if (point := self._point(name)) and isinstance(value, list) and value:
                texts[floor(point[0]), floor(point[1])] = str(value[0]).strip()
        outlines = [(outline, True) for outline in self._paths("killercages")]
        outlines += [(outline, False) for outline in self._paths("squareframe")]
        if not any(outline for outline, is_killer in outlines if is_killer):
            edges = [ends for name, _ in self._items("cage") if len(ends := self._path(name.split(","))) == 2]
            outlines += [(outline, True) for outline in _outlines(edges)]
        for outline, is_killer in outlines:
            places = sorted({(floor(row), floor(column)) for row, column in outline})
            cells = [layout.index.get((row - corner[0], column - corner[1])) for row, column in places]
            cage = tuple(cell for cell in cells if cell is not None)
            if cage and len(cage) == len(cells):
                text = next((texts.pop(place) for place in places if place in texts), "")
                yield CageDrawing(cage, text if is_killer else "", is_killer)
        for (row, column), text in texts.items():
            yield SymbolDrawing((row + 0.5, column + 0.5), 0.3, 0.3, text=text)

    def _items(self, part: str) -> list[tuple[str, Any]]:
        """The values in a part, each with the name of its place or line."""
        items = self._question.get(part)
        return list(items.items()) if isinstance(items, Mapping) else []

    def _json(self, part: int) -> Any:
        text = self._parts[part]
        for name, word in _LONG_NAMES.items():
            text = text.replace(name, word)
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise InputError(_("this Penpa+ link is damaged"), advice=_("copy all of it")) from None


def polylines(segments: Sequence[tuple[Point, Point]]) -> Iterator[tuple[Point, ...]]:
    """Join segments to lines; a line ends where it forks or meets another one."""
    neighbours: dict[Point, list[Point]] = {}
    for first, second in segments:
        neighbours.setdefault(first, []).append(second)
        neighbours.setdefault(second, []).append(first)
    remaining = {frozenset(segment) for segment in segments}
    starts = [point for point in neighbours if len(neighbours[point]) != 2]
    for start in [*starts, *neighbours]:
        for end in neighbours[start]:
            path = [start]
            while frozenset((path[-1], end)) in remaining:
                remaining.discard(frozenset((path[-1], end)))
                path.append(end)
                onward = [point for point in neighbours[end] if frozenset((end, point)) in remaining]
                if len(neighbours[end]) != 2 or not onward:
                    break
                end = onward[0]
            if len(path) > 1:
                yield tuple(path)


def _outlines(edges: Sequence[tuple[Point, ...]]) -> Iterator[tuple[Point, ...]]:
    """The cells of each outline, as their centres: edges are in one outline if they share a cell."""
    neighbours: dict[Position, set[Position]] = {}
    for ends in edges:
        first, second = ((floor(row), floor(column)) for row, column in ends)
        neighbours.setdefault(first, set()).add(second)
        neighbours.setdefault(second, set()).add(first)
    while neighbours:
        group, front = set[Position](), [next(iter(neighbours))]
        while front:
            cell = front.pop()
            group.add(cell)
            front += [second for second in neighbours.pop(cell, ()) if second not in group]
        yield tuple((row + 0.5, column + 0.5) for row, column in group)
