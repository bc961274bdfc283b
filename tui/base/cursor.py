"""A screen of a board, of a game or not, whose cursor the arrows move."""

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits
from tui.base.board import Board
from tui.base.page import Page


class CursorPage(Page):
    """Adds the keys that move the cursor. Subclasses tell what the board is, and bring the cursor to a cell."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1,0)", "move", key_display="arrows hjkl", show=False),
        Binding("down,j", "move(1,0)", show=False),
        Binding("left,h", "move(0,-1)", show=False),
        Binding("right,l", "move(0,1)", show=False),
        Binding("K", "jump(-1,0)", "move by a box", key_display="HJKL", show=False),
        Binding("J", "jump(1,0)", show=False),
        Binding("H", "jump(0,-1)", show=False),
        Binding("L", "jump(0,1)", show=False),
        Binding("tab", "empty(1)", "next empty cell", show=False),
        Binding("shift+tab", "empty(-1)", "previous empty cell", show=False),
        Binding("g", "other_grid", "other grid", show=False),
    ]

    @property
    def board_layout(self) -> Layout:
        """The layout of the board."""
        raise NotImplementedError

    @property
    def values(self) -> Digits:
        """The digits on the board, 0 for empty."""
        raise NotImplementedError

    @property
    def cursor(self) -> int:
        """The cell the cursor is on."""
        raise NotImplementedError

    def point_at(self, cell: int) -> None:
        """Bring the cursor to a cell, and show it."""
        raise NotImplementedError

    def action_move(self, down: int, right: int) -> None:
        """Go to the next cell in a direction, over gaps in the canvas; stay if there is none."""
        self.point_at(self.board_layout.towards(self.cursor, down, right))

    def action_jump(self, down: int, right: int) -> None:
        """Go as far as the next box in a direction, or as near to it as there are cells."""
        layout, cell = self.board_layout, self.cursor
        for _ in range((layout.box_rows if down else layout.box_columns) or 3):
            cell = layout.towards(cell, down, right)
        self.point_at(cell)

    def action_empty(self, step: int) -> None:
        """Go to the next (or previous) empty cell in reading order, round the end."""
        values = self.values
        order = [(self.cursor + step * far) % len(values) for far in range(1, len(values) + 1)]
        self.point_at(next((cell for cell in order if not values[cell]), self.cursor))

    def action_other_grid(self) -> None:
        """Go to the same place of the next grid."""
        grids = self.board_layout.grids
        here = [number for number, grid in enumerate(grids) if self.cursor in grid.cells]
        if len(grids) > 1 and here:
            place = grids[here[-1]].cells.index(self.cursor)
            self.point_at(grids[(here[-1] + 1) % len(grids)].cells[place])

    @on(Board.Clicked)
    def _clicked(self, event: Board.Clicked) -> None:
        self.point_at(event.cell)
