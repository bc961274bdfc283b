"""The count of structure, and the looks that follow from it."""

import pytest

from engine.base.errors import Cancelled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers import survey as surveys
from engine.sat.solvers.survey import (
    Survey,
    look_at_cardinality,
    look_at_equivalence,
    look_at_parity,
    survey,
    survey_wait,
)


def family(text: str) -> Formula:
    name, *arguments = text.split()
    return make(name, arguments)


@pytest.mark.parametrize(
    ("text", "parity", "equivalence"),
    [
        ("factor 1046527", False, False),
        ("miter 4", False, True),
        ("multipliers 4", False, True),
        ("parity-twice 6", True, False),
        ("colour 30 60", False, False),
        ("php 6 5", False, False),
    ],
)
def test_only_looks_that_may_find_something_come(text: str, parity: bool, equivalence: bool) -> None:
    found = survey(family(text))
    assert (look_at_parity(found) is not None, look_at_equivalence(found) is not None) == (parity, equivalence)
    assert look_at_cardinality(found) is not None


def test_looks_wait_longer_where_they_take_longer_and_less_where_they_promise_much() -> None:
    small, large = (Survey(size, size, size // 100, size, size // 3) for size in (1000, 2000))
    promising = Survey(1000, 1000, 500, 1000, 900)
    for look in (look_at_parity, look_at_equivalence, look_at_cardinality):
        assert look(small) < look(large)
    assert look_at_parity(promising) < look_at_parity(small)
    assert look_at_equivalence(promising) < look_at_equivalence(small)


def test_an_equation_with_a_gate_of_its_own_is_not_in_the_core() -> None:
    gate = [[-4, 1], [-4, 2], [4, -1, -2]]
    equations = [[4, 3, 5], [4, -3, -5], [-4, 3, -5], [-4, -3, 5]]
    assert survey(Formula.of(gate + equations)) == Survey(19, 4, 0, 1, 0)
    assert survey(Formula.of(equations)) == Survey(12, 3, 0, 1, 1)
    assert survey(Formula.of([*equations, [3]])).equations == 1  # of the two variables that are left


def test_nothing_is_counted_in_a_very_large_formula(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = family("miter 3")
    monkeypatch.setattr(surveys, "MAX_LITERALS", len(formula.literals) - 1)
    assert survey(formula) == Survey(len(formula.literals), 0, 0, 0, 0)


def test_there_is_nothing_to_look_for() -> None:
    for formula in (Formula.of([]), Formula.of([[], []]), Formula.of([[1], [-1], [1, 2]])):
        found = survey(formula)
        assert look_at_parity(found) is look_at_equivalence(found) is None
        assert survey_wait(formula) >= 0
    with pytest.raises(Cancelled):
        survey(family("miter 4"), lambda: True)
