"""Rules as a person draws them: rays end with their grid, and what is no line or no number is refused."""

import pytest

from engine.base.errors import InputError
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.rules.drawing import typed_number
from engine.sudoku.rules.kinds.arrow import Arrow
from engine.sudoku.rules.kinds.dots import Ratio
from engine.sudoku.rules.kinds.everywhere import DisjointGroups
from engine.sudoku.rules.kinds.outside import LittleKiller, Sandwich
from engine.sudoku.rules.kinds.quadruple import Quadruple
from engine.sudoku.rules.kinds.thermometer import Thermometer


def test_a_number_lies_between_two_bounds() -> None:
    assert [typed_number(text, 2, 12) for text in ("2", "7", "12")] == [2, 7, 12]
    for text in ("1", "13", "-2", "two", ""):
        with pytest.raises(InputError, match="2 to 12"):
            typed_number(text, 2, 12)


def test_rays_cross_their_own_grid_only() -> None:
    layout = double()
    row_of_second = Sandwich.draw(layout, [[layout.index[8, 6], layout.index[8, 7]]], "9")
    assert [layout.cells[cell] for cell in row_of_second.cells] == [(8, column) for column in range(6, 15)]
    diagonal = LittleKiller.draw(layout, [[layout.index[6, 12], layout.index[7, 13]]], "9")
    assert [layout.cells[cell] for cell in diagonal.cells] == [(6, 12), (7, 13), (8, 14)]
    with pytest.raises(InputError, match="edge"):
        Sandwich.draw(layout, [[layout.index[3, 3], layout.index[3, 4]]], "9")


def test_an_invalid_line_is_refused() -> None:
    layout = single()
    assert Thermometer.draw(layout, [[0, 10, 20]]) == Thermometer((0, 10, 20))
    with pytest.raises(InputError, match="touches"):
        Thermometer.draw(layout, [[0, 2]])
    with pytest.raises(InputError, match="not neighbours"):
        Ratio.draw(layout, [[0, 10]], "2")
    with pytest.raises(InputError, match="four cells"):
        Quadruple.draw(layout, [[8]], "1 2")
    with pytest.raises(InputError, match="shaft"):
        Arrow.draw(layout, [[0], [0]])
    with pytest.raises(InputError, match="boxes"):
        DisjointGroups.draw(LAYOUTS["jigsaw"](), [[]])
