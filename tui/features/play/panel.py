"""The panel beside a board: progress and clock, digits left, the message or a hint, the magnifier."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.events import Click
from textual.geometry import Offset, Region, Size
from textual.message import Message

from engine.base.language import _, lazy_gettext
from engine.play.game import Game
from engine.play.past import Rival
from engine.sudoku.layout import Grid
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Level
from tui.base.board import BoardInput
from tui.base.picture_view import PictureView
from tui.draw.bars import progress
from tui.draw.board import BoardAppearance
from tui.draw.board_frame import board_frame
from tui.draw.cells import Line, clip, pad, widest, wrap
from tui.draw.face import level_chip
from tui.draw.magnifier import Magnifier, draw_magnifier, magnifier
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Panel, Stack, draw
from tui.draw.picture import Picture
from tui.features.play.arrangement import (
    DIGITS,
    FILLED,
    GRID,
    MAGNIFIER,
    MESSAGE,
    MESSAGE_ROWS,
    PROGRESS,
    BoardArrangement,
    PanelPlan,
    grid_column,
    is_framed,
    plan,
)
from tui.features.play.card import HINT as HINT_TITLE
from tui.features.play.card import HintCard, card_lines

DIGITS_LEFT, MESSAGE_TITLE = lazy_gettext("digits left"), lazy_gettext("message")
TO_FILL = lazy_gettext("{count} to fill")
BEST = lazy_gettext("Best {filled}/{count}, you {ahead}")
RIVAL = lazy_gettext("{name} {filled}/{count}, you {ahead}")
IN_GRID = lazy_gettext("/ in grid {grid}")

CLOCK = 8
"""Columns of the clock."""
_METER_LEAST = 3
"""Minimum columns of a digit's meter."""


# the message

Ink = Literal["plain", "dim", "good", "bad", "warning", "accent"]
"""The style of a message, by its name in the palette."""


@dataclass(frozen=True)
class StatusText:
    """A sentence on the last action, its style, and the next effect of the same key."""

    sentence: str = ""
    ink: Ink = "plain"
    again: str = ""
    level: Level | None = None
    """The level of the step of a hint, where no card has it."""

    def style(self, palette: Palette) -> Style:
        """The style of the sentence."""
        style: Style = getattr(palette, self.ink)
        return style


# the panel


@dataclass(frozen=True)
class PanelLook:
    """The content of the panel for a game whose board has this `look`.

    `rival` is a game of this puzzle to race against, None if there is none. `state` describes the input mode. `message`
    is drawn here if there is a side panel; a hint has a `card`. The clock ticks every `clock_step` seconds.
    """

    game: Game
    look: BoardAppearance
    cursor: int
    arrangement: BoardArrangement
    state: str
    message: StatusText
    clock_step: int
    card: HintCard | None = None
    rival: Rival | None = None

    @property
    def plan(self) -> PanelPlan:
        """The arrangement of the panel."""
        return plan(self.game.layout, self.arrangement, has_hint=self.card is not None)

    @property
    def grid_here(self) -> Sequence[Grid]:
        """The grid of the cursor, where there are several; else none."""
        layout = self.game.layout
        return layout.grids_of(self.cursor)[:1] if len(layout.grids) > 1 else ()


class SidePanel(PictureView):
    """The panel of a game.

    A click on a digit, the input mode, the clock or a hint acts like its key; a click on a cell in the magnifier moves
    the cursor there.
    """

    @dataclass
    class PanelClicked(Message):
        """Posted when a part is clicked that acts like a key of the screen."""

        action: str

    def __init__(self, board: BoardInput, panel_look: PanelLook) -> None:
        """`board` is the board beside it."""
        self._board, self._panel_look = board, panel_look
        super().__init__(draw_panel(panel_look, self.palette, self.glyphs), classes="panel")

    def show_game(self, panel_look: PanelLook) -> None:
        """Show other content; only what changed is sent."""
        self._panel_look = panel_look
        self.show(draw_panel(panel_look, self.palette, self.glyphs))

    def on_click(self, event: Click) -> None:
        panel_look, layout, where = self._panel_look, self._panel_look.game.layout, self._panel_look.plan
        at = Offset(int(event.screen_x), int(event.screen_y)) - self.region.offset
        if action := clicked_action(panel_look, where, at):
            self.post_message(self.PanelClicked(action))
            return
        digits, magnified = (where.places.get(name, Region()) for name in (DIGITS, MAGNIFIER))
        for digit, place in where.digits.items():
            if place.translate(digits.offset).contains_point(at) and not self._board.disabled:
                self._board.action_digit(digit)
        box = self.glyphs.box
        part, at = magnifier_of(panel_look, magnified.size, box), at - magnified.offset
        if part and Region(0, 0, *part.window.size).contains_point(at):
            cell = board_frame(layout, box, part.cell).cell_at(*(at + part.window.offset))
            if cell is not None:
                self._board.go_to(cell)


