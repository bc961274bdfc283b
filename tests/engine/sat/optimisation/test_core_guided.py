"""Every core of a search from below, against all models that are not worse than the best one so far."""

from collections.abc import Sequence
from itertools import product

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sat.encodings.sink import ClauseSink
from engine.sat.encodings.totalizer import Totalizer
from engine.sat.formula.formula import Formula
from engine.sat.formula.objective import Objective
from engine.sat.optimisation import core_guided
from engine.sat.optimisation.core_guided import CoreGuided
from engine.sat.optimisation.relaxation import Relaxation
from engine.sat.solvers.limits import Limits, Watch

VARIABLES = 6
literals = st.integers(1, VARIABLES).flatmap(lambda variable: st.sampled_from([variable, -variable]))
hard = st.lists(st.lists(literals, min_size=2, max_size=3), max_size=8)
weights = st.one_of(st.just(1), st.integers(1, 3), st.sampled_from((1, 10, 17)))
soft = st.lists(st.tuples(weights, st.lists(literals, min_size=1, max_size=2).map(tuple)), min_size=4, max_size=14)


class Sum(Totalizer):
    """A sum that records the meaning of its outputs: at least so many of these literals are true."""

    outputs: dict[int, tuple[tuple[int, ...], int]] = {}  # noqa: RUF012 (cleared by the test)

    def __init__(self, sink: ClauseSink, literals: Sequence[int]) -> None:
        super().__init__(sink, literals)
        self._literals = tuple(literals)

    def output(self, count: int) -> int:
        output = super().output(count)
        self.outputs[output] = self._literals, count
        return output


@settings(max_examples=amount(50), deadline=None)
@given(hard=hard, soft=soft)
def test_no_model_avoids_a_core(hard: list[list[int]], soft: list[tuple[int, tuple[int, ...]]]) -> None:
    """One of its literals is true: a soft clause is violated, or a sum over an earlier core is reached."""
    models = [
        model
        for model in product(*((v, -v) for v in range(1, VARIABLES + 1)))
        if all(set(clause) & set(model) for clause in hard)
    ]
    relaxation = Relaxation(Formula.of(hard, VARIABLES), Objective(tuple(soft)), Watch(Limits(), None, None, 1.0), int)
    penalties = {clause[-1]: clause[:-1] for clause in relaxation.relaxed}
    cores = 0

    def is_true(literal: int, model: Sequence[int]) -> bool:
        if literal in penalties:
            return not set(penalties[literal]) & set(model)
        if literal in Sum.outputs:
            parts, count = Sum.outputs[literal]
            return sum(is_true(part, model) for part in parts) >= count
        assert abs(literal) <= VARIABLES
        return literal in model

    class Checked(CoreGuided):
        def _relax(self, core: list[int]) -> None:
            nonlocal cores
            cores += 1
            assert relaxation.upper is not None
            for model in models:
                if relaxation.objective.cost(model) <= relaxation.upper:
                    assert any(is_true(literal, model) for literal in core), (core, model)
            super()._relax(core)

    Sum.outputs.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(core_guided, "Totalizer", Sum)
        assert Checked(relaxation).run() == bool(models)
    assert relaxation.cores == cores
    if models:
        assert relaxation.upper == relaxation.lower == min(map(relaxation.objective.cost, models))
