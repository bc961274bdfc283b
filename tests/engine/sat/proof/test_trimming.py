"""Trimmed proofs and LRAT: complete and small, checked without search, and never valid for a false claim."""

from itertools import pairwise

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import satisfiable
from pysat.solvers import Solver as PySat

from engine.base.errors import InputError
from engine.base.kernels import plain as uncompiled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof import check as checking
from engine.sat.proof import lrat, lrat_reader
from engine.sat.proof import trimming as module
from engine.sat.proof.check import check_proof
from engine.sat.proof.lrat import LratVerdict
from engine.sat.proof.proof import Proof
from engine.sat.proof.reader import parse
from engine.sat.proof.trimming import TrimmedProof, trim
from engine.sat.result import Status
from engine.sat.solvers.solve import solve

# The formula and the proof with RAT of Wetzler, Heule and Hunt's paper on DRAT-trim.
RIVEST = Formula.of(
    [[1, 2, -3], [-1, -2, 3], [2, 3, -4], [-2, -3, 4], [-1, -3, -4], [1, 3, 4], [-1, 2, 4], [1, -2, -4]]
)
RAT = [(False, (-1,)), (True, (-1, -2, 3)), (True, (-1, -3, -4)), (True, (-1, 2, 4)), (False, (2,)), (False, ())]


def trimmed(formula: Formula, proof: Proof, *, antecedents: bool = False) -> TrimmedProof:
    verdict = check_proof(formula, proof, antecedents=antecedents)
    assert verdict, verdict
    return trim(formula, proof, verdict)


def checked(formula: Formula, text: str) -> LratVerdict:
    return lrat.check(formula, lrat_reader.parse(text.encode()))


def right(formula: Formula, proof: Proof) -> TrimmedProof:
    """The trimmed proof, after checking all its properties, with the antecedents of the check and of a second pass."""
    in_check = right_alone(formula, trimmed(formula, proof, antecedents=True))
    less = right_alone(formula, trimmed(formula, proof))
    assert in_check.has_resolvents == less.has_resolvents
    return less


def right_alone(formula: Formula, less: TrimmedProof) -> TrimmedProof:
    text = "".join(lrat.write(less, formula))
    verdict = checked(formula, text)
    assert verdict, verdict
    assert lrat_reader.looks_like_lrat(text.encode())
    assert check_proof(formula, less.drat(formula))
    lemmas = list(less)
    assert lemmas[-1].literals == ()
    assert all(before.step is not None for before in lemmas[:-1])
    users: dict[int, set[int]] = {}
    for lemma in lemmas:
        for antecedent in map(abs, lemma.antecedents):
            assert antecedent < lemma.number
            users.setdefault(antecedent, set()).add(lemma.number)
    for number in range(1, len(formula) + len(less) + 1):
        assert less.uses(number) == sorted(users.get(number, ()))
    assert [number - 1 for number in sorted(users) if number <= len(formula)] == list(less.core)
    assert all(lemma.number in users for lemma in lemmas[:-1])  # nothing unneeded is left
    return less


def proof_of(formula: Formula, solver: str = "cdcl") -> Proof:
    proof = Proof()
    assert solve(formula, solver, proof=proof).status is Status.UNSATISFIABLE
    return proof


clause = st.lists(st.integers(-5, 5).filter(bool), max_size=4).map(tuple)
numbers = st.integers(-30, 40).filter(bool)
formulas = st.lists(clause, max_size=30).map(Formula.of)


@settings(max_examples=amount(60))
@given(formula=formulas, solver=st.sampled_from(["dpll", "cdcl"]), preprocess=st.booleans())
def test_proofs_of_our_solvers(formula: Formula, solver: str, preprocess: bool) -> None:
    proof = Proof()
    if solve(formula, solver, proof=proof, preprocess=preprocess).status is Status.UNSATISFIABLE:
        right(formula, proof)