def clicked_action(panel_look: PanelLook, where: PanelPlan, at: Offset) -> str:
    """Return the action of the key for a click at this point; "" for none."""
    progress, digits = (where.places.get(name, Region()) for name in (PROGRESS, DIGITS))
    is_on_hint = bool(where.hint) and where.hint.grow((1, 1, 1, 1)).contains_point(at)  # with its frame
    if is_on_hint and (panel_look.card or panel_look.message.again):
        return "hint"
    if at.y == progress.y and progress.right - CLOCK <= at.x < progress.right:
        return "pause"
    return "notes" if is_framed(panel_look.arrangement) and at.y == digits.bottom and digits else ""


def draw_panel(panel_look: PanelLook, palette: Palette, glyphs: Glyphs) -> Picture:
    """Draw the panel of a game."""
    arrangement, where = panel_look.arrangement, panel_look.plan
    parts = [
        _filled(part, panel_look, where, palette, glyphs)
        for part in where.parts.parts
        if isinstance(part, Panel) and part.name in where.places
    ]
    area = Region(0, 0, *arrangement.panel)
    return draw(Stack(parts), area, palette, glyphs, framed=is_framed(arrangement)).picture


def _filled(part: Panel, panel_look: PanelLook, where: PanelPlan, palette: Palette, glyphs: Glyphs) -> Panel:
    """Return a part of the panel with its title, the text in its edges, and its content."""
    layout, board, place = panel_look.game.layout, panel_look.game.board, where.places[part.name]
    if part.name == PROGRESS:
        title = TO_FILL.format(count=len(layout.cells) - board.filled)
        return replace(part, title=title, view=_progress(panel_look, place.width, palette, glyphs))
    if part.name == DIGITS:
        grids = panel_look.grid_here
        edge = [IN_GRID.format(grid=grid.number) for grid in grids]
        edge += [panel_look.state] * is_framed(panel_look.arrangement)
        picture = _digits_left(panel_look, where.digits, place.size, palette, glyphs)
        return replace(part, title=str(DIGITS_LEFT), aside=f" {glyphs.dot} ".join(edge), view=picture)
    if part.name == MAGNIFIER:
        magnified = magnifier_of(panel_look, place.size, glyphs.box)
        if magnified is None:
            return replace(part, title="")
        picture = draw_magnifier(magnified, layout, panel_look.look, palette, glyphs)
        return replace(part, title=magnified.name, view=picture, rows=1 + picture.height)
    message = _message(part, panel_look, place.width, palette, glyphs)
    if message.rows or not is_framed(panel_look.arrangement) or not isinstance(message.view, Sequence):
        return message
    return replace(message, rows=1 + min(max(len(message.view), MESSAGE_ROWS), place.height))  # the title has a row


def _message(part: Panel, panel_look: PanelLook, width: int, palette: Palette, glyphs: Glyphs) -> Panel:
    """Return the part with the message or the card of a hint."""
    card, message = panel_look.card, panel_look.message
    if card is None:
        lines: Sequence[Line] = [[Segment(line, message.style(palette))] for line in wrap(message.sentence, width)]
        again = clip(message.again, width - 2, glyphs.ellipsis)
        return replace(part, title=str(MESSAGE_TITLE), aside=again, view=lines)
    chip = level_chip(card.level.value, card.level.title) if card.level else None
    room = width - 2 - (cell_len(chip.text) + 2 if chip else 0)
    names = (card.title, str(HINT_TITLE))
    titles = [f" {glyphs.dot} ".join(filter(None, [name, count])) for name in names for count in card.counts]
    title = next((name for name in titles if cell_len(name) <= room), str(HINT_TITLE))
    lines = card_lines(card, palette, glyphs)
    if is_framed(panel_look.arrangement):
        again = clip(card.again, width - 2, glyphs.ellipsis)
        return replace(part, title=title, chip=chip, aside=again, focus=True, view=lines)
    if part.name == MESSAGE:
        lines += [[], [Segment(card.again, palette.dim)]]
    return replace(part, title=title, chip=chip, focus=True, view=lines)


