"""Drafts of puzzles and the analysis of their givens, compared with counting all solutions one by one."""

from itertools import pairwise

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.base.errors import Cancelled
from engine.play import analysis
from engine.play.analysis import analyse, complete_analysis, with_unique_solution, without_redundant_givens
from engine.play.draft import Draft, Drafts
from engine.sudoku.layout import LAYOUTS, conflicts, double, single
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search import exact as search
from engine.sudoku.search import solving
from engine.sudoku.techniques.catalogue import Level

SMALL = LAYOUTS["4x4"]()
EMPTY = Puzzle(single(), (0,) * 81)
small_givens = st.lists(st.integers(0, 4), min_size=16, max_size=16).map(tuple)


@st.composite
def solvable(draw: st.DrawFn) -> Puzzle:
    """A puzzle on a small or an ordinary layout with at least one solution."""
    layout = LAYOUTS[draw(st.sampled_from(["4x4", "6x6", "single", "x", "jigsaw"]))]()
    whole = search.random_solution(layout, draw(st.integers(0, 99)))
    cells = draw(st.sets(st.integers(0, len(whole) - 1)))
    return Puzzle(layout, tuple(digit if cell in cells else 0 for cell, digit in enumerate(whole)))


class Drafting(RuleBasedStateMachine):
    """A draft, compared with the list of its boards."""

    def __init__(self) -> None:
        super().__init__()
        self.draft = Draft(SMALL)
        self.boards = [(0,) * 16]
        self.place = 0

    def add(self, board: tuple[int, ...], moved: bool) -> None:
        assert moved == (board != self.boards[self.place])
        if moved:
            self.boards[self.place + 1 :] = [board]
            self.place += 1

    @rule(cell=st.integers(0, 15), digit=st.integers(0, 4))
    def put_one(self, cell: int, digit: int) -> None:
        board = self.boards[self.place]
        self.add((*board[:cell], digit, *board[cell + 1 :]), self.draft.place(cell, digit) is not None)

    @rule(givens=small_givens)
    def put_all(self, givens: tuple[int, ...]) -> None:
        self.add(givens, self.draft.put(givens) is not None)

    @rule()
    def undo(self) -> None:
        assert (self.draft.undo() is None) == (self.place == 0)
        self.place = max(self.place - 1, 0)

    @precondition(lambda self: self.place + 1 < len(self.boards))
    @rule()
    def redo(self) -> None:
        assert self.draft.redo() is not None
        self.place += 1

    @invariant()
    def is_as_it_was(self) -> None:
        assert self.draft.values == self.draft.puzzle.givens == self.boards[self.place]
        assert list(self.draft.conflicts) == conflicts(SMALL, self.draft.values)


TestDrafting = Drafting.TestCase
TestDrafting.settings = settings(max_examples=amount(40), stateful_step_count=20, deadline=None)


def test_a_digit_that_does_not_exist_is_refused():
    draft = Draft(SMALL)
    for digit in (-1, 5):
        with pytest.raises(ValueError, match="outside"):
            draft.place(0, digit)
    assert draft.values == (0,) * 16


def test_a_desk_keeps_the_draft_of_each_layout():
    desk = Drafts()
    desk.draft.place(3, 7)
    desk.take(Puzzle(single(), (1,) + (0,) * 80, "mine"))
    assert (desk.draft.name, desk.draft.values[0]) == ("mine", 1)
    assert desk.switch_to(double()).values[3] == 7
    desk.take(Puzzle(double(), (0,) * 152 + (9,)))
    assert desk.draft.values[3] == 0
    desk.draft.undo()
    assert desk.draft.values[3] == 7
    assert desk.switch_to(single()).values[0] == 1


