"""The search by cutting planes, its derivations and its proofs, against all assignments and two checkers."""

import random
from itertools import product

import pytest
from amounts import amount
from veripb_checker import refutes

from engine.base.errors import InputError
from engine.sat.cutting_planes.derivations import ConflictDerivation, Propagation, Replay, divided, total
from engine.sat.cutting_planes.proving import prove
from engine.sat.cutting_planes.search import NativeSearch, suits
from engine.sat.formula import opb
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.formula.linear_constraint import LinearConstraint
from engine.sat.formula.linear_form import linear_constraints, with_penalties
from engine.sat.formula.objective import Objective
from engine.sat.kernels import cutting_planes
from engine.sat.kernels.cutting_planes import CuttingPlanes
from engine.sat.optimisation.optimise import METHODS, optimise
from engine.sat.proof.veripb_check import check
from engine.sat.result import Status, falsified
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import solve

SEEDS = pytest.mark.parametrize("seed", range(amount(60)))


def problem(seed: int, *, goal: bool = False) -> opb.Document:
    """A small problem, with weights of several sizes."""
    rng = random.Random(seed)
    variables, highest = rng.randint(3, 9), rng.choice((1, 3, 20, 10**6))
    lines = []
    for _ in range(rng.randint(variables, 3 * variables)):
        places = rng.sample(range(1, variables + 1), rng.randint(1, min(variables, 6)))
        weights = [rng.randint(1, highest) * rng.choice((1, -1)) for _ in places]
        low, high = sum(min(each, 0) for each in weights), sum(max(each, 0) for each in weights)
        terms = " ".join(f"{by:+} x{place}" for by, place in zip(weights, places, strict=True))
        share = rng.choice((2, 3))
        bound = rng.randint(low, (share * low + high) // (share + 1))
        lines.append(f"{terms} {rng.choice(('>=', '>=', '='))} {bound} ;")
    objective = " ".join(f"{rng.randint(-9, 9):+} x{place}" for place in range(1, variables + 1))
    return opb.parse("\n".join([f"min: {objective} ;"] * goal + lines).encode())


def models(formula: Formula) -> list[tuple[int, ...]]:
    """All models over the variables of the constraints."""
    highest = formula.own_variables
    every = product(*((variable, -variable) for variable in range(1, highest + 1)))
    return [model for model in every if all(each.is_satisfied(model) for each in formula.constraints)]


@SEEDS
def test_the_verdict_of_all_assignments(seed: int) -> None:
    formula = problem(seed).formula
    found = solve(formula, "cutting-planes")
    assert found.status is (Status.SATISFIABLE if models(formula) else Status.UNSATISFIABLE)
    assert found.model is None or falsified(formula, found.model) is None


@SEEDS
def test_each_event_follows_from_the_constraints(seed: int) -> None:
    """Propagations by their slack, learned constraints in all models, and the last one in none at all."""
    formula = problem(seed).formula
    every = models(formula)
    log: list[object] = []
    search = NativeSearch(formula, listen=log.extend)
    answer = 0
    while not answer:
        answer = search.run(100)
    replay = Replay(search.given)
    for event in log:
        if isinstance(event, Propagation):
            constraint = replay.constraints[event.constraint]
            assert any(literal == event.literal and by > event.slack for by, literal in constraint.terms)
        elif isinstance(event, ConflictDerivation):
            lines = replay.lines(event)
            for line in lines:
                assert all(line.constraint.is_satisfied(model) for model in every)
            last = lines[-1].constraint if lines else replay.start(event)
            if event.learned is None:
                assert last.slack(()) < 0
            else:
                replay.constraints.append(last)
    assert (answer == 20) == (not every)


@SEEDS
def test_proofs(seed: int) -> None:
    document = problem(seed, goal=seed % 2 == 1)
    formula, objective = document.formula, document.objective
    result, lines = prove(formula, objective)
    verdict = check(linear_constraints(formula), "".join(lines).splitlines(), objective)
    every = models(formula)
    if objective is None:
        assert bool(lines) == (not every)
        if lines:
            assert verdict, verdict
            assert refutes_constraints(formula, "".join(lines))
        return
    assert verdict, verdict
    if every:
        least = min(objective.cost(model) for model in every)
        assert result.bounds == (least, least)
        assert str(verdict) == f"the optimum is {least:,}"
    else:
        assert result.status is Status.UNSATISFIABLE
        assert str(verdict) == "there is no model"


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(amount(20)))
def test_proofs_of_soft_clauses_by_each_method(method: str, seed: int) -> None:
    rng = random.Random(seed)
    clauses = [[rng.choice((1, -1)) * each for each in rng.sample(range(1, 8), 3)] for _ in range(40)]
    formula = Formula.of(clauses[:15], 7)
    objective = Objective((*((rng.randint(1, 6), tuple(clause)) for clause in clauses[15:]), (2, ())))
    result, lines = prove(formula, objective, method)
    whole, goal = with_penalties(formula, objective)
    verdict = check(linear_constraints(whole), "".join(lines).splitlines(), goal)
    assert result.bounds == optimise(formula, objective).bounds
    assert result.model is not None
    assert len(result.model) == 7
    assert result.bounds == (objective.cost(result.model),) * 2
    assert str(verdict) == f"the optimum is {result.bounds[0]}"


