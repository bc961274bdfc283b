"""`satsudoku solve --preprocess`: answers and proofs are valid for the original file."""

import json
from pathlib import Path

import pytest

from engine.sat.formula.dimacs import dumps
from engine.sat.formula.families import make


@pytest.fixture
def prime(tmp_path: Path) -> Path:
    path = tmp_path / "prime.cnf"
    path.write_bytes(dumps(make("factor", ["1999"])))
    return path


@pytest.mark.parametrize("solver", ["cdcl", "dpll", "auto"])
def test_the_proof_is_of_the_file(satsudoku, prime: Path, tmp_path: Path, solver: str):
    proof = tmp_path / "prime.drat"
    outcome = satsudoku("solve", "--preprocess", "--solver", solver, "--proof", proof, prime)
    assert (outcome.code, outcome.err) == (20, "")
    assert satsudoku("check", prime, "--proof", proof).code == 0


def test_the_model_is_of_the_file(satsudoku, tmp_path: Path):
    formula = make("factor", ["1763"])
    (tmp_path / "composite.cnf").write_bytes(dumps(formula))
    outcome = satsudoku("solve", "--preprocess", "--json", tmp_path / "composite.cnf")
    model = json.loads(outcome.out)["model"]
    factors = [sum(2**i for i, literal in enumerate(bits) if literal > 0) for bits in (model[:6], model[6:16])]
    assert sorted(factors) == [41, 43]
