"""`satsudoku encode`."""

from pathlib import Path

import pytest

from engine.sat.formula import dimacs
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.forms import FORMS
from engine.sudoku.formats import write
from engine.sudoku.layout import single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle

PUZZLES = [generate(single(), 30, seed=seed).puzzle for seed in (1, 2)]


@pytest.fixture
def puzzle_file(tmp_path: Path) -> Path:
    path = tmp_path / "one.txt"
    path.write_text(write(PUZZLES[0]))
    return path


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "two.txt"
    path.write_text(write(PUZZLES[0]) + "\n" + write(PUZZLES[1]))
    return path


@pytest.mark.parametrize("form", FORMS)
def test_the_clauses_are_those_of_the_encoding(satsudoku, puzzle_file: Path, form: str):
    outcome = satsudoku("encode", puzzle_file, "--form", form)
    assert outcome.code == 0
    formula = dimacs.parse(outcome.out.encode()).formula
    assert list(formula) == list(encode(PUZZLES[0], form).formula)


def test_the_last_comment_is_the_command_that_makes_it_again(satsudoku, two: Path):
    outcome = satsudoku("encode", two, "--number", 2, "--form", "course")
    comments = dimacs.parse(outcome.out.encode()).formula.comments
    made = [comment.text for comment in comments if comment.text.startswith("made by: ")]
    assert made == [comments[-1].text]
    assert satsudoku(*made[0].removeprefix("made by: satsudoku ").split()) == outcome


def test_into_a_file_and_from_standard_input(satsudoku, puzzle_file: Path, tmp_path: Path):
    path = tmp_path / "one.cnf"
    assert satsudoku("encode", "-", "-o", path, stdin=puzzle_file.read_text()) == (0, "", "")
    assert list(dimacs.read(path).formula) == list(encode(PUZZLES[0]).formula)


@pytest.mark.parametrize(
    ("number", "expected"),
    [([], "it contains 2 puzzles"), (["--number", 3], "no puzzle 3"), (["--number", 0], "no puzzle 0")],
)
def test_one_of_several_has_to_be_chosen(satsudoku, two: Path, number: list[object], expected: str):
    outcome = satsudoku("encode", two, *number)
    assert (outcome.code, outcome.out) == (2, "")
    assert expected in outcome.err


def test_a_formula_is_no_puzzle(satsudoku):
    outcome = satsudoku("encode", "-", stdin="p cnf 1 1\n1 0\n")
    assert (outcome.code, outcome.out) == (2, "")
    assert "this is a formula, not a puzzle" in outcome.err


def test_text_is_read_as_the_requested_layout(satsudoku, tmp_path: Path):
    path = tmp_path / "a.txt"
    path.write_text(write(Puzzle(single(), (0,) * 81)))
    plain, diagonal = satsudoku("encode", path).out, satsudoku("encode", "--layout", "x", path).out
    assert len(diagonal) > len(plain)
    assert diagonal.count(f"made by: satsudoku encode {path} --layout x\n") == 1
    assert satsudoku("encode", "--layout", "none", path).err.startswith("satsudoku: there is no layout 'none'")


def test_the_puzzle_is_not_overwritten(satsudoku, tmp_path: Path):
    path = tmp_path / "puzzle.txt"
    path.write_text("1...\n" + "....\n" * 3)
    outcome = satsudoku("encode", path, "-o", path)
    assert (outcome.code, outcome.err.count("\n")) == (2, 1)
    assert "the output would overwrite the input" in outcome.err
    assert path.read_text().startswith("1...")
