"""Making a new game: choices, the puzzle that comes of them, and stopping."""

import time
from typing import Any

import pytest
from screens import until_screen

from engine.base.errors import Cancelled
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate
from engine.sudoku.search import exact as search
from tui.app import SatSudoku
from tui.base.dialogs import Confirm
from tui.features.new_game.screen import NewGameScreen
from tui.features.play.screen import BoardScreen


async def test_two_keys_start_a_double_with_one_solution(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await pilot.press("n", "enter")
        screen = await until_screen(pilot, BoardScreen)
        puzzle = screen.game.puzzle
        assert (puzzle.layout.name, puzzle.holes) == ("double", 50)
        assert search.count(puzzle, 2) == 1
        assert screen.game.solution is not None


async def test_the_choices_and_the_seed_make_the_puzzle(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await pilot.press("n", "right", "down", "backspace", "5", "5", "down", "1", "2", "enter")
        screen = await until_screen(pilot, BoardScreen)
        assert screen.game.puzzle == generate(double(), 55, seed=12).puzzle


async def test_more_holes_than_are_reachable_are_said_so_and_can_be_played(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await pilot.press("n", "down", "1", "5", "0", "down", "7", "enter")
        dialog = await until_screen(pilot, Confirm)
        assert "reachable" in dialog._question
        await pilot.press("y")
        screen = await until_screen(pilot, BoardScreen)
        assert 90 < screen.game.puzzle.holes < 150
        assert search.count(screen.game.puzzle, 2) == 1


async def test_escape_stops_the_work_and_then_leaves(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def endless(*_: object, cancel: Any, on_progress: Any, **__: object) -> None:
        on_progress(3, 70)
        while not cancel():
            time.sleep(0.005)
        seen.append("stopped")
        raise Cancelled

    monkeypatch.setattr("tui.features.new_game.screen.generate", endless)
    async with app.run_test() as pilot:
        await pilot.press("n", "enter")
        await pilot.pause(0.1)
        await pilot.press("escape")
        assert isinstance(app.screen, NewGameScreen)
        await app.workers.wait_for_complete()
        assert seen == ["stopped"]
        await pilot.press("escape")
        assert not isinstance(app.screen, NewGameScreen)


def test_the_choices_as_a_picture(snap_compare: Any, app: SatSudoku) -> None:
    assert snap_compare(app, terminal_size=(80, 24), press=["n", "down", "down"])
