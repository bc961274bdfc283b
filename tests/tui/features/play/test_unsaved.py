"""Failures to save are reported, and you are asked before you leave."""

import os
from pathlib import Path

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.play.store import Store
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.requests import PlayPuzzle
from tui.features.browse.screen import BrowserScreen
from tui.features.play.screen import BoardScreen

SOLUTION = random_solution(single(), 1)
PUZZLE = Puzzle(single(), (0, 0, *SOLUTION[2:]))


@pytest.fixture
def block() -> Path:
    """A file in place of the folder of saved games."""
    path = Path(os.environ["SATSUDOKU_STATE"])
    path.write_text("no folder")
    return path


async def play(pilot: Pilot[None], *keys: str) -> BoardScreen:
    """Start a game and press keys."""
    pilot.app.post_message(PlayPuzzle(PUZZLE))
    screen: BoardScreen = await until_screen(pilot, BoardScreen)
    await until_shown(pilot, "to fill")
    await pilot.press(*keys)
    return screen


async def test_leaving_an_unsaved_game_asks(app: SatSudoku, block: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await play(pilot, str(SOLUTION[0]))
        await until_shown(pilot, "not saved")
        await pilot.press("escape")
        await until_shown(pilot, "Leave and lose this game?")
        await pilot.press("n")
        await until(pilot, lambda: app.screen is screen)
        assert screen.game.clock.running
        await pilot.press("escape", "y")
        await until_screen(pilot, BrowserScreen)


async def test_quitting_asks_too_and_the_same_key_confirms(app: SatSudoku, block: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot, str(SOLUTION[0]), "ctrl+q")
        await until_shown(pilot, "Quit and lose the game?")
        assert app.return_code is None
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app.return_code == 0)


async def test_a_game_without_a_move_is_left_without_a_question(app: SatSudoku, block: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot, "escape")
        await until_screen(pilot, BrowserScreen)


@pytest.mark.parametrize("key", ["escape", "ctrl+q"])
async def test_leaving_saves_a_game_as_soon_as_that_is_possible(app: SatSudoku, block: Path, key: str) -> None:
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await play(pilot, str(SOLUTION[0]))
        await until_shown(pilot, "not saved")
        block.unlink()
        await pilot.press(key)
        if key == "escape":
            await until_screen(pilot, BrowserScreen)
            await until_shown(pilot, "Games are saved again.")
        else:
            await until(pilot, lambda: app.return_code == 0)
    with Store() as store:
        assert [game.filled for game in store.games()] == [1]


async def test_the_chip_disappears_when_the_game_is_saved(app: SatSudoku, block: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot, str(SOLUTION[0]))
        await until_shown(pilot, "not saved")
        block.unlink()
        await pilot.press("u")
        await until(pilot, lambda: "not saved" not in screen_text(app))


async def test_warnings_are_shown_in_the_line_of_messages(app: SatSudoku, block: Path) -> None:
    async with app.run_test(size=(120, 24), notifications=True) as pilot:
        await until_shown(pilot, "Games are not being saved")  # over the browser
        await play(pilot, str(SOLUTION[0]))
        await until_shown(pilot, "not saved", "Games are not being saved")
        assert list(app._notifications) == []
        block.unlink()
        await pilot.press("u")
        await until_shown(pilot, "Games are saved again.")
        assert list(app._notifications) == []
