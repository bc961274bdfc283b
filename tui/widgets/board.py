"""A sudoku board of any layout, drawn from values."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from rich.style import Style
from textual.events import Click
from textual.message import Message

from engine.sudoku.layout import Conflict, House, Layout
from tui.palette import Glyphs, Palette
from tui.widgets.frame import Frame, frame
from tui.widgets.patchwork import Patchwork, Picture

DIGITS = "123456789ABCDEFGHIJKLMNOP"
"""The sign of each digit, from 1."""


@dataclass(frozen=True)
class Look:
    """What a board shows: a digit (0: none) and an ink for each cell, and what lies over them.

    `grounds` are backgrounds of single cells and `signs` stand left of their digits; `noted` are the empty cells that
    hold notes; a conflict marks its cells and the edge of its house with a `!`, so that it can be seen without colour;
    the edges of the houses (indices) in `pointed` are marked with a `*`.
    """

    values: Sequence[int]
    inks: Sequence[Style]
    grounds: Mapping[int, Style] = field(default_factory=dict)
    signs: Mapping[int, str] = field(default_factory=dict)
    pointed: Collection[int] = ()
    noted: Collection[int] = ()
    cursor: int | None = None
    conflicts: Sequence[Conflict] = ()
    hidden: bool = False


def draw(layout: Layout, look: Look, palette: Palette, glyphs: Glyphs) -> Picture:
    """Draw the board with cells three columns wide: a digit between two places for marks."""
    lines = frame(layout, glyphs.box)
    picture = Picture(lines.width, lines.height)
    for y, text in enumerate(lines.rows):
        picture.put(0, y, text, palette.line)
    clashing = {cell for conflict in look.conflicts for cell in conflict.cells}
    for cell, (row, column) in enumerate(layout.cells):
        value = 0 if look.hidden else look.values[cell]
        ground = look.grounds.get(cell)
        empty = palette.plain if ground else palette.empty  # in 16 colours a dim sign is lost on a ground
        ink = palette.conflict if cell in clashing else look.inks[cell] if value else empty
        sign = DIGITS[value - 1] if value else ":" if cell in look.noted and not look.hidden else glyphs.empty_cell
        left, right = ("[", "]") if cell == look.cursor else (" ", " ")
        if cell in clashing:
            left = "!"
        elif cell in look.signs:
            left = look.signs[cell]
        picture.put(lines.xs[column], lines.ys[row], left + sign + right, ground + ink if ground else ink)
    edges = [(number, "*", palette.accent) for number in look.pointed]
    edges += [(conflict.house, "!", palette.bad) for conflict in look.conflicts]
    for number, mark, style in edges:
        for x, y in _edge(layout, layout.houses[number], lines):
            if 0 <= x < lines.width and 0 <= y < lines.height and lines.rows[y][x] != " ":
                picture.put(x, y, mark, style)
    return picture


def _edge(layout: Layout, house: House, lines: Frame) -> list[tuple[int, int]]:
    """Where the lines around a house are marked: the ends of a row or column, the corners of anything else."""
    places = [layout.cells[cell] for cell in house.cells]
    top, bottom = lines.ys[min(row for row, _ in places)], lines.ys[max(row for row, _ in places)]
    left, right = lines.xs[min(column for _, column in places)], lines.xs[max(column for _, column in places)]
    before, after, middle = left - 1, right + lines.cell_width, left + lines.cell_width // 2
    if top == bottom:
        return [(before, top), (after, top)]
    if left == right:
        return [(middle, top - 1), (middle, bottom + 1)]
    return [(x, y) for x in (before, after) for y in (top - 1, bottom + 1)]


class Board(Patchwork):
    """The board on the screen. Owns nothing: it shows the look it is given."""

    class Clicked(Message):
        """A cell was clicked with the mouse."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, layout: Layout, look: Look, palette: Palette, glyphs: Glyphs) -> None:
        """`look` is the first one: a board that began empty would be painted twice."""
        self.layout_shown = layout
        self._lines = frame(layout, glyphs.box)
        super().__init__(draw(layout, look, palette, glyphs), self._lines.cuts)

    def display_look(self, look: Look, palette: Palette, glyphs: Glyphs) -> int:
        """Show this look; returns how many characters changed."""
        return self.show(draw(self.layout_shown, look, palette, glyphs))

    def on_click(self, event: Click) -> None:
        x, y = event.screen_x - self.region.x, event.screen_y - self.region.y
        for cell, (row, column) in enumerate(self.layout_shown.cells):
            left = self._lines.xs[column]
            if self._lines.ys[row] == y and left <= x < left + self._lines.cell_width:
                self.post_message(self.Clicked(cell))
