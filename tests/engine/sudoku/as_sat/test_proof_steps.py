"""Small steps of explanations: another solver confirms each from the demands and earlier steps that it names."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice

import pytest
from amounts import amount
from pysat.solvers import Minisat22
from rule_puzzles import random_cages, unique_puzzle

from engine.base.errors import Cancelled
from engine.sudoku.as_sat.explanation import Explainer, Explanation
from engine.sudoku.as_sat.explanation_words import step_claim, text
from engine.sudoku.as_sat.proof_steps import MAX_GROUNDS, ClaimStep, claim_steps
from engine.sudoku.as_sat.rule_clauses import rule_clauses
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.position import Candidate, Position, members

Clauses = list[list[int]]


def puzzle_of(layout: str) -> Callable[[int], Puzzle]:
    """Makes hard puzzles of a layout."""
    return lambda seed: generate(LAYOUTS[layout](), GeneratorOptions(level=Level.HARD), seed=seed).puzzle


def killer(seed: int) -> Puzzle:
    """A 6x6 with cages, and hardly any givens."""
    layout = LAYOUTS["6x6"]()
    solution = random_solution(layout, seed)
    return unique_puzzle(layout, solution, random_cages(layout, solution, random.Random(seed), 3))


def explained(puzzle: Puzzle) -> Iterator[tuple[Position, Explanation, tuple[ClaimStep, ...]]]:
    """The explanations of all digits that need many demands, with their steps."""
    position = Position.of_puzzle(puzzle, puzzle.givens)
    explainer = Explainer(position)
    for cell in members(position.empty):
        explanation = explainer.digit_of(cell)
        assert explanation
        steps = explainer.steps(explanation)
        assert bool(steps) == (explanation.demand_count > MAX_GROUNDS)
        if steps:
            yield position, explanation, steps


def variable(position: Position, candidate: Candidate) -> int:
    return candidate.cell * position.layout.size + candidate.digit


def exclusions(position: Position) -> Clauses:
    """The digits and candidates of a position, and that no cell or house holds two digits the same."""
    layout = position.layout
    size, cells = layout.size, range(len(layout.cells))
    clauses = [
        [variable(position, Candidate(cell, digit)) * (1 if position.values[cell] == digit else -1)]
        for cell in cells
        for digit in range(1, size + 1)
        if not position.masks[cell] >> digit & 1
    ]
    for first, other in combinations(range(1, size + 1), 2):
        clauses += [[-(cell * size + first), -(cell * size + other)] for cell in cells]
    for house in layout.houses:
        for first, other in combinations(house.cells, 2):
            clauses += [[-(first * size + digit), -(other * size + digit)] for digit in range(1, size + 1)]
    return clauses


def demanded(position: Position, step: ClaimStep, explanation: Explanation) -> Clauses:
    """The clauses of the demands that a step names."""
    layout = position.layout
    size = layout.size
    first = extra = len(layout.cells) * size
    clauses = [[cell * size + digit for digit in range(1, size + 1)] for cell in step.cells]
    clauses += [[cell * size + digit for cell in layout.houses[house].cells] for house, digit in step.houses]
    for rule in step.puzzle_rules:
        assert rule in explanation.puzzle_rules
        written = rule_clauses(rule, layout)
        clauses += [[moved(literal, extra, first) for literal in clause] for clause in written.clauses]
        extra += written.auxiliary
    if step.supposes:
        assert explanation.claim
        clauses.append([variable(position, explanation.claim) * (-1 if explanation.holds else 1)])
    return clauses


def moved(literal: int, extra: int, first: int) -> int:
    """The literal with the number of an auxiliary variable after those of other rules."""
    return literal if abs(literal) <= first else literal + (extra - first) * (1 if literal > 0 else -1)


def clause_of(position: Position, step: ClaimStep) -> list[int]:
    return [
        *(-variable(position, candidate) for candidate in step.premises),
        *(variable(position, candidate) for candidate in step.options),
    ]


def check(position: Position, explanation: Explanation, steps: Sequence[ClaimStep]) -> None:
    basis = exclusions(position)
    for number, step in enumerate(steps):
        assert all(other < number for other in step.steps)
        assert {*step.cells} <= {*explanation.cells}
        assert {*step.houses} <= {*explanation.houses}
        clauses = demanded(position, step, explanation) + [clause_of(position, steps[other]) for other in step.steps]
        assert clauses, "it follows from something"
        with Minisat22(bootstrap_with=basis + clauses) as solver:
            assert not solver.solve([-literal for literal in clause_of(position, step)]), number
    assert not steps[-1].premises
    assert not steps[-1].options
    assert {other for step in steps for other in step.steps} == set(range(len(steps) - 1)), "no step is for nothing"


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("make", "seed"), [(killer, 5), (killer, 7), (killer, 8), (puzzle_of("single"), 3), (puzzle_of("double"), 1)]
)
def test_each_step_follows_from_what_it_names(make: Callable[[int], Puzzle], seed: int) -> None:
    checked = 0
    for position, explanation, steps in islice(explained(make(seed)), amount(16)):
        check(position, explanation, steps)
        checked += 1
    assert checked


def test_why_there_is_no_solution_is_reported_in_steps() -> None:
    """A wrong digit: the steps suppose nothing."""
    puzzle = killer(5)
    start = Position.of_puzzle(puzzle, puzzle.givens)
    for cell in members(start.empty):
        for digit in members(start.masks[cell]):
            givens = (*puzzle.givens[:cell], digit, *puzzle.givens[cell + 1 :])
            position = Position.of_puzzle(puzzle, givens)
            explainer = Explainer(position)
            explanation = explainer.contradiction()
            if explanation and (steps := explainer.steps(explanation)):
                check(position, explanation, steps)
                assert not any(step.supposes for step in steps)
                sentences = text(explanation, position, steps)
                assert sentences[1] == f"It follows in {len(steps)} steps."
                assert sentences[-1].endswith(": a contradiction. So there is no solution.")
                return
    raise AssertionError("some wrong digit needs many demands")


def test_sentence_of_a_step() -> None:
    layout = LAYOUTS["4x4"]()
    a, b, c = Candidate(0, 1), Candidate(1, 2), Candidate(5, 3)

    step = ClaimStep((a, b), (), (), (), (), (), False)
    assert (step.places, step.removes, step.conditions) == ((), (b,), (a,))
    step = ClaimStep((a,), (b, c), (), (), (), (), False)
    assert (step.places, step.removes, step.conditions) == ((), (), (a, b, c))
    step = ClaimStep((a,), (b,), (), (), (), (), False)
    assert (step.places, step.removes, step.conditions) == ((b,), (), (a,))

    def sentence(premises: Sequence[Candidate], options: Sequence[Candidate]) -> str:
        return step_claim(ClaimStep(tuple(premises), tuple(options), (), (), (), (), False), layout)

    assert sentence([], []) == "a contradiction"
    assert sentence([], [a]) == "r1c1 is 1"
    assert sentence([], [a, b]) == "r1c1 is 1 or r1c2 is 2"
    assert sentence([a], []) == "r1c1 can't be 1"
    assert sentence([a, b], []) == "if r1c1 is 1, then r1c2 can't be 2"
    assert sentence([a, b], [c]) == "if r1c1 is 1 and r1c2 is 2, then r2c2 is 3"


def test_it_is_cancelled() -> None:
    puzzle = killer(5)
    position = Position.of_puzzle(puzzle, puzzle.givens)
    demands = [*members(position.empty)]
    with pytest.raises(Cancelled):
        claim_steps(position, demands, None, True, lambda: True)
