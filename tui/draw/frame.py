"""The lines of a board: where each cell of a layout stands in the text, and the lines between boxes."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from textual.geometry import Size

from engine.sudoku.layout import Layout

_ARMS = {"u": 1, "d": 2, "l": 4, "r": 8}
_JUNCTIONS = ("lr", "ud", "dr", "dl", "ur", "ul", "udr", "udl", "dlr", "ulr", "udlr")
"""The arms of each sign, in the order of `Glyphs.box`."""


@dataclass(frozen=True)
class CellSize:
    """The columns and rows of text that the inside of a cell takes.

    `air` is how many blanks stand before each upright line but the first.
    """

    width: int
    height: int
    air: int = 0

    @property
    def middle(self) -> tuple[int, int]:
        """The column and the row of its digit; what can't be halved is rather right of it and below."""
        return max((self.width - 1) // 2, min(self.width - 1, 1)), (self.height - 1) // 2


TIGHT, NARROW, AIRY, NORMAL = CellSize(1, 1), CellSize(2, 1), CellSize(2, 1, 1), CellSize(3, 1)
"""A digit alone; one with a place for a mark at its left; the same, more evenly spaced; one between two such places."""


class Lines(Enum):
    """Which lines of a board are drawn."""

    ALL = "all"
    UPRIGHT = "no level ones"
    NONE = "none"


@dataclass(frozen=True)
class Frame:
    """The text of an empty board.

    `rows` are its lines of text, all of the same length; the inside of the cell in canvas row r and column c has the
    size `cell` and its upper left character in column `xs[c]` of line `ys[r]`.
    """

    rows: tuple[str, ...]
    xs: tuple[int, ...]
    ys: tuple[int, ...]
    cell: CellSize

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def has_line(self, x: int, y: int) -> bool:
        """Whether a line goes through column x of line y."""
        return 0 <= x < self.width and 0 <= y < self.height and self.rows[y][x] != " "


@lru_cache(maxsize=64)
def frame(layout: Layout, box: str, cell: CellSize = NORMAL, lines: Lines = Lines.ALL) -> Frame:
    """Lay out a board: a line wherever two neighbours are in different boxes, and around the whole.

    `box` holds the signs as `Glyphs.box` does. Works on any layout: a line of text is set aside between two canvas rows
    (or columns) only if some boxes part there.
    """
    area = _areas(layout)

    def beside(row: int, column: int) -> bool:
        """Whether a line stands left of this place."""
        return area.get((row, column)) != area.get((row, column - 1))

    def above(row: int, column: int) -> bool:
        return area.get((row, column)) != area.get((row - 1, column))

    rows, columns = layout.rows, layout.columns
    upright = [lines is not Lines.NONE and any(beside(r, c) for r in range(rows)) for c in range(columns + 1)]
    level = [lines is Lines.ALL and any(above(r, c) for c in range(columns)) for r in range(rows + 1)]
    air = [cell.air * (line and c > 0) for c, line in enumerate(upright)]
    xs = _places([line + blanks for line, blanks in zip(upright, air, strict=True)], cell.width)
    ys = _places(list(map(int, level)), cell.height)
    sign = {sum(_ARMS[arm] for arm in arms): char for arms, char in zip(_JUNCTIONS, box, strict=True)}
    # ends of a line, where only one arm is left, and nothing at all
    sign |= {0: " ", 1: box[1], 2: box[1], 4: box[0], 8: box[0]}

    def junction(r: int, c: int) -> str:
        arms = beside(r - 1, c) * 1 + beside(r, c) * 2 + above(r, c - 1) * 4 + above(r, c) * 8
        return sign[arms]

    def flat(r: int, c: int) -> str:
        return box[0] if above(r, c) else " "

    text: list[str] = []
    for r in range(rows + 1):
        if level[r]:
            text.append("".join(
                (flat(r, c - 1) * air[c] + junction(r, c) if upright[c] else "")
                + (flat(r, c) * cell.width if c < columns else "")
                for c in range(columns + 1)
            ))
        if r < rows:
            line = "".join(
                (" " * air[c] + (box[1] if beside(r, c) else " ") if upright[c] else "")
                + (" " * cell.width if c < columns else "")
                for c in range(columns + 1)
            )
            text += [line] * cell.height
    return Frame(tuple(text), xs, ys, cell)


def _areas(layout: Layout) -> dict[tuple[int, int], int]:
    """For each position the box it lies in; one area for all where a layout has no boxes."""
    boxes = {cell: n for n, house in enumerate(layout.houses) if house.kind == "box" for cell in house.cells}
    return {position: boxes.get(cell, 0) for cell, position in enumerate(layout.cells)}


def _places(gaps: list[int], size: int) -> tuple[int, ...]:
    """The first text column (or row) of each canvas column, where gaps[i] characters stand before it."""
    places, at = [], 0
    for gap in gaps[:-1]:
        at += gap
        places.append(at)
        at += size
    return tuple(places)


@dataclass(frozen=True)
class Fit:
    """The size of the cells, the columns and rows that are seen, and whether these are all."""

    cell: CellSize
    seen: Size
    whole: bool


def best_fit(layout: Layout, box: str, room: Size, cells: Iterable[CellSize] = (NORMAL, NARROW)) -> Fit:
    """The first of the cells with which the whole board is seen in the room.

    Where there is none: the first with which only its rows are to be scrolled, else the last. `box` holds the signs of
    the lines as `Glyphs.box` does.
    """
    fits, wide = [], []
    for cell in cells:
        text = frame(layout, box, cell)
        seen = Size(min(text.width, room.width), min(text.height, room.height))
        fits.append(Fit(cell, seen, seen == (text.width, text.height)))
        wide += [fits[-1]] if seen.width == text.width else []
    return next((fit for fit in fits if fit.whole), next(iter(wide), fits[-1]))
