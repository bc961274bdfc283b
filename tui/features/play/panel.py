"""The panel beside a board: counts, clock, the message, a hint's words, the loupe."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rich.cells import cell_len
from rich.style import Style
from textual.events import Click
from textual.geometry import Offset, Region
from textual.message import Message

from engine.base.language import _, lazy_gettext
from engine.play.game import Game
from engine.sudoku.signs import sign
from engine.sudoku.techniques.difficulty import Difficulty
from tui.base.board import BoardInput
from tui.base.picture_view import PictureView
from tui.draw.bars import progress
from tui.draw.board import BoardAppearance
from tui.draw.board_frame import frame
from tui.draw.cells import clip, pad, widest, wrap
from tui.draw.magnifier import Magnifier, draw_loupe, magnifier
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture
from tui.features.play import words
from tui.features.play.arrangement import (
    GRID,
    GRID_COLUMN,
    MESSAGE,
    TO_FILL,
    BoardArrangement,
    PanelPlan,
    clock_column,
    plan,
)
from tui.features.play.card import HintCard, put_card
from tui.features.play.difficulty import difficulty_line

LEFT = lazy_gettext("left in all / in grid {grid}")

_METER_LEAST = 4
"""Columns of a meter of how much of a digit is placed."""


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

    `state` is how keys are taken; it, the title, that it is `unsaved` and the message are
    drawn where the arrangement puts them beside the board. `text` are lines of a hint; the clock goes on every
    `clock_step` seconds.
    """

    game: Game
    look: BoardAppearance
    cursor: int
    arrangement: BoardArrangement
    unsaved: str
    state: str
    message: StatusText
    text: Sequence[str]
    clock_step: int
    difficulty: Difficulty | None = None
    card: HintCard | None = None


class SidePanel(PictureView):
    """The panel of a game. A click on a digit, on how keys are taken, on the clock or on a hint is as good as its key;
    one on a cell in the loupe goes to the cell."""

    @dataclass
    class PanelClicked(Message):
        """Something was clicked: do what that key of the screen does."""

        action: str

    def __init__(self, board: BoardInput, panel_look: PanelLook) -> None:
        """`board` is the one beside it."""
        self._board, self._panel_look = board, panel_look
        super().__init__(draw_panel(panel_look, self.palette, self.glyphs), classes="panel")

    def show_game(self, panel_look: PanelLook) -> None:
        """Show this; only what changed is sent."""
        self._panel_look = panel_look
        self.show(draw_panel(panel_look, self.palette, self.glyphs))

    def on_click(self, event: Click) -> None:
        panel_look, layout = self._panel_look, self._panel_look.game.layout
        at = Offset(int(event.screen_x), int(event.screen_y)) - self.region.offset
        where = plan(layout, panel_look.arrangement)
        if action := clicked_action(panel_look, where, at):
            self.post_message(self.PanelClicked(action))
            return
        if not (panel_look.text and where.text_hides_counts):
            for digit, place in where.digits.items():
                if place.contains_point(at) and not self._board.disabled:
                    self._board.action_digit(digit)
        box = self.glyphs.box
        part, at = loupe_of(panel_look, where, box), at - Offset(0, where.name + 1)
        if part and Region(0, 0, *part.window.size).contains_point(at):
            cell = frame(layout, box, part.cell).cell_at(*(at + part.window.offset))
            if cell is not None:
                self._board.go_to(cell)


def clicked_action(panel_look: PanelLook, where: PanelPlan, at: Offset) -> str:
    """The action of the key for which a click there stands; "" if there is none."""
    if panel_look.card and at.y >= where.message - 1:
        return "hint"
    text = range(where.text, where.text + min(len(panel_look.text), where.text_rows))
    message_rows = range(where.message, where.message + MESSAGE - 2) if panel_look.arrangement.has_side_panel else ()
    if at.y in text or (at.y in message_rows and panel_look.message.again):
        return "hint"
    if panel_look.arrangement.has_side_panel and at.y in (2, 3) and panel_look.state:
        return "notes"
    on_clock = at.y == where.clock and at.x >= clock_column(panel_look.arrangement.panel.width)
    return "pause" if on_clock and not (panel_look.text and where.text_hides_counts) else ""


