"""The remainder of a formula after unit propagation, in a sentence."""

import pytest

from engine.sat.formula.formula import Formula
from engine.sat.structure import PropagationResult


@pytest.mark.parametrize(
    ("clauses", "conflict", "sentence"),
    [
        ([], False, ""),
        ([[1, 2]], False, ""),
        ([[1], [-1]], True, "unit propagation makes a clause false: the formula is unsatisfiable"),
        ([[1], [-1, 2]], False, "it makes 2 literals true, and every clause is satisfied"),
        ([[1], [-1, 2], [3, 4]], False, "unit propagation makes 2 literals true and leaves 1 clause"),
    ],
)
def test_unit_propagation(clauses: list[list[int]], conflict: bool, sentence: str) -> None:
    result = PropagationResult.of(Formula.of(clauses))
    assert result.conflict == conflict
    assert sentence in str(result)
    assert bool(sentence) == bool(str(result))
