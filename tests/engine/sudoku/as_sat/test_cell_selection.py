"""Selecting clauses by cells and digits."""

import pytest

from engine.sat.formula.formula import Formula
from engine.sudoku.as_sat.cell_selection import EXAMPLES, cell_condition, named_condition
from engine.sudoku.as_sat.clauses import PositionClauses
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.recognition import recognise
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate
from engine.sudoku.techniques.position import Position


@pytest.fixture(scope="module", params=["shared", "course"])
def sudoku(request: pytest.FixtureRequest) -> SudokuFormula:
    found = recognise(encode(generate(double(), 60, seed=1).puzzle, request.param).formula)
    assert found is not None
    return found


def test_candidates_are_the_meanings_the_other_way_round(sudoku: SudokuFormula) -> None:
    pairs = [(cell, *pair) for cell in range(153) for pair in sudoku.candidates(cell)]
    assert len(pairs) == sudoku.formula.variables
    assert all(sudoku.meaning(variable) == (cell, digit) for cell, digit, variable in pairs)


@pytest.mark.parametrize("form", ["shared", "course"])
def test_made_or_recognised_a_formula_means_the_same(form: str) -> None:
    made = encode(generate(double(), 60, seed=1).puzzle, form)
    found = recognise(made.formula)
    assert found is not None
    assert (found.formula, found.puzzle.givens, found.form) == (made.formula, made.puzzle.givens, form)
    for variable in range(1, made.formula.variables + 1):
        assert found.meaning(variable) == made.meaning(variable)
    for index in range(0, len(made.formula), 97):
        assert found.rule(index) == made.rule(index) != ""


def test_a_reduced_formula_has_variables_for_what_is_left_only() -> None:
    puzzle = generate(double(), 60, seed=1).puzzle
    made = encode(puzzle)
    reading = PositionClauses(made.reading.frame, Position.of(double(), puzzle.givens))
    reduced = SudokuFormula(Formula.of([], len(reading.frame_variables)), puzzle, reading)
    given = next(cell for cell, digit in enumerate(puzzle.givens) if digit)
    for cell in range(153):
        assert all(reduced.variable(cell, digit) == variable for digit, variable in reduced.candidates(cell))
    with pytest.raises(ValueError, match=r"no variable for r\d+c\d+ = "):
        reduced.variable(given, puzzle.givens[given])


def test_a_cell_stands_for_all_its_literals_in_every_copy(sudoku: SudokuFormula) -> None:
    for cell in (0, 152, double().index[7, 7]):
        found = named_condition(sudoku, double().cell_name(cell))
        assert found == cell_condition(sudoku, cell)
        assert found is not None
        about = [v for v in range(1, sudoku.formula.variables + 1) if sudoku.meaning(v)[0] == cell]
        assert found.literals == {*about, *(-v for v in about)}


def test_a_digit_in_a_cell_is_a_literal(sudoku: SudokuFormula) -> None:
    holds, not_so = named_condition(sudoku, "r2c3=4"), named_condition(sudoku, "r2c3!=4")
    assert holds is not None
    assert not_so is not None
    assert {sudoku.meaning(v) for v in holds.literals} == {(double().index[1, 2], 4)}
    assert {-v for v in holds.literals} == not_so.literals
    assert str(holds) == "r2c3=4"


def test_the_examples_are_words_and_others_are_none(sudoku: SudokuFormula) -> None:
    assert all(named_condition(sudoku, word) for word in EXAMPLES)
    for word in ("r1c10", "r0c1", "r99c1", "c1r1", "r1c1=", "r1c1<4", "r1c1=123", "r1c1=77", "unit", ""):
        assert named_condition(sudoku, word) is None


def test_no_clause_has_a_cell_empty(sudoku: SudokuFormula) -> None:
    condition = named_condition(sudoku, "r1c1=0")
    assert condition is not None
    assert not condition.of(Formula.of([[1]]), None).any()
