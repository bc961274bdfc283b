"""Widgets for boards: one shows a board, another has a cursor and takes input, and a container adds a side panel."""

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
    CellSeparation,
    CellSize,
    best_fit,
    best_plain_fit,
    board_frame,
    follow,
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

_SCREEN_ROWS = 3
"""Rows of a screen for the header, the message and the keys."""
_COMFORTABLE_COLUMNS = 44
"""Columns that a side panel keeps when cells are enlarged to hold notes."""
_ROWS_BELOW = 6
"""Rows of a panel below a board."""
_MIN_PART_COLUMNS = 22
"""Minimum columns of a part of a board beside its panel: a grid of nine columns."""
_COVERED = 2, 4
"""Rows and columns of a window that may be covered because the board continues there."""
_DEFAULT_JUMP = 3
"""Length of a jump in cells if boxes are not rectangular."""


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

        A board with `side_columns` adapts its cells to the terminal, and leaves that many columns for a panel beside
        it, or in narrow terminals some rows for one below it. If there is room for neither, it leaves `small_side`
        columns for a panel beside the board, or beside a part of it, unless that is 0.
        """
        self.board_layout = layout
        self.look = look
        """The appearance on display."""
        self.fitting = Fitting.SIDE_BY_SIDE
        """How the board shares the terminal, if it has `side_columns`."""
        self._side_columns, self._small_side = side_columns, small_side
        self._terminal = Size()
        """The terminal at the last `fit_terminal`."""
        self._window = Offset()
        """The upper left corner of the visible part."""
        self._drawn_cursor: int | None = None
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
        layout, box = self.board_layout, self.glyphs.box
        self._frame = frame = labelled_frame(layout, box, cell, room.width) if room else board_frame(layout, box, cell)
        self.visible_size = Size(min(room.width, frame.width), min(room.height, frame.height)) if room else frame.size
        """The visible columns and rows."""

    def fit_terminal(self, terminal: Size) -> None:
        """Adapt the cells to a terminal of this size, if the board has `side_columns`."""
        if self._side_columns is None or terminal == self._terminal:
            return
        self._terminal = terminal
        least, rows = board_frame(self.board_layout, self.glyphs.box, NARROW).size, terminal.height - _SCREEN_ROWS
        self.fitting, room = Fitting.SIDE_BY_SIDE, Size(terminal.width - self._side_columns - 1, rows)
        if room.width < least.width and terminal.width < WIDTH:
            if least.height + _ROWS_BELOW <= rows:
                self.fitting, room = Fitting.ABOVE, Size(terminal.width, rows - _ROWS_BELOW)
            elif self._small_side and (columns := terminal.width - 1 - self._small_side) >= _MIN_PART_COLUMNS:
                room = Size(min(least.width, columns), rows)
            else:
                self.fitting, room = Fitting.ALONE, Size(terminal.width, rows)
        side_columns = max(self._side_columns, _COMFORTABLE_COLUMNS)
        self._lay_out(self._largest_cell(room, Size(terminal.width - side_columns - 1, rows)), room)
        self.picture = self._drawing()

    def _largest_cell(self, room: Size, large_room: Size) -> CellSize:
        """Return the largest cell size for a room; cells wider than necessary fit in `large_room`."""
        layout, box = self.board_layout, self.glyphs.box
        has_grounds = self.palette.tile.bgcolor is not None
        sizes = parted_sizes(layout.size, grounds=has_grounds)
        spacious = () if self.options.is_slow else spacious_sizes(layout.size)
        wide, *others = WITHOUT_NOTES
        for large in (best_fit(layout, box, large_room, sizes, spacious), best_fit(layout, box, large_room, (wide,))):
            if large.whole:
                return large.cell
        on_grounds = [replace(wide, separation=CellSeparation.GROUNDS)] * has_grounds
        return best_plain_fit(layout, box, room, [*on_grounds, *others]).cell

    def get_content_width(self, container: Size, viewport: Size) -> int:
        self.fit_terminal(viewport)
        return self.picture.width

    def _drawing(self) -> Picture:
        frame, look, palette, glyphs = self._frame, self.look, self.palette, self.glyphs
        visible_size = self.visible_size
        if visible_size != frame.size:
            self._window = Offset(
                self._follow(1, self._window.x, visible_size.width, frame.width, frame.xs, frame.cell.width),
                self._follow(0, self._window.y, visible_size.height, frame.height, frame.ys, frame.cell.height),
            )
            self._drawn_cursor = look.cursor
        window = Region.from_offset(self._window, visible_size)
        picture = draw(frame, look, palette, glyphs, window, self.LABELLED, blocks=self.options.draws_large_digits)
        if visible_size != frame.size:
            put_edges(picture, frame, window, palette, glyphs)
        return picture

    def _follow(self, axis: int, start: int, room: int, total: int, places: Sequence[int], size: int) -> int:
        """Return the start of a window of `room` out of `total` characters on an axis (0: rows, 1: columns).

        It shows the cursor and all marked cells. If they are too far apart, it shows the cursor if that has moved, else
        the marked cells. `places` are the starts of rows or columns of cells of that `size`; `start` is the present
        start of the window.
        """
        look, layout = self.look, self.board_layout
        marked = {*look.signs, *(cell for house in look.marked_houses for cell in layout.houses[house].cells)}
        cursor = {look.cursor} - {None}
        for cells in (cursor | marked, cursor if look.cursor != self._drawn_cursor else marked, cursor):
            starts = {places[layout.cells[cell][axis]] for cell in cells if cell is not None}
            length = max(starts) + size - min(starts) if starts else 0
            if len(starts) == 1 or (starts and length + _COVERED[axis] <= room):
                return follow(start, room, total, min(starts), length)
        return start

    def selected_place(self) -> Offset:
        """Return the position of the cursor's digit; (0, 0) without a cursor."""
        if self.look.cursor is None:
            return Offset(0, 0)
        return self._frame.digit_place(self.look.cursor) - self._window

    def cell_under(self, event: MouseEvent) -> int | None:
        """Return the cell under the mouse; None for a line, a gap, or a covered cell."""
        place = Offset(int(event.screen_x), int(event.screen_y)) - self.region.offset + self._window
        visible_region = uncovered(self._frame, Region.from_offset(self._window, self.visible_size))
        return self._frame.cell_at(*place) if visible_region.contains_point(place) else None


