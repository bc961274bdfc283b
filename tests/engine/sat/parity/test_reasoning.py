"""Equations found in clauses and their consequences, compared with all models, with certificates and DRAT proofs."""

import random
from array import array
from itertools import product

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver as PySat
from structures import equation, planted, shuffled

from engine.base.errors import Cancelled
from engine.base.kernels import plain as uncompiled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels import units
from engine.sat.parity import gathering
from engine.sat.parity.drat import TooLongError, drat
from engine.sat.parity.reasoning import Equation, ParityReasoning, certificate
from engine.sat.proof.certificate_check import check_certificate
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof

seeds = st.integers(0, 2**32)


def implies(formula: Formula, found: Equation) -> bool:
    """Whether all models of the formula satisfy the equation."""
    with PySat("cadical195", bootstrap_with=list(formula)) as oracle:
        return not any(
            oracle.solve(assumptions=[v if value else -v for v, value in zip(found.variables, values, strict=True)])
            for values in product((0, 1), repeat=len(found.variables))
            if sum(values) % 2 != found.right
        )


def given_equations(formula: Formula) -> set[Equation]:
    reasoning = ParityReasoning(formula)
    return {reasoning.equation(number) for number in reasoning.given}


@pytest.mark.parametrize("size", range(2, 9))
def test_equations_of_all_sizes_are_found(size: int) -> None:
    rng = random.Random(size)
    for right in (0, 1):
        names = sorted(rng.sample(range(1, 31), size))
        noise = [[v * rng.choice((1, -1)) for v in rng.sample(range(1, 31), 3)] for _ in range(40)]
        clauses = [*equation(names, right), *noise, *noise[:3]]
        rng.shuffle(clauses)
        assert Equation(tuple(names), right) in given_equations(Formula.of(clauses))


def test_clauses_that_are_shorter_count() -> None:
    whole = equation((1, 2, 3), 1)  # -1 -2 -3 is not among them
    assert [1, 2, 3] in whole
    for some in ([1, 2], [1, 3], [2, 3]):
        clauses = [some, *(clause for clause in whole if clause != [1, 2, 3])]
        assert Equation((1, 2, 3), 1) in given_equations(Formula.of(clauses))
    # With four variables, a clause of two excludes two of the eight wrong assignments.
    wide = [clause for clause in equation((1, 2, 3, 4), 0) if not {1, 2} <= set(clause)]
    assert Equation((1, 2, 3, 4), 0) in given_equations(Formula.of([*wide, [1, 2]]))
    assert not given_equations(Formula.of(wide))


def test_after_units_and_equivalent_literals() -> None:
    """The literal 9 is false; 7 is the opposite of 3, as only the equations 3 + 5 = 0 and 5 + 7 = 1 show."""
    clauses = [[*clause, 9] for clause in equation((1, 2, 3), 1)]
    clauses[0] = [{3: -7, -3: 7}.get(literal, literal) for literal in clauses[0]]
    formula = Formula.of([*clauses, *equation((3, 5), 0), *equation((5, 7), 1), [10, -9], [-10]])
    assert Equation((1, 2, 3), 1) in given_equations(formula)


def test_consequences_are_derived() -> None:
    formula = Formula.of([*equation((1, 2, 3), 1), *equation((2, 3, 4), 0), *equation((4, 5, 6), 1)])
    reasoning = ParityReasoning(formula)
    assert [reasoning.equation(number) for number in reasoning.derived] == [Equation((1, 4), 1)]
    assert Equation((1, 4), 1).clauses == [(1, 4), (-1, -4)]
    assert Equation((3,), 0).clauses == [(-3,)]
    assert Equation((), 1).clauses == [()]
    with pytest.raises(ValueError, match="more than two variables"):
        _ = Equation((1, 2, 3), 1).clauses


