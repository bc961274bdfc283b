"""Preprocessing: the effect of each technique, models and proofs of the original, slices, size, and plain Python."""

import random
from array import array
from collections.abc import Callable, Iterable

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import verify
from pysat.solvers import Solver as PySat

from engine.base import kernels
from engine.base.errors import InputError
from engine.base.kernels import plain as uncompiled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels import preprocessing as preprocess_kernel
from engine.sat.kernels.preprocessing import Preprocessor
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.result import Status, falsified
from engine.sat.solvers.preprocess import PreprocessedFormula, preprocess
from engine.sat.solvers.solve import Limits, solve
from engine.sat.trace.trace import Recorder

COMPILED = kernels.state().compiled

literals = st.integers(-12, 12).filter(bool)
clauses = st.lists(st.lists(literals, max_size=6), max_size=60)
short_clauses = st.lists(st.lists(literals, min_size=2, max_size=3), min_size=10, max_size=60)
formulas = st.builds(Formula.of, clauses | short_clauses, st.just(14))


def satisfiable(formula: Formula) -> bool:
    with PySat("cadical195", bootstrap_with=list(formula)) as oracle:
        return oracle.solve()


def model_of(formula: Formula) -> "array[int]":
    """A model by CaDiCaL, in which variables that do not occur are false."""
    with PySat("cadical195", bootstrap_with=list(formula)) as oracle:
        assert oracle.solve()
        true = {literal for literal in oracle.get_model() if literal > 0}
    return array("i", [v if v in true else -v for v in range(1, formula.variables + 1)])


def check(formula: Formula, smaller: PreprocessedFormula) -> None:
    """It is as satisfiable as the original, and its models extend to models of the original."""
    assert satisfiable(smaller.formula) == satisfiable(formula)
    if satisfiable(formula):
        assert falsified(formula, smaller.extend(model_of(smaller.formula))) is None


@settings(max_examples=amount(300))
@given(formula=formulas, most=st.integers(1, 200) | st.none())
def test_equisatisfiable_wherever_it_stops(formula: Formula, most: int | None) -> None:
    check(formula, preprocess(formula, work=most))


@settings(max_examples=amount(100))
@given(formula=formulas, work=st.sampled_from((1, 10, 1000)))
def test_invariants_and_the_formula_between_slices(formula: Formula, work: int) -> None:
    kernel = Preprocessor(formula)
    done = False
    while not done:
        kernel.sanity()
        literals, starts = kernel.clauses()
        counts = (kernel.assigned, kernel.eliminated, kernel.subsumed, kernel.strengthened)
        smaller = Formula(formula.variables, literals, starts)
        check(formula, PreprocessedFormula(smaller, *counts, 0.0, kernel.witness()))
        done = kernel.run(work)
    kernel.sanity()
    assert kernel.run(work)


@settings(max_examples=amount(200))
@given(formula=formulas, work=st.sampled_from((1, 100, 10_000)))
def test_slices_make_no_difference(formula: Formula, work: int) -> None:
    kernel, at_once = Preprocessor(formula, True), Preprocessor(formula, True)
    steps = array("i")
    assert at_once.run(10**9)
    while not kernel.run(work):
        steps += kernel.take_proof()
    steps += kernel.take_proof()
    assert (kernel.clauses(), kernel.witness(), steps) == (at_once.clauses(), at_once.witness(), at_once.take_proof())


@settings(max_examples=amount(200))
@given(formula=formulas, solver=st.sampled_from(("cdcl", "dpll", "naive")))
def test_proofs_are_of_the_formula_itself(formula: Formula, solver: str) -> None:
    result = verify(formula, solver, preprocess=True)
    assert (result.status is Status.SATISFIABLE) == satisfiable(formula)


@pytest.mark.few(3)
@pytest.mark.parametrize("family", ["php 6 5", "parity-twice 12", "colour 40 95", "factor 65521", "miter 4"])
def test_proofs_of_families(family: str) -> None:
    name, *arguments = family.split()
    formula, proof = make(name, arguments, 1), Proof()
    smaller = preprocess(formula, proof=proof)
    assert smaller.formula != formula
    assert solve(smaller.formula, "cdcl", proof=proof).status is Status.UNSATISFIABLE
    assert check_proof(formula, proof)
    assert not check_proof(Formula.of(list(formula)[1:], formula.variables), Proof())


@pytest.mark.compiled
@pytest.mark.parametrize("solver", ["auto", "cadical", "minisat", "kissat"])
def test_with_solvers_of_libraries(solver: str) -> None:
    for arguments in (["1763"], ["1999"]):
        formula = make("factor", arguments)
        result = solve(formula, solver, preprocess=True)
        assert (result.status is Status.SATISFIABLE) == satisfiable(formula)
        assert result.model is None or falsified(formula, result.model) is None


