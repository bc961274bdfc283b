"""`satsudoku decode`."""

from pathlib import Path

import pytest

from engine.sat.formula import dimacs
from engine.sudoku import formats
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.layout import LAYOUTS, double
from engine.sudoku.making.generator import generate

PUZZLE = generate(double(), 90, seed=1).puzzle


@pytest.mark.parametrize("form", ["shared", "course"])
def test_back_from_encode(satsudoku, tmp_path: Path, form: str):
    path = tmp_path / "puzzle.txt"
    path.write_text(formats.write(PUZZLE))
    formula = satsudoku("encode", path, "--form", form).out
    outcome = satsudoku("decode", "-", stdin=formula)
    assert (outcome.code, outcome.err) == (0, "")
    (puzzle,) = formats.parse(outcome.out.encode())
    assert (puzzle.layout, puzzle.givens) == (PUZZLE.layout, PUZZLE.givens)


def test_into_a_file_in_a_format(satsudoku, tmp_path: Path):
    path, target = tmp_path / "x.cnf", tmp_path / "x.txt"
    puzzle = generate(LAYOUTS["6x6"](), 18, seed=2).puzzle
    path.write_bytes(dimacs.dumps(encode(puzzle).formula))
    assert satsudoku("decode", path, "--format", "line", "-o", target) == (0, "", "")
    (again,) = formats.parse(target.read_bytes(), layout=puzzle.layout)
    assert again.givens == puzzle.givens


def test_a_custom_layout(satsudoku, tmp_path: Path):
    layout, path, target = tmp_path / "twelve.txt", tmp_path / "puzzle.txt", tmp_path / "x.cnf"
    layout.write_text("layout twelve\nsize 12\nboxes 3x4\ngrid 1 1\nhouse cage r1c1 r2c5\n")
    assert satsudoku("generate", "--layout", layout, "--holes", 70, "--seed", 1, "-o", path).code == 0
    assert satsudoku("encode", path, "--layout", layout, "-o", target) == (0, "", "")
    again = satsudoku("decode", target, "--layout", layout)
    visible = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    assert (again.code, again.out.splitlines(), again.err) == (0, visible, "")
    assert satsudoku("decode", target).code == 2


def test_something_else_is_refused(satsudoku, tmp_path: Path):
    path = tmp_path / "x.cnf"
    path.write_text("p cnf 3 1\n1 2 3 0\n")
    expected = "this formula is not a sudoku; see satsudoku decode --help"
    assert satsudoku("decode", path) == (2, "", f"satsudoku: {path}: {expected}\n")


@pytest.mark.long
def test_near_misses_are_reported(satsudoku, tmp_path: Path):
    path = tmp_path / "x.cnf"
    clauses = list(encode(PUZZLE).formula)
    clauses[3] = (-1, 4)
    path.write_text("p cnf 1377 1\n" + "".join(f"{' '.join(map(str, clause))} 0\n" for clause in clauses))
    outcome = satsudoku("decode", path)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert (
        "nearly a double sudoku (form shared): clause 4 (-1 4) is not one of its rules; the clause -1 -4 is missing ("
        in (outcome.err)
    )


def test_a_puzzle_is_no_formula(satsudoku, tmp_path: Path):
    path = tmp_path / "x.txt"
    path.write_text(formats.write(PUZZLE))
    assert satsudoku("decode", path).err == (
        f"satsudoku: {path}: this is a puzzle, not a formula; convert it with satsudoku encode\n"
    )
