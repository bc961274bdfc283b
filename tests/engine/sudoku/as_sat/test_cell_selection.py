"""Choosing clauses by cells and digits."""

import pytest

from engine.sat.formula.formula import Formula
from engine.sudoku.as_sat.cell_selection import ALLOWED, cell_condition, named_condition
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.recognition import Recognised, recognise
from engine.sudoku.layout import double
from engine.sudoku.making.generator import generate


@pytest.fixture(scope="module", params=["shared", "course"])
def sudoku(request: pytest.FixtureRequest) -> Recognised:
    found = recognise(encode(generate(double(), 60, seed=1).puzzle, request.param).formula)
    assert found is not None
    return found


def test_candidates_are_the_meanings_the_other_way_round(sudoku: Recognised) -> None:
    pairs = [(cell, *pair) for cell in range(153) for pair in sudoku.candidates(cell)]
    assert len(pairs) == sudoku.formula.variables
    assert all(sudoku.meaning(variable) == (cell, digit) for cell, digit, variable in pairs)


def test_a_cell_stands_for_all_its_literals_in_every_copy(sudoku: Recognised) -> None:
    for cell in (0, 152, double().index[7, 7]):
        found = named_condition(sudoku, double().cell_name(cell))
        assert found == cell_condition(sudoku, cell)
        assert found is not None
        about = [v for v in range(1, sudoku.formula.variables + 1) if sudoku.meaning(v)[0] == cell]
        assert found.literals == {*about, *(-v for v in about)}


def test_a_digit_in_a_cell_is_a_literal(sudoku: Recognised) -> None:
    holds, not_so = named_condition(sudoku, "r2c3=4"), named_condition(sudoku, "r2c3!=4")
    assert holds is not None
    assert not_so is not None
    assert {sudoku.meaning(v) for v in holds.literals} == {(double().index[1, 2], 4)}
    assert {-v for v in holds.literals} == not_so.literals
    assert str(holds) == "r2c3=4"


def test_the_examples_are_words_and_others_are_none(sudoku: Recognised) -> None:
    assert all(named_condition(sudoku, word) for word in ALLOWED)
    for word in ("r1c10", "r0c1", "r99c1", "c1r1", "r1c1=", "r1c1<4", "r1c1=123", "r1c1=77", "unit", ""):
        assert named_condition(sudoku, word) is None


def test_no_clause_has_a_cell_empty(sudoku: Recognised) -> None:
    condition = named_condition(sudoku, "r1c1=0")
    assert condition is not None
    assert not condition.of(Formula.of([[1]]), None).any()
