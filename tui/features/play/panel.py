"""How a game is laid out in the terminal, and the panel beside its board: counts, clock, a hint's words, the loupe."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Literal, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.events import Click
from textual.geometry import Offset, Region, Size
from textual.message import Message

from engine.base.language import N_, _, current, later
from engine.play.game import Game
from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign
from tui.base.board import BoardInput
from tui.base.picture_view import PictureView
from tui.base.program import HEIGHT, WIDTH, fits
from tui.draw.board import Look
from tui.draw.board_frame import NARROW, NORMAL, CellSize, best_fit, frame, note_grid, sizes_with_notes
from tui.draw.cells import clip, pad, wrap
from tui.draw.loupe import Loupe, draw_loupe, loupe
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture

WIDE = 100
"""Columns of a terminal from which on title and message stand in the panel, so that the board has all rows."""

_GRID, _GRID_COLUMN = later("Grid {number} {filled:2}/{cells}"), 15
LEFT = later("left in all / in grid {grid}")
_TO_FILL = later("{count} to fill")

_PANEL_LEAST, _PANEL_MOST = 23, 40
"""Columns of the panel."""
_PANEL_NARROW = 21
"""Columns of a panel for which there is hardly room."""
_PANEL_ROWS = {True: 29, False: 21}
"""Rows of a panel with title and message, and without, that has all it needs for nine digits."""
LINES = 3
"""Rows for title, message and keys, where they are lines of their own."""
_HEAD = 3
"""Rows for title and state, and a blank one, where they stand in the panel."""
_MESSAGE = 7
"""Rows for the message and blank ones around it, where it stands in the panel."""
_TEXT_LEAST = 6
"""Rows that a hint's text should have."""
_GAP = 2
"""Blanks between the columns of digits."""


class Zoom(Enum):
    """The cells that a player wants: the largest with which all the board is seen, a row high, or with notes inside."""

    AUTOMATIC = N_("automatic")
    SMALL = N_("small")
    LARGE = N_("large")

    @property
    def next(self) -> "Zoom":
        """The one after it, round the end."""
        order = list(Zoom)
        return order[(order.index(self) + 1) % len(order)]


@dataclass(frozen=True)
class BoardArrangement:
    """Cells of a size, the part of the board that is seen, and the panel; both `Size`s are of text.

    `beside` says that title and message stand in the panel. Else they are lines of their own: the first to have a line
    is the message, then the keys, then the title, as far as the number of `lines` goes. There may be no panel.
    `notes_inside` says that cells hold their notes.
    """

    cell: CellSize
    seen: Size
    panel: Size
    beside: bool
    notes_inside: bool
    lines: int = LINES


def arrange(layout: Layout, box: str, zoom: Zoom, terminal: Size) -> BoardArrangement:
    """The best use of a terminal for a board whose lines are drawn with the signs of `box`.

    The whole board if that is possible, else no more than its rows are to be scrolled.
    """
    if not fits(Size(WIDTH, HEIGHT), terminal):
        return _arrange_small(layout, box, zoom, terminal)
    beside = terminal.width >= WIDE
    room = Size(terminal.width - _PANEL_LEAST - 1, terminal.height - (1 if beside else LINES))
    fit = best_fit(layout, box, room)
    if zoom is not Zoom.SMALL:
        narrow_room = Size(terminal.width - _PANEL_NARROW - 1, terminal.height - 1)
        large = best_fit(layout, box, room, sizes_with_notes(layout.size))
        larger = best_fit(layout, box, narrow_room, sizes_with_notes(layout.size))
        if larger.whole and not large.whole:
            large, room, beside = larger, narrow_room, True
        fit = large if large.whole or zoom is Zoom.LARGE else fit
    rows = max(fit.seen.height, min(_PANEL_ROWS[beside], room.height)) if layout.size <= 9 else room.height

    def of_width(columns: int) -> BoardArrangement:
        panel = Size(min(terminal.width - columns - 1, _PANEL_MOST), rows)
        seen = Size(columns, fit.seen.height)
        return BoardArrangement(fit.cell, seen, panel, beside, note_grid(layout.size, fit.cell) is not None)

    whole = of_width(fit.seen.width)
    narrow = of_width(min(fit.seen.width, frame(layout, box, fit.cell).width))  # without a blank for row numbers
    at, full = plan(layout, whole), plan(layout, narrow)
    loses = at.fullness > full.fullness or loupe(layout, 0, at.loupe, box) != loupe(layout, 0, full.loupe, box)
    return narrow if loses else whole


