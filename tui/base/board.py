"""Board widgets: one that shows a board, and one with a cursor that takes input."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar, cast

from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.events import Click, Key, MouseEvent, Resize
from textual.geometry import Offset, Region, Size
from textual.message import Message

from engine.base.language import lazy_gettext as _
from engine.play.errors import GameError
from engine.play.typed_moves import TypedMove, parse_move
from engine.sudoku.layout import Layout
from engine.sudoku.signs import SIGNS, sign
from tui.base.base_app import WIDTH
from tui.base.dialogs import Prompt
from tui.base.keyed_widget import KeyedWidget
from tui.base.page import Page
from tui.base.picture_view import PictureView
from tui.draw.board import BoardAppearance, draw
from tui.draw.board_frame import (
    NARROW,
    NORMAL,
    WITHOUT_NOTES,
    CellSize,
    Parting,
    best_fit,
    best_plain_fit,
    follow,
    frame,
    labelled_frame,
    parted_sizes,
    put_edges,
    spacious_sizes,
    uncovered,
)
from tui.draw.picture import Picture
from tui.terminal.web_keys import cell_of

WHICH_LETTER = _("Which digit? A to {letter} are 10 to {size}.")
NO_SUCH_DIGIT = _("The digits here are {digits}.")
TYPE_MOVE = _("Row, column and digit, such as 1b4 (0 clears)")
DIGITS = _("1 to {size}")
DIGITS_AND_LETTERS = _("1 to 9, and {key} with A to {letter}")

_LINES = 3
"""Lines of a screen used by title, message and keys."""

_COMFORTABLE = 44
"""Minimum columns of a side panel before the cells are enlarged."""
_BELOW = 6
"""Lines reserved for the panel below a board."""

_LEAST_PART = 22
"""Minimum columns of a part of a board beside its panel: a grid of nine columns."""
_EDGES = 2, 4
"""Rows and columns of a window that may be covered because the board continues there."""

_TILE = 3
"""Length of a jump in cells where boxes are not rectangular."""


class Fitting(Enum):
    """The arrangement of a board and its side panel in the terminal."""

    SIDE_BY_SIDE = "side by side"
    ABOVE = "one above the other"
    ALONE = "no room for both"


class BoardView(PictureView):
    """A widget that shows a board. Its only state is the visible part.

    A board larger than its room scrolls with the cursor, by half the room at a time, with arrows at the cut edges.
    """

    LABELLED: ClassVar[bool] = True
    """Whether rows and columns are labelled on the frame."""

    def __init__(
        self,
        layout: Layout,
        look: BoardAppearance,
        cell: CellSize = NORMAL,
        room: Size | None = None,
        side_columns: int | None = None,
        small_side: int = 0,
    ) -> None:
        """`look` is the first appearance: an empty board would be painted twice. `room` is the maximum size, if any.

        A board with `side_columns` adapts to the terminal, less three lines and this many columns beside it, or in
        narrow terminals some lines below it. Its cells have room for notes if the side panel has plenty of room. A
        terminal without room for both has `small_side` columns beside the board, or a part of it, unless that is 0.
        """
        self.layout_shown = layout
        self.look = look
        """The appearance on display."""
        self.fitting = Fitting.SIDE_BY_SIDE
        """How the board shares the terminal, if it has `side_columns`."""
        self._side_columns, self._small_side = side_columns, small_side
        self._terminal = Size()  # the last size in fit_terminal
        self._window = Offset()
        self._was_at: int | None = None
        """The cursor at the last drawing."""
        super().__init__(Picture(0, 0))
        if side_columns is None:
            self._lay_out(cell, room)
            self.picture = self._drawing()
        else:
            self.fit_terminal(self.app.size)

    def show_look(self, look: BoardAppearance) -> None:
        """Show another appearance."""
        self.look = look
        self.show(self._drawing())

    def fit(self, look: BoardAppearance, cell: CellSize, room: Size | None = None) -> None:
        """Show an appearance with another cell size or room (None: unlimited)."""
        self._lay_out(cell, room)
        self.show_look(look)

    def _lay_out(self, cell: CellSize, room: Size | None) -> None:
        layout, box = self.layout_shown, self.glyphs.box
        self._text = text = labelled_frame(layout, box, cell, room.width) if room else frame(layout, box, cell)
        self.visible_size = Size(min(room.width, text.width), min(room.height, text.height)) if room else text.size
        """Number of visible columns and rows."""

    def fit_terminal(self, terminal: Size) -> None:
        """Adapt the layout to a terminal of this size, if the board has `side_columns`."""
        if self._side_columns is not None and terminal != self._terminal:
            self._terminal = terminal
            layout, box = self.layout_shown, self.glyphs.box
            least, lines = frame(layout, box, NARROW).size, terminal.height - _LINES
            room = Size(terminal.width - self._side_columns - 1, lines)
            self.fitting = Fitting.SIDE_BY_SIDE
            if room.width < least.width and terminal.width < WIDTH:
                self.fitting = Fitting.ABOVE if least.height + _BELOW <= lines else Fitting.ALONE
                room = Size(terminal.width, lines - _BELOW if self.fitting is Fitting.ABOVE else lines)
                beside = terminal.width - 1 - self._small_side
                if self.fitting is Fitting.ALONE and self._small_side and beside >= _LEAST_PART:
                    self.fitting, room = Fitting.SIDE_BY_SIDE, Size(min(least.width, beside), lines)
            roomy = Size(terminal.width - max(self._side_columns, _COMFORTABLE) - 1, lines)
            grounds = self.palette.tile.bgcolor is not None
            sizes = parted_sizes(layout.size, grounds=grounds)
            spacious = () if self.options.is_slow else spacious_sizes(layout.size)
            large = best_fit(layout, box, roomy, sizes, spacious)
            if not large.whole:
                wide, *others = WITHOUT_NOTES
                square = best_fit(layout, box, roomy, (wide,))
                packed = [replace(wide, parting=Parting.GROUNDS)] * grounds
                large = square if square.whole else best_plain_fit(layout, box, room, [*packed, *others])
            self._lay_out(large.cell, room)
            self.picture = self._drawing()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        self.fit_terminal(viewport)
        return self.picture.width

    def _drawing(self) -> Picture:
        text, visible_size, look, palette, glyphs = self._text, self.visible_size, self.look, self.palette, self.glyphs
        if visible_size != text.size:
            self._window = Offset(
                self._follow(1, self._window.x, visible_size.width, text.width, text.xs, text.cell.width),
                self._follow(0, self._window.y, visible_size.height, text.height, text.ys, text.cell.height),
            )
            self._was_at = look.cursor
        window = Region.from_offset(self._window, visible_size)
        picture = draw(text, look, palette, glyphs, window, self.LABELLED, blocks=self.options.draws_large_digits)
        if visible_size != text.size:
            put_edges(picture, text, window, palette, glyphs)
        return picture

    def _follow(self, axis: int, start: int, room: int, whole: int, places: Sequence[int], size: int) -> int:
        """Return the start of the window on an axis (0: rows, 1: columns).

        It shows the cursor and all marked cells, or if they are too far apart, the cursor if it has moved, else the
        marked cells; `places` are the starts of rows or columns of that `size`.
        """
        look, layout = self.look, self.layout_shown
        marked = {*look.signs, *(cell for house in look.pointed for cell in layout.houses[house].cells)}
        cursor = {look.cursor} - {None}
        for cells in (cursor | marked, cursor if look.cursor != self._was_at else marked, cursor):
            at = [places[layout.cells[cell][axis]] for cell in cells if cell is not None]
            if at and (len(set(at)) == 1 or max(at) + size - min(at) + _EDGES[axis] <= room):
                return follow(start, room, whole, min(at), max(at) + size - min(at))
        return start

    def selected_place(self) -> Offset:
        """Return the position of the cursor's digit; (0, 0) without a cursor."""
        if self.look.cursor is None:
            return Offset(0, 0)
        return self._text.digit_place(self.look.cursor) - self._window

    def cell_under(self, event: MouseEvent) -> int | None:
        """Return the cell under the mouse; None for a line, a gap, or a covered cell."""
        at = Offset(int(event.screen_x), int(event.screen_y)) - self.region.offset + self._window
        visible_region = uncovered(self._text, Region.from_offset(self._window, self.visible_size))
        return self._text.cell_at(*at) if visible_region.contains_point(at) else None


