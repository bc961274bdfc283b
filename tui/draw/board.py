"""A sudoku board of any layout, drawn from values: the one drawing for playing, watching, solving and looking."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from engine.play.board import digits_of
from engine.sudoku.layout import Conflict, House, Layout
from engine.sudoku.signs import sign
from tui.draw.frame import NORMAL, CellSize, Frame, Lines, frame
from tui.draw.labels import labels
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture


class Sign(NamedTuple):
    """A mark that stands left of a digit, and a ground for both, so that it can be seen without colour too."""

    mark: str
    ground: Style


@dataclass(frozen=True)
class Look:
    """What a board shows: a digit (0: none) and an ink for each cell, and what lies over them.

    `grounds` are backgrounds of single cells and `signs` stand left of their digits. `notes` (bit d for digit d) stand
    inside empty cells that are large enough, with `note_signs` beside them (by cell and digit); smaller ones show a
    colon if they are `noted`, or the digit that a hint has `spoken` of there. Notes of the digit `highlighted` are
    marked.

    A conflict marks its cells and the edge of its house with a `!`, so that it can be seen without colour; the edges of
    the houses (indices) in `pointed` are marked with a `*`, and those in `done` are drawn heavy. The cursor is a pair
    of brackets, on `cursor_ground`.
    """

    values: Sequence[int]
    inks: Sequence[Style]
    grounds: Mapping[int, Style] = field(default_factory=dict)
    signs: Mapping[int, str] = field(default_factory=dict)
    notes: Sequence[int] = ()
    noted: Collection[int] = ()
    note_signs: Mapping[tuple[int, int], Sign] = field(default_factory=dict)
    spoken: Mapping[int, int] = field(default_factory=dict)
    highlighted: int = 0
    pointed: Collection[int] = ()
    done: Collection[int] = ()
    cursor: int | None = None
    cursor_ground: Style | None = None
    conflicts: Sequence[Conflict] = ()
    hidden: bool = False


class NoteGrid(NamedTuple):
    """How notes stand in a cell: so many in a row, and columns from one to the next."""

    across: int
    step: int


def note_grid(digits: int, cell: CellSize) -> NoteGrid | None:
    """The notes of so many digits in a cell of that size; None where they don't fit."""
    for across, down in (_square(digits), _flat(digits)):
        if cell.height >= down and cell.width >= across + 2:
            return NoteGrid(across, 2 if cell.width > 2 * across else 1)
    return None


def sizes_with_notes(digits: int) -> tuple[CellSize, ...]:
    """The cells that hold the notes of so many digits, from the roomiest on.

    Spaced out; with a place for a mark beside each; without; and in two rows.
    """
    across, down = _square(digits)
    flat, two = _flat(digits)
    return (
        CellSize(2 * across + 2, down + 1), CellSize(2 * across + 1, down), CellSize(across + 2, down),
        CellSize(flat + 2, two),
    )  # fmt: skip


