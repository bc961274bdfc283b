"""The smallest failing pair still fails for the same cause, and nothing of it can be left out."""

import random
from dataclasses import replace

import pytest
from amounts import amount
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof import lrat, lrat_reader
from engine.sat.proof.check import ProofVerdictKind, check_proof
from engine.sat.proof.lrat_kernel import MISSING_RESOLVENT
from engine.sat.proof.lrat_proof import LratProof, LratStep
from engine.sat.proof.proof import Proof
from engine.sat.proof.trimming import trim
from engine.sat.solvers.failing_pair import FailingPair, FailureCause, shrink
from engine.sat.solvers.solve import solve

Steps = list[tuple[bool, tuple[int, ...]]]


def proved(seed: int) -> tuple[Formula, Steps]:
    """An unsatisfiable random formula, and the steps of its proof."""
    while True:
        formula, proof = make("random-ksat", ["12", "75"], seed), Proof()
        if solve(formula, "cdcl", proof=proof).model is None:
            return formula, [proof[step] for step in range(len(proof))]
        seed += 1000


def is_wrong(formula: Formula, steps: Steps) -> bool:
    return check_proof(formula, Proof.of(steps)).verdict is ProofVerdictKind.WRONG


def without_one(pair: FailingPair) -> list[tuple[Formula, Steps]]:
    """The pair without each of its clauses, and without each of its steps."""
    assert isinstance(pair.proof, Proof)
    clauses, steps = list(pair.formula), [pair.proof[step] for step in range(len(pair.proof))]
    fewer = ([*clauses[:at], *clauses[at + 1 :]] for at in range(len(clauses)))
    shorter = ([*steps[:at], *steps[at + 1 :]] for at in range(len(steps)))
    variables = pair.formula.variables
    return [*((Formula.of(each, variables), steps) for each in fewer), *((pair.formula, each) for each in shorter)]


@settings(max_examples=amount(15))
@given(st.integers(0, 999))
def test_a_lemma_that_does_not_follow(seed: int) -> None:
    formula, steps = proved(seed)
    chance = random.Random(seed)
    place = chance.randrange(len(steps))
    deletes, clause = steps[place]
    steps[place] = deletes, clause[1:]
    assume(clause and not deletes and is_wrong(formula, steps))
    lemma = frozenset(check_proof(formula, Proof.of(steps)).clause or ())
    pair = shrink(formula, Proof.of(steps))
    if pair.cause is FailureCause.DELETIONS:
        return
    assert pair.minimal
    assert isinstance(pair.proof, Proof)
    verdict = check_proof(pair.formula, pair.proof)
    assert verdict.verdict is ProofVerdictKind.WRONG
    assert frozenset(verdict.clause or ()) == lemma
    assert solve(pair.formula, "dpll").model is None
    assert {*pair.formula} <= {*formula}
    for smaller, rest in without_one(pair):
        found = check_proof(smaller, Proof.of(rest))
        same = found.verdict is ProofVerdictKind.WRONG and frozenset(found.clause or ()) == lemma
        assert not same or solve(smaller, "dpll").model is not None


@settings(max_examples=amount(15))
@given(st.integers(0, 999))
def test_a_deletion_of_a_needed_clause(seed: int) -> None:
    formula, steps = proved(seed)
    core = check_proof(formula, Proof.of(steps)).core
    steps.insert(0, (True, formula[core[seed % len(core)]]))
    assume(is_wrong(formula, steps))
    pair = shrink(formula, Proof.of(steps))
    assert pair.cause is FailureCause.DELETIONS
    assert isinstance(pair.proof, Proof)
    assert check_proof(pair.formula, pair.proof).verdict is ProofVerdictKind.WRONG
    for smaller, rest in without_one(pair):
        lemmas = [step for step in rest if not step[0]]
        assert not (is_wrong(smaller, rest) and check_proof(smaller, Proof.of(lemmas)))


