"""The setter's analysis of a puzzle, compared with all of its solutions."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from engine.base.errors import Cancelled
from engine.play import prospects as module
from engine.play.prospects import MAX_SOLUTIONS, Prospects, prospects
from engine.sudoku.layout import LAYOUTS, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.search import solving

FOUR = LAYOUTS["4x4"]()


def last(puzzle: Puzzle) -> Prospects:
    *_others, found = prospects(puzzle)
    assert found.complete
    return found


def checked(puzzle: Puzzle, found: Prospects) -> None:
    """The complete result, from the list of all solutions."""
    every, cells = [*solving.solutions(puzzle)], range(len(puzzle.givens))
    counts = [Counter(digits[cell] for digits in every) for cell in cells]
    for cell in cells:
        if not puzzle.givens[cell]:
            expected = tuple(min(MAX_SOLUTIONS, counts[cell][digit]) for digit in range(1, puzzle.layout.size + 1))
            assert found.counts[cell][1:] == expected
    assert {*found.decisive} == {
        (cell, digit)
        for cell in cells
        if not puzzle.givens[cell]
        for digit, count in counts[cell].items()
        if count == 1
    } or len(every) < 2
    pairs = {pair for group in found.equal for pair in combinations(group, 2)}
    assert len(every) < 2 or pairs == {
        (a, b)
        for a, b in combinations([cell for cell in cells if not puzzle.givens[cell]], 2)
        if all(digits[a] == digits[b] for digits in every)
    }


@pytest.mark.parametrize("listed", [2000, 1])
def test_counts_deciding_clues_and_equal_cells(listed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_LISTED", listed)
    cage = KillerCage((0, 1), 3)
    for givens in ((0,) * 16, (1, *(0,) * 15), (1, 2, 3, 4, 3, *(0,) * 11)):
        for rules in ((), (cage,)):
            puzzle = Puzzle(FOUR, givens, rules=rules)
            checked(puzzle, last(puzzle))
    thin = generate(single(), 50, seed=1).puzzle
    givens = tuple(given if cell % 7 else 0 for cell, given in enumerate(thin.givens))
    checked(replace(thin, givens=givens), last(replace(thin, givens=givens)))


def test_redundant_givens_of_a_puzzle_with_one_solution() -> None:
    puzzle = generate(single(), 40, seed=2).puzzle
    solution = next(solving.solutions(puzzle))
    cage = KillerCage((0, 1), solution[0] + solution[1])
    found = last(replace(puzzle, rules=(cage,)))
    assert found.redundant_rules == (cage,)
    assert found.redundant_givens
    assert found.decisive == found.equal == ()
    for cell, given in enumerate(puzzle.givens):
        if given:
            without = replace(puzzle, givens=(*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]), rules=(cage,))
            assert (cell in found.redundant_givens) == (solving.count(without) == 1)


def test_a_puzzle_without_a_solution_and_a_cancelled_one() -> None:
    found = last(Puzzle(FOUR, (1, 1, *(0,) * 14)))
    assert not any(count for row in found.counts for count in row)
    with pytest.raises(Cancelled):
        [*prospects(Puzzle(FOUR, (0,) * 16), lambda: True)]
