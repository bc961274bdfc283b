"""The rules of a puzzle on paper: marks drawn below its lines and digits, and marks above them.

Lines are grey with a square as bulb or circle; thermometers are wide, arrows have a head. Cages are dashed outlines
with their sum, dots are black or white squares, and clues stand outside the grid.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from statistics import fmean

from engine.sudoku.layout import Layout
from engine.sudoku.printing.marks import BLACK, GREY, FilledRectangle, Mark, Stroke, Word
from engine.sudoku.rules import Rule
from engine.sudoku.rules.shapes import CellMark, CornerMark, EdgeMark, LineStyle, Outline, OutsideClue, Path, Shape

LINE, WHITE = 0.8, 1.0
"""Shades of a line and of a white dot."""

_INSET, _DASH, _THIN = 0.08, 0.12, 0.02
"""Distance of a cage from the edges of its cells, distance between two of its dashes, and their width, in cells."""

_CLUE_DISTANCE = 0.8
"""Distance of an outside clue from the middle of its first cell, in cells."""

_WORDS = {"□": "even", "○": "odd", "▽": "min", "△": "max"}
"""The words for signs that PDF fonts lack."""


def shapes_of(layout: Layout, rules: Sequence[Rule]) -> list[Shape]:
    """The shapes of the rules."""
    return [shape for rule in rules for shape in rule.shapes(layout)]


def has_outside_clues(shapes: Sequence[Shape]) -> bool:
    """Whether there are clues outside the grid."""
    return any(isinstance(shape, OutsideClue) for shape in shapes)


def marks_below(layout: Layout, shapes: Sequence[Shape], left: float, top: float, cell: float) -> Iterator[Mark]:
    """The lines of rules, on a board with this upper left corner and side of a cell, in millimetres."""
    for shape in shapes:
        if isinstance(shape, Path):
            yield from _line(shape, [_middle(layout, number, left, top, cell) for number in shape.cells], cell)


def marks_above(layout: Layout, shapes: Sequence[Shape], left: float, top: float, cell: float) -> Iterator[Mark]:
    """All other marks of rules."""
    for shape in shapes:
        match shape:
            case Outline(cells, text):
                yield from _cage(layout, cells, left, top, cell)
                row, column = layout.cells[cells[0]]
                yield Word(left + (column + 0.12) * cell, top + (row + 0.31) * cell, text, 0.24 * cell)
            case EdgeMark(cells, text) | CornerMark(cells, text):
                middles = [_middle(layout, number, left, top, cell) for number in cells]
                x, y = (fmean(coordinates) for coordinates in zip(*middles, strict=True))
                yield from _badge(x, y, text, cell)
            case CellMark(number, text):
                row, column = layout.cells[number]
                word = _WORDS.get(text, text)
                yield Word(
                    left + (column + 0.9) * cell, top + (row + 0.28) * cell, word, 0.22 * cell, "end", shade=GREY
                )
            case OutsideClue(cells, text):
                first, second = (
                    _middle(layout, number, left, top, cell) for number in (cells[0], cells[min(1, len(cells) - 1)])
                )
                x, y = (start + _CLUE_DISTANCE * (start - end) for start, end in zip(first, second, strict=True))
                yield Word(x, y + 0.14 * cell, text, 0.4 * cell, "middle")


def _middle(layout: Layout, number: int, left: float, top: float, cell: float) -> tuple[float, float]:
    row, column = layout.cells[number]
    return left + (column + 0.5) * cell, top + (row + 0.5) * cell


def _square(x: float, y: float, side: float, shade: float) -> FilledRectangle:
    return FilledRectangle(x - side / 2, y - side / 2, side, side, shade)


def _line(path: Path, middles: Sequence[tuple[float, float]], cell: float) -> Iterator[Mark]:
    is_thermometer = path.style is LineStyle.THERMOMETER
    width = 0.3 if is_thermometer else 0.16
    for (x1, y1), (x2, y2) in pairwise(middles):
        yield Stroke(x1, y1, x2, y2, width * cell, LINE)
    for (x, y), sign in zip(middles, path.signs, strict=True):
        if sign == "o":
            yield _square(x, y, 0.7 * cell, LINE)
    if path.signs.endswith(">") and len(middles) > 1 and not is_thermometer:
        (x1, y1), (x2, y2) = middles[-2:]
        length = hypot(x2 - x1, y2 - y1)
        right, down = (x2 - x1) / length * 0.25 * cell, (y2 - y1) / length * 0.25 * cell
        for turn in (1, -1):
            yield Stroke(x2 - right + turn * down, y2 - down - turn * right, x2, y2, 0.1 * cell, LINE)


def _cage(layout: Layout, cells: Sequence[int], left: float, top: float, cell: float) -> Iterator[Mark]:
    """The dashed outline of a cage, inside the edges of its cells."""
    places = {layout.cells[number] for number in cells}
    for row, column in sorted(places):
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if (row + down, column + right) in places:
                continue
            ends = []
            for turn in (-1, 1):  # along the edge, as far as the cage continues
                next_cell = (row + turn * abs(right), column + turn * abs(down))
                corner_cell = (next_cell[0] + down, next_cell[1] + right)
                reach = 0.5 - _INSET if next_cell not in places else 0.5 + _INSET if corner_cell in places else 0.5
                ends.append(turn * reach)
            x, y = left + (column + 0.5) * cell, top + (row + 0.5) * cell
            across = 0.5 - _INSET
            start = ends[0]
            while start < ends[1]:
                end = min(start + _DASH / 2, ends[1])
                if down:
                    edge_y = y + down * across * cell
                    yield Stroke(x + start * cell, edge_y, x + end * cell, edge_y, _THIN * cell, GREY)
                else:
                    edge_x = x + right * across * cell
                    yield Stroke(edge_x, y + start * cell, edge_x, y + end * cell, _THIN * cell, GREY)
                start += _DASH


def _badge(x: float, y: float, text: str, cell: float) -> Iterator[Mark]:
    """A mark on an edge or corner: a square for a dot, or a text on white."""
    if text == "●":
        yield _square(x, y, 0.24 * cell, BLACK)
        return
    if text == "○":
        yield _square(x, y, 0.24 * cell, BLACK)
        yield _square(x, y, 0.19 * cell, WHITE)
        return
    size = 0.3 * cell
    yield FilledRectangle(x - 0.3 * size * len(text), y - 0.5 * size, 0.6 * size * len(text), size, WHITE)
    yield Word(x, y + 0.36 * size, text, size, "middle", bold=True)