@settings(max_examples=amount(15))
@given(st.integers(0, 999))
def test_a_proof_without_its_end(seed: int) -> None:
    formula, steps = proved(seed)
    short = Proof.of(steps[: len(steps) // 2])
    assume(check_proof(formula, short).verdict is ProofVerdictKind.INCOMPLETE)
    pair = shrink(formula, short)
    assert isinstance(pair.proof, Proof)
    assert check_proof(pair.formula, pair.proof).verdict is ProofVerdictKind.INCOMPLETE
    if pair.cause is FailureCause.DELETIONS:
        return
    assert (pair.cause, pair.minimal, len(pair.proof)) == (FailureCause.END, True, 0)
    assert solve(pair.formula, "dpll").model is None
    for smaller, _ in without_one(pair):
        conflict = bool(check_proof(smaller, Proof()))
        assert conflict or solve(smaller, "dpll").model is not None


def lrat_steps(seed: int) -> tuple[Formula, list[LratStep]]:
    formula, steps = proved(seed)
    proof = Proof.of(steps)
    lines = lrat.write(trim(formula, proof, check_proof(formula, proof)), formula)
    parsed = lrat_reader.parse("".join(lines).encode())
    return formula, [parsed[step] for step in range(len(parsed))]


def damaged(steps: list[LratStep], chance: random.Random) -> list[LratStep]:
    """The steps with a fault of a random kind."""
    place = chance.choice([at for at, step in enumerate(steps) if not step.deletes and len(step.hints) > 1])
    step = steps[place]
    hint = chance.choice(step.hints)
    match chance.randrange(4):
        case 0:
            changed = [replace(step, hints=tuple(each for each in step.hints if each != hint))]
        case 1:
            changed = [replace(step, hints=step.hints[::-1])]
        case 2:
            changed = [LratStep(step.number, True, (), (hint,)), step]
        case _:
            changed = [replace(step, number=hint)]
    return [*steps[:place], *changed, *steps[place + 1 :]]


@settings(max_examples=amount(40))
@given(st.integers(0, 9999))
def test_a_wrong_line_of_an_lrat_proof(seed: int) -> None:
    formula, steps = lrat_steps(seed)
    steps = damaged(steps, random.Random(seed))
    before = lrat.check(formula, LratProof.of(steps))
    assume(not before)
    pair = shrink(formula, LratProof.of(steps))
    assert isinstance(pair.proof, LratProof)
    after = lrat.check(pair.formula, pair.proof)
    assert (pair.cause, pair.minimal, after.kind) == (FailureCause.LINE, True, before.kind)
    wrong, last = steps[before.steps - 1], pair.proof[len(pair.proof) - 1]
    assert after.steps == len(pair.proof)
    assert (last.literals, last.deletes) == (wrong.literals, wrong.deletes)
    assert len(last.hints) == len(wrong.hints) or wrong.deletes
    assert {*pair.formula} <= {*formula}
    named = {hint for step in map(pair.proof.__getitem__, range(len(pair.proof))) for hint in map(abs, step.hints)}
    others = {*range(1, len(pair.formula) + 1)} - named - {last.number}
    assert len(others) <= (after.kind == MISSING_RESOLVENT), (
        "a clause that nothing names is needed only if it should be named"
    )


def test_an_lrat_proof_without_its_end() -> None:
    formula, steps = lrat_steps(3)
    pair = shrink(formula, LratProof.of(steps[:2]))
    assert (pair.cause, pair.minimal, len(pair.proof)) == (FailureCause.END, True, 0)
    assert solve(pair.formula, "dpll").model is None
    with pytest.raises(InputError, match="the proof is right"):
        shrink(formula, LratProof.of(steps))


def test_unshrinkable_cases_are_named() -> None:
    formula, steps = proved(1)
    with pytest.raises(InputError, match="the proof is right"):
        shrink(formula, Proof.of(steps))
    with pytest.raises(InputError, match="is satisfiable"):
        shrink(Formula.of([[1, 2], [-1, 2]]), Proof.of([(False, ())]))


def test_without_time_the_pair_is_not_minimal() -> None:
    formula = make("php", ["5", "4"])
    pair = shrink(formula, Proof.of([(False, ())]), seconds=-1.0)
    assert not pair.minimal
    assert len(pair.formula) == len(formula)