@pytest.mark.compiled
@pytest.mark.parametrize("family", [["php", "6", "5"], ["parity-twice", "12"], ["random-ksat", "60", "280"]])
def test_proofs_of_more_than_a_few_clauses(family: list[str]) -> None:
    formula = make(family[0], family[1:], seed=1)
    proof = proof_of(formula)
    less = right(formula, proof)
    assert len(less) <= len(proof) + 1
    assert less.has_resolvents == (family[0] == "parity-twice")


@pytest.mark.parametrize("solver", ["glucose42", "cadical195", "lingeling"])
def test_proofs_of_other_solvers(solver: str) -> None:
    formula = make("random-ksat", ["60", "280"], seed=1)
    with PySat(solver, bootstrap_with=map(list, formula), with_proof=True) as other:
        assert not other.solve()
        proof = parse("\n".join(other.get_proof()).encode() + b"\n")
    right(formula, proof)


def test_rat_with_its_deletions() -> None:
    less = right(RIVEST, Proof.of(RAT))
    first = less[0]
    assert first.literals == (-1,)
    groups = [each for each in first.antecedents if each < 0]
    assert sorted(groups) == [-8, -6, -1]  # the clauses with 1


@pytest.mark.parametrize("clauses", [[[]], [[1], [-1]], [[1, 2], [-1], [-2, -2]], [[1, 1], [-1, -1]]])
def test_trimmed_proofs_of_unit_propagation(clauses: list[list[int]]) -> None:
    less = right(Formula.of(clauses), Proof())
    assert len(less) == 1


def test_uncompiled_trimming_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [(RIVEST, Proof.of(RAT)), (make("php", ["5", "4"]), proof_of(make("php", ["5", "4"])))]
    before = [list(trimmed(*case)) for case in cases]
    monkeypatch.setattr(module, "kernel", uncompiled("engine.sat.proof.antecedents_kernel"))
    assert [list(trimmed(*case)) for case in cases] == before


def test_the_antecedents_of_a_check_are_the_same_uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = make("php", ["5", "4"])
    proof = proof_of(formula)
    before = check_proof(formula, proof, antecedents=True)
    assert len(before.antecedent_starts) == len(before.lemmas) + 2
    monkeypatch.setattr(checking, "kernel", uncompiled("engine.sat.proof.check_kernel"))
    after = check_proof(formula, proof, antecedents=True)
    assert (after.antecedents, after.antecedent_starts) == (before.antecedents, before.antecedent_starts)


def test_antecedents_only_on_request_and_without_rat() -> None:
    formula = make("php", ["5", "4"])
    assert not check_proof(formula, proof_of(formula)).antecedents
    assert not check_proof(RIVEST, Proof.of(RAT), antecedents=True).antecedents


def test_only_verified_proofs_are_trimmed() -> None:
    formula = make("php", ["5", "4"])
    with pytest.raises(ValueError, match="verified"):
        trim(formula, Proof(), check_proof(formula, Proof()))


@settings(max_examples=amount(80))
@given(
    formula=formulas,
    steps=st.lists(
        st.tuples(clause, st.lists(numbers, max_size=8), st.lists(st.integers(1, 40), max_size=1)), max_size=8
    ),
)
def test_no_lrat_proof_refutes_a_satisfiable_formula(formula: Formula, steps: list) -> None:
    lines = []
    number = len(formula)
    for literals, antecedents, gone in [*steps, ((), [len(formula) or 1], [])]:
        number += 1
        lines.append(" ".join(map(str, (number, *literals, 0, *antecedents, 0))))
        if gone:
            lines.append(" ".join(map(str, (number, "d", *gone, 0))))
    verdict = checked(formula, "\n".join(lines) + "\n")
    assert not (verdict and satisfiable(formula))


def test_each_antecedent_is_needed() -> None:
    formula = make("php", ["4", "3"])
    lines = "".join(lrat.write(right(formula, proof_of(formula)), formula)).splitlines(keepends=True)
    for place, line in enumerate(lines):
        words = line.split()
        if words[1] == "d":
            continue
        middle = words.index("0")
        for leave_out in range(middle + 1, len(words) - 1):
            broken = [*lines[:place], " ".join(words[:leave_out] + words[leave_out + 1 :]) + "\n", *lines[place + 1 :]]
            assert not checked(formula, "".join(broken)), (line, words[leave_out])