@pytest.mark.parametrize(
    ("before", "after", "counts"),
    [
        ([[1], [-1, 2], [-2, 3, 4, 4]], [[1], [2]], (2, 1, 0, 0)),  # then 3 is pure
        ([[1, 2], [1, 2, 3], [-1, -2], [2, 1]], [], (0, 1, 2, 0)),
        ([[1, 2], [1, -2]], [[1]], (1, 0, 0, 1)),
        ([[1, -1], [2, -2, 3]], [], (0, 0, 0, 0)),
        ([[-1, 2], [1, -2], [-2, 3], [2, -3]], [], (0, 2, 0, 0)),  # all equal; the last is then in no clause
        ([[1, 2], [-1, 2], [1, -2], [-1, -2]], [[]], None),
        ([[1], [-1]], [[]], None),
        ([[], [1]], [[]], None),
        ([], [], (0, 0, 0, 0)),
    ],
)
def test_small_formulas(
    before: list[list[int]], after: list[list[int]], counts: tuple[int, int, int, int] | None
) -> None:
    smaller = preprocess(Formula.of(before, 5))
    found = (smaller.assigned, smaller.eliminated, smaller.subsumed, smaller.strengthened)
    assert smaller.formula == Formula.of(after, 5)
    assert counts in (None, found)


def test_an_eliminated_variable_does_not_occur() -> None:
    formula = make("miter", ["5"])
    smaller = preprocess(formula)
    left = {abs(literal) for literal in smaller.formula.literals}
    assert smaller.eliminated > 0
    assert len(left) <= formula.variables - smaller.eliminated
    assert smaller.formula.variables == formula.variables


def test_nothing_more_to_find() -> None:
    """A second run subsumes, strengthens and assigns nothing."""
    rng = random.Random(0)
    cubes = [[v * rng.choice((1, -1)) for v in rng.sample(range(1, 31), rng.choice((2, 3, 4)))] for _ in range(90)]
    first = preprocess(Formula.of(cubes))
    assert first.strengthened > 0
    assert first.eliminated > 0
    second = Preprocessor(first.formula)
    while not second.run(1) and not second.eliminated:
        assert (second.subsumed, second.strengthened) == (0, 0)
    assert second.assigned == first.assigned


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "build",
    [
        lambda n: ([-i, i + 1] for i in range(1, n)),
        lambda n: ([1], *([-i, i + 1] for i in range(1, n))),
        lambda n: (range(-n, 0), *([i] for i in range(1, n))),
        lambda n: (range(1, n + 1), *([-i, i + 1] for i in range(1, n))),
        lambda n: [[1, 2, 3]] * n,
        lambda n: (*([1, i, i + 1] for i in range(2, n)), *([-1, i] for i in range(2, n))),
    ],
    ids=["chain", "units", "long clause", "long clause to strengthen", "duplicates", "literal in every clause"],
)
def test_deep_and_long(build: Callable[[int], Iterable[Iterable[int]]]) -> None:
    formula = Formula.of(build(50_000 if COMPILED else 1_000))
    smaller = preprocess(formula)
    result = solve(smaller.formula, "cdcl")
    assert result.model is not None
    assert falsified(formula, smaller.extend(result.model)) is None


def test_refusals() -> None:
    formula = make("php", ["4", "4"])
    with pytest.raises(InputError, match="recorded"):
        solve(formula, "cdcl", preprocess=True, trace=Recorder())
    with pytest.raises(ValueError, match="literal 3"):
        preprocess(Formula(2, array("i", [3]), array("i", [0, 1])))


def test_stopped_for_the_same_reasons() -> None:
    hard = make("random-ksat", ["600", "3000"], seed=1)
    for options, reason in (
        ({"cancel": lambda: True}, "cancelled"),
        ({"limits": Limits(0.1)}, "time limit of 0.1 s"),
        ({"limits": Limits(memory=1000)}, "memory limit of 0.001 MB"),
    ):
        result = solve(hard, "cdcl", preprocess=True, **options)
        assert (result.status, result.reason, result.model) == (Status.UNKNOWN, reason, None)


def test_plain_python_does_the_same() -> None:
    plain = uncompiled("engine.sat.kernels.preprocessing")
    for seed, (name, *arguments) in enumerate((["miter", "3"], ["random-ksat", "40", "100"], ["factor", "77"])):
        formula = make(name, arguments, seed)
        first, other = Preprocessor(formula, True), plain.Preprocessor(formula, True)
        assert first.run(10**9)
        assert other.run(10**9)
        assert (first.clauses(), first.witness(), first.take_proof()) == (
            other.clauses(),
            other.witness(),
            other.take_proof(),
        )
        if satisfiable(formula):
            smaller = Formula(formula.variables, *first.clauses())
            models = [model_of(smaller) for _ in range(2)]
            preprocess_kernel.extend(first.witness(), models[0])
            plain.extend(first.witness(), models[1])
            assert models[0] == models[1]


def test_a_result_lists_removed_items() -> None:
    formula = Formula.of([[1], [-1, 2, 3], [2, 3], [2, 3, 4], [-4, 5]])
    result = solve(formula, "dpll", preprocess=True)
    [step] = result.plan
    assert step.outcome == preprocess(formula).summary(len(formula))
    assert step.outcome.startswith("variables: 2 eliminated, 1 assigned; clauses: 2 subsumed, 1 left of 5;")