def _arrange_small(layout: Layout, box: str, zoom: Zoom, terminal: Size) -> BoardArrangement:
    """In a terminal smaller than most screens need: the whole board first, then lines and a panel where they fit."""
    cells = sizes_with_notes(layout.size) if zoom is Zoom.LARGE else (NORMAL, NARROW)
    for lines in range(LINES, -1, -1):
        room = Size(terminal.width, terminal.height - lines)
        fit = best_fit(layout, box, room, cells)
        if fit.whole:
            break
    else:
        lines, room = LINES, Size(terminal.width, terminal.height - LINES)
        fit = best_fit(layout, box, room, cells)
    free = terminal.width - fit.seen.width - 1
    panel = Size(min(free, _PANEL_MOST), room.height) if free >= _PANEL_NARROW else Size(0, 0)
    return BoardArrangement(
        fit.cell, fit.seen, panel, False, note_grid(layout.size, fit.cell) is not None, lines
    )


class PanelPlan(NamedTuple):
    """The rows of the panel: the first of the counts, the message, the text and the loupe's name; rows of the text.

    Where there is no other room for a text, it stands in the place of the counts: `fullness` rows on how full the grids
    are, the `clock`, the `digits` left in their places, the houses `done`. `loupe` is the room under its name.
    """

    counts: int
    fullness: int
    clock: int
    digits: Mapping[int, Region]
    done: int
    message: int
    text: int
    text_rows: int
    name: int
    loupe: Size

    @property
    def text_hides_counts(self) -> bool:
        """Whether a text stands in the place of the counts."""
        return self.text == self.counts


def plan(layout: Layout, arrangement: BoardArrangement) -> PanelPlan:
    """What stands where in the panel."""
    return _plan(layout, arrangement, current())


