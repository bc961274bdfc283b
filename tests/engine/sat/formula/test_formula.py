"""Formulas as values: construction, indexing and counting, compared with the obvious definitions."""

from array import array
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sat.formula.formula import Comment, Formula

literals = st.integers(1, 9).flatmap(lambda variable: st.sampled_from((variable, -variable)))
clause_lists = st.lists(st.lists(literals, max_size=5), max_size=12)


@given(clause_lists, st.integers(0, 12))
def test_clauses_keep_their_given_form(clauses: list[list[int]], variables: int) -> None:
    formula = Formula.of(clauses, variables)
    expected = [tuple(clause) for clause in clauses]
    assert list(formula) == expected
    assert [formula[index] for index in range(len(formula))] == expected
    assert formula.variables == max([variables, *(abs(literal) for clause in clauses for literal in clause)])


@given(clause_lists)
def test_counts_are_those_of_the_clauses(clauses: list[list[int]]) -> None:
    formula = Formula.of(clauses)
    flat = [literal for clause in clauses for literal in clause]
    assert formula.lengths == Counter(map(len, clauses))
    assert list(formula.lengths) == sorted(formula.lengths)
    assert formula.polarity == (sum(literal > 0 for literal in flat), sum(literal < 0 for literal in flat))
    occurrences = Counter(map(abs, flat))
    ranked = sorted(occurrences.items(), key=lambda pair: (-pair[1], pair[0]))
    assert formula.most_used(3) == ranked[:3]
    assert formula.most_used(99) == ranked
    for literal in (*range(-10, 0), *range(1, 11)):
        assert formula.clauses_with(literal) == [i for i, clause in enumerate(clauses) if literal in clause]


def test_a_high_variable_costs_no_memory() -> None:
    formula = Formula.of([(2147483647, 1), (-2147483647,)])
    assert formula.variables == 2147483647
    assert formula.most_used(1) == [(2147483647, 2)]


@pytest.mark.parametrize("index", [-1, 2])
def test_there_is_no_clause_outside(index: int) -> None:
    with pytest.raises(IndexError, match=f"^clause {index} of 2$"):
        Formula.of([(1,), (2,)])[index]


def test_zero_is_no_literal() -> None:
    with pytest.raises(ValueError, match=r"^0 is not a literal$"):
        Formula.of([(1, 0, 2)])


@pytest.mark.parametrize("clauses", [[(2147483648,)], [(-2147483648,)], [(10**30,)]])
def test_literals_beyond_an_int_are_refused(clauses: list[tuple[int, ...]]) -> None:
    with pytest.raises(OverflowError):
        Formula.of(clauses)
    with pytest.raises(OverflowError, match=r"^variable 2147483648 is beyond 2147483647$"):
        Formula.of([], 2147483648)


def test_other_comments_leave_the_clauses_shared() -> None:
    formula = Formula.of([(1, -2)], comments=["old"])
    other = formula.with_comments(["new", "er"])
    assert [comment.text for comment in other.comments] == ["new", "er"]
    assert other.literals is formula.literals
    assert other != formula
    assert other.with_comments(["old"]) == formula


def test_comments_are_equal_by_their_text() -> None:
    assert Comment("a", 3) == Comment("a")
    assert Comment("a") != Comment("b")


def test_arrays_have_the_promised_type() -> None:
    formula = Formula.of([(1, -2), ()])
    assert formula.literals == array("i", [1, -2])
    assert formula.starts == array("i", [0, 2, 2])
    assert formula.literals.typecode == formula.starts.typecode == "i"
