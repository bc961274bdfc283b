"""Optimal models, against all assignments and against RC2 of python-sat."""

import doctest
import random
from itertools import product

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sat.encodings import totalizer
from engine.sat.formula import objective as objective_module
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.formula.objective import Objective
from engine.sat.optimisation import optimise as module
from engine.sat.optimisation.optimise import METHODS, optimise
from engine.sat.result import Status, falsified
from engine.sat.solvers.limits import Limits

VARIABLES = 6
literals = st.integers(1, VARIABLES).flatmap(lambda variable: st.sampled_from([variable, -variable]))
hard = st.lists(st.lists(literals, min_size=1, max_size=3), max_size=12)
weights = st.one_of(st.integers(1, 3), st.sampled_from((1, 10, 17, 100)), st.just(5))
soft = st.lists(st.tuples(weights, st.lists(literals, max_size=3).map(tuple)), max_size=10)


def cost(soft: list[tuple[int, tuple[int, ...]]], model: tuple[int, ...]) -> int:
    return sum(weight for weight, clause in soft if not set(clause) & set(model))


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=amount(150), deadline=None)
@given(hard=hard, soft=soft, constant=st.integers(-3, 3))
def test_the_least_cost_of_all_models(
    method: str, hard: list[list[int]], soft: list[tuple[int, tuple[int, ...]]], constant: int
) -> None:
    every = [
        tuple(variable if truth else -variable for variable, truth in enumerate(truths, 1))
        for truths in product((True, False), repeat=VARIABLES)
    ]
    costs = [cost(soft, model) + constant for model in every if all(set(clause) & set(model) for clause in hard)]
    reports: list[tuple[int, int | None]] = []
    formula = Formula.of(hard, VARIABLES)
    result = optimise(
        formula, Objective(tuple(soft), constant), method, on_bounds=lambda *bounds: reports.append(bounds)
    )
    if not costs:
        assert result.status is Status.UNSATISFIABLE
        return
    least = min(costs)
    assert result.bounds == (least, least)
    assert result.is_optimal
    assert result.model is not None
    assert falsified(formula, result.model) is None
    assert cost(soft, tuple(result.model)) + constant == least
    lower, upper = [low for low, _high in reports], [high for _low, high in reports if high is not None]
    assert lower == sorted(lower)
    assert upper == sorted(upper, reverse=True)
    assert all(low <= least for low in lower)
    assert all(high >= least for high in upper)


@pytest.mark.parametrize("seed", range(amount(12)))
@pytest.mark.parametrize("method", METHODS)
def test_the_same_optimum_as_rc2(method: str, seed: int) -> None:
    rc2 = pytest.importorskip("pysat.examples.rc2")
    from pysat.formula import WCNF

    rng = random.Random(seed)
    n = 30
    sizes = [rng.choice((2, 3, 3)) for _ in range(140)]
    clauses = [tuple(rng.choice((1, -1)) * each for each in rng.sample(range(1, n + 1), size)) for size in sizes]
    soft = tuple((rng.choice((1, 1, 2, 7, 30)), clause) for clause in clauses[60:])
    problem = WCNF()
    problem.extend([list(clause) for clause in clauses[:60]])
    for weight, clause in soft:
        problem.append(list(clause), weight=weight)
    with rc2.RC2(problem) as solver:
        has_model = solver.compute() is not None
        expected = solver.cost
    result = optimise(Formula.of(clauses[:60], n), Objective(soft), method)
    assert (result.model is not None) == has_model
    if has_model:
        assert result.bounds == (expected, expected)


@pytest.mark.parametrize("method", METHODS)
def test_a_stopped_search_returns_its_best_model(method: str) -> None:
    formula = make("random-ksat", ["150", "500"], 1)
    rng = random.Random(3)
    objective = Objective(
        tuple(
            (rng.randrange(1, 50), tuple(rng.choice((1, -1)) * each for each in rng.sample(range(1, 151), 3)))
            for _ in range(900)
        )
    )
    models: list[int] = []

    def on_bounds(_lower: int, upper: int | None) -> None:
        models.extend([] if upper is None else [upper])

    result = optimise(formula, objective, method, on_bounds=on_bounds, cancel=lambda: len(models) > 0)
    assert result.status is Status.SATISFIABLE
    assert result.reason == "cancelled"
    assert result.bounds is not None
    assert result.bounds[0] < result.bounds[1] == objective.cost(result.model) == models[-1]
    assert not result.is_optimal
    none = optimise(formula, objective, method, cancel=lambda: True)
    assert (none.status, none.bounds, none.reason) == (Status.UNKNOWN, None, "cancelled")
    assert optimise(make("php", ["12", "11"]), objective, method, limits=Limits(0.02)).status is Status.UNKNOWN


def test_values_of_a_sum_to_maximise_are_minus_the_costs() -> None:
    goal = Objective.of_sum([(3, 1), (-2, 2), (0, 3)], maximises=True)
    result = optimise(Formula.of([[-1, -2]], 3), goal)
    assert result.bounds is not None
    assert goal.value(result.bounds[1]) == 3
    assert "optimum 3" in result.plan[0].outcome


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(InputError, match="there is no method guess"):
        optimise(Formula.of([[1]]), Objective(()), "guess")


@given(size=st.integers(1, 9), bound=st.integers(1, 9), true=st.sets(st.integers(1, 9)))
def test_an_output_of_a_totalizer_is_implied_by_enough_literals(size: int, bound: int, true: set[int]) -> None:
    from engine.sat import Solver

    solver = Solver(variables=9)
    total = totalizer.Totalizer(solver, range(1, size + 1))
    if bound <= size:
        output = total.output(bound)
        set_to = [each if each in true else -each for each in range(1, size + 1)]
        assert (output in solver.propagate(set_to)[1]) == (len(true & set(range(1, size + 1))) >= bound)
        assert bound == size == 1 or solver.solve([*set_to, output])


@pytest.mark.parametrize("each", [module, totalizer, objective_module])
def test_the_examples_of_the_docstrings(each) -> None:
    result = doctest.testmod(each)
    assert result.attempted
    assert not result.failed