def test_text_has_the_layout_of_the_draft_unless_it_names_another():
    desk, diagonal = Drafts(), LAYOUTS["x"]()
    first = Puzzle(single(), (1,) + (0,) * 80)
    assert desk.take_text(first).layout == single()
    desk.switch_to(diagonal)
    assert desk.take_text(first).layout == diagonal
    assert desk.take_text(Puzzle(LAYOUTS["jigsaw"](), first.givens)).layout == LAYOUTS["jigsaw"]()
    assert desk.take_text(Puzzle(double(), (0,) * 153)).layout == double()
    desk.switch_to(diagonal)
    assert desk.take(first).layout == single()


@given(small_givens)
def test_the_outlook_is_common_to_all_solutions(givens: tuple[int, ...]):
    puzzle = Puzzle(SMALL, givens)
    outlook = analyse(puzzle)
    closer = complete_analysis(outlook)
    found = [] if conflicts(SMALL, givens) else list(solving.solutions(puzzle))
    assert outlook.solutions == closer.solutions == min(len(found), 2)
    assert outlook.solution is None or outlook.solution in found
    differ = {cell for cell in range(16) if len({solution[cell] for solution in found}) > 1}
    assert outlook.open <= differ
    assert closer.complete
    assert closer.open == differ


def test_a_cell_whose_search_takes_too_long_counts_as_open(monkeypatch: pytest.MonkeyPatch):
    outlook = analyse(Puzzle(SMALL, (1, 2, 3, 4) + (0,) * 12))
    differing = complete_analysis(outlook).open
    monkeypatch.setattr(analysis, "WORK_LIMIT", 0)
    closer = complete_analysis(outlook)
    assert closer.complete
    assert differing <= closer.open <= set(range(4, 16))


def test_a_puzzle_with_one_solution_is_rated():
    made = generate(single(), GeneratorOptions(level=Level.HARD), seed=3)
    outlook = analyse(made.puzzle)
    assert (outlook.solutions, outlook.level) == (1, None)
    assert complete_analysis(outlook).level is Level.HARD


@settings(deadline=None, max_examples=amount(30))
@given(solvable(), st.integers(0, 9))
def test_completed_givens_keep_the_others_and_have_one_solution(puzzle: Puzzle, seed: int):
    givens = with_unique_solution(puzzle, seed)
    assert givens is not None
    assert all(before in (0, after) for before, after in zip(puzzle.givens, givens, strict=True))
    assert solving.count(Puzzle(puzzle.layout, givens)) == 1
    assert with_unique_solution(puzzle, seed) == givens
    if solving.count(puzzle) == 1:
        assert givens == puzzle.givens


def test_nothing_can_be_added_where_there_is_no_solution():
    row = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    assert with_unique_solution(Puzzle(single(), (5, 5) + (0,) * 79), 1) is None
    assert with_unique_solution(Puzzle(single(), row + (0,) * 8 + (9,) + (0,) * 63), 1) is None


@settings(deadline=None, max_examples=amount(20))
@given(solvable(), st.integers(0, 9))
def test_no_thinned_given_is_redundant(puzzle: Puzzle, seed: int):
    givens = with_unique_solution(puzzle, seed)
    assert givens is not None
    whole = solving.solve(Puzzle(puzzle.layout, givens))
    assert whole is not None
    left = without_redundant_givens(Puzzle(puzzle.layout, givens), whole, seed)
    assert all(after in (0, before) for before, after in zip(givens, left, strict=True))
    assert solving.count(Puzzle(puzzle.layout, left)) == 1
    for cell in [cell for cell, digit in enumerate(left) if digit][:8]:
        fewer = (*left[:cell], 0, *left[cell + 1 :])
        assert solving.count(Puzzle(puzzle.layout, fewer)) == 2


def test_seeds_make_different_puzzles():
    made = [with_unique_solution(EMPTY, seed) for seed in range(4)]
    assert all(first != other for first, other in pairwise(made))


def test_work_that_never_ends_can_be_stopped():
    """The search on an empty 25x25 board would take forever."""
    requests = []

    def stop() -> bool:
        requests.append(True)
        return len(requests) > 2

    with pytest.raises(Cancelled):
        with_unique_solution(Puzzle(LAYOUTS["25x25"](), (0,) * 625), 1, stop)
