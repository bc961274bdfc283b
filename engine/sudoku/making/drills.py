"""Drills: positions in which a given technique is the easiest one that applies, from puzzles with a unique solution.

A drill is a puzzle and a technique; its position is where the steps by all easier techniques end. A file need not store
anything else, and any reader can verify it.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import islice
from random import Random

from engine.base.polling import poll
from engine.sudoku.layout import Layout
from engine.sudoku.making.digging import dig, digging_order
from engine.sudoku.making.generator import GeneratorOptions
from engine.sudoku.making.rule_generator import generate_with_rules
from engine.sudoku.making.rule_mixes import MIXES
from engine.sudoku.making.symmetry import orbits
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.search.solving import solutions
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.deduction import deduce
from engine.sudoku.techniques.finders import finders_for, finders_of, first_step, steps
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.route import Route
from engine.sudoku.techniques.rules import RULE_STEPS
from engine.sudoku.techniques.step import Step

_SHARE_MINIMAL = 0.5
"""The share of puzzles with rules from which no rule can be removed; these are harder, and take longer to make."""


@dataclass(frozen=True)
class Drill:
    """A puzzle with a unique solution, and the technique to find where easier ones end.

    A drill from a game has the game's position as its `start`, and asks for a step there.
    """

    puzzle: Puzzle
    technique: Technique
    start: Position | None = None

    @cached_property
    def position(self) -> Position:
        """The position where the steps by easier techniques end, or the game's position."""
        return self.start or end_of_easier_steps(Position.of_puzzle(self.puzzle), self.technique)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """All steps by the technique in the position; empty if this is not a drill."""
        found = steps(self.position, {self.technique})
        return tuple(step for step in found if step.technique is self.technique)

    @cached_property
    def solution(self) -> Digits:
        """The solution of the puzzle. Raises ValueError if there is none, or more than one."""
        two_solutions = list(islice(solutions(self.puzzle), 2))
        if len(two_solutions) != 1:
            raise ValueError("a drill must have exactly one solution")
        return two_solutions[0]


@lru_cache(maxsize=len(Technique))
def easier_techniques(technique: Technique) -> frozenset[Technique]:
    """The techniques tried before this one."""
    order = list(Technique)
    return frozenset(order[: order.index(technique)])


def end_of_easier_steps(position: Position, technique: Technique, cancel: Callable[[], bool] | None = None) -> Position:
    """The position where steps by techniques easier than this one end. Raises Cancelled."""
    easier = easier_techniques(technique)
    finders = finders_for(position, easier)
    return deduce(position, finders, accepted=easier, cancel=cancel).position


def _first(position: Position, technique: Technique, cancel: Callable[[], bool] | None) -> Step | None:
    """The first step by the technique. Raises Cancelled."""
    techniques = frozenset({technique})
    return Route(position, finders_for(position, techniques), techniques).first(cancel)


def drills(
    layout: Layout, technique: Technique, seed: int, cancel: Callable[[], bool] | None = None
) -> Iterator[Drill]:
    """Yield drills endlessly, determined by the seed, each from its own grid.

    A grid is dug as far as possible; for a step by rules, it gets random rules instead. If the easier techniques end
    and the required one does not apply, a hole is filled again, which keeps the solution unique. Raises Cancelled.
    """
    if technique in RULE_STEPS:
        puzzles = _with_rules(layout, seed, technique.value.drill_mix, cancel)
    else:
        puzzles = _without_rules(layout, seed, cancel)
    for puzzle, solution, order in puzzles:
        givens = list(puzzle.givens)
        position = end_of_easier_steps(Position.of_puzzle(puzzle), technique, cancel)
        while not position.is_solved:
            poll(cancel)
            if _first(position, technique, cancel) is not None:
                drill = Drill(replace(puzzle, givens=tuple(givens)), technique)
                # Digits filled in later may extend the easier steps from the givens.
                if _first(drill.position, technique, cancel) is not None:
                    yield drill
                    break
            cell = next(cell for cell in reversed(order) if not position.values[cell])
            givens[cell] = solution[cell]
            position = end_of_easier_steps(position.place([Candidate(cell, solution[cell])]), technique, cancel)


