"""Certificates: correct ones pass, altered ones never pass for satisfiable formulas, and hostile ones are refused."""

import random
import re
from contextlib import suppress
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import satisfiable
from structures import at_most, equation, planted

from engine.base.errors import Cancelled, InputError
from engine.base.language import speaking
from engine.sat.cardinality.reasoning import CardinalityReasoning
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.parity.reasoning import ParityReasoning, certificate
from engine.sat.proof import certificate_check, reader
from engine.sat.proof.certificate import HEADER, CertificateWriter
from engine.sat.proof.certificate_check import check_certificate, check_certificate_file, is_certificate

# The variables 1 to 3 sum up to 1 and to 0; each of two pigeons needs the only hole.
ODD = Formula.of([*equation((1, 2, 3), 1), *equation((1, 2), 0), *equation((3,), 0)])
PIGEONS = Formula.of([[1], [2], [-1, -2]])

EQUATIONS = f"""{HEADER}
c the first three lines are what the clauses say
1: 1 + 2 + 3 = 1 from 1 2 3 4
2: 1 + 2 = 0 from 5 6
3: 3 = 0 from 7
4: 0 = 1 sum #1 #2 #3
"""
COUNTS = f"""{HEADER}
1: 1 >= 1 from 1
2: 2 >= 1 from 2
3: -1 + -2 >= 1 from 3
4: 0 >= 1 sum #1 #2 #3
"""


def parity_certificate(formula: Formula) -> str:
    reasoning = ParityReasoning(formula)
    assert reasoning.contradiction is not None
    return certificate(reasoning.derivation([reasoning.contradiction]))


def counting_certificate(formula: Formula) -> str:
    return CardinalityReasoning(formula).certificate()


@pytest.mark.parametrize(("formula", "text"), [(ODD, EQUATIONS), (PIGEONS, COUNTS)])
def test_example_certificates(formula: Formula, text: str) -> None:
    verdict = check_certificate(formula, text)
    assert verdict
    assert str(verdict) == "certificate verified (4 lines)"
    assert is_certificate(text.encode())
    assert check_certificate(formula, text.replace("\n", "\r\n"))


def test_lines_follow_by_unit_propagation_in_clauses_and_lines() -> None:
    formula = Formula.of([[-1, 5], [-5, 2], [-2, 1], [4], [1, 3, -4], [-2, -3, -4], [3, -1], [-3, 2]])
    assert check_certificate(
        formula,
        f"{HEADER}\n1: 1 + 2 = 0 from 1 2 3\n2: 4 = 1 from 4\n3: 1 + 3 = 1 from 5 6 #1 #2\n"
        "4: 1 + 3 = 0 from #1 7 8\n5: 0 = 1 sum #3 #4\n",
    )


def test_a_sum_of_counts_cancels_and_weakens() -> None:
    formula = Formula.of([[1, 2], [1, 3], [2, 3], *at_most(1, (1, 2, 3))])
    text = (
        f"{HEADER}\n1: 1 + 2 >= 1 from 1\n2: 1 + 3 >= 1 from 2\n3: 2 + 3 >= 1 from 3\n"
        "4: -1 + -2 + -3 >= 2 from 4 5 6\n"
        "5: 1 + 2 + 3 >= 1 sum #1\n6: 0 >= 1 sum #1 #2 #3 2*#4\n"
    )
    assert check_certificate(formula, text)
    assert not check_certificate(formula, text.replace("2*#4", "#4"))
    assert not check_certificate(formula, text.replace("5: 1 + 2 + 3 >= 1", "5: 1 + 2 + 3 >= 2"))  # true, but not a sum


@pytest.mark.parametrize("text", [EQUATIONS, COUNTS])
def test_other_formulas_are_not_refuted(text: str) -> None:
    for formula in (ODD, PIGEONS):
        for left_out in range(len(formula)):
            rest = Formula.of([c for i, c in enumerate(formula) if i != left_out] + [[1, -1]], formula.variables)
            with suppress(InputError):
                assert not check_certificate(rest, text) or not satisfiable(rest)


CERTIFIED = [
    ("parity-twice 12", parity_certificate),
    ("tseitin 10", parity_certificate),
    ("tseitin 7 4", parity_certificate),
    ("parity 12 20 5", parity_certificate),
    ("php 7 6", counting_certificate),
    ("chessboard 6", counting_certificate),
]


@pytest.mark.few(1)
@pytest.mark.parametrize(("family", "make_certificate"), CERTIFIED)
def test_each_line_and_each_word_matters(family: str, make_certificate: object) -> None:
    """Every alteration is detected, unless it does not change the meaning."""
    name, *arguments = family.split()
    formula = make(name, arguments, 3)
    text = make_certificate(formula)
    assert check_certificate(formula, text)
    lines = text.splitlines()
    for place in range(1, len(lines)):
        without = [*lines[:place], *lines[place + 1 :]]
        assert not passes(formula, without)
        words = lines[place].split()
        for at, word in enumerate(words):
            if word in ("+", "from", "sum") or not any(ch.isdigit() for ch in word):
                continue
            for new in (re.sub(r"\d+", lambda n: str(int(n[0]) + 1), word), "-" + word, "x"):
                altered = [*lines[:place], " ".join([*words[:at], new, *words[at + 1 :]]), *lines[place + 1 :]]
                if passes(formula, altered):
                    # A line may name another clause only if it still holds.
                    assert at > words.index("from")
        bare = lines[place].split(" from ")[0].split(" sum ")[0]
        assert not passes(formula, [*lines[:place], bare, *lines[place + 1 :]])


