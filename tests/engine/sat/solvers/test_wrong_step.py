"""Why a proof is wrong: whether its first wrong step is implied at all."""

import pytest

from engine.sat.formula.families import make
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.solvers.wrong_step import explanation

PHP = make("php", ["4", "3"])


@pytest.mark.parametrize(
    ("steps", "last"),
    [
        ([(False, ())], "it is implied, but not by unit propagation alone: a lemma before it is missing"),
        (
            [(True, (1, 2, 3)), (False, ())],
            "it is not implied: the clauses in force have a model in which it is false",
        ),
    ],
)
def test_the_last_sentence_says_whether_the_step_is_implied(steps: list[tuple[bool, tuple[int, ...]]], last: str):
    proof = Proof.of(steps)
    *others, sentence = explanation(PHP, proof, check_proof(PHP, proof))
    assert sentence == last
    assert others[0] == "unit propagation ends without a conflict; true literals: none"
