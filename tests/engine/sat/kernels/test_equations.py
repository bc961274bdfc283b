"""Equations in a CDCL search: the same verdicts as without them, and what they save."""

from random import Random

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver as PySat
from structures import equation, shuffled

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.kernels.equations import Equations
from engine.sat.parity.reasoning import ParityReasoning
from engine.sat.proof.proof import Proof
from engine.sat.result import falsified
from engine.sat.solvers.structure import look_for_structure


def mixed(seed: int) -> Formula:
    """Random equations of two to four variables, and random clauses of three literals."""
    rng = Random(seed)
    variables = rng.randint(5, 24)
    names = range(1, variables + 1)
    made = [[name * rng.choice((1, -1)) for name in rng.sample(names, 3)] for _ in range(rng.randint(0, 3 * variables))]
    for _ in range(rng.randint(2, variables)):
        made += equation(rng.sample(names, rng.randint(2, 4)), rng.randint(0, 1))
    return shuffled(made, rng)


def with_equations(formula: Formula, *, proving: bool = False) -> Cdcl:
    parity = ParityReasoning(formula)
    kernel = Cdcl(formula)
    Equations(kernel, [parity.equation(number) for number in parity.given], proving).attach()
    return kernel


@settings(max_examples=amount(150), deadline=None)
@given(seed=st.integers(0, 2**32), names=st.lists(st.integers(1, 24), max_size=3))
def test_verdicts_and_invariants(seed: int, names: list[int]) -> None:
    formula = mixed(seed)
    assumptions = [name if seed & 1 << name else -name for name in names if name <= formula.variables]
    kernel = with_equations(formula)
    kernel.assume(assumptions)
    while not (answer := kernel.run(100)):
        kernel.sanity()
    kernel.sanity()
    with PySat("cadical195", bootstrap_with=list(formula)) as oracle:
        assert (answer == 10) == oracle.solve(assumptions)
        if answer == 10:
            assert falsified(formula, kernel.model()) is None
        else:
            assert not oracle.solve(kernel.core())


@settings(max_examples=amount(100), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_learned_clauses_follow_from_their_equations(seed: int) -> None:
    formula = mixed(seed)
    parity = ParityReasoning(formula)
    kernel, other = with_equations(formula, proving=True), with_equations(formula)
    assert kernel.run(10**6) == other.run(10**6) != 0
    assert kernel.conflicts == other.conflicts
    reasons = kernel.propagator.reasons()
    clauses = place = 0
    while place < len(reasons):
        middle = place + 1 + reasons[place]
        end = middle + 1 + reasons[middle]
        variables: set[int] = set()
        right = 0
        for number in reasons[place + 1 : middle]:
            equation = parity.equation(parity.given[number])
            variables ^= set(equation.variables)
            right ^= equation.right
        literals = reasons[middle + 1 : end]
        assert sorted(map(abs, literals)) == sorted(variables)
        assert sum(literal < 0 for literal in literals) % 2 != right  # if all are false, the equation is wrong
        clauses, place = clauses + 1, end
    assert clauses == kernel.propagator.hits
    assert not other.propagator.reasons()


def test_contradictions_of_sums_are_seen_before_any_decision() -> None:
    kernel = with_equations(make("tseitin", ["30", "4"], 1))
    assert kernel.run(10**6) == 20
    assert kernel.decisions == 0


def test_equations_alone_need_no_backtracking() -> None:
    """Every decision agrees with some solution, because all consequences of sums are found at once."""
    formula = make("parity", ["40", "36", "5"], 1)
    kernel = with_equations(formula)
    while not kernel.run(10**6):
        pass
    assert falsified(formula, kernel.model()) is None
    assert kernel.conflicts == 0
    assert kernel.propagator.hits > 0


@pytest.mark.compiled
def test_looks_that_find_nothing_become_rare() -> None:
    kernel = Cdcl(make("random-ksat", ["200", "900"], 1))
    Equations(kernel, [((), 0)]).attach()
    while not kernel.run(10**6, 2000 - kernel.conflicts) and kernel.conflicts < 2000:
        pass
    looks = kernel.propagator.looks
    assert 0 < looks < kernel.decisions // 2


def test_a_proof_without_certificates_excludes_equations() -> None:
    formula = Formula.of([*equation([1, 2, 3], 0), *equation([3, 4, 5], 1)], 5)
    parity = look_for_structure(formula).parity
    assert sorted(map(parity.equation, parity.given)) == [((1, 2, 3), 0), ((3, 4, 5), 1)]
    assert look_for_structure(formula, proof=Proof()).parity is None


@pytest.mark.parametrize("seed", range(12))
def test_slices_of_looks_do_not_change_a_search(seed: int) -> None:
    formula = mixed(seed)
    seen = []
    for work in (10**9, 30, 1):
        kernel, answer = with_equations(formula), 0
        while not answer:
            answer = kernel.run(work)
            kernel.sanity()
        equations = kernel.propagator
        seen.append((answer, kernel.decisions, kernel.conflicts, kernel.work, equations.looks, equations.hits))
    assert seen[0] == seen[1] == seen[2]


def test_a_run_ends_in_the_middle_of_a_look() -> None:
    """The first look at many equations solves all of them, which takes long."""
    rng = Random(1)
    names = range(1, 501)
    clauses = [clause for _ in range(400) for clause in equation(rng.sample(names, 3), rng.randint(0, 1))]
    kernel, runs, most, answer = with_equations(Formula.of(clauses)), 0, 0, 0
    while not answer and kernel.decisions < 3:
        before = kernel.work
        answer = kernel.run(500)
        most, runs = max(most, kernel.work - before), runs + 1
    first, row = (2 * 400 * 8 + 500) >> 2, 400 * 8 >> 2
    assert runs > 10
    assert most < 500 + first + 2 * row
