"""Drills near given puzzles: for techniques so rare that grids at random hardly hold one.

A puzzle that needs such a technique has neighbours that need it too. Some of its givens are left out, one of the
solutions that it has then is dug as far as it goes, and what becomes of that is looked at: so from one famous puzzle
come dozens, each with another solution, and from these more. On a layout of several grids a puzzle of one grid, turned
and with other digits, is one of them, and the others are filled around it.
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
from engine.sudoku.search.bit_slices import SliceSearch, solve
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import first_step

ALIKE = 0.6
"""Solutions that agree in more of the cells than that would look alike to whoever is drilled."""

_MOST = 6
"""So many givens of a puzzle are left out at most, and two at least; with more no neighbour is like it."""

_SHARES = (0.0, 0.15, 0.3, 0.45)
"""How much of the other grids is not dug: the less, the fewer places there are for easier steps."""


def nearby_drills(
    layout: Layout,
    techniques: Collection[Technique],
    puzzles: Sequence[Puzzle],
    seed: int,
    cancel: Callable[[], bool] | None = None,
) -> Iterator[tuple[int, Drill]]:
    """Drills of these techniques without end, each with the number of the puzzle looked at: first those given.

    Always the same for a seed. The solutions of two drills of a technique agree in no more than ALIKE of the cells. The
    puzzles have one solution, and are of the layout or of one of its grids. Raises Cancelled.
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
    """In which share of the cells two solutions agree."""
    return sum(here == there for here, there in zip(first, other, strict=True)) / len(first)


def _neighbour(near: Puzzle, dice: Random, solver: GridSearch, counter: SliceSearch) -> tuple[Puzzle, Digits]:
    """A puzzle with most of the givens of the other, and its solution."""
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
    """A puzzle of the layout with the other, turned and with other digits, as one of its grids; and its solution."""
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
    """A solution with these digits in it, which there is."""
    solver.load(givens)
    solver.run(1)
    return solver.solution()
