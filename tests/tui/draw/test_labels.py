"""The labels of rows and columns around a board; marks of cells in houses without lines."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.play.typed_moves import parse_move
from engine.sudoku.layout import LAYOUTS, Layout, double
from engine.sudoku.layout.cell_notation import column_letters
from tui.draw.board import BoardAppearance, draw
from tui.draw.board_frame import (
    NARROW,
    NORMAL,
    CellSeparation,
    CellSize,
    board_frame,
    cell_names,
    labelled_frame,
    labels,
    parted_sizes,
)
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.draw.picture import Picture

PALETTE = PALETTES["mono"]
layouts = st.sampled_from([make() for make in LAYOUTS.values()])


def rows_of(picture: Picture) -> list[str]:
    return ["".join(picture.chars[y * picture.width :][: picture.width]) for y in range(picture.height)]


def empty(layout: Layout) -> BoardAppearance:
    return BoardAppearance([0] * len(layout.cells), [PALETTE.given] * len(layout.cells))


@given(layouts, st.booleans(), st.data())
def test_every_row_and_column_is_named_whole_and_outside_of_its_cells(
    layout: Layout, grounds: bool, data: st.DataObject
) -> None:
    cell = data.draw(st.sampled_from([NARROW, NORMAL, *parted_sizes(layout.size, grounds=grounds)]))
    text = labelled_frame(layout, UNICODE.box, cell, 1000)
    named = {(label.x + len(label.text) - 1, label.y): label.text for label in labels(text)}
    inside = {
        (text.xs[column] + x, text.ys[row] + y)
        for row, column in layout.cells
        for x in range(cell.width)
        for y in range(cell.height)
    }
    steps = {(x - back, y) for (x, y), name in named.items() for back in range(len(name))}
    assert not steps & inside
    assert len(steps) == sum(map(len, named.values())), "no name lies on another one"
    across, down = cell.middle
    rows, columns = zip(*layout.cells, strict=True)
    for row in set(rows):
        first = min(column for at, column in layout.cells if at == row)
        end = max(x for x, y in named if y == text.ys[row] + down and x < text.xs[first])
        assert named[end, text.ys[row] + down] == str(row + 1)
    for column in set(columns):
        if len(str(column + 1)) < cell.width or column % 2:
            ends = [row for row, at in layout.cells if at == column]
            x = text.xs[column] + across
            assert named[x, text.ys[min(ends)] - 1] == str(column + 1)
            foot = x, text.ys[max(ends)] + cell.height
            if foot in named:
                assert named[foot] == column_letters(column)
            else:  # there is no foot, or a row number would touch the letter
                assert cell.separation is CellSeparation.OPEN or (x + 1, foot[1]) in steps
    assert not any((x + 1, y) in steps and named[x, y].isalpha() for x, y in named), "f10 is not a name"


def test_the_double_has_room_for_whole_names() -> None:
    rows = rows_of(draw(board_frame(double(), ASCII.box), empty(double()), PALETTE, ASCII, labelled=True))
    assert rows[0][:31] == "+-1--2--3-+-4--5--6-+-7--8--9-+"
    assert rows[8].endswith("+10-11-12-+13-14-15-+")
    assert rows[12].startswith("+-a--b--c-+")
    assert [row[:20].split() for row in rows[13:16]] == [["10"], ["11"], ["12"]]


def test_numbers_stand_outside_of_the_line_if_there_is_room() -> None:
    layout = LAYOUTS["16x16"]()
    look = empty(layout)
    for columns, start in ((80, (" 1|", "10|")), (54, ("1|", "10 ")), (53, ("1 ", "| "))):
        rows = rows_of(draw(labelled_frame(layout, ASCII.box, NORMAL, columns), look, PALETTE, ASCII, labelled=True))
        assert rows[1].startswith(start[0])
        assert rows[12].startswith(start[1])


@given(layouts, st.integers(24, 200), st.sampled_from([NARROW, NORMAL]))
def test_a_row_number_stands_whole_wherever_there_is_room_for_it(layout: Layout, columns: int, cell: CellSize) -> None:
    text = labelled_frame(layout, UNICODE.box, cell, columns)
    needed = len(str(1 + max(row for row, column in layout.cells if column == 0))) - 1
    if board_frame(layout, UNICODE.box, cell).width + needed <= columns:
        assert text.width <= columns
        visible = {label.text for label in labels(text) if label.x < min(text.xs)}
        assert {str(row + 1) for row, column in layout.cells if column == 0} <= visible


@given(layouts, st.data())
def test_a_cell_has_the_names_that_hints_and_typed_moves_use(layout: Layout, data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, len(layout.cells) - 1))
    hinted, typed = cell_names(layout, cell).split()
    assert hinted == layout.cell_name(cell)
    assert parse_move(f"{typed}1", layout).cell == cell


@pytest.mark.parametrize(("name", "count"), [("x", 17), ("windows", 36), ("single", 0), ("jigsaw", 0), ("double", 0)])
def test_diagonals_and_windows_are_marked_without_colour_too(name: str, count: int) -> None:
    layout = LAYOUTS[name]()
    looks = empty(layout), replace(empty(layout), values=[5] * len(layout.cells), grounds={0: PALETTE.peer})
    for palette, look in product((PALETTE, PALETTES["dark"]), looks):
        text = board_frame(layout, UNICODE.box)
        picture = draw(text, look, palette, UNICODE)
        marked = [
            cell
            for cell, (row, column) in enumerate(layout.cells)
            if picture.char(text.xs[column] + 2, text.ys[row]) in {*UNICODE.diagonals, UNICODE.region}
        ]
        houses = {cell for house in layout.houses if house.kind in ("diagonal", "window") for cell in house.cells}
        assert len(marked) == count
        assert set(marked) == houses
        if not look.grounds:
            grounded = sum(style.bgcolor is not None for style in picture.styles)
            assert grounded == (3 * count if palette.marked else 0)