class WithBoard(Container):
    """A container for a board and its side panel, which moves below the board in narrow terminals.

    If there is no room for both, `shows_board` selects which one is visible.
    """

    DEFAULT_CSS = """
    WithBoard { layout: horizontal; height: 1fr; align: center middle; }
    WithBoard > PanelView { width: 1fr; max-width: 40; height: 21; max-height: 100%; margin-left: 1; }
    WithBoard.-above { layout: vertical; }
    WithBoard.-above > PanelView { height: 1fr; }
    """

    def __init__(self, *, shows_board: bool) -> None:
        super().__init__()
        self._shows_board = shows_board

    def on_resize(self, event: Resize) -> None:
        self.fit_terminal(self.app.size)

    def fit_terminal(self, terminal: Size) -> None:
        """Adapt to a terminal of this size. A screen calls it if the container is no larger than its content."""
        board = self.query_one(BoardView)
        board.fit_terminal(terminal)
        board.refresh(layout=True)
        self.set_class(board.fitting is Fitting.ABOVE, "-above")
        for child in self.children:
            child.display = board.fitting is not Fitting.ALONE or (child is board) == self._shows_board


class BoardInput(BoardView, KeyedWidget, can_focus=True):
    """A board with a cursor. Posts messages about the cursor and typed digits; the screen applies them."""

    HEADING = _("cells")
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
        """Posted when a key or the mouse moves the cursor."""

        cell: int

    @dataclass
    class DigitTyped(Message):
        """Posted when a digit is typed, 0 to clear, with the cursor on this cell.

        The digit applies to `cells`, even if a click has moved the cursor before the message is handled.
        """

        cell: int
        digit: int
        cells: Collection[int]

    @dataclass
    class StatusMessage(Message):
        """Posted with a message on the typed input, "" to remove it; `refused` if the input has no effect."""

        sentence: str
        refused: bool = False

    def __init__(
        self,
        layout: Layout,
        cursor: int,
        look: BoardAppearance,
        cell: CellSize = NORMAL,
        room: Size | None = None,
        side_columns: int | None = None,
    ) -> None:
        """`cursor` is the initial cell; the other arguments are those of `BoardView`."""
        super().__init__(layout, look, cell, room, side_columns)
        self.cursor = cursor
        """The cursor's cell. After setting it, show the board again."""
        self.highest = layout.size
        """The highest digit accepted now."""
        self._letter_awaited = False

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Letters are digits only if there are more than 9."""
        return {"letter": self.layout_shown.size > 9}

    # the cursor

    def go_to(self, cell: int) -> None:
        """Move the cursor and post CursorMoved."""
        self.cursor = cell
        self.post_message(self.CursorMoved(cell))

    def action_move(self, down: int, right: int) -> None:
        """Move to the next cell in a direction, across gaps in the canvas; stay if there is none."""
        self.go_to(self.layout_shown.towards(self.cursor, down, right))

    def action_jump(self, down: int, right: int) -> None:
        """Move to the next box in a direction, or as close to it as there are cells."""
        layout, cell = self.layout_shown, self.cursor
        for _unused in range((layout.box_rows if down else layout.box_columns) or _TILE):
            cell = layout.towards(cell, down, right)
        self.go_to(cell)

    def action_empty(self, step: int) -> None:
        """Move to the next (or previous) empty cell in reading order, wrapping around."""
        values = self.look.values
        order = [(self.cursor + step * far) % len(values) for far in range(1, len(values) + 1)]
        self.go_to(next((cell for cell in order if not values[cell]), self.cursor))

    def action_other_grid(self) -> None:
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
        """A description of how the board's digits are typed."""
        size = self.layout_shown.size
        if size < 10:
            return DIGITS.format(size=size)
        key = cast(Page, self.screen).first_key("letter")  # of `' A`
        return DIGITS_AND_LETTERS.format(key=key, letter=sign(size))

    @property
    def cells(self) -> Collection[int]:
        """The cells to which input applies."""
        return (self.cursor,)

    def action_digit(self, digit: int) -> None:
        if digit > self.highest:
            self.post_message(self.StatusMessage(NO_SUCH_DIGIT.format(digits=self.digits)))
        else:
            self.post_message(self.DigitTyped(self.cursor, digit, self.cells))

    def action_clear(self) -> None:
        self.action_digit(0)

    def action_letter(self) -> None:
        size = self.layout_shown.size
        self._letter_awaited = True
        self.post_message(self.StatusMessage(WHICH_LETTER.format(letter=sign(size), size=size)))

    async def ask_for_move(self, page: Page) -> TypedMove | None:
        """Ask for a move such as `1b4` and move the cursor to its cell. Only in workers, as `Page.ask`."""
        text = await page.ask(Prompt(str(TYPE_MOVE)))
        if not text:
            return None
        try:
            typed = parse_move(text, self.layout_shown)
        except GameError as refusal:
            self.post_message(self.StatusMessage(str(refusal), refused=True))
            return None
        self.go_to(typed.cell)
        return typed

    def on_key(self, event: Key) -> None:
        """Accept a letter after `action_letter`; any other key cancels that and has its usual effect.

        A key from the page (`web_keys`) moves the cursor to its cell.
        """
        cell = cell_of(event.character)
        if cell is not None and cell < len(self.layout_shown.cells):
            self.go_to(cell)
        if not self._letter_awaited:
            return
        self._letter_awaited = False
        self.post_message(self.StatusMessage(""))
        letter = (event.character or "").upper()
        if letter and letter in SIGNS[9:]:
            event.stop()
            event.prevent_default()
            self.action_digit(SIGNS.index(letter) + 1)
