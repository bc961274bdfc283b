"""Random positions with known solutions, and properties that steps of all techniques must have there."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from random import Random

from plain_english import mistakes
from pysat.solvers import Solver

from engine.sudoku.layout import Layout
from engine.sudoku.making.generator import Generated, generate
from engine.sudoku.puzzle import Digits
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.step import Step

Candidates = Sequence[Candidate]

KEEP = (0.5, 0.25, 0.1)


@lru_cache(maxsize=1000)
def position_of(layout: Layout, seed: int, keep: Sequence[float] = KEEP) -> tuple[Position, Digits]:
    """A position of a puzzle with one solution, and the solution: some digits are placed, some false candidates
    removed.

    Techniques don't depend on how candidates were removed, so any false ones may be: each is kept with one of the
    probabilities `keep`.
    """
    random = Random(seed)
    made = generate(layout, random.randint(len(layout.cells) // 2, len(layout.cells)), seed=seed)
    return on_the_way(made, random, keep)


def on_the_way(made: Generated, random: Random, keep: Sequence[float] = KEEP) -> tuple[Position, Digits]:
    """Such a position of a given puzzle."""
    layout, givens, solution = made.puzzle.layout, made.puzzle.givens, made.solution
    placed, rest = random.random(), random.choice(keep)
    values = [given or digit * (random.random() < placed) for given, digit in zip(givens, solution, strict=True)]
    position = Position.of(layout, values, givens)
    false = [item for item in position.candidates_of(position.empty) if solution[item.cell] != item.digit]
    return position.remove([candidate for candidate in false if random.random() > rest]), solution


def positions(layout: Layout, seeds: Iterable[int], keep: Sequence[float] = KEEP) -> Iterator[tuple[Position, Digits]]:
    """Such a position and its solution for each seed."""
    return (position_of(layout, seed, keep) for seed in seeds)


def examine(
    find: Callable[[Position], Iterator[Step]],
    layout: Layout,
    seeds: Iterable[int],
    *,
    keep: Sequence[float] = KEEP,
    forbidden: Callable[[Step, Position], Iterable[Candidates]] | None = None,
) -> Counter[Technique]:
    """How often each technique was found in random positions, in up to 50 steps per position.

    Each step must be sound; the first five are proved, given `forbidden`; and a second search must find the same steps.
    """
    found: Counter[Technique] = Counter()
    for position, solution in positions(layout, seeds, keep):
        steps = list(islice(find(position), 50))
        assert steps[:5] == list(islice(find(Position(layout, position.values, position.masks, position.givens)), 5))
        for step in steps:
            assert_sound(step, position, solution)
        for step in steps[:5]:
            assert_proved(step, position, forbidden(step, position) if forbidden else ())
        found.update(step.technique for step in steps)
    return found


def assert_sound(step: Step, position: Position, solution: Digits) -> None:
    """The step must hold in the solution, be new, ordered and within the position."""
    for cell, digit in step.places:
        assert solution[cell] == digit, step.sentence
    for cell, digit in step.removes:
        assert solution[cell] != digit, step.sentence
    conclusions = step.places + step.removes
    assert conclusions
    assert not mistakes(step.sentence)
    for cell, digit in conclusions + step.candidates:
        assert position.masks[cell] >> digit & 1, f"{position.layout.cell_name(cell)}={digit}: {step.sentence}"
    for ordered in (step.cells, step.candidates, step.places, step.removes):
        assert list(ordered) == sorted(set(ordered))
    assert set(step.houses) <= set(range(len(position.layout.houses)))
    assert len(step.houses) == len(set(step.houses))
    assert step.sentence.startswith(step.technique.title + ": ")
    assert step.sentence.endswith(".")
    for cell, _ in conclusions:
        assert position.layout.cell_name(cell) in step.sentence


def assert_proved(step: Step, position: Position, forbidden: Iterable[Candidates] = ()) -> None:
    """The step must follow from the rules about its own candidates only.

    `forbidden` are candidates that, for another reason, are not all true.
    """
    about = sorted({*step.candidates, *step.places, *step.removes})
    variable = {candidate: number for number, candidate in enumerate(about, 1)}
    layout, geometry = position.layout, position.geometry
    rules = [position.candidates_of(1 << cell) for cell in {candidate.cell for candidate in about}]
    rules += [
        position.candidates(geometry.houses[number], digit)
        for number, house in enumerate(layout.houses)
        for digit in {candidate.digit for candidate in about}
        if geometry.complete[number] and digit not in {position.values[cell] for cell in house.cells}
    ]
    clauses = [[variable[item] for item in rule] for rule in rules if variable.keys() >= set(rule)]
    clauses += [
        [-variable[first], -variable[other]]
        for first, other in combinations(about, 2)
        if first.cell == other.cell or (first.digit == other.digit and other.cell in layout.peers[first.cell])
    ]
    clauses += [[-variable[item] for item in together] for together in forbidden if variable.keys() >= set(together)]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        assert solver.solve(), "the candidates of the step contradict each other"
        for place in step.places:
            assert not solver.solve(assumptions=[-variable[place]]), f"{place} does not follow: {step}"
        for remove in step.removes:
            assert not solver.solve(assumptions=[variable[remove]]), f"{remove} does not follow: {step}"
