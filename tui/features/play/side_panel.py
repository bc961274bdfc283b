"""The panel beside a board: how full the grids are, the clock, digits left, a hint's words, and the loupe."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.style import Style
from textual.events import Click
from textual.geometry import Offset, Region, Size
from textual.message import Message

from engine.play.game import Game
from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign
from tui.base.picture_view import PictureView
from tui.draw.board import Look
from tui.draw.board_window import cell_at
from tui.draw.cells import clip
from tui.draw.frame import frame
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture
from tui.features.play.arrangement import Arrangement
from tui.features.play.loupe import Loupe, draw_loupe, loupe

LEFT = "left in all / in grid {grid}"

_HEAD = 3
"""Rows for title and state, and a blank one, where they stand in the panel."""
_MESSAGE = 7
"""Rows for the message and blank ones around it, where it stands in the panel."""
_TEXT_LEAST = 6
"""Rows that a hint's text should have."""
_GAP = 2
"""Blanks between the columns of digits."""


class PanelPlan(NamedTuple):
    """The rows of the panel: the first of the counts, the message, the text and the loupe's name; rows of the text.

    Where there is no other room for a text, it stands in the place of the counts. `loupe` is the room under its name.
    """

    counts: int
    message: int
    text: int
    text_rows: int
    name: int
    loupe: Size


class SidePanel(PictureView):
    """The panel of a game. A click on a digit, or on a cell in the loupe, is told to the screen."""

    @dataclass
    class DigitClicked(Message):
        """One of the digits left was clicked."""

        digit: int

    @dataclass
    class CellClicked(Message):
        """A cell in the loupe was clicked."""

        cell: int

    def __init__(self, shown: "PanelLook", arrangement: Arrangement, palette: Palette, glyphs: Glyphs) -> None:
        super().__init__(draw_panel(shown, arrangement, palette, glyphs), classes="panel")
        self._shown, self._arrangement, self._glyphs = shown, arrangement, glyphs

    def show_game(self, shown: "PanelLook", arrangement: Arrangement, palette: Palette, glyphs: Glyphs) -> None:
        """Show this; only what changed is sent."""
        self._shown, self._arrangement, self._glyphs = shown, arrangement, glyphs
        self.show(draw_panel(shown, arrangement, palette, glyphs))

    def on_click(self, event: Click) -> None:
        at = Offset(event.screen_x - self.region.x, event.screen_y - self.region.y)
        digit = digit_at(self._shown, self._arrangement, at)
        cell = cell_in_loupe(self._shown, self._arrangement, self._glyphs, at)
        if digit:
            self.post_message(self.DigitClicked(digit))
        elif cell is not None:
            self.post_message(self.CellClicked(cell))


@dataclass(frozen=True)
class PanelLook:
    """What the panel shows of a game whose board has this `look`.

    `state` says in words how keys are taken; it, the title and the lines of the `message` are drawn where the
    arrangement puts them beside the board. `text` are lines of a hint; the clock goes on every `clock_step` seconds.
    """

    game: Game
    look: Look
    cursor: int
    title: str = ""
    state: str = ""
    message: Sequence[tuple[str, Style]] = ()
    text: Sequence[str] = ()
    clock_step: int = 1


def plan(layout: Layout, arrangement: Arrangement) -> PanelPlan:
    """What stands where in the panel."""
    width, height = arrangement.panel
    top = _HEAD if arrangement.beside else 0
    below = top + _fullness_rows(layout, width) + 2 + _digit_rows(layout, width) + 1
    if arrangement.notes_inside:
        message, text = below + 1, below + (_MESSAGE if arrangement.beside else 1)
        if height - text >= _TEXT_LEAST:
            return PanelPlan(top, message, text, height - text, height, Size(width, 0))
        return PanelPlan(top, message, top, below - top, height, Size(width, 0))
    room = Size(width, height - below - 1 - (_MESSAGE if arrangement.beside else 0))
    return PanelPlan(top, height - _MESSAGE + 1, top, below - top, below, room)


def draw_panel(shown: PanelLook, arrangement: Arrangement, palette: Palette, glyphs: Glyphs) -> Picture:
    """Draw the panel of a game."""
    picture = Picture(*arrangement.panel)
    layout = shown.game.layout
    at = plan(layout, arrangement)
    if arrangement.beside:
        picture.put(0, 0, clip(shown.title, picture.width, glyphs.ellipsis), palette.title)
        picture.put(0, 1, shown.state, palette.plain)
        lines = shown.message[: _MESSAGE - 2] if shown.text else shown.message
        for y, (line, style) in enumerate(lines, at.message):
            picture.put(0, y, line, style)
    if not _text_in_place_of_counts(shown, at):
        _put_counts(picture, at.counts, shown, palette, glyphs)
    for y, line in enumerate(shown.text[: at.text_rows], at.text):
        picture.put(0, y, line, palette.accent)
    part = _loupe(shown, arrangement, at, glyphs)
    if part:
        picture.put(0, at.name, part.name, palette.dim)
        picture.paste(draw_loupe(layout, part, shown.look, palette, glyphs), 0, at.name + 1)
    return picture


