"""Certificates for the clauses that the equations of a search imply."""

import random
import re
from itertools import pairwise

import pytest
from structures import equations_among_clauses, look_at_once

from engine.base.errors import InputError
from engine.sat.formula.formula import Formula
from engine.sat.proof.bounded_proof import BoundedProof
from engine.sat.proof.certificate import expects_proof
from engine.sat.proof.certificate_check import check_certificate
from engine.sat.proof.proof import Proof
from engine.sat.solvers.solve import solve


def refuted(monkeypatch: pytest.MonkeyPatch) -> tuple[Formula, str, Proof]:
    """A formula whose search learns clauses from equations, and the evidence that it has no model."""
    look_at_once(monkeypatch)
    formula = equations_among_clauses(30, 14, 90, random.Random(1))
    proof = BoundedProof(certifiable=True)
    certificate = solve(formula, "cdcl", proof=proof).certificate
    assert expects_proof(certificate)
    return formula, certificate, proof


def test_the_proof_holds_only_with_the_stated_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    formula, certificate, proof = refuted(monkeypatch)
    verdict = check_certificate(formula, certificate, proof)
    assert verdict
    assert re.fullmatch(r"certificate verified \(\d+ lines, then a proof of [\d,]+ steps\)", str(verdict))
    nothing = "satsudoku certificate 1\nproof\n"
    without = check_certificate(formula, nothing, proof)
    assert not without
    assert str(without).startswith("the certificate continues with a proof: step ")


@pytest.mark.long
@pytest.mark.compiled
def test_each_word_of_the_lines_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    formula, certificate, proof = refuted(monkeypatch)
    lines = certificate.splitlines()
    assert sum(">=" in line for line in lines) > 5
    for place in range(1, len(lines) - 1):
        words = lines[place].split()
        for at in [at for at, word in enumerate(words) if re.search(r"\d", word)]:
            for new in (re.sub(r"\d+", lambda n: str(int(n[0]) + 1), words[at]), f"-{words[at]}", "x"):
                altered = [*lines[:place], " ".join([*words[:at], new, *words[at + 1 :]]), *lines[place + 1 :]]
                if passes(formula, altered, proof):
                    # A line may name another clause only if it still holds.
                    assert at > words.index("from")


def passes(formula: Formula, lines: list[str], proof: Proof) -> bool:
    try:
        return bool(check_certificate(formula, "\n".join(lines) + "\n", proof))
    except InputError:
        return False


def test_steps_of_the_proof_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    formula, certificate, proof = refuted(monkeypatch)
    cut = Proof.of((deletes, literals) for deletes, literals in (proof[step] for step in range(len(proof) - 1)))
    ends = check_certificate(formula, certificate, cut)
    if not ends:  # the last step may follow by unit propagation alone
        assert "does not end in the empty clause" in str(ends)
    assert not check_certificate(formula, certificate, Proof())
    for before, after in pairwise(range(0, len(proof), max(1, len(proof) // 5))):
        only = Proof.of([proof[step] for step in range(before, after)] + [(False, ())])
        assert not check_certificate(formula, certificate, only)