@pytest.mark.long
def test_an_interrupted_proof_keeps_known_results() -> None:
    rng = random.Random(1)
    clauses = [[rng.choice((1, -1)) * each for each in rng.sample(range(1, 41), 3)] for _ in range(300)]
    objective = Objective(tuple((1, tuple(clause)) for clause in clauses))
    costs: list[int] = []
    result, lines = prove(
        Formula.of([], 40),
        objective,
        "cutting-planes",
        cancel=lambda: bool(costs),
        on_bounds=lambda _lower, upper: costs.extend([] if upper is None else [upper]),
    )
    assert lines == []
    assert result.bounds == (0, min(costs))
    assert result.reason == "cancelled"
    optimum = optimise(Formula.of([], 40), objective, limits=Limits(60)).bounds
    assert optimum is not None
    result, lines = prove(
        Formula.of([], 40),
        objective,
        cancel=lambda: min(costs, default=10**9) == optimum[0],
        on_bounds=lambda lower, upper: costs.extend([lower] if lower == upper else []),
    )
    assert lines == []
    assert result.is_optimal


def test_constraints_that_always_hold_may_have_any_numbers() -> None:
    document = opb.parse(b"min: +1 x1 +1 x2 ; +100000000000000000000 x1 >= -100000000000000000000 ; +1 x1 +1 x2 >= 1 ;")
    assert document.objective is not None
    result, lines = prove(document.formula, document.objective)
    assert result.bounds == (1, 1)
    assert check(linear_constraints(document.formula), "".join(lines).splitlines(), document.objective)


def refutes_constraints(formula: Formula, text: str) -> bool:
    """By the checker of the tests, which knows clauses only: the constraints are their own first lines."""
    return refutes([], text, [({lit: by for by, lit in each.terms}, each.bound) for each in formula.constraints])


@pytest.mark.few(1)
@pytest.mark.parametrize("holes", [3, 6, 9, pytest.param(12, marks=pytest.mark.slow)])
def test_pigeonholes_take_a_conflict_for_each_hole(holes: int) -> None:
    formula = make("php", [str(holes + 1), str(holes)])
    result, lines = prove(formula)
    assert (result.status, result.conflicts) == (Status.UNSATISFIABLE, holes)
    text = "".join(lines)
    assert refutes(formula, text)
    assert check(linear_constraints(formula), text.splitlines())


@pytest.mark.parametrize("seed", range(amount(20)))
def test_a_wrong_proof_is_refused(seed: int) -> None:
    """A line left out, or a bound of the problem that is lower."""
    document = problem(2 * seed + 1, goal=True)
    constraints = linear_constraints(document.formula)
    _result, written = prove(document.formula, document.objective)
    lines = "".join(written).splitlines()
    assert not check(constraints, lines[:-2], document.objective)
    worse = [line.replace("conclusion BOUNDS ", "conclusion BOUNDS 1") for line in lines]
    assert not check(constraints, worse, document.objective)
    without = [line for line in lines if not line.startswith("pol")]
    weaker = [LinearConstraint(each.terms, 0) for each in constraints]
    if without != lines and models(document.formula):
        assert not check(weaker, without, document.objective)