def _square(digits: int) -> tuple[int, int]:
    """How many notes stand in a row, and how many rows there are: as near to a square as can be."""
    across = isqrt(digits - 1) + 1
    return across, -(-digits // across)


def _flat(digits: int) -> tuple[int, int]:
    """The same in two rows."""
    return -(-digits // 2), 2


def draw(
    layout: Layout,
    look: Look,
    palette: Palette,
    glyphs: Glyphs,
    cell: CellSize = NORMAL,
    lines: Lines = Lines.ALL,
    window: Region | None = None,
    labelled: bool = False,
) -> Picture:
    """Draw the board with cells of that size, or only what lies in a window of its text; `labelled`: with names of rows
    and columns on the lines around it."""
    text = frame(layout, glyphs.box, cell, lines)
    window = Region(0, 0, text.width, text.height) if window is None else window
    picture = Picture(window.width, window.height, window.x, window.y)
    for y in range(window.y, min(window.bottom, text.height)):
        picture.put(0, y, text.rows[y], palette.line)
    if labelled:
        for label in labels(layout, text):
            picture.put(*label, palette.dim)
    clashing = {number for conflict in look.conflicts for number in conflict.cells}
    marked = {number for number, _ in look.note_signs}
    grid = note_grid(layout.size, cell)
    pen = _Pen(layout, picture, look, palette, glyphs, text, grid, clashing, marked)
    columns = [window.x - cell.width < x < window.right for x in text.xs]
    rows = [window.y - cell.height < y < window.bottom for y in text.ys]
    for number, (row, column) in enumerate(layout.cells):
        if rows[row] and columns[column]:
            pen.put_cell(number, text.xs[column], text.ys[row])
    if look.cursor is not None:
        row, column = layout.cells[look.cursor]
        pen.put_brackets(look.cursor, text.xs[column], text.ys[row])
    heavy = dict(zip(glyphs.box, glyphs.heavy_box, strict=True))
    for number in look.done:
        for x, y in _edge(layout, layout.houses[number], text):
            line = picture.char(x, y)
            picture.put(x, y, heavy.get(line, line), palette.good)
    for number in look.pointed:
        for x, y in _edge(layout, layout.houses[number], text):
            picture.put(x, y, "*", palette.accent)
    for conflict in look.conflicts:
        for x, y in _edge(layout, layout.houses[conflict.house], text):
            picture.put(x, y, "!", palette.bad)
    return picture


@dataclass(frozen=True)
class _Pen:
    """What drawing a cell needs to know."""

    layout: Layout
    picture: Picture
    look: Look
    palette: Palette
    glyphs: Glyphs
    text: Frame
    grid: NoteGrid | None
    clashing: Collection[int]
    marked: Collection[int]
    """The cells that have marked notes: nothing else is drawn over them."""

    def put_cell(self, cell: int, x: int, y: int) -> None:
        """Draw a cell whose upper left character stands in column x of row y."""
        look, middle = self.look, y + self.text.cell.middle[1]
        noted = bool(look.notes and look.notes[cell]) and not (look.hidden or look.values[cell])
        ground = None if self.grid and cell in self.marked else look.grounds.get(cell)
        if ground is None and cell in self.layout.marked_cells:
            ground = self.palette.marked
        if cell == look.cursor and look.cursor_ground:
            ground = look.cursor_ground
        if ground:
            for line in range(y, y + self.text.cell.height) if self.grid else (middle,):
                self.picture.put(x, line, " " * self.text.cell.width, ground)
        if noted and self.grid:
            self._put_notes(cell, x, y, self.grid, ground)
        else:
            self._put_sign(cell, x, middle, ground)

    def _put_sign(self, cell: int, x: int, y: int, ground: Style | None) -> None:
        """Draw a digit, or what stands for none, with a mark at its left."""
        look, palette, width = self.look, self.palette, self.text.cell.width
        value = 0 if look.hidden else look.values[cell]
        char = self.glyphs.marked_cell if cell in self.layout.marked_cells else self.glyphs.empty_cell
        ink = palette.plain if ground else palette.empty  # in 16 colours a dim sign is lost on a ground
        if value:
            char, ink = sign(value), look.inks[cell]
        elif not self.grid and cell in look.spoken:
            char, ink = sign(look.spoken[cell]), palette.plain
        elif not self.grid and cell in look.noted and not look.hidden:
            char = ":"
            if look.highlighted and look.notes[cell] >> look.highlighted & 1:
                ground = ground or palette.same
        mark = look.signs.get(cell, " ")
        if cell in self.clashing:
            mark, ink = "!", palette.conflict
        shown = char if width == 1 else (mark + char + " ")[:width]
        self.picture.put(x + self.text.cell.middle[0] - (width > 1), y, shown, ground + ink if ground else ink)

    def _put_notes(self, cell: int, x: int, y: int, grid: NoteGrid, ground: Style | None) -> None:
        """Draw each note in its place, and what is marked."""
        look, palette = self.look, self.palette
        for digit in digits_of(look.notes[cell]):
            row, column = divmod(digit - 1, grid.across)
            at, line = x + 1 + grid.step * column, y + row
            under = ground
            if noted := look.note_signs.get((cell, digit)):
                under = noted.ground
                if grid.step > 1:
                    self.picture.put(at - 1, line, noted.mark, under)
            elif digit == look.highlighted:
                under = palette.same
            self.picture.put(at, line, sign(digit), under + palette.plain if under else palette.note)
        if cell in look.signs and not (grid.step > 1 and cell in self.marked):
            self.picture.put(x, y, look.signs[cell], look.grounds.get(cell, palette.accent))

    def put_brackets(self, cell: int, x: int, y: int) -> None:
        """Draw the cursor's brackets at both ends of the cell, but over no mark; a narrow one borrows a place."""
        look, palette, text = self.look, self.palette, self.text
        width, line = text.cell.width, y + text.cell.middle[1]
        ink = palette.conflict if cell in self.clashing else look.inks[cell] if look.values[cell] else palette.plain
        style = look.cursor_ground + ink if look.cursor_ground else ink
        for at, bracket in ((x, "["), (x + max(width - 1, 2), "]")):
            if width > 1 and (self.picture.char(at, line) == " " or text.has_line(at, line)):
                self.picture.put(at, line, bracket, style)


def _edge(layout: Layout, house: House, text: Frame) -> list[tuple[int, int]]:
    """Where the lines around a house are marked: the ends of a row or column, the corners of anything else.

    Where a column of large cells has no line at an end, the mark stands inside its first or last cell.
    """
    places = [layout.cells[cell] for cell in house.cells]
    top, bottom = text.ys[min(row for row, _ in places)], text.ys[max(row for row, _ in places)]
    left, right = text.xs[min(column for _, column in places)], text.xs[max(column for _, column in places)]
    width, height, (across, down) = text.cell.width, text.cell.height, text.cell.middle
    before, after = left - 1, right + width + text.cell.air
    if top == bottom:
        marks = [(before, top + down), (after, top + down)]
    elif left == right:
        marks = [(left + across, top - 1), (left + across, bottom + height)]
        if height > 1:
            inside = (left + width - 1, top), (left + width - 1, bottom + height - 1)
            return [mark if text.has_line(*mark) else other for mark, other in zip(marks, inside, strict=True)]
    else:
        marks = [(x, y) for x in (before, after) for y in (top - 1, bottom + height)]
    return [mark for mark in marks if text.has_line(*mark)]
