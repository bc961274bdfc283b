"""A move is shown only after it has been saved, even if something else redraws the screen meanwhile."""

import asyncio
import re
from typing import Any

import pytest
from screens import screen_text, until_screen, until_shown

from engine.play.new_game import new_game
from engine.play.origin import UNKNOWN
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.saved_games import GameSlot
from tui.features.play.screen import BoardScreen

SOLUTION = random_solution(single(), 1)


def text_without_clock(app: Any) -> str:
    """The screen without its clock."""
    return re.sub(r"\d\d:\d\d:\d\d", "", screen_text(app))


@pytest.mark.parametrize(
    ("before", "key"),
    [("", "d5"), ("", "I"), ("d5", "u"), ("d5 u", "U"), ("n", "d5"), ("", "N"), ("i i i", "i")],
    ids=lambda keys: keys.replace(" ", "-") or "at once",
)
async def test_a_move_is_not_shown_before_it_is_saved(app: SatSudoku, before: str, key: str) -> None:
    disk = asyncio.Event()
    disk.set()

    class SlowSlot(GameSlot):
        async def save(self, record: object, view: object) -> str:
            await disk.wait()
            return ""

    game = new_game(Puzzle(single(), (*[0] * 9, *SOLUTION[9:]))).game
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(BoardScreen(game, SlowSlot(app.saved, UNKNOWN)))
        screen = await until_screen(pilot, BoardScreen)
        await until_shown(pilot, "to fill")
        for earlier in before.split():
            await pilot.press(earlier.removeprefix("d"))
            await app.workers.wait_for_complete()
            await pilot.pause()
        text, entries = text_without_clock(app), game.board.entries
        disk.clear()
        pressed = asyncio.create_task(pilot.press(key.removeprefix("d")))
        try:
            async with asyncio.timeout(5):
                while game.board.entries == entries:
                    await asyncio.sleep(0.01)
            screen.clock.tick()
            screen.redraw()
            await asyncio.sleep(0.05)
            meanwhile = text_without_clock(app)
        finally:
            disk.set()  # otherwise the program could not end
        await pressed
        await pilot.pause()
        assert meanwhile == text
        assert text_without_clock(app) != text
