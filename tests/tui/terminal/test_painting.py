"""When a screen or dialog opens or closes, the terminal gets only the differences, once, and shows the result."""

import re
from typing import Any

import pyte
import pytest
from screens import until, until_screen, until_shown
from textual._compositor import CompositorUpdate
from textual.geometry import Size

from engine.sudoku.layout import double
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.requests import PlayPuzzle
from tui.features.play.screen import BoardScreen
from tui.terminal.driver import ScreenModel

PUZZLE = Puzzle(double(), (0, *random_solution(double(), 3)[1:]))
WIDTH, HEIGHT = 80, 24


def cells(stream: pyte.Stream) -> list[object]:
    """Every cell; for a blank only the visible part of its style."""
    plain = {"fg": "default", "bold": False, "italics": False, "blink": False}
    found = [stream.listener.buffer[y][x] for y in range(HEIGHT) for x in range(WIDTH)]
    return [cell._replace(**plain) if cell.data == " " and not cell.reverse else cell for cell in found]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("key", "words"),
    [("v", "history"), ("E", "› share"), ("question_mark", "keys: board"), ("t", "hardest"), ("R", "Start again")],
)
async def test_the_cost_of_a_screen_is_its_difference(
    app: SatSudoku, monkeypatch: pytest.MonkeyPatch, key: str, words: str
) -> None:
    model = ScreenModel(lambda: Size(WIDTH, HEIGHT))
    all_of_it, less = (pyte.Stream(pyte.Screen(WIDTH, HEIGHT)) for _ in range(2))
    sent: list[str] = []

    def display(_: Any, update: Any) -> None:
        if isinstance(update, CompositorUpdate) and not app._batch_count:
            data = update.render_segments(app.console)
            all_of_it.feed(data)
            sent.append(model.difference(data))
            less.feed(sent[-1])

    monkeypatch.setattr(app, "_display", display)
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        app.post_message(PlayPuzzle(PUZZLE))
        board = await until_screen(pilot, BoardScreen)
        await until_shown(pilot, "to fill", "1-9 place")
        await pilot.press("p", "p")  # its clock is paused while another screen covers it
        await pilot.pause()
        for press, there in ((key, lambda: app.screen is not board), ("escape", lambda: app.screen is board)):
            sent.clear()
            before = cells(less)
            await pilot.press(press)
            await until(pilot, there)
            if press == key:
                await until_shown(pilot, words)
            await pilot.pause(0.2)
            assert cells(less) == cells(all_of_it)
            differing = sum(old != new for old, new in zip(before, cells(less), strict=True))
            text = re.sub(r"\x1b\[[\d;?]*\w|\n", "", "".join(sent))
            assert 0 < len(text) < 1.5 * differing, press


async def test_after_a_resize_everything_is_sent_again(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if the size is the same again when something is painted: the terminal may have shifted its lines."""
    forgotten: list[bool] = []
    monkeypatch.setattr(ScreenModel, "clear", lambda _: forgotten.append(True))
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        await pilot.pause()
        forgotten.clear()
        await pilot.resize_terminal(WIDTH, HEIGHT)
        await pilot.pause()
        assert forgotten
        forgotten.clear()
        await pilot.press("ctrl+l")
        assert forgotten
