"""LRAT proofs in memory: their steps, texts and clauses."""

import pytest

from engine.sat.formula.formula import Formula
from engine.sat.proof.lrat_proof import LratProof, LratStep

STEPS = [LratStep(4, False, (1, -2), (1, 3)), LratStep(4, True, (), (2, 3)), LratStep(7, False, (-5,), (4, -1))]


def test_steps_are_kept() -> None:
    proof = LratProof.of(STEPS)
    assert len(proof) == 3
    assert [proof[step] for step in range(3)] == STEPS
    assert [*proof.lines] == [1, 2, 3]
    assert not proof.binary
    for outside in (-1, 3):
        with pytest.raises(IndexError):
            proof[outside]


def test_their_text_and_other_numbers() -> None:
    assert [str(step) for step in STEPS] == ["4 1 -2 0 1 3 0", "4 d 2 3 0", "7 -5 0 4 -1 0"]
    assert STEPS[2].renumbered({7: 1, 4: 2, 1: 3}) == LratStep(1, False, (-5,), (2, -3))


def test_the_clauses_of_the_formula_and_of_the_proof() -> None:
    formula = Formula.of([[1, 2], [-1]], 3)
    found = LratProof.of(STEPS).clauses(formula)
    assert ([*found], found.variables) == ([(1, 2), (-1,), (1, -2), (-5,)], 5)
    assert LratProof.of([LratStep(3, False, (6,), ())]).clauses(formula).variables == 6
    empty = LratProof().clauses(formula)
    assert ([*empty], empty.variables) == ([*formula], 3)
    assert formula.variables == 3