def _progress(panel_look: PanelLook, width: int, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Draw the progress of the board as a meter, the clock, the progress of the grids, and the completed houses.

    Two grids are both named; of more, only the whole and the grid of the cursor are.
    """
    layout, board, clock = panel_look.game.layout, panel_look.game.board, panel_look.game.clock
    seconds = clock.elapsed // panel_look.clock_step * panel_look.clock_step
    time = Segment(clock_text(seconds), palette.plain if clock.running else palette.dim)
    room = max(width - CLOCK - 1, 0)
    lines = [[*progress(board.filled / len(layout.cells), room, palette, glyphs), Segment(" "), time]]
    here = panel_look.grid_here
    texts = [
        GRID.format(number=grid.number, filled=board.filled_in(grid), cells=len(grid.cells))
        for grid in (layout.grids if len(layout.grids) == 2 else here)
    ]
    if len(layout.grids) != 2:
        texts = [FILLED.format(filled=board.filled, count=len(layout.cells)), *texts]
    if width >= grid_column(layout) + cell_len(texts[-1]):
        texts = ["".join(pad(text, grid_column(layout)) for text in texts).rstrip()]
    lines += [[Segment(text, palette.plain)] for text in texts]
    if panel_look.rival:
        lines.append([_beside_rival(panel_look, panel_look.rival, width, palette, glyphs)])
    elif not panel_look.look.hidden:  # the board does not show completed houses either
        counts = {"count": len(board.done_houses), "count_2": len(layout.houses)}
        done = _("{count} of {count_2} houses done").format(**counts)
        done = done if cell_len(done) <= width - 2 else _("Houses {count}/{count_2}").format(**counts)
        tick = [Segment(f"{glyphs.right} ", palette.good)] * bool(board.done_houses)
        lines.append([*tick, Segment(done, palette.plain if tick else palette.dim)])
    return lines


def _beside_rival(panel_look: PanelLook, rival: Rival, width: int, palette: Palette, glyphs: Glyphs) -> Segment:
    """Say how far the game to race against was by now, and how many digits the player is ahead of it."""
    game, times = panel_look.game, rival.times
    place = bisect_right([seconds for seconds, _filled in times], game.clock.elapsed)
    filled = times[place - 1][1] if place else len(game.values) - game.puzzle.holes
    ahead = game.board.filled - filled
    facts = {"filled": filled, "count": len(game.values), "ahead": f"{ahead:+}"}
    text = BEST.format(**facts)
    if rival.name:
        room = max(width - cell_len(RIVAL.format(name="", **facts)), 1)
        text = RIVAL.format(name=clip(rival.name, room, glyphs.ellipsis), **facts)
    ink = palette.good if ahead > 0 else palette.warning if ahead < 0 else palette.dim
    return Segment(clip(text, width, glyphs.ellipsis), ink)


def _digits_left(
    panel_look: PanelLook, places: Mapping[int, Region], size: Size, palette: Palette, glyphs: Glyphs
) -> Picture:
    """Draw the remaining count of each digit, on the board and in the grid of the cursor."""
    layout, board, picture = panel_look.game.layout, panel_look.game.board, Picture(*size)
    here = panel_look.grid_here
    in_grid = board.digits_left(here[0]) if here else {}
    left = board.digits_left()
    texts = {digit: f"{glyphs.times}{count}" + (f"/{in_grid[digit]}" if here else "") for digit, count in left.items()}
    most, whole = widest(texts.values(), 0), -(-len(layout.cells) // layout.size)
    for digit, count in left.items():
        (x, row), room = places[digit].offset, places[digit].width - 3 - most
        ink = palette.same if digit in panel_look.look.highlighted else palette.given if count else palette.dim
        picture.put(x, row, sign(digit), ink)
        done = f"{glyphs.right} {_('done')}"
        done = done if cell_len(done) <= places[digit].width - 2 else _("done")
        picture.put(x + 2, row, texts[digit] if count else done, palette.plain if count else palette.dim)
        if count and room >= _METER_LEAST:
            meter = progress(1 - count / whole, room, palette, glyphs)
            picture.put_lines(x + 3 + most, row, [meter], room, glyphs.ellipsis)
    return picture


# the magnifier


def magnifier_of(panel_look: PanelLook, room: Size, box: str) -> Magnifier | None:
    """Return the magnified part of the board; None if the board itself shows notes, or is hidden."""
    if panel_look.look.hidden or panel_look.arrangement.notes_inside:
        return None
    return magnifier(panel_look.game.layout, panel_look.cursor, room, box)
