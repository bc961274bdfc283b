"""The list of steps next to the board: drawn like hints, made by a key, the path to the solution, the moves so far."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.play.store import Store
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.drills import Drill, drills
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.part import Part
from tui.app import SatSudoku
from tui.base.board import BoardView
from tui.base.requests import PlayPuzzle
from tui.draw.board_frame import board_frame, sizes_with_notes
from tui.draw.palette import UNICODE
from tui.features.play.screen import BoardScreen
from tui.features.steps.screen import StepsScreen
from tui.terminal.options import Options


@cache
def pointing() -> Drill:
    """A drill whose position is that of its digits: no candidates were removed before."""
    return next(drills(LAYOUTS["single"](), Technique.POINTING, 6))


def puzzle() -> Puzzle:
    drill = pointing()
    return Puzzle(drill.puzzle.layout, drill.position.values, "pointing")


async def board(pilot: Pilot[None]) -> BoardScreen:
    pilot.app.post_message(PlayPuzzle(puzzle()))
    screen: BoardScreen = await until_screen(pilot, BoardScreen)
    await until(pilot, lambda: screen.query(BoardView))
    return screen


async def open_steps(pilot: Pilot[None]) -> StepsScreen:
    """Open the list, and wait until all steps are found."""
    await pilot.press("V")
    screen: StepsScreen = await until_screen(pilot, StepsScreen)
    await until(pilot, lambda: not screen.background.is_running("steps"))
    return screen


@pytest.mark.long
async def test_the_list_gets_the_rows_of_a_tall_terminal(app: SatSudoku) -> None:
    async with app.run_test(size=(120, 50)) as pilot:
        await board(pilot)
        screen = await open_steps(pilot)
        assert screen.rows.size.height > screen.text.size.height
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: screen.rows.size.height < screen.text.size.height)


@pytest.mark.long
async def test_every_step_is_listed_and_drawn_and_made_as_one_move(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        play = await board(pilot)
        screen = await open_steps(pilot)
        assert screen.steps[0].technique is Technique.POINTING
        first = screen.step
        assert first is not None
        assert play.game.counters.hints == 1
        await until_shown(pilot, "Locked candidates", "medium · 50")
        cell = first.removes[0].cell
        assert screen.board.look.signs[cell] == "-"
        await pilot.press("down")
        await until(pilot, lambda: screen.step not in (None, first))
        second = screen.step
        assert second is not None
        assert {cell: "-" for cell, _ in second.removes}.items() <= dict(screen.board.look.signs).items()
        await pilot.press("up", "enter")
        await until(pilot, lambda: play.game.eliminated == frozenset(first.removes))
        assert play.game.history.moves() == 1
        await until(pilot, lambda: first not in screen.steps and not screen.background.is_running("steps"))
        await pilot.press("escape", "u")
        await until(pilot, lambda: not play.game.eliminated)
        assert play.game.history.moves() == 0


@pytest.mark.long
async def test_a_long_explanation_is_shown_page_by_page(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await board(pilot)
        screen = await open_steps(pilot)
        first, other = screen.steps[:2]
        assert first.technique is other.technique
        long = replace(first, sentence=" ".join(f"word{number}" for number in range(90)))
        screen._show_steps((long, other))
        await pilot.press("home", "down")
        await until_shown(pilot, "word1 ", "r: read on")
        assert "word89" not in screen_text(app)
        await pilot.press("r")
        await until_shown(pilot, "word40", "r: read on")
        await pilot.press("r")
        await until_shown(pilot, "word89")
        await pilot.press("r")
        await until_shown(pilot, "word1 ")
        await pilot.press("down")
        await until(pilot, lambda: "read on" not in screen_text(app))


@pytest.mark.long
async def test_arrows_fold_and_unfold_the_steps_of_a_technique(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await board(pilot)
        screen = await open_steps(pilot)
        await pilot.press("home")
        whole = len(screen.rows.items)
        await pilot.press("left")
        await until(pilot, lambda: len(screen.rows.items) < whole)
        await pilot.press("right")
        await until(pilot, lambda: len(screen.rows.items) == whole)
        await pilot.press("right")
        await until(pilot, lambda: screen.rows.cursor == 1)


@pytest.mark.long
async def test_a_long_argument_is_unfolded_and_each_part_is_drawn(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await board(pilot)
        screen = await open_steps(pilot)
        step = screen.steps[0]

        def signed(sign: str) -> set[tuple[int, int]]:
            return {candidate for candidate, mark in screen.look().note_signs.items() if mark.mark == sign}

        inner = (Part("Suppose so.", step.removes), Part("Then no."))
        screen._show_steps((replace(step, parts=(Part("Outer.", (), step.removes, parts=inner), Part("End."))),))
        await pilot.press("home", "down", "right")
        await until_shown(pilot, "Outer.", "End.")
        assert "Suppose so." not in screen_text(app)
        await pilot.press("right", "right", "right")
        await until_shown(pilot, "Suppose so.", "Then no.")
        assert signed("+") == set(step.removes)
        await pilot.press("left")
        await until(pilot, lambda: "Then no." not in screen_text(app))
        assert signed("-") == set(step.removes)
        await pilot.press("left")
        await until(pilot, lambda: "End." not in screen_text(app))
        assert screen.rows.selected_index == 0


@pytest.mark.long
async def test_the_path_to_the_solution_is_shown_after_a_question_and_counts_as_help(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        play = await board(pilot)
        screen = await open_steps(pilot)
        await pilot.press("w")
        await until_shown(pilot, "Show the path to the solution?")
        await pilot.press("n")
        assert not play.game.counters.gave_solution_away
        await pilot.press("w", "y")
        await until_shown(pilot, "the hardest is")
        assert play.game.counters.gave_solution_away
        assert play.game.history.moves() == 0
        await pilot.press("end", "enter")
        await until_shown(pilot, "Only the first step")
        before_last = screen.board.look.values.count(0)
        assert before_last == 1
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is play)
        assert play.game.values == puzzle().givens


@pytest.mark.long
async def test_an_empty_list_of_moves_is_reported(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await board(pilot)
        await open_steps(pilot)
        await pilot.press("v")
        await until_shown(pilot, "There is no move yet.")


async def test_on_a_board_with_a_mistake_no_step_is_shown(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        play = await board(pilot)
        assert play.game.solution
        cell = play.game.values.index(0)
        play.game.place(cell, next(digit for digit in range(1, 10) if digit != play.game.solution[cell]))
        screen = await open_steps(pilot)
        await until_shown(pilot, "mistake on the board")
        assert screen.steps == ()
        await pilot.press("w")
        await until_shown(pilot, "mistake on the board")
        assert not play.game.counters.gave_solution_away


@pytest.mark.long
async def test_the_technique_of_a_move_is_shown_saved_and_listed(tmp_path: Path) -> None:
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test() as pilot:
        play = await board(pilot)
        cell, digit = pointing().steps[0].removes[0]
        await pilot.press("N", "n")
        play.board.go_to(cell)
        await pilot.press(str(digit))
        await until_shown(pilot, "You just used this")
        screen = await open_steps(pilot)
        await pilot.press("v")
        await until_shown(pilot, "1 of 2 moves follow from a known technique")
        assert "pointing" in screen_text(app)
        await pilot.press("down", "up")
        assert screen.board.look.values == play.game.values
        await until(pilot, lambda: not play._technique_analysis._background.is_running("technique usage"))
    with Store() as store:
        assert store.techniques_used() == {Technique.POINTING: 1}


async def test_singles_are_counted_without_a_message(tmp_path: Path) -> None:
    app = SatSudoku(Options(path=tmp_path))
    drill = next(drills(LAYOUTS["single"](), Technique.HIDDEN_SINGLE, 6))
    async with app.run_test() as pilot:
        pilot.app.post_message(PlayPuzzle(Puzzle(drill.puzzle.layout, drill.position.values)))
        play: BoardScreen = await until_screen(pilot, BoardScreen)
        await until(pilot, lambda: play.query(BoardView))
        cell, digit = drill.steps[0].places[0]
        play.board.go_to(cell)
        await pilot.press(str(digit))
        await until(pilot, lambda: play._technique_analysis._usages)
        assert "just used" not in screen_text(app)
        await until(pilot, lambda: not play._technique_analysis._background.is_running("technique usage"))
        await pilot.press("escape", "t")
        await until_shown(pilot, "techniques that your moves used", "Hidden single")
    with Store() as store:
        assert store.techniques_used() == {Technique.HIDDEN_SINGLE: 1}


@pytest.mark.long
@pytest.mark.parametrize(("size", "notes"), [((80, 24), False), ((160, 50), True)], ids=str)
async def test_the_board_shows_candidates_where_the_list_has_room_enough(
    app: SatSudoku, size: tuple[int, int], notes: bool
) -> None:
    async with app.run_test(size=size) as pilot:
        await board(pilot)
        screen = await open_steps(pilot)
        least = board_frame(LAYOUTS["single"](), UNICODE.box, sizes_with_notes(9)[1]).width
        assert (screen.board.visible_size.width >= least) == notes
        assert screen.board.visible_size.height >= 20
        assert screen.rows.size.width >= 27
        assert screen.rows.region.right <= size[0]
