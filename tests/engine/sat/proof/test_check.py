"""The proof checker: correct proofs pass, false ones never, whoever wrote them."""

import random
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import satisfiable, verify
from pysat.solvers import Solver as PySat

from engine.base.errors import Cancelled, InputError
from engine.base.kernels import plain as uncompiled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof import check_kernel as proof_kernel
from engine.sat.proof import lrat, lrat_reader
from engine.sat.proof.check import ProofVerdictKind, check_proof
from engine.sat.proof.proof import Proof
from engine.sat.proof.reader import parse
from engine.sat.proof.trimming import trim
from engine.sat.result import Status
from engine.sat.solvers.solve import SOLVERS, solve

Steps = list[tuple[bool, tuple[int, ...]]]

PROVERS = [name for name, solver in SOLVERS.items() if solver.proofs]
PIGEONS = make("php", ["5", "4"])
MANY = make("php", ["7", "6"])

# The formula and the proof with RAT of Wetzler, Heule and Hunt's paper on DRAT-trim.
RIVEST = Formula.of(
    [[1, 2, -3], [-1, -2, 3], [2, 3, -4], [-2, -3, 4], [-1, -3, -4], [1, 3, 4], [-1, 2, 4], [1, -2, -4]]
)
RAT: Steps = [(False, (-1,)), (True, (-1, -2, 3)), (True, (-1, -3, -4)), (True, (-1, 2, 4)), (False, (2,)), (False, ())]

clause = st.lists(st.integers(-5, 5).filter(bool), max_size=4).map(tuple)
formulas = st.lists(clause.filter(len), max_size=24).map(Formula.of)
steps = st.lists(st.tuples(st.booleans(), clause), max_size=10)


def proof_of(formula: Formula, solver: str = "dpll") -> Proof:
    proof = Proof()
    assert solve(formula, solver, proof=proof).status is Status.UNSATISFIABLE
    return proof


def follows(clauses: list[tuple[int, ...]], false: tuple[int, ...]) -> bool:
    """RUP by the definition."""
    return implied(clauses, false) is None


def implied(clauses: list[tuple[int, ...]], false: tuple[int, ...] = ()) -> set[int] | None:
    """The literals that become true by unit propagation if these are false; None for a conflict."""
    literals = set(false)
    while True:
        if any(-literal in literals for literal in literals):
            return None
        left = [set(clause) - literals for clause in clauses]
        if not all(left):
            return None
        units = {-literal for clause in left if len(clause) == 1 for literal in clause}
        if units <= literals:
            return {-literal for literal in literals}
        literals |= units


def holds(clauses: list[tuple[int, ...]], new: tuple[int, ...]) -> bool:
    """RUP, or RAT on the first literal, by the definition."""
    if follows(clauses, new) or not new:
        return follows(clauses, new)
    rests = [tuple(literal for literal in other if literal != -new[0]) for other in clauses if -new[0] in other]
    return all(follows(clauses, new + rest) for rest in rests)


@settings(max_examples=amount(300))
@given(formula=formulas, steps=steps)
def test_no_proof_refutes_a_satisfiable_formula(formula: Formula, steps: Steps) -> None:
    """For any steps: garbage, deletions of existing and missing clauses, RAT clauses."""
    verdict = check_proof(formula, Proof.of([*steps, (False, ())]))
    assert not (verdict and satisfiable(formula))


@settings(max_examples=amount(300))
@given(formula=formulas, lemmas=st.lists(st.lists(st.integers(-6, 6).filter(bool), max_size=3).map(tuple), max_size=12))
def test_definitions_are_verified(formula: Formula, lemmas: list[tuple[int, ...]]) -> None:
    """Clauses over a new variable too, whose definitions are RAT."""
    clauses = list(formula)
    for new in lemmas:
        if holds(clauses, new):
            clauses.append(new)
    proof = Proof.of((False, clause) for clause in clauses[len(formula) :])
    expected = ProofVerdictKind.VERIFIED if follows(clauses, ()) else ProofVerdictKind.INCOMPLETE
    assert check_proof(formula, proof).verdict is expected


