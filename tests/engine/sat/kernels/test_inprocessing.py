"""Probing, vivification and subsumption on small formulas, against their definitions."""

import random
from array import array
from itertools import product
from typing import Any

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.kernels import plain
from engine.sat.formula.formula import Formula

VARIABLES = 8
cdcl = plain("engine.sat.kernels.cdcl")
elimination = plain("engine.sat.kernels.elimination")
probing = plain("engine.sat.kernels.probing")
subsumption = plain("engine.sat.kernels.subsumption")
vivification = plain("engine.sat.kernels.vivification")

Clause = frozenset[int]
ALL = list(product(*((-v, v) for v in range(1, VARIABLES + 1))))


def formula_of(seed: int, lengths: tuple[int, ...], count: int) -> Formula:
    rng = random.Random(seed)
    names = range(1, VARIABLES + 1)
    return Formula.of(
        [[v * rng.choice((1, -1)) for v in rng.sample(names, rng.choice(lengths))] for _ in range(count)], VARIABLES
    )


def models(clauses: set[Clause]) -> set[tuple[int, ...]]:
    return {model for model in ALL if all(not clause.isdisjoint(model) for clause in clauses)}


def propagated(clauses: set[Clause], literals: set[int]) -> set[int]:
    """The consequences of unit propagation; they contain 0 if a clause is false."""
    true, before = set(literals), None
    while before != true:
        before = set(true)
        for clause in clauses:
            if clause.isdisjoint(true):
                left = [literal for literal in clause if -literal not in true]
                if len(left) < 2:
                    true |= set(left or [0])
    return true


def held(kernel: Any) -> tuple[set[Clause], set[Clause]]:
    """The clauses of a kernel: irredundant ones with the units of level 0, and learned ones."""
    irredundant, learned = set[Clause](), set[Clause]()
    place = cdcl.HEADER
    while place < kernel.arena.length:
        size = kernel.arena.data[place - cdcl.SIZE]
        if size > 0:
            codes = kernel.arena.data[place : place + size]
            clause = frozenset(-(code >> 1) if code & 1 else code >> 1 for code in codes)
            (learned if kernel.arena.data[place - cdcl.GLUE] else irredundant).add(clause)
        place += cdcl.HEADER + abs(size)
    values = kernel.assignment()
    units = {v if values[v] > 0 else -v for v in range(1, VARIABLES + 1) if values[v] and not kernel.level_of[v]}
    return irredundant | {frozenset([unit]) for unit in units}, learned


def under_units(clauses: tuple[set[Clause], set[Clause]]) -> tuple[set[Clause], set[Clause]]:
    """The clauses after unit propagation: without those that are satisfied, and without false literals."""
    units = {literal for part in clauses for clause in part if len(clause) == 1 for literal in clause}
    irredundant, learned = (
        {frozenset(literal for literal in clause if -literal not in units) for clause in part if not clause & units}
        for part in clauses
    )
    left = (irredundant | {frozenset([unit]) for unit in units}, learned - {frozenset([unit]) for unit in units})
    return left if left == clauses else under_units(left)


def additions(steps: array) -> list[Clause]:
    found, place = [], 0
    while place < len(steps):
        size, deletes = divmod(steps[place], 2)
        if not deletes:
            found.append(frozenset(steps[place + 1 : place + 1 + size]))
        place += 1 + size
    return found


def check_lemmas(formula: Formula, kernel: Any) -> None:
    """Each clause that was added follows by unit propagation from those before."""
    all_clauses = {frozenset(clause) for clause in formula}
    for clause in additions(kernel.take_proof()):
        assert 0 in propagated(all_clauses, {-literal for literal in clause})
        all_clauses.add(clause)


@settings(max_examples=amount(150))
@given(seed=st.integers(0, 10**6), count=st.integers(4, 22), work=st.sampled_from((1, 10**6)))
def test_in_the_end_no_root_fails(seed: int, count: int, work: int) -> None:
    formula = formula_of(seed, (2, 2, 2, 3), count)
    kernel = cdcl.Cdcl(formula, proof=True)
    made, tried = probing.Probing(kernel), -1
    expected = {frozenset(clause) for clause in formula}
    roots = {-literal for clause in expected if len(clause) == 2 for literal in clause}
    roots -= {literal for clause in expected if len(clause) == 2 for literal in clause}
    phases = kernel.phases()
    first = True
    while tried != made.tried:
        tried = made.tried
        made.begin(10**6)
        while not made.run(work):
            kernel.sanity()
        kernel.sanity()
        if first and not kernel.refuted:
            units = propagated(set(), {literal for clause in held(kernel)[0] if len(clause) == 1 for literal in clause})
            assert made.tried <= len(roots)
            assert made.failed <= len(units)
            if not units:
                assert made.tried == len(roots)
        first = False
    check_lemmas(formula, kernel)
    if kernel.refuted:
        assert not models(expected)
        return
    assert kernel.phases() == phases
    irredundant, _ = held(kernel)
    assert models(irredundant) == models(expected)
    units = {literal for clause in irredundant if len(clause) == 1 for literal in clause}
    assert bool(units) == bool(made.failed)
    for root in roots - units - {-unit for unit in units}:
        assert 0 not in propagated(irredundant, {root})


