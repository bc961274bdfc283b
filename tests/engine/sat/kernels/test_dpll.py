"""The DPLL kernel: the reference's decisions, slices, depth, and the same run compiled and in plain Python."""

import csv
import random
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import verify

from engine.base import kernels
from engine.base.kernels import plain as uncompiled
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.kernels import dpll
from engine.sat.result import Status, falsified
from engine.sat.solvers.branching import BRANCHINGS, REFERENCE
from engine.sat.trace.events import Tape
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.layout import double
from engine.sudoku.puzzle import Puzzle

COMPILED = kernels.state().compiled


def run(search: dpll.Dpll, work: int = 100_000) -> int:
    while not (answer := search.run(work)):
        pass
    return answer


def counters(search: dpll.Dpll) -> tuple[int, int, int, int]:
    return search.decisions, search.propagations, search.conflicts, search.level


def random_3sat(variables: int, clauses: int, seed: int) -> Formula:
    rng = random.Random(seed)
    return Formula.of(
        [[v * rng.choice((1, -1)) for v in rng.sample(range(1, variables + 1), 3)] for _ in range(clauses)], variables
    )


clauses = st.lists(st.lists(st.integers(-6, 6).filter(bool), max_size=4), max_size=24)


def test_decisions_are_those_of_the_reference(data: Path) -> None:
    """On every file and rule of the table (in plain Python, those that take the reference up to a millisecond)."""
    with (data / "cnf" / "reference-decisions.tsv").open() as table:
        rows = list(csv.reader((line for line in table if not line.startswith("#")), delimiter="\t"))
    assert len(rows) > 100
    for file, rule, status, decisions, milliseconds in rows:
        if COMPILED or float(milliseconds) < 1:
            formula = dimacs.read(data / "cnf" / "course" / file).formula
            search = dpll.Dpll(formula, REFERENCE[int(rule) - 1])
            answer = run(search)
            assert (answer == 10, search.decisions) == (status == "SATISFIABLE", int(decisions)), (file, rule)
            assert answer == 20 or falsified(formula, search.model()) is None
            if answer == 20 and search.decisions < 1000:
                assert verify(formula, "dpll", branching=REFERENCE[int(rule) - 1]).decisions == search.decisions


@pytest.mark.parametrize("rule", REFERENCE)
def test_no_rule_looks_through_all_clauses_at_a_decision(rule: str) -> None:
    """On an almost empty double in the course encoding, whose search tree is too large for some rules."""
    puzzle = Puzzle(double(), (1, 2, 3, *[0] * 150))
    formula = encode(puzzle, "course").formula
    search = dpll.Dpll(formula, rule)
    answer = search.run(1_000_000)
    assert answer == 10 or search.decisions * sum(map(len, formula)) > 2 * 1_000_000


@pytest.mark.parametrize("branching", BRANCHINGS)
@settings(max_examples=amount(40))
@given(clauses=clauses, seed=st.integers(0, 9), slices=st.randoms(use_true_random=False))
def test_slices_do_not_change_the_run(
    branching: str, clauses: list[list[int]], seed: int, slices: random.Random
) -> None:
    formula = Formula.of(clauses)
    whole, sliced = dpll.Dpll(formula, branching, seed), dpll.Dpll(formula, branching, seed)
    run(whole)
    while not (answer := sliced.run(slices.choice((1, 2, 5, 20, 100)))):
        pass
    assert counters(sliced) == counters(whole)
    if answer == 10:
        assert sliced.model() == whole.model()


@pytest.mark.parametrize("branching", BRANCHINGS)
def test_verdicts_and_models_on_harder_formulas(branching: str) -> None:
    """The same verdict by every rule, on formulas large enough for many levels and, with vsids, for decay."""
    size = 60 if COMPILED else 25
    for seed in range(4):
        formula = random_3sat(size, int(4.4 * size), seed)
        search = dpll.Dpll(formula, branching)
        answer = run(search)
        assert answer == run(dpll.Dpll(formula, "jeroslow-wang"))
        if answer == 10:
            assert falsified(formula, search.model()) is None
        else:
            assert search.level == 0
            assert search.conflicts == search.decisions + 1
            assert verify(formula, "dpll", branching=branching).conflicts == search.conflicts


