"""Draws the links of a chain behind the digits of a board: strong ones solid, weak ones dotted."""

from collections.abc import Sequence
from itertools import pairwise

from tui.draw.board_frame import BoardFrame, note_grid
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture

Node = Sequence[tuple[int, int]]
"""Candidates (cell and digit) that form one node of a chain."""

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_CORNERS = {_DOWN | _RIGHT: 2, _DOWN | _LEFT: 3, _UP | _RIGHT: 4, _UP | _LEFT: 5}
"""The index of the corner with these arms in `Glyphs.links`."""


def put_chain(picture: Picture, text: BoardFrame, chain: Sequence[Node], palette: Palette, glyphs: Glyphs) -> None:
    """Draw the links of a chain whose first statement is false; links from a false to a true statement are strong.

    Each link joins the nearest candidates of its two statements.
    """
    for number, (first, other) in enumerate(pairwise(chain)):
        places = ((_place(text, a), _place(text, b)) for a in first for b in other)
        start, end = min(places, key=lambda pair: abs(pair[0][0] - pair[1][0]) + 2 * abs(pair[0][1] - pair[1][1]))
        _put_link(picture, text, start, end, palette, glyphs, is_strong=number % 2 == 0)


def _place(text: BoardFrame, candidate: tuple[int, int]) -> tuple[int, int]:
    """Return the column and row of a candidate."""
    cell, digit = candidate
    row, column = text.layout.cells[cell]
    grid = note_grid(text.layout.size, text.cell)
    assert grid, "the cells hold notes"
    across, down = grid.place(digit)
    return text.xs[column] + across, text.ys[row] + down


def _put_link(
    picture: Picture,
    text: BoardFrame,
    start: tuple[int, int],
    end: tuple[int, int],
    palette: Palette,
    glyphs: Glyphs,
    *,
    is_strong: bool,
) -> None:
    signs, style = glyphs.links, palette.strong if is_strong else palette.weak
    straight = {_LEFT | _RIGHT: signs[0] if is_strong else signs[-2], _UP | _DOWN: signs[1] if is_strong else signs[-1]}
    path = _path(text, start, end)
    for before, here, after in zip(path, path[1:], path[2:], strict=False):
        arms = _arm(here, before) | _arm(here, after)
        char = signs[_CORNERS[arms]] if arms in _CORNERS else straight[arms]
        under = picture.char(*here)
        if under == " " or under in glyphs.box or under in signs:
            picture.put_over(*here, char, style)


def _arm(here: tuple[int, int], there: tuple[int, int]) -> int:
    """Return the side of a place with its neighbour."""
    if here[0] != there[0]:
        return _LEFT if there[0] < here[0] else _RIGHT
    return _UP if there[1] < here[1] else _DOWN


def _path(text: BoardFrame, start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the places of a link: along its first row, vertically in a free column, along its last row."""
    (x, y), (to_x, to_y) = start, end
    turn = _free_column(text, x, to_x) if y != to_y else to_x
    corners = [start, (turn, y), (turn, to_y), end]
    path = [start]
    for (from_x, from_y), (next_x, next_y) in pairwise(corners):
        step_x, step_y = (next_x > from_x) - (next_x < from_x), (next_y > from_y) - (next_y < from_y)
        far = abs(next_x - from_x) + abs(next_y - from_y)
        path += [(from_x + step_x * at, from_y + step_y * at) for at in range(1, far + 1)]
    return path


def _free_column(text: BoardFrame, start: int, end: int) -> int:
    """Return the empty first column of the cell beside the end, on the side of the start."""
    firsts = text.xs
    before = max((x for x in firsts if x <= end), default=firsts[0])
    after = min((x for x in firsts if x > end), default=before)
    return after if start > end and after > before else before