def passes(formula: Formula, lines: list[str]) -> bool:
    try:
        return bool(check_certificate(formula, "\n".join(lines) + "\n"))
    except InputError:
        return False


@settings(max_examples=amount(300), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_no_certificate_refutes_a_satisfiable_formula(seed: int) -> None:
    """Random lines, most of them false."""
    rng = random.Random(seed)
    formula = planted(rng)
    writer = CertificateWriter()
    for equation_number in range(rng.randint(1, 6)):
        clauses = rng.sample(range(len(formula)), min(len(formula), rng.randint(0, 12)))
        earlier = rng.sample(range(1, equation_number + 1), rng.randint(0, equation_number))
        variables = rng.sample(range(1, formula.variables + 1), rng.randint(0, min(3, formula.variables)))
        if rng.random() < 0.5:
            writer.equation(variables, rng.randint(0, 1), clauses, earlier)
        else:
            signed = [variable * rng.choice((1, -1)) for variable in variables]
            writer.count(signed, rng.randint(0, len(signed) + 1), clauses, earlier)
    text = writer.text()
    try:
        verdict = check_certificate(formula, text)
    except InputError:
        return
    assert not verdict or not has_model(formula)


def has_model(formula: Formula) -> bool:
    from pysat.solvers import Solver as PySat

    with PySat("cadical195", bootstrap_with=list(formula)) as oracle:
        return bool(oracle.solve())


REFUSED = [
    ("", 1, "an empty file"),
    ("p cnf 1 1\n", 1, "the first line is not"),
    ("satsudoku certificate 2\n", 1, "version 2 of the format is not known"),
    ("satsudoku certificate 99999999999999999999\n", 1, "the first line is not"),
    (f"{HEADER}\n2: 1 = 1 from 1\n", 2, "'2:': line #1 begins with '1:'"),
    (f"{HEADER}\nc fine\n\n1: 1 = 1\n", 4, "'1': neither from nor sum"),
    (f"{HEADER}\n1: from 1\n", 2, "'from': there is no constraint before it"),
    (f"{HEADER}\n1: 1 = 2 from 1\n", 2, "'2': an equation has the right side 0 or 1"),
    (f"{HEADER}\n1: 1 < 2 from 1\n", 2, "'<': a constraint has = or >="),
    (f"{HEADER}\n1: 1 >= -1 from 1\n", 2, "'-1': a count has a number"),
    (f"{HEADER}\n1: 1 2 = 1 from 1\n", 2, "'2': literals are separated by a +"),
    (f"{HEADER}\n1: 1 + = 1 from 1\n", 2, "'+': a literal is missing"),
    (f"{HEADER}\n1: -1 = 1 from 1\n", 2, "'-1': it is not a valid variable or literal here"),
    (f"{HEADER}\n1: 0 + 1 >= 1 from 1\n", 2, "'0': it is not a valid variable or literal here"),
    (f"{HEADER}\n1: ½ >= 1 from 1\n", 2, "'½': it is not a valid variable or literal here"),
    (f"{HEADER}\n1: 9999999999 >= 1 from 1\n", 2, "'9999999999': it is not a valid variable or literal here"),
    (f"{HEADER}\n1: 4 = 1 from 1\n", 2, "'4': the formula has 3 variables"),
    (f"{HEADER}\n1: 1 + -1 >= 1 from 1\n", 2, "'-1': this variable occurs twice"),
    (f"{HEADER}\n1: 1 = 1 from 0\n", 2, "'0': it is not the number of a clause"),
    (f"{HEADER}\n1: 1 = 1 from 8\n", 2, "'8': it is not the number of a clause; the formula has 7 clauses"),
    (f"{HEADER}\n1: 1 = 1 from #1\n", 2, "'#1': it is not an earlier line"),
    (f"{HEADER}\n1: 0 = 1 sum 1\n", 2, "'1': it names no line"),
    (f"{HEADER}\n1: 3 = 0 from 7\n2: 0 = 0 sum 2*#1\n", 3, "'2*#1': it names no line"),
    (f"{HEADER}\n1: 3 = 0 from 7\n2: 0 >= 0 sum #1\n", 3, "'#1': an equation and a count can't be added"),
    (f"{HEADER}\n1: \x1b[2J = 1 from 1\n", 2, r"'\x1b[2J': it is not a valid"),
]


@pytest.mark.parametrize(("text", "line", "why"), REFUSED)
def test_invalid_certificates_are_refused_with_line_and_word(text: str, line: int, why: str) -> None:
    with pytest.raises(InputError, match=re.escape(why)) as refused:
        check_certificate(ODD, text)
    assert refused.value.line == line


@settings(max_examples=amount(300), deadline=None)
@given(text=st.text(alphabet="0123456789 +-=>#*:fromsuc\n", max_size=200) | st.text(max_size=60))
def test_any_text_is_checked_or_refused(text: str) -> None:
    with suppress(InputError):
        assert not check_certificate(Formula.of([[1, 2], [-1, 3]]), f"{HEADER}\n{text}")


def test_hostile_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = Formula.of([[1, 2]], 40)
    with pytest.raises(InputError, match="an equation of more than 16 variables can only be a sum"):
        check_certificate(wide, f"{HEADER}\n1: {' + '.join(map(str, range(1, 18)))} = 1 from 1\n")
    assert not check_certificate(wide, f"{HEADER}\n1: {' + '.join(map(str, range(1, 41)))} >= 20 from 1\n")
    long = Formula.of([range(1, 20_001)])
    assert check_certificate(long, f"{HEADER}\n1: {' + '.join(map(str, range(1, 20_001)))} >= 1 from 1\n").lines == 1
    monkeypatch.setattr(certificate_check, "MAX_CASES", 100)
    with pytest.raises(InputError, match="more than 100 cases"):
        check_certificate(make("php", ["7", "6"]), counting_wide())
    monkeypatch.setattr(certificate_check, "MAX_LINE", 1000)
    with pytest.raises(InputError, match="a line of more than 1000 bytes"):
        check_certificate(wide, f"{HEADER}\n1: {'1 ' * 600_000}")


def counting_wide() -> str:
    """One line that names all clauses of a pigeonhole formula."""
    clauses = range(1, len(make("php", ["7", "6"])) + 1)
    return f"{HEADER}\n1: {' + '.join(map(str, range(1, 43)))} >= 8 from {' '.join(map(str, clauses))}\n"


WITH_PROOF = EQUATIONS[: EQUATIONS.index("4: ")] + "4: -1 + 2 >= 1 from #2\nproof\n"
"""The clause -1 2 is not in the formula."""


@pytest.mark.parametrize("end", [b"-1 0\nc so\n1 2 0\n0\n", b"a\3\0a\0"])
def test_a_proof_may_follow_the_lines(end: bytes, tmp_path: Path) -> None:
    path = tmp_path / "some.cert"
    path.write_bytes(WITH_PROOF.encode() + end)
    reports: list[tuple[int, int]] = []
    verdict = check_certificate_file(ODD, path, on_progress=lambda done, total: reports.append((done, total)))
    assert verdict
    assert verdict.proof is not None
    assert str(verdict) == f"certificate verified (4 lines, then a proof of {verdict.proof.steps} steps)"
    assert (size := path.stat().st_size, size) in reports
    assert check_certificate(ODD, WITH_PROOF, reader.parse(end))
    with pytest.raises(Cancelled):
        check_certificate_file(ODD, path, cancel=iter([False] * 6 + [True] * 99).__next__)


def test_a_wrong_proof_after_the_lines_is_reported() -> None:
    rest = Formula.of([*equation((1, 2, 3), 1), *equation((1, 2), 0), [3, -3]], 3)
    lines = f"{HEADER}\n1: 1 + 2 = 0 from 5 6\n2: -1 + 2 >= 1 from #1\nproof\n"
    assert str(check_certificate(rest, f"{lines}1 0\n0\n")).startswith("the certificate continues with a proof: step ")
    assert "does not end in the empty clause" in str(check_certificate(rest, lines))
    assert str(check_certificate(ODD, WITH_PROOF.replace("-1 + 2 >=", "-1 + -2 >="))) == (
        "line #4 of the certificate does not follow from the clauses and lines that it names"
    )
    with pytest.raises(InputError, match="'x' is neither a literal") as refused:
        check_certificate(ODD, f"{WITH_PROOF}1 2 0\nx 0\n")
    assert refused.value.line == len(WITH_PROOF.splitlines()) + 2


def test_lines_without_a_contradiction() -> None:
    verdict = check_certificate(ODD, EQUATIONS[: EQUATIONS.index("4: ")])
    assert not verdict
    assert str(verdict) == "the certificate does not end in a contradiction (3 lines)"
    verdict = check_certificate(ODD, EQUATIONS.replace("#2 #3", "#2"))
    assert str(verdict) == "line #4 of the certificate does not follow from the clauses and lines that it names"


def test_certificates_in_files(tmp_path: Path) -> None:
    path = tmp_path / "some.cert"
    path.write_text(EQUATIONS)
    reports: list[tuple[int, int]] = []
    assert check_certificate_file(ODD, path, on_progress=lambda done, total: reports.append((done, total)))
    assert reports[-1] == (len(EQUATIONS), len(EQUATIONS))
    with pytest.raises(Cancelled):
        check_certificate_file(ODD, path, cancel=lambda: True)
    with pytest.raises(InputError, match=r"nothing\.cert"):
        check_certificate_file(ODD, tmp_path / "nothing.cert")


def test_faults_are_named_in_the_chosen_language() -> None:
    with speaking("de"), pytest.raises(InputError, match="die erste Zeile ist nicht"):
        check_certificate(Formula.of([[1]]), "1: 0 = 1 from 1\n")