def test_the_first_unique_implication_point_fails() -> None:
    """1 implies 2, which alone implies both 3 and 4, of which one is false: -2 is learned, from which -1 follows."""
    formula = Formula.of([[-1, 2], [-2, 3], [-2, 4], [-3, -4, 5], [-3, -4, -5], [6, 7]], VARIABLES)
    kernel = cdcl.Cdcl(formula, proof=True)
    made = probing.Probing(kernel)
    made.begin(10**6)
    assert made.run(10**6)
    assert additions(kernel.take_proof()) == [frozenset([-2])]
    assert (made.tried, made.failed) == (5, 1)  # 1, -3, -4, -6 and -7
    assert kernel.assignment()[1:3].tolist() == [-1, -1]


@settings(max_examples=amount(150))
@given(seed=st.integers(0, 10**6), count=st.integers(8, 40), learned=st.booleans(), work=st.sampled_from((1, 10**6)))
def test_vivified_clauses_are_equivalent(seed: int, count: int, learned: bool, work: int) -> None:
    formula = formula_of(seed, (2, 3, 3, 4, 5), count)
    kernel = cdcl.Cdcl(formula, proof=True)
    if kernel.run(10**6, 4):
        return
    kernel.backjump(0, 6)
    phases = kernel.phases()
    before = held(kernel)
    made = vivification.Vivification(kernel)
    made.begin(10**6, learned)
    while not made.run(work):
        pass  # a unit may still be to propagate
    kernel.sanity()
    check_lemmas(formula, kernel)
    if kernel.refuted:
        assert not models({frozenset(clause) for clause in formula})
        return
    assert kernel.phases() == phases
    after = held(kernel)
    assert models(after[0]) == models({frozenset(clause) for clause in formula})
    for clause in before[0] | before[1]:
        assert any(other <= clause for other in after[0] | after[1])
    if not made.shortened + made.subsumed:
        assert under_units(after) == under_units(before)
    assert made.shortened + made.subsumed <= made.tried <= len(before[learned])


@pytest.mark.parametrize(
    ("clauses", "left"),
    [
        ([[1, 2, 3], [-1, 2, 4], [-4, 2, 3]], [[2, 3], [-1, 2, 4]]),
        ([[1, 2, 3], [-1, -2, 4], [-4, -5, 3]], [[1, 2, 3], [-1, -2, 4], [-4, -5, 3]]),
        ([[1, 2, 3, 4], [1, 2, 5], [1, -5, 3]], [[1, 2, 3], [1, 2, 5], [1, -5, 3]]),
        ([[1, 2, 3, 4], [2, 1]], [[1, 2]]),
        ([[1, 2, 3], [1, -3]], [[1, 2], [1, -3]]),
    ],
)
def test_the_clauses_after_vivification(clauses: list[list[int]], left: list[list[int]]) -> None:
    kernel = cdcl.Cdcl(Formula.of(clauses, VARIABLES))
    made = vivification.Vivification(kernel)
    made.begin(10**6, False)
    assert made.run(10**6)
    assert held(kernel)[0] == set(map(frozenset, left))


@settings(max_examples=amount(150))
@given(seed=st.integers(0, 10**6), count=st.integers(20, 60), work=st.sampled_from((1, 10**6)))
def test_no_learned_clause_is_subsumed(seed: int, count: int, work: int) -> None:
    formula = formula_of(seed, (3, 3, 4, 5, 6), count)
    kernel = cdcl.Cdcl(formula, proof=True)
    if kernel.run(10**6, 12):
        return
    kernel.backjump(0, 6)
    before = held(kernel)
    made = subsumption.Subsumption(kernel)
    made.begin(10**6)
    while not made.run(work):
        kernel.sanity()
    kernel.sanity()
    check_lemmas(formula, kernel)
    if kernel.refuted:
        return
    irredundant, learned = held(kernel)
    for clause in learned:
        assert not any(other < clause for other in irredundant | learned)
        assert clause not in irredundant
    assert kernel.learned == len(learned)
    for clause in before[0] | before[1]:
        assert any(other <= clause for other in irredundant | learned)
    if not made.subsumed + made.strengthened:
        assert under_units((irredundant, learned)) == under_units(before)
    if irredundant == before[0] and not made.strengthened:
        assert made.subsumed == len(before[1]) - len(learned) or len(before[1]) < 12