def draw_panel(panel_look: PanelLook, palette: Palette, glyphs: Glyphs) -> Picture:
    """Draw the panel of a game."""
    picture, arrangement = Picture(*panel_look.arrangement.panel), panel_look.arrangement
    at = plan(panel_look.game.layout, arrangement)
    if arrangement.has_side_panel:
        title = words.title(panel_look.game.puzzle, glyphs, picture.width - cell_len(panel_look.unsaved))
        picture.put(0, 0, title + panel_look.unsaved, palette.title)
        level = difficulty_line(panel_look.difficulty, picture.width, palette)
        picture.put_lines(0, 1, [level], picture.width, glyphs.ellipsis)
        for y, text in enumerate(wrap(panel_look.state, picture.width)[:2], 2):
            picture.put(0, y, text, palette.plain)
        message = StatusText() if panel_look.card else panel_look.message
        lines = [(line, message.style(palette)) for line in wrap(message.sentence, picture.width)]
        lines += [(line, palette.dim) for line in wrap(message.again, picture.width)]
        for y, (line, ink) in enumerate(lines[: MESSAGE - 2] if panel_look.text else lines, at.message):
            picture.put(0, y, line, ink)
    if panel_look.card:
        put_card(picture, at.message - 1, panel_look.card, palette, glyphs)
    if not (panel_look.text and at.text_hides_counts):
        _put_counts(picture, at, panel_look, palette, glyphs)
    for y, line in enumerate(panel_look.text[: at.text_rows], at.text):
        picture.put(0, y, line, palette.accent)
    part = loupe_of(panel_look, at, glyphs.box)
    if part:
        picture.put(0, at.name, part.name, palette.dim)
        picture.paste(draw_loupe(part, panel_look.game.layout, panel_look.look, palette, glyphs), 0, at.name + 1)
    return picture


def _put_counts(picture: Picture, at: PanelPlan, panel_look: PanelLook, palette: Palette, glyphs: Glyphs) -> None:
    """How full the board is, the clock, how often each digit is still to be placed, and the houses that are done.

    Of two grids each is told, of more the whole and the grid of the cursor.
    """
    layout, board, clock, y = panel_look.game.layout, panel_look.game.board, panel_look.game.clock, at.counts
    here = layout.grids_of(panel_look.cursor)[:1] if len(layout.grids) > 1 else ()
    grids = layout.grids if len(layout.grids) == 2 else here
    texts = [
        GRID.format(number=grid.number, filled=board.filled_in(grid), cells=len(grid.cells))
        for grid in grids
    ]
    if len(layout.grids) != 2:
        texts = [_("Filled {filled}/{count}").format(filled=board.filled, count=len(layout.cells)), *texts]
    if at.fullness == 1 and len(layout.grids) > 1:
        texts = ["".join(pad(text, GRID_COLUMN) for text in texts)]
    for row, text in enumerate(texts, y):
        picture.put(0, row, text, palette.plain)
    y += at.fullness
    picture.put(0, y, TO_FILL.format(count=len(layout.cells) - board.filled), palette.plain)
    seconds = clock.elapsed // panel_look.clock_step * panel_look.clock_step
    ink = palette.plain if clock.running else palette.dim
    picture.put(clock_column(picture.width), at.clock, clock_text(seconds), ink)
    in_grid = {}
    for grid in here:
        in_grid = board.digits_left(grid)
        picture.put(0, y + 1, clip(LEFT.format(grid=grid.number), picture.width, glyphs.ellipsis), palette.dim)
    left = board.digits_left()
    texts = [f"{glyphs.times}{count}" + (f"/{in_grid[digit]}" if in_grid else "") for digit, count in left.items()]
    most = widest(texts, 0)
    for digit, count in left.items():
        x, row = at.digits[digit].offset
        ink = palette.same if digit in panel_look.look.highlighted else palette.given if count else palette.dim
        picture.put(x, row, sign(digit), ink)
        whole = -(-len(layout.cells) // layout.size)
        text = f"{glyphs.times}{count}" + (f"/{in_grid[digit]}" if in_grid else "")
        text = text if count else f"{glyphs.right} {_('done')}"
        if cell_len(text) > at.digits[digit].width - 2 and not count:
            text = _("done")
        picture.put(x + 2, row, text, palette.plain if count else palette.dim)
        room = at.digits[digit].width - 3 - most
        if count and room >= _METER_LEAST:
            meter = progress(1 - count / whole, room, palette, glyphs)
            picture.put_lines(x + 3 + most, row, [meter], room, glyphs.ellipsis)
    if panel_look.look.hidden:  # nor does the board show which houses are done
        return
    done = _("{count} of {count_2} houses done").format(count=len(board.done_houses), count_2=len(layout.houses))
    lines = wrap(done, picture.width)[:2] if at.name != at.done + 1 else [clip(done, picture.width, glyphs.ellipsis)]
    for row, line in enumerate(lines, at.done):
        picture.put(0, row, line, palette.dim)


# the loupe


def loupe_of(panel_look: PanelLook, at: PanelPlan, box: str) -> Magnifier | None:
    """What the loupe shows; nothing where the board itself shows notes, or hides."""
    if panel_look.look.hidden or panel_look.arrangement.notes_inside:
        return None
    return magnifier(panel_look.game.layout, panel_look.cursor, at.magnifier, box)
