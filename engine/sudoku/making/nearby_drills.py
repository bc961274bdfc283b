"""Generates drills from given puzzles, for techniques that are too rare in random grids.

A puzzle that needs such a technique has neighbours that need it too. A neighbour is made by removing some givens,
solving what remains, and digging the solution as far as possible. One famous puzzle gives dozens of drills, each with
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

MAX_AGREEMENT = 0.6
"""Maximum share of cells in which the solutions of two drills agree; beyond it, they look alike."""

_MAX_REMOVED = 6
"""Maximum number of givens removed (the minimum is two); with more, neighbours are not similar enough."""

_SHARES = (0.0, 0.15, 0.3, 0.45)
"""Shares of the other grids left undug: larger ones leave fewer places for easier steps."""


def nearby_drills(
    layout: Layout,
    techniques: Collection[Technique],
    puzzles: Sequence[Puzzle],
    seed: int,
    cancel: Callable[[], bool] | None = None,
) -> Iterator[tuple[int, Drill]]:
    """Yield drills of these techniques endlessly, each with the number of the puzzle examined; `puzzles` come first.

    Determined by the seed. The solutions of two drills of a technique agree in at most MAX_AGREEMENT of the cells. The
    puzzles must have unique solutions, and be of the layout or of one of its grids. Raises Cancelled.
    """
    randomness, solver, counter = Random(seed), GridSearch(layout, seed), SliceSearch(layout)
    pool: dict[Technique | None, list[Puzzle]] = {None: list(puzzles)}
    solutions: dict[Technique, list[Digits]] = {}
    for number in count(1):
        poll(cancel)
        if number <= len(puzzles):
            source = puzzles[number - 1]
        else:
            source = randomness.choice(pool[randomness.choice(list(pool))])
        solver.seed(randomness.getrandbits(30))
        if source.layout != layout:
            puzzle, solution = _surrounded(source, layout, randomness, solver, counter)
        elif number <= len(puzzles):
            puzzle, solution = source, _filled(source.givens, solver)
        else:
            puzzle, solution = _neighbour(source, randomness, solver, counter)
        for technique in hardest_so_far(puzzle, techniques, cancel):
            drill, others = Drill(puzzle, technique), solutions.setdefault(technique, [])
            if solution in others or first_step(drill.position, {technique}, cancel) is None:
                continue
            if source.layout == layout:
                pool.setdefault(technique, []).append(puzzle)
            if all(_agreement(solution, other) <= MAX_AGREEMENT for other in others):
                others.append(solution)
                yield number, drill


def _agreement(first: Digits, other: Digits) -> float:
    """The share of cells in which two solutions agree."""
    return sum(digit == other_digit for digit, other_digit in zip(first, other, strict=True)) / len(first)


def _neighbour(source: Puzzle, randomness: Random, solver: GridSearch, counter: SliceSearch) -> tuple[Puzzle, Digits]:
    """A puzzle with most of the givens of `near`, and its solution."""
    givens = list(source.givens)
    given_cells = [cell for cell, given in enumerate(givens) if given]
    for cell in randomness.sample(given_cells, min(randomness.randint(2, _MAX_REMOVED), len(given_cells))):
        givens[cell] = 0
    solution = _filled(givens, solver)
    order: list[Orbit] = [(cell,) for cell, given in enumerate(givens) if not given]
    randomness.shuffle(order)
    return Puzzle(source.layout, dig(counter, solution, len(givens), order).givens), solution


def _surrounded(
    source: Puzzle, layout: Layout, randomness: Random, solver: GridSearch, counter: SliceSearch
) -> tuple[Puzzle, Digits]:
    """A puzzle of the layout with `near`, turned and with other digits, as one of its grids; and its solution."""
    grid_solution = solve(source)
    assert grid_solution is not None, "it has a solution"
    cells, images = randomness.choice(layout.grids).cells, randomness.choice(turns(source.layout))
    new_digits = [0, *randomness.sample(range(1, layout.size + 1), layout.size)]
    digits, holes = [0] * len(layout.cells), list[Orbit]()
    for cell, digit, given in zip(images, grid_solution, source.givens, strict=True):
        digits[cells[cell]] = new_digits[digit]
        if not given:
            holes.append((cells[cell],))
    solution = _filled(digits, solver)
    order: list[Orbit] = [(cell,) for cell, digit in enumerate(digits) if not digit]
    randomness.shuffle(order)
    tried = order[: round(len(order) * (1 - randomness.choice(_SHARES)))]
    return Puzzle(layout, dig(counter, solution, len(digits), tried, holes=holes).givens), solution


def _filled(givens: Sequence[int], solver: GridSearch) -> Digits:
    """A solution that contains these digits; there must be one."""
    solver.load(givens)
    solver.run(1)
    return solver.solution()
