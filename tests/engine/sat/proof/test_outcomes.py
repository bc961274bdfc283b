"""What readers and checkers of proofs make of hundreds of small proofs, right ones and ones with something changed."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

from outcomes import outcomes, short
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sat.cardinality.reasoning import CardinalityReasoning
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.formula.linear_constraint import LinearConstraint
from engine.sat.parity.reasoning import ParityReasoning, certificate
from engine.sat.proof import lrat, lrat_reader, reader, veripb
from engine.sat.proof.certificate_check import check_certificate
from engine.sat.proof.check import ProofVerdictKind, check_proof
from engine.sat.proof.derivation import Derivation
from engine.sat.proof.diagnosis import diagnose
from engine.sat.proof.explanation import explanation
from engine.sat.proof.proof import Proof
from engine.sat.proof.trimming import TrimmedProof, trim
from engine.sat.proof.veripb_check import check as check_veripb

Step = tuple[bool, tuple[int, ...]]
SQUARE = Formula.of([[1, 2], [1, -2], [-1, 2], [-1, -2]])

# The formula and the proof with RAT of Wetzler, Heule and Hunt's paper on DRAT-trim.
RIVEST = Formula.of(
    [[1, 2, -3], [-1, -2, 3], [2, 3, -4], [-2, -3, 4], [-1, -3, -4], [1, 3, 4], [-1, 2, 4], [1, -2, -4]]
)
RAT: list[Step] = [
    (False, (-1,)), (True, (-1, -2, 3)), (True, (-1, -3, -4)), (True, (-1, 2, 4)), (False, (2,)), (False, ()),
]  # fmt: skip


def is_refuted(clauses: Sequence[Sequence[int]], true: set[int]) -> bool:
    """Whether unit propagation finds a false clause."""
    while True:
        free = [[each for each in clause if -each not in true] for clause in clauses if not true & {*clause}]
        if not all(free):
            return True
        units = {clause[0] for clause in free if len(clause) == 1}
        if not units:
            return False
        true = true | {units.pop()}


def branches(clauses: Sequence[Sequence[int]], path: tuple[int, ...], dice: Random) -> Iterator[Step]:
    """The negations of the branches of a search, from the leaves to the root."""
    if not is_refuted(clauses, {*path}):
        variables = sorted({abs(each) for clause in clauses for each in clause} - {*map(abs, path)})
        variable = dice.choice(variables)
        for literal in (variable, -variable):
            yield from branches(clauses, (*path, literal), dice)
    yield False, tuple(-literal for literal in path)


@cache
def refuted(count: int) -> list[tuple[Formula, list[Step]]]:
    """Formulas without a model, and proofs with some deletions."""
    found: list[tuple[Formula, list[Step]]] = []
    for seed in range(1000):
        dice = Random(seed)
        size = dice.randint(2, 6)
        clauses = [
            tuple(dice.choice((1, -1)) * dice.randint(1, size) for _ in range(dice.randint(1, 3)))
            for _ in range(4 * size)
        ]
        if any(
            all({*clause} & {*model} for clause in clauses) for model in product(*((v, -v) for v in range(1, size + 1)))
        ):
            continue
        steps = [*branches(clauses, (), dice)]
        if seed % 3 and len(steps) > 2:
            steps.insert(dice.randrange(1, len(steps)), (True, steps[0][1]))
            steps.insert(dice.randrange(1, len(steps)), (True, dice.choice(clauses)))
        found.append((Formula.of(clauses, size), steps))
        if len(found) == count:
            break
    return found


def changed(steps: Sequence[Step], dice: Random) -> list[Step]:
    """A proof with another step, without one, or in another order."""
    steps = list(steps)
    place = dice.randrange(len(steps))
    deletes, literals = steps[place]
    ways = (
        [(deletes, literals[:-1])], [], [(True, literals)], [(deletes, tuple(-each for each in literals))],
        [(deletes, (*literals, 1))], [(False, literals[::-1])], [(False, (7, *literals[1:]))],
    )  # fmt: skip
    steps[place : place + 1] = dice.choice(ways)
    return steps


def trimmed_text(less: TrimmedProof, graph: Derivation) -> str:
    lemmas = [
        (lemma.number, lemma.literals, [*lemma.antecedents], lemma.step, less.uses(lemma.number)) for lemma in less
    ]
    rows = [
        (graph.clauses[row], graph.numbers[row], graph.needed[row], graph.places[row], graph.is_rat(row),
         graph.antecedents(row).tolist(), graph.users(row).tolist())
        for row in range(len(graph))
    ]  # fmt: skip
    counts = (graph.end, graph.user_counts.tolist(), graph.antecedent_counts.tolist(), graph.rat_flags.tolist())
    rows_by_number = [graph.row_of(number) for number in range(12)]
    after = [less.deletions_after(at) for at in range(len(less))]
    needed = [part.tolist() for part in graph.needed_rows]
    return f"{[*less.core]} {lemmas} {less.has_resolvents} {rows} {counts} {rows_by_number} {after} {needed}"


def drat(formula: Formula, steps: Sequence[Step]) -> str:
    """The verdict on a proof, and all that follows from it."""
    proof, found = Proof.of(steps), []
    for antecedents in (False, True):
        verdict = check_proof(formula, proof, antecedents=antecedents)
        found.append(f"{verdict} {verdict.checked} {[*verdict.core]} {[*verdict.lemmas]} {[*verdict.antecedents]}")
        if verdict.verdict is not ProofVerdictKind.VERIFIED:
            return f"{found[0]} {diagnose(formula, proof, verdict)} {diagnose(formula, proof, verdict).sentences()}"
        try:
            less = trim(formula, proof, verdict)
        except InputError as error:
            found.append(str(error))
            continue
        found += [trimmed_text(less, Derivation.of_trimmed(formula, proof, less)), "".join(lrat.write(less, formula))]
        if not less.has_resolvents:
            found.append(str(explanation(formula, less, max_antecedents=2)))
    return " ".join(found)


def test_drat(snapshot: SnapshotAssertion) -> None:
    found, dice = [], Random(1)
    for formula, steps in [(RIVEST, RAT), *refuted(12)]:
        found += [short(drat(formula, each)) for each in (steps, *(changed(steps, dice) for _ in range(4)))]
    assert "\n".join(found) == snapshot


def written_drat(data: bytes) -> str:
    proof = reader.parse(data)
    return f"{[proof[step] for step in range(len(proof))]} {check_proof(SQUARE, proof)}"


def test_texts_of_drat(snapshot: SnapshotAssertion) -> None:
    inputs = [
        b"1 -2 0\nd 1 -2 0\nc why\n1 0\n0\n", b"d 1 0 2 0 0", b"1 0 0", b"a\x02\0a\0", b"d\0a\0",
        b"a\x04\x82\x01\x00d\x04\x00a\x00",
    ]  # fmt: skip
    assert outcomes(written_drat, inputs, (b"d ", b"a", b"d", b"\0", b" 0\n", b"\xff\x7f"), 100) == snapshot


def lrat_of(formula: Formula, steps: Sequence[Step]) -> bytes:
    proof = Proof.of(steps)
    return "".join(lrat.write(trim(formula, proof, check_proof(formula, proof)), formula)).encode()


def test_lrat(snapshot: SnapshotAssertion) -> None:
    found = []
    for formula, steps in [(SQUARE, [(False, (1,)), (False, ())]), *[(RIVEST, RAT)] * 4, *refuted(8)]:

        def read(data: bytes, formula: Formula = formula) -> str:
            proof = lrat_reader.parse(data)
            verdict = lrat.check(formula, proof)
            rows = [[*part] for part in lrat.derived(proof, verdict)] if verdict else verdict.kind
            graph = Derivation.of_lrat(formula, proof, verdict) if verdict else None
            less = trimmed_text(lrat.trim(formula, proof, verdict), graph) if graph else ""
            return f"{verdict} {verdict.steps} {rows} {less} {len(proof)} {[*proof.numbers]}"

        text = lrat_of(formula, steps)
        far = text.replace(b"\n", b"\n9", 1)
        numbers = [match.span() for match in re.finditer(rb"-?[0-9]+ ", text)][len(found) % 4 :: 4]
        shorter = [text[:start] + text[end:] for start, end in numbers]  # without one literal or hint
        words = (b"d ", b"-", b" 0\n", b"0 ", b"1 d 1 0\n", b"99999")
        found.append(outcomes(read, [text, far, *shorter], words, 24))
    assert "\n".join(found) == snapshot


def test_veripb(snapshot: SnapshotAssertion) -> None:
    found = []
    for formula, steps in refuted(10):
        text = "".join(veripb.write(formula, Proof.of(steps)))
        constraints = [*map(LinearConstraint.of_clause, formula)]

        def read(data: bytes, constraints: Sequence[LinearConstraint] = constraints) -> str:
            return str(check_veripb(constraints, data.decode("utf-8", "replace").splitlines()))

        words = (b"pol 1 2 + ;\n", b"rup ", b"x1", b" >= 1 ;", b"d ", b"del id 1 ;\n", b"s ", b"w ", b"* ")
        found.append(outcomes(read, [text.encode()], words, 40))
    assert "\n".join(found) == snapshot


def test_certificates(snapshot: SnapshotAssertion) -> None:
    pigeons, odd, found = make("php", ["4", "3"]), make("parity-twice", ["5"], seed=2), []
    parity = ParityReasoning(odd)
    assert parity.contradiction is not None
    sums = certificate(parity.derivation([parity.contradiction]))
    words = (b"1: ", b"#1 ", b" sum ", b" from ", b" = 1", b" >= 1", b"-1 ", b"proof\n", b"c ")
    for formula, text in ((pigeons, CardinalityReasoning(pigeons).certificate()), (odd, sums)):

        def read(data: bytes, formula: Formula = formula) -> str:
            return str(check_certificate(formula, data.decode("utf-8", "replace"), Proof.of([(False, ())])))

        found.append(outcomes(read, [text.encode(), text.encode() + b"proof\n"], words, 60))
        found.append("".join(veripb.write(formula, Proof.of([(False, ())]), text)))
    assert "\n".join(found) == snapshot
