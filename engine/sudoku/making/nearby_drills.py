"""Generates drills from given puzzles, for techniques that are too rare in random grids.

A puzzle that needs such a technique has neighbours that need it too. To find them, remove some givens, dig one of the
solutions of the rest as far as possible, and test the result. One famous puzzle gives dozens of drills, each with
another solution, and these give more. On a layout of several grids, a puzzle of one grid, rotated and with other
digits, becomes one of the grids, and the others are filled around it.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import count
from random import Random

from engine.base.polling import poll
from engine.sudoku.layout import Layout
from engine.sudoku.making.digging import Orbit, dig
from engine.sudoku.making.drills import Drill, hardest_so_far
from engine.sudoku.making.symmetry import turns
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.search.solving import solve
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import first_step

ALIKE = 0.6
"""Maximum share of equal cells in two solutions; beyond it, they look alike."""

_MOST = 6
"""Maximum number of givens removed (minimum two); with more, neighbours are not similar."""

_SHARES = (0.0, 0.15, 0.3, 0.45)
"""Shares of the other grids left undug: larger ones leave fewer places for easier steps."""


def nearby_drills(
    layout: Layout,
    techniques: Collection[Technique],
    puzzles: Sequence[Puzzle],
    seed: int,
    cancel: Callable[[], bool] | None = None,
) -> Iterator[tuple[int, Drill]]:
    """Yields drills of these techniques endlessly, each with the number of the puzzle examined, the given ones first.

    Determined by the seed. The solutions of two drills of a technique agree in at most ALIKE of the cells. The puzzles
    must have unique solutions, and be of the layout or of one of its grids. Raises Cancelled.
    """
    dice, solver, counter = Random(seed), GridSearch(layout, seed), SliceSearch(layout)
    pool: dict[Technique | None, list[Puzzle]] = {None: list(puzzles)}
    found: dict[Technique, list[Digits]] = {}
    for number in count(1):
        poll(cancel)
        if number <= len(puzzles):
            near = puzzles[number - 1]
        else:
            near = dice.choice(pool[dice.choice(list(pool))])
        solver.seed(dice.getrandbits(30))
        if near.layout != layout:
            puzzle, solution = _surrounded(near, layout, dice, solver, counter)
        elif number <= len(puzzles):
            puzzle, solution = near, _filled(near.givens, solver)
        else:
            puzzle, solution = _neighbour(near, dice, solver, counter)
        for technique in hardest_so_far(puzzle, techniques, cancel):
            drill, others = Drill(puzzle, technique), found.setdefault(technique, [])
            if solution in others or first_step(drill.position, {technique}, cancel) is None:
                continue
            if near.layout == layout:
                pool.setdefault(technique, []).append(puzzle)
            if all(_agreement(solution, other) <= ALIKE for other in others):
                others.append(solution)
                yield number, drill


def _agreement(first: Digits, other: Digits) -> float:
    """The share of cells in which two solutions agree."""
    return sum(here == there for here, there in zip(first, other, strict=True)) / len(first)


def _neighbour(near: Puzzle, dice: Random, solver: GridSearch, counter: SliceSearch) -> tuple[Puzzle, Digits]:
    """A puzzle with most of the givens of `near`, and its solution."""
    givens = list(near.givens)
    there = [cell for cell, given in enumerate(givens) if given]
    for cell in dice.sample(there, min(dice.randint(2, _MOST), len(there))):
        givens[cell] = 0
    solution = _filled(givens, solver)
    order: list[Orbit] = [(cell,) for cell, given in enumerate(givens) if not given]
    dice.shuffle(order)
    return Puzzle(near.layout, dig(counter, solution, len(givens), order).givens), solution


def _surrounded(
    near: Puzzle, layout: Layout, dice: Random, solver: GridSearch, counter: SliceSearch
) -> tuple[Puzzle, Digits]:
    """A puzzle of the layout with `near`, turned and with other digits, as one of its grids; and its solution."""
    inside = solve(near)
    assert inside is not None, "it has a solution"
    cells, turned = dice.choice(layout.grids).cells, dice.choice(turns(near.layout))
    names = [0, *dice.sample(range(1, layout.size + 1), layout.size)]
    digits, holes = [0] * len(layout.cells), list[Orbit]()
    for cell, digit, given in zip(turned, inside, near.givens, strict=True):
        digits[cells[cell]] = names[digit]
        if not given:
            holes.append((cells[cell],))
    solution = _filled(digits, solver)
    order: list[Orbit] = [(cell,) for cell, digit in enumerate(digits) if not digit]
    dice.shuffle(order)
    dug = order[: round(len(order) * (1 - dice.choice(_SHARES)))]
    return Puzzle(layout, dig(counter, solution, len(digits), dug, holes=holes).givens), solution


def _filled(givens: Sequence[int], solver: GridSearch) -> Digits:
    """A solution that contains these digits, which must exist."""
    solver.load(givens)
    solver.run(1)
    return solver.solution()
