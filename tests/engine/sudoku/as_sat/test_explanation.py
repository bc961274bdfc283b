"""Explanations are true and minimal: another solver, given only their groups, confirms both."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from amounts import amount
from pysat.solvers import Minisat22

from engine.base.errors import Cancelled
from engine.sat.formula.formula import Formula
from engine.sat.result import Status
from engine.sat.solvers.solve import solve
from engine.sudoku.as_sat.explanation import Explainer, Explanation
from engine.sudoku.layout import LAYOUTS, House, Layout, double, from_grids, single
from engine.sudoku.making.generator import generate
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.rating import solve as solve_by_logic
from engine.sudoku.techniques.rating import up_to

Clauses = list[list[int]]


def with_short_houses() -> Layout:
    """A 4x4 grid with two houses of two cells: different digits, but not every digit."""
    mini = from_grids("mini", "4x4", 2, 2, [(0, 0)])
    pairs = (House("pair", "pair 1", (0, 5)), House("pair", "pair 2", (3, 6)))
    return Layout("pairs", "4x4 with pairs", 4, 2, 2, mini.cells, mini.houses + pairs, mini.grids)


# the check, which shares no clauses with the explanation


def groups(layout: Layout, explanation: Explanation) -> Iterator[Clauses]:
    """The clauses of each group of an explanation."""
    size = layout.size
    for cell, digit in explanation.digits:
        yield [[cell * 32 + digit]]
    for cell, digit in explanation.removed:
        yield [[-(cell * 32 + digit)]]
    for cell in explanation.cells:
        yield [[cell * 32 + digit for digit in range(1, size + 1)]]
    for house, digit in explanation.houses:
        assert len(layout.houses[house].cells) == size, "only a complete house must hold each digit"
        yield [[cell * 32 + digit for cell in layout.houses[house].cells]]
    for house in explanation.distinct:
        yield [
            [-(first * 32 + digit), -(other * 32 + digit)]
            for first, other in combinations(layout.houses[house].cells, 2)
            for digit in range(1, size + 1)
        ]


def basis(layout: Layout, explanation: Explanation) -> Clauses:
    """The negation of the claim, and that no cell has two digits."""
    pairs = list(combinations(range(1, layout.size + 1), 2))
    clauses = [[-(cell * 32 + a), -(cell * 32 + b)] for cell in range(len(layout.cells)) for a, b in pairs]
    if explanation.claim:
        variable = explanation.claim.cell * 32 + explanation.claim.digit
        clauses.append([-variable if explanation.holds else variable])
    return clauses


def assert_minimal(position: Position, explanation: Explanation) -> None:
    """With all groups there is no model, without any one of them there is; and they are true in the position."""
    layout, parts = position.layout, list(groups(position.layout, explanation))
    assert explanation.size == len(parts)
    assert all(position.values[cell] == digit for cell, digit in explanation.digits)
    assert all(
        not position.values[cell] and not position.masks[cell] >> digit & 1 for cell, digit in explanation.removed
    )
    first = 32 * len(layout.cells)
    with Minisat22(bootstrap_with=basis(layout, explanation)) as solver:
        for number, part in enumerate(parts, first):
            for clause in part:
                solver.add_clause([*clause, -number])
        total = list(range(first, first + len(parts)))
        assert not solver.solve(total)
        for number in total:
            assert solver.solve([other for other in total if other != number]), parts[number - first]


def position_of(layout: Layout, holes: int, seed: int, level: Level = Level.EASY) -> tuple[Position, tuple[int, ...]]:
    """A position in which techniques up to a level get stuck, and the solution."""
    while True:
        made = generate(layout, holes, seed=seed)
        start = Position.of(layout, made.puzzle.givens)
        position = solve_by_logic(start, up_to(level), level).position
        if not position.is_solved:
            return position, made.solution
        seed += 1000


POSITIONS = [("single", 56, 1, Level.EASY), ("single", 56, 2, Level.MEDIUM), ("double", 105, 3, Level.MEDIUM)]


@pytest.mark.few(1)
@pytest.mark.parametrize(("name", "holes", "seed", "level"), POSITIONS)
def test_a_digit_follows_from_exactly_the_named_premises(name: str, holes: int, seed: int, level: Level) -> None:
    position, solution = position_of(LAYOUTS[name](), holes, seed, level)
    explanation = Explainer(position).easiest()
    assert explanation
    assert explanation.claim
    assert (solution[explanation.claim.cell] == explanation.claim.digit) == explanation.holds
    assert not position.values[explanation.claim.cell]
    assert_minimal(position, explanation)
    assert Explainer(position).easiest() == explanation, "the same position is explained alike"


MANY = [("single", 56, 500), ("x", 60, 500), ("windows", 58, 100), ("double", 105, 500), ("samurai", 250, 500)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "holes", "count"), MANY)
def test_wherever_techniques_end_some_candidate_is_explained_minimally(name: str, holes: int, count: int) -> None:
    """After the techniques of each level except the hardest, in turn."""
    for number in range(count):
        level = (Level.EASY, Level.MEDIUM, Level.HARD)[number % 3]
        position, solution = position_of(LAYOUTS[name](), holes, 50 + number, level)
        explanation = Explainer(position).easiest()
        assert explanation, number
        assert explanation.claim, number
        assert (solution[explanation.claim.cell] == explanation.claim.digit) == explanation.holds, number
        assert_minimal(position, explanation)


@pytest.mark.parametrize(("name", "holes", "seed", "level"), POSITIONS[:2])
def test_every_candidate_is_explained(name: str, holes: int, seed: int, level: Level) -> None:
    position, solution = position_of(LAYOUTS[name](), holes, seed, level)
    explainer = Explainer(position)
    for cell in list(members(position.empty))[:: 54 // amount(6)]:
        for digit in (1, solution[cell], 9):
            explanation = explainer.claim(Candidate(cell, digit))
            assert explanation
            assert explanation.claim == (cell, digit)
            assert explanation.holds == (solution[cell] == digit)
            assert_minimal(position, explanation)
        found = explainer.digit_of(cell)
        assert found
        assert (found.claim, found.holds) == ((cell, solution[cell]), True)


@pytest.mark.parametrize("seed", range(3))
def test_a_wrong_digit_is_among_those_to_blame(seed: int) -> None:
    """One additional wrong digit: without it there is a solution, so it is always named."""
    made = generate(single(), 52, seed=seed)
    start = Position.of(single(), made.puzzle.givens)
    cell, wrong = next(
        (cell, digit)
        for cell in members(start.empty)
        for digit in members(start.masks[cell])
        if digit != made.solution[cell]
    )
    givens = list(made.puzzle.givens)
    givens[cell] = wrong
    position = Position.of(single(), givens)
    explanation = Explainer(position).contradiction()
    assert explanation
    assert explanation.claim is None
    assert Candidate(cell, wrong) in explanation.digits
    assert_minimal(position, explanation)
    assert Explainer(position).easiest() is None
    assert Explainer(position).claim(Candidate(cell, wrong)) is None
    assert Explainer(position).digit_of(cell) is None


def test_two_digits_in_a_row_are_contradiction_enough() -> None:
    givens = [0] * 81
    givens[2] = givens[7] = 5
    explanation = Explainer(Position.of(single(), givens)).contradiction()
    assert explanation
    assert (explanation.digits, explanation.distinct, explanation.demand_count) == (((2, 5), (7, 5)), (0,), 0)
    assert explanation.size == 3


def test_a_digit_that_is_seen_is_reason_enough() -> None:
    givens = [0] * 81
    givens[2] = 5
    explanation = Explainer(Position.of(single(), givens)).claim(Candidate(7, 5))
    assert explanation
    assert (explanation.holds, explanation.digits, explanation.distinct, explanation.size) == (
        False,
        ((2, 5),),
        (0,),
        2,
    )
    assert explanation.removes == ((7, 5),)
    assert explanation.places == ()


def test_where_there_are_several_solutions_nothing_is_claimed_that_does_not_follow() -> None:
    explainer = Explainer(Position.of(single(), [0] * 81))
    assert explainer.contradiction() is None
    assert explainer.easiest() is None
    assert explainer.claim(Candidate(0, 1)) is None
    assert explainer.digit_of(0) is None


@pytest.mark.parametrize("seed", range(12))
def test_short_houses_forbid_and_demand_nothing(seed: int) -> None:
    """Every claim about a puzzle with several solutions has the same verdict as by counting them."""
    layout, search = with_short_houses(), SliceSearch(with_short_houses())
    solution = generate(layout, 4, seed=seed).solution
    givens = tuple(digit if (cell * 7 + seed) % 4 == 0 else 0 for cell, digit in enumerate(solution))
    position = Position.of(layout, givens)
    explainer = Explainer(position)
    claims = 0
    for cell in members(position.empty):
        for digit in range(1, 5):
            explanation = explainer.claim(Candidate(cell, digit))
            search.load(bytes(givens))
            search.exclude(cell, digit)
            other = search.run(1)
            here = search.count(bytes((*givens[:cell], digit, *givens[cell + 1 :])), 1)
            assert (explanation is None) == bool(other and here)
            if explanation:
                assert explanation.holds == bool(here)
                assert_minimal(position, explanation)
                claims += position.masks[cell] >> digit & 1
    found = explainer.easiest()
    assert (found is None) == (claims == 0)


def test_candidates_removed_before_stay_removed() -> None:
    position, solution = position_of(single(), 56, 2)
    cell = next(cell for cell in members(position.empty) if position.masks[cell].bit_count() == 2)
    (wrong,) = (digit for digit in members(position.masks[cell]) if digit != solution[cell])
    removed = position.remove([Candidate(cell, wrong)])
    explanation = Explainer(removed).claim(Candidate(cell, wrong))
    assert explanation
    assert (explanation.removed, explanation.size) == (((cell, wrong),), 1)


def test_our_own_solver_agrees() -> None:
    """For one explanation, dpll confirms python-sat, on which the checker above relies."""
    position, _ = position_of(single(), 56, 2, Level.MEDIUM)
    explanation = Explainer(position).easiest()
    assert explanation
    parts = list(groups(single(), explanation))
    for left_out in (None, 0, len(parts) - 1):
        rest = [clause for number, part in enumerate(parts) if number != left_out for clause in part]
        formula = Formula.of([*basis(single(), explanation), *rest])
        assert solve(formula, "dpll").status is (Status.UNSATISFIABLE if left_out is None else Status.SATISFIABLE)


@pytest.mark.long
@pytest.mark.long
def test_the_easiest_claim_may_be_that_a_candidate_is_false() -> None:
    """Easter Monster: sixteen cells of four boxes, together, refute a candidate; a digit needs three times as many."""
    givens = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    position = Position.of(single(), [int(sign) if sign != "." else 0 for sign in givens])
    explanation = Explainer(position).easiest()
    assert explanation
    assert not explanation.holds
    assert explanation.demand_count <= 16
    assert_minimal(position, explanation)


def test_it_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        Explainer(Position.of(double(), [0] * 153), lambda: True).easiest()