def digit_at(shown: PanelLook, arrangement: Arrangement, at: Offset) -> int:
    """The digit whose count stands there, 0 if none does."""
    layout, where = shown.game.layout, plan(shown.game.layout, arrangement)
    if _text_in_place_of_counts(shown, where):
        return 0
    places = _digit_places(layout, arrangement.panel.width, where.counts)
    return next((digit for digit, place in places.items() if place.contains_point(at)), 0)


def cell_in_loupe(shown: PanelLook, arrangement: Arrangement, glyphs: Glyphs, at: Offset) -> int | None:
    """The cell that the loupe shows there, None if none is."""
    layout, where = shown.game.layout, plan(shown.game.layout, arrangement)
    part = _loupe(shown, arrangement, where, glyphs)
    x, y = at.x, at.y - where.name - 1
    if part is None or not (0 <= x < part.window.width and 0 <= y < part.window.height):
        return None
    return cell_at(layout, frame(layout, glyphs.box, part.cell), x + part.window.x, y + part.window.y)


def text_room(layout: Layout, arrangement: Arrangement) -> Size:
    """The columns and rows for the text of a hint."""
    return Size(arrangement.panel.width, plan(layout, arrangement).text_rows)


def _put_counts(picture: Picture, y: int, shown: PanelLook, palette: Palette, glyphs: Glyphs) -> None:
    """How full the board is, the clock, the digits left, and the houses that are complete."""
    game, layout = shown.game, shown.game.layout
    width = picture.width
    places = _digit_places(layout, width, y)
    for text in _fullness(game, shown.cursor, width):
        picture.put(0, y, text, palette.plain)
        y += 1
    picture.put(0, y, f"{len(layout.cells) - game.filled} to fill", palette.plain)
    running = palette.plain if game.clock.running else palette.dim
    picture.put(min(width, 28) - 8, y, clock_text(game.clock.elapsed // shown.clock_step * shown.clock_step), running)
    _put_digits(picture, places, shown, palette, glyphs)
    y += 2 + _digit_rows(layout, width)
    picture.put(0, y, f"{len(shown.look.done)} of {len(layout.houses)} houses done", palette.dim)


def _fullness(game: Game, cursor: int, width: int) -> list[str]:
    """How full the grids are: all of them if there are two, else the whole and the grid of the cursor."""
    layout = game.layout
    whole = f"Filled {game.filled}/{len(layout.cells)}"
    if len(layout.grids) <= 1:
        return [whole]
    chosen = layout.grids if len(layout.grids) == 2 else layout.grids_of(cursor)[:1]
    texts = [f"Grid {grid.number} {game.filled_in(grid):2}/{len(grid.cells)}" for grid in chosen]
    texts = texts if len(layout.grids) == 2 else [whole, *texts]
    if _fullness_rows(layout, width) == 1:
        return ["".join(f"{text:<15}" for text in texts)]
    return texts


def _fullness_rows(layout: Layout, width: int) -> int:
    return 1 if len(layout.grids) <= 1 or width >= 28 else 2


def _put_digits(
    picture: Picture, places: Mapping[int, Region], shown: PanelLook, palette: Palette, glyphs: Glyphs
) -> None:
    """How often each digit is still to be placed; of several grids also in the grid of the cursor."""
    game, layout = shown.game, shown.game.layout
    left = game.digits_left()
    grid = next(iter(layout.grids_of(shown.cursor)), None) if len(layout.grids) > 1 else None
    in_grid = game.digits_left(grid) if grid else {}
    if grid:
        here = LEFT.format(grid=grid.number)
        picture.put(0, places[1].y - 1, clip(here, picture.width, ""), palette.dim)
    for digit, count in left.items():
        x, row = places[digit].offset
        style = palette.same if digit == shown.look.highlighted else palette.given if count else palette.dim
        picture.put(x, row, sign(digit), style)
        text = f"{glyphs.times}{count}" + (f"/{in_grid[digit]}" if grid else "")
        picture.put(x + 2, row, text if count else "done", palette.plain if count else palette.dim)


def _digit_places(layout: Layout, width: int, counts: int) -> dict[int, Region]:
    """Where the digits left stand, in columns, where the counts begin in that row."""
    top = counts + _fullness_rows(layout, width) + 2
    down, wide = _digit_rows(layout, width), _digit_width(layout)
    return {
        digit + 1: Region(digit // down * (wide + _GAP), top + digit % down, wide, 1) for digit in range(layout.size)
    }


def _digit_width(layout: Layout) -> int:
    most = len(str(-(-len(layout.cells) // layout.size)))
    return 2 + max(1 + most + (1 + len(str(layout.size)) if len(layout.grids) > 1 else 0), len("done"))


def _digit_rows(layout: Layout, width: int) -> int:
    columns = max((width + _GAP) // (_digit_width(layout) + _GAP), 1)
    return max(-(-layout.size // columns), min(3, layout.size))


def _text_in_place_of_counts(shown: PanelLook, at: PanelPlan) -> bool:
    return bool(shown.text) and at.text == at.counts


def _loupe(shown: PanelLook, arrangement: Arrangement, at: PanelPlan, glyphs: Glyphs) -> Loupe | None:
    """What the loupe shows; nothing where the board itself shows notes, or hides."""
    if shown.look.hidden or arrangement.notes_inside:
        return None
    return loupe(shown.game.layout, shown.cursor, at.loupe, glyphs.box)
