"""The cells that the light reaches."""

from engine.sudoku.layout import double, single
from engine.sudoku.rules.kinds.fog import Fog


def test_lamps_and_right_digits_light_the_cells_around() -> None:
    layout = single()
    names = {layout.cell_name(cell) for cell in Fog((40,)).lit(layout, [])}
    assert names == {f"r{row}c{column}" for row in (4, 5, 6) for column in (4, 5, 6)}
    assert Fog((40,)).lit(layout, [0]) - Fog((40,)).lit(layout, []) == {0, 1, 9, 10}
    assert Fog(()).lit(layout, []) == frozenset()


def test_no_light_outside_the_cells() -> None:
    layout = double()
    for cell, (row, column) in enumerate(layout.cells):
        around = {
            other
            for other, (other_row, other_column) in enumerate(layout.cells)
            if max(abs(row - other_row), abs(column - other_column)) < 2
        }
        assert Fog((cell,)).lit(layout, []) == Fog(()).lit(layout, [cell]) == around


def test_it_demands_and_draws_nothing() -> None:
    assert [*Fog((3,)).primitives(single())] == [*Fog((3,)).shapes(single())] == []
