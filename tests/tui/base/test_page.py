"""Properties of every screen: it waits in a terminal that is too small, has help, and lets the mouse press its keys."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pages import OFTEN, OTHERS, Open, board, browser, filled
from screens import screen_text, settled, until, until_shown
from textual.binding import Binding, BindingType
from textual.events import MouseScrollDown

from engine.sudoku.layout import double
from tui.app import SatSudoku
from tui.base.board import BoardView
from tui.base.key_names import keys_of
from tui.base.page import KeyBar, Page
from tui.base.rows import Rows
from tui.terminal.options import Options


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A formula, a puzzle, and enough other names to scroll."""
    return filled(tmp_path)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "open_screen",
    [*OFTEN, *(pytest.param(item, marks=pytest.mark.slow) for item in OTHERS)],
    ids=lambda item: item.__name__,
)
async def test_a_too_small_terminal_is_reported_and_a_larger_one_works_again(folder: Path, open_screen: Open) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_screen(pilot, folder)
        await pilot.pause()
        least = screen.least_size
        for size in ((least.width - 1, 24), (80, least.height - 1), (20, 5)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: screen.has_class("-too-small"))
        await until(pilot, lambda: "^q quits" in " ".join(screen_text(app).split()))
        assert f"{least.width} columns and {least.height} rows" in " ".join(screen_text(app).split())
        await pilot.resize_terminal(80, 24)
        await until_shown(pilot, "? help")
        assert not screen.has_class("-too-small")
        assert app.screen is screen
        await pilot.click(KeyBar, offset=(screen_text(app).splitlines()[-1].index("? help") + 3, 0))
        await until_shown(pilot, "esc close")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)


@pytest.mark.slow
@pytest.mark.parametrize("open_screen", [*OFTEN, *OTHERS], ids=lambda item: item.__name__)
async def test_no_screen_fails_at_any_size(folder: Path, open_screen: Open) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_screen(pilot, folder)
        for size in ((1, 1), (80, 1), (1, 24), (300, 5), (80, 24)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: screen.has_class("-too-small") == (size != (80, 24)))


async def test_a_click_outside_the_keys_does_nothing(folder: Path) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await browser(pilot, folder)
        await pilot.click(KeyBar, offset=(0, 0))
        await pilot.pause()
        assert app.screen is screen


async def test_a_click_on_a_cell_goes_there(folder: Path) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        screen: Any = await board(pilot, folder)
        await until_shown(pilot, "? help")
        await pilot.click(BoardView, offset=(6, 2))
        await until(pilot, lambda: screen.board.cursor == double().index[1, 1])


async def test_the_wheel_scrolls_a_list(folder: Path) -> None:
    for number in range(60):
        (folder / f"more-{number:02}.txt").write_text("")
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        screen: Any = await browser(pilot, folder)
        rows = screen.query_one(Rows)
        before = rows.cursor
        rows.post_message(MouseScrollDown(rows, 5, 5, 0, 1, 0, False, False, False))
        await until(pilot, lambda: rows.cursor > before)


@pytest.mark.parametrize(("rows", "whole"), [(24, False), (50, True)])
async def test_the_help_scrolls_only_where_it_has_no_room(folder: Path, rows: int, whole: bool) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, rows)) as pilot:
        await board(pilot, folder)
        await pilot.press("question_mark")
        await until_shown(pilot, "esc close")
        assert ("up, down more" not in screen_text(app)) == whole
        assert (" quit " in screen_text(app)) == whole
        lines = screen_text(app).split("\n")
        first = next(at for at, line in enumerate(lines) if "keys: board" in line)
        last = next(at for at, line in enumerate(reversed(lines)) if "esc close" in line)
        assert abs(first - last) <= 1, "in the middle"


@pytest.mark.few(1)
@pytest.mark.parametrize("ascii_only", [False, True])
async def test_the_help_lists_every_key(folder: Path, ascii_only: bool) -> None:
    app = SatSudoku(Options(path=folder, ascii=ascii_only))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await board(pilot, folder)
        await until_shown(pilot, "? help")
        await pilot.press("question_mark")
        await until_shown(pilot, "esc close")
        seen = set()
        for _ in range(5):
            seen |= {" ".join(line.split()) for line in screen_text(app).splitlines()}
            assert not ascii_only or screen_text(app).isascii()
            await pilot.press("pagedown")
        text = "\n".join(seen)
        for binding in screen.own_bindings():
            if binding.description:
                assert str(binding.key_display) in text
        assert "quit" in text


@pytest.mark.few(1)
@pytest.mark.parametrize("open_screen", [*OFTEN, *OTHERS], ids=lambda function: function.__name__)
async def test_the_line_of_keys_and_the_help_describe_keys(folder: Path, open_screen: Open) -> None:
    """Each key that they name does that, unless another part of the screen has the focus, and no key is left out."""
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(400, 60)) as pilot:
        screen = await open_screen(pilot, folder)
        await settled(pilot)
        bindings, active = screen.own_bindings(), screen.active_bindings
        parts = [
            binding.id
            for part, keys in screen.KEYS_OF_PARTS.items()
            if not isinstance(screen.focused, part)
            for binding in keys
        ]
        for binding in bindings:
            for key in keys_of(binding) if binding.id not in parts else ():
                assert active[key].binding.action == binding.action, (key, binding.action)
                assert active[key].enabled, key
        listed = {binding.action for binding in bindings}
        unlisted = {
            (key, now.binding.action)
            for key, now in active.items()
            if now.enabled and "." in (now.binding.id or "") and now.binding.action not in listed
        }
        assert {action.partition("(")[0] for _, action in unlisted} <= {"next_frame"}, "left out if there is one frame"
        line = screen_text(app).splitlines()[-1]
        for binding in bindings:
            if binding.show and binding.description:
                assert f"{binding.key_display} {binding.description}" in line
        await pilot.press("question_mark")
        await until_shown(pilot, "keys: ")
        words = " ".join(re.sub(r"[│┃|]", " ", screen_text(app)).split())
        for binding in bindings:
            if binding.description:
                assert " ".join((binding.tooltip or binding.description).split()[:2]) in words


async def test_page_text_is_shown_verbatim(folder: Path) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        page = await board(pilot, folder)
        page.notify("[bold]a[/bold] [link]")
        await until_shown(pilot, "[bold]a[/bold] [link]")


class Halfway(Page):
    """At one end of a list, the keys that lead further do nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("a", "go(1)", "farther"), Binding("b", "stay", "stay")]

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        return {"go": False}

    def action_go(self, by: int) -> None: ...

    def action_stay(self) -> None: ...


async def test_keys_without_effect_are_not_in_the_line_of_keys(folder: Path) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(Halfway())
        await until_shown(pilot, "b stay")
        assert "farther" not in screen_text(app)


async def test_the_line_of_keys_has_the_width_of_the_terminal(folder: Path) -> None:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await board(pilot, folder)
        await until_shown(pilot, "? help")
        before = screen_text(app).splitlines()[-1]
        await pilot.resize_terminal(130, 24)
        await until(pilot, lambda: "w watch" in screen_text(app).splitlines()[-1])
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: screen_text(app).splitlines()[-1].split() == before.split())