class BoardWithPanel(Container):
    """A container for a board and its side panel, which is below the board in narrow terminals."""

    DEFAULT_CSS = """
    BoardWithPanel { layout: horizontal; height: 1fr; align: center middle; }
    BoardWithPanel > PanelView { width: 1fr; max-width: 40; height: 21; max-height: 100%; margin-left: 1; }
    BoardWithPanel.-above { layout: vertical; }
    BoardWithPanel.-above > PanelView { height: 1fr; }
    """

    def __init__(self, *, shows_board: bool) -> None:
        """`shows_board` tells whether the board or the panel is visible if there is no room for both."""
        super().__init__()
        self._shows_board = shows_board

    def on_resize(self, event: Resize) -> None:
        self.fit_terminal(self.app.size)

    def fit_terminal(self, terminal: Size) -> None:
        """Adapt to a terminal of this size.

        A container that fills its screen does so by itself; the screen calls this if the container fits its content.
        """
        board = self.query_one(BoardView)
        board.fit_terminal(terminal)
        board.refresh(layout=True)
        self.set_class(board.fitting is Fitting.ABOVE, "-above")
        for child in self.children:
            child.display = board.fitting is not Fitting.ALONE or (child is board) == self._shows_board


class BoardInput(BoardView, KeyedWidget, can_focus=True):
    """A board with a cursor. It posts messages about the cursor and typed digits, which the screen applies."""

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
        """Posted when a digit is typed.

        It keeps the cells to which the digit applies: a click may move the cursor before the message is handled.
        """

        cell: int
        """The cursor's cell."""
        digit: int
        """The digit; 0 to clear."""
        cells: Collection[int]

    @dataclass
    class StatusMessage(Message):
        """Posted with a message about the typed input."""

        sentence: str
        """The message; "" to remove the present one."""
        refused: bool = False
        """Whether the input has no effect."""

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
        self.max_digit = layout.size
        """The highest digit that is accepted now."""
        self._awaits_letter = False

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Letters are digits only if there are more than 9."""
        return {"letter": self.board_layout.size > 9}

    # the cursor

    def go_to(self, cell: int) -> None:
        """Move the cursor and post CursorMoved."""
        self.cursor = cell
        self.post_message(self.CursorMoved(cell))

    def action_move(self, down: int, right: int) -> None:
        """Move to the next cell in a direction, across gaps in the canvas; stay if there is none."""
        self.go_to(self.board_layout.towards(self.cursor, down, right))

    def action_jump(self, down: int, right: int) -> None:
        """Move to the next box in a direction, or as close to it as there are cells."""
        layout, cell = self.board_layout, self.cursor
        for _unused in range((layout.box_rows if down else layout.box_columns) or _DEFAULT_JUMP):
            cell = layout.towards(cell, down, right)
        self.go_to(cell)

    def action_empty(self, step: int) -> None:
        """Move to the next (or previous) empty cell in reading order, wrapping around."""
        values = self.look.values
        order = [(self.cursor + step * distance) % len(values) for distance in range(1, len(values) + 1)]
        self.go_to(next((cell for cell in order if not values[cell]), self.cursor))

    def action_other_grid(self) -> None:
        """Move to the same place of the next grid, after the last grid that has the cursor's cell."""
        grids = self.board_layout.grids
        numbers = [number for number, grid in enumerate(grids) if self.cursor in grid.cells]
        if len(grids) > 1 and numbers:
            place = grids[numbers[-1]].cells.index(self.cursor)
            self.go_to(grids[(numbers[-1] + 1) % len(grids)].cells[place])

    def on_click(self, event: Click) -> None:
        cell = self.cell_under(event)
        if cell is not None:
            self.go_to(cell)

    # digits

    @property
    def digits_text(self) -> str:
        """The digits of the board, with the keys for letters: `1 to 9, and ' with A to G`."""
        size = self.board_layout.size
        if size < 10:
            return DIGITS.format(size=size)
        key = cast(Page, self.screen).first_key("letter")
        return DIGITS_AND_LETTERS.format(key=key, letter=sign(size))

    @property
    def cells(self) -> Collection[int]:
        """The cells to which input applies."""
        return (self.cursor,)

    def action_digit(self, digit: int) -> None:
        if digit > self.max_digit:
            self.post_message(self.StatusMessage(NO_SUCH_DIGIT.format(digits=self.digits_text)))
        else:
            self.post_message(self.DigitTyped(self.cursor, digit, self.cells))

    def action_clear(self) -> None:
        self.action_digit(0)

    def action_letter(self) -> None:
        size = self.board_layout.size
        self._awaits_letter = True
        self.post_message(self.StatusMessage(WHICH_LETTER.format(letter=sign(size), size=size)))

    async def ask_for_move(self, page: Page) -> TypedMove | None:
        """Ask for a move such as `1b4` and move the cursor to its cell. Only in workers, as `Page.ask`."""
        text = await page.ask(Prompt(str(TYPE_MOVE)))
        if not text:
            return None
        try:
            typed = parse_move(text, self.board_layout)
        except GameError as refusal:
            self.post_message(self.StatusMessage(str(refusal), refused=True))
            return None
        self.go_to(typed.cell)
        return typed

    def on_key(self, event: Key) -> None:
        """Take a letter after `action_letter` as a digit; any other key cancels that and has its usual effect.

        A key that names a cell, from a page in a browser (`web_keys`), moves the cursor there.
        """
        cell = cell_of(event.character)
        if cell is not None and cell < len(self.board_layout.cells):
            self.go_to(cell)
        if not self._awaits_letter:
            return
        self._awaits_letter = False
        self.post_message(self.StatusMessage(""))
        letter = (event.character or "").upper()
        if letter and letter in SIGNS[9:]:
            event.stop()
            event.prevent_default()
            self.action_digit(SIGNS.index(letter) + 1)
