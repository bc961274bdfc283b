"""Unit propagation with reasons: what follows, each literal after those that force it, and the clause that does."""

from array import array

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import Cancelled
from engine.sat.formula.formula import Formula
from engine.sat.kernels import units

literals = st.integers(-9, 9).filter(bool)
lists = st.lists(st.lists(literals, min_size=1, max_size=3, unique_by=abs), max_size=30)
formulas = st.builds(Formula.of, st.builds(lambda some, unit: [*some, [unit]], lists, literals), st.just(9))


def implied(formula: Formula) -> set[int]:
    """Repeated until nothing changes: a literal whose clause has no other that is not false; 0 if a clause is false."""
    true, before = set[int](), None
    while before != true:
        before = set(true)
        for clause in formula:
            left = [literal for literal in clause if -literal not in true]
            if len(left) < 2:
                true |= set(left or [0])
    return true


@settings(max_examples=amount(400))
@given(formula=formulas)
def test_consequences_and_their_reasons(formula: Formula) -> None:
    found = units.implied(formula).tolist()
    pairs = list(zip(found[::2], found[1::2], strict=True))
    before: set[int] = set()
    for literal, number in pairs:
        clause = list(formula)[number]
        assert {-other for other in clause if other != literal} <= before
        assert literal not in before
        assert literal in clause or (literal, number) == pairs[-1]
        before.add(literal)
    expected = implied(formula)
    assert before == expected or 0 in before & expected
    assert pairs[0] == next((clause[0], number) for number, clause in enumerate(formula) if len(clause) == 1)


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ([], []),
        ([[1, 2]], []),
        ([[1, 2], []], [0, 1]),
        ([[1], [2]], [1, 0, 2, 1]),
        ([[1], [1]], [1, 0]),
        ([[1], [-1], [2]], [1, 0, 0, 1]),
        ([[-1, 2], [1]], [1, 1, 2, 0]),
        ([[-1, 2], [-2, 3], [1], [4, 5]], [1, 2, 2, 0, 3, 1]),
        ([[-1, 2], [-1, -2], [1], [-2, 3]], [1, 2, -2, 1, 0, 0]),
        ([[1, 2, 3], [-3], [-2]], [-3, 1, -2, 2, 1, 0]),
        ([[5], [-5, 1, 2], [-1, -5]], [5, 0, -1, 2, 2, 1]),
    ],
)
def test_pairs_of_literals_and_clauses(clauses: list[list[int]], expected: list[int]) -> None:
    assert units.implied(Formula.of(clauses, 5)) == array("i", expected)


def test_propagation_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        units.implied(Formula.of([[1]], 1), lambda: True)
