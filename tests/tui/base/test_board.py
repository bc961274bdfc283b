"""Keys and clicks on a board: cursor, digits, letters, moves, and the questions that a digit answers."""

from collections.abc import Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest
from screens import until, until_screen
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Size

from engine.sudoku.layout import LAYOUTS, Layout, double, single
from tui.app import SatSudoku
from tui.base.base_app import WIDTH
from tui.base.board import BoardInput, Fitting
from tui.base.board_page import BoardPage
from tui.draw.board import BoardAppearance
from tui.draw.board_frame import NARROW, board_frame
from tui.terminal.options import Options


class TypingPage(BoardPage):
    """A page that notes what its board reports."""

    PARTS = (BoardInput,)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("exclamation_mark", "type_move", "type a move")]

    def __init__(self, layout: Layout, *, room: Size | None = None, side_columns: int | None = None) -> None:
        super().__init__()
        self.layout_of_board, self.room, self.side_columns = layout, room, side_columns
        self.notes: list[object] = []

    def compose(self) -> ComposeResult:
        layout = self.layout_of_board
        self.board = BoardInput(layout, 0, self.look(0), NARROW, self.room, self.side_columns)
        yield self.board

    def look(self, cursor: int) -> BoardAppearance:
        count = len(self.layout_of_board.cells)
        values = [0 if cell % 7 in (0, 3) else 1 for cell in range(count)]
        return BoardAppearance(values, [self.program.palette.given] * count, cursor=cursor)

    def say(self, sentence: str, ink: str = "plain") -> None:
        self.notes.append((sentence, ink))

    async def enter(self, cells: Collection[int], digit: int) -> None:
        self.notes.append((*cells, digit))

    async def place(self, cell: int, digit: int) -> None:
        self.notes.append(("move", cell, digit))

    def follow_cursor(self, cell: int) -> None:
        self.notes.append(cell)
        self.board.show_look(self.look(cell))

    def fresh_notes(self) -> list[object]:
        notes, self.notes = self.notes, []
        return notes


@asynccontextmanager
async def typing(folder: Path, layout: Layout, **facts: Any) -> Any:
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(100, 40)) as pilot:
        page = TypingPage(layout, **facts)
        await app.push_screen(page)
        await until_screen(pilot, TypingPage)
        page.board.focus()
        await pilot.pause()
        yield pilot, page, page.board


def _towards(layout: Layout, cell: int, down: int, right: int, steps: int) -> int:
    for _ in range(steps):
        cell = layout.towards(cell, down, right)
    return cell


@pytest.mark.parametrize("name", ["6x6", "jigsaw"])
async def test_keys_move_the_cursor(tmp_path: Path, name: str) -> None:
    """Boxes that are not square, and boxes of any form."""
    layout = LAYOUTS[name]()
    moves = [(-1, 0), (1, 0), (0, -1), (0, 1)]
    keys = [*zip(("up", "down", "left", "right"), moves, strict=True), *zip("kjhl", moves, strict=True)]
    boxes = [*zip("KJHL", moves, strict=True)]
    async with typing(tmp_path, layout) as (pilot, page, board):
        for key, (down, right) in keys + boxes:
            board.cursor = len(layout.cells) // 2 + layout.size // 2
            steps = 1 if (key, (down, right)) in keys else (layout.box_rows if down else layout.box_columns) or 3
            expected = _towards(layout, board.cursor, down, right, steps)
            await pilot.press(key)
            assert (key, page.fresh_notes(), board.cursor) == (key, [expected], expected)


async def test_tab_goes_to_empty_cells_in_both_directions(tmp_path: Path) -> None:
    layout = single()
    async with typing(tmp_path, layout) as (pilot, page, board):
        values = page.look(0).values
        for start, key, step in (
            (0, "tab", 1),
            (3, "tab", 1),
            (80, "tab", 1),
            (0, "shift+tab", -1),
            (5, "shift+tab", -1),
        ):
            board.cursor = start
            page.fresh_notes()
            await pilot.press(key)
            cell = (start + step) % 81
            while values[cell]:
                cell = (cell + step) % 81
            assert page.fresh_notes() == [cell]
        page.board.show_look(BoardAppearance([1] * 81, [page.program.palette.given] * 81, cursor=0))
        board.cursor = 9
        await pilot.press("tab")
        assert page.fresh_notes() == [9], "no cell is empty"


async def test_g_goes_to_the_same_place_of_the_next_grid(tmp_path: Path) -> None:
    layout = double()
    first, second = layout.grids
    async with typing(tmp_path, layout) as (pilot, page, board):
        for place in (0, 5, 40):
            board.cursor = first.cells[place]
            for grid in (second, first):
                await pilot.press("g")
                assert page.fresh_notes() == [grid.cells[place]]
        board.cursor = shared = first.cells[-1]
        await pilot.press("g")
        assert page.fresh_notes() == [first.cells[second.cells.index(shared)]]
    async with typing(tmp_path, single()) as (pilot, page, board):
        await pilot.press("g")
        assert page.fresh_notes() == []


