"""The panel beside a board: how full the grids are, the clock, digits left, and the loupe."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.play.game import Game
from engine.sudoku.layout import House, Layout
from tui.palette import Glyphs, Palette
from tui.widgets.board import DIGITS
from tui.widgets.loupe import Sign, draw_loupe, loupe_size
from tui.widgets.patchwork import Patchwork, Picture

WIDTH, HEIGHT = 28, 21
TEXT_ROWS = 7
"""Rows above the loupe, for a text in the place of the counts."""


@dataclass(frozen=True)
class PanelLook:
    """What the panel shows.

    `marks` are the digits drawn into empty cells of the loupe (bit d for digit d), `signs` stand beside them (by cell
    and digit); `text` are lines shown in the place of the counts.
    """

    game: Game
    box: House | None
    marks: Sequence[int]
    highlighted: int = 0
    paused: bool = False
    signs: Mapping[tuple[int, int], Sign] = field(default_factory=dict)
    text: Sequence[str] = ()


def clock_text(seconds: float) -> str:
    """Hours, minutes and seconds: `00:03:12`."""
    whole = int(seconds)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"


def draw_panel(look: PanelLook, palette: Palette, glyphs: Glyphs) -> Picture:
    """Draw the panel from a game."""
    picture = Picture(WIDTH, HEIGHT)
    layout = look.game.layout
    if look.text and not look.paused:
        for y, line in enumerate(look.text):
            picture.put(0, y, line, palette.accent)
    else:
        _counts(picture, look, palette, glyphs)
    if look.box and not look.paused:
        width, _ = loupe_size(layout)
        if 0 < width <= WIDTH:
            picture.put(0, 7, look.box.name, palette.dim)
            draw_loupe(
                picture, (0, 8), layout, look.box, look.game.values, look.marks, palette, glyphs, look.signs
            )
    return picture


def _counts(picture: Picture, look: PanelLook, palette: Palette, glyphs: Glyphs) -> None:
    """How full the grids are, the clock, and the digits left."""
    game, layout = look.game, look.game.layout
    if len(layout.grids) == 2:
        for place, grid in enumerate(layout.grids):
            picture.put(15 * place, 0, f"Grid {grid.number} {game.filled_in(grid):2}/{len(grid.cells)}", palette.plain)
    else:
        picture.put(0, 0, f"Filled {game.filled}/{len(layout.cells)}", palette.plain)
    picture.put(0, 1, f"{len(layout.cells) - game.filled} to fill", palette.plain)
    picture.put(WIDTH - 8, 1, clock_text(game.clock.elapsed), palette.dim if look.paused else palette.plain)
    _digits_left(picture, game, look.highlighted, palette, glyphs)


def _digits_left(picture: Picture, game: Game, highlighted: int, palette: Palette, glyphs: Glyphs) -> None:
    """Three columns of digits with how often each is still to be placed."""
    left = game.digits_left()
    down = -(-game.layout.size // 3)
    if down > 3:  # no room: large layouts say it on the board's own digits
        return
    for digit, count in left.items():
        x, y = (digit - 1) // down * 10, 3 + (digit - 1) % down
        style = palette.same if digit == highlighted else palette.given if count else palette.dim
        picture.put(x, y, DIGITS[digit - 1], style)
        picture.put(x + 2, y, f"{glyphs.times}{count}" if count else "done", palette.plain if count else palette.dim)


class SidePanel(Patchwork):
    """The panel on the screen."""

    def __init__(self, layout: Layout, picture: Picture) -> None:
        across = layout.box_columns or 3
        step = min(2 * across + 2, WIDTH // 3)
        widths = [1, step, step, step]
        super().__init__(picture, [*widths, WIDTH - sum(widths)])
