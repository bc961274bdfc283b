"""Plain backtracking: the first solution in order of digits, every step counted, and the exact search's verdict."""

from collections.abc import Callable

import pytest

from engine.base.errors import Cancelled
from engine.base.kernels import plain as uncompiled
from engine.sat.result import Status
from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search import exact as search
from engine.sudoku.search.backtracking import Backtracking, record
from engine.sudoku.search.recording import Action

SMALL = ("4x4", "6x6", "single", "double", "x", "jigsaw")


def by_recursion(puzzle: Puzzle) -> tuple[list[tuple[Action, int, int]], bool]:
    """The same search as a course's recursive function: its events, and whether there is a solution."""
    layout, board, events = puzzle.layout, list(puzzle.givens), []
    empty = [cell for cell, digit in enumerate(board) if not digit]

    def fill(place: int) -> bool:
        if place == len(empty):
            return True
        cell = empty[place]
        for digit in range(1, layout.size + 1):
            if all(board[peer] != digit for peer in layout.peers[cell]):
                board[cell] = digit
                events.append((Action.GUESS, cell, digit))
                if fill(place + 1):
                    return True
                board[cell] = 0
                events.append((Action.REMOVE, cell, digit))
        return False

    return events, fill(0)


@pytest.mark.parametrize("name", SMALL)
def test_the_events_are_those_of_the_recursive_function(name: str) -> None:
    layout = LAYOUTS[name]()
    for seed in range(3):
        puzzle = generate(layout, len(layout.cells) // 3, seed=seed).puzzle
        events, found = by_recursion(puzzle)
        recording, steps = record(puzzle, len(events))
        assert found
        assert list(recording) == events
        assert steps == len(events)
        assert recording.status is Status.SATISFIABLE
        assert recording.board(len(recording)) == recording.solution == search.solve(puzzle)


def test_no_solution() -> None:
    layout = LAYOUTS["4x4"]()
    for givens in ((1, 2, 3, 0, 0, 0, 0, 4, *(0,) * 8), (1, 1, *(0,) * 14)):
        recording, steps = record(Puzzle(layout, givens))
        assert recording.status is Status.UNSATISFIABLE
        assert recording.solution is None
        assert steps == len(recording)
        assert recording.board(len(recording)) == givens


def test_of_several_solutions_the_first(solutions_by_trying: Callable[[Puzzle], list[Digits]]) -> None:
    puzzle = Puzzle(LAYOUTS["4x4"](), (0, 0, 3, *(0,) * 13))
    assert record(puzzle)[0].solution == min(solutions_by_trying(puzzle))


def test_more_steps_than_are_kept_or_wanted() -> None:
    puzzle = generate(single(), 50, seed=2).puzzle
    whole, steps = record(puzzle)
    part, all_the_same = record(puzzle, 10)
    assert (len(part), all_the_same, part.status) == (10, steps, Status.UNKNOWN)
    assert list(part) == list(whole)[:10]
    assert record(Puzzle(LAYOUTS["25x25"](), (0,) * 625), 5, most=1)[0].status is Status.UNKNOWN


def test_cancel() -> None:
    with pytest.raises(Cancelled):
        record(Puzzle(LAYOUTS["25x25"](), (0,) * 625), 5, cancel=lambda: True)


def test_uncompiled_it_does_the_same() -> None:
    puzzle = generate(single(), 40, seed=3).puzzle
    compiled = Backtracking(puzzle, 50)
    plain = uncompiled("engine.sudoku.search.backtracking").Backtracking(puzzle, 50)
    while not compiled.advance(100):
        assert not plain.advance(100)
        assert compiled.steps == plain.steps
    assert plain.advance(100)
    assert (compiled.codes(), compiled.solution()) == (plain.codes(), plain.solution())


@pytest.mark.parametrize("name", ["4x4", "3x3"])
def test_all_solutions_lazily(name: str, solutions_by_trying: Callable[[Puzzle], list[Digits]]) -> None:
    layout: Layout = LAYOUTS[name]()
    puzzle = Puzzle(layout, (1, *(0,) * (len(layout.cells) - 1)))
    found = list(search.solutions(puzzle))
    assert sorted(found) == sorted(solutions_by_trying(puzzle))
    assert next(search.solutions(Puzzle(single(), (0,) * 81)))  # of far too many
