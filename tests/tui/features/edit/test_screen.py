"""Setting a puzzle: givens, their consequences, and drafts that are never lost."""

from pathlib import Path
from threading import Event
from typing import Any

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.events import Paste
from textual.pilot import Pilot

from engine.play.analysis import PuzzleAnalysis, analyse
from engine.sudoku.formats import write
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search import exact as search
from engine.sudoku.search import solving
from tui.app import SatSudoku
from tui.base.requests import SetPuzzle
from tui.features.edit.screen import EditorScreen
from tui.features.play.screen import BoardScreen

WHOLE = search.random_solution(single(), 7)


def holes(*cells: int) -> Puzzle:
    """A 9x9 sudoku with all cells given except these."""
    return Puzzle(single(), tuple(0 if cell in cells else digit for cell, digit in enumerate(WHOLE)), "mine")


async def editor(pilot: Pilot[None], puzzle: Puzzle | None = None) -> EditorScreen:
    pilot.app.post_message(SetPuzzle(puzzle))
    screen: EditorScreen = await until_screen(pilot, EditorScreen)
    return screen


def rectangle() -> tuple[int, ...]:
    """Four cells with two exchangeable digits."""
    for a in range(81):
        for b in range(a + 1, a // 9 * 9 + 9):
            for down in range(9, 81 - a, 9):
                c, d = a + down, b + down
                same_boxes = a % 9 // 3 == b % 9 // 3 or a // 27 == c // 27
                if d < 81 and same_boxes and WHOLE[a] == WHOLE[d] and WHOLE[b] == WHOLE[c]:
                    return a, b, c, d
    raise AssertionError("this grid has no such rectangle")


async def test_givens_are_put_taken_out_undone_and_redone(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await editor(pilot)
        await pilot.press("5", "3", "down", "x", "up", "left", "x")
        assert screen.draft.values[:2] == (5, 0)
        await pilot.press("u", "u", "U")
        assert screen.draft.values[:2] == (5, 3)
        assert screen.board.cursor == 1
        await pilot.press("X", "u")
        assert screen.draft.values[:2] == (5, 3)


async def test_rows_below_the_ninth_keep_their_numbers_and_the_layout_its_whole_name(app: SatSudoku) -> None:
    layout = LAYOUTS["double-lower-left"]()
    async with app.run_test(size=(80, 24)) as pilot:
        await editor(pilot, Puzzle(layout, (0,) * len(layout.cells)))
        await until_shown(pilot, "double sudoku, grid 2 lower", "left ", "no givens, 153 empty")
        assert {"10", "11", "12", "13", "14", "15"} <= {line[:2] for line in screen_text(app).splitlines()}


async def test_a_conflict_is_shown_at_once(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await editor(pilot)
        await pilot.press("5", "5")
        await until_shown(pilot, "5 appears twice in row 1 of")
        assert screen_text(app).count("!5") == 2


async def test_the_number_of_solutions_follows_the_givens(app: SatSudoku) -> None:
    cells = rectangle()
    async with app.run_test() as pilot:
        screen = await editor(pilot, holes(*cells))
        await until_shown(pilot, "2 solutions", "every empty cell can differ")
        screen.board.go_to(cells[0])
        await pilot.press(str(WHOLE[cells[0]]))
        await until_shown(pilot, "one solution")
        screen.board.go_to(cells[1])
        wrong = next(digit for digit in range(1, 10) if digit not in (WHOLE[cells[0]], WHOLE[cells[1]]))
        await pilot.press(str(wrong))
        await until_shown(pilot, "no solution")


async def test_cells_that_can_differ_are_marked_and_the_others_can_be_shown(app: SatSudoku) -> None:
    cells = rectangle()
    other = next(cell for cell in range(81) if cell not in cells)
    async with app.run_test() as pilot:
        screen = await editor(pilot, holes(*cells, other))
        await until_shown(pilot, "4 cells can differ")
        look = screen.board.look
        assert set(look.signs) == set(cells)
        assert look.values[other] == 0
        await pilot.press("S")
        assert screen.board.look.values[other] == WHOLE[other]
        assert all(screen.board.look.values[cell] == 0 for cell in cells)
        await pilot.press("m")
        assert not screen.board.look.signs


async def test_an_answer_that_comes_too_late_is_not_shown(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    start, released = Event(), Event()

    def late(puzzle: Puzzle, job: Any) -> PuzzleAnalysis:
        found = analyse(puzzle)
        if any(puzzle.givens[1:]):
            start.set()
            released.wait(10)
        return found

    monkeypatch.setattr("tui.features.edit.screen.analyse_fully", late)
    async with app.run_test() as pilot:
        await editor(pilot, holes(0))
        await until(pilot, start.is_set)
        await pilot.press("X", "4")
        await until_shown(pilot, "several solutions")
        released.set()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert "several solutions" in screen_text(app)
        assert "one solution" not in screen_text(app)


async def test_typing_continues_from_cell_to_cell(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await editor(pilot, holes(0, 1, 2, 3))
        await until_shown(pilot, "After a digit the cursor moves on; . leaves a cell empty")
        await pilot.press("X", *"12.4 6")
        assert screen.draft.values[:6] == (1, 2, 0, 4, 0, 6)
        assert screen.board.cursor == 6
        await pilot.press("u")
        assert (screen.draft.values[5], screen.board.cursor) == (0, 5)
        screen.board.go_to(80)
        await pilot.press("7", "x")
        assert screen.board.cursor == 80
        assert screen.draft.values[80] == 0


async def test_solutions_are_counted_only_as_far_as_needed(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await editor(pilot, holes(*rectangle()))
        await until_shown(pilot, "2 solutions")
        await pilot.press("X", "4")
        await until_shown(pilot, "more than 50 solutions")


async def test_givens_are_added_up_to_one_solution_and_thinned_out(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await editor(pilot)
        await pilot.press("7", "plus")
        await until_shown(pilot, "Added", "one solution")
        made = screen.draft.values
        assert made[0] == 7
        assert solving.count(Puzzle(double(), made)) == 1
        await pilot.press("minus")
        await until_shown(pilot, "Removed", "one solution")
        removed = screen.draft.values.count(0) - made.count(0)
        assert removed > 1
        await until_shown(pilot, f"Removed {removed} givens")
        await pilot.press("u")
        assert screen.draft.values == made
        await pilot.press("u")
        assert screen.draft.values == (7,) + (0,) * 152


@pytest.mark.long
async def test_endless_adding_of_givens_is_stopped_by_a_change(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await editor(pilot, Puzzle(LAYOUTS["25x25"](), (0,) * 625))
        await pilot.press("plus")
        making = [worker for worker in app.workers if worker.group == "make"]
        assert [worker.is_running for worker in making] == [True]
        await pilot.press("3")
        await until(pilot, lambda: all(worker.is_finished for worker in making))
        assert screen.draft.values == (3,) + (0,) * 624


async def test_drafts_outlive_the_screen_and_other_layouts(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await editor(pilot)
        await pilot.press("4", "y")
        await pilot.press("up", "enter")
        await until(pilot, lambda: screen.draft.layout == single())
        await pilot.press("9", "escape")
        assert not isinstance(app.screen, EditorScreen)
        await pilot.press("plus")
        again = await until_screen(pilot, EditorScreen)
        assert again.draft.values == (9,) + (0,) * 80
        await pilot.press("y", "down", "enter")
        await until(pilot, lambda: again.draft.layout == double())
        assert again.draft.values == (4,) + (0,) * 152


async def test_a_puzzle_of_the_browser_is_changed_into_ones_own(app: SatSudoku, tmp_path: Path) -> None:
    (tmp_path / "empty" / "a.txt").write_text(write(holes(5)))
    async with app.run_test() as pilot:
        await until_shown(pilot, "a.txt")
        await pilot.press("end", "equals_sign")
        screen = await until_screen(pilot, EditorScreen)
        assert screen.draft.puzzle == holes(5)
        await pilot.press("u")
        assert screen.draft.values == (0,) * 81


@pytest.mark.parametrize("name", ["4x4", "samurai", "25x25"])
async def test_every_layout_can_be_walked_over(app: SatSudoku, name: str) -> None:
    layout = LAYOUTS[name]()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await editor(pilot, Puzzle(layout, (0,) * len(layout.cells)))
        await pilot.press("L", "J", "down", "right")
        cell = screen.board.cursor
        assert layout.cells[cell] == (layout.box_rows + 1, layout.box_columns + 1)
        await pilot.press("1")
        assert screen.draft.values[cell] == 1
        screen.board.go_to(cell)
        if layout.size > 9:
            await pilot.press("apostrophe", "l")
            assert screen.draft.values[cell] == 21
        else:
            await pilot.press("9" if layout.size < 9 else "2")
            assert screen.draft.values[cell] == (1 if layout.size < 9 else 2)


async def test_a_set_puzzle_is_played_under_its_name(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await editor(pilot, holes(0, 1))
        await pilot.press("p")
        board = await until_screen(pilot, BoardScreen)
        assert board.game.puzzle == holes(0, 1)


async def test_a_paste_lies_over_the_draft_and_can_be_undone(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await editor(pilot)
        await pilot.press("6")
        app.post_message(Paste(write(Puzzle(double(), (0, 8) + (0,) * 151)).replace("\n", "\r")))
        await until(pilot, lambda: screen.draft.values[:2] == (0, 8))
        await pilot.press("u")
        assert screen.draft.values[:2] == (6, 0)
        app.post_message(Paste(write(holes(3))))
        await until(pilot, lambda: screen.draft.layout == single())
        assert screen.draft.values == holes(3).givens
        assert screen.draft.name == "mine"


async def test_drafts_outlive_the_program(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await editor(pilot, holes(0))
        await pilot.press("right", "5")
    async with SatSudoku(app.options).run_test() as pilot:
        screen = await editor(pilot)
        assert screen.draft.name == "mine"
        assert screen.draft.values == (0, 5, *WHOLE[2:])


async def test_the_screen_survives_being_made_small_and_large(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await editor(pilot, holes(0))
        for size in ((20, 5), (160, 50), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.press("1" if size[0] > 60 else "right")
        await until_shown(pilot, "solution")
        assert screen.is_current


def test_several_solutions_as_a_picture(snap_compare: Any, app: SatSudoku) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await editor(pilot, holes(*rectangle(), 40, 41))
        await until_shown(pilot, "4 cells can differ")

    assert snap_compare(app, terminal_size=(80, 24), run_before=before)


async def test_the_panel_fills_the_room_next_to_a_large_board(app: SatSudoku) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        app.post_message(SetPuzzle(Puzzle(double(), (0,) * 153)))
        screen = await until_screen(pilot, EditorScreen)
        await until(pilot, lambda: screen.panel.region)
        assert screen.panel.region in screen.region
