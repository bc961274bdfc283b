"""Ways to enter digits and notes, and boards of other sizes: large cells, scrolling, a resized terminal."""

from itertools import product
from typing import Any

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.board import BoardView
from tui.base.requests import PlayPuzzle
from tui.base.zoom import Zoom
from tui.draw.board_frame import CellSeparation, CellSize
from tui.features.play.screen import BoardScreen


async def board_of(pilot: Pilot[None], layout: Layout, *empty: int) -> BoardScreen:
    """Open a puzzle on a layout with these cells empty and one solution."""
    digits = random_solution(layout, 3)
    givens = tuple(0 if cell in empty else digit for cell, digit in enumerate(digits))
    pilot.app.post_message(PlayPuzzle(Puzzle(layout, givens, "nearly")))
    screen: BoardScreen = await until_screen(pilot, BoardScreen)
    await until(pilot, lambda: screen.query(BoardView))
    return screen


def message(screen: BoardScreen) -> str:
    return screen_text(screen.app).splitlines()[-2].strip()


async def test_digit_first_places_the_highlighted_digit_at_the_cursor(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, single(), 0, 1, 40)
        await pilot.press("z")
        await pilot.press("Y", "enter")
        await until(pilot, lambda: "Choose a digit first" in message(screen))
        await pilot.press("5")
        assert (screen.marks.highlighted, screen.game.board.filled) == ({5}, 78)
        await until_shown(pilot, "digit 5")
        await pilot.press("enter", "right", "n", "space")
        assert (screen.game.values[0], screen.game.board.notes[1]) == (5, 1 << 5)
        await pilot.press("Y", "7")
        assert screen.game.board.notes[1] == 1 << 5 | 1 << 7
        assert screen.view.marks.digit_first is False


async def test_digits_above_nine_are_an_apostrophe_and_a_letter(app: SatSudoku) -> None:
    layout = LAYOUTS["16x16"]()
    async with app.run_test() as pilot:
        screen = await board_of(pilot, layout, 0, 1)
        await until_shown(pilot, "' A above 9")
        await pilot.press("apostrophe")
        assert "A to G are 10 to 16" in message(screen)
        await pilot.press("g")
        assert screen.game.values[0] == 16
        assert screen.cursor == 0, "the letter is no key of its own"
        await pilot.press("apostrophe", "z")
        assert screen.zoom is Zoom.SMALL, "what is no digit does what it does"
        await pilot.press("apostrophe", "p")
        assert "1 to 9, and ' with A to G" in message(screen)
        await pilot.press("apostrophe", "escape")
        assert app.screen is not screen


async def test_all_notes_are_one_move_and_a_placed_digit_cleans_them(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, single(), *range(12))
        await pilot.press("z")
        await pilot.press("N")
        filled = screen.game.board.notes
        assert all(filled[:12])
        await pilot.press("N")
        assert "noted already" in message(screen)
        digit = next(digit for digit in range(1, 10) if filled[0] >> digit & filled[9] >> digit & 1)
        await pilot.press(str(digit))
        assert not screen.game.board.notes[9] >> digit & 1
        await pilot.press("u")
        assert screen.game.board.notes == filled
        assert screen.cursor == 0
        await pilot.press("A", str(digit))
        assert screen.game.board.notes[1:] == filled[1:]
        await pilot.press("u", "u")
        assert not any(screen.game.board.notes)
        assert screen.view.cleaning is False


async def test_the_size_of_cells_follows_the_terminal_and_the_zoom(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await board_of(pilot, double(), 0, 1, 2, 152)
        right = random_solution(double(), 3)[1]
        await pilot.press("N", "right", str(right))
        board, entries = screen.game.board, screen.marks
        assert screen.arrangement.cell == CellSize(3, 1)
        await pilot.resize_terminal(160, 50)
        await until(pilot, lambda: screen.arrangement.cell == CellSize(7, 3, separation=CellSeparation.GROUNDS))
        await until_shown(pilot, "nearly", "3 to fill")
        await pilot.resize_terminal(40, 10)
        await until_shown(pilot, "has 40 and 10")
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: screen.arrangement.cell == CellSize(3, 1))
        assert (screen.game.board, screen.marks) == (board, entries)
        await pilot.press("z", "z")
        assert (screen.zoom, screen.arrangement.notes_inside) == (Zoom.LARGE, True)
        again = BoardScreen(screen.game, screen.slot, view=screen.view.saved())
        await app.push_screen(again)
        assert (again.zoom, again.cursor) == (Zoom.LARGE, screen.cursor)


@pytest.mark.parametrize("name", ["samurai", "25x25"])
async def test_a_board_larger_than_its_room_follows_the_cursor(app: SatSudoku, name: str) -> None:
    layout = LAYOUTS[name]()
    last = len(layout.cells) - 1
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await board_of(pilot, layout, 0, last)
        await until_shown(pilot, "↓")
        await pilot.press("tab")
        assert screen.cursor == last
        await until_shown(pilot, "↑")
        assert "↓" not in screen_text(app)


async def test_a_click_finds_the_cell_in_a_scrolled_board(app: SatSudoku) -> None:
    layout = LAYOUTS["samurai"]()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await board_of(pilot, layout, 0, len(layout.cells) - 1)
        await pilot.press("tab")
        board = screen.query_one(BoardView)
        await pilot.click(BoardView, offset=(4, board.size.height - 2))
        assert layout.cells[screen.cursor] == (20, 0)


async def test_a_digit_goes_into_the_cell_of_the_cursor_when_it_was_typed(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot, single(), 0, 1, 2, 40)
        right = screen.game.solution
        assert right
        for cell in (0, 1):
            screen.board.go_to(cell)
            screen.board.action_digit(right[cell])
            screen.board.go_to(40)  # like a click, before the screen has received the digit
        screen.board.go_to(2)
        screen.board.action_note(9)
        screen.board.go_to(40)
        await until(pilot, lambda: screen.game.values[:2] == right[:2] and screen.game.board.notes[2] == 1 << 9)
        assert screen.game.values[40] == 0


PICTURES = product(("single", "samurai", "16x16"), ((80, 24), (100, 30), (160, 50)))
USUAL = {("single", (100, 30)), ("samurai", (80, 24)), ("16x16", (160, 50))}
"""The pictures that every run compares."""


@pytest.mark.parametrize(("name", "size"), [
    pytest.param(name, size, id=f"{name}-{size[0]}x{size[1]}", marks=[pytest.mark.slow] * ((name, size) not in USUAL))
    for name, size in PICTURES
])  # fmt: skip
def test_boards_as_pictures(
    snap_compare: Any, app: SatSudoku, monkeypatch: pytest.MonkeyPatch, name: str, size: tuple[int, int]
) -> None:
    monkeypatch.setattr("tui.features.play.panel.clock_text", lambda _: "00:03:12")

    async def before(pilot: Pilot[None]) -> None:
        layout = LAYOUTS[name]()
        screen = await board_of(pilot, layout, *range(0, len(layout.cells), 7))
        await pilot.press("N", "tab")
        await until(pilot, lambda: screen.header_chips)  # the level, which is computed meanwhile

    assert snap_compare(app, terminal_size=size, run_before=before)
