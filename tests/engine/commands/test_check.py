"""`satsudoku check`."""

from pathlib import Path

import pytest

FORMULA = "p cnf 4 3\n1 -2 0\n2 3 0\n-1 -3 0\n"


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
        ("s 1\nv 1 2 -3 -4 5\nt 3\n", 1, "wrong: the model has variable 5, the formula has 4 variables"),
        ("s 0\nv\nt 3\n", 1, "not confirmed: a result by itself can't show that a formula is unsatisfiable"),
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
def test_what_is_no_result_is_refused_in_one_line(satsudoku, formula: Path, result: str):
    outcome = satsudoku("check", formula, "-", stdin=result)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("satsudoku: standard input")
    assert outcome.err.count("\n") == 1


def test_files_that_are_not_there(satsudoku, formula: Path, tmp_path: Path):
    for argv in ((tmp_path / "no.cnf", formula), (formula, tmp_path / "no.res")):
        outcome = satsudoku("check", *argv)
        assert (outcome.code, outcome.out) == (2, "")
        assert "there is no such file" in outcome.err