@lru_cache(maxsize=16)
def _plan(layout: Layout, arrangement: BoardArrangement, _language: str) -> PanelPlan:
    """The same for a language: how wide its words are counts."""
    width, height = arrangement.panel
    top = _HEAD if arrangement.beside else 0
    grid = cell_len(_GRID.format(number=1, filled=88, cells=88))
    fullness = 1 if len(layout.grids) <= 1 or width >= _GRID_COLUMN + max(grid, 13) else 2
    most = len(str(-(-len(layout.cells) // layout.size)))
    wide = 2 + max(1 + most + (1 + len(str(layout.size)) if len(layout.grids) > 1 else 0), cell_len(_("done")))
    columns = max((width + _GAP) // (wide + _GAP), 1)
    down = max(-(-layout.size // columns), min(3, layout.size))
    first = top + fullness + 2
    digits = {
        digit + 1: Region(digit // down * (wide + _GAP), first + digit % down, wide, 1) for digit in range(layout.size)
    }
    told = cell_len(_TO_FILL.format(count=len(layout.cells)))
    clock = top + fullness + (told >= _clock_column(width) and len(layout.grids) <= 1)  # of more the next row is taken
    counts = top, fullness, clock, digits, first + down
    below, between = first + down + 1, _MESSAGE if arrangement.beside else 0
    if not arrangement.notes_inside:
        room = Size(width, height - below - 1 - between)
        return PanelPlan(*counts, height - _MESSAGE + 1, top, below - top, below, room)
    text = below + (between or 1)
    text, end = (text, height) if height - text >= _TEXT_LEAST else (top, below)
    return PanelPlan(*counts, below + 1, text, end - text, height, Size(width, 0))


# the message

Ink = Literal["plain", "good", "bad", "warning", "accent"]
"""How a message is drawn: a style of the palette."""


@dataclass(frozen=True)
class StatusText:
    """A sentence on what happened last, how it is drawn, and what the same key does next."""

    sentence: str = ""
    ink: Ink = "plain"
    again: str = ""

    def style(self, palette: Palette) -> Style:
        """The style of the sentence."""
        style: Style = getattr(palette, self.ink)
        return style


# the panel


@dataclass(frozen=True)
class PanelLook:
    """What the panel shows of a game whose board has this `look`.

    `place` is the cursor's cell, `state` how keys are taken; these, the title, that it is `unsaved` and the message are
    drawn where the arrangement puts them beside the board. `text` are lines of a hint; the clock goes on every
    `clock_step` seconds.
    """

    game: Game
    look: Look
    cursor: int
    arrangement: BoardArrangement
    title: str
    unsaved: str
    place: str
    state: str
    message: StatusText
    text: Sequence[str]
    clock_step: int


class SidePanel(PictureView):
    """The panel of a game. A click on a digit, on how keys are taken, on the clock or on a hint is as good as its key;
    one on a cell in the loupe goes to the cell."""

    @dataclass
    class Clicked(Message):
        """Something was clicked: do what that key of the screen does."""

        action: str

    def __init__(self, board: BoardInput, shown: PanelLook) -> None:
        """`board` is the one beside it."""
        self._board, self._shown = board, shown
        super().__init__(draw_panel(shown, self.palette, self.glyphs), classes="panel")

    def show_game(self, shown: PanelLook) -> None:
        """Show this; only what changed is sent."""
        self._shown = shown
        self.show(draw_panel(shown, self.palette, self.glyphs))

    def on_click(self, event: Click) -> None:
        shown, layout = self._shown, self._shown.game.layout
        at = Offset(int(event.screen_x), int(event.screen_y)) - self.region.offset
        where = plan(layout, shown.arrangement)
        if action := clicked_action(shown, where, at):
            self.post_message(self.Clicked(action))
            return
        if not (shown.text and where.text_hides_counts):
            for digit, place in where.digits.items():
                if place.contains_point(at) and not self._board.disabled:
                    self._board.action_digit(digit)
        box = self.glyphs.box
        part, at = loupe_of(shown, where, box), at - Offset(0, where.name + 1)
        if part and Region(0, 0, *part.window.size).contains_point(at):
            cell = frame(layout, box, part.cell).cell_at(*(at + part.window.offset))
            if cell is not None:
                self._board.go_to(cell)


def clicked_action(shown: PanelLook, where: PanelPlan, at: Offset) -> str:
    """The action of the key for which a click there stands; "" if there is none."""
    text = range(where.text, where.text + min(len(shown.text), where.text_rows))
    told = range(where.message, where.message + _MESSAGE - 2) if shown.arrangement.beside else ()
    if at.y in text or (at.y in told and shown.message.again):
        return "hint"
    if shown.arrangement.beside and at.y in (1, 2) and shown.state:
        return "notes"
    on_clock = at.y == where.clock and at.x >= _clock_column(shown.arrangement.panel.width)
    return "pause" if on_clock and not (shown.text and where.text_hides_counts) else ""


def _clock_column(width: int) -> int:
    """Where the clock begins in a panel of that width."""
    return min(width, 28) - 8


def draw_panel(shown: PanelLook, palette: Palette, glyphs: Glyphs) -> Picture:
    """Draw the panel of a game."""
    picture, arrangement = Picture(*shown.arrangement.panel), shown.arrangement
    at = plan(shown.game.layout, arrangement)
    if arrangement.beside:
        title = clip(shown.title, picture.width - cell_len(shown.unsaved), glyphs.ellipsis)
        picture.put(0, 0, title + shown.unsaved, palette.title)
        place = f"{pad(shown.place, 10)} {shown.state}"
        for y, text in enumerate([place] if cell_len(place) <= picture.width else wrap(place, picture.width)[:2], 1):
            picture.put(0, y, text, palette.plain)
        message = shown.message
        lines = [(line, message.style(palette)) for line in wrap(message.sentence, picture.width)]
        lines += [(line, palette.dim) for line in wrap(message.again, picture.width)]
        for y, (line, ink) in enumerate(lines[: _MESSAGE - 2] if shown.text else lines, at.message):
            picture.put(0, y, line, ink)
    if not (shown.text and at.text_hides_counts):
        _put_counts(picture, at, shown, palette, glyphs)
    for y, line in enumerate(shown.text[: at.text_rows], at.text):
        picture.put(0, y, line, palette.accent)
    part = loupe_of(shown, at, glyphs.box)
    if part:
        picture.put(0, at.name, part.name, palette.dim)
        picture.paste(draw_loupe(part, shown.game.layout, shown.look, palette, glyphs), 0, at.name + 1)
    return picture


def _put_counts(picture: Picture, at: PanelPlan, shown: PanelLook, palette: Palette, glyphs: Glyphs) -> None:
    """How full the board is, the clock, how often each digit is still to be placed, and the houses that are done.

    Of two grids each is told, of more the whole and the grid of the cursor.
    """
    layout, board, clock, y = shown.game.layout, shown.game.board, shown.game.clock, at.counts
    here = layout.grids_of(shown.cursor)[:1] if len(layout.grids) > 1 else ()
    grids = layout.grids if len(layout.grids) == 2 else here
    texts = [
        _GRID.format(number=grid.number, filled=board.filled_in(grid), cells=len(grid.cells))
        for grid in grids
    ]
    if len(layout.grids) != 2:
        texts = [_("Filled {filled}/{count}").format(filled=board.filled, count=len(layout.cells)), *texts]
    if at.fullness == 1 and len(layout.grids) > 1:
        texts = ["".join(pad(text, _GRID_COLUMN) for text in texts)]
    for row, text in enumerate(texts, y):
        picture.put(0, row, text, palette.plain)
    y += at.fullness
    picture.put(0, y, _TO_FILL.format(count=len(layout.cells) - board.filled), palette.plain)
    seconds = clock.elapsed // shown.clock_step * shown.clock_step
    ink = palette.plain if clock.running else palette.dim
    picture.put(_clock_column(picture.width), at.clock, clock_text(seconds), ink)
    in_grid = {}
    for grid in here:
        in_grid = board.digits_left(grid)
        picture.put(0, y + 1, clip(LEFT.format(grid=grid.number), picture.width, glyphs.ellipsis), palette.dim)
    for digit, count in board.digits_left().items():
        x, row = at.digits[digit].offset
        ink = palette.same if digit in shown.look.highlighted else palette.given if count else palette.dim
        picture.put(x, row, sign(digit), ink)
        text = f"{glyphs.times}{count}" + (f"/{in_grid[digit]}" if in_grid else "")
        picture.put(x + 2, row, text if count else _("done"), palette.plain if count else palette.dim)
    done = _("{count} of {count_2} houses done").format(count=len(shown.look.done), count_2=len(layout.houses))
    lines = wrap(done, picture.width)[:2] if at.name != at.done + 1 else [clip(done, picture.width, glyphs.ellipsis)]
    for row, line in enumerate(lines, at.done):
        picture.put(0, row, line, palette.dim)


# the loupe


def loupe_of(shown: PanelLook, at: PanelPlan, box: str) -> Loupe | None:
    """What the loupe shows; nothing where the board itself shows notes, or hides."""
    if shown.look.hidden or shown.arrangement.notes_inside:
        return None
    return loupe(shown.game.layout, shown.cursor, at.loupe, box)
