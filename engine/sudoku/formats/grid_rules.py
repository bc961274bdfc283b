"""The rules of one square grid in the terms of other programs: boxes, diagonals, chess moves, extra regions."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import NoReturn

from engine.base.errors import InputError
from engine.base.language import lazy_gettext as _
from engine.sudoku.layout import LAYOUTS, Layout, Position, from_cliques

Cells = frozenset[Position]

UNKNOWN_RULE = _("this program does not support {rule}")
KNOWN_RULES = _(
    "it supports boxes of any shape, diagonals, extra regions, knight's and king's moves, and the rules listed in "
    "docs/rules.md"
)

MAX_RULES = 1000
"""Maximum number of rules in a puzzle; published puzzles have some dozens."""

Moves = tuple[tuple[int, int], ...]
"""Offsets down and to the right."""

KNIGHT: Moves = ((1, 2), (2, 1), (1, -2), (2, -1))
KING: Moves = ((1, 1), (1, -1))
"""Half of the moves of each piece; the other moves of a king stay within a row or column."""


@dataclass(frozen=True)
class GridRules:
    """The rules of a grid of `size` digits in addition to its rows and columns.

    `falling` and `rising` are the diagonals from the upper left and from the lower left corner. With `knight` or
    `king`, equal digits may not be such a move apart. `extra` are further houses.
    """

    size: int
    boxes: tuple[Cells, ...]
    falling: bool = False
    rising: bool = False
    knight: bool = False
    king: bool = False
    extra: tuple[Cells, ...] = ()

    def layout(self) -> Layout:
        """The layout with these rules. Raises InputError if no layout can have them."""
        moves = moves_of(knight=self.knight, king=self.king)
        return layout_of_houses(self._title, self.size, self._houses, moves)

    @property
    def _houses(self) -> list[Cells]:
        falling, rising = diagonals(self.size)
        return [*lines(self.size), *self.boxes, *[falling] * self.falling, *[rising] * self.rising, *self.extra]

    @property
    def _title(self) -> str:
        """The usual name of such a sudoku; "" if it has none."""
        words = {"diagonal": self.falling or self.rising, "anti-knight": self.knight, "anti-king": self.king}
        rule_words = [word for word, holds in words.items() if holds]
        return " ".join([*rule_words, "sudoku"]) if rule_words else ""


def moves_of(*, knight: bool, king: bool) -> Moves:
    """The moves that equal digits may not be apart."""
    return KNIGHT * knight + KING * king


def layout_of_houses(title: str, size: int, houses: Sequence[Cells], moves: Moves = ()) -> Layout:
    """The layout of these houses, with equal digits never such a move apart. Raises InputError."""
    try:
        return from_cliques(title, size, [*map(sorted, houses), *map(sorted, pairs(houses, moves))])
    except ValueError as error:
        raise InputError(str(error)) from None


@lru_cache(maxsize=64)
def rules_of(layout: Layout) -> GridRules | None:
    """The rules of a layout that is one square grid with rows and columns as houses; otherwise None."""
    size, span = layout.size, range(layout.size)
    houses = {frozenset(layout.cells[cell] for cell in house.cells): house.kind for house in layout.houses}
    square = layout.cells == tuple((row, column) for row in span for column in span)
    if not square or not houses.keys() >= {*lines(size)}:
        return None
    falling, rising = diagonals(size)
    boxes = tuple(cells for cells, kind in houses.items() if kind == "box")
    usual = {*lines(size), *boxes, falling, rising}
    large = [cells for cells in houses if cells in usual or len(cells) > 2]
    others = {cells: None for cells in houses if cells not in usual}  # a set in order

    def take(moves: Moves) -> bool:
        """Whether equal digits may not be such a move apart; removes the houses that express this."""
        pairs_found = pairs(large, moves)
        holds = bool(pairs_found) and others.keys() >= {*pairs_found}
        for pair in pairs_found * holds:
            del others[pair]
        return holds

    return GridRules(size, boxes, falling in houses, rising in houses, take(KNIGHT), take(KING), tuple(others))


def layout_of_boxes(boxes: Iterable[Cells]) -> Layout:
    """The named layout with exactly these boxes and no other cells, at any place on the canvas. Raises InputError."""
    shapes = {frozenset(cells) for cells in boxes}
    top, left = (min((position[axis] for cells in shapes for position in cells), default=0) for axis in (0, 1))
    shapes = {frozenset((row - top, column - left) for row, column in cells) for cells in shapes}
    for layout in (make() for make in LAYOUTS.values()):
        layout_boxes = {
            frozenset(layout.cells[cell] for cell in house.cells) for house in layout.houses if house.kind == "box"
        }
        if shapes and layout_boxes == shapes and all(house.is_plain for house in layout.houses):
            return layout
    raise InputError(
        _("boxes of this shape form no grid"), advice=_("squares and the layouts that have a name can be read")
    )


def refuse_rule(rule: str) -> NoReturn:
    """Raise InputError for a puzzle with a rule that layouts can't express; `rule` is a plural noun."""
    raise InputError(UNKNOWN_RULE.format(rule=rule), advice=KNOWN_RULES)


def lines(size: int) -> list[Cells]:
    """The rows and columns of a grid."""
    span = range(size)
    return [frozenset((i, j) for j in span) for i in span] + [frozenset((i, j) for i in span) for j in span]


def diagonals(size: int) -> tuple[Cells, Cells]:
    """The falling diagonal (from the upper left) and the rising one."""
    return frozenset((i, i) for i in range(size)), frozenset((i, size - 1 - i) for i in range(size))


def usual_boxes(size: int) -> list[Cells]:
    """The default boxes of a size: as square as possible, wider than high; none if they would be rows."""
    down = next(height for height in range(isqrt(size), 0, -1) if size % height == 0)
    if down == 1:
        return []
    across = size // down
    return [
        frozenset((top + i, left + j) for i in range(down) for j in range(across))
        for top in range(0, size, down)
        for left in range(0, size, across)
    ]


def windows() -> list[Cells]:
    """The four windows of a 9x9 grid."""
    layout = LAYOUTS["windows"]()
    return [frozenset(layout.cells[cell] for cell in house.cells) for house in layout.houses if not house.is_plain]


def pairs(houses: Collection[Cells], moves: Moves) -> list[Cells]:
    """The pairs of cells of these houses that are such a move apart and share no house."""
    cells = sorted(frozenset().union(*houses))
    cell_set = {*cells}
    moved = (((row, column), (row + down, column + right)) for row, column in cells for down, right in moves)
    candidates = [frozenset(pair) for pair in moved if pair[1] in cell_set]
    return [pair for pair in candidates if not any(pair <= house for house in houses)]