async def test_digits_and_clearing(tmp_path: Path) -> None:
    async with typing(tmp_path, LAYOUTS["6x6"]()) as (pilot, page, board):
        board.cursor = 8
        await pilot.press("1", "6", "7", "0", "x", "delete", "backspace", "apostrophe")
        refused = ("The digits here are 1 to 6.", "plain")
        assert page.fresh_notes() == [(8, 1), (8, 6), refused, (8, 0), (8, 0), (8, 0), (8, 0)]
        board.max_digit = 3
        await pilot.press("3", "4")
        assert page.fresh_notes() == [(8, 3), refused]


async def test_letters_are_digits_above_nine(tmp_path: Path) -> None:
    async with typing(tmp_path, LAYOUTS["16x16"]()) as (pilot, page, board):
        question = ("Which digit? A to G are 10 to 16.", "plain")
        await pilot.press("apostrophe", "b")
        assert page.fresh_notes() == [question, ("", "plain"), (0, 11)]
        await pilot.press("apostrophe", "g", "apostrophe", "h", "b")
        assert page.fresh_notes()[:6] == [
            question,
            ("", "plain"),
            (0, 16),
            question,
            ("", "plain"),
            page_refusal(board),
        ]
        await pilot.press("apostrophe", "right", "9")
        assert page.fresh_notes()[-2:] == [1, (1, 9)], "another key has its usual effect"
        assert board.digits_text == "1 to 9, and ' with A to G"


def page_refusal(board: BoardInput) -> tuple[str, str]:
    return f"The digits here are {board.digits_text}.", "plain"


async def test_a_typed_move_goes_to_its_cell(tmp_path: Path) -> None:
    async with typing(tmp_path, single()) as (pilot, page, board):

        async def typed(text: str) -> list[object]:
            await pilot.press("exclamation_mark")
            await until(pilot, lambda: pilot.app.screen is not page)
            await pilot.press(*text, "enter")
            await until(pilot, lambda: pilot.app.screen is page)
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
            return page.fresh_notes()

        assert {*await typed("2b4")} == {10, ("move", 10, 4)}
        assert board.cursor == 10
        assert ("move", 0, 0) in await typed("1a0")
        assert await typed("") == []
        ((sentence, ink),) = await typed("2z4")
        assert (sentence.startswith("There is no column z") or "column z" in sentence, ink) == (True, "warning")


async def test_a_question_takes_the_next_digit(tmp_path: Path) -> None:
    async with typing(tmp_path, single()) as (pilot, page, _board):
        answers: list[int] = []

        async def later(digit: int) -> None:
            answers.append(-digit)

        page.ask_digit("which", "Which?", answers.append, max_digit=4)
        assert page.fresh_notes() == [("Which?", "plain")]
        assert page.is_asking("which")
        assert not page.is_asking("other")
        await pilot.press("4", "5")
        assert (answers, page.fresh_notes()) == ([4], [("The digits here are 1 to 9.", "plain")])
        page.ask_digit("other", "Other?", later)
        await pilot.press("9", "0")
        assert answers == [4, -9, 0]
        page.end_question()
        assert not page.is_asking("other")
        page.fresh_notes()
        await pilot.press("9")
        assert (answers[3:], page.fresh_notes()) == ([], [(0, 9)])


async def test_a_click_goes_to_the_cell_under_it(tmp_path: Path) -> None:
    layout = double()
    async with typing(tmp_path, layout, room=Size(24, 12)) as (pilot, page, board):
        assert board.size == (24, 12)
        for cell in (0, 30, 152):
            board.go_to(cell)
            await until(pilot, lambda: page.notes)
            page.fresh_notes()
            place = board.selected_place()
            assert board.picture.chars[place.y * board.picture.width + place.x] in "1·"
            await pilot.click(BoardInput, offset=place)
            assert page.fresh_notes() == [cell]
        await pilot.click(BoardInput, offset=Offset(0, 0))
        assert page.fresh_notes() == [], "an edge that covers the board is no cell"


async def test_a_board_and_its_panel_share_the_terminal(tmp_path: Path) -> None:
    async with typing(tmp_path, single(), side_columns=30) as (_, _page, board):
        least = board_frame(single(), board.glyphs.box, NARROW).size
        for width in (least.width, 31 + least.width - 1, 31 + least.width, 79, 80, 130):
            for height in (3 + least.height, 3 + least.height + 5, 3 + least.height + 6, 50):
                board.fit_terminal(Size(width, height))
                beside = width - 31 >= least.width or width >= WIDTH
                above = height - 3 >= least.height + 6
                expected = Fitting.SIDE_BY_SIDE if beside else Fitting.ABOVE if above else Fitting.ALONE
                assert board.fitting is expected
                below = 6 if expected is Fitting.ABOVE else 0
                assert board.visible_size.height <= height - 3 - below
                assert board.visible_size.width <= (width - 31 if beside else width)
                assert board.visible_size == (board.picture.width, board.picture.height)
