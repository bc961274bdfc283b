"""The board's picture: lines between boxes on any layout, signs that need no colour."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sudoku.layout import Layout, conflicts, double, from_grids, single
from tui.palette import ASCII, PALETTES, UNICODE
from tui.widgets.board import Look, draw
from tui.widgets.frame import frame
from tui.widgets.patchwork import Picture

LAYOUTS = [
    single(),
    double(),
    from_grids("six", "sudoku 6x6", 2, 3, [(0, 0)]),
    from_grids("samurai", "samurai", 3, 3, [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)]),
]
PALETTE = PALETTES["dark"]


def lines(picture: Picture) -> list[str]:
    return ["".join(picture.chars[y * picture.width : (y + 1) * picture.width]) for y in range(picture.height)]


def plain_look(layout: Layout, values: list[int], **more: object) -> Look:
    return Look(values, [PALETTE.given] * len(values), conflicts=conflicts(layout, values), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_a_frame_parts_cells_exactly_where_their_boxes_differ(layout: Layout) -> None:
    shown = frame(layout, UNICODE.box)
    assert len({len(row) for row in shown.rows}) == 1
    assert sum(shown.cuts) == shown.width
    box = {cell: house.name for house in layout.houses if house.kind == "box" for cell in house.cells}
    for cell, (row, column) in enumerate(layout.cells):
        x, y = shown.xs[column], shown.ys[row]
        assert shown.rows[y][x : x + 3] == "   "
        right = layout.index.get((row, column + 1))
        parted = right is None or box[right] != box[cell]
        assert (shown.rows[y][x + 3 : x + 4] == "│") == parted


def test_the_double_is_51_columns_and_21_rows() -> None:
    shown = frame(double(), UNICODE.box)
    assert (shown.width, shown.height) == (51, 21)
    assert shown.rows[12] == "└─────────┴─────────┼─────────┼─────────┼─────────┤"
    assert set("".join(frame(double(), ASCII.box).rows)) == set(" -|+")


@given(st.data())
def test_every_cell_of_a_conflict_shows_a_sign_and_no_other_cell_does(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from(LAYOUTS))
    count = len(layout.cells)
    values = data.draw(st.lists(st.sampled_from([0, 0, 0, 1, 2, 3]), min_size=count, max_size=count))
    picture = draw(layout, plain_look(layout, values), PALETTE, ASCII)
    shown = frame(layout, ASCII.box)
    clashing = {cell for conflict in conflicts(layout, values) for cell in conflict.cells}
    for cell, (row, column) in enumerate(layout.cells):
        text = lines(picture)[shown.ys[row]][shown.xs[column] : shown.xs[column] + 3]
        assert text == ("!" if cell in clashing else " ") + (str(values[cell]) if values[cell] else ".") + " "


def test_a_broken_house_is_marked_at_its_edge() -> None:
    layout = double()
    values = [0] * 153
    values[layout.index[3, 0]] = values[layout.index[3, 8]] = 5
    text = lines(draw(layout, plain_look(layout, values), PALETTE, UNICODE))
    y = frame(layout, UNICODE.box).ys[3]
    assert text[y] == "!!5  ·  · │ ·  ·  · │ ·  · !5 !                    "


def test_a_hidden_board_shows_no_digit() -> None:
    layout = single()
    picture = draw(layout, plain_look(layout, [1 + cell % 9 for cell in range(81)], hidden=True), PALETTE, UNICODE)
    assert not set("".join(lines(picture))) & set("123456789")