@settings(max_examples=amount(200))
@given(formula=formulas, solver=st.sampled_from(PROVERS))
def test_solvers_prove_their_verdicts(formula: Formula, solver: str) -> None:
    assert (verify(formula, solver).status is Status.SATISFIABLE) == satisfiable(formula)


@pytest.mark.few(6)
@pytest.mark.parametrize(
    ("solver", "family"),
    [
        (solver, family)
        for solver in PROVERS
        for family in (["php", "7", "6"], ["parity-twice", "9"], ["random-ksat", "60", "280"])
        # Without unit propagation the other two take too long.
        if solver != "backtracking" or family[0] == "parity-twice"
    ],
)
@pytest.mark.compiled
def test_solvers_prove_more_than_a_few_clauses(solver: str, family: list[str]) -> None:
    assert verify(make(family[0], family[1:], seed=1), solver).status is Status.UNSATISFIABLE


@pytest.mark.parametrize("solver", ["glucose42", "cadical195", "lingeling", "maplecm"])
@pytest.mark.parametrize("family", [["php", "6", "5"], ["parity-twice", "12"], ["random-ksat", "100", "450"]])
def test_proofs_of_other_solvers(solver: str, family: list[str]) -> None:
    """They delete clauses, including units and reasons, and eliminate variables."""
    formula = make(family[0], family[1:], seed=4)
    with PySat(solver, bootstrap_with=map(list, formula), with_proof=True) as other:
        assert not other.solve()
        proof = parse("\n".join(other.get_proof()).encode() + b"\n")
    assert check_proof(formula, proof)


def test_rat() -> None:
    verdict = check_proof(RIVEST, Proof.of(RAT))
    assert (verdict.verdict, verdict.steps, verdict.checked) == (ProofVerdictKind.VERIFIED, 6, 2)
    assert str(verdict) == "proof verified (6 steps)"


@pytest.mark.parametrize("first", [(2,), (-3, -1), (1, 2)])
def test_rat_is_on_the_first_literal_and_really_there(first: tuple[int, ...]) -> None:
    verdict = check_proof(RIVEST, Proof.of([(False, first), *RAT[1:]]))
    assert verdict.verdict is ProofVerdictKind.WRONG
    assert check_proof(RIVEST, Proof.of(RAT[1:])).verdict is ProofVerdictKind.WRONG


@pytest.mark.parametrize("clauses", [[[]], [[1], [-1]], [[1, 2], [-1], [-2, -2]], [[1, 2], []]])
def test_refutations_by_unit_propagation_need_no_steps(clauses: list[list[int]]) -> None:
    for proof in (Proof(), Proof.of([(False, (7,))])):
        assert check_proof(Formula.of(clauses), proof)


def test_a_proof_without_the_empty_clause() -> None:
    proof = proof_of(PIGEONS)
    for length, text in ((0, "no steps"), (1, "1 step"), (5, "5 steps")):
        verdict = check_proof(PIGEONS, Proof.of(list(proof)[:length]))
        assert verdict.verdict is ProofVerdictKind.INCOMPLETE
        assert str(verdict) == f"the proof does not end in the empty clause ({text})"
    assert check_proof(Formula.of([]), Proof.of([(False, ())])).verdict is ProofVerdictKind.WRONG


def test_the_step_that_does_not_follow_is_named() -> None:
    verdict = check_proof(PIGEONS, Proof.of([(False, (1, 2)), (False, ())]))
    assert (verdict.verdict, verdict.step, verdict.clause) == (ProofVerdictKind.WRONG, 2, ())
    assert str(verdict) == "step 2 of the proof does not follow: the empty clause"
    wrong = Proof.of([(True, (9, 9)), (False, (1,)), (False, (-1,))])
    verdict = check_proof(Formula.of([[1, 2], [-1, 2]]), wrong)
    assert (verdict.step, verdict.clause) == (3, (-1,))
    assert str(verdict) == "step 3 of the proof does not follow: -1"


