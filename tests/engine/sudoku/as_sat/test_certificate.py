"""Certificates: the proof is valid for the written formula, and there is none if there are two solutions."""

from pathlib import Path

import pytest

from engine.base.errors import Cancelled, InputError
from engine.sat.formula import dimacs
from engine.sat.proof import reader as proof_reader
from engine.sat.proof.check import check_proof
from engine.sat.result import falsified
from engine.sudoku import formats
from engine.sudoku.as_sat.certificate import certify, excluding
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.layout import LAYOUTS, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import GridSearch


@pytest.mark.parametrize("name", ["single", "double", "x", "6x6"])
def test_the_remainder_can_be_checked(name: str, tmp_path: Path) -> None:
    layout = LAYOUTS[name]()
    made = generate(layout, len(layout.cells) * 3 // 5, seed=2)
    answer, cnf, drat = certify(made.puzzle, made.solution, tmp_path, "mine")
    formula = dimacs.read(cnf, strict=True).formula
    assert check_proof(formula, proof_reader.read(drat))
    (solution,) = formats.parse(answer.read_bytes(), layout=layout)
    assert solution.givens == made.solution
    # The formula is the encoding, and one clause that only the solution violates.
    encoding = encode(made.puzzle)
    assert list(formula)[:-1] == list(encoding.formula)
    expected = {encoding.variable(cell, digit) for cell, digit in enumerate(made.solution)}
    model = [v if v in expected else -v for v in range(1, formula.variables + 1)]
    assert falsified(formula, model) == len(formula) - 1


def test_two_solutions_are_no_case_for_a_certificate(tmp_path: Path) -> None:
    empty = Puzzle(single(), (0,) * 81)
    solution = GridSearch(single(), 1).fill()
    with pytest.raises(ValueError, match="mine has another solution"):
        certify(empty, solution, tmp_path, "mine")
    assert list(tmp_path.iterdir()) == []


def test_a_puzzle_without_holes() -> None:
    made = generate(single(), 0, seed=1)
    formula = excluding(made.puzzle, made.solution)
    assert formula[len(formula) - 1] == ()


def test_cancelled_or_nowhere_to_write(tmp_path: Path) -> None:
    made = generate(single(), 50, seed=1)
    with pytest.raises(Cancelled):
        certify(made.puzzle, made.solution, tmp_path, "mine", cancel=lambda: True)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InputError, match=r"mine\.drat: can't be written"):
        certify(made.puzzle, made.solution, tmp_path / "nowhere", "mine")