TWO = Formula.of([[1, 2], [1, -2], [-1, 2], [-1, -2]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5 1 0 1 2 0\n6 0 5 3 4 0\n", "LRAT proof verified (2 steps)"),
        ("c by hand\n\n5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n", "LRAT proof verified (3 steps)"),
        ("5 1 0 1 0\n", "line 1 of the LRAT proof: the resolvent with clause 4, which has -1, is missing"),
        ("5 0 1 0\n", "line 1 of the LRAT proof: clause 1 is neither unit nor false"),
        ("5 0 0\n", "line 1 of the LRAT proof: the antecedents lead to no conflict"),
        ("5 1 0 1 2 0\n6 0 5 7 4 0\n", "line 2 of the LRAT proof: there is no clause 7"),
        ("4 1 0 1 2 0\n", "line 1 of the LRAT proof: clause 4 already exists"),
        ("5 d 7 0\n", "line 1 of the LRAT proof: there is no clause 7 to delete"),
        ("5 d 1 0\n5 1 0 1 2 0\n", "line 2 of the LRAT proof: there is no clause 1"),
        ("5 1 0 1 2 0\n", "the LRAT proof does not end in the empty clause"),
        ("", "the LRAT proof does not end in the empty clause"),
    ],
)
def test_verdicts_on_lrat(text: str, message: str) -> None:
    assert str(checked(TWO, text)) == message


@pytest.mark.parametrize(
    "text",
    [
        "5 1 x 0 1 0\n",
        "5 1 2 3\n",
        "5 1 0 1\n",
        "5 d 1\n",
        "5 1 0 1 0 0\n",
        "-5 1 0 0\n",
        "5\n",
        "5 1_0 0 1 0\n",
        "5 99999999999 0 1 0\n",
        "5 -2147483648 0 1 0\n",
        "5 d -1 0\n",
        "0 1 0 1 0\n",
        "5 1 0\n",
    ],
)
def test_invalid_lrat_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="not an LRAT step"):
        checked(TWO, text)


@pytest.mark.parametrize("text", [b"", b"1 2 0\nd 1 2 0\n", b"5 1 0 1 2\n", b"satsudoku certificate 1\n", b"a\x02\x00"])
def test_other_proofs_do_not_look_like_lrat(text: bytes) -> None:
    assert not lrat_reader.looks_like_lrat(text)


def test_deletions_keep_few_clauses_in_use() -> None:
    formula = make("random-ksat", ["60", "280"], seed=1)
    less = trimmed(formula, proof_of(formula))
    deleted = [number for place in range(len(less)) for number in less.deletions_after(place)]
    assert len(deleted) == len(set(deleted)) <= len(less.core) + len(less) - 1
    needed = {*(clause + 1 for clause in less.core), *(lemma.number for lemma in less)}
    *_, empty = less
    assert {*deleted, *empty.antecedents, empty.number} == needed
    assert all(before.number + 1 == after.number for before, after in pairwise(less))


@pytest.mark.parametrize(
    ("clauses", "lemma"),
    [
        (
            [(11, -1), (2, 12, 8), (10, 1), (-10, -11), (-2, 1, -7), (-12, 2), (7, -10), (8, -11), (-1, 10), (12, -8)],
            (-8,),
        ),
        (
            [
                (-11, 10), (-5, -1, 7), (-10, 2), (-7, -2), (4, 1), (11, 1), (-3, -4), (-6, -4), (2, 11, 10), (3, 6),
                (5, -1),
            ],
            (-11,),
        ),
    ],
)  # fmt: skip
def test_a_resolvent_with_several_literals_that_propagation_makes_true(clauses: list, lemma: tuple[int, ...]) -> None:
    # The antecedents of the first must not rely on the second being false.
    right(Formula.of(clauses), Proof.of([(False, lemma), (False, ())]))