Clauses = list[tuple[int, ...]]


def drop(proof: Clauses, rng: random.Random) -> Clauses:
    place = rng.randrange(len(proof) - 1)
    return proof[:place] + proof[place + 1 :]


def flip(proof: Clauses, rng: random.Random) -> Clauses:
    place = rng.choice([i for i, clause in enumerate(proof) if clause])
    k = rng.randrange(len(proof[place]))
    return [*proof[:place], (*proof[place][:k], -proof[place][k], *proof[place][k + 1 :]), *proof[place + 1 :]]


def cut(proof: Clauses, rng: random.Random) -> Clauses:
    return proof[: rng.randrange(len(proof))]


@pytest.mark.parametrize("solver", sorted({*PROVERS} - {"backtracking"}))  # hardly a clause of its proofs is needed
@pytest.mark.parametrize("fault", [drop, flip, cut])
def test_faults_in_the_proof(solver: str, fault: Callable[[Clauses, random.Random], Clauses]) -> None:
    """A damaged proof may still be valid. If the checker rejects a step, it is wrong by definition."""
    whole = [clause for deletes, clause in proof_of(PIGEONS, solver) if not deletes]
    rng = random.Random(1)
    caught = 0
    for _ in range(100):
        proof = fault(whole, rng)
        verdict = check_proof(PIGEONS, Proof.of((False, clause) for clause in proof))
        if verdict.verdict is ProofVerdictKind.WRONG:
            assert verdict.step is not None
            assert verdict.clause == proof[verdict.step - 1]
            assert not holds([*PIGEONS, *proof[: verdict.step - 1]], verdict.clause)
        elif verdict.verdict is ProofVerdictKind.INCOMPLETE:
            assert not follows([*PIGEONS, *proof], ())
        caught += not verdict
    assert caught > 10


@pytest.mark.parametrize("solver", PROVERS)
def test_a_formula_with_a_clause_less(solver: str) -> None:
    """With one clause less, the pigeons find their holes; the proof must fail."""
    proof = proof_of(PIGEONS, solver)
    clauses = list(PIGEONS)
    for place in range(len(clauses)):
        assert not check_proof(Formula.of(clauses[:place] + clauses[place + 1 :]), proof)


def test_deleted_clauses_are_not_used() -> None:
    """Each deletion removes one copy of a clause."""
    formula = Formula.of([[1, 2], [1, -2], [2, 1], [-1, 2], [-1, -2]])
    last: Steps = [(False, (1,)), (False, ())]
    assert check_proof(formula, Proof.of([(True, (2, 1)), *last]))
    assert check_proof(formula, Proof.of([(True, (1, 2, 2)), (True, (1, 3)), *last]))
    assert check_proof(formula, Proof.of([(True, (1, 2)), (True, (2, 1)), *last])).verdict is ProofVerdictKind.WRONG


def test_reasons_stay_when_deleted() -> None:
    formula = Formula.of([[1], [-1, 2], [-2, 3, 4], [-2, 3, -4], [-2, -3, 4], [-2, -3, -4]])
    deleting = [(True, (1,)), (True, (2, -1)), (False, (3,)), (False, ())]
    assert check_proof(formula, Proof.of(deleting))


def test_progress_and_cancelling() -> None:
    proof = proof_of(MANY)
    reports: list[tuple[int, int]] = []
    assert check_proof(MANY, proof, on_progress=lambda done, total: reports.append((done, total)))
    assert reports == sorted(reports)
    assert len({total for _, total in reports}) == 1
    assert 0 < reports[0][0] < reports[-1][0] < reports[-1][1], "what is done is not told of"
    reports.clear()
    small = Formula.of([[1, 2], [1, -2], [-1, 2], [-1, -2]])
    steps = Proof.of([(False, (1,)), (False, ())])
    assert check_proof(small, steps, on_progress=lambda done, total: reports.append((done, total)))
    assert reports == []
    answers = iter([False, False, True])
    with pytest.raises(Cancelled):
        check_proof(MANY, proof, cancel=lambda: next(answers))


