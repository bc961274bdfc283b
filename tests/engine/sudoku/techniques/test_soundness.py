"""Positions on the solution paths of random puzzles: all steps there are true, and follow from their stated reasons.

Truth is checked by the puzzle's unique solution, the reasons of a step by a SAT solver. `python -m tests.soundness`
checks thousands of positions of each technique.
"""

import random
from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from plain_english import mistakes

from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Digits
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finder import every_finder
from engine.sudoku.techniques.finders import ALL, steps
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.step import Step

POSITIONS = {"single": 12, "double": 1, "small": 30, "six": 30, "twins": 30, "diagonal": 8, "cages": 30}
"""Default number of positions of a layout; one for any other layout."""

FIRST = 25
"""Default number of checked steps of a finder per position: some have hundreds of long chains."""

FEW = 4
"""The same on large layouts, on which checking a step takes longer."""

ORDINARY = frozenset(technique for technique in ALL if technique.level is not Level.EXTREME)
"""The techniques checked by default: those that try candidates take longer than all others together."""


def walk(layout: Layout, seed: int) -> Iterator[tuple[Position, Digits]]:
    """Positions from a random puzzle's givens on, some random steps apart, with its solution.

    On large layouts the puzzles are easy, because others have thousands of chains."""
    chance, cells = random.Random(seed), len(layout.cells)
    holes = chance.randrange(cells // 2, 3 * cells // 4) if cells < 200 else cells // 2
    made = generate(layout, holes, seed=seed)
    position = Position.of(layout, made.puzzle.givens)
    while not position.is_solved:
        yield position, made.solution
        for _ in range(chance.randrange(1, len(layout.cells) // 4)):
            near = list(islice(steps(position, ORDINARY), 8))
            if not near:
                return
            position = chance.choice(near).apply(position)


def positions(layout: Layout, count: int) -> Iterator[tuple[Position, Digits]]:
    """The first `count` positions of these walks."""
    walks = (pair for seed in range(10**9) for pair in walk(layout, seed))
    return islice(walks, count)


def check(step: Step, position: Position, solution: Digits) -> None:
    """A step must be about the position, conclude something, and conclude nothing wrong."""
    assert step.places or step.removes
    for cell, digit in (*step.candidates, *step.places, *step.removes):
        assert position.masks[cell] >> digit & 1, step
    for part in (step.cells, step.candidates, step.removes):
        assert list(part) == sorted(set(part)), step
    assert all(solution[cell] == digit for cell, digit in step.places), step
    assert all(solution[cell] != digit for cell, digit in step.removes), step
    assert step.sentence.startswith(f"{step.technique.title}: "), step
    assert step.sentence.endswith("."), step
    assert not mistakes(step.sentence)
    after = step.apply(position)
    assert not after.is_broken
    assert after.masks != position.masks


def check_all(layout: Layout, count: int, techniques: frozenset[Technique], most: int | None = None) -> None:
    """The first steps of each finder of these techniques, at most that many per position."""
    for position, solution in positions(layout, count):
        assert not position.is_broken
        for finder in every_finder():
            if not techniques.isdisjoint(finder.techniques):
                for step in islice(finder.find(position), most):
                    check(step, position, solution)


@pytest.mark.few(1)
def test_every_step_is_sound(layout: Layout):
    check_all(layout, POSITIONS.get(layout.name, 1), ORDINARY, FIRST if len(layout.cells) < 100 else FEW)


@pytest.mark.parametrize("name", [name for name, make in LAYOUTS.items() if len(make().cells) < 200])
def test_every_step_is_sound_on_the_layouts_that_ship(name: str):
    check_all(LAYOUTS[name](), 1, ORDINARY, FEW)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("single", 5000), ("double", 1000), ("twins", 2000), ("six", 2000)])
def test_every_step_of_ten_thousand_positions_is_sound(layouts: dict[str, Layout], name: str, count: int):
    check_all(layouts[name], count, ALL)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "count"), [("samurai", 60), ("16x16", 60), ("25x25", 3)])
def test_every_step_on_large_layouts_is_sound(name: str, count: int):
    check_all(LAYOUTS[name](), count, ALL)


@pytest.mark.long
@pytest.mark.parametrize("name", ["single", "double", "twins", "cages", "diagonal"])
@pytest.mark.few(1)
def test_the_commoner_techniques_rest_on_the_clauses_of_their_candidates(
    layouts: dict[str, Layout], name: str, check_clauses: Callable[[Step, Position], None]
):
    """For the first step of each technique on a walk."""
    seen: set[Technique] = set()
    for position, _ in positions(layouts[name], 2 if name == "double" else 5):
        for finder in every_finder():
            if not ORDINARY.isdisjoint(finder.techniques) and not seen.issuperset(finder.techniques):
                for step in islice(finder.find(position), FIRST):
                    if step.technique not in seen:
                        seen.add(step.technique)
                        check_clauses(step, position)
    assert len(seen) > 5
