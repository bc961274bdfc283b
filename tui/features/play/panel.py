"""The panel beside a board: progress and clock, digits left, the message or a hint, the magnifier."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

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
from tui.base.board_page import Ink
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
from tui.features.play.card import HINT_TITLE, HintCard, card_lines

DIGITS_LEFT, MESSAGE_TITLE = lazy_gettext("digits left"), lazy_gettext("message")
TO_FILL = lazy_gettext("{count} to fill")
BEST = lazy_gettext("Best {filled}/{count}, you {ahead}")
RIVAL = lazy_gettext("{name} {filled}/{count}, you {ahead}")
IN_GRID = lazy_gettext("/ in grid {grid}")

CLOCK_COLUMNS = 8
"""Columns of the clock."""
MIN_METER = 3
"""Minimum columns of a digit's meter."""


@dataclass(frozen=True)
class StatusText:
    """A message to the player."""

    sentence: str = ""
    ink: Ink = "plain"
    next_press: str = ""
    """The effect of the key that goes on from here."""
    level: Level | None = None
    """The level of a hint's step, where no card shows it."""

    def style(self, palette: Palette) -> Style:
        """The style of the sentence."""
        style: Style = getattr(palette, self.ink)
        return style


@dataclass(frozen=True)
class PanelLook:
    """The contents of the panel of a game."""

    game: Game
    look: BoardAppearance
    """The look of the board beside the panel."""
    cursor: int
    arrangement: BoardArrangement
    input_mode: str
    message: StatusText
    """The message, which is drawn in the panel if the arrangement `has_side_panel`."""
    clock_step: int
    """Seconds between two ticks of the clock."""
    card: HintCard | None = None
    """The card of the hint, which takes the place of the message."""
    rival: Rival | None = None
    """The game of this puzzle to race against, if any."""

    @property
    def plan(self) -> PanelPlan:
        """The arrangement of the panel."""
        return plan(self.game.layout, self.arrangement, has_hint=self.card is not None)

    @property
    def cursor_grids(self) -> Sequence[Grid]:
        """The first grid of the cursor's cell if the layout has several grids; else none."""
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
        """`board` is the board beside the panel, which gets the clicked digits and cells."""
        self._board, self._panel_look = board, panel_look
        super().__init__(draw_panel(panel_look, self.palette, self.glyphs), classes="panel")

    def show_game(self, panel_look: PanelLook) -> None:
        """Show other content; only changed characters are sent."""
        self._panel_look = panel_look
        self.show(draw_panel(panel_look, self.palette, self.glyphs))

    def on_click(self, event: Click) -> None:
        panel_look, layout, parts = self._panel_look, self._panel_look.game.layout, self._panel_look.plan
        point = Offset(int(event.screen_x), int(event.screen_y)) - self.region.offset
        if action := clicked_action(panel_look, parts, point):
            self.post_message(self.PanelClicked(action))
            return
        digits, area = (parts.places.get(name, Region()) for name in (DIGITS, MAGNIFIER))
        for digit, place in parts.digits.items():
            if place.translate(digits.offset).contains_point(point) and not self._board.disabled:
                self._board.action_digit(digit)
        box = self.glyphs.box
        magnified, inner_point = magnifier_of(panel_look, area.size, box), point - area.offset
        if magnified and Region(0, 0, *magnified.window.size).contains_point(inner_point):
            cell = board_frame(layout, box, magnified.cell).cell_at(*(inner_point + magnified.window.offset))
            if cell is not None:
                self._board.go_to(cell)


def clicked_action(panel_look: PanelLook, parts: PanelPlan, point: Offset) -> str:
    """Return the action whose key a click at a point of the panel acts like; "" for none."""
    progress_area, digits = (parts.places.get(name, Region()) for name in (PROGRESS, DIGITS))
    is_on_hint = bool(parts.hint) and parts.hint.grow((1, 1, 1, 1)).contains_point(point)  # with its frame
    if is_on_hint and (panel_look.card or panel_look.message.next_press):
        return "hint"
    if point.y == progress_area.y and progress_area.right - CLOCK_COLUMNS <= point.x < progress_area.right:
        return "pause"
    is_on_mode = is_framed(panel_look.arrangement) and bool(digits) and point.y == digits.bottom  # in the frame
    return "notes" if is_on_mode else ""


def draw_panel(panel_look: PanelLook, palette: Palette, glyphs: Glyphs) -> Picture:
    """Draw the panel of a game."""
    arrangement, parts = panel_look.arrangement, panel_look.plan
    panels = [
        _with_content(part, panel_look, parts, palette, glyphs)
        for part in parts.stack.parts
        if isinstance(part, Panel) and part.name in parts.places
    ]
    area = Region(0, 0, *arrangement.panel)
    return draw(Stack(panels), area, palette, glyphs, framed=is_framed(arrangement)).picture


