"""`satsudoku check`."""

import gzip
from pathlib import Path

import pytest

from engine.commands import progress
from engine.sat.formula.dimacs import dumps
from engine.sat.formula.families import make

FORMULA = "p cnf 4 3\n1 -2 0\n2 3 0\n-1 -3 0\n"
UNSATISFIABLE = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
UNPROVED = "not confirmed: a result alone can't show that a formula is unsatisfiable; that takes a --proof"


@pytest.fixture
def formula(tmp_path: Path) -> Path:
    path = tmp_path / "formula.cnf"
    path.write_text(FORMULA)
    return path


@pytest.mark.parametrize(
    ("result", "code", "expected"),
    [
        ("s 1\nv 1 2 -3 -4\nt 3\n", 0, "right: the model satisfies all 3 clauses"),
        ("c told by a solver\ns SATISFIABLE\nv 1 2\nv -3 4 0\n", 0, "right: the model satisfies all 3 clauses"),
        ("s 1\nv 1 2 -3\n", 0, "right: the model satisfies all 3 clauses (variables left out and taken as true: 1)"),
        ("s 1\nv 1 2 3 4\nt 3\n", 1, "wrong: clause 3 is false: -1 -3"),
        ("s 1\nv -1 -2 -3 -4\nt 3\n", 1, "wrong: clause 2 is false: 2 3"),
        ("s 1\nv 1 2 -3 -4 5\nt 3\n", 1, "wrong: the model has variable 5, but the formula has only 4 variables"),
        ("s 0\nv\nt 3\n", 1, UNPROVED),
        ("s -1\nv\nt 3\n", 1, "not confirmed: the result says unknown, so there is nothing to check"),
    ],
)
def test_the_verdict_and_why(satsudoku, formula: Path, tmp_path: Path, result: str, code: int, expected: str):
    path = tmp_path / "formula.res"
    path.write_text(result)
    assert satsudoku("check", formula, path) == (code, expected + "\n", "")
    assert satsudoku("check", formula, "-", stdin=result) == (code, expected + "\n", "")


def test_no_model_satisfies_an_empty_clause(satsudoku, formula: Path):
    formula.write_text("p cnf 1 1\n0\n")
    outcome = satsudoku("check", formula, "-", stdin="s 1\nv 1\n")
    assert (outcome.code, outcome.out) == (1, "wrong: clause 1 is false: it is empty\n")


@pytest.mark.parametrize("result", ["", "s 7\n", "s 1\nv one\n", "s 1\nv 1 -1\n", "p cnf 1 1\n1 0\n"])
def test_a_non_result_is_refused_in_one_line(satsudoku, formula: Path, result: str):
    outcome = satsudoku("check", formula, "-", stdin=result)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("satsudoku: standard input")
    assert outcome.err.count("\n") == 1


def test_files_that_are_not_there(satsudoku, formula: Path, tmp_path: Path):
    for argv in ((tmp_path / "no.cnf", formula), (formula, tmp_path / "no.res")):
        outcome = satsudoku("check", *argv)
        assert (outcome.code, outcome.out) == (2, "")
        assert "there is no such file" in outcome.err


@pytest.fixture
def unsatisfiable(tmp_path: Path) -> Path:
    path = tmp_path / "unsatisfiable.cnf"
    path.write_text(UNSATISFIABLE)
    return path


