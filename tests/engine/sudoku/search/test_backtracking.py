"""Plain backtracking: the first solution in order of digits, all steps counted, and the exact search's verdict."""

import pickle
import random
from collections.abc import Callable

import pytest

from engine.base.errors import Cancelled
from engine.base.kernels import plain as uncompiled
from engine.sat.result import Status
from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search import backtracking
from engine.sudoku.search import solving as search
from engine.sudoku.search.backtracking import Backtracking, record
from engine.sudoku.search.recording import CELL_SHIFT, DIGIT_SHIFT, Action, BoardState

SMALL = ("4x4", "6x6", "single", "double", "x", "jigsaw")


def parsed(text: str) -> Digits:
    return tuple(map(int, text.replace(".", "0")))


def by_recursion(puzzle: Puzzle) -> tuple[list[tuple[Action, int, int]], bool]:
    """The same search as the recursive function of a course: its events, and whether there is a solution."""
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
        recording = record(puzzle)
        assert found
        assert list(recording) == events
        assert len(recording) == len(events)
        assert recording.status is Status.SATISFIABLE
        assert recording.state(len(recording)).digits == recording.solution == search.solve(puzzle)


def test_a_puzzle_without_a_solution_is_searched_to_the_end() -> None:
    layout = LAYOUTS["4x4"]()
    for givens in ((1, 2, 3, 0, 0, 0, 0, 4, *(0,) * 8), (1, 1, *(0,) * 14)):
        recording = record(Puzzle(layout, givens))
        assert recording.status is Status.UNSATISFIABLE
        assert recording.solution is None
        last = recording.state(len(recording))
        assert last.digits == givens
        assert last.guesses == last.removals == len(recording) // 2


def test_the_first_of_several_solutions_is_found(solutions_by_trying: Callable[[Puzzle], list[Digits]]) -> None:
    puzzle = Puzzle(LAYOUTS["4x4"](), (0, 0, 3, *(0,) * 13))
    assert record(puzzle).solution == min(solutions_by_trying(puzzle))


@pytest.mark.long
def test_any_position_is_the_sum_of_the_events_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Across many keyframes, forwards, backwards and at random: the state, the event and the exact number of steps."""
    monkeypatch.setattr(backtracking, "SPACING", 100)
    puzzle = next(
        made
        for made in (generate(single(), 50, seed=seed).puzzle for seed in range(99))
        if 2000 < len(record(made)) < 50_000
    )
    events, _ = by_recursion(puzzle)
    recording = record(puzzle)
    assert len(recording) == len(events)
    states = [BoardState.first(puzzle)]
    for action, cell, digit in events:
        states.append(states[-1].after([cell << CELL_SHIFT | digit << DIGIT_SHIFT | action]))
    places = list(range(0, len(states), 37))
    dice = random.Random(1)
    for place in (*places, *reversed(places), *dice.sample(range(len(states)), 100), len(events)):
        assert recording.state(place) == states[place]
        if place:
            assert recording[place - 1] == events[place - 1]
    assert list(recording.events.codes(150, 450)) == list(recording.events.codes(150, 333)) + list(
        recording.events.codes(333, 450)
    )


@pytest.mark.compiled
def test_few_of_many_steps_are_kept() -> None:
    """Hundreds of thousands of steps in a few keyframes, including the last one."""
    puzzle = Puzzle(single(), parsed("." * 14 + "3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"))
    recording = record(puzzle, max_steps=300_000)
    assert 300_000 <= len(recording) < 310_000
    assert recording.status is Status.UNKNOWN
    assert len(pickle.dumps(recording.events)) < 50_000
    state = recording.state(len(recording))
    action, cell, digit = recording[len(recording) - 1]
    assert state.digits[cell] == (0 if action is Action.REMOVE else digit)
    assert state.guesses + state.removals == len(recording)


def test_the_search_gives_up_after_the_limit_of_steps() -> None:
    recording = record(Puzzle(LAYOUTS["25x25"](), (0,) * 625), max_steps=1)
    assert recording.status is Status.UNKNOWN
    assert recording.solution is None
    assert len(recording.state(len(recording)).digits) == 625


def test_a_cancelled_search_raises() -> None:
    with pytest.raises(Cancelled):
        record(Puzzle(LAYOUTS["25x25"](), (0,) * 625), cancel=lambda: True)


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
