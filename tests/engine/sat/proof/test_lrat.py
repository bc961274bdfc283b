"""LRAT compared with an independent checker; complete files, and their faults by line."""

import io
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from lrat_checker import refutes

from engine.base.errors import Cancelled, InputError
from engine.base.kernels import plain as uncompiled
from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof import lrat, lrat_reader, reader
from engine.sat.proof.check import check_proof
from engine.sat.proof.proof import Proof, ProofWriter
from engine.sat.proof.trimming import trim
from engine.sat.solvers.solve import solve

FAMILIES = [["php", "5", "4"], ["parity-twice", "12"], ["random-ksat", "40", "200"]]


def written(formula: Formula) -> str:
    """A proof of a formula, in our LRAT output."""
    proof = Proof()
    solve(formula, "cdcl", proof=proof)
    return "".join(lrat.write(trim(formula, proof, check_proof(formula, proof)), formula))


@pytest.mark.parametrize("family", FAMILIES)
def test_the_other_checker_agrees(family: list[str], tmp_path: Path) -> None:
    formula = make(family[0], family[1:], seed=1)
    text = written(formula)
    assert refutes(formula, text)
    assert lrat.check(formula, lrat_reader.parse(text.encode()))
    if outside := shutil.which("lrat-check"):  # of DRAT-trim, if installed
        files = tmp_path / "a.cnf", tmp_path / "a.lrat"
        files[0].write_bytes(dimacs.dumps(formula))
        files[1].write_text(text)
        assert b"c VERIFIED" in subprocess.run([outside, *files], capture_output=True, check=False).stdout


@settings(max_examples=amount(150), deadline=None)
@given(seed=st.integers(0, 2**32), preprocessed=st.booleans())
def test_the_other_checker_agrees_on_odd_formulas(seed: int, preprocessed: bool) -> None:
    rng = random.Random(seed)
    variables = rng.randint(1, 30)
    sizes = [1, 2, 2, 3, 3, 3, 4]
    clauses = [
        [rng.choice((1, -1)) * rng.randint(1, variables) for _ in range(rng.choice(sizes))]  # also with duplicates
        for _ in range(round(rng.uniform(2, 6) * variables))
    ]
    formula, proof = Formula.of(clauses), Proof(hinted=True)
    if solve(formula, "cdcl", proof=proof, preprocess=preprocessed).model is not None:
        return
    verdict = check_proof(formula, proof, antecedents=True)
    assert verdict
    assert refutes(formula, "".join(lrat.write(trim(formula, proof, verdict), formula)))


@pytest.mark.few(1)
@pytest.mark.parametrize("family", FAMILIES)
def test_both_checkers_refuse_damaged_proofs(family: list[str]) -> None:
    formula, rng = make(family[0], family[1:], seed=1), random.Random(1)
    lines = written(formula).splitlines()
    refused, where = 0, []
    for _ in range(60):
        damaged = list(lines)
        place = rng.randrange(len(damaged))
        words = damaged[place].split()
        spot = rng.randrange(1, len(words))
        match rng.randrange(4):
            case 0:
                words[spot] = str(-int(words[spot])) if words[spot].lstrip("-").isdigit() else words[spot]
            case 1:
                del words[spot]
            case 2:
                words[spot] = str(rng.randrange(1, len(formula) + len(lines)))
            case 3:
                words.insert(spot, str(rng.choice((1, -1)) * rng.randrange(1, len(formula) + len(lines))))
        damaged[place] = " ".join(words)
        text = "\n".join(damaged) + "\n"
        try:
            ours = bool(lrat.check(formula, lrat_reader.parse(text.encode())))
        except InputError as error:
            where.append((error.line, place + 1))
            ours = False
        refused += not ours
        try:
            other = refutes(formula, text)
        except (ValueError, IndexError):
            other = False
        assert ours or not other, damaged[place]
    assert refused > 20
    assert all(line_number == damaged_line for line_number, damaged_line in where)


