"""Small steps out of proofs: each follows from the few clauses it names, by propagation and in all assignments."""

from collections.abc import Iterable, Sequence
from itertools import product
from random import Random

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import Cancelled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof.check import check_proof
from engine.sat.proof.explanation import MAX_ANTECEDENTS, ProofStep, explanation
from engine.sat.proof.proof import Proof
from engine.sat.proof.trimming import TrimmedProof, trim
from engine.sat.result import Status
from engine.sat.solvers.solve import SOLVERS, solve

PLAIN = frozenset(SOLVERS["cdcl"].techniques)


def trimmed(formula: Formula, seed: int = 0) -> TrimmedProof | None:
    """The trimmed proof of plain clause learning; None if there is a model."""
    proof = Proof()
    if solve(formula, "cdcl", seed=seed, proof=proof, without=PLAIN).status is not Status.UNSATISFIABLE:
        return None
    return trim(formula, proof, check_proof(formula, proof, antecedents=True))


def is_false_by_propagation(clauses: Sequence[Iterable[int]]) -> bool:
    """Whether unit propagation finds a false clause: literal by literal, as simple as can be."""
    true: set[int] = set()
    while True:
        free = [[literal for literal in clause if -literal not in true] for clause in clauses if not true & set(clause)]
        if any(not literals for literals in free):
            return True
        units = {literals[0] for literals in free if len(set(literals)) == 1}
        if not units:
            return False
        true.add(units.pop())


def check(formula: Formula, proof: TrimmedProof, steps: Sequence[ProofStep]) -> None:
    assert steps[-1].literals == ()
    assert len({frozenset(step.literals) for step in steps}) == len(steps)
    used: set[int] = set()
    for number, step in enumerate(steps):
        assert all(0 <= other < number for other in step.steps), "steps come before those that need them"
        assert step.clauses or step.steps
        grounds = [*(formula[clause] for clause in step.clauses), *(steps[other].literals for other in step.steps)]
        assert is_false_by_propagation([*grounds, *((-literal,) for literal in step.literals)])
        assert len(grounds) <= max(MAX_ANTECEDENTS, 1 + max(map(len, grounds))), "a step is small"
        used.update(step.clauses)
    assert used <= set(proof.core)
    assert {other for step in steps for other in step.steps} == set(range(len(steps) - 1)), "every step is needed"


@settings(max_examples=amount(300))
@given(st.integers(0, 10**9))
def test_steps_of_random_formulas(seed: int) -> None:
    dice = Random(seed)
    variables = dice.randint(1, 9)
    clauses = [
        [dice.choice((1, -1)) * dice.randint(1, variables) for _ in range(dice.randint(dice.randint(0, 2), 4))]
        for _ in range(dice.randint(1, 8 * variables))
    ]
    formula = Formula.of(clauses, variables)
    proof = trimmed(formula)
    if proof is None:
        return
    steps = explanation(formula, proof)
    check(formula, proof, steps)
    for step in steps:  # in all assignments, too
        grounds = [*(formula[clause] for clause in step.clauses), *(steps[other].literals for other in step.steps)]
        for signs in product((1, -1), repeat=variables):
            model = {sign * variable for variable, sign in enumerate(signs, 1)}
            if all(model & set(clause) for clause in grounds):
                assert model & set(step.literals)


@pytest.mark.parametrize(
    ("family", "arguments"),
    [("php", ["4", "3"]), ("php", ["5", "4"]), ("parity", ["12", "16"]), ("random-ksat", ["30", "200"])],
)
def test_steps_of_families(family: str, arguments: list[str]) -> None:
    formula = make(family, arguments)
    proof = trimmed(formula, 1)
    assert proof is not None
    steps = explanation(formula, proof)
    check(formula, proof, steps)


def test_short_proofs_are_short() -> None:
    """A chain of units is one step, and an empty clause of the formula is one by itself."""
    chain = Formula.of([[1], [-1, 2], [-2, 3], [-3]])
    proof = trimmed(chain)
    assert proof is not None
    assert explanation(chain, proof) == (ProofStep((), (0, 1, 2, 3), ()),)
    empty = Formula.of([[1], []])
    proof = trimmed(empty)
    assert proof is not None
    assert explanation(empty, proof) == (ProofStep((), (1,), ()),)


def test_a_long_clause_is_refuted_literal_by_literal() -> None:
    """Each of its literals needs two clauses, so each is a step; the last one follows from the others."""
    clauses = [[*range(1, 9)], *([-v, v + 8] for v in range(1, 9)), *([-v, -v - 8] for v in range(1, 9))]
    formula = Formula.of(clauses)
    proof = trimmed(formula)
    assert proof is not None
    steps = explanation(formula, proof)
    check(formula, proof, steps)
    assert len({step.literals for step in steps} & {(-v,) for v in range(1, 9)}) >= 7


def test_a_rat_lemma_is_refused() -> None:
    """Variable 3 is defined by the proof, as 1 or 2."""
    formula = Formula.of([[1, 2], [1, -2], [-1, 2], [-1, -2]])
    proof = Proof.of([(False, [3, -1]), (False, [3, -2]), (False, [-3, 1, 2]), (False, [3]), (False, [1]), (False, [])])
    verdict = check_proof(formula, proof)
    found = trim(formula, proof, verdict)
    if found.has_resolvents:
        with pytest.raises(ValueError, match="RAT"):
            explanation(formula, found)
    else:
        check(formula, found, explanation(formula, found))


def test_explanations_can_be_cancelled() -> None:
    formula = make("php", ["7", "6"])
    proof = trimmed(formula)
    assert proof is not None
    with pytest.raises(Cancelled):
        explanation(formula, proof, lambda: True)