@pytest.mark.parametrize(
    ("proof", "code", "expected"),
    [
        (b"1 0\n0\n", 0, "unsatisfiable: proof verified (2 steps)"),
        (b"a\x02\0a\0", 0, "unsatisfiable: proof verified (2 steps)"),
        (gzip.compress(b"1 0\nd 1 2 0\n0\n", mtime=0), 0, "unsatisfiable: proof verified (3 steps)"),
        (b"1 2 0\n0\n", 1, "not confirmed: step 2 of the proof does not follow: the empty clause (line 2 of the file)"),
        (b"d 1 2 0\n1 0\n0\n", 1, "not confirmed: step 2 of the proof does not follow: 1 (line 2 of the file)"),
        (b"", 1, "not confirmed: the proof does not end in the empty clause (no steps)"),
    ],
)
def test_a_proof_is_checked(satsudoku, unsatisfiable: Path, tmp_path: Path, proof: bytes, code: int, expected: str):
    path = tmp_path / "proof"
    path.write_bytes(proof)
    outcome = satsudoku("check", unsatisfiable, "--proof", path)
    assert (outcome.code, outcome.out.splitlines()[0], outcome.err) == (code, expected, "")
    assert satsudoku("check", unsatisfiable, "-", "--proof", path, stdin="s 0\nv\nt 1\n").out == outcome.out


def test_it_is_explained_why_a_proof_is_wrong(satsudoku, unsatisfiable: Path, tmp_path: Path):
    path = tmp_path / "proof"
    path.write_text("d 1 2 0\n1 0\n0\n")
    assert satsudoku("check", unsatisfiable, "--proof", path).out.splitlines()[1:] == [
        "  unit propagation makes 1 literal true when all literals of the step are false: -2",
        "  the step is not RAT on 1 either: its resolvent with -1 2 does not follow",
        "  it would follow without the deletion of 1 2 in step 1",
        "  it would follow with -1 in place of 1",
        "  it is not implied: the clauses in force have a model in which it is false",
    ]
    path.write_text("1 2 0\n0\n")
    assert satsudoku("check", unsatisfiable, "--proof", path).out.splitlines()[-2:] == [
        "  it would follow with any of these literals added: 1 2 -2 -1",
        "  it is implied, but not by unit propagation alone: a lemma before it is missing",
    ]
    path.write_text("")
    assert "  unit propagation ends without a conflict" in satsudoku("check", unsatisfiable, "--proof", path).out


def test_a_proof_is_for_what_is_unsatisfiable(satsudoku, formula: Path, tmp_path: Path):
    proof = tmp_path / "proof"
    proof.write_text("0\n")
    assert satsudoku("check", formula, "--proof", proof).code == 1
    outcome = satsudoku("check", formula, "-", "--proof", proof, stdin="s 1\nv 1 2 -3 -4\nt 3\n")
    assert (outcome.code, outcome.err) == (1, "")
    assert outcome.out == "not confirmed: the result says satisfiable, and a proof shows unsatisfiability\n"


def test_a_non_proof_is_refused_in_one_line(satsudoku, unsatisfiable: Path, tmp_path: Path):
    for argv in (["--proof", unsatisfiable], ["--proof", tmp_path / "missing"], ["--proof", tmp_path], []):
        outcome = satsudoku("check", unsatisfiable, *argv)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.count("\n") == 1


