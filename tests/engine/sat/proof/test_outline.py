"""The outlines of proof files: their format, and their steps."""

from collections import Counter
from pathlib import Path

import pytest

from engine.base.errors import Cancelled
from engine.sat.formula.families import make
from engine.sat.proof import lrat
from engine.sat.proof.check import check_proof
from engine.sat.proof.outline import outline
from engine.sat.proof.proof import Proof, ProofWriter
from engine.sat.proof.trimming import trim
from engine.sat.solvers.solve import solve

FORMULA = make("php", ["5", "4"])


def proof() -> Proof:
    found = Proof()
    solve(FORMULA, "cdcl", proof=found)
    return found


@pytest.mark.parametrize("binary", [False, True])
def test_drat(tmp_path: Path, binary: bool) -> None:
    path, steps = tmp_path / "a.drat", list(proof())
    with path.open("wb") as file:
        writer = ProofWriter(file, binary=binary)
        for deletes, literals in steps:
            (writer.delete if deletes else writer.add)(literals)
        writer.flush()
    found = outline(path, path.read_bytes()[:4096])
    assert (found.form, found.binary) == ("DRAT", binary)
    assert found.deleted == sum(deletes for deletes, _literals in steps)
    assert found.lengths == Counter(len(literals) for deletes, literals in steps if not deletes)
    assert sum(found.lengths.values()) == found.added


def test_lrat(tmp_path: Path) -> None:
    path, steps = tmp_path / "a.lrat", proof()
    text = "".join(lrat.write(trim(FORMULA, steps, check_proof(FORMULA, steps)), FORMULA))
    path.write_text(text)
    found = outline(path, text.encode())
    assert (found.form, found.binary) == ("LRAT", False)
    assert found.added == sum(line.split()[1] != "d" for line in text.splitlines())
    with pytest.raises(Cancelled):
        outline(path, text.encode(), cancel=lambda: True)
