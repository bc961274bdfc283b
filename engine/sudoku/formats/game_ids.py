"""Reads game IDs of Solo in Simon Tatham's Portable Puzzle Collection, such as `3x3:5a3_1c7...`.

Before the colon are the columns and rows of boxes, or the size and `j` for irregular boxes; `x` adds diagonals. After
it, letters count empty cells (a for 1) between givens, and `_` separates two givens. The boxes follow a comma: along
all edges between cells, first those within rows, each letter counts edges inside a box up to the next edge between two
boxes. Source: the documentation of the format in the program (solo.c).
"""

import re

from engine.base.errors import InputError
from engine.base.language import _
from engine.sudoku.layout import MAX_DIGITS, Position, from_cliques
from engine.sudoku.puzzle import Puzzle

GAME_ID = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?(j?)((?:x|k|[rma]\d*|d.)*):([0-9a-z_]+)(?:,([a-z_]+))?(,\S*)?")
"""The form of a line that is a game ID."""

_RUN = re.compile(r"[a-z]|[0-9]+")
_NO_EDGE = "z"  # the longest run of edges inside a box, with no edge between boxes after it


def read(text: str) -> Puzzle:
    """The puzzle of a game ID that `GAME_ID` matches. Raises InputError without a place."""
    match = GAME_ID.fullmatch(text)
    assert match
    across, down, jigsaw, options, cells, edges, _unused = match.groups()
    if "k" in options:
        raise InputError(_("a killer sudoku can't be read from a game ID"), advice=_("use a game ID without k"))
    columns, rows = int(across), int(down or across)
    size = columns * int(down or 1) if jigsaw else columns * rows
    if not 2 <= size <= MAX_DIGITS:
        raise InputError(
            _("this game ID is for a grid of {size}x{size}").format(size=size),
            advice=_("the size must be 2 to {most}").format(most=MAX_DIGITS),
        )
    span = range(size)
    cliques = [[(i, j) for j in span] for i in span] + [[(i, j) for i in span] for j in span]
    if jigsaw:
        cliques += _regions(edges or "", size)
    else:
        corners = [(i, j) for i in range(0, size, columns) for j in range(0, size, rows)]
        cliques += [[(i + down, j + right) for down in range(columns) for right in range(rows)] for i, j in corners]
    if "x" in re.sub(r"d.", "", options):
        cliques += [[(i, i) for i in span], [(i, size - 1 - i) for i in span]]
    try:
        return Puzzle(from_cliques("", size, cliques), _givens(cells, size))
    except ValueError as error:
        raise InputError(_("this game ID describes no grid: {error}").format(error=error)) from None


def _givens(text: str, size: int) -> tuple[int, ...]:
    givens: list[int] = []
    for run in _RUN.findall(text):
        givens += [int(run)] if run.isdigit() else [0] * (ord(run) - 96)
        if len(givens) > size * size:
            break
    if len(givens) != size * size or max(givens) > size:
        raise InputError(
            _("this game ID does not hold {size} cells").format(size=size * size), advice=_("copy all of it")
        )
    return tuple(givens)


def _regions(edges: str, size: int) -> list[list[Position]]:
    """The boxes, from the edges between cells that lie inside a box."""
    upright = [((row, column), (row, column + 1)) for row in range(size) for column in range(size - 1)]
    level = [((row, column), (row + 1, column)) for column in range(size) for row in range(size - 1)]
    pairs = upright + level
    inner_edges: list[int] = []
    place = 0
    for sign in edges:
        count = 0 if sign == "_" else ord(sign) - 96
        inner_edges += range(place, min(place + count, len(pairs)))
        place += count + (sign != _NO_EDGE)
    box = {(row, column): (row, column) for row in range(size) for column in range(size)}

    def root(cell: Position) -> Position:
        while box[cell] != cell:
            cell = box[cell]
        return cell

    for edge in inner_edges:
        first, second = pairs[edge]
        box[root(first)] = root(second)
    boxes: dict[Position, list[Position]] = {}
    for cell in box:
        boxes.setdefault(root(cell), []).append(cell)
    return list(boxes.values())
