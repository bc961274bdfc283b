"""Our LRAT proofs in a verified checker by others: that of ACL2's books, projects/sat/lrat/stobj-based.

M. Heule, W. Hunt, M. Kaufmann, N. Wetzler: Efficient, verified checking of propositional proofs. ITP 2017, LNCS 10499,
269-284. Debian has it as acl2 and acl2-books.
"""

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from engine.base.errors import InputError
from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof import lrat, lrat_reader
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.proof.trimming import TrimmedProof, trim
from engine.sat.solvers.solve import solve

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not shutil.which("acl2"), reason="there is no ACL2")]

CHECKER = """\
(include-book "projects/sat/lrat/stobj-based/run" :dir :system)
(lrat::lrat-check "a.cnf" "a.lrat")
"""


@pytest.fixture(autouse=True)
def books(tmp_path: Path) -> None:
    answer = _acl2(CHECKER.splitlines()[0], tmp_path)
    if "stobj-based/run.lisp" not in answer:
        pytest.skip("ACL2 is there, but not its books")


def _acl2(text: str, folder: Path) -> str:
    done = subprocess.run(["acl2"], input=text, capture_output=True, cwd=folder, text=True, timeout=300, check=False)
    return done.stdout


def accepted(formula: Formula, text: str, folder: Path) -> bool:
    """Whether it accepts the proof and the file has no errors."""
    plain = Formula(formula.variables, formula.literals, formula.starts)  # it does not support comments
    (folder / "a.cnf").write_bytes(dimacs.dumps(plain))
    (folder / "a.lrat").write_text(text)
    return "s VERIFIED" in _acl2(CHECKER, folder).splitlines()


def trimmed(formula: Formula, preprocess: bool = False) -> TrimmedProof:
    proof = Proof()
    solve(formula, "cdcl", proof=proof, preprocess=preprocess)
    return trim(formula, proof, check_proof(formula, proof))


def text_of(proof: TrimmedProof, formula: Formula) -> str:
    return "".join(lrat.write(proof, formula))


@pytest.mark.parametrize("preprocess", [False, True], ids=["plain", "preprocessed"])
@pytest.mark.parametrize("family", [["php", "7", "6"], ["parity-twice", "16"], ["random-ksat", "120", "560"]])
def test_acl2_accepts_our_proofs(family: list[str], preprocess: bool, tmp_path: Path) -> None:
    formula = make(family[0], family[1:], seed=1)
    proof = trimmed(formula, preprocess)
    assert accepted(formula, text_of(proof, formula), tmp_path)
    assert proof.has_resolvents == (family[0] == "parity-twice"), "a proof with RAT is among them"


@pytest.mark.parametrize("family", [["php", "5", "4"], ["parity-twice", "12"], ["random-ksat", "40", "200"]])
def test_acl2_accepts_trimmed_lrat_proofs(family: list[str], tmp_path: Path) -> None:
    formula = make(family[0], family[1:], seed=1)
    read = lrat_reader.parse(text_of(trimmed(formula), formula).encode())
    again = lrat.trim(formula, read, lrat.check(formula, read))
    assert accepted(formula, text_of(again, formula), tmp_path)


@pytest.mark.parametrize("family", [["php", "4", "3"], ["parity-twice", "8"]])
def test_both_checkers_agree_on_damaged_proofs(family: list[str], tmp_path: Path) -> None:
    formula, rng = make(family[0], family[1:], seed=1), random.Random(1)
    lines = text_of(trimmed(formula), formula).splitlines()
    refused = 0
    for _ in range(12):
        damaged = list(lines)
        place = rng.randrange(len(damaged))
        words = damaged[place].split()
        spot = rng.randrange(2, len(words) - 1)
        words[spot] = str(-int(words[spot])) if rng.random() < 0.5 else str(rng.randrange(1, len(formula)))
        damaged[place] = " ".join(words)
        text = "\n".join(damaged) + "\n"
        try:
            ours = bool(lrat.check(formula, lrat_reader.parse(text.encode())))
        except InputError:
            ours = False
        theirs = accepted(formula, text, tmp_path)
        assert ours or not theirs, damaged[place]
        refused += not theirs
    assert refused > 4
    without = Formula.of(list(formula)[1:], formula.variables)
    assert not accepted(without, text_of(trimmed(formula), formula), tmp_path)
