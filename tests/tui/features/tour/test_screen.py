"""The tour: shown only at the first start, with the keys in force, and never in the way."""

from pathlib import Path

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.play.state_directory import state_directory
from tui.app import SatSudoku, key_owners
from tui.base.keymap import all_in_force
from tui.features.browse.screen import BrowserScreen
from tui.features.new_game.screen import NewGameScreen
from tui.features.tour.screen import LEAVES, TourScreen
from tui.terminal.config import first_start
from tui.terminal.options import Options


@pytest.fixture
def app(tmp_path: Path) -> SatSudoku:
    """The program at its first start."""
    return SatSudoku(Options(path=tmp_path, tour=True))


async def toured(pilot: Pilot[None]) -> TourScreen:
    tour: TourScreen = await until_screen(pilot, TourScreen)
    return tour


async def test_every_page_fits_and_the_last_one_ends_it(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await toured(pilot)
        for page, leaf in enumerate(LEAVES, 1):
            await until_shown(pilot, leaf.title, f"page {page} of {len(LEAVES)}", *(does for _, does in leaf.rows))
            assert str(leaf.text).split()[-1] in screen_text(app)
            await pilot.press("enter")
        assert isinstance(app.screen, BrowserScreen)


async def test_pages_turn_back_and_escape_ends_it(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        tour = await toured(pilot)
        await pilot.press("right", "right", "left")
        assert tour.page == 1
        await pilot.press("left", "left")
        assert tour.page == 0
        await pilot.press("escape")
        assert isinstance(app.screen, BrowserScreen)


async def test_another_key_ends_it_and_has_its_usual_effect(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await toured(pilot)
        await pilot.press("n")
        await until_screen(pilot, NewGameScreen)


async def test_the_keys_are_those_in_force(tmp_path: Path) -> None:
    keymap = {"browser.new_game": "f7", "dialogs.tour_next": "ctrl+n"}
    async with SatSudoku(Options(path=tmp_path, tour=True, keymap=keymap)).run_test() as pilot:
        tour = await toured(pilot)
        await until_shown(pilot, "^n: next page")
        await pilot.press("ctrl+n")
        assert tour.page == 1
        line = next(line for line in screen_text(pilot.app).splitlines() if "a new double sudoku" in line)
        assert "f7" in line.lower()


async def test_without_the_option_it_waits_in_the_palette(tmp_path: Path) -> None:
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test() as pilot:
        browser = await until_screen(pilot, BrowserScreen)
        await pilot.pause()
        assert app.screen is browser
        commands = {command.title: command.callback for command in app.get_system_commands(browser)}
        commands["tour"]()
        await toured(pilot)


def test_every_key_it_names_exists() -> None:
    keys = all_in_force({}, key_owners())
    named = {word for leaf in LEAVES for ids, _ in leaf.rows for word in ids.split()}
    assert {item for item in named if not keys.get(item)} == set()


def test_the_first_start_is_the_one_that_finds_nothing_remembered() -> None:
    assert first_start()
    state_directory().mkdir(parents=True)
    assert first_start()
    (state_directory() / "games.sqlite").touch()
    assert not first_start()


async def test_a_start_is_remembered(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await toured(pilot)
        await until(pilot, lambda: not first_start())


async def test_the_tour_is_in_the_first_frame(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)):
        assert isinstance(app.screen, TourScreen)


async def test_a_click_turns_the_page_and_a_click_outside_closes_it(app: SatSudoku) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        tour = await toured(pilot)
        await until_shown(pilot, f"page 1 of {len(LEAVES)}")
        await pilot.click(offset=(60, 20))
        assert tour.page == 1
        await pilot.click(offset=(2, 35))
        assert isinstance(app.screen, BrowserScreen)


async def test_it_follows_the_theme_and_the_width(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        tour = await toured(pilot)
        await pilot.resize_terminal(50, 30)
        await until_shown(pilot, "and make them, open formulas, watch solvers ")
        before = tour._text.visual
        app.theme = "light"
        await until(pilot, lambda: tour._text.visual is not before)


async def test_every_line_can_be_read_in_a_small_terminal(app: SatSudoku) -> None:
    async with app.run_test(size=(40, 12)) as pilot:
        tour, seen = await toured(pilot), ""
        while app.screen is tour:
            assert not any(tour.scrollbars_enabled), "nothing is outside the screen"
            seen += screen_text(app)
            await pilot.press("enter")
        words = seen.replace("│", " ").split()
        assert {word for leaf in LEAVES for word in str(leaf.text).split()} <= set(words)