def test_checking_a_long_proof_shows_progress_on_a_terminal(satsudoku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    formula, proof = tmp_path / "php.cnf", tmp_path / "php.drat"
    formula.write_bytes(dumps(make("php", ["7", "6"])))
    assert satsudoku("solve", formula, "--solver", "cdcl", "--proof", proof).code == 20
    monkeypatch.setattr(progress, "INTERVAL", 0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert "checking the proof: " in satsudoku("check", formula, "--proof", proof).err


def test_used_proof_parts_are_reported_and_written(satsudoku, tmp_path: Path):
    formula, proof, core = (tmp_path / name for name in ("formula.cnf", "formula.drat", "core.cnf"))
    formula.write_text("p cnf 4 6\n3 4 0\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n-3 4 0\n")
    proof.write_text("4 0\n2 0\nd 4 0\n0\n")
    outcome = satsudoku("check", formula, "--proof", proof, "--core", core)
    assert outcome.code == 0
    assert outcome.out.splitlines()[1:] == [
        "used: 4 of 6 clauses",
        "used: 1 of 3 lemmas, 1.0 literals long on average and 1 at most; 1 deleted",
    ]
    assert core.read_text() == (
        "c clause 2\nc clause 3\nc clause 4\nc clause 5\np cnf 4 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
    )
    for target in (formula, proof):
        assert satsudoku("check", formula, "--proof", proof, "--core", target).code == 2
    assert satsudoku("check", formula, tmp_path / "none", "--core", core).code == 2


@pytest.mark.parametrize("text", ["", "d 1 -2 0\n"])
def test_a_proof_without_lemmas_is_reported_as_such(satsudoku, tmp_path: Path, text: str):
    formula, proof = tmp_path / "formula.cnf", tmp_path / "formula.drat"
    formula.write_text("p cnf 2 3\n1 0\n-1 0\n1 -2 0\n")
    proof.write_text(text)
    outcome = satsudoku("check", formula, "--proof", proof)
    assert outcome.code == 0
    assert outcome.out.splitlines()[1:] == ["used: 2 of 3 clauses", "the proof has no lemmas and needs none"]


def test_a_proof_is_trimmed_and_written_in_lrat(satsudoku, tmp_path: Path):
    formula, proof = tmp_path / "php.cnf", tmp_path / "php.drat"
    less, lrat = tmp_path / "less.drat", tmp_path / "php.lrat"
    satsudoku("make", "php", "5", "4", "-o", formula)
    satsudoku("solve", formula, "--solver", "dpll", "--proof", proof)
    outcome = satsudoku("check", formula, "--proof", proof, "--trim", less, "--lrat", lrat)
    assert (outcome.code, outcome.err) == (0, "")
    assert "trimmed: " in outcome.out
    added = [[line for line in path.read_text().splitlines() if line[0] != "d"] for path in (less, proof)]
    assert len(added[0]) <= len(added[1])
    assert "proof verified" in satsudoku("check", formula, "--proof", less).out
    outcome = satsudoku("check", formula, "--proof", lrat)
    assert (outcome.code, outcome.out.split(" (")[0]) == (0, "unsatisfiable: LRAT proof verified")
    again, core = tmp_path / "again.lrat", tmp_path / "core.cnf"
    outcome = satsudoku("check", formula, "--proof", lrat, "--trim", less, "--lrat", again, "--core", core)
    assert (outcome.code, outcome.err) == (0, "")
    assert again.read_bytes() == lrat.read_bytes(), "it was trimmed already"
    assert "proof verified" in satsudoku("check", formula, "--proof", less).out
    assert satsudoku("solve", core, "--solver", "cdcl").code == 20
    lrat.write_text("".join(line for line in lrat.read_text().splitlines(True)[1:]))
    assert satsudoku("check", formula, "--proof", lrat, "--lrat", tmp_path / "out").code == 1
    assert not (tmp_path / "out").exists()
    certificate = tmp_path / "php.certificate"
    certificate.write_text("satsudoku certificate 1\n")
    for option in ("--trim", "--lrat", "--core"):
        outcome = satsudoku("check", formula, "--proof", certificate, option, tmp_path / "out")
        assert (outcome.code, outcome.out) == (2, "")
        assert f"{option} needs a proof in DRAT or LRAT, and this is a certificate" in outcome.err
        assert f"{option} needs --proof" in satsudoku("check", formula, less, option, tmp_path / "out").err


def test_a_wrong_proof_is_shrunk_with_its_formula(satsudoku, tmp_path: Path):
    formula, proof = tmp_path / "f.cnf", tmp_path / "f.drat"
    formula.write_text("p cnf 3 6\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n3 1 2 0\n3 -1 2 0\n")
    proof.write_text("0\n")
    outcome = satsudoku("check", formula, "--proof", proof, "--shrink", tmp_path / "small")
    assert outcome.code == 1
    assert "wrong step and an unsatisfiable formula: 4 clauses, 1 step: written to" in outcome.out
    assert (tmp_path / "small.cnf").read_text().splitlines() == ["p cnf 3 4", "1 2 0", "1 -2 0", "-1 2 0", "-1 -2 0"]
    assert satsudoku("check", tmp_path / "small.cnf", "--proof", tmp_path / "small.drat").code == 1
    proof.write_text("1 0\n0\n")
    outcome = satsudoku("check", formula, "--proof", proof, "--shrink", tmp_path / "other")
    assert (outcome.code, outcome.out) == (2, "")
    assert "the proof is right" in outcome.err
    assert not (tmp_path / "other.cnf").exists()


def test_a_proof_without_its_end_and_a_wrong_lrat_proof_are_shrunk(satsudoku, tmp_path: Path):
    formula, proof, small = tmp_path / "f.cnf", tmp_path / "f.drat", tmp_path / "small"
    formula.write_text("p cnf 3 6\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n3 1 2 0\n3 -1 2 0\n")
    proof.write_text("3 2 0\n")
    outcome = satsudoku("check", formula, "--proof", proof, "--shrink", small)
    assert outcome.code == 1
    assert "smallest pair without the empty clause, for an unsatisfiable formula: 4 clauses, no steps" in outcome.out
    assert (tmp_path / "small.drat").read_bytes() == b""
    proof = tmp_path / "f.lrat"
    proof.write_text("7 3 2 0 5 6 0\n8 1 0 1 2 0\n9 0 8 3 0\n")
    outcome = satsudoku("check", formula, "--proof", proof, "--shrink", small)
    assert outcome.code == 1
    assert "smallest pair with this wrong line: 3 clauses, 2 steps: written to" in outcome.out
    assert (tmp_path / "small.lrat").read_text() == "4 1 0 1 2 0\n5 0 4 3 0\n"
    outcome = satsudoku("check", tmp_path / "small.cnf", "--proof", tmp_path / "small.lrat")
    assert outcome.out == "not confirmed: line 2 of the LRAT proof: the antecedents lead to no conflict\n"
    proof.write_text("8 1 0 1 2 0\n9 0 8 3 4 0\n")
    outcome = satsudoku("check", formula, "--proof", proof, "--shrink", small)
    assert (outcome.code, outcome.out) == (2, "")
    assert "the proof is right" in outcome.err


def test_it_is_checked_in_the_language_of_the_person(satsudoku, unsatisfiable: Path, tmp_path: Path):
    path = tmp_path / "proof"
    path.write_text("1 2 0\n0\n")
    assert satsudoku("check", unsatisfiable, "--proof", path, "--lang", "de").out.startswith("nicht bestätigt: ")
    assert satsudoku("check", unsatisfiable, "-", "--lang", "zh_CN", stdin="s 0\nv\nt 1\n").out[0] not in "unsat"


@pytest.mark.parametrize("goal", ["min", "max"])
def test_a_model_of_an_opb_file_is_checked_against_its_constraints(satsudoku, tmp_path: Path, goal: str):
    path, answer, proof = tmp_path / "a.opb", tmp_path / "a.out", tmp_path / "a.pbp"
    path.write_text(f"{goal}: +1 x1 +2 x2 ;\n+1 x1 +1 x2 = 1 ;\n+2 x1 +3 x2 +4 x4 -1 x5 >= 3 ;\n")
    answer.write_text(satsudoku("solve", path, "--proof", proof, "--proof-format", "veripb").out)
    best = 1 if goal == "min" else 2
    assert satsudoku("check", path, answer).out == f"right: the model satisfies all constraints\nobjective: {best}\n"
    assert satsudoku("check", path, "--proof", proof).out == f"confirmed: the optimum is {best}\n"
    answer.write_text("s SATISFIABLE\nv x1 -x2 x3 -x4 x5\n")
    wrong = satsudoku("check", path, answer)
    assert (wrong.code, wrong.out) == (1, "wrong: constraint 2 is violated: +2 x1 +3 x2 +4 x4 -1 x5 >= 3\n")
