"""Why a step of a proof does not follow, compared with independent propagation and with the checker."""

from collections.abc import Iterable
from random import Random

import pytest
from amounts import amount
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from proofs import satisfiable

from engine.base.errors import Cancelled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof import diagnosis as diagnosis_module
from engine.sat.proof.check import check_proof
from engine.sat.proof.diagnosis import Deletion, StepDiagnosis, diagnose
from engine.sat.proof.proof import Proof
from engine.sat.solvers.solve import solve

Step = tuple[bool, tuple[int, ...]]

SQUARE = Formula.of([[1, 2], [1, -2], [-1, 2], [-1, -2]])


def diagnosed(formula: Formula, steps: Iterable[Step]) -> StepDiagnosis:
    proof = Proof.of(steps)
    return diagnose(formula, proof, check_proof(formula, proof))


def propagated(clauses: Iterable[Iterable[int]], true: Iterable[int]) -> set[int] | None:
    """The final true literals; None for a conflict."""
    found, before = set(true), -1
    while before < len(found):
        before = len(found)
        for clause in clauses:
            if found.isdisjoint(clause):
                left = {literal for literal in clause if -literal not in found}
                if not left:
                    return None
                if len(left) == 1:
                    found |= left
    return None if any(-literal in found for literal in found) else found


def test_a_deleted_clause_is_named():
    found = diagnosed(SQUARE, [(True, (2, 1)), (False, (1,)), (False, ())])
    assert (found.step, found.clause, found.propagated) == (2, (1,), (-2,))
    assert found.deletions == (Deletion(1, (2, 1)),)
    assert found.flippable == (1,)
    assert found.resolvent == (-1, 2)
    assert "it would follow without the deletion of 2 1 in step 1" in found.sentences()
    assert "it would follow with -1 in place of 1" in found.sentences()


def test_several_deletions_that_are_needed_together():
    formula = Formula.of([[1, 2], [1, -2, 3], [1, -3], [-1, 4], [-1, -4], [5, 6]])
    steps = [(True, (5, 6)), (True, (1, 2)), (True, (1, -3)), (False, (1,)), (False, ())]
    found = diagnosed(formula, steps)
    assert found.step == 4
    assert found.deletions == (Deletion(2, (1, 2)), Deletion(3, (1, -3)))


def test_a_missing_lemma():
    found = diagnosed(SQUARE, [(False, (1, 2)), (False, ())])
    assert (found.step, found.clause, found.propagated, found.nearest) == (2, (), (), (1, 2))
    assert sorted(found.closing) == [-2, -1, 1, 2]
    assert found.resolvent is None
    assert not satisfiable(found.negation)
    assert found.sentences() == [
        "unit propagation ends without a conflict; true literals: none",
        "the clause nearest to a conflict is 1 2, with 1 2 open",
        "it would follow with any of these literals added: 1 2 -2 -1",
    ]


def test_a_proof_without_an_empty_clause_is_diagnosed_at_its_end():
    found = diagnosed(SQUARE, [(False, (1, 2))])
    assert (found.step, found.clause) == (2, ())


def test_literals_that_the_clauses_decide_alone():
    square = [[a * 2, b * 3] for a in (1, -1) for b in (1, -1)]
    formula = Formula.of([[-1], *square, [4, 5], [4, -5], [-4, 5, 6], [-4, 5, -6], [-4, -5, 6], [-4, -5, -6]])
    found = diagnosed(formula, [(True, (2, 3)), (True, (2, -3)), (False, (1, 2)), (False, (2,)), (False, ())])
    assert (found.clause, found.open_literals) == ((1, 2), (2,))
    assert "the clauses alone decide the literals of the step, except for 2" in found.sentences()


def test_a_verified_proof_has_no_wrong_step():
    with pytest.raises(ValueError, match="no wrong step"):
        diagnosed(SQUARE, [(False, (1,)), (False, ())])


def test_the_search_is_bounded_and_can_be_cancelled(monkeypatch: pytest.MonkeyPatch):
    formula, proof = make("php", ["4", "3"]), Proof()
    verdict = check_proof(formula, proof)
    assert diagnose(formula, proof, verdict).complete
    with pytest.raises(Cancelled):
        diagnose(formula, proof, verdict, cancel=lambda: True)
    monkeypatch.setattr(diagnosis_module, "MAX_TRIALS", 3)
    found = diagnose(formula, proof, verdict)
    assert not found.complete
    assert found.sentences()[-1] == "the search for literals that would close the step ended at its limit"


