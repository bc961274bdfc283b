"""Preprocessing: its proof step by step, its fixpoint, its counters and the models it gives back, by definitions."""

from array import array
from collections import Counter
from itertools import combinations, pairwise, product

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sat.formula.formula import Formula
from engine.sat.kernels.preprocessing import Preprocessor, extend

VARIABLES = 6
literals = st.integers(-VARIABLES, VARIABLES).filter(bool)
clauses = st.lists(st.lists(literals, min_size=1, max_size=4), max_size=24)
formulas = st.builds(Formula.of, clauses, st.just(VARIABLES))
plain_formulas = st.builds(
    Formula.of, st.lists(st.lists(literals, min_size=1, max_size=4, unique_by=abs), max_size=24), st.just(VARIABLES)
)
"""Without tautologies and literals that stand twice, which are dropped before the first step of a proof."""
ALL = list(product(*((-v, v) for v in range(1, VARIABLES + 1))))

Clause = frozenset[int]


def models(clauses: list[Clause]) -> set[tuple[int, ...]]:
    return {model for model in ALL if all(not clause.isdisjoint(model) for clause in clauses)}


def steps(kernel: Preprocessor) -> list[tuple[bool, Clause]]:
    """The steps of the proof: whether each deletes, and its clause."""
    numbers, found, place = kernel.take_proof().tolist(), [], 0
    while place < len(numbers):
        size, deletes = divmod(numbers[place], 2)
        found.append((bool(deletes), frozenset(numbers[place + 1 : place + 1 + size])))
        assert len(found[-1][1]) == size
        place += 1 + size
    return found


def rewritten(kernel: Preprocessor) -> list[Clause]:
    literals, starts = kernel.clauses()
    return [frozenset(literals[start:end]) for start, end in pairwise(starts)]


def is_tautology(clause: Clause) -> bool:
    return any(-literal in clause for literal in clause)


@settings(max_examples=amount(300))
@given(formula=plain_formulas, growth=st.sampled_from((-100, 0, 24)), work=st.sampled_from((1, 20, 10**6)))
def test_each_step_of_the_proof(formula: Formula, growth: int, work: int) -> None:
    """Added clauses follow, or preserve satisfiability; deleted clauses exist."""
    kernel = Preprocessor(formula, True, growth)
    held = Counter(map(frozenset, formula))
    satisfiable = bool(models(list(held)))
    done = False
    while not done:
        done = kernel.run(work)
        kernel.sanity()
        for deletes, clause in steps(kernel):
            if deletes:
                assert held[clause] > 0
                held[clause] -= 1
            else:
                assert models(list(+held)) <= models([clause])  # no step needs more than resolution
                held[clause] += 1
        left = rewritten(kernel)
        assert bool(models(left)) == satisfiable
        if kernel.refuted:
            assert left == [frozenset()]
        elif done:
            assert set(+held) == set(left)
    assert kernel.refuted or satisfiable


@settings(max_examples=amount(300))
@given(formula=formulas, growth=st.sampled_from((-100, 0, 3, 24)))
def test_nothing_is_left_to_do(formula: Formula, growth: int) -> None:
    kernel = Preprocessor(formula, growth=growth)
    while not kernel.run(10**6):
        pass
    left = rewritten(kernel)
    if kernel.refuted:
        assert not models([frozenset(clause) for clause in formula])
        return
    units = {literal for clause in left if len(clause) == 1 for literal in clause}
    longer = [clause for clause in left if len(clause) > 1]
    assert len(units) == kernel.assigned
    used = {abs(literal) for clause in longer for literal in clause}
    assert used.isdisjoint(map(abs, units))
    assert kernel.eliminated <= VARIABLES - len(used) - len(units)
    for first, other in combinations(longer, 2):
        assert not first <= other
        assert not other <= first
        for clause, wider in ((first, other), (other, first)):
            assert not any(clause ^ {literal, -literal} <= wider for literal in clause)
    for variable in used:
        with_it = [clause for clause in longer if variable in clause]
        against = [clause for clause in longer if -variable in clause]
        resolvents = [(first | other) - {variable, -variable} for first in with_it for other in against]
        size = sum(len(clause) for clause in resolvents if not is_tautology(clause))
        assert with_it  # a pure variable goes at no cost
        assert against
        assert size > sum(map(len, with_it + against)) + growth


@settings(max_examples=amount(200))
@given(formula=formulas, growth=st.sampled_from((0, 24)))
def test_models_are_extended_to_the_original(formula: Formula, growth: int) -> None:
    kernel = Preprocessor(formula, growth=growth)
    while not kernel.run(10**6):
        pass
    expected = models([frozenset(clause) for clause in formula])
    for model in models(rewritten(kernel)):
        values = array("i", model)
        extend(kernel.witness(), values)
        assert tuple(values) in expected


@pytest.mark.parametrize(
    ("witness", "model", "expected"),
    [
        ([], [1, -2], [1, -2]),
        ([1, 2, 2], [-1, -2], [1, -2]),
        ([1, 2, 2], [-1, 2], [-1, 2]),
        ([-1, 1], [1, 2], [-1, 2]),
        ([2, -1, 2, 1, 1], [-1, -2], [1, 2]),  # the last first: 1 is true, then -1 is false and 2 needed
        ([1, 1, 2, -1, 2], [1, -2], [1, 2]),
    ],
)
def test_a_witness_makes_false_clauses_true(witness: list[int], model: list[int], expected: list[int]) -> None:
    values = array("i", model)
    extend(array("i", witness), values)
    assert values.tolist() == expected


@pytest.mark.parametrize(
    ("clauses", "left", "counts"),
    [
        ([[1], [-1, 2], [-2, 3, 4, 4]], [[1], [2]], (2, 1, 0, 0)),  # then 3 is pure
        ([[1, 2], [1, 2, 3], [-1, -2], [2, 1]], [], (0, 1, 2, 0)),
        ([[1, 2], [1, -2]], [[1]], (1, 0, 0, 1)),
        ([[1, -1], [2, -2, 3]], [], (0, 0, 0, 0)),
        ([[-1, 2], [1, -2], [-2, 3], [2, -3]], [], (0, 2, 0, 0)),
        ([[], [1]], [[]], (1, 0, 0, 0)),
        ([[1], [-1]], [[]], (1, 0, 0, 0)),
    ],
)
def test_counters(clauses: list[list[int]], left: list[list[int]], counts: tuple[int, int, int, int]) -> None:
    kernel = Preprocessor(Formula.of(clauses, 5))
    while not kernel.run(1):
        kernel.sanity()
    found = (kernel.assigned, kernel.eliminated, kernel.subsumed, kernel.strengthened)
    assert (sorted(map(sorted, rewritten(kernel))), found) == (sorted(map(sorted, left)), counts)


def test_a_literal_beyond_the_variables_is_refused() -> None:
    for literal in (3, -3):
        with pytest.raises(ValueError, match=f"{literal}"):
            Preprocessor(Formula(2, array("i", [1, literal]), array("i", [0, 2])))
    Preprocessor(Formula(3, array("i", [1, -3]), array("i", [0, 2])))
