"""Pictures of boards: lines between boxes on any layout, and signs for monochrome terminals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region

from engine.play.board import COLOUR_LETTERS, digits_of
from engine.sudoku.layout import LAYOUTS as CATALOGUE
from engine.sudoku.layout import Layout, conflicts, double, from_grids, single
from engine.sudoku.signs import sign
from tui.draw.board import BoardAppearance, Sign, draw
from tui.draw.board_frame import NARROW, CellSize, board_frame, note_grid, sizes_with_notes
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.draw.picture import Picture

LAYOUTS = [
    single(),
    double(),
    from_grids("six", "sudoku 6x6", 2, 3, [(0, 0)]),
    from_grids("samurai", "samurai", 3, 3, [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)]),
]
PALETTE, MONO = PALETTES["dark"], PALETTES["mono"]


def lines(picture: Picture) -> list[str]:
    return ["".join(picture.chars[y * picture.width : (y + 1) * picture.width]) for y in range(picture.height)]


def plain_look(layout: Layout, values: list[int], **more: object) -> BoardAppearance:
    return BoardAppearance(values, [PALETTE.given] * len(values), conflicts=conflicts(layout, values), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_a_frame_parts_cells_exactly_where_their_boxes_differ(layout: Layout) -> None:
    visible = board_frame(layout, UNICODE.box)
    assert len({len(row) for row in visible.rows}) == 1
    box = {cell: house.name for house in layout.houses if house.kind == "box" for cell in house.cells}
    for cell, (row, column) in enumerate(layout.cells):
        x, y = visible.xs[column], visible.ys[row]
        assert visible.rows[y][x : x + 3] == "   "
        right = layout.index.get((row, column + 1))
        parted = right is None or box[right] != box[cell]
        assert (visible.rows[y][x + 3 : x + 4] == "│") == parted


def test_the_double_is_51_columns_and_21_rows() -> None:
    visible = board_frame(double(), UNICODE.box)
    assert (visible.width, visible.height) == (51, 21)
    assert visible.rows[12] == "└─────────┴─────────┼─────────┼─────────┼─────────┤"
    assert set("".join(board_frame(double(), ASCII.box).rows)) == set(" -|+")


@given(st.data())
def test_every_cell_of_a_conflict_shows_a_sign_and_no_other_cell_does(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from(LAYOUTS))
    count = len(layout.cells)
    values = data.draw(st.lists(st.sampled_from([0, 0, 0, 1, 2, 3]), min_size=count, max_size=count))
    picture = draw(board_frame(layout, ASCII.box), plain_look(layout, values), PALETTE, ASCII)
    visible = board_frame(layout, ASCII.box)
    clashing = {cell for conflict in conflicts(layout, values) for cell in conflict.cells}
    for cell, (row, column) in enumerate(layout.cells):
        text = lines(picture)[visible.ys[row]][visible.xs[column] : visible.xs[column] + 3]
        assert text == ("!" if cell in clashing else " ") + (str(values[cell]) if values[cell] else ".") + " "


def test_a_broken_house_is_marked_at_its_edge_without_colours() -> None:
    layout = double()
    values = [0] * 153
    values[layout.index[3, 0]] = values[layout.index[3, 8]] = 5
    text = lines(draw(board_frame(layout, UNICODE.box), plain_look(layout, values), MONO, UNICODE))
    y = board_frame(layout, UNICODE.box).ys[3]
    assert text[y] == "!!5  ·  · │ ·  ·  · │ ·  · !5 !                    "


def test_a_hidden_board_shows_no_digit() -> None:
    layout = single()
    look = plain_look(layout, [1 + cell % 9 for cell in range(81)], hidden=True)
    picture = draw(board_frame(layout, UNICODE.box), look, PALETTE, UNICODE)
    assert not set("".join(lines(picture))) & set("123456789")


@given(st.data())
def test_notes_are_read_off_large_cells_of_any_layout(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from([make() for make in CATALOGUE.values()]))
    cell = data.draw(st.sampled_from(sizes_with_notes(layout.size)))
    masks = [data.draw(st.integers(0, (1 << layout.size) - 1)) << 1 for _ in range(3)]
    notes = [masks[number % 3] for number in range(len(layout.cells))]
    values = [0] * len(notes)
    text, grid = board_frame(layout, ASCII.box, cell), note_grid(layout.size, cell)
    picture = draw(text, plain_look(layout, values, notes=notes), PALETTE, ASCII)
    assert grid
    for number, (row, column) in enumerate(layout.cells):
        visible = 0
        for digit in range(1, layout.size + 1):
            down, across = divmod(digit - 1, grid.across)
            char = picture.char(text.xs[column] + 1 + grid.step * across, text.ys[row] + down)
            visible |= (char == sign(digit)) << digit
        assert visible == notes[number]


@given(st.data())
def test_a_window_equals_its_part_of_the_whole_board(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from(LAYOUTS))
    cell = data.draw(st.sampled_from([NARROW, *sizes_with_notes(layout.size)]))
    count = len(layout.cells)
    values = data.draw(st.lists(st.integers(0, 3), min_size=count, max_size=count))
    look = plain_look(layout, values, notes=[6] * count, marked_houses=[9], cursor=count // 2)
    text = board_frame(layout, UNICODE.box, cell)
    whole = draw(text, look, PALETTE, UNICODE)
    width, height = data.draw(st.integers(1, whole.width)), data.draw(st.integers(1, whole.height))
    x, y = data.draw(st.integers(0, whole.width - width)), data.draw(st.integers(0, whole.height - height))
    part = draw(text, look, PALETTE, UNICODE, Region(x, y, width, height))
    for row in range(height):
        start = (y + row) * whole.width + x
        assert part.chars[row * width : (row + 1) * width] == whole.chars[start : start + width]
        assert part.styles[row * width : (row + 1) * width] == whole.styles[start : start + width]


def test_marks_of_notes_and_of_houses_need_no_colour() -> None:
    layout = single()
    signs = {(0, 1): Sign("-", PALETTE.elimination), (0, 5): Sign("*", PALETTE.premise)}
    values = [0] * 9 + list(range(1, 10)) + [0] * 63
    look = plain_look(layout, values, notes=[1 << 1 | 1 << 5] * 81, note_signs=signs, cursor=1)
    text = lines(draw(board_frame(layout, UNICODE.box, sizes_with_notes(9)[1]), look, MONO, UNICODE))
    assert text[1].startswith("│-1      1      1")
    assert text[2].startswith("│  *5   [  5  ]   5")


@pytest.mark.parametrize("cell", sizes_with_notes(9))
def test_a_ground_fills_a_cell_with_notes_and_notes_stay_notes(cell: CellSize) -> None:
    layout = single()
    look = plain_look(layout, [0] * 81, notes=[0x3FE] * 81, grounds={0: PALETTE.peer}, cursor=80)
    text = board_frame(layout, UNICODE.box, cell)
    picture = draw(text, look, PALETTE, UNICODE)
    where = {
        (x, y)
        for y in range(picture.height)
        for x in range(picture.width)
        if picture.styles[y * picture.width + x].bgcolor == PALETTE.peer.bgcolor
    }
    assert where == {(text.xs[0] + x, text.ys[0] + y) for x in range(cell.width) for y in range(cell.height)}
    assert len({picture.styles[y * picture.width + x] for x, y in where if picture.char(x, y).isdigit()}) == 1


@given(st.data())
def test_notes_in_corners_stand_apart_from_those_in_the_centre_and_none_is_lost(data: st.DataObject) -> None:
    layout = data.draw(st.sampled_from([make() for make in CATALOGUE.values()]))
    cell = data.draw(st.sampled_from(sizes_with_notes(layout.size)))
    notes, corners = (data.draw(st.integers(0, (1 << layout.size) - 1)) << 1 for _ in range(2))
    count = len(layout.cells)
    look = plain_look(layout, [0] * count, notes=[notes] * count, corners=[corners] * count)
    text = board_frame(layout, UNICODE.box, cell)
    picture = draw(text, look, PALETTE, UNICODE)
    row, column = layout.cells[0]
    left, top = text.xs[column], text.ys[row]
    places = [(left + x, top + y) for y in range(cell.height) for x in range(cell.width)]
    visible = [(picture.char(x, y), picture.styles[y * picture.width + x].underline) for x, y in places]
    in_corner = {char for char, underlined in visible if underlined and char.isalnum()}
    in_centre = {char for char, underlined in visible if not underlined and char.isalnum()}
    assert in_corner == {sign(digit) for digit in digits_of(corners)}
    assert in_centre <= {sign(digit) for digit in digits_of(notes)}
    assert in_centre | in_corner == {sign(digit) for digit in digits_of(notes | corners)}
    assert ("'" in {char for char, _ in visible}) == bool(corners)


def test_without_colours_those_of_cells_and_notes_have_letters_in_every_size() -> None:
    layout = single()
    for cell in (NARROW, CellSize(3, 1), *sizes_with_notes(9)):
        look = plain_look(layout, [5, *[0] * 80], colours={0: 3, 1: 9}, notes=[1 << 4] * 81, tints={(1, 4): 2})
        text = board_frame(layout, UNICODE.box, cell)
        picture = draw(text, look, MONO, UNICODE)
        for number, letter in ((0, COLOUR_LETTERS[3]), (1, COLOUR_LETTERS[9])):
            inside = [
                picture.char(text.xs[number] + x, text.ys[0] + y) for x in range(cell.width) for y in range(cell.height)
            ]
            assert letter in inside
            if number == 1 and (grid := note_grid(9, cell)) and grid.step > 1:
                assert COLOUR_LETTERS[2] in inside
