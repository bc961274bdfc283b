"""The lines of a board: where each cell of a layout stands in the text, and the lines between boxes."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from engine.sudoku.layout import Layout

_ARMS = {"u": 1, "d": 2, "l": 4, "r": 8}
_JUNCTIONS = ("lr", "ud", "dr", "dl", "ur", "ul", "udr", "udl", "dlr", "ulr", "udlr")
"""The arms of each sign, in the order of `Glyphs.box`."""


@dataclass(frozen=True)
class Frame:
    """The text of an empty board.

    `rows` are its lines of text, all of the same length; the inside of the cell in canvas row r and column c is
    `cell_width` characters from column `xs[c]` of line `ys[r]`. `cuts` are widths of upright slices that end at cells.
    """

    rows: tuple[str, ...]
    xs: tuple[int, ...]
    ys: tuple[int, ...]
    cell_width: int
    cuts: tuple[int, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)


@lru_cache(maxsize=32)
def frame(layout: Layout, box: str, cell_width: int = 3, cell_height: int = 1) -> Frame:
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
    upright = [any(beside(r, c) for r in range(rows)) for c in range(columns + 1)]
    level = [any(above(r, c) for c in range(columns)) for r in range(rows + 1)]
    xs = _places(upright, cell_width)
    ys = _places(level, cell_height)
    sign = {sum(_ARMS[arm] for arm in arms): char for arms, char in zip(_JUNCTIONS, box, strict=True)}
    # ends of a line, where only one arm is left, and nothing at all
    sign |= {0: " ", 1: box[1], 2: box[1], 4: box[0], 8: box[0]}

    def junction(r: int, c: int) -> str:
        arms = beside(r - 1, c) * 1 + beside(r, c) * 2 + above(r, c - 1) * 4 + above(r, c) * 8
        return sign[arms]

    lines: list[str] = []
    for r in range(rows + 1):
        if level[r]:
            lines.append("".join(
                (junction(r, c) if upright[c] else "")
                + ((box[0] if above(r, c) else " ") * cell_width if c < columns else "")
                for c in range(columns + 1)
            ))
        if r < rows:
            text = "".join(
                ((box[1] if beside(r, c) else " ") if upright[c] else "") + (" " * cell_width if c < columns else "")
                for c in range(columns + 1)
            )
            lines += [text] * cell_height
    edges = [0, *xs, len(lines[0])] if upright[0] else [*xs, len(lines[0])]
    cuts = tuple(right - left for left, right in pairwise(edges))
    return Frame(tuple(lines), xs, ys, cell_width, cuts)


def _areas(layout: Layout) -> dict[tuple[int, int], int]:
    """For each position the box it lies in; one area for all where a layout has no boxes."""
    boxes = {cell: n for n, house in enumerate(layout.houses) if house.kind == "box" for cell in house.cells}
    return {position: boxes.get(cell, 0) for cell, position in enumerate(layout.cells)}


def _places(lines: list[bool], size: int) -> tuple[int, ...]:
    """The first text column (or row) of each canvas column, where lines[i] says that a line stands before it."""
    places, at = [], 0
    for line in lines[:-1]:
        at += line
        places.append(at)
        at += size
    return tuple(places)
