"""The board of a game, with a selection of cells and keys for notes."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click, MouseDown, MouseMove, MouseUp
from textual.message import Message

from tui.base.board import BoardInput

_NOTE_KEYS = (
    "exclamation_mark", "at", "number_sign", "dollar_sign", "percent_sign", "circumflex_accent", "ampersand",
    "asterisk", "left_parenthesis",
)  # fmt: skip
"""The keys for shift and a digit from 1 on, on a US keyboard."""


class GameBoard(BoardInput):
    """A board with a selection of cells. Typed digits apply to all selected cells, else to the cursor's cell.

    When the cursor moves, the selection is cleared, unless the move extends it or `action_select` has fixed it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("shift+up", "extend(-1,0)", "select more cells", key_display="shift+arrows", show=False),
        Binding("shift+down", "extend(1,0)", show=False),
        Binding("shift+left", "extend(0,-1)", show=False),
        Binding("shift+right", "extend(0,1)", show=False),
        Binding("s", "select", "select by moving", tooltip="select: moves add cells", show=False),
        Binding(_NOTE_KEYS[0], "note(1)", "note a digit", key_display="! to (", tooltip="note 1-9 (shift)", show=False),
        *(Binding(key, f"note({digit})", show=False) for digit, key in enumerate(_NOTE_KEYS[1:], 2)),
    ]

    @dataclass
    class NoteTyped(Message):
        """Posted when a note is typed for these cells."""

        digit: int
        cells: Collection[int]

    @dataclass
    class SelectingChanged(Message):
        """Posted when cursor moves start or stop adding cells to the selection."""

        adding: bool

    selection: frozenset[int] = frozenset()
    """The selected cells. After a change, the screen must redraw the board."""
    _is_adding = False
    """Whether cursor moves add cells to the selection."""
    _is_selection_fixed = False
    """Whether the selection stays when a cursor move adds nothing."""
    _is_dragging = False

    @property
    def cells(self) -> Collection[int]:
        return self.selection or (self.cursor,)

    def deselect(self) -> None:
        """Clear the selection."""
        self.selection, self._is_adding, self._is_selection_fixed = frozenset(), False, False

    def go_to(self, cell: int) -> None:
        if self._is_adding:
            self.selection |= {cell}
        elif not self._is_selection_fixed:
            self.selection = frozenset()
        super().go_to(cell)

    def action_extend(self, down: int, right: int) -> None:
        """Move to the next cell in a direction, and select both cells."""
        self._extend(self.board_layout.towards(self.cursor, down, right))

    def _extend(self, cell: int) -> None:
        self.selection |= {self.cursor, cell}
        super().go_to(cell)

    def action_select(self) -> None:
        """Start or stop adding cells by moving; when stopped, the selection stays."""
        self._is_adding, self._is_selection_fixed = not self._is_adding, True
        if self._is_adding:
            self.selection |= {self.cursor}
        self.post_message(self.SelectingChanged(self._is_adding))

    def action_note(self, digit: int) -> None:
        if digit > self.board_layout.size:
            self.action_digit(digit)
        else:
            self.post_message(self.NoteTyped(digit, self.cells))

    # the mouse: a click goes to a cell; with ctrl or shift, or dragged, it selects

    def on_mouse_down(self, event: MouseDown) -> None:
        cell = self.cell_under(event)
        if cell is None:
            return
        if event.ctrl or event.shift:
            self._extend(cell)
        else:
            self.go_to(cell)
        self._is_dragging = True
        self.capture_mouse()

    def on_mouse_move(self, event: MouseMove) -> None:
        cell = self.cell_under(event)
        if self._is_dragging and cell not in (None, self.cursor):
            self._extend(cell)

    def on_mouse_up(self, event: MouseUp) -> None:
        self._is_dragging = False
        self.release_mouse()

    def on_click(self, event: Click) -> None:
        event.prevent_default()  # the cursor is there since the button was pressed
