"""Rules of another program in the kernel: what they hear of the trail, and which of their clauses are taken."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.kernels import plain
from engine.sat.formula.formula import Formula
from engine.sat.incremental.propagator import UserPropagator
from engine.sat.kernels.external import ExternalPropagator
from engine.sat.result import falsified
from engine.sat.solvers.solve import solve

external = plain("engine.sat.kernels.external")


class Half(UserPropagator):
    """Clauses of a formula that the solver does not have, yielded now and then; false ones and units always."""

    def __init__(self, hidden: Sequence[tuple[int, ...]], seed: int) -> None:
        super().__init__()
        self.hidden, self.random = hidden, random.Random(seed)
        self.longest = 0

    def clauses(self) -> list[tuple[int, ...]]:
        true = set(self.trail)
        self.longest = max(self.longest, len(true))
        return [
            clause
            for clause in self.random.sample(self.hidden, len(self.hidden))
            if (not true & set(clause) and sum(-each not in true for each in clause) < 2) or self.random.random() < 0.1
        ]


@pytest.mark.parametrize("is_plain", [True, False])
@given(seed=st.integers(0, 10_000))
@settings(max_examples=amount(100), deadline=None)
def test_a_formula_in_two_halves(is_plain: bool, seed: int) -> None:
    """The verdict is that of both, the invariants hold at any time, and the rules know the trail."""
    rng = random.Random(seed)
    clauses = [
        tuple(rng.choice((1, -1)) * each for each in rng.sample(range(1, 13), rng.choice((1, 2, 3, 3, 3, 3))))
        for _ in range(rng.randrange(20, 50))
    ]
    half = len(clauses) // 2
    rules = Half(clauses[half:], seed)
    cdcl: Any = external.cdcl if is_plain else __import__("engine.sat.kernels.cdcl", fromlist=["Cdcl"])
    kernel = cdcl.Cdcl(Formula.of(clauses[:half], 12))
    kernel.include(range(1, 13))
    hook = (external.ExternalPropagator if is_plain else ExternalPropagator)(kernel, rules)
    hook.attach()
    while not (verdict := kernel.run(40)):
        kernel.sanity()
    kernel.sanity()
    whole = Formula.of(clauses, 12)
    assert verdict == (10 if solve(whole, "dpll").model is not None else 20)
    assert {tuple(clause) for clause in hook.clauses.values()} <= set(clauses[half:])
    if verdict == 10:
        assert falsified(whole, kernel.model()) is None
        assert sorted(map(abs, rules.trail)) == list(range(1, 13))
        assert all(kernel.model()[abs(literal) - 1] == literal for literal in rules.trail)