def test_a_line_that_does_not_follow_is_named() -> None:
    constraints = [LinearConstraint.of_clause([1, 2])]
    verdict = check(constraints, ["pseudo-Boolean proof version 2.0", "f 1", "rup 1 x1 >= 1 ;"])
    assert str(verdict) == "line 3: propagation does not imply this inequality"
    assert str(check(constraints, ["f 2"])) == (
        "line 1: the number of constraints is 2 in the proof, but 1 in the problem"
    )
    assert str(check(constraints, ["pol 7 7 +"])) == "line 1: this is not a line of a VeriPB proof"
    assert str(check(constraints, ["conclusion UNSAT : 1"])) == "line 1: the proof does not end in a contradiction"
    with pytest.raises(InputError, match="the rule dom is not supported"):
        check(constraints, ["dom 1 x1 >= 1 ; x1 -> 0"])


def test_a_witness_may_not_raise_the_cost() -> None:
    """`x1 >= 1` keeps the problem satisfiable, but not its optimum."""
    constraints = [LinearConstraint.of_clause([1, 2])]
    line = "red 1 x1 >= 1 ; x1 -> 1 ;"
    assert check(constraints, [line, "conclusion SAT : x1 ~x2"])
    with pytest.raises(InputError, match="a witness in the objective is not supported"):
        check(constraints, [line], Objective(soft=((1, (-1,)),)))


def test_learned_constraints_are_deleted_and_the_rest_keeps_its_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting_planes, "_FIRST_REDUCTION", 20)
    rng = random.Random(5)
    clauses = [[rng.choice((1, -1)) * each for each in rng.sample(range(1, 61), 3)] for _ in range(300)]
    formula = Formula.of(clauses)
    result, lines = prove(formula)
    assert result.status is solve(formula, "cdcl").status
    assert result.status is Status.UNSATISFIABLE
    assert any(line.startswith("del") for line in lines)
    assert check(linear_constraints(formula), "".join(lines).splitlines())


def test_numbers_beyond_the_kernel_are_left_to_clauses() -> None:
    formula = opb.parse(b"+3000000000 x1 +2000000000 x2 +1000000000 x3 >= 4000000000 ;").formula
    assert not suits(formula)
    with pytest.raises(InputError, match="too large"):
        solve(formula, "cutting-planes")
    assert solve(formula).status is Status.SATISFIABLE


def test_products_beyond_the_numbers_of_the_kernel_are_divided() -> None:
    rng = random.Random(1)
    constraints = [
        LinearConstraint.of([(rng.randint(1, 10**8), rng.choice((1, -1)) * each) for each in range(1, 9)], 5 * 10**8)
        for _ in range(30)
    ]
    kernel = CuttingPlanes(8, constraints, True)
    while not kernel.run(1000):
        pass
    replay = Replay(constraints)
    for event in replay.follow(kernel.take_log()):
        if isinstance(event, ConflictDerivation):
            assert all(line.constraint.bound <= 1 << 30 for line in replay.lines(event)[-1:])
    every = product(*((variable, -variable) for variable in range(1, 9)))
    assert (kernel.run(0) == 10) == any(all(each.is_satisfied(model) for each in constraints) for model in every)


def test_a_limit_ends_the_search() -> None:
    hard = make("random-ksat", ["250", "1065"], seed=3)
    assert solve(hard, "cutting-planes", limits=Limits(0.05)).status is Status.UNKNOWN
    assert prove(hard, limits=Limits(0.05))[1] == []


def test_the_sum_of_constraints() -> None:
    first, second = LinearConstraint.of([(2, 1), (1, 2)], 2), LinearConstraint.of([(1, -1), (3, 3)], 2)
    assert total(first, second, 2) == LinearConstraint.of([(1, 2), (6, 3)], 4)
    assert divided(LinearConstraint.of([(5, 1), (3, 2)], 6), 5, ((3, 2),)) == LinearConstraint.of([(1, 1)], 1)


def test_a_variable_of_the_objective_alone() -> None:
    document = opb.parse(b"min: 3 x1 -2 x2 5 x9 -4 x8; 2 x1 2 x2 3 x3 >= 4;")
    assert document.objective is not None
    result, lines = prove(document.formula, document.objective)
    assert result.bounds == (-6, -6)
    assert check(linear_constraints(document.formula), "".join(lines).splitlines(), document.objective)
