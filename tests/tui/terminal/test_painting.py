"""Opening and closing a screen or a dialog sends its picture once."""

import re
from typing import Any

import pytest
from screens import until, until_screen, until_shown
from textual._compositor import CompositorUpdate

from engine.sudoku.layout import double
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.requests import PlayPuzzle
from tui.features.play.screen import BoardScreen

PUZZLE = Puzzle(double(), (0, *random_solution(double(), 3)[1:]))
WIDTH, HEIGHT = 80, 24


@pytest.mark.parametrize(
    ("key", "words"),
    [("v", "history"), ("E", "share:"), ("question_mark", "keys: board"), ("t", "hardest"), ("R", "Start again")],
)
async def test_a_screen_is_painted_once(app: SatSudoku, monkeypatch: pytest.MonkeyPatch, key: str, words: str) -> None:
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        app.post_message(PlayPuzzle(PUZZLE))
        board = await until_screen(pilot, BoardScreen)
        await until_shown(pilot, "to fill", "1-9 place")
        await pilot.press("p", "p")  # its clock is paused while another screen is over it
        sent: list[str] = []

        def display(_: Any, update: Any) -> None:
            if isinstance(update, CompositorUpdate) and not app._batch_count:
                sent.append(update.render_segments(app.console))

        monkeypatch.setattr(app, "_display", display)
        for press, there in ((key, lambda: app.screen is not board), ("escape", lambda: app.screen is board)):
            sent.clear()
            await pilot.press(press)
            await until(pilot, there)
            if press == key:
                await until_shown(pilot, words)
            await pilot.pause(0.2)
            text = re.sub(r"\x1b\[[\d;?]*\w|\n", "", "".join(sent))
            assert 0 < len(text) < 1.9 * WIDTH * HEIGHT, press
