"""How a rule is drawn: the cells to mark, their form, and the parameter to type."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from engine.base.errors import InputError
from engine.base.language import Sentence, _, ngettext
from engine.base.text import whole_number
from engine.sudoku.layout import Layout
from engine.sudoku.rules.neighbours import neighbours


class CellForm(Enum):
    """The form of the marked cells of a rule."""

    BOARD = "board"
    """No cells: the rule applies to the whole board."""
    CELL = "cell"
    PAIR = "pair"
    """Two neighbours."""
    CORNER = "corner"
    """The upper left of four cells around a point."""
    CELLS = "cells"
    """Any cells, in any order."""
    LINE = "line"
    """Cells in order, each next to the one before, also diagonally."""
    RAY = "ray"
    """The first two cells of a row, column or diagonal that starts at the edge of a grid."""


_EXACT_COUNTS = {CellForm.BOARD: 0, CellForm.CELL: 1, CellForm.PAIR: 2, CellForm.CORNER: 1, CellForm.RAY: 2}
"""The number of cells to mark for each form that has a fixed one."""


@dataclass(frozen=True)
class RuleDrawing:
    """How a kind of rule is drawn.

    `least` is the minimum number of cells of the last part, `parameter` the prompt for the parameter ("" for none),
    `default` its usual value. Kinds with two parts name them in `parts`; the first part is drawn first.
    """

    form: CellForm
    least: int = 2
    parameter: Sentence | str = ""
    default: str = ""
    parts: tuple[Sentence, ...] = ()

    @property
    def most(self) -> int | None:
        """The number of cells that completes a part; None for any number."""
        return _EXACT_COUNTS.get(self.form)


def is_next_to(layout: Layout, cell: int, other: int) -> bool:
    """Whether two cells touch, at least at a corner."""
    (row, column), (other_row, other_column) = layout.cells[cell], layout.cells[other]
    return max(abs(row - other_row), abs(column - other_column)) == 1


def ray(layout: Layout, first: int, second: int) -> tuple[int, ...]:
    """The cells of a line from the first cell through the second to the other edge of a grid.

    Empty if the line does not start at an edge of a grid, or the two cells do not touch.
    """
    (row, column), (next_row, next_column) = layout.cells[first], layout.cells[second]
    down, right = next_row - row, next_column - column
    if max(abs(down), abs(right)) != 1:
        return ()
    for grid in layout.grids:
        cells = {*grid.cells}
        if {first, second} <= cells and layout.index.get((row - down, column - right)) not in cells:
            found = [first]
            while (after := layout.index.get((row + down * len(found), column + right * len(found)))) in cells:
                found.append(after)
            return tuple(found)
    return ()


def block(layout: Layout, cell: int) -> tuple[int, ...]:
    """The four cells around the lower right corner of a cell; empty if one is missing."""
    row, column = layout.cells[cell]
    found = [layout.index.get((row + down, column + right)) for down in (0, 1) for right in (0, 1)]
    return tuple(other for other in found if other is not None) if None not in found else ()


def cells_of_form(drawing: RuleDrawing, layout: Layout, marked: Sequence[int]) -> tuple[int, ...]:
    """The cells of a part of a rule, from the marked cells in order. Raises InputError if these don't have the form."""
    match drawing.form:
        case CellForm.PAIR:
            cells = tuple(sorted(marked))
            if cells not in neighbours(layout):
                raise InputError(_("these two cells are not neighbours"))
            return cells
        case CellForm.CORNER:
            if not (cells := block(layout, marked[0])):
                raise InputError(_("there are no four cells around this corner"))
            return cells
        case CellForm.RAY:
            if not (cells := ray(layout, marked[0], marked[1])):
                raise InputError(_("such a clue starts at the edge of a grid, and its second cell touches the first"))
            return cells
        case CellForm.LINE:
            if not all(is_next_to(layout, first, second) for first, second in pairwise(marked)):
                raise InputError(_("each cell of a line touches the previous one"))
    return tuple(marked)


def check_count(drawing: RuleDrawing, marked: Sequence[int], least: int) -> None:
    """Raise InputError if fewer cells are marked than a part needs."""
    needed = least if drawing.most is None else drawing.most
    if len(marked) < needed:
        raise InputError(
            ngettext("at least {needed} cell is needed", "at least {needed} cells are needed", needed).format(
                needed=needed
            )
        )


def typed_number(text: str, least: int, most: int) -> int:
    """A typed number. Raises InputError for anything but a number from `least` to `most`."""
    number = whole_number(text)
    if not least <= number <= most:
        raise InputError(_("a number from {least} to {most} is needed").format(least=least, most=most))
    return number