def _with_content(part: Panel, panel_look: PanelLook, parts: PanelPlan, palette: Palette, glyphs: Glyphs) -> Panel:
    """Return a part of the panel with its title, the text in its edges, and its content."""
    layout, board, place = panel_look.game.layout, panel_look.game.board, parts.places[part.name]
    if part.name == PROGRESS:
        title = TO_FILL.format(count=len(layout.cells) - board.filled)
        return replace(part, title=title, view=_progress(panel_look, place.width, palette, glyphs))
    if part.name == DIGITS:
        edge = [IN_GRID.format(grid=grid.number) for grid in panel_look.cursor_grids]
        edge += [panel_look.input_mode] * is_framed(panel_look.arrangement)
        picture = _digits_left(panel_look, parts.digits, place.size, palette, glyphs)
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
        next_press = clip(message.next_press, width - 2, glyphs.ellipsis)
        return replace(part, title=str(MESSAGE_TITLE), aside=next_press, view=lines)
    chip = level_chip(card.level.value, card.level.title) if card.level else None
    room = width - 2 - (cell_len(chip.text) + 2 if chip else 0)
    names = (card.title, str(HINT_TITLE))
    titles = [f" {glyphs.dot} ".join(filter(None, [name, count])) for name in names for count in card.counts]
    title = next((title for title in titles if cell_len(title) <= room), str(HINT_TITLE))
    lines = card_lines(card, palette, glyphs)
    if is_framed(panel_look.arrangement):
        next_press = clip(card.next_press, width - 2, glyphs.ellipsis)
        return replace(part, title=title, chip=chip, aside=next_press, focus=True, view=lines)
    if part.name == MESSAGE:
        lines += [[], [Segment(card.next_press, palette.dim)]]
    return replace(part, title=title, chip=chip, focus=True, view=lines)


def _progress(panel_look: PanelLook, width: int, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Draw a meter of the board's progress with the clock, the progress of the grids, and the completed houses.

    Both of two grids have their progress; of more, the whole board and the grid of the cursor have.
    """
    layout, board, clock = panel_look.game.layout, panel_look.game.board, panel_look.game.clock
    seconds = clock.elapsed // panel_look.clock_step * panel_look.clock_step
    time = Segment(clock_text(seconds), palette.plain if clock.running else palette.dim)
    room = max(width - CLOCK_COLUMNS - 1, 0)
    lines = [[*progress(board.filled / len(layout.cells), room, palette, glyphs), Segment(" "), time]]
    texts = [
        GRID.format(number=grid.number, filled=board.filled_in(grid), cells=len(grid.cells))
        for grid in (layout.grids if len(layout.grids) == 2 else panel_look.cursor_grids)
    ]
    if len(layout.grids) != 2:
        texts = [FILLED.format(filled=board.filled, count=len(layout.cells)), *texts]
    if width >= grid_column(layout) + cell_len(texts[-1]):
        texts = ["".join(pad(text, grid_column(layout)) for text in texts).rstrip()]
    lines += [[Segment(text, palette.plain)] for text in texts]
    if panel_look.rival:
        lines.append([_beside_rival(panel_look, panel_look.rival, width, palette, glyphs)])
    elif not panel_look.look.hidden:  # a hidden board must not show which houses are complete
        counts = {"count": len(board.done_houses), "count_2": len(layout.houses)}
        done = _("{count} of {count_2} houses done").format(**counts)
        done = done if cell_len(done) <= width - 2 else _("Houses {count}/{count_2}").format(**counts)
        tick = [Segment(f"{glyphs.right} ", palette.good)] * bool(board.done_houses)
        lines.append([*tick, Segment(done, palette.plain if tick else palette.dim)])
    return lines


def _beside_rival(panel_look: PanelLook, rival: Rival, width: int, palette: Palette, glyphs: Glyphs) -> Segment:
    """Return how far the game to race against was by now, and how many digits the player is ahead of it."""
    game = panel_look.game
    filled = rival.filled(game)
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
    """Draw how many of each digit remain to be placed, on the board and in the grid of the cursor."""
    layout, board, picture = panel_look.game.layout, panel_look.game.board, Picture(*size)
    counts = board.digits_left()
    texts = {digit: f"{glyphs.times}{count}" for digit, count in counts.items()}
    for grid in panel_look.cursor_grids:
        texts = {digit: f"{texts[digit]}/{count}" for digit, count in board.digits_left(grid).items()}
    text_width, total = widest(texts.values(), 0), -(-len(layout.cells) // layout.size)
    for digit, count in counts.items():
        (x, row), room = places[digit].offset, places[digit].width - 3 - text_width
        ink = palette.same if digit in panel_look.look.highlighted else palette.given if count else palette.dim
        picture.put(x, row, sign(digit), ink)
        done = f"{glyphs.right} {_('done')}"
        done = done if cell_len(done) <= places[digit].width - 2 else _("done")
        picture.put(x + 2, row, texts[digit] if count else done, palette.plain if count else palette.dim)
        if count and room >= MIN_METER:
            meter = progress(1 - count / total, room, palette, glyphs)
            picture.put_lines(x + 3 + text_width, row, [meter], room, glyphs.ellipsis)
    return picture


def magnifier_of(panel_look: PanelLook, room: Size, box: str) -> Magnifier | None:
    """Return the magnified part of the board; None if the board itself shows notes, is hidden, or has no room."""
    if panel_look.look.hidden or panel_look.arrangement.notes_inside:
        return None
    return magnifier(panel_look.game.layout, panel_look.cursor, room, box)
