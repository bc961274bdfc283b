"""VeriPB proofs, checked by a checker written from VeriPB's documentation and, if installed, by VeriPB itself."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from structures import equations_among_clauses, look_at_once
from veripb_checker import WrongProof, refutes

from engine.base.errors import Cancelled, InputError
from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.parity.reasoning import ParityReasoning, certificate
from engine.sat.proof import veripb
from engine.sat.proof.bounded_proof import BoundedProof
from engine.sat.proof.certificate import expects_proof
from engine.sat.proof.certificate_check import check_certificate
from engine.sat.proof.proof import Proof
from engine.sat.solvers.solve import solve


def written(formula: Formula, *, preprocess: bool = False) -> str:
    """A proof of a formula, in our VeriPB output."""
    proof = BoundedProof(certifiable=True)
    result = solve(formula, "cdcl", proof=proof, preprocess=preprocess)
    return "".join(veripb.write(formula, proof, result.certificate or ""))


def agreed(formula: Formula, text: str, folder: Path) -> None:
    """Fails unless the checkers accept a proof."""
    assert refutes(formula, text)
    if outside := shutil.which("veripb"):
        files = folder / "a.cnf", folder / "a.pbp"
        files[0].write_bytes(dimacs.dumps(Formula(formula.variables, formula.literals, formula.starts)))
        files[1].write_text(text)
        run = subprocess.run([outside, "--cnf", *files], capture_output=True, check=False)
        assert b"succeeded" in run.stdout, run.stdout


@pytest.mark.parametrize("preprocess", [False, True])
@pytest.mark.parametrize("family", [["php", "4", "3"], ["php", "7", "6"], ["parity-twice", "7"], ["ordering", "6"]])
def test_results_of_a_search_and_of_preprocessing(family: list[str], preprocess: bool, tmp_path: Path) -> None:
    formula = make(family[0], family[1:], seed=1)
    text = written(formula, preprocess=preprocess)
    agreed(formula, text, tmp_path)


def test_clauses_with_a_literal_twice_and_tautologies(tmp_path: Path) -> None:
    formula = Formula.of([(1, 1, 2), (3, -3, 1), (1, -2, 1), (-1, 2, -1, 2), (-2, -2, -1), (4, -4)])
    agreed(formula, written(formula), tmp_path)


def test_counting(tmp_path: Path) -> None:
    formula = make("php", ["7", "6"])
    text = written(formula, preprocess=True)
    assert "\npol " in text
    agreed(formula, text, tmp_path)
    for number in (1, 9, len(formula) - 1):
        weaker = Formula.of([clause if place != number else (1, -1) for place, clause in enumerate(formula)])
        with pytest.raises(WrongProof):
            refutes(weaker, text)


@pytest.mark.parametrize("family", [["tseitin", "8"], ["parity-twice", "6"]])
def test_a_sum_of_equations(family: list[str], tmp_path: Path) -> None:
    formula = make(family[0], family[1:], seed=3)
    parity = ParityReasoning(formula)
    assert parity.contradiction is not None
    sums = certificate(parity.derivation([parity.contradiction]))
    assert check_certificate(formula, sums)
    text = "".join(veripb.write(formula, Proof(), sums))
    agreed(formula, text, tmp_path)


def test_gains_from_equations_in_a_search(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    look_at_once(monkeypatch)
    formula = equations_among_clauses(16, 8, 50, random.Random(1))
    proof = BoundedProof(certifiable=True)
    result = solve(formula, "cdcl", proof=proof)
    assert expects_proof(result.certificate)
    agreed(formula, "".join(veripb.write(formula, proof, result.certificate)), tmp_path)


EQUATIONS = """satsudoku certificate 1
1: 1 + 2 + 3 = 1 from 1 2 3 4
2: 3 + 4 = 0 from 5 6
3: 1 + 2 + 4 = 1 sum #1 #2
4: 1 = 1 from 7
5: 2 + 4 = 0 from #3 #4
"""
CLAUSES = [(1, 2, 3), (1, -2, -3), (-1, 2, -3), (-1, -2, 3), (3, -4), (-3, 4), (1,), (2,)]


def test_clauses_of_equations_and_a_proof_behind_them(tmp_path: Path) -> None:
    formula = Formula.of([*CLAUSES, (-2, -4, 5), (-2, -4, -5)])
    lines = f"{EQUATIONS}c of the sum\n6: -2 + 4 >= 1 from #5\nproof\n"
    proof = Proof.of([(False, (5,)), (False, ())])
    assert check_certificate(formula, lines, proof)
    agreed(formula, "".join(veripb.write(formula, proof, lines)), tmp_path)


def test_an_equation_that_is_false(tmp_path: Path) -> None:
    formula = Formula.of([*CLAUSES, (-4,)])
    lines = f"{EQUATIONS}6: 2 = 1 from 8\n7: 4 = 0 from 9\n8: 0 = 1 sum #5 #6 #7\n"
    assert check_certificate(formula, lines)
    agreed(formula, "".join(veripb.write(formula, Proof(), lines)), tmp_path)


def test_counts_of_several_with_multipliers(tmp_path: Path) -> None:
    clauses = [(-a, -b, -c) for a in range(1, 5) for b in range(a + 1, 5) for c in range(b + 1, 5)]
    formula = Formula.of([*clauses, (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)])
    lines = (
        "satsudoku certificate 1\n1: -1 + -2 + -3 + -4 >= 2 from 1 2 3 4\n2: 1 + 2 + 3 + 4 >= 3 from 5 6 7 8 9 10\n"
        "3: 1 + 2 >= 1 sum #2\n4: -1 + 2 >= 0 sum 2*#1 2*#2 #3\n5: 0 >= 1 sum 2*#1 2*#2\n"
    )
    assert check_certificate(formula, lines)
    agreed(formula, "".join(veripb.write(formula, Proof(), lines)), tmp_path)


def test_damaged_proofs_are_refused() -> None:
    rng = random.Random(1)
    formula = make("php", ["5", "4"])
    lines = written(formula, preprocess=True).splitlines()
    refused = 0
    for _ in range(40):
        damaged = list(lines)
        place = rng.randrange(2, len(lines) - 3)
        words = damaged[place].split()
        spot = rng.randrange(1, len(words))
        words[spot] = rng.choice(["x1", "~x7", "3", "+", ">=", "2"])
        damaged[place] = " ".join(words)
        try:
            refused += not refutes(formula, "\n".join(damaged))
        except (WrongProof, KeyError, ValueError, AssertionError, TypeError, IndexError, AttributeError):
            refused += 1
    assert refused > 20


def test_wrong_proofs_are_not_written() -> None:
    formula = Formula.of([(1, 2), (-1, 2)])
    with pytest.raises(InputError, match="does not follow"):
        list(veripb.write(formula, Proof.of([(False, (-2,)), (False, ())])))
    with pytest.raises(Cancelled):
        list(veripb.write(make("php", ["5", "4"]), Proof.of([(False, ())]), cancel=lambda: True))
