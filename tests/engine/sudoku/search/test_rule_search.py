"""The search of puzzles with rules: what it is given beside the rules, and how it ends."""

import random

import pytest
from rule_puzzles import random_cages

from engine.base.errors import Cancelled
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.cage import KillerCage
from engine.sudoku.rules.derived import cages_of, derived_sums
from engine.sudoku.search import solving
from engine.sudoku.search.exact import random_solution
from engine.sudoku.search.rule_search import RuleSearch

FOUR = LAYOUTS["4x4"]()
SOLUTION = random_solution(FOUR, 1)
PUZZLE = Puzzle(FOUR, (0,) * 16, rules=(KillerCage((0, 1), SOLUTION[0] + SOLUTION[1]),))


def test_candidates_and_exclusions_narrow_the_search() -> None:
    search = RuleSearch(PUZZLE)
    every = search.run(500)
    assert every > 1
    search.load(PUZZLE.givens)
    search.exclude(0, SOLUTION[0])
    without = search.run(500)
    assert without + RuleSearch(Puzzle(FOUR, (SOLUTION[0], *(0,) * 15), rules=PUZZLE.rules)).run(500) == every
    search.load(PUZZLE.givens, [1 << digit for digit in SOLUTION])
    assert search.run(500) == 1
    assert search.solution() == SOLUTION


def test_it_ends_early_where_asked() -> None:
    assert RuleSearch(PUZZLE).run(3) == 3
    assert RuleSearch(PUZZLE).run(500, patience=1) == 500, "given up, and taken for the limit"
    search = RuleSearch(PUZZLE)
    search.slice_nodes = 1
    with pytest.raises(Cancelled):
        search.run(500, lambda: True)


@pytest.mark.parametrize("givens", [(0,) * 15, (5, *(0,) * 15)])
def test_givens_that_do_not_fit(givens: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"outside|digits for"):
        RuleSearch(PUZZLE).load(givens)


def test_sums_that_follow_hold_in_the_solution() -> None:
    """Innies and outies of random cages, also across the grids of a double."""
    for name in ("single", "double"):
        layout = LAYOUTS[name]()
        solution = random_solution(layout, 2)
        rules = random_cages(layout, solution, random.Random(2))
        found = [*derived_sums(layout, cages_of(layout, rules))]
        assert len(found) > 10
        for each in found:
            assert sum(w * solution[c] for c, w in zip(each.cells, each.weights, strict=True)) == each.total


def test_plain_puzzles_go_through_the_bit_slices() -> None:
    assert isinstance(solving.search_of(PUZZLE), RuleSearch)
    assert not isinstance(solving.search_of(Puzzle(FOUR, PUZZLE.givens)), RuleSearch)
