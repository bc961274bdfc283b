"""The puzzles of the day on the screen: what is open, playing them, and the result to copy."""

from datetime import date
from time import sleep

import pytest
from screens import screen_text, until, until_screen, until_shown

from engine.base.errors import Cancelled
from engine.play.daily import Daily, DailyKind
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.dialogs import Offer
from tui.features.daily.screen import DailyScreen
from tui.features.play.screen import BoardScreen

SOLUTION = random_solution(single(), 1)
TWO_HOLES = Puzzle(single(), (0, 0, *SOLUTION[2:]), "daily")


async def test_a_daily_is_generated_once_and_then_resumed(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[DailyKind] = []

    def make(daily: Daily, *_: object) -> Puzzle:
        made.append(daily.kind)
        return TWO_HOLES

    monkeypatch.setattr("tui.features.daily.screen.daily_puzzle", make)
    today, copies = date.today(), list[str]()
    monkeypatch.setattr(app, "copy_to_clipboard", copies.append)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await until_screen(pilot, DailyScreen)
        await until_shown(pilot, f"{today}: 0 of ", "sudoku 9x9, easy", "double sudoku")
        await until_shown(pilot, "81 cells, 9 digits", "Steps of this level", "days with a solved puzzle of the day")
        await pilot.press("enter")
        await until_screen(pilot, BoardScreen)
        await pilot.press(str(SOLUTION[0]), "escape")
        await until_screen(pilot, DailyScreen)
        await until_shown(pilot, "in progress")
        await pilot.resize_terminal(120, 40)  # room for the board of the game
        row = "".join(map(str, SOLUTION[9:18]))
        await until(pilot, lambda: row in "".join(screen_text(app).replace("│", "").split()))
        await pilot.resize_terminal(80, 24)
        await pilot.press("enter")
        board = await until_screen(pilot, BoardScreen)
        assert board.game.board.filled == 80
        await pilot.press("tab", str(SOLUTION[1]))
        await until_screen(pilot, Offer)
        await pilot.press("enter", "escape")
        await until_screen(pilot, DailyScreen)
        await until_shown(pilot, f"{today}: 1 of ", "1 day running", "sudoku 9x9, easy: 00:00:0")
        await pilot.press("y")
        await until_shown(pilot, "sent to the clipboard")
        assert copies[0].startswith(f"satsudoku, {today}\nsudoku 9x9, easy: 00:00:0")
        await pilot.press("escape", "t")
        await until_shown(pilot, f"{today}: 1 of ", "1 day running")
        await pilot.press("escape", "d")
        await until_shown(pilot, "1 day running")
        await until(pilot, lambda: app.screen.query_one("DailyList").cursor == 1)  # the first open one
    assert made == [DailyKind.EASY]


async def test_the_making_can_be_stopped(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(daily: Daily, _report: object, cancel: object) -> Puzzle:
        assert callable(cancel)
        while not cancel():
            sleep(0.01)
        raise Cancelled

    monkeypatch.setattr("tui.features.daily.screen.daily_puzzle", endless)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await until_screen(pilot, DailyScreen)
        await until_shown(pilot, "sudoku 9x9, easy")
        await pilot.press("enter")
        await until_shown(pilot, "making it")
        await pilot.press("escape")
        await until_shown(pilot, "stopped")
        assert isinstance(app.screen, DailyScreen)