def test_too_large_proofs_are_refused() -> None:
    with pytest.raises(InputError, match="2147483647 variables are too many"):
        check_proof(PIGEONS, Proof.of([(False, (-(2**31) + 1,))]))


def signature(clause: Iterable[int]) -> int:
    total = 0
    for literal in set(clause):
        code = 2 * literal if literal > 0 else 1 - 2 * literal
        mixed = code * 0x1E3779B1 % 2**31
        mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D % 2**31
        total += mixed ^ mixed >> 12
    return total % 2**31


@pytest.mark.parametrize("family", [["php", "6", "5"], ["random-ksat", "60", "330"], ["miter", "3"]])
def test_learned_clauses_follow_from_their_hints(family: list[str]) -> None:
    formula, proof = make(family[0], family[1:], seed=1), Proof(hinted=True)
    assert solve(formula, "cdcl", proof=proof, without=frozenset({"parity", "cardinality"})).model is None
    current: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for clause in formula:
        current[signature(clause)].append(clause)
    hinted, top = 0, set[int]()
    for step, (deletes, literals) in enumerate(proof):
        hints = proof.hints[proof.hint_starts[step] : proof.hint_starts[step + 1]]
        if deletes:
            current[signature(literals)].pop()
            continue
        if hints:
            hinted += 1
            assert all(current[hint] for hint in hints), "not a current clause"
            assert follows([current[hint][0] for hint in hints] + [(literal,) for literal in top], literals)
        current[signature(literals)].append(literals)
        if len(literals) == 1:
            top = implied([clause for clauses in current.values() for clause in clauses]) or set()
    assert hinted > 0.3 * len(proof) / 2


def test_wrong_hints_change_no_verdict() -> None:
    hinted, rng = Proof(hinted=True), random.Random(1)
    assert solve(MANY, "cdcl", proof=hinted).model is None
    right = check_proof(MANY, hinted, antecedents=True)
    for _ in range(5):
        for place in range(0, len(hinted.hints), 1 + rng.randrange(4)):
            hinted.hints[place] = rng.choice([hinted.hints[place] ^ 1, hinted.hints[-1 - place], 0, 2**31 - 1])
        verdict = check_proof(MANY, hinted, antecedents=True)
        assert verdict
        assert lrat.check(MANY, lrat_reader.parse("".join(lrat.write(trim(MANY, hinted, verdict), MANY)).encode()))
    wrong = Proof(hinted=True)
    wrong.write_steps(array("i", [-1, signature([1, 2]), 2, 1, 0]))
    assert not check_proof(Formula.of([[1, 2], [-1, -2]]), wrong)
    assert right


@pytest.mark.parametrize("work", [1, 50])
def test_slices_and_compiling_do_not_change_the_check(work: int) -> None:
    source = uncompiled("engine.sat.proof.check_kernel")
    hinted = Proof(hinted=True)
    solve(PIGEONS, "cdcl", proof=hinted, without=frozenset({"parity", "cardinality"}))
    formulas = [(RIVEST, Proof.of(RAT)), (PIGEONS, proof_of(PIGEONS)), (PIGEONS, hinted)]
    formulas.append((PIGEONS, Proof.of(list(proof_of(PIGEONS))[5:])))
    for formula, proof in formulas:
        ends = []
        for kernel, slice_ in ((proof_kernel, 10**6), (proof_kernel, work), (source, work)):
            checker = kernel.Checker(formula, proof, formula.variables, 20_000, True)
            while not (answer := checker.run(slice_)):
                pass
            ends.append((answer, checker.step, checker.checked, checker.done))
        assert len(set(ends)) == 1
