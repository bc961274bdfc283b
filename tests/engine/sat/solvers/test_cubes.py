"""Cube and conquer: the cubes partition the space, the verdict is CDCL's, and every proof is valid."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import satisfiable

from engine.base.errors import Cancelled
from engine.base.executors import WorkerPool, workers
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.result import Result, Status, falsified
from engine.sat.solvers import cubes as cubing
from engine.sat.solvers.cube_proof import negations, write_cover, write_lifted
from engine.sat.solvers.cubes import Cube, CubeTask, conquer, refutation, split, under
from engine.sat.solvers.limits import Watch
from engine.sat.solvers.lookahead import Lookahead
from engine.sat.solvers.solve import SOLVERS, Limits, solve

clause = st.lists(st.integers(-7, 7).filter(bool), max_size=4).map(tuple)
formulas = st.lists(clause, max_size=40).map(lambda clauses: Formula.of(clauses, 7))
threes = st.lists(
    st.lists(st.integers(1, 8), min_size=3, max_size=3, unique=True).flatmap(
        lambda variables: st.tuples(*(st.sampled_from((variable, -variable)) for variable in variables))
    ),
    min_size=20,
    max_size=60,
).map(Formula.of)
HARD = make("random-ksat", ["150", "680"], seed=3)
FREE = Watch(Limits(), None, None, 0.0)
PROVERS = [name for name, solver in SOLVERS.items() if solver.proofs]


def decide(formula: Formula, target: int, solver: str = "cdcl") -> Result:
    with workers() as here:
        return conquer(CubeTask(formula, partial(solve, solver=solver)), split(formula, target), here, watch=FREE)


def propagated(formula: Formula, literals: tuple[int, ...]) -> set[int] | None:
    """Consequences by unit propagation, by the definition; None for a conflict."""
    true = set(literals)
    while True:
        if any(-literal in true for literal in true):
            return None
        left = [{literal for literal in clause if -literal not in true} for clause in formula if not true & set(clause)]
        if not all(left):
            return None
        implied = {literal for rest in left if len(rest) == 1 for literal in rest}
        if not implied:
            return true
        true |= implied


@settings(max_examples=amount(40), deadline=None)
@given(formula=st.one_of(formulas, threes), target=st.integers(1, 12))
def test_one_cube_holds_under_any_assignment(formula: Formula, target: int) -> None:
    cubes = split(formula, target)
    assert sum(not cube.refuted for cube in cubes) <= target
    for bits in range(0, 1 << formula.variables, 3):
        holding = [
            cube for cube in cubes if all((literal > 0) == (bits >> abs(literal) - 1 & 1) for literal in cube.literals)
        ]
        assert len(holding) == 1


@settings(max_examples=amount(40), deadline=None)
@given(formula=st.one_of(formulas, threes), target=st.integers(1, 12))
def test_failed_literals_are_false_and_refuted_formulas_have_no_model(formula: Formula, target: int) -> None:
    for cube in split(formula, target):
        literals = cube.literals
        for literal in cube.failed:
            assert propagated(formula, (*literals, literal)) is None
            literals = (*literals, -literal)
        assert not cube.refuted or propagated(formula, literals) is None


@settings(max_examples=amount(40), deadline=None)
@given(formula=st.one_of(formulas, threes), data=st.data())
def test_lookahead_propagates_by_its_definition_each_time(formula: Formula, data: st.DataObject) -> None:
    lookahead = Lookahead(formula)
    literal = st.integers(-formula.variables, formula.variables).filter(bool)
    for literals in data.draw(st.lists(st.lists(literal, max_size=4).map(tuple), max_size=4)):
        expected = propagated(formula, literals)
        assert lookahead.start(literals) == (expected is not None)
        if expected is not None:
            assert set(lookahead._trail) == expected
            branch = lookahead.branch()
            for failed in lookahead.failed:
                assert propagated(formula, (*expected, failed)) is None
                expected = propagated(formula, (*expected, -failed))
                assert (expected is None) == (lookahead.conflict and failed == lookahead.failed[-1])
                expected = expected or set()
            if branch is not None:
                assert not {branch.literal, -branch.literal} & expected


@settings(max_examples=amount(40), deadline=None)
@given(formula=st.one_of(formulas, threes), target=st.integers(1, 9), solver=st.sampled_from(PROVERS))
def test_the_verdict_is_that_of_cdcl_and_the_proofs_hold(formula: Formula, target: int, solver: str) -> None:
    cubes, closed, whole = split(formula, target), [], Proof()

    def close(cube: Cube, proof: Proof | None) -> None:
        closed.append(cube)
        assert check_proof(under(formula, cube), proof)
        write_lifted(cube, proof, whole)

    question = CubeTask(formula, partial(solve, solver=solver), prove=True)
    with workers() as here:
        result = conquer(question, cubes, here, watch=FREE, on_closed=close)
    assert result.status is solve(formula, "cdcl").status
    if result.status is Status.SATISFIABLE:
        assert falsified(formula, result.model) is None
        return
    assert sorted(closed, key=cubes.index) == cubes
    cover = Proof()
    write_cover(cubes, cover)
    assert check_proof(negations(cubes, formula.variables), cover)
    write_cover(cubes, whole)
    assert check_proof(formula, whole)


@pytest.mark.parametrize("preprocess", [False, True])
@pytest.mark.parametrize(
    ("family", "arguments"), [("php", ["7", "6"]), ("random-ksat", ["70", "420"]), ("parity", ["20", "18"])]
)
def test_formulas_that_take_some_search(family: str, arguments: list[str], preprocess: bool) -> None:
    formula, whole = make(family, arguments), Proof()
    cubes = split(formula, 10)
    question = CubeTask(formula, partial(solve, solver="cdcl", preprocess=preprocess), prove=True)

    def close(cube: Cube, proof: Proof | None) -> None:
        write_lifted(cube, proof, whole)

    with workers() as here:
        result = conquer(question, cubes, here, watch=FREE, on_closed=close)
    assert result.status is solve(formula, "cdcl").status
    if result.status is Status.UNSATISFIABLE:
        write_cover(cubes, whole)
        verdict = check_proof(formula, whole)
        assert verdict, verdict


def test_a_missing_cube_is_no_proof() -> None:
    """No proof of a part or of the whole is written."""
    formula, whole, cover = make("php", ["6", "5"]), Proof(), Proof()
    cubes = split(formula, 6)

    def close(cube: Cube, proof: Proof | None) -> None:
        if cube != cubes[0]:
            write_lifted(cube, proof, whole)

    with workers() as here:
        conquer(CubeTask(formula, prove=True), cubes, here, watch=FREE, on_closed=close)
    write_cover(cubes[1:], whole)
    write_cover(cubes[1:], cover)
    assert not check_proof(negations(cubes[1:], formula.variables), cover)
    assert not check_proof(formula, whole)


@pytest.mark.few(1)
@pytest.mark.parametrize("solver", ["cdcl", "dpll", "cadical"])
def test_in_other_processes_as_here(solver: str) -> None:
    for seed in range(3):
        formula = make("random-ksat", ["60", "258"], seed=seed)
        with workers(2) as two:
            there = conquer(CubeTask(formula, partial(solve, solver=solver)), split(formula, 8), two, watch=FREE)
        assert there.status is decide(formula, 8, solver=solver).status
        assert there.model is None or falsified(formula, there.model) is None


def test_the_first_model_ends_it() -> None:
    """A cube that takes forever does not delay the model of another one, and is stopped."""
    hopeless = make("php", ["14", "13"])
    last = hopeless.variables + 1
    either = Formula.of([(*clause, last) for clause in hopeless], last)
    question = CubeTask(either, partial(solve, solver="dpll"))
    with workers(2) as two:
        result = conquer(question, [Cube((-last,)), Cube((last,))], two, watch=FREE)
    assert result.status is Status.SATISFIABLE


@pytest.mark.long
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_time_limit_is_for_all_cubes_together(jobs: int) -> None:
    formula = make("php", ["14", "13"])
    cubes, watch = split(formula, 4), Watch(Limits(0.3), None, None, 0.0)
    with workers(jobs) as by:
        result = conquer(CubeTask(formula, partial(solve, solver="dpll")), cubes, by, watch=watch)
    assert (result.status, result.reason) == (Status.UNKNOWN, "time limit of 0.3 s")


def test_cancelled() -> None:
    with pytest.raises(Cancelled):
        split(HARD, 100, cancel=lambda: True)
    with workers() as here:
        result = conquer(CubeTask(HARD), [Cube(())], here, watch=Watch(Limits(), None, lambda: True, 0.0))
    assert (result.status, result.reason) == (Status.UNKNOWN, "cancelled")


def test_cubes_of_formulas_without_a_search() -> None:
    assert split(Formula.of([]), 8) == [Cube(())]
    assert split(Formula.of([()]), 8) == [Cube((), (), refuted=True)]
    assert split(Formula.of([(1,), (-1,)]), 8) == [Cube((), (), refuted=True)]
    assert split(HARD, 1) == [Cube(())]
    assert check_proof(Formula.of([()]), refutation(Cube((), (), refuted=True)))
    with pytest.raises(ValueError, match="0 cubes"):
        split(HARD, 0)


def test_a_hard_formula_gets_the_cubes_wanted_and_easier_by_each() -> None:
    cubes = [cube for cube in split(HARD, 16) if not cube.refuted]
    assert len(cubes) == 16
    alone = solve(HARD, "cdcl")
    for cube in cubes:
        assert solve(under(HARD, cube), "cdcl").conflicts < alone.conflicts


@given(formula=st.one_of(formulas, threes))
@settings(max_examples=amount(50), deadline=None)
def test_cubes_by_the_truth_table(formula: Formula) -> None:
    assert (decide(formula, 5).status is Status.SATISFIABLE) == satisfiable(formula)


def test_a_question_travels_once_a_cube(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads stand for workers: every remaining cube is requested once, no refuted one."""
    requests: list[Cube] = []
    solve_one: Callable = cubing._solve

    def note(question: CubeTask, cube: Cube) -> object:
        requests.append(cube)
        return solve_one(question, cube)

    monkeypatch.setattr(cubing, "_solve", note)
    formula = make("php", ["7", "6"])
    cubes = split(formula, 6)
    with ThreadPoolExecutor(2) as threads:
        assert (
            conquer(CubeTask(formula), cubes, WorkerPool(threads, lambda: 6), watch=FREE).status is Status.UNSATISFIABLE
        )
    assert sorted(requests, key=cubes.index) == [cube for cube in cubes if not cube.refuted]
