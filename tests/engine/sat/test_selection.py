"""Choosing clauses."""

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError
from engine.sat.formula import Formula
from engine.sat.selection import Condition, Selection

literals = st.integers(1, 4).flatmap(lambda variable: st.sampled_from([variable, -variable]))
formulas = st.lists(st.lists(literals, max_size=5), max_size=12)
conditions = (
    st.builds(Condition, literals)
    | st.builds(Condition, st.integers(1, 5), either=st.just(True))
    | st.builds(Condition, st.integers(0, 6), comparison=st.sampled_from(["=", "<", ">", "<=", ">="]))
)
selections = st.builds(Selection, st.lists(conditions, max_size=3).map(tuple))

COMPARE = {"=": operator.eq, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}


def meets(clause: list[int], condition: Condition) -> bool:
    if condition.comparison is not None:
        return bool(COMPARE[condition.comparison](len(clause), condition.number))
    return condition.number in clause or (condition.either and -condition.number in clause)


@given(formulas, selections)
def test_a_selection_is_what_each_clause_says_by_itself(clauses: list[list[int]], selection: Selection) -> None:
    expected = [
        index for index, clause in enumerate(clauses) if all(meets(clause, each) for each in selection.conditions)
    ]
    assert selection.of(Formula.of(clauses)).tolist() == expected


@given(selections)
def test_what_is_shown_can_be_typed(selection: Selection) -> None:
    assert Selection.parse(str(selection)) == selection


@pytest.mark.parametrize(
    ("text", "shown"),
    [("12", "12"), ("+12", "12"), ("-12", "-12"), ("x7", "x7"), ("len3", "len 3"), ("len = 3", "len 3"),
     (" len>10, -4 ", "len > 10  -4"), ("", "")],
)  # fmt: skip
def test_what_can_be_typed(text: str, shown: str) -> None:
    assert str(Selection.parse(text)) == shown


@pytest.mark.parametrize("text", ["0", "x0", "twelve", "12x", "len", "len > -1", "1.5", "- 3", "99999999999"])
def test_what_can_not(text: str) -> None:
    with pytest.raises(InputError, match="selects no clauses"):
        Selection.parse(text)


def test_the_literals_to_mark() -> None:
    assert Selection.parse("12 x3 len 4").literals == {12, 3, -3}


def test_a_literal_beyond_every_array_is_in_no_clause() -> None:
    assert Selection.parse("9999999999").of(Formula.of([[1]])).tolist() == []
