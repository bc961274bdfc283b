"""Counting literals, and finding clauses with a variable more than once."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sat.formula.formula import Formula
from engine.sat.formula.statistics import FREQUENT, Repetitions, Statistics

literals = st.integers(1, 300).flatmap(lambda variable: st.sampled_from([variable, -variable]))
formulas = st.lists(st.lists(literals, max_size=30), max_size=30)


@settings(max_examples=40)
@given(formulas, st.integers(0, 400))
def test_counts_are_those_of_plain_counting(clauses: list[list[int]], variables: int) -> None:
    found = Statistics.of(Formula.of(clauses, variables))
    every = [literal for clause in clauses for literal in clause]
    assert all(found.occurrences(literal) == every.count(literal) for literal in range(-301, 302))
    assert found.polarity == (sum(literal > 0 for literal in every), sum(literal < 0 for literal in every))
    assert found.used == len({abs(literal) for literal in every})
    assert found.pure == len([variable for variable in range(1, 301) if (variable in every) != (-variable in every)])
    uses = [(variable, every.count(variable), every.count(-variable)) for variable in range(1, 301)]
    uses = sorted((use for use in uses if use[1] + use[2]), key=lambda use: (-use[1] - use[2], use[0]))
    assert [tuple(use) for use in found.frequent] == uses[:FREQUENT]
    assert [use.total for use in found.frequent] == [sum(use[1:]) for use in uses[:FREQUENT]]


def test_high_variables_take_no_memory() -> None:
    found = Statistics.of(Formula.of([[2**31 - 1, -5]]))
    assert (found.used, found.pure, len(found.literals)) == (2, 2, 2)


small = st.integers(-4, 4).filter(bool) | st.sampled_from([2**31 - 1, 1 - 2**31])


@given(st.lists(st.lists(small, max_size=6), max_size=12))
def test_repetitions_are_those_that_sets_find(clauses: list[list[int]]) -> None:
    found = Repetitions.of(Formula.of(clauses))
    duplicates = [index for index, clause in enumerate(clauses) if len(set(clause)) < len(clause)]
    tautologies = [index for index, clause in enumerate(clauses) if any(-literal in clause for literal in clause)]
    assert (found.duplicates.tolist(), found.tautologies.tolist()) == (duplicates, tautologies)