def damaged(rng: Random) -> tuple[Formula, list[Step]]:
    """A proof with one lost step, with one flipped literal, or with deletions that may be wrong."""
    clauses: list[list[int]] = []
    while not clauses or satisfiable(Formula.of(clauses, 5)):
        clauses.append([v * rng.choice((1, -1)) for v in rng.sample(range(1, 6), rng.choice((2, 3, 3)))])
    formula, written = Formula.of(clauses, 5), Proof()
    solve(formula, "dpll", proof=written)
    steps = [written[number] for number in range(len(written))]
    place = rng.randrange(len(steps)) if steps else 0
    damage = rng.choice(("lose", "flip", "delete"))
    if damage == "delete":
        steps[place:place] = [(True, tuple(clause)) for clause in rng.sample(clauses, len(clauses) // 2)]
    elif steps and damage == "flip" and steps[place][1]:
        deletes, literals = steps[place]
        steps[place] = (deletes, (-literals[0], *literals[1:]))
    else:
        del steps[place : place + 1]
    return formula, steps


@given(st.integers(0, 10**6).map(Random))
@settings(max_examples=amount(300), deadline=None)
def test_diagnoses_of_damaged_proofs_are_true(rng: Random):
    attempts = (damaged(rng) for _ in range(20))
    wrong = next((each for each in attempts if not check_proof(each[0], Proof.of(each[1]))), None)
    assume(wrong is not None)
    formula, steps = wrong
    proof, clauses = Proof.of(steps), list(formula)
    verdict = check_proof(formula, proof)
    found = diagnose(formula, proof, verdict)
    negated = [-literal for literal in found.clause]
    # The clauses in force, by the checker's own account of effective deletions.
    force: list[frozenset[int]] = [frozenset(clause) for clause in clauses]
    for number, (deletes, literals) in enumerate(steps[: found.step - 1]):
        if not deletes:
            force.append(frozenset(literals))
        elif number in verdict.deletions:
            force.remove(frozenset(literals))
    true = propagated(force, negated)
    assert true == {*found.propagated, *negated}
    alone = propagated(force, ()) or set()
    assert set(found.open_literals) == {each for each in found.clause if each not in alone and -each not in alone}
    if found.nearest is None:
        assert all(true & clause for clause in force)
    else:
        left = [{each for each in clause if -each not in true} for clause in force if not true & clause]
        assert len(found.missing) == min(map(len, left))
        assert set(found.missing) in left
    assert found.complete
    assert set(found.flippable) == {
        each for each in found.clause if propagated(force, [each, *(b for b in negated if b != -each)]) is None
    }
    closing = {b for a in range(1, 6) for b in (a, -a) if a not in true and -a not in true}
    assert set(found.closing) == {each for each in closing if propagated(force, [*negated, -each]) is None}
    if found.deletions:
        restored = [frozenset(each.clause) for each in found.deletions]
        assert propagated([*force, *restored], negated) is None
        for each in restored:
            assert propagated([*force, *(other for other in restored if other != each)], negated) is not None
        assert all(steps[each.step - 1] == (True, each.clause) for each in found.deletions)
    if found.resolvent is not None:
        rest = [-each for each in found.resolvent if each != -found.clause[0]]
        assert frozenset(found.resolvent) in force
        assert propagated(force, [*negated, *rest]) is not None
    assert satisfiable(found.negation) == satisfiable(Formula.of([*force, *([each] for each in negated)], 5))
    assert all(found.sentences())


@given(st.integers(0, 10**6))
@settings(max_examples=amount(20), deadline=None)
def test_the_remedies_satisfy_the_checker(number: int):
    """With the suggested literal, the step is no longer the one that fails."""
    formula, written = make("php", ["5", "4"]), Proof()
    solve(formula, "cdcl", proof=written, without=frozenset({"cardinality", "parity"}))
    steps = [written[place] for place in range(len(written))]
    del steps[number % (len(steps) - 1)]
    proof = Proof.of(steps)
    verdict = check_proof(formula, proof)
    assume(not verdict)
    found = diagnose(formula, proof, verdict)
    at = found.step - 1
    better = [(*found.clause, literal) for literal in found.closing[:3]]
    better += [tuple(-each if each == literal else each for each in found.clause) for literal in found.flippable[:3]]
    for clause in better:
        mended = check_proof(formula, Proof.of([*steps[:at], (False, clause), *steps[at:]]))
        assert mended or mended.clause != clause