@pytest.mark.parametrize("branching", BRANCHINGS)
def test_uncompiled_searches_are_the_same(branching: str) -> None:
    source = uncompiled("engine.sat.kernels.dpll")
    for seed in range(3):
        formula = random_3sat(25, 108, seed)
        tapes = Tape(25, []), Tape(25, [])
        compiled = dpll.Dpll(formula, branching, seed, tapes[0])
        plain = source.Dpll(formula, branching, seed, tapes[1])
        assert run(compiled) == run(plain)
        assert counters(compiled) == counters(plain)
        assert compiled.assignment() == plain.assignment()
        assert compiled.model() == plain.model()
        assert compiled.recorded == plain.recorded > 0
        for column in ("kinds", "literals", "clauses"):
            assert getattr(tapes[0], column) == getattr(tapes[1], column)


@pytest.mark.parametrize("branching", BRANCHINGS)
def test_small_and_odd_formulas(branching: str) -> None:
    for clauses, variables, answer in (
        ([], 0, 10),
        ([], 3, 10),
        ([[]], 0, 20),
        ([[1], []], 1, 20),
        ([[1], [-1]], 1, 20),
        ([[1, 1]], 1, 10),
        ([[1, 1], [-1, -1]], 1, 20),
        ([[1, -1]], 1, 10),
        ([[2, -2, 1], [-1]], 4, 10),
        ([[-1, 1, 1], [-1, -1, 1]], 1, 10),
    ):
        formula = Formula.of(clauses, variables)
        search = dpll.Dpll(formula, branching)
        assert run(search) == answer, clauses
        assert search.run(100) == answer  # and stays so
        if answer == 10:
            assert falsified(formula, search.model()) is None
            assert len(search.model()) == formula.variables
        else:
            assert verify(formula, "dpll", branching=branching).status is Status.UNSATISFIABLE


@pytest.mark.few(5)
@pytest.mark.parametrize("branching", BRANCHINGS)
def test_deep_searches_and_long_clauses(branching: str) -> None:
    """Tens of thousands of levels, implications and literals in a clause; nothing is recursive or quadratic."""
    n = 20_000 if COMPILED else 3_000
    chain = Formula.of([[-v, v + 1] for v in range(1, n)])
    alternating = Formula.of([[v, v + 1] for v in range(1, n, 2)])
    one_clause = Formula.of([range(1, n + 1)])
    last_of_all = Formula.of([range(1, n + 1), *([-v] for v in range(1, n))])
    for formula in (chain, alternating, one_clause, last_of_all):
        search = dpll.Dpll(formula, branching)
        assert run(search, 10_000_000) == 10
        assert falsified(formula, search.model()) is None


def test_first_reads_no_false_literal_twice() -> None:
    """A long clause whose literals fail one by one, with one level for all of them."""
    n = 50_000 if COMPILED else 2_000
    fails = (clause for v in range(1, n) for clause in ([-v, n + 1], [-v, -n - 1]))
    search = dpll.Dpll(Formula.of([range(1, n + 1), *fails]), "first")
    assert run(search, 10_000_000) == 10
    assert search.conflicts == search.decisions == n - 1
    assert search.level == 0


def test_assignment_is_a_copy() -> None:
    search = dpll.Dpll(Formula.of([[1], [-1, -2], [3, 4]]), "first")
    run(search)
    copied = search.assignment()
    assert copied.tolist() == [0, 1, -1, 1, 0]
    assert copied.typecode == "b"
    copied[1] = 0
    assert search.assignment().tolist() == [0, 1, -1, 1, 0]
    assert search.model().tolist() == [1, -2, 3, 4]


def test_unknown_branching() -> None:
    with pytest.raises(KeyError):
        dpll.Dpll(Formula.of([[1]]), "best")