@pytest.mark.parametrize("family", FAMILIES)
def test_both_checkers_refuse_a_proof_without_a_clause_that_it_needs(family: list[str]) -> None:
    formula = make(family[0], family[1:], seed=1)
    text = written(formula)
    lines = [line.split(" 0 ")[1] for line in text.splitlines() if " d " not in line]
    core = sorted({abs(int(hint)) for line in lines for hint in line.split()[:-1]} & set(range(1, len(formula) + 1)))
    for left_out in (core[0], core[len(core) // 2], core[-1]):
        weaker = Formula.of([(1, -1) if number == left_out else clause for number, clause in enumerate(formula, 1)])
        assert not refutes(weaker, text)
        assert not lrat.check(weaker, lrat_reader.parse(text.encode()))


PAIR = Formula.of([[1, 2], [1, -2], [-1, 2], [-1, -2]])


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("5 1 0 1 2 0\nc why\n\n6 2 0 x 0\n", 4, "not an LRAT step: 6 2 0 x 0"),
        ("5 1 0 1 2 0\n6 0 5 3 4", 2, "not an LRAT step: 6 0 5 3 4"),
        ("5 1 0 1 2 0\n3000000000 0 5 3 4 0\n", 2, "not an LRAT step: 3000000000 0 5 3 4 0"),
        ("5 1 0 1 -3000000000 0\n", 1, "not an LRAT step: 5 1 0 1 -3000000000 0"),
    ],
)
def test_invalid_files_are_refused_with_the_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = tmp_path / "wrong.lrat"
    path.write_text(text)
    with pytest.raises(InputError, match=message) as caught:
        lrat.check(PAIR, lrat_reader.read(path), path=path)
    assert (caught.value.line, caught.value.path) == (line, str(path))


def test_too_many_variables_are_refused() -> None:
    with pytest.raises(InputError, match="2000000000 variables are too many for"):
        lrat.check(PAIR, lrat_reader.parse(b"5 2000000000 0 1 0\n"))


def test_steps_after_the_empty_clause_are_ignored() -> None:
    verdict = lrat.check(PAIR, lrat_reader.parse(b"5 1 0 1 2 0\n6 0 5 3 4 0\n7 0 99 0\n"))
    assert verdict
    assert verdict.steps == 2


@pytest.mark.parametrize(
    ("text", "derived"),
    [
        ("5 1 0 1 1 2 0\n6 0 5 3 4 0\n", [1, 0, 2, 5, 3, 4]),  # 1 again: its literal is true
        ("5 1 0 1 2 0\n6 0 5 5 3 5 4 0\n", [1, 2, 5, 0, 3, 0, 4]),
        ("5 1 0 1 2 0\n6 2 0 5 3 0\n7 0 5 3 6 4 0\n", [1, 2, 5, 3, 5, 3, 0, 4]),  # 6: true by 3 already
    ],
)
def test_an_antecedent_without_effect(text: str, derived: list[int]) -> None:
    proof = lrat_reader.parse(text.encode())
    verdict = lrat.check(PAIR, proof)
    assert verdict, verdict
    assert list(verdict.derived) == derived
    assert refutes(PAIR, text)


def test_an_antecedent_that_is_true_with_another_literal_open() -> None:
    text = "5 1 0 1 2 0\n6 0 5 1 3 4 0\n"  # clause 1 is 1 2, and 1 is true
    verdict = lrat.check(PAIR, lrat_reader.parse(text.encode()))
    assert str(verdict) == "line 2 of the LRAT proof: clause 1 is neither unit nor false"
    assert not refutes(PAIR, text)


def test_numbers_with_gaps() -> None:
    text = "1000 1 0 1 2 0\n1000 d 1 2 0\n2000000000 2 0 1000 3 0\n2147483647 0 2000000000 1000 4 0\n"
    proof = lrat_reader.parse(text.encode())
    verdict = lrat.check(PAIR, proof)
    assert verdict, verdict
    assert refutes(PAIR, text)
    assert list(verdict.derived) == [1, 2, 1, 2, 5, 3, 6, 5, 4]
    assert "".join(lrat.write(lrat.trim(PAIR, proof, verdict), PAIR)).startswith("5 1 0 1 2 0\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("99999999 1 0 1 3 0\n", "clause 3 is neither unit nor false"),
        ("99999999 1 0 1 77777777 0\n", "there is no clause 77777777"),
        ("99999999 1 0 1 2 0\n99999999 d 88888888 0\n", "there is no clause 88888888 to delete"),
        ("99999999 1 0 1 2 0\n99999999 2 0 3 99999999 0\n", "clause 99999999 already exists"),
        (
            "99999999 3 0 -1 -66666666 0\n100000000 -3 0 0\n",
            "the resolvent with clause 99999999, which has 3, is missing",
        ),
    ],
)
def test_faults_after_a_gap_name_the_number_in_the_file(text: str, message: str) -> None:
    verdict = lrat.check(PAIR, lrat_reader.parse(text.encode()))
    assert not verdict
    assert verdict.fault == message
    assert not refutes(PAIR, text)


def binary(text: str) -> bytes:
    """Text LRAT as binary LRAT, by the definition."""

    def encoded(number: int) -> bytes:
        rest, groups = 2 * abs(number) + (number < 0), b""
        while rest > 127:
            groups += bytes([rest % 128 + 128])
            rest //= 128
        return groups + bytes([rest])

    steps = b""
    for line in text.splitlines():
        own, *words = line.split()
        numbers = [own, *words] if words[0] != "d" else words[1:]
        steps += (b"a" if words[0] != "d" else b"d") + b"".join(encoded(int(word)) for word in numbers)
    return steps


