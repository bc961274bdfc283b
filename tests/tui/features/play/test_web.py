"""The board screen as the web page shows it, and the keys that only the page sends."""

import json

import pytest
from screens import until_screen
from textual.pilot import Pilot

from engine.sudoku.layout import LAYOUTS, double
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.requests import PlayPuzzle
from tui.features.play.screen import BoardScreen
from tui.terminal.web_keys import WebView, cell_key

DOUBLE = random_solution(double(), 3)
EMPTY = (0, 1, 40, 152)


def nearly() -> Puzzle:
    return Puzzle(double(), tuple(0 if cell in EMPTY else digit for cell, digit in enumerate(DOUBLE)), "nearly")


async def board_of(pilot: Pilot[None], puzzle: Puzzle) -> BoardScreen:
    pilot.app.post_message(PlayPuzzle(puzzle))
    screen: BoardScreen = await until_screen(pilot, BoardScreen)
    return screen


async def test_a_tapped_cell_is_handled_in_the_order_of_the_keys(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        await pilot.press(cell_key(152), str(DOUBLE[152]), cell_key(40), str(DOUBLE[40]))
        assert screen.cursor == 40
        assert [screen.game.values[cell] for cell in EMPTY] == [0, 0, DOUBLE[40], DOUBLE[152]]
        await pilot.press(cell_key(999))
        assert screen.cursor == 40, "there is no such cell"


async def test_the_page_gets_the_game_the_message_and_the_keys(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, nearly())
        await pilot.press(cell_key(1), "n", "3", "n", cell_key(0), str(DOUBLE[0] % 9 + 1))
        board = screen.web_board()
        data = json.loads(json.dumps(board.state))
        assert data["cursor"] == 0
        assert data["values"]["0"] == DOUBLE[0] % 9 + 1
        assert data["notes"] == {"1": 1 << 3}
        assert data["grounds"]["clash"]
        assert data["message"][1] == "bad"
        assert board.setting["title"] == "nearly"
        assert board.setting["keys"]["undo"] == "u"
        assert board.setting["types"] == [*"123456789"]
        await pilot.press(board.setting["keys"]["undo"], board.setting["keys"]["pause"])
        assert screen.web_board().state["hidden"]


async def test_the_page_types_digits_above_nine_with_two_keys(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        layout = LAYOUTS["16x16"]()
        solution = random_solution(layout, 1)
        screen = await board_of(pilot, Puzzle(layout, (0, *solution[1:])))
        await pilot.press(*screen.web_board().setting["types"][11])
        assert screen.game.values[0] == 12


@pytest.mark.parametrize("view", [WebView.TERMINAL, WebView.BOARD])
async def test_a_hint_has_pages_only_in_a_terminal(app: SatSudoku, view: WebView) -> None:
    async with app.run_test(size=(40, 14)) as pilot:
        screen = await board_of(pilot, nearly())
        app.web_view = view
        await pilot.press("W", "enter")
        while screen.marks.hint is None:
            await pilot.pause(0.05)
        hint = screen.marks.hint
        assert hint.stage.sentence in screen.web_board().state["hint"]
        await pilot.press("i")
        assert screen.marks.hint
        is_next_page, is_next_stage = screen.marks.page > 0, screen.marks.hint.number > hint.number
        assert (is_next_page, is_next_stage) == (view is WebView.TERMINAL, view is WebView.BOARD)
