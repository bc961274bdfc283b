"""The mouse in the panel next to the board: its digits are keys, and the cells of the magnifier are cells."""

import re

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.base import language
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.page import KeyBar
from tui.base.requests import PlayPuzzle
from tui.features.play.screen import BoardScreen

DOUBLE = random_solution(double(), 3)


async def play(pilot: Pilot[None]) -> BoardScreen:
    """Open a double sudoku with its first two cells empty."""
    pilot.app.post_message(PlayPuzzle(Puzzle(double(), (0, 0, *DOUBLE[2:]))))
    screen: BoardScreen = await until_screen(pilot, BoardScreen)
    await until_shown(pilot, "2 to fill")
    return screen


async def click(pilot: Pilot[None], text: str, right: int = 0, down: int = 0) -> None:
    """Click on the text on the screen, or at an offset from it."""
    row, line = next((row, line) for row, line in enumerate(screen_text(pilot.app).splitlines()) if text in line)
    await pilot.click(offset=(line.index(text) + right, row + down))


@pytest.mark.parametrize("size", [(80, 24), (100, 30)], ids=str)
async def test_a_click_on_a_digit_types_it(app: SatSudoku, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        screen = await play(pilot)
        await click(pilot, f"{DOUBLE[0]} ×1")
        await until_shown(pilot, "1 to fill")
        assert screen.game.values[0] == DOUBLE[0]
        await pilot.press("u", "n")
        await click(pilot, f"{DOUBLE[0]} ×1", right=2)
        await until(pilot, lambda: screen.game.board.notes[0] == 1 << DOUBLE[0])
        await pilot.press("p")
        await click(pilot, f"{DOUBLE[0]} ×1")
        await pilot.press("p")
        assert screen.game.board.notes[0] == 1 << DOUBLE[0], "nothing happens to a board that is hidden"


async def test_a_click_on_a_hint_shows_its_next_stage(app: SatSudoku) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await play(pilot)
        await pilot.press("i")
        await until_shown(pilot, "Look at column 1")
        await click(pilot, "Look at column 1", right=3)
        await until(pilot, lambda: "Look at column 1" not in screen_text(app))
        assert screen.hint_text.card, "the next stage"


async def test_a_hint_leaves_the_digits_of_the_panel_as_they_are(app: SatSudoku) -> None:
    """In a terminal where the hint is below the board."""
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await play(pilot)
        await pilot.press("i")
        await until_shown(pilot, "Look at column 1")
        await click(pilot, f"{DOUBLE[0]} ×1")
        await until(pilot, lambda: screen.game.values[0] == DOUBLE[0])


async def test_a_click_in_the_magnifier_goes_to_the_cell(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await play(pilot)
        await click(pilot, "box 1 of grid 1", right=3, down=6)
        await until(pilot, lambda: screen.cursor == double().index[1, 0])
        await click(pilot, "box 1 of grid 1", right=18, down=2)
        await until(pilot, lambda: screen.cursor == double().index[0, 2])
        await pilot.press("left")
        assert screen.cursor == double().index[0, 1], "the keys are still the board's"


async def test_a_click_on_an_entry_of_the_key_bar_acts_like_its_key_unless_it_names_several(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await play(pilot)
        await pilot.press("1")
        await until(pilot, lambda: screen.game.values[0] == 1)
        line = screen_text(app).splitlines()[-1]
        await pilot.press("right")
        await pilot.click(KeyBar, offset=(line.index("1-9 place"), 0))
        assert screen.game.values[:2] == (1, 0)
        await pilot.click(KeyBar, offset=(line.index("u undo"), 0))
        await until(pilot, lambda: screen.game.values[0] == 0)


async def test_a_click_on_the_clock_pauses_in_a_language_of_long_words(app: SatSudoku) -> None:
    with language.speaking("de"):
        async with app.run_test(size=(80, 24)) as pilot:
            pilot.app.post_message(PlayPuzzle(Puzzle(single(), (0, 0, *random_solution(single(), 3)[2:]))))
            screen: BoardScreen = await until_screen(pilot, BoardScreen)
            await until_shown(pilot, "noch 2 Zellen")
            await click(pilot, "00:00:0")
            await until(pilot, lambda: screen.marks.paused)
            await until_shown(pilot, "noch 2 Zellen")


async def test_completed_houses_are_not_counted_for_a_hidden_board(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await play(pilot)
        await until_shown(pilot, "of 53 houses done")
        await pilot.press("p")
        await until(pilot, lambda: "houses done" not in screen_text(app))
        await pilot.press("p")
        await until_shown(pilot, "of 53 houses done")


@pytest.mark.parametrize("code", ["en", "de", "zh_CN"])
async def test_the_progress_of_all_grids_is_separate_from_that_of_the_cursor(app: SatSudoku, code: str) -> None:
    solution = random_solution(LAYOUTS["samurai"](), 1)
    with language.speaking(code):
        async with app.run_test(size=(80, 24)) as pilot:
            app.post_message(PlayPuzzle(Puzzle(LAYOUTS["samurai"](), (0, 0, *solution[2:]))))
            await until_shown(pilot, "367/369")
            assert not re.search(r"367/369\w", screen_text(app))
