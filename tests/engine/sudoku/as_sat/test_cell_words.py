"""Names of the variables of a sudoku: each says its cell and digit, and in which grid if there are copies."""

import re

import pytest

from engine.sat.formula.formula import Formula
from engine.sat.formula.words import NUMBERS, Words
from engine.sudoku.as_sat.cell_words import CellWords, words_of
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.forms import FORMS
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.signs import sign


@pytest.mark.every_combination
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["4x4", "double"])
def test_names(name: str, form: str) -> None:
    layout = LAYOUTS[name]()
    sudoku = encode(Puzzle(layout, (0,) * len(layout.cells)), form)
    words, places, names = CellWords(sudoku, "≠"), set(), set()
    for variable in range(1, sudoku.candidate_variables + 1):
        cell, digit = sudoku.meaning(variable)
        plain = f"{layout.cell_name(cell)} = {sign(digit)}"
        found = words.literal(variable)
        match = re.fullmatch(r"(.*?)(?: in grid (\d+))?", found)
        assert match
        assert match[1] == plain
        if match[2]:
            assert cell in layout.grids[int(match[2]) - 1].cells
            assert len(layout.grids_of(cell)) > 1
            places.add(cell)
        assert words.literal(-variable) == found.replace("=", "≠")
        names.add(found)
    assert len(names) == sudoku.candidate_variables
    assert places in (set(), {cell for cell in range(len(layout.cells)) if len(layout.grids_of(cell)) > 1})


def test_variables_of_a_rule_name_it() -> None:
    layout = LAYOUTS["4x4"]()
    sudoku = encode(Puzzle(layout, (0,) * 16, rules=(KillerCage((0, 1, 4), 7),)), "shared")
    words = CellWords(sudoku, "!=")
    extra = sudoku.candidate_variables + 1
    assert words.literal(extra) == f"{extra} (the cage of 7 at r1c1)"
    assert words.literal(-extra) == f"-{extra} (the cage of 7 at r1c1)"
    assert words.literal(-1) == "r1c1 != 1"
    assert words.rule(0) == sudoku.rule(0)
    assert words.in_grid(extra, "text") == "text"


def test_the_words_of_a_formula() -> None:
    sudoku = encode(Puzzle(LAYOUTS["4x4"](), (0,) * 16), "shared")
    found: Words = words_of(sudoku.formula, "≠")
    assert isinstance(found, CellWords)
    assert found.literal(-2) == "r1c1 ≠ 2"
    assert words_of(Formula.of([[1, 2]]), "≠") is NUMBERS
