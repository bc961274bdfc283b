"""Structure in a search: verdicts with certificates or proofs, optional techniques, and unaffected formulas."""

import random
from itertools import pairwise

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import evidence_holds, verify
from pysat.solvers import Solver as PySat
from structures import equations_among_clauses, look_at_once, planted

from engine.base.errors import Cancelled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.parity import drat
from engine.sat.proof.bounded_proof import BoundedProof
from engine.sat.proof.certificate_check import check_certificate
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof
from engine.sat.result import Status, falsified
from engine.sat.solvers import solve as solving
from engine.sat.solvers import structure
from engine.sat.solvers.inprocessing import Inprocessing, Schedule
from engine.sat.solvers.solve import Limits, solve
from engine.sat.solvers.structure import TECHNIQUES, StructuredSearch, look_for_structure
from engine.sat.trace.trace import Recorder

WITH_STRUCTURE = [
    ("php 9 8", "cardinality"),
    ("chessboard 8", "cardinality"),
    ("parity-twice 60", "parity"),
    ("tseitin 40", "parity"),
]


def family(text: str) -> Formula:
    name, *arguments = text.split()
    return make(name, arguments, 1)


@pytest.mark.parametrize(("text", "technique"), WITH_STRUCTURE)
@pytest.mark.parametrize("preprocess", [False, True])
def test_verdicts_have_a_certificate(
    text: str, technique: str, preprocess: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(structure, "look_at_cardinality", lambda _: 0)
    formula = family(text)
    result = solve(formula, "cdcl", preprocess=preprocess)
    assert (result.status, result.technique) == (Status.UNSATISFIABLE, technique)
    assert check_certificate(formula, result.certificate)
    assert technique in structure.VERDICTS


@pytest.mark.parametrize(("text", "technique"), WITH_STRUCTURE)
@pytest.mark.parametrize("preprocess", [False, True])
def test_a_proof_is_a_proof_unless_a_certificate_will_do(
    text: str, technique: str, preprocess: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(structure, "look_at_cardinality", lambda _: 0)
    formula = family(text)
    proof = BoundedProof(certifiable=True)
    result = solve(formula, "cdcl", proof=proof, preprocess=preprocess)
    assert result.technique == technique
    if technique == "parity":
        assert result.certificate == ""
        assert check_proof(formula, proof)
        assert verify(formula, "cdcl", preprocess=preprocess).technique == "parity"
    else:
        assert check_certificate(formula, result.certificate)
        assert solve(formula, "cdcl", proof=Proof(), preprocess=preprocess, limits=Limits(0.3)).technique == ""


def test_a_proof_that_would_be_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structure, "drat", lambda lines, variables: drat.drat(lines, variables, 1000))
    formula = family("tseitin 40")
    assert look_for_structure(formula, proof=Proof(), without=["equivalence"]) == structure.Findings()
    assert check_certificate(formula, look_for_structure(formula, proof=BoundedProof(certifiable=True)).certificate)
    satisfiable = family("parity 60 50")
    assert look_for_structure(satisfiable).implied != ()
    assert look_for_structure(satisfiable, proof=Proof(), without=["equivalence"]).implied == ()


def test_a_search_that_continues_is_counted_in_time() -> None:
    assert solve(family("php 14 13"), "cdcl").technique == "cardinality"


@pytest.mark.parametrize(("text", "technique"), WITH_STRUCTURE)
def test_techniques_can_be_left_out(text: str, technique: str) -> None:
    formula = family(text)
    assert look_for_structure(formula, without=TECHNIQUES) == structure.Findings()
    assert look_for_structure(formula, without=[technique]).refuted_by == ""
    others = {*TECHNIQUES} - {technique}
    assert look_for_structure(formula, without=others).refuted_by == technique
    for preprocess in (False, True):
        without = frozenset(TECHNIQUES)
        assert solve(formula, "cdcl", preprocess=preprocess, limits=Limits(0.2), without=without).technique == ""


def test_a_recorded_search_is_the_search_alone() -> None:
    recorder = Recorder()
    result = solve(family("php 7 6"), "cdcl", trace=recorder)
    assert (result.status, result.technique) == (Status.UNSATISFIABLE, "")


def test_easy_formulas_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(structure, "look_for_structure", None)
    assert solve(family("php 5 4"), "cdcl").status is Status.UNSATISFIABLE


def test_a_slice_that_ends_early_makes_the_next_one_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the work of a slice would grow without bound if inprocessing ends many, and no limit would hold."""
    slices: list[tuple[int, bool]] = []

    class Watched(StructuredSearch):
        def run(self, work: int) -> int:
            answer = super().run(work)
            slices.append((work, self.cut_short))
            return answer

    monkeypatch.setattr(solving, "StructuredSearch", Watched)
    assert solve(family("random-ksat 160 720"), "cdcl").status is not Status.UNKNOWN
    assert any(early for _, early in slices)
    assert all(following <= work for (work, early), (following, _) in pairwise(slices) if early)


def test_cancelled() -> None:
    with pytest.raises(Cancelled):
        look_for_structure(family("php 7 6"), cancel=lambda: True)
    calls = iter([False] * 5)
    result = solve(family("php 12 11"), "cdcl", cancel=lambda: next(calls, True))
    assert (result.status, result.reason) == (Status.UNKNOWN, "cancelled")


def agrees(formula: Formula, monkeypatch: pytest.MonkeyPatch, first_look: int) -> str:
    """Solve and check everything; returns the technique."""
    look_at_once(monkeypatch, first_look)
    monkeypatch.setattr(structure, "look_at_cardinality", lambda _: 0)
    with PySat("cadical195", bootstrap_with=list(formula)) as oracle:
        satisfiable = oracle.solve()
    result = solve(formula, "cdcl")
    assert (result.status is Status.SATISFIABLE) == satisfiable
    if result.model is not None:
        assert falsified(formula, result.model) is None
    elif result.technique not in ("", "equivalence"):  # equal gates are in the proof
        assert check_certificate(formula, result.certificate)
    verify(formula, "cdcl")
    proof = BoundedProof(certifiable=True)
    result = solve(formula, "cdcl", proof=proof)
    assert evidence_holds(formula, result, proof)
    return result.technique


@settings(max_examples=amount(60), deadline=None)
@given(seed=st.integers(0, 2**32), solver=st.sampled_from(("cdcl", "auto")))
def test_searches_with_equations_are_certified(seed: int, solver: str) -> None:
    formula = equations_among_clauses(20, 10, 55, random.Random(seed))
    with pytest.MonkeyPatch.context() as patch:
        look_at_once(patch)
        proof = BoundedProof(certifiable=True)
        result = solve(formula, solver, proof=proof)
        assert evidence_holds(formula, result, proof)
        assert solve(formula, solver).status is result.status


@settings(max_examples=amount(200), deadline=None)
@given(seed=st.integers(0, 2**32), first_look=st.sampled_from((0, 3)))
def test_planted_structure_agrees_with_cadical(seed: int, first_look: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        agrees(planted(random.Random(seed)), patch, first_look)


@pytest.mark.slow
def test_100_000_formulas_with_planted_structure_agree_with_cadical(monkeypatch: pytest.MonkeyPatch) -> None:
    found = dict.fromkeys(("", *TECHNIQUES), 0)
    for seed in range(100_000):
        found[agrees(planted(random.Random(seed)), monkeypatch, 0)] += 1
    assert min(found.values()) > 1000, found


@pytest.mark.parametrize("text", ["random-ksat 150 640", "miter 4", "php 7 6"])
def test_slices_make_no_difference(text: str) -> None:
    formula = family(text)
    ends = set()
    for work in (500, 3_000, 200_000):
        kernel = Cdcl(formula)
        rest = Inprocessing(kernel, formula)
        search = StructuredSearch(
            kernel, formula, proof=None, cancel=lambda: False, without=("cardinality",), rest=rest
        )
        while not (answer := search.run(work)):
            pass
        ends.add((answer, kernel.conflicts, kernel.decisions))
    assert len(ends) == 1


@pytest.mark.parametrize("text", ["miter 4", "multipliers 4", "tseitin 10"])
@pytest.mark.parametrize("wait", [1_000, 30_000])
def test_proofs_of_looks_between_rounds(text: str, wait: int, monkeypatch: pytest.MonkeyPatch) -> None:
    look_at_once(monkeypatch)
    monkeypatch.setattr(structure, "look_at_equivalence", lambda _: 2 * wait)
    monkeypatch.setattr(structure, "look_at_parity", lambda _: wait)
    formula, proof = family(text), Proof()
    kernel = Cdcl(formula, proof=True)
    schedule = Schedule(distance=5, probing=1, vivification=1, irredundant=1, subsumption=1, elimination=10)
    rest = Inprocessing(kernel, formula, proof=proof, schedule=schedule)
    search = StructuredSearch(kernel, formula, proof=proof, cancel=lambda: False, without=("cardinality",), rest=rest)
    while not (answer := search.run(20_000)):
        proof.write_steps(search.take_proof())
    proof.write_steps(search.take_proof())
    assert answer == 20
    assert check_proof(formula, proof)
