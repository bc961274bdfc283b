"""Common properties of all screens and dialogs, as seen in the terminal."""

from pathlib import Path
from typing import Any

import pytest
from pages import DIALOGS, OFTEN, OTHERS, REST, Open, browser, filled, inspected_sudoku
from rich.cells import cell_len
from screens import screen_text, settled, until
from textual._context import visible_screen_stack
from textual.color import Color
from textual.geometry import Region, Size
from textual.pilot import Pilot
from textual.widget import Widget

from tui.app import SatSudoku
from tui.base.dialogs import Dialog
from tui.base.page import Page
from tui.draw.face import FRAMED_FROM
from tui.terminal.options import Options

SIZES = Size(80, 24), Size(120, 40), Size(160, 50)


def check_page(page: Page, size: Size) -> None:
    """The header is in the first line with the path to the screen, the keys are in the last one."""
    lines = screen_text(page.app).splitlines()
    header = page.header
    assert lines[0].startswith(f" {page.glyphs.mark} ")
    assert header.path[-1] in lines[0]
    assert all(chip.text in lines[0] for chip in header.chips)
    if size.width >= FRAMED_FROM:
        assert all(fact in lines[0] for fact in header.facts)
    assert lines[-1].startswith(" ")
    assert "? help" in lines[-1]


def frames_of(page: Page) -> list[Widget]:
    """The visible frames."""
    return [widget for widget in page.query(".frame") if widget.display and widget.region]


def edge(widget: Widget) -> Any:
    """The look of a frame's edge: its kind and colour, and the colour of its title."""
    return widget.styles.border_top, widget.styles.border_title_color


def check_frames(page: Page, size: Size) -> None:
    """Titles are complete and visible, and the frame with the focus looks different from all others."""
    frames = frames_of(page)
    for frame in frames:
        assert frame.border_title is not None
        assert frame.region in Region(0, 0, *size)
        assert cell_len(str(frame.border_title)) <= frame.region.width - 2
        assert frame.region.height >= 2
        title_row = screen_text(page.app).splitlines()[frame.region.y]
        assert str(frame.border_title) in title_row
    with_focus = [frame for frame in frames if page.focused in frame.walk_children(with_self=True)]
    others = [frame for frame in frames if frame not in with_focus]
    assert len(with_focus) <= 1
    assert all(edge(frame) != edge(with_focus[0]) for frame in others if with_focus)


def panel_titles_are_closed(page: Page, size: Size) -> None:
    """Every frame that begins in the visible area ends there."""
    text = screen_text(page.app)
    _across, _upright, *corners = page.glyphs.frame
    if size.width >= FRAMED_FROM:
        assert len({text.count(corner) for corner in corners}) == 1


@pytest.mark.parametrize(
    "open_page",
    [*OFTEN, *(pytest.param(item, marks=pytest.mark.slow) for item in OTHERS)],
    ids=lambda item: item.__name__,
)
async def test_every_screen_has_a_header_frames_and_keys(open_page: Open, tmp_path: Path) -> None:
    folder = filled(tmp_path)
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        page = await open_page(pilot, folder)
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settled(pilot)
            check_page(page, size)
            check_frames(page, size)
            panel_titles_are_closed(page, size)


async def test_titles_in_frames_of_ascii_are_in_inks_for_the_plain_ground(tmp_path: Path) -> None:
    """Elsewhere at 80x24 they stand on a ground of their own, whose ink is as dark as the terminal."""
    folder = filled(tmp_path)
    app = SatSudoku(Options(path=folder, ascii=True))
    async with app.run_test(size=(80, 24)) as pilot:
        page = await browser(pilot, folder)
        for size in SIZES[:2]:
            await pilot.resize_terminal(*size)
            await settled(pilot)
            variables = app.get_css_variables()
            inks = {str(frame.border_title): edge(frame) for frame in frames_of(page)}
            accent, plain = Color.parse(variables["accent"]), Color.parse(variables["foreground"])
            assert {title for _, title in inks.values()} == {accent, plain}
            assert all((line[1] == accent) is (title == accent) for line, title in inks.values())


async def test_every_dialog_lies_over_its_screen_and_shows_its_keys(tmp_path: Path) -> None:
    folder = filled(tmp_path)
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        page = await browser(pilot, folder)
        for size in (SIZES[0], SIZES[-1]):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            for kind, opening in DIALOGS.items():
                await check_dialog(pilot, page, opening(page), kind.__name__, size)


async def check_dialog(pilot: Pilot[None], page: Page, dialog: Any, name: str, size: Size) -> None:
    app = pilot.app
    app.push_screen(dialog)
    await until(pilot, lambda: app.screen is dialog and dialog.is_mounted)
    await settled(pilot)
    lines = screen_text(app).splitlines()
    assert lines[0].startswith(f" {page.glyphs.mark} "), name
    if isinstance(dialog, Dialog):
        check_grey(app, page, lines)
    for box in dialog.query(".box"):
        assert box.region in Region(0, 0, *size), name
        assert box.region.y > 0, f"{name} covers the header"
        if size.width >= FRAMED_FROM:
            assert box.region.area * 3 <= size.area * 2, f"{name} covers more than two thirds"
    if isinstance(dialog, Dialog):
        bindings = [binding for binding in type(dialog).BINDINGS if getattr(binding, "id", None)]
        keys = {dialog.first_key(binding.action) for binding in bindings}  # type: ignore[union-attr]
        text = "\n".join(lines)
        assert any(key and key in text for key in keys), name
    await app.pop_screen()
    await settled(pilot)


def check_grey(app: Any, page: Page, lines: list[str]) -> None:
    """The visible part of the screen behind has one colour, without backgrounds."""
    visible_screen_stack.set(app._background_screens)
    [first, *_rest] = app.screen._compositor.render_strips(app.size)
    assert first.text.strip() == lines[0].strip() != ""
    styles = [style for text, style, _ in first if style and text.strip()]
    assert {style.color for style in styles} == {page.palette.dim.color}
    assert all(style.bgcolor is None or style.bgcolor.is_default for style in styles)


async def test_tab_goes_round_the_frames(tmp_path: Path) -> None:
    """And back; if there are several, the help says so."""
    folder = filled(tmp_path)
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(120, 40)) as pilot:
        for opening in (REST[2], inspected_sudoku):  # a list and a text; clauses and a board
            page = await opening(pilot, folder)
            await settled(pilot)
            assert "next_frame(1)" in {binding.action for binding in page.own_bindings()}
            first, seen = page.focused, []
            for _ in page.focus_chain:
                await pilot.press("tab")
                seen.append(page.focused)
            assert page.focused is first
            assert len(set(seen)) == len(page.focus_chain) > 1
            await pilot.press("shift+tab")
            assert page.focused is seen[-2]
            await pilot.press("tab")


async def test_a_single_frame_has_no_key_for_the_next(tmp_path: Path) -> None:
    folder = filled(tmp_path)
    async with SatSudoku(Options(path=folder)).run_test(size=(120, 40)) as pilot:
        page = await REST[0](pilot, folder)
        assert len(page.focus_chain) == 1
        assert "next_frame(1)" not in {binding.action for binding in page.own_bindings()}


async def test_a_click_on_the_path_leads_back(tmp_path: Path) -> None:
    folder = filled(tmp_path)
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        before = await browser(pilot, folder)
        page = await REST[3](pilot, folder)
        assert page.header.path[:-1] == before.header.path
        await pilot.click(offset=(60, 0))
        assert app.screen is page
        await pilot.click(offset=(5, 0))
        await until(pilot, lambda: app.screen is before)