def _without_rules(
    layout: Layout, seed: int, cancel: Callable[[], bool] | None
) -> Iterator[tuple[Puzzle, Digits, list[int]]]:
    """Puzzles with as few givens as possible, each with its solution and its empty cells. Raises Cancelled."""
    search, counter, cells = GridSearch(layout, seed), SliceSearch(layout), orbits(layout, "none")
    while True:
        solution = search.fill(cancel)
        dug = dig(counter, solution, len(layout.cells), digging_order(search, layout, cells, 0), cancel=cancel)
        yield Puzzle(layout, tuple(dug.givens)), solution, [cell for (cell,) in dug.holes]


def _with_rules(
    layout: Layout, seed: int, mix_name: str, cancel: Callable[[], bool] | None
) -> Iterator[tuple[Puzzle, Digits, list[int]]]:
    """Puzzles with rules, each with its solution and its empty cells. Raises Cancelled.

    Each is of a random mix; with `mix_name` all are of this one, and no rule is removed.
    """
    dice = Random(seed)
    while True:
        mix = MIXES[mix_name] if mix_name else dice.choice(list(MIXES.values()))
        options = GeneratorOptions(kinds=mix.kinds, minimal=not mix_name and dice.random() < _SHARE_MINIMAL)
        made = generate_with_rules(layout, options, seed=dice.getrandbits(30), cancel=cancel)
        empty = [cell for cell, given in enumerate(made.puzzle.givens) if not given]
        yield made.puzzle, made.solution, dice.sample(empty, len(empty))


def drills_of_several(
    layout: Layout, techniques: Collection[Technique], seed: int, cancel: Callable[[], bool] | None = None
) -> Iterator[tuple[int, Drill]]:
    """Yield drills of several techniques endlessly, each with the number of its grid from 1 on.

    Determined by the seed, with at most one drill per technique and grid. For rare techniques this is much faster than
    one technique at a time: one solution path shows all techniques for which a puzzle is a drill. A grid is dug as far
    as possible, and holes are filled again one by one until the puzzle is easier than all techniques. Raises Cancelled.
    """
    before = easier_techniques(min(techniques, key=list(Technique).index))
    for grid, (dug, solution, order) in enumerate(_without_rules(layout, seed, cancel), 1):
        givens, missing = list(dug.givens), set(techniques)
        while True:
            puzzle = Puzzle(layout, tuple(givens))
            for technique in hardest_so_far(puzzle, missing, cancel):
                drill = Drill(puzzle, technique)
                # Steps of other easy techniques may lead to another position than the steps of all easier ones.
                if technique in missing and first_step(drill.position, {technique}, cancel) is not None:
                    missing.remove(technique)
                    yield grid, drill
            position = deduce(Position.of(layout, givens), finders_of(before), accepted=before, cancel=cancel).position
            if position.is_solved or not missing:
                break
            cell = next(cell for cell in reversed(order) if not position.values[cell])
            givens[cell] = solution[cell]


def hardest_so_far(
    puzzle: Puzzle, techniques: Collection[Technique], cancel: Callable[[], bool] | None = None
) -> list[Technique]:
    """The `techniques` that are harder than all steps before them on the easiest path through the puzzle."""
    order, techniques_found = list(Technique), list[Technique]()
    last = max(techniques, key=order.index)
    allowed = easier_techniques(last) | {last}
    hardest = -1
    for step in deduce(Position.of_puzzle(puzzle), finders_of(allowed), accepted=allowed, cancel=cancel).found:
        if order.index(step.technique) > hardest:
            hardest = order.index(step.technique)
            techniques_found += [step.technique] * (step.technique in techniques)
    return techniques_found