@settings(max_examples=amount(400), deadline=None)
@given(seed=seeds)
def test_everything_found_follows_with_a_derivation(seed: int) -> None:
    formula = planted(random.Random(seed))
    reasoning = ParityReasoning(formula)
    for number in (*reasoning.given, *reasoning.derived):
        assert implies(formula, reasoning.equation(number))
    if reasoning.contradiction is not None:
        lines = reasoning.derivation([reasoning.contradiction])
        assert check_certificate(formula, certificate(lines))
        proof = Proof()
        proof.write_steps(drat(lines, formula.variables))
        assert check_proof(formula, proof)
        return
    lines = reasoning.derivation(reasoning.derived)
    verdict = check_certificate(formula, certificate(lines))
    assert (verdict.line, verdict.lines) == (0, len(lines))
    steps = drat(lines, formula.variables)
    for number in reasoning.derived:
        for clause in reasoning.equation(number).clauses:
            proof = Proof()
            proof.write_steps(steps)
            proof.add(())
            assert check_proof(Formula.of([*formula, *([-literal] for literal in clause)], formula.variables), proof)


@pytest.mark.parametrize(
    "family",
    [
        pytest.param("parity-twice 200", marks=pytest.mark.compiled),
        "tseitin 60",
        "tseitin 20 6",
        "parity 200 220",
        pytest.param("parity 60 70 9", marks=pytest.mark.compiled),
    ],
)
def test_families_are_refuted(family: str) -> None:
    name, *arguments = family.split()
    formula = make(name, arguments, 5)
    reasoning = ParityReasoning(formula)
    assert reasoning.contradiction is not None
    lines = reasoning.derivation([reasoning.contradiction])
    assert check_certificate(formula, certificate(lines))
    proof = Proof()
    proof.write_steps(drat(lines, formula.variables))
    assert check_proof(formula, proof)


def test_a_proof_that_gets_too_long() -> None:
    formula = make("parity-twice", ["30"], 1)
    reasoning = ParityReasoning(formula)
    assert reasoning.contradiction is not None
    lines = reasoning.derivation([reasoning.contradiction])
    length = len(drat(lines, formula.variables))
    assert drat(lines, formula.variables, length)
    with pytest.raises(TooLongError):
        drat(lines, formula.variables, length - 1)


@pytest.mark.parametrize(
    "clauses", [[], [[]], [[1]], [[1], [-1]], [[1, 1]], [[1, -1]], [[1, 1, 2], [-1, -2], [1, -2, -2]], [[1, 2]] * 9]
)
def test_odd_formulas(clauses: list[list[int]]) -> None:
    formula = Formula.of(clauses, 3)
    reasoning = ParityReasoning(formula)
    refuted = clauses in ([[]], [[1], [-1]])
    assert (reasoning.contradiction is not None) == refuted
    if reasoning.contradiction is not None:
        assert check_certificate(formula, certificate(reasoning.derivation([reasoning.contradiction])))


def test_cancelled() -> None:
    with pytest.raises(Cancelled):
        ParityReasoning(make("tseitin", ["20"]), lambda: True)


def test_plain_python_finds_the_same() -> None:
    rng = random.Random(7)
    few = shuffled([[1], [-1, 2], [-2]], rng)
    for formula in (*(planted(rng) for _ in range(20)), make("tseitin", ["8", "6"]), few):
        meaning = array("i", range(formula.variables + 1))
        found = []
        for module in (gathering, uncompiled("engine.sat.parity.gathering")):
            gatherer = module.Gatherer(formula, meaning)
            gatherer.count_clauses(0, len(formula))
            if gatherer.longest >= 0:
                gatherer.gather(0, len(formula))
            found.append((gatherer.longest, gatherer.sets, gatherer.equations(0, gatherer.sets)))
        assert found[0] == found[1]
        assert units.implied(formula) == uncompiled("engine.sat.kernels.units").implied(formula)


@settings(max_examples=amount(300))
@given(clauses=st.lists(st.lists(st.integers(-6, 6).filter(bool), max_size=3), max_size=12))
def test_units_follow_in_order(clauses: list[list[int]]) -> None:
    """Each literal is the only one of its clause that the earlier ones leave; at the end nothing else is implied."""
    formula = Formula.of(clauses, 6)
    pairs = units.implied(formula)
    true: set[int] = set()
    for literal, clause in zip(pairs[::2], pairs[1::2], strict=True):
        left = {other for other in formula[clause] if -other not in true}
        assert left == ({literal} if literal else set())
        true.add(literal)
    if 0 not in true:
        rest = [clause for clause in formula if not true.intersection(clause)]
        assert all(len([literal for literal in clause if -literal not in true]) > 1 for clause in rest)
