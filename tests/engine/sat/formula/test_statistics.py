"""Counting literals, and finding clauses with a repeated variable."""

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.formula.statistics import FREQUENT, FormulaStatistics, Repetitions, is_monotone, uniform_length

literals = st.integers(1, 300).flatmap(lambda variable: st.sampled_from([variable, -variable]))
formulas = st.lists(st.lists(literals, max_size=30), max_size=30)


@settings(max_examples=amount(40))
@given(formulas, st.integers(0, 400))
def test_counts_are_those_of_plain_counting(clauses: list[list[int]], variables: int) -> None:
    found = FormulaStatistics.of(Formula.of(clauses, variables))
    every = [literal for clause in clauses for literal in clause]
    assert all(found.occurrences(literal) == every.count(literal) for literal in range(-301, 302))
    assert found.polarity == (sum(literal > 0 for literal in every), sum(literal < 0 for literal in every))
    assert found.used_variables == len({abs(literal) for literal in every})
    assert found.pure == len([variable for variable in range(1, 301) if (variable in every) != (-variable in every)])
    uses = [(variable, every.count(variable), every.count(-variable)) for variable in range(1, 301)]
    uses = sorted((use for use in uses if use[1] + use[2]), key=lambda use: (-use[1] - use[2], use[0]))
    assert [tuple(use) for use in found.frequent] == uses[:FREQUENT]
    assert [use.total for use in found.frequent] == [sum(use[1:]) for use in uses[:FREQUENT]]


def test_high_variables_take_no_memory() -> None:
    found = FormulaStatistics.of(Formula.of([[2**31 - 1, -5]]))
    assert (found.used_variables, found.pure, len(found.literals)) == (2, 2, 2)


small = st.integers(-4, 4).filter(bool) | st.sampled_from([2**31 - 1, 1 - 2**31])


@given(st.lists(st.lists(small, max_size=6), max_size=12))
def test_repetitions_are_those_that_sets_find(clauses: list[list[int]]) -> None:
    found = Repetitions.of(Formula.of(clauses))
    duplicates = [index for index, clause in enumerate(clauses) if len(set(clause)) < len(clause)]
    tautologies = [index for index, clause in enumerate(clauses) if any(-literal in clause for literal in clause)]
    assert (found.duplicates.tolist(), found.tautologies.tolist()) == (duplicates, tautologies)


@pytest.mark.parametrize(
    ("made", "length"),
    [
        ("random-ksat 200 850", 3), ("random-ksat 3000 12000", 3), ("random-ksat 60 1200 5", 5), ("planted 200 800", 3),
        ("random-ksat 200 400 2", 0), ("parity 60 50", 0), ("parity 3000 3000", 0), ("php 8 7", 0), ("flat 60 120", 0),
        ("ordering 12", 0), ("miter 4", 0), ("tseitin 20 3", 0), ("tseitin 4000 3", 0),
    ],
)  # fmt: skip
def test_formulas_that_look_uniform_random(made: str, length: int) -> None:
    """Different code handles small and large formulas."""
    family, *arguments = made.split()
    assert uniform_length(make(family, arguments)) == length


@pytest.mark.parametrize(
    ("made", "monotone"),
    [
        ("flat 60 120", True), ("colour 60 130", True), ("php 8 7", True), ("queens 12", True), ("miter 4", False),
        ("ordering 12", False), ("parity 60 50", False), ("random-ksat 200 850", False), ("tseitin 20 3", False),
    ],
)  # fmt: skip
def test_which_formulas_have_clauses_of_one_sign_only(made: str, monotone: bool) -> None:
    family, *arguments = made.split()
    assert is_monotone(make(family, arguments)) is monotone


def test_clauses_of_one_sign_are_reported_wherever_the_opposite_literal_occurs() -> None:
    signed = [[1, 2], [-1, -2], [], [3], [-3]]
    assert is_monotone(Formula.of(signed))
    for place in range(len(signed) + 1):
        assert not is_monotone(Formula.of([*signed[:place], [1, -2], *signed[place:]]))


def test_no_clauses_and_long_ones_among_short_ones_are_not_uniform() -> None:
    uniform = list(make("random-ksat", ["3000", "12000"]))
    assert uniform_length(Formula.of([], 5)) == 0
    assert uniform_length(Formula.of([[]])) == 0
    assert uniform_length(Formula.of([*uniform, [1, 2, 3, 4]])) == 0
    assert uniform_length(Formula.of([*uniform[:100], [1, 2, 3, 4]])) == 0
