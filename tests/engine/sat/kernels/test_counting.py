"""The counting kernel: compared with the truth table, its invariants between slices, and plain Python."""

from array import array
from itertools import product

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.kernels import plain
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels import counting
from engine.sat.queries.coverage import distinct

literals = st.integers(-8, 8).filter(bool)
formulas = st.builds(Formula.of, st.lists(st.lists(literals, max_size=3), max_size=16), st.just(8)).map(distinct)


def flags(variables: set[int], highest: int = 8) -> "array[int]":
    return array("b", [variable in variables for variable in range(highest + 1)])


@pytest.mark.parametrize("module", [counting, plain("engine.sat.kernels.counting")])
@settings(max_examples=amount(150))
@given(formula=formulas, variables=st.sets(st.integers(1, 8)), work=st.sampled_from((1, 7, 100, 10_000)))
def test_counts(module: object, formula: Formula, variables: set[int], work: int) -> None:
    models = (
        model
        for model in product(*((v, -v) for v in range(1, 9)))
        if all(set(clause) & set(model) for clause in formula)
    )
    expected = {tuple(literal for literal in model if abs(literal) in variables) for model in models}
    counter = module.Counter(formula, flags(variables))  # type: ignore[attr-defined]
    counter.sanity()
    while not counter.run(work):
        counter.sanity()
    assert counter.count == len(expected)


def test_components_are_counted_once() -> None:
    formula = make("php", ["6", "6"])
    counter = counting.Counter(formula, flags(set(range(1, 37)), 36))
    while not counter.run(100_000):
        pass
    assert counter.count == 720
    assert counter.hits > 0
    assert counter.decisions < 2 * 720


def test_a_full_cache_is_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    module = plain("engine.sat.kernels.counting")
    monkeypatch.setattr(module, "MAX_CACHE_BYTES", 1000)
    counter = module.Counter(make("php", ["5", "5"]), flags(set(range(1, 26)), 25))
    while not counter.run(10_000):
        pass
    assert counter.count == 120
