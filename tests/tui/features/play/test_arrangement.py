"""Arrangement in terminals of any size: nothing lies outside, and the cursor is always visible."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Region, Size

from engine.sudoku.layout import LAYOUTS, Layout, double, single
from tui.base.zoom import Zoom
from tui.draw.board_frame import CellSeparation, CellSize, board_frame, follow, labelled_frame, note_grid
from tui.draw.magnifier import magnifier
from tui.draw.palette import UNICODE
from tui.features.play.arrangement import DIGITS, arrange, plan

layouts = st.sampled_from([make() for make in LAYOUTS.values()])
terminals = st.builds(Size, st.integers(80, 260), st.integers(24, 90))


@given(layouts, st.sampled_from(Zoom), terminals)
def test_everything_lies_in_the_terminal(layout: Layout, zoom: Zoom, terminal: Size) -> None:
    arrangement = arrange(layout, UNICODE.box, zoom, terminal)
    assert arrangement.visible.width + 1 + arrangement.panel.width <= terminal.width
    rows = terminal.height - 1 if arrangement.has_side_panel else terminal.height - 3
    assert max(arrangement.visible.height, arrangement.panel.height) <= rows
    assert arrangement.panel.width >= (20 if arrangement.has_side_panel and arrangement.notes_inside else 23)
    room = Region(0, 0, *arrangement.panel)
    for has_hint in (False, True):
        parts = plan(layout, arrangement, has_hint=has_hint)
        places = list(parts.places.values())
        assert all(room.contains_region(place) for place in places)
        assert not any(place.overlaps(other) for place, other in combinations(places, 2))
        assert parts.hint.height >= 4 or not has_hint
        if area := parts.places.get(DIGITS):
            assert all(area.contains_region(place.translate(area.offset)) for place in parts.digits.values())
    assert arrangement.notes_inside == (note_grid(layout.size, arrangement.cell) is not None)
    assert arrangement.notes_inside or zoom not in (Zoom.LARGE, Zoom.GROUNDS)
    assert arrangement.cell.separation is not CellSeparation.LINES or zoom is not Zoom.GROUNDS


@given(layouts, terminals)
def test_the_automatic_choice_scrolls_only_where_small_cells_do(layout: Layout, terminal: Size) -> None:
    arrangement = arrange(layout, UNICODE.box, Zoom.AUTOMATIC, terminal)
    text = labelled_frame(layout, UNICODE.box, arrangement.cell, arrangement.visible.width)
    if arrangement.visible != text.size:
        assert arrangement == arrange(layout, UNICODE.box, Zoom.SMALL, terminal)


@pytest.mark.parametrize(
    ("layout", "terminal", "cell"),
    [
        (double(), (80, 24), CellSize(3, 1)),
        (double(), (120, 40), CellSize(6, 2, separation=CellSeparation.GROUNDS)),
        (double(), (160, 50), CellSize(7, 3, separation=CellSeparation.GROUNDS)),
        (single(), (80, 24), CellSize(6, 2, separation=CellSeparation.GROUNDS)),
        (single(), (100, 30), CellSize(7, 3, separation=CellSeparation.OPEN)),
        (single(), (120, 40), CellSize(7, 3, separation=CellSeparation.LINES)),
        (single(), (160, 50), CellSize(9, 4, separation=CellSeparation.LINES)),
        (single(), (250, 70), CellSize(11, 5, separation=CellSeparation.LINES)),
        (LAYOUTS["4x4"](), (80, 24), CellSize(9, 4, separation=CellSeparation.LINES)),
        (LAYOUTS["16x16"](), (80, 24), CellSize(3, 1)),
        (LAYOUTS["samurai"](), (80, 24), CellSize(2, 1)),
        (LAYOUTS["samurai"](), (160, 50), CellSize(6, 2, separation=CellSeparation.GROUNDS)),
    ],
    ids=str,
)
def test_common_terminals(layout: Layout, terminal: tuple[int, int], cell: CellSize) -> None:
    arrangement = arrange(layout, UNICODE.box, Zoom.AUTOMATIC, Size(*terminal))
    assert arrangement.cell == cell
    assert arrange(layout, UNICODE.box, Zoom.AUTOMATIC, Size(*terminal), is_slow=True).cell.height <= 3


@given(st.integers(0, 300), st.integers(9, 200), st.integers(1, 400), st.integers(1, 8), st.data())
def test_a_window_shows_the_cell_with_its_neighbours_and_moves_only_if_it_must(
    start: int, room: int, whole: int, size: int, data: st.DataObject
) -> None:
    room, size = min(room, whole), min(size, whole)
    cell = data.draw(st.integers(0, whole - size))
    start = min(start, whole - room)
    new_start = follow(start, room, whole, cell, size)
    assert 0 <= new_start <= whole - room
    first, last = max(cell - size - 2, 0), min(cell + 2 * size + 2, whole)
    if last - first <= room:
        assert new_start <= cell
        assert cell + size <= new_start + room
        assert follow(new_start, room, whole, cell, size) == new_start, "it does not move again"
    if start <= first and last <= start + room:
        assert new_start == start


@given(layouts, st.integers(9, 60), st.integers(5, 40), st.data())
def test_the_magnifier_shows_the_cursor_and_fits(layout: Layout, width: int, height: int, data: st.DataObject) -> None:
    cursor = data.draw(st.integers(0, len(layout.cells) - 1))
    visible = magnifier(layout, cursor, Size(width, height), UNICODE.box)
    if visible is None:
        return
    assert visible.window.width <= width
    assert visible.window.height <= height
    text = board_frame(layout, UNICODE.box, visible.cell)
    row, column = layout.cells[cursor]
    assert visible.window.x <= text.xs[column]
    assert text.xs[column] + visible.cell.width <= visible.window.right
    assert visible.window.y <= text.ys[row]
    assert text.ys[row] + visible.cell.height <= visible.window.bottom
