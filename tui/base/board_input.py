"""A board that takes keys: a cursor on its cells, and the digits that are typed there."""

from dataclasses import dataclass
from typing import ClassVar, cast

from textual.binding import Binding, BindingType
from textual.events import Click, Key
from textual.geometry import Size
from textual.message import Message

from engine.sudoku.layout import Layout
from engine.sudoku.signs import SIGNS, sign
from tui.base.board import Board
from tui.base.page import Page
from tui.base.part import Part
from tui.draw.board import Look
from tui.draw.frame import NORMAL, CellSize
from tui.draw.palette import Glyphs, Palette

WHICH_LETTER = "Which digit? A to {letter} are 10 to {size}."
NO_SUCH_DIGIT = "The digits here are {digits}."
DIGITS = "1 to {size}"
DIGITS_AND_LETTERS = "1 to 9, and {key} with A to {letter}"

_TILE = 3
"""Cells of a jump where the boxes have no shape of their own."""


class BoardInput(Board, Part, can_focus=True):
    """Owns the cursor. Its screen is told where the cursor goes and what is typed, and shows what comes of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "digit(1)", "place", key_display="1-9", tooltip="put a digit there"),
        *(Binding(str(digit), f"digit({digit})", show=False) for digit in range(2, 10)),
        Binding("apostrophe", "letter", "above 9", key_display="' A", tooltip="above 9: ' and a letter"),
        Binding("x,0,delete,backspace", "clear", "clear", key_display="x 0 del", show=False),
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

    @dataclass
    class CursorMoved(Message):
        """A key or the mouse brought the cursor to this cell."""

        cell: int

    @dataclass
    class DigitTyped(Message):
        """A digit was typed, 0 to clear, while the cursor was on this cell."""

        cell: int
        digit: int

    @dataclass
    class Told(Message):
        """Something to be told of what is typed; "" where it no longer holds."""

        sentence: str

    def __init__(
        self,
        layout: Layout,
        cursor: int,
        look: Look,
        palette: Palette,
        glyphs: Glyphs,
        cell: CellSize = NORMAL,
        room: Size | None = None,
    ) -> None:
        """`cursor` is the cell to begin at; the rest is as in `Board`."""
        super().__init__(layout, look, palette, glyphs, cell, room)
        self.cursor = cursor
        """The cell that the cursor is on. Whoever sets it shows the board again."""
        self._letter_awaited = False

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Letters are digits only where there are more than 9."""
        return action != "letter" or self.layout_shown.size > 9

    # the cursor

    def go_to(self, cell: int) -> None:
        """Bring the cursor to a cell, and tell the screen."""
        self.cursor = cell
        self.post_message(self.CursorMoved(cell))

    def action_move(self, down: int, right: int) -> None:
        """Go to the next cell in a direction, over gaps in the canvas; stay if there is none."""
        self.go_to(self.layout_shown.towards(self.cursor, down, right))

    def action_jump(self, down: int, right: int) -> None:
        """Go as far as the next box in a direction, or as near to it as there are cells."""
        layout, cell = self.layout_shown, self.cursor
        for _ in range((layout.box_rows if down else layout.box_columns) or _TILE):
            cell = layout.towards(cell, down, right)
        self.go_to(cell)

    def action_empty(self, step: int) -> None:
        """Go to the next (or previous) empty cell in reading order, round the end."""
        values = self.look.values
        order = [(self.cursor + step * far) % len(values) for far in range(1, len(values) + 1)]
        self.go_to(next((cell for cell in order if not values[cell]), self.cursor))

    def action_other_grid(self) -> None:
        """Go to the same place of the next grid."""
        grids = self.layout_shown.grids
        here = [number for number, grid in enumerate(grids) if self.cursor in grid.cells]
        if len(grids) > 1 and here:
            place = grids[here[-1]].cells.index(self.cursor)
            self.go_to(grids[(here[-1] + 1) % len(grids)].cells[place])

    def on_click(self, event: Click) -> None:
        cell = self.cell_under(event)
        if cell is not None:
            self.go_to(cell)

    # digits

    @property
    def digits(self) -> str:
        """The digits of this board, as they are typed."""
        size = self.layout_shown.size
        if size < 10:
            return DIGITS.format(size=size)
        key = cast(Page, self.screen).key("letter").partition(" ")[0]  # of `' A`
        return DIGITS_AND_LETTERS.format(key=key, letter=sign(size))

    def action_digit(self, digit: int) -> None:
        if digit > self.layout_shown.size:
            self.post_message(self.Told(NO_SUCH_DIGIT.format(digits=self.digits)))
        else:
            self.post_message(self.DigitTyped(self.cursor, digit))

    def action_clear(self) -> None:
        self.action_digit(0)

    def action_letter(self) -> None:
        """Ask for the letter of a digit above 9."""
        size = self.layout_shown.size
        self._letter_awaited = True
        self.post_message(self.Told(WHICH_LETTER.format(letter=sign(size), size=size)))

    def on_key(self, event: Key) -> None:
        """Take the letter that was asked for; any other key ends the question and does what it does."""
        if not self._letter_awaited:
            return
        self._letter_awaited = False
        self.post_message(self.Told(""))
        letter = (event.character or "").upper()
        if letter and letter in SIGNS[9:]:
            event.stop()
            event.prevent_default()
            self.action_digit(SIGNS.index(letter) + 1)