@pytest.mark.few(1)
@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("piece", [1 << 20, 1, 7])
def test_a_binary_proof_equals_its_text(
    family: list[str], piece: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    formula = make(family[0], family[1:], seed=1)
    text = written(formula)
    data = binary(text)
    path = tmp_path / "a.lrat"
    path.write_bytes(data)
    assert lrat_reader.looks_like_lrat(data[:4096])
    monkeypatch.setattr(lrat_reader, "_PIECE", piece)
    found, expected = lrat_reader.read(path), lrat_reader.parse(text.encode())
    assert (found.literals, found.starts, found.hints, found.hint_starts, found.deletions) == (
        expected.literals,
        expected.starts,
        expected.hints,
        expected.hint_starts,
        expected.deletions,
    )
    assert found.binary
    verdict = lrat.check(formula, found)
    assert verdict
    trimmed = lrat.trim(formula, found, verdict)
    assert "".join(lrat.write(trimmed, formula)) == text
    weaker = Formula.of([(1, -1) if number == trimmed.core[0] else clause for number, clause in enumerate(formula)])
    damaged = lrat.check(weaker, lrat_reader.parse(data))
    assert damaged.line is None
    assert damaged.fault.startswith(f"step {damaged.steps} of the LRAT proof: ")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a\x0a\x02\0\x02\x04", "byte 6: the proof is cut off within a step"),
        (b"a\x0a\x02\0\x02\x04\0b\0", "byte 7: a step begins with neither a nor d"),
        (b"a\x0b\x02\0\x02\x04\0", "byte 1: a clause has no number above 0"),
        (b"a\0\0\0", "byte 1: a clause has no number above 0"),
        (b"a\x0a\x01\0\x02\x04\0", "byte 2: a number is 0 or beyond 2147483647"),
        (b"a\x0a\x02\0\xff\xff\xff\xff\x7f\0", "byte 4: a number is 0 or beyond 2147483647"),
        (b"a\x0a\x02\0\x82\0\0", "byte 4: a number takes more bytes than it needs"),
        (b"a\x0a\x02\0\xff\xff\xff\xff\xff\x01\0", "byte 4: a number is too long"),
        (b"d\x05\0", "byte 0: a number below 0 is deleted"),
    ],
)
def test_damaged_binary_proofs(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        lrat_reader.parse(data)


def test_binary_drat_is_no_lrat() -> None:
    formula, proof, file = make("php", ["5", "4"]), Proof(), io.BytesIO()
    solve(formula, "cdcl", proof=proof)
    writer = ProofWriter(file, binary=True)
    proof.copy_to(writer)
    writer.flush()
    assert not lrat_reader.looks_like_lrat(file.getvalue()[:4096])
    assert len(reader.parse(file.getvalue())) == len(proof)


def test_numbers_can_be_used_again() -> None:
    assert lrat.check(PAIR, lrat_reader.parse(b"7 1 0 1 2 0\n7 d 1 2 0\n1 0 7 3 4 0\n"))


def test_clauses_over_several_pieces(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    formula = make("php", ["5", "4"])
    path = tmp_path / "php.lrat"
    path.write_text(written(formula).replace("\n", "\r\n"))
    monkeypatch.setattr(lrat_reader, "_PIECE", 7)
    seen: list[tuple[int, int]] = []
    assert lrat.check(formula, lrat_reader.read(path, on_progress=lambda *done: seen.append(done)))
    assert seen[-1][0] == seen[-1][1] == path.stat().st_size
    with pytest.raises(Cancelled):
        lrat_reader.read(path, cancel=lambda: True)


def test_uncompiled_checks_give_the_same_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [(formula, written(formula)) for formula in (make("php", ["4", "3"]), make("parity-twice", ["8"]))]
    cases = [(formula, end) for formula, text in texts for end in (text, text.replace(" 0\n", " 3 0\n"))]

    def verdicts() -> list[tuple[str, list[int]]]:
        found = [lrat.check(formula, lrat_reader.parse(text.encode())) for formula, text in cases]
        return [(str(verdict), list(verdict.derived)) for verdict in found]

    before = verdicts()
    monkeypatch.setattr(lrat, "kernel", uncompiled("engine.sat.proof.lrat_kernel"))
    assert verdicts() == before


@pytest.mark.parametrize("family", FAMILIES)
def test_lrat_proofs_are_trimmed_to_needed_lemmas(family: list[str]) -> None:
    formula = make(family[0], family[1:], seed=1)
    lines = written(formula).splitlines(keepends=True)
    first = len(formula) + len(lines) + 1
    padded = [f"{first + number} {number + 1} {-number - 1} 0 0\n" for number in range(5)]  # tautologies
    added = [line for line in lines if " d " not in line]
    padded += [line if line.endswith(" 0 0\n") else line.replace(" 0\n", " 3 0\n") for line in added]
    proof = lrat_reader.parse("".join(padded).encode())
    verdict = lrat.check(formula, proof)
    trimmed = lrat.trim(formula, proof, verdict)
    text = "".join(lrat.write(trimmed, formula))
    assert text == "".join(lines), "trimmed once already, it becomes the same again"
    assert refutes(formula, text)
    assert check_proof(formula, trimmed.drat(formula))
    assert [proof.numbers[lemma.step] for lemma in trimmed] == [int(line.split()[0]) for line in added]


def with_repetitions(formula: Formula, rng: random.Random) -> Formula:
    """The formula with some literals of its clauses repeated, in any order."""
    clauses = ([*clause, *rng.choices(clause, k=rng.randrange(3))] if clause else [] for clause in formula)
    return Formula.of([tuple(rng.sample(clause, len(clause))) for clause in clauses])


def trimmed_proof(formula: Formula, preprocess: bool) -> str:
    proof = Proof()
    solve(formula, "cdcl", proof=proof, preprocess=preprocess)
    return "".join(lrat.write(trim(formula, proof, check_proof(formula, proof)), formula))


@pytest.mark.parametrize("family", [["php", "5", "4"], ["parity-twice", "9"], ["random-ksat", "40", "300"]])
def test_no_antecedent_has_a_literal_twice(family: list[str], tmp_path: Path) -> None:
    # cake_lpr, and others that count literals, do not treat such a clause as unit.
    for seed in range(4):
        formula = with_repetitions(make(family[0], family[1:], seed=seed), random.Random(seed))
        text = trimmed_proof(formula, preprocess=seed % 2 == 1)
        clauses = dict(enumerate(formula, 1))
        copies = 0
        for line in text.splitlines():
            words = line.split()
            if words[1] == "d":
                continue
            end = words.index("0")
            lemma, hints = [int(word) for word in words[1:end]], [abs(int(word)) for word in words[end + 1 : -1]]
            repetitive = [hint for hint in hints if len(set(clauses[hint])) < len(clauses[hint])]
            if repetitive:
                assert repetitive == hints, "but where the copy is made"
                assert set(lemma) == set(clauses[hints[0]])
                copies += 1
            clauses[int(words[0])] = tuple(lemma)
        assert copies
        assert refutes(formula, text)
        assert lrat.check(formula, lrat_reader.parse(text.encode()))
        if outside := shutil.which("cake_lpr"):  # if installed
            files = tmp_path / "a.cnf", tmp_path / "a.lrat"
            files[0].write_bytes(dimacs.dumps(Formula(formula.variables, formula.literals, formula.starts)))
            files[1].write_text(text)
            assert b"VERIFIED UNSAT" in subprocess.run([outside, *files], capture_output=True, check=False).stdout


@pytest.mark.few(2)
@pytest.mark.parametrize("size", range(8, 12))
def test_propagation_may_refute_before_the_last_lemma(size: int) -> None:
    # Trimming leaves out deletions, so more clauses propagate than when the proof was checked.
    for seed in range(6):
        formula = with_repetitions(make("parity-twice", [str(size)], seed=seed), random.Random(seed))
        text = trimmed_proof(formula, preprocess=True)
        verdict = lrat.check(formula, lrat_reader.parse(text.encode()))
        assert verdict, verdict
        assert refutes(formula, text)


def test_only_verified_lrat_proofs_are_trimmed() -> None:
    proof = lrat_reader.parse(b"5 0 1 0\n")
    with pytest.raises(ValueError, match="verified"):
        lrat.trim(PAIR, proof, lrat.check(PAIR, proof))


def test_unneeded_resolvents_are_left_out() -> None:
    formula = Formula.of([(-1, -1, 2), (-1, 3, -2), (1, 2), (4,), (-4, -2), (-4, 2, -3), (-4, 2, 3)])
    # 1 -2: with clause 1 (-1 twice) a tautology, with clause 2 the resolvent 3 -2 by clause 5, in groups that say more.
    proof = lrat_reader.parse(b"8 1 -2 3 0 -1 4 -2 4 5 6 -2 4 5 -3 4 -99 0\n9 0 4 5 6 7 0\n")
    verdict = lrat.check(formula, proof)
    assert verdict, verdict
    assert list(verdict.derived) == [-1, 0, -2, 4, 5, 0, 0, 0, 0, 0, 0, 0, 4, 5, 6, 7]
