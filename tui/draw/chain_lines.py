"""The links of a chain behind the notes of a board: strong ones solid, weak ones dotted."""

from collections.abc import Sequence
from itertools import pairwise

from tui.draw.board_frame import BoardFrame, note_grid
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture

Node = Sequence[tuple[int, int]]
"""Candidates (cell and digit) that form one node of a chain."""

_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_CORNERS = {_DOWN | _RIGHT: 2, _DOWN | _LEFT: 3, _UP | _RIGHT: 4, _UP | _LEFT: 5}
"""The index in `Glyphs.links` of the corner with these arms."""


def put_chain(picture: Picture, frame: BoardFrame, chain: Sequence[Node], palette: Palette, glyphs: Glyphs) -> None:
    """Draw the links of a chain, of which the first, third and so on are strong.

    Each link joins the nearest candidates of its two nodes; a row counts as two columns.
    """

    def distance(places: tuple[tuple[int, int], tuple[int, int]]) -> int:
        (x, y), (other_x, other_y) = places
        return abs(x - other_x) + 2 * abs(y - other_y)

    for number, (first, second) in enumerate(pairwise(chain)):
        pairs = ((_place(frame, a), _place(frame, b)) for a in first for b in second)
        _put_link(picture, frame, *min(pairs, key=distance), palette, glyphs, is_strong=number % 2 == 0)


def _place(frame: BoardFrame, candidate: tuple[int, int]) -> tuple[int, int]:
    """Return the column and row of a candidate."""
    cell, digit = candidate
    row, column = frame.layout.cells[cell]
    grid = note_grid(frame.layout.size, frame.cell)
    assert grid, "a chain is drawn in cells that hold notes"
    across, down = grid.place(digit)
    return frame.xs[column] + across, frame.ys[row] + down


def _put_link(
    picture: Picture,
    frame: BoardFrame,
    start: tuple[int, int],
    end: tuple[int, int],
    palette: Palette,
    glyphs: Glyphs,
    *,
    is_strong: bool,
) -> None:
    """Draw a link over blanks, lines and other links."""
    signs, style = glyphs.links, palette.strong if is_strong else palette.weak
    straight = {_LEFT | _RIGHT: signs[0] if is_strong else signs[-2], _UP | _DOWN: signs[1] if is_strong else signs[-1]}
    path = _path(frame, start, end)
    for before, here, after in zip(path, path[1:], path[2:], strict=False):
        arms = _arm(here, before) | _arm(here, after)
        char = signs[_CORNERS[arms]] if arms in _CORNERS else straight[arms]
        if picture.char(*here) in (" ", *glyphs.box, *signs):
            picture.put_over(*here, char, style)


def _arm(place: tuple[int, int], neighbour: tuple[int, int]) -> int:
    """Return the side of a place on which its neighbour is."""
    if place[0] != neighbour[0]:
        return _LEFT if neighbour[0] < place[0] else _RIGHT
    return _UP if neighbour[1] < place[1] else _DOWN


def _path(frame: BoardFrame, start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the places of a link: along its first row, vertically in a free column, along its last row."""
    (x, y), (to_x, to_y) = start, end
    turn = _free_column(frame, x, to_x) if y != to_y else to_x
    corners = [start, (turn, y), (turn, to_y), end]
    path = [start]
    for (from_x, from_y), (next_x, next_y) in pairwise(corners):
        step_x, step_y = (next_x > from_x) - (next_x < from_x), (next_y > from_y) - (next_y < from_y)
        length = abs(next_x - from_x) + abs(next_y - from_y)
        path += [(from_x + step_x * count, from_y + step_y * count) for count in range(1, length + 1)]
    return path


def _free_column(frame: BoardFrame, start: int, end: int) -> int:
    """Return a column without notes next to the end, on the side of the start: the first column of a cell."""
    before = max((x for x in frame.xs if x <= end), default=frame.xs[0])
    after = min((x for x in frame.xs if x > end), default=before)
    return after if start > end else before
