"""Selecting clauses."""

import operator
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sat.formula.assignment_state import ClauseState, clause_states
from engine.sat.formula.formula import Formula
from engine.sat.formula.selection import (
    KINDS,
    STATES,
    ClauseFilter,
    ContainsLiteral,
    HasKind,
    HasState,
    Length,
    Selection,
)

literals = st.integers(1, 4).flatmap(lambda variable: st.sampled_from([variable, -variable]))
formulas = st.lists(st.lists(literals, max_size=5), max_size=12)
conditions = (
    st.builds(ContainsLiteral.literal, literals)
    | st.builds(ContainsLiteral.variable, st.integers(1, 5))
    | st.builds(Length, st.sampled_from(["=", "<", ">", "<=", ">="]), st.integers(0, 6))
    | st.builds(HasState, st.sampled_from(STATES))
    | st.builds(HasKind, st.sampled_from(KINDS))
)
selections = st.builds(Selection, st.lists(conditions, max_size=3).map(tuple))
assignments = st.lists(st.integers(-1, 1), min_size=4, max_size=4)

COMPARE = {"=": operator.eq, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}


def meets(clause: list[int], condition: ClauseFilter, values: list[int], clauses: list[list[int]]) -> bool:
    if isinstance(condition, Length):
        return bool(COMPARE[condition.comparison](len(clause), condition.number))
    if isinstance(condition, HasState):
        found = [values[abs(literal) - 1] * (1 if literal > 0 else -1) for literal in clause]
        state = "true" if 1 in found else ("false", "unit")[found.count(0)] if found.count(0) < 2 else "open"
        return state == condition.state
    if isinstance(condition, HasKind):
        occurring = {literal for each in clauses for literal in each}
        return {
            "horn": sum(literal > 0 for literal in clause) <= 1,
            "pure": any(-literal not in occurring for literal in clause),
            "duplicate": len(set(clause)) < len(clause),
            "tautology": any(-literal in clause for literal in clause),
        }[condition.kind]
    return bool(condition.literals & set(clause))


@given(formulas, selections, assignments)
def test_a_selection_consists_of_the_matching_clauses(
    clauses: list[list[int]], selection: Selection, values: list[int]
) -> None:
    conditions = selection.conditions
    expected = [
        index
        for index, clause in enumerate(clauses)
        if all(meets(clause, each, values, clauses) for each in conditions)
    ]
    formula = Formula.of(clauses, 4)
    states = clause_states(formula, array("b", [0, *values])).states
    assert selection.of(formula, states).tolist() == expected


def test_the_states_are_those_of_the_engine() -> None:
    assert dict(enumerate(STATES)) == {
        ClauseState.OPEN: "open",
        ClauseState.SATISFIED: "true",
        ClauseState.UNIT: "unit",
        ClauseState.FALSE: "false",
    }


def test_without_an_assignment_there_are_no_states() -> None:
    with pytest.raises(ValueError, match="without an assignment no clause is unit"):
        Selection.parse("unit").of(Formula.of([[1]]))
    with pytest.raises(InputError, match="'open' needs an assignment; open the clauses from a search"):
        Selection.parse("3 open", with_states=False)
    assert Selection.parse("unit", with_states=False).of(Formula.of([[1, 2], [1]])).tolist() == [1]


def test_words_of_others() -> None:
    names = {"r1c1": ContainsLiteral(frozenset((1, -1, 2, -2)), "r1c1")}
    found = Selection.parse("len 2, r1c1", names=names.get)
    assert (found.literals, str(found)) == ({1, -1, 2, -2}, "len 2  r1c1")
    assert found.of(Formula.of([[1, 3], [3, -4], [-2], [-2, 4]])).tolist() == [0, 3]


@given(selections)
def test_shown_names_can_be_typed(selection: Selection) -> None:
    assert Selection.parse(str(selection)) == selection


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("12", "12"), ("+12", "12"), ("-12", "-12"), ("x7", "x7"), ("len3", "len 3"), ("len = 3", "len 3"),
     (" len>10, -4 ", "len > 10  -4"), ("", "")],
)  # fmt: skip
def test_text_that_can_be_typed(text: str, sentence: str) -> None:
    assert str(Selection.parse(text)) == sentence


@pytest.mark.parametrize("text", ["0", "x0", "twelve", "12x", "len", "len > -1", "1.5", "- 3", "99999999999"])
def test_text_that_can_not_be_typed(text: str) -> None:
    with pytest.raises(InputError, match=r"selects no clauses; give 12, -12, x12, len 2, len >= 5, true, false"):
        Selection.parse(text)


def test_the_literals_to_mark() -> None:
    assert Selection.parse("12 x3 len 4").literals == {12, 3, -3}


def test_a_literal_beyond_every_array_is_in_no_clause() -> None:
    assert Selection.parse("9999999999").of(Formula.of([[1]])).tolist() == []


@pytest.mark.parametrize(("kind", "indexes"), [
    ("horn", [0, 2, 3, 4]), ("pure", [1, 5]), ("duplicate", [3]), ("tautology", [4]),
])  # fmt: skip
def test_clauses_of_each_kind(kind: str, indexes: list[int]) -> None:
    clauses = [[1, -2], [1, 2, 3], [-1, -2], [-1, -1, 2], [2, -2], [3, 4, 1, 2]]
    formula = Formula.of(clauses, 4)
    assert HasKind(kind).of(formula, None).nonzero()[0].tolist() == indexes
    assert str(HasKind(kind)) == kind
    assert not HasKind(kind).of(Formula.of([]), None).tolist()
