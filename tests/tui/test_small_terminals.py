"""Every screen can be used in the smallest terminals: the focus is visible, and the line of keys is complete."""

from pathlib import Path

import pytest
from pages import OFTEN, OTHERS, SELDOM, Open, filled
from screens import screen_text, settled
from textual.geometry import Region, Size
from textual.pilot import Pilot

from tui.app import SatSudoku
from tui.base.base_app import SMALL, HasSelection
from tui.base.board import BoardView, Fitting
from tui.base.page import KeyBar, Page
from tui.terminal.options import Options

PHONE, LOW = Size(46, 40), Size(31, 13)


def check(page: Page, size: Size) -> None:
    """Fails unless the keys go to something visible and the lines of the screen end within it."""
    whole = Region(0, 0, *size)
    assert not page.is_too_small
    if page.focused is not None:
        assert page.focused.display
        region, clip = page._compositor.visible_widgets[page.focused]
        visible = region.intersection(clip)
        assert visible in whole
        assert visible.height >= min(region.height, 2), f"{page.focused} is hidden in {size}"
        assert visible.width >= min(region.width, 8)
        if isinstance(page.focused, HasSelection):
            assert visible.contains_point(page.focused.content_region.offset + page.focused.selected_place())
    assert all(child.region in whole for child in page.children if child.display and child.region)
    if page.query_one(KeyBar).display:
        assert "? help" in screen_text(page.app).splitlines()[-1]
    for board in page.query(BoardView):
        if board.display:
            assert board.picture.width <= size.width
            assert board.region.height == board.picture.height


@pytest.mark.parametrize(
    "open_page",
    [*OFTEN, *(pytest.param(item, marks=pytest.mark.slow) for item in OTHERS)],
    ids=lambda item: item.__name__,
)
async def test_a_screen_in_small_terminals(open_page: Open, tmp_path: Path) -> None:
    folder = filled(tmp_path)
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        page = await open_page(pilot, folder)
        for size in (PHONE, LOW, SMALL, Size(40, 12), Size(80, 12), Size(30, 60), Size(80, 24), Size(120, 40)):
            await resized(pilot, size)
            check(page, size)


async def test_the_panel_moves_below_the_board_in_narrow_terminals(tmp_path: Path) -> None:
    folder = filled(tmp_path)
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        page = await SELDOM[1](pilot, folder)
        board, rows = page.query_one(BoardView), page.PARTS[0]
        found = []
        for size in (Size(80, 24), PHONE, Size(40, 12), LOW, Size(80, 24)):
            await resized(pilot, size)
            beside = page.query_one(rows).region
            assert board.display is (board.fitting is not Fitting.ALONE)
            found.append((board.fitting, beside.x > board.region.x, beside.y > board.region.y))
    at_side = Fitting.SIDE_BY_SIDE, True, False
    assert [found[0], found[2], found[4]] == [at_side] * 3, "in a low one, a part of the board is visible"
    assert found[1] == (Fitting.ABOVE, False, True)
    assert found[3][0] is Fitting.ALONE


async def resized(pilot: Pilot[None], size: Size) -> None:
    await pilot.resize_terminal(*size)
    await settled(pilot)
