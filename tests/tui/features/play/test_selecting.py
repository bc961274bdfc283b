"""Several cells at once: selected by keys and the mouse; filled, noted, coloured and cleared together."""

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.events import MouseDown, MouseMove, MouseUp
from textual.pilot import Pilot

from engine.play.board import CellState
from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from tui.app import SatSudoku
from tui.base.requests import PlayPuzzle
from tui.features.play.screen import BoardScreen
from tui.terminal.options import Options

GIVEN = 80


async def board_of(pilot: Pilot[None], layout: Layout | None = None) -> BoardScreen:
    """Open a puzzle with one given, in its last cell."""
    layout = layout or single()
    last = len(layout.cells) - 1
    givens = tuple(digit if cell == last else 0 for cell, digit in enumerate(random_solution(layout, 3)))
    pilot.app.post_message(PlayPuzzle(Puzzle(layout, givens, "nearly empty")))
    await until_shown(pilot, "close")
    await pilot.press("enter")
    screen: BoardScreen = await until_screen(pilot, BoardScreen)
    return screen


def entries(screen: BoardScreen, *cells: int) -> list[CellState]:
    return [screen.game.board.entries[cell] for cell in cells]


async def test_shift_and_arrows_select_and_a_digit_is_one_move_for_all(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        await pilot.press("shift+right", "shift+down", "5")
        assert screen.board.selection == {0, 1, 10}
        assert [entry.value for entry in entries(screen, 0, 1, 10)] == [5, 5, 5]
        assert len(screen.game.history) == 2
        assert screen_text(app).count("(") >= 2, "seen without colour"
        await until_shown(pilot, "3 cells")
        await pilot.press("x", "u", "u")
        assert screen.game.board.filled == 1
        await pilot.press("escape")
        assert not screen.board.selection
        assert app.screen is screen
        await pilot.press("shift+right", "left")
        assert not screen.board.selection, "a move takes it off"


async def test_the_select_key_lets_cursor_moves_select_and_then_fixes_the_selection(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        await pilot.press("s", "right", "s", "down", "down", "s", "right", "s", "down")
        assert screen.board.selection == {0, 1, 19, 20}
        await pilot.press("n", "4", "e", "7")
        assert entries(screen, 0, 20) == [CellState(notes=1 << 4, corners=1 << 7)] * 2
        await pilot.press("escape", "right")
        assert not screen.board.selection


async def test_the_mouse_selects(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        corner = screen.board.region.offset

        async def mouse(kind: type[MouseDown | MouseMove | MouseUp], cell: int, ctrl: bool = False) -> None:
            at = corner + screen.board._frame.digit_place(cell)
            app.post_message(kind(None, *at, 0, 0, 1, False, False, ctrl, *at))
            await pilot.pause()

        await mouse(MouseDown, 0)
        await mouse(MouseMove, 1)
        await mouse(MouseMove, 11)
        await mouse(MouseUp, 11)
        assert screen.board.selection == {0, 1, 11}
        await mouse(MouseMove, 40)
        await mouse(MouseDown, 60, ctrl=True)
        await mouse(MouseUp, 60, ctrl=True)
        assert screen.board.selection == {0, 1, 11, 60}
        await mouse(MouseDown, 30)
        await mouse(MouseUp, 30)
        assert not screen.board.selection
        assert screen.cursor == 30


async def test_all_cells_of_a_digit_or_a_note_and_all_empty_cells_can_be_selected(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        await pilot.press("5", "right", "5", "right", "exclamation_mark", "down", "exclamation_mark")
        assert screen.game.board.notes[2] == screen.game.board.notes[11] == 1 << 1, "noted without a mode"
        await pilot.press("ctrl+a", "5")
        assert screen.board.selection == {0, 1}
        await pilot.press("ctrl+a", "exclamation_mark")
        assert screen.board.selection == {2, 11}
        await pilot.press("ctrl+a", "0")
        assert len(screen.board.selection) == 78
        await pilot.press("ctrl+a", "escape", "5")
        assert not screen.game.board.values.count(0), "a question that was dropped takes no digit"


@pytest.mark.parametrize("colour", [True, False])
async def test_colours_have_letters_and_a_message_names_them(
    app: SatSudoku, monkeypatch: pytest.MonkeyPatch, colour: bool
) -> None:
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    app = SatSudoku(Options(path=app.options.path))
    async with app.run_test() as pilot:
        screen = await board_of(pilot, LAYOUTS["4x4"]())
        await pilot.press("shift+right", "o", "9", "escape", "O", "2", "3")
        assert entries(screen, 0, 1) == [CellState(colour=9), CellState(colour=9, tints=((2, 3),))]
        await until_shown(pilot, "r1c2 has colour I, and colours on 2: C.")
        assert ("I" in screen.board.picture.chars) is not colour
        grounds = {style.bgcolor for style in screen.board.picture.styles if style.bgcolor}
        assert (screen.palette.colour_i.bgcolor in grounds) is colour
        await pilot.press("at")
        assert any(char == "2" for char in screen.board.picture.chars)
        await pilot.press("o", "0", "O", "2", "0")
        assert entries(screen, 1) == [CellState(notes=1 << 2)]


async def test_several_digits_and_pairs_are_filters(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        for digits in (("1", "2"), ("1", "2", "3"), ("2", "3")):
            await pilot.press("n", *digits, "n", "right")

        def marked() -> list[int]:
            same = screen.palette.same
            return [cell for cell in range(3) if screen.board.look.grounds.get(cell) == same]

        await pilot.press("m", "F", "1", "2")
        assert marked() == [0, 1]
        await pilot.press("P")
        assert marked() == [0]
        await pilot.press("F", "0", "F")
        assert marked() == [0, 2]
        await pilot.press("5")
        assert screen.game.values[3] == 5, "the question has ended"
        assert screen.view.marks.pairs is True


async def test_a_lone_note_is_placed_and_singles_are_filled_automatically(app: SatSudoku) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await board_of(pilot)
        await pilot.press("y")
        await until_shown(pilot, "no cell with")
        await pilot.press("percent_sign", "y", "right", "1", "right", "2", "down", "3", "left", "4", "left", "6")
        await pilot.press("down", "7", "right", "8", "Z")
        assert screen.game.values[20] == 9
        await pilot.press("u", "u", "8")
        assert screen.game.values[20] == 9, "by the same move"
        await pilot.press("u", "Z", "8")
        assert screen.game.values[20] == 0


async def test_marks_and_modes_are_restored_with_the_game(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await board_of(pilot)
        await pilot.press("e", "Z", "F", "3", "7", "F", "P")
        again = BoardScreen(screen.game, screen.slot, view=screen.view.saved())
        assert again.marks.highlighted == {3, 7}
        assert again.marks.pairs
        assert (again.marks.note_kind, again.game.filling) == (screen.marks.note_kind, True)
        older = BoardScreen(screen.game, screen.slot, view={"highlighted": 4})
        assert older.marks.highlighted == {4}


async def test_clicks_on_the_input_mode_and_the_clock_act_like_their_keys(app: SatSudoku) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await board_of(pilot)
        await until(pilot, lambda: screen.arrangement.has_side_panel)

        async def click(text: str) -> None:
            lines = enumerate(screen_text(app).splitlines())
            await pilot.click(offset=next((line.rindex(text), row) for row, line in lines if row and text in line))

        await click("notes off")
        assert screen.marks.noting
        for paused in (True, False):
            await click("00:0")
            assert screen.marks.paused is paused
