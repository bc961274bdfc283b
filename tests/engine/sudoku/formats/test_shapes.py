"""The shapes of puzzles in text."""

from engine.sudoku.formats.shapes import canvas, distinct_shapes, line, shapes, stack
from engine.sudoku.layout import LAYOUTS, Layout, describe, double, single


def test_every_cell_is_in_every_shape(layout: Layout) -> None:
    for shape in (canvas(layout), stack(layout), line(layout)):
        cells = [cell for row in shape.rows for cell in row.cells]
        assert set(cells) == set(range(len(layout.cells)))
        assert [cells[place] for place in shape.first] == list(range(len(layout.cells)))
        assert all(place > first and cells[place] == cells[first] for place, first in shape.repeats)
        assert len(shape.first) + len(shape.repeats) == len(cells)
        assert shape.arrange(cells) == tuple(range(len(layout.cells)))
        assert all(list(row.columns) == sorted(set(row.columns)) for row in shape.rows)
        assert shape.columns == 1 + max(column for row in shape.rows for column in row.columns)


def test_each_cell_is_at_its_place_on_the_canvas(layout: Layout) -> None:
    shape = canvas(layout)
    placed = {
        cell: (number, column)
        for number, row in enumerate(shape.rows)
        for cell, column in zip(row.cells, row.columns, strict=True)
    }
    assert [placed[cell] for cell in range(len(layout.cells))] == list(layout.cells)
    assert shape.repeats == ()


def test_shapes_of_a_double() -> None:
    assert [len(row.cells) for row in canvas(double()).rows] == [9] * 6 + [15] * 3 + [9] * 6
    assert [(len(shape.rows), shape.columns) for shape in shapes(double())] == [(18, 9), (15, 15), (1, 162)]
    assert len(line(double()).repeats) == len(stack(double()).repeats) == 9


def test_one_grid_is_the_same_on_the_canvas_and_in_a_stack() -> None:
    assert [(len(shape.rows), shape.columns) for shape in shapes(single())] == [(9, 9), (1, 81)]


def test_cells_outside_the_grids_stand_once() -> None:
    layout = describe("layout odd\nsize 2\ngrid 1 1\nmap room\n..AA\n")
    assert stack(layout).rows == canvas(layout).rows
    assert [row.cells for row in line(layout).rows] == [tuple(range(6))]
    assert line(layout).repeats == ()


def test_the_first_layout_of_identical_shapes_is_used() -> None:
    x, upper_left = LAYOUTS["x"](), LAYOUTS["double-upper-left"]()
    found = distinct_shapes((single(), x, upper_left, double()))
    assert {shape.layout.name for shape in found} == {"single", "double-upper-left"}
    assert len({shape.look for shape in found}) == len(found)
    assert {shape.layout for shape in distinct_shapes((x, single()))} == {x}
