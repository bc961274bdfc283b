"""The setter's board: counts of candidates, decisive and unneeded clues, equal cells."""

import pytest
from screens import until, until_screen, until_shown
from textual.events import Paste
from textual.pilot import Pilot

from engine.play.prospects import prospects
from engine.sudoku.formats import write
from engine.sudoku.layout import LAYOUTS, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from tui.app import SatSudoku
from tui.base.requests import SetPuzzle
from tui.draw.palette import PALETTES, UNICODE
from tui.features.edit.screen import EditorScreen
from tui.features.edit.setter import setter_lines


async def editor(pilot: Pilot[None], puzzle: Puzzle) -> EditorScreen:
    pilot.app.post_message(SetPuzzle(puzzle))
    screen: EditorScreen = await until_screen(pilot, EditorScreen)
    return screen


async def test_candidates_are_counted_and_clues_named(app: SatSudoku) -> None:
    four = LAYOUTS["4x4"]()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await editor(pilot, Puzzle(four, (1, 2, 3, 4, 3, 4, 1, 2, *(0,) * 8)))
        await pilot.press("c", "down", "down")
        await until_shown(pilot, "solutions of the candidates", "of r3c1", "2 2", "Always equal:", "r3c1 = r4c3")
        await pilot.press("up")
        await until_shown(pilot, "r2c1 is a given.")
        await pilot.press("down", "2")
        await until(pilot, lambda: screen._setter is not None and screen._setter.complete)
        assert screen.draft.values[8] == 2
        await until_shown(pilot, "One solution is left with:", "r3c2 1, r3c2 3")
        await pilot.press("c")
        await until_shown(pilot, "9 givens")


async def test_redundant_items_are_named(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await editor(pilot, generate(single(), 30, seed=1).puzzle)
        await pilot.press("c")
        await until_shown(pilot, "Each of these givens could", "+")


@pytest.mark.long
async def test_another_layout_shows_nothing_of_the_draft_before(app: SatSudoku) -> None:
    four = LAYOUTS["4x4"]()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await editor(pilot, Puzzle(four, (1, 2, 3, 4, 3, 4, 1, 2, *(0,) * 8)))
        await pilot.press("C", "down", "down")
        await until(pilot, lambda: screen._setter is not None and screen._setter.complete)
        old = screen._setter
        await pilot.press("y", "home", "enter")
        await until(pilot, lambda: screen.draft.layout != four and screen.board.board_layout == screen.draft.layout)
        await until(pilot, lambda: screen._setter is not old)
        pilot.app.screen.post_message(Paste(write(generate(LAYOUTS["samurai"](), 300, seed=1).puzzle)))
        await until(pilot, lambda: screen.draft.layout == LAYOUTS["samurai"]() == screen.board.board_layout)
        await pilot.press("C", "y", "home", "enter")
        await until(pilot, lambda: screen.draft.layout != LAYOUTS["samurai"]())


def test_without_a_solution_the_panel_says_so() -> None:
    four, palette = LAYOUTS["4x4"](), PALETTES["dark"]
    *_, found = prospects(Puzzle(four, (1, 2, 3, 0, 0, 0, 0, 4, *(0,) * 8)))
    lines = setter_lines(found, four, 3, palette, UNICODE, 60)
    assert ["".join(segment.text for segment in line) for line in lines] == [
        "no solution",
        "undo, or remove a given or a rule",
    ]
