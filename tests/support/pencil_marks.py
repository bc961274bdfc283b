"""Puzzles that rule out candidates, made from complete grids for tests."""

from random import Random

from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.exact import random_solution


def marked_puzzle(layout: Layout, seed: int, *, share: float = 0.6, givens: int = 0, name: str = "") -> Puzzle:
    """A puzzle with one or more solutions: each wrong candidate is ruled out with the probability `share`."""
    dice, solution = Random(seed), random_solution(layout, seed)
    given = dice.sample(range(len(solution)), givens)
    masks = tuple(
        sum(1 << digit for digit in range(1, layout.size + 1) if digit == right or dice.random() > share)
        for right in solution
    )
    digits = tuple(digit if cell in given else 0 for cell, digit in enumerate(solution))
    return Puzzle(layout, digits, name, candidates=masks)


def unique_puzzle(layout: Layout, seed: int, *, share: float = 0.6) -> Puzzle:
    """A puzzle with a single solution: wrong candidates are ruled out until there is no other solution."""
    dice, solution = Random(seed), random_solution(layout, seed)
    search, all_digits = SliceSearch(layout), (2 << layout.size) - 2
    masks = [all_digits] * len(solution)
    wrong = [
        (cell, digit) for cell, right in enumerate(solution) for digit in range(1, layout.size + 1) if digit != right
    ]
    dice.shuffle(wrong)
    wrong = wrong[: int(len(wrong) * share)]
    for cell, digit in wrong:
        masks[cell] &= ~(1 << digit)
    while True:
        search.load(bytes(len(solution)), masks)
        if search.run(2, patience=20_000) == 1:
            return Puzzle(layout, (0,) * len(solution), candidates=tuple(masks))
        cell = dice.choice([cell for cell, mask in enumerate(masks) if mask.bit_count() > 1])
        masks[cell] &= ~(
            1 << dice.choice([d for d in range(1, layout.size + 1) if masks[cell] >> d & 1 and d != solution[cell]])
        )
