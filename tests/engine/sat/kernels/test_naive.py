"""The naive kernel: the decisions of the reference and of `dpll`, found by scanning."""

import csv
import random
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base import kernels
from engine.base.kernels import plain as uncompiled
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.kernels import dpll, naive
from engine.sat.result import falsified
from engine.sat.solvers.branching import REFERENCE
from engine.sat.trace.events import Tape

COMPILED = kernels.state().compiled
RULES = (*REFERENCE, "in-order")

clauses = st.lists(st.lists(st.integers(-6, 6).filter(bool), max_size=4), max_size=24)


def run(search: naive.Naive, work: int = 100_000) -> int:
    while not (answer := search.run(work)):
        pass
    return answer


def check_reference(data: Path, slowest: float) -> None:
    """Compare with the table where the reference takes at most `slowest` milliseconds."""
    compared = 0
    with (data / "cnf" / "reference-decisions.tsv").open() as table:
        for file, rule, status, decisions, milliseconds in csv.reader(table, delimiter="\t"):
            if not file.startswith("#") and float(milliseconds) <= slowest:
                formula = dimacs.read(data / "cnf" / "course" / file).formula
                search = naive.Naive(formula, REFERENCE[int(rule) - 1])
                answer = run(search)
                assert (answer == 10, search.decisions) == (status == "SATISFIABLE", int(decisions)), (file, rule)
                assert answer == 20 or falsified(formula, search.model()) is None
                compared += 1
    assert compared > 30


def test_decisions_are_those_of_the_reference(data: Path) -> None:
    check_reference(data, 40 if COMPILED else 0.2)


@pytest.mark.slow
def test_decisions_are_those_of_the_reference_on_slow_files(data: Path) -> None:
    check_reference(data, 1e9)


@pytest.mark.parametrize("branching", RULES)
@settings(max_examples=amount(50))
@given(clauses=clauses, slices=st.randoms(use_true_random=False))
def test_decisions_are_those_of_dpll_in_any_slices(
    branching: str, clauses: list[list[int]], slices: random.Random
) -> None:
    formula = Formula.of(clauses)
    search, quick = naive.Naive(formula, branching), dpll.Dpll(formula, branching)
    while not (answer := search.run(slices.choice((1, 10, 100)))):
        pass
    assert answer == run(quick)
    assert (search.decisions, search.conflicts) == (quick.decisions, quick.conflicts)
    if answer == 10:
        assert falsified(formula, search.model()) is None


@pytest.mark.parametrize("branching", RULES)
def test_uncompiled_searches_are_the_same(branching: str) -> None:
    rng = random.Random(1)
    formula = Formula.of([[v * rng.choice((1, -1)) for v in rng.sample(range(1, 16), 3)] for _ in range(66)])
    tapes = Tape(15, []), Tape(15, [])
    compiled = naive.Naive(formula, branching, tapes[0])
    plain = uncompiled("engine.sat.kernels.naive").Naive(formula, branching, tapes[1])
    assert run(compiled) == run(plain)
    assert compiled.decisions == plain.decisions
    assert compiled.propagations == plain.propagations
    assert compiled.assignment() == plain.assignment()
    assert compiled.recorded == plain.recorded > 0
    for column in ("kinds", "literals", "clauses"):
        assert getattr(tapes[0], column) == getattr(tapes[1], column)


def test_depth_is_not_limited_by_a_stack() -> None:
    n = 4_000 if COMPILED else 200
    search = naive.Naive(Formula.of([[v, v + 1] for v in range(1, n, 2)]), "first")
    assert run(search) == 10
    assert search.level == search.decisions == n // 2


def test_assignment_follows_the_search() -> None:
    """1 is tried, fails because of 2, and is undone with all its consequences."""
    search = naive.Naive(Formula.of([[1, 3], [-1, 2], [-1, -2], [-3, -4], [4, 5, 6]]), "first")
    seen = []
    while not search.run(1):
        seen.append(search.assignment().tolist())
    assert [0, 1, 1, 0, 0, 0, 0] in seen
    assert search.assignment().tolist() == [0, -1, 0, 1, -1, 1, 0]
    assert search.model().tolist() == [-1, 2, 3, -4, 5, 6]
    assert search.conflicts == 1


# The example of SAT-IT (W. Bermeo, J. Coll, P. Ferrer, M. Villaret: SAT-IT, an online interactive SAT tracer, 2026).
EXAMPLE = Formula.of([[3, 4, -1, 5], [-3, 4, 5], [3, -4, -1], [1, 2], [1, -2], [-1, -5], [-3, -4, 5]])


def test_backtracking_and_dpll_on_a_published_example() -> None:
    plain, dpll_by_scans, dpll_by_counters = (
        naive.Naive(EXAMPLE, "in-order", None, False),
        naive.Naive(EXAMPLE, "in-order"),
        dpll.Dpll(EXAMPLE, "in-order"),
    )
    assert run(plain) == run(dpll_by_scans) == run(dpll_by_counters) == 20
    assert [search.conflicts for search in (plain, dpll_by_scans, dpll_by_counters)] == [16, 5, 5]


def backtracked(clauses: list[list[int]]) -> tuple[bool, int, int]:
    """Whether there is a model, by a truth table abandoned at the first false clause; numbers of decisions and
    conflicts.
    """
    variables = sorted({abs(literal) for clause in clauses for literal in clause})
    decisions = conflicts = 0

    def below(assigned: frozenset[int]) -> bool:
        nonlocal decisions, conflicts
        if any(assigned.issuperset(-literal for literal in clause) for clause in clauses):
            conflicts += 1
            return False
        if all(assigned.intersection(clause) for clause in clauses):
            return True
        decisions += 1
        variable = next(v for v in variables if not assigned.intersection((v, -v)))
        return below(assigned | {variable}) or below(assigned | {-variable})

    return below(frozenset()), decisions, conflicts


@settings(max_examples=amount(60))
@given(clauses=clauses)
def test_backtracking_is_a_walk_through_the_truth_table(clauses: list[list[int]]) -> None:
    search = naive.Naive(Formula.of(clauses), "in-order", None, False)
    satisfiable, decisions, conflicts = backtracked(clauses)
    assert run(search) == (10 if satisfiable else 20)
    assert (search.decisions, min(search.conflicts, 1)) == (decisions, min(conflicts, 1))
    assert search.conflicts == conflicts


def test_only_the_reference_rules() -> None:
    with pytest.raises(KeyError):
        naive.Naive(Formula.of([[1]]), "dlis")
