"""Draws a sudoku board of any layout from values, for playing, watching and solving."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region, Size

from engine.play.board import COLOUR_LETTERS, digits_of
from engine.sudoku.layout import Conflict, Layout, conflicts
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import Rule
from engine.sudoku.signs import SIGNS, sign
from tui.draw.block_digits import HEIGHT, WIDTH, block_digit
from tui.draw.board_frame import (
    AIRY,
    NARROW,
    NORMAL,
    SQUARE,
    TIGHT,
    BoardFrame,
    CellSize,
    Lines,
    NoteGrid,
    frame,
    labels,
    note_grid,
    put_edges,
    uncovered,
)
from tui.draw.cells import Line
from tui.draw.chain_lines import Node, put_chain
from tui.draw.palette import HALVES, Glyphs, Palette
from tui.draw.picture import Picture
from tui.draw.rules import put_rules, rule_grounds

FOG = "~"
"""The sign of a cell in fog."""
HALVED = 2
"""Rows of a cell without notes whose background begins and ends in the middle of a row."""
_BAND = 3
"""Rows of a cell without digit or notes whose background follows the cursor."""
_UPPER, _LOWER = HALVES[0], HALVES[1]


class Sign(NamedTuple):
    """A mark left of a digit and a background for both, so that it is visible without colour."""

    mark: str
    ground: Style


class Statement(NamedTuple):
    """A candidate in a chain: its value if the chain's first link is false, and the number of its link.

    Number 0 marks a consequence of the chain.
    """

    digit: int
    true: bool
    link: int
    ground: Style

    def text(self, glyphs: Glyphs) -> str:
        """Return three characters: `²5+` is the second link, a 5 that is true; links beyond the numerals have a `*`."""
        number = " " if not self.link else glyphs.numbers[self.link - 1] if self.link <= len(glyphs.numbers) else "*"
        return f"{number}{sign(self.digit)}{'+' if self.true else '-'}"


@dataclass(frozen=True)
class BoardAppearance:
    """The content of a board: a digit (0 for none) and a style for each cell, and the marks over them.

    `grounds` are backgrounds of single cells, and `signs` are left of their digits. Large enough empty cells show
    `notes` (bit d for digit d) and `corners`, with the backgrounds of `note_signs` (by cell and digit); smaller ones
    show the sign of `noted`, or the digit that a hint has `spoken` of. The links of a `chain` are lines between its
    candidates. Notes of `highlighted` digits are marked. `colours` are indices of `Palette.colours` by cell, `tints` by
    cell and digit, for notes. `selected` cells are in parentheses. The cursor has the background `cursor_ground`.

    Without enough colours, signs replace them: notes have those of `note_signs`, colours their letters, and cells with
    `links` show as many of these as fit. Empty cells that are `dark`, in fog, have a sign of their own. The cells and
    the house edge of a conflict have a `!`, the edges of the houses (indices) in `pointed` a `*`, and the cursor is in
    brackets.
    """

    values: Sequence[int]
    inks: Sequence[Style]
    grounds: Mapping[int, Style] = field(default_factory=dict)
    signs: Mapping[int, str] = field(default_factory=dict)
    notes: Sequence[int] = ()
    corners: Sequence[int] = ()
    noted: Mapping[int, str] = field(default_factory=dict)
    note_signs: Mapping[tuple[int, int], Sign] = field(default_factory=dict)
    spoken: Mapping[int, int] = field(default_factory=dict)
    links: Mapping[int, Sequence[Statement]] = field(default_factory=dict)
    chain: Sequence[Node] = ()
    highlighted: Collection[int] = ()
    colours: Mapping[int, int] = field(default_factory=dict)
    tints: Mapping[tuple[int, int], int] = field(default_factory=dict)
    selected: Collection[int] = ()
    pointed: Collection[int] = ()
    cursor: int | None = None
    cursor_ground: Style | None = None
    conflicts: Sequence[Conflict] = ()
    hidden: bool = False
    dark: Collection[int] = ()
    rules: Sequence[Rule] = ()


def draw(
    text: BoardFrame,
    look: BoardAppearance,
    palette: Palette,
    glyphs: Glyphs,
    window: Region | None = None,
    labelled: bool = False,
    blocks: bool = False,
) -> Picture:
    """Draw a board, or only a window of its text.

    `labelled` adds the names of rows and columns around it. `blocks` draws digits of half blocks in cells with three
    rows.
    """
    layout, cell = text.layout, text.cell
    window = Region(0, 0, text.width, text.height) if window is None else window
    picture = _empty_board(text, palette, window, labelled).copy()
    clashing = {number for conflict in look.conflicts for number in conflict.cells}
    noted = {number for number, _ in look.note_signs} | set(look.links)
    grid, signs = note_grid(layout.size, cell), house_signs(layout, glyphs)
    needs_signs = palette.needs_signs or not glyphs.links
    blocks = blocks and glyphs.has_blocks and not palette.needs_signs and cell.height >= HEIGHT and cell.width > WIDTH
    pointed = {number for house in look.pointed for number in layout.houses[house].cells}
    pen = _CellPen(text, look, palette, glyphs, picture, grid, clashing, noted, pointed, signs, needs_signs, blocks)
    columns = [window.x - cell.width < x < window.right for x in text.xs]
    rows = [window.y - cell.height < y < window.bottom for y in text.ys]
    for number, (row, column) in enumerate(layout.cells):
        if rows[row] and columns[column]:
            pen.put_cell(number, text.xs[column], text.ys[row])
    put_rules(picture, text, look.rules, look.grounds, palette, glyphs)
    for number in sorted(look.selected):
        row, column = layout.cells[number]
        if number != look.cursor and rows[row] and columns[column]:
            pen.put_brackets(number, "()", text.xs[column], text.ys[row])
    if not needs_signs:
        if look.chain and grid and not look.hidden:
            put_chain(picture, text, look.chain, palette, glyphs)
        return picture
    if look.cursor is not None:
        row, column = layout.cells[look.cursor]
        pen.put_brackets(look.cursor, "[]", text.xs[column], text.ys[row])
    picture.redraw(_edges(text, look.pointed), palette.accent, "*")
    picture.redraw(_edges(text, (conflict.house for conflict in look.conflicts)), palette.bad, "!")
    return picture


def _edges(text: BoardFrame, houses: Iterable[int]) -> list[tuple[int, int]]:
    """Return the positions of the lines around houses."""
    return [place for house in houses for place in text.edges[house]]


@lru_cache(maxsize=64)
def _empty_board(text: BoardFrame, palette: Palette, window: Region, labelled: bool) -> Picture:
    """Draw the lines and their labels."""
    picture = Picture(window.width, window.height, window.x, window.y)
    for y in range(window.y, min(window.bottom, text.height)):
        picture.put(0, y, text.rows[y], palette.line)
    for label in labels(text) if labelled else ():
        picture.put(*label, palette.label)
    return picture


@lru_cache(maxsize=16)
def _tiles(layout: Layout) -> tuple[int, ...]:
    """Return for each cell a checkerboard bit: 1 by cell, plus 2 by box."""
    down, across = layout.box_rows or layout.rows, layout.box_columns or layout.columns
    return tuple((row + column) % 2 + 2 * ((row // down + column // across) % 2) for row, column in layout.cells)


@dataclass(frozen=True)
class _CellPen:
    text: BoardFrame
    look: BoardAppearance
    palette: Palette
    glyphs: Glyphs
    picture: Picture
    grid: NoteGrid | None
    clashing: Collection[int]
    noted: Collection[int]
    """The cells with marked notes, over which nothing else is drawn."""
    pointed: Collection[int]
    """The cells of the houses that a hint is about."""
    house_signs: Mapping[int, str]
    needs_signs: bool
    blocks: bool

    def put_cell(self, cell: int, x: int, y: int) -> None:
        """Draw a cell whose upper left character is in column x of row y."""
        look, size = self.look, self.text.cell
        middle = y + size.middle[1]
        ground = None if self.needs_signs and self.grid and cell in self.noted else look.grounds.get(cell)
        if cell == look.cursor and look.cursor_ground:
            ground = look.cursor_ground
        follows_cursor = ground in (self.palette.peer, self.palette.same) and cell not in self.pointed
        notes, corners = self._notes_of(cell)
        rows = 1 if self._block_digit(cell) else size.height if notes or corners else _BAND
        band = ground if follows_cursor and rows < size.height else None
        if band or not ground:
            ground = self._cell_ground(cell)
        if ground:
            self._put_ground(x, y, ground)
        if band:
            for line in range(middle - rows // 2, middle + rows // 2 + 1):
                self.picture.put(x, line, " " * size.width, band)
        if size.height > 1:
            self._put_corner_signs(cell, x, y + size.height - 1, ground)
        statements = look.links.get(cell, ()) if self.needs_signs and self.grid and not look.hidden else ()
        if statements and self._put_statements(statements, x, y):
            return
        if (notes or corners) and self.grid:
            self._put_notes(cell, x, y, self.grid, ground, _placed_notes(notes, corners, size, self.grid))
        else:
            self._put_sign(cell, x, middle, ground, band)

    def _cell_ground(self, cell: int) -> Style | None:
        """Return the background of a cell without marks."""
        palette = self.palette
        if cell in self.text.layout.marked_cells:
            return palette.marked
        if self.text.cell.parting.is_by_grounds:
            return (_NONE, palette.tile, palette.box, palette.box_tile)[_tiles(self.text.layout)[cell]]
        return None

    def _block_digit(self, cell: int) -> tuple[str, ...] | None:
        """Return the rows of the cell's digit if it is drawn with half blocks."""
        value = self.look.values[cell]
        height = self.text.cell.height
        return block_digit(value, height) if value and self.blocks and not self.look.hidden else None

    def _put_ground(self, x: int, y: int, ground: Style) -> None:
        """Fill the background of a cell; with two rows, the fill is half a row above and below the digit's row."""
        size, picture = self.text.cell, self.picture
        if self.grid:
            for line in range(y, y + size.height):
                picture.put(x, line, " " * size.width, ground)
            return
        picture.put(x, y + size.middle[1], " " * size.width, ground)
        if size.height != HALVED or not self.glyphs.has_blocks or ground.bgcolor is None:
            return
        for column in range(x, x + size.width):
            if picture.char(column, y + 1) == " ":
                picture.put(column, y + 1, _UPPER, Style(color=ground.bgcolor))
            match picture.char(column, y - 1):
                case " ":
                    picture.put(column, y - 1, _LOWER, Style(color=ground.bgcolor))
                case half if half == _UPPER:
                    above = picture.style(column, y - 1).color
                    picture.put(column, y - 1, _UPPER, Style(color=above, bgcolor=ground.bgcolor))

    def _notes_of(self, cell: int) -> tuple[int, int]:
        """Return the visible centre and corner notes of a cell."""
        look = self.look
        if look.hidden or look.values[cell]:
            return 0, 0
        return look.notes[cell] if look.notes else 0, look.corners[cell] if look.corners else 0

    def _aside(self, cell: int) -> str:
        """Return what marks a cell without colour: the letter of its colour, or the sign of its extra houses."""
        look = self.look
        if self.needs_signs and (colour := look.colours.get(cell, 0)):
            return self._letter(colour)
        return self.house_signs.get(cell, " ")

    def _letter(self, colour: int) -> str:
        """Return the letter of a colour, in lower case if upper case letters are digits."""
        letter = COLOUR_LETTERS[colour]
        return letter if self.text.layout.size <= 9 else letter.lower()

    def _put_corner_signs(self, cell: int, x: int, y: int, ground: Style | None) -> None:
        """Draw the letter of a large cell's colour in its last line at the left, its houses' signs at the right."""
        plain, width = ground or self.palette.dim, self.text.cell.width
        if cell in self.house_signs:
            self.picture.put(x + width - 1, y, self.house_signs[cell], plain)
        if self.needs_signs and (colour := self.look.colours.get(cell, 0)):
            self.picture.put(x, y, self._letter(colour), ground or self.palette.plain)

    def _put_statements(self, statements: Sequence[Statement], x: int, y: int) -> bool:
        """Draw the links of a chain in a large cell if all of them fit; returns whether they do."""
        width, height = self.text.cell.width, self.text.cell.height
        across = -(-len(statements) // height)
        if 3 * across > width:
            return False
        step = 4 if 4 * across - 1 <= width else 3
        for number, statement in enumerate(sorted(statements, key=lambda statement: statement.link)):
            column, row = divmod(number, height)
            self.picture.put(x + step * column, y + row, statement.text(self.glyphs), statement.ground)
        return True

    def _put_sign(self, cell: int, x: int, y: int, ground: Style | None, band: Style | None) -> None:
        """Draw a cell's digit, or the sign of an empty cell.

        `band` is the background of the middle row of a digit of half blocks, or of the middle rows of another cell:
        what follows the cursor is drawn there alone, as a change of all rows of a large cell is costly on a line.
        """
        around, ground = ground, band or ground
        look, palette, width, tail = self.look, self.palette, self.text.cell.width, " "
        value = 0 if look.hidden else look.values[cell]
        is_marked = cell in self.text.layout.marked_cells
        char = self.glyphs.marked_cell if is_marked and width == 1 else self.glyphs.empty_cell
        char = FOG if cell in look.dark else char
        is_bright = ground or self.text.cell.parting.is_by_grounds  # a dim sign is unreadable on a background
        ink = palette.note if is_bright else palette.empty
        if value:
            char, ink = SIGNS[value - 1], look.inks[cell]
        elif not self.grid and cell in look.spoken:
            char, ink = sign(look.spoken[cell]), palette.plain
        elif not self.grid and cell in look.noted and not look.hidden:
            char = look.noted[cell]
            notes, corners = self._notes_of(cell)
            if look.highlighted and all((notes | corners) >> digit & 1 for digit in look.highlighted):
                ground = palette.same if cell != look.cursor else ground
        mark = look.signs.get(cell, " ") if (self.needs_signs or not self.grid) and char != FOG else " "
        if cell in self.clashing:
            mark, ink = "!" if self.needs_signs or not self.grid else " ", palette.conflict
        if shape := self._block_digit(cell):
            for line, row in enumerate(shape, y - (len(shape) - 1) // 2):
                under = ground if line == y else around
                style = palette.over(under, ink) if under else ink
                self.picture.put(x + (self.text.cell.width - len(row)) // 2, line, row, style)
            return
        if cell in look.links and not (self.grid or value or look.hidden):
            mark, char, tail = iter(look.links[cell][0].text(self.glyphs))
            ground, ink = look.links[cell][0].ground, palette.plain
        elif self.text.cell.height == 1 and not look.hidden:
            aside = self._aside(cell)
            mark, tail = (aside, " ") if width == 2 and mark == " " else (mark, aside)
        text_here = char if width == 1 else (mark + char + tail)[:width]
        style = ink
        if ground:
            style = palette.note_on(ground) if ink is palette.note else palette.over(ground, ink)
        self.picture.put(x + self.text.cell.middle[0] - (width > 1), y, text_here, style)

    def _put_notes(
        self, cell: int, x: int, y: int, grid: NoteGrid, ground: Style | None, notes: "Sequence[_PlacedNote]"
    ) -> None:
        look, palette = self.look, self.palette
        spread = [] if self.needs_signs or grid.step < 2 else [-1, 1]
        for digit, column, row, corner in notes:
            at, line, mark, under = x + column, y + row, "", ground
            if noted := look.note_signs.get((cell, digit)):
                mark, under = noted.mark, noted.ground
            elif tint := look.tints.get((cell, digit), 0):
                mark, under = self._letter(tint), palette.colours[tint]
                under = under if under.bgcolor else (ground or palette.plain) + _UNDERLINED
            elif digit in look.highlighted:
                under = palette.same
            if mark and self.needs_signs and grid.step > 1 and self.picture.char(at - 1, line) == " ":
                self.picture.put(at - 1, line, mark, under or palette.plain)
            ink = palette.note
            if under is not None:
                ink = palette.note_on(under) if under is ground else under
            for off in spread if under is not ground and under is not None else ():
                if x <= at + off < x + self.text.cell.width and self.picture.char(at + off, line) == " ":
                    self.picture.put(at + off, line, " ", under or palette.plain)
            self.picture.put(at, line, sign(digit), ink + _UNDERLINED if corner else ink)
        if any(note.corner for note in notes):
            self.picture.put(x, y, "'", palette.note_on(ground) if ground else palette.note)
        if self.needs_signs and cell in look.signs and not (grid.step > 1 and cell in self.noted):
            self.picture.put(x, y, look.signs[cell], look.grounds.get(cell, palette.accent))

    def put_brackets(self, cell: int, brackets: str, x: int, y: int) -> None:
        """Draw brackets at both ends of the cell, but over no mark; in a narrow cell, one is drawn in the next cell."""
        look, palette, text = self.look, self.palette, self.text
        width, line = text.cell.width, y + text.cell.middle[1]
        ink = palette.conflict if cell in self.clashing else look.inks[cell] if look.values[cell] else palette.plain
        ground = look.cursor_ground if cell == look.cursor else look.grounds.get(cell)
        style = palette.over(ground, ink) if ground else ink
        for places, bracket in zip(((x,), (x + max(width - 1, 2), x + width)), brackets, strict=True):
            for at in places if width > 1 else ():
                char = self.picture.char(at, line)
                if char == " " or text.has_line(at, line) or char in self.house_signs.values():
                    self.picture.put(at, line, bracket, style)
                    break


class _PlacedNote(NamedTuple):
    """A note and its place, relative to the upper left of its cell."""

    digit: int
    column: int
    row: int
    corner: bool


_NONE, _UNDERLINED = Style.null(), Style(underline=True)


@lru_cache(maxsize=4096)
def _placed_notes(notes: int, corners: int, cell: CellSize, grid: NoteGrid) -> tuple[_PlacedNote, ...]:
    """Return the places of centre and corner notes in a cell of that size.

    Each note has its place in the grid. If there are corner notes, they are in the first line from the left, and centre
    notes are centred in the lines below; if that does not fit, all have their places in the grid.
    """
    above, below, width = digits_of(corners), digits_of(notes), cell.width - 1
    if above and len(above) <= width and len(below) <= width * (cell.height - 1):
        lines = [below[at : at + width] for at in range(0, len(below), width)]
        return tuple(_PlacedNote(digit, 1 + at, 0, True) for at, digit in enumerate(above)) + tuple(
            _PlacedNote(digit, 1 + (width - len(line)) // 2 + at, 1 + row, False)
            for row, line in enumerate(lines)
            for at, digit in enumerate(line)
        )
    return tuple(_PlacedNote(digit, *grid.place(digit), digit in above) for digit in digits_of(notes | corners))


@lru_cache(maxsize=16)
def house_signs(layout: Layout, glyphs: Glyphs) -> Mapping[int, str]:
    """Return the signs of cells in houses that lines do not show."""
    found: dict[int, str] = {}
    downwards, upwards, crossing = iter(glyphs.diagonals)
    for house in layout.houses:
        if house.is_plain or not layout.marked_cells.issuperset(house.cells):
            continue
        places = [layout.cells[cell] for cell in house.cells]
        is_downwards = len({row - column for row, column in places}) == 1
        is_upwards = len({row + column for row, column in places}) == 1
        sign = downwards if is_downwards else upwards if is_upwards else glyphs.region
        for cell in house.cells:
            both = {sign, found.get(cell, sign)} == {downwards, upwards}
            found[cell] = crossing if both else sign
    return found


# a small board without a cursor

_WAYS = (
    (CellSize(7, 3), Lines.ALL), (SQUARE, Lines.ALL), (NORMAL, Lines.ALL), (AIRY, Lines.ALL), (AIRY, Lines.UPRIGHT),
    (NARROW, Lines.ALL), (NARROW, Lines.UPRIGHT), (NARROW, Lines.NONE), (TIGHT, Lines.NONE),
)  # fmt: skip
"""From the roomiest to the tightest."""


@dataclass(frozen=True)
class BoardPart:
    """A board with the largest cells for a room, and its visible part."""

    text: BoardFrame
    visible_region: Region

    @classmethod
    def around(cls, layout: Layout, box: str, cells: Iterable[CellSize], room: Size, cell: int) -> "BoardPart":
        """Use the first of the cell sizes (the last one is the smallest) at which the whole board fits.

        If there is none, use the first of the lowest sizes at which all columns fit, scrolled to the cell.
        """
        texts = [frame(layout, box, size) for size in cells]
        wide = [text for text in texts if text.width <= room.width]
        whole = [text for text in wide if text.height <= room.height]
        text = next(iter([*whole, *(text for text in wide if text.height == texts[-1].height)]), texts[-1])
        return cls(text, text.part_around(cell, room))

    def draw(self, look: BoardAppearance, palette: Palette, glyphs: Glyphs) -> Picture:
        """Draw the visible part, with a frame, and arrows where the board continues."""
        picture = draw(self.text, look, palette, glyphs, self.visible_region)
        put_edges(picture, self.text, self.visible_region, palette, glyphs)
        return picture

    def digit_place(self, cell: int) -> Offset:
        """Return the position of a cell's digit in the visible part."""
        return self.text.digit_place(cell) - self.visible_region.offset

    def cell_at(self, point: Offset) -> int | None:
        """Return the cell at a point of the visible part; None for a line, a gap, or a covered cell."""
        at = point + self.visible_region.offset
        return self.text.cell_at(*at) if uncovered(self.text, self.visible_region).contains_point(at) else None


def puzzle_lines(puzzle: Puzzle, palette: Palette, glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """Return a puzzle as lines of text that fit in `width` x `height`, as roomy as possible."""
    clashes = conflicts(puzzle.layout, puzzle.givens)
    look = BoardAppearance(
        puzzle.givens,
        [palette.given] * len(puzzle.givens),
        rule_grounds(puzzle.layout, puzzle.rules, palette),
        notes=puzzle.notes,
        noted={cell: ":" for cell, mask in enumerate(puzzle.notes) if mask},
        conflicts=clashes,
        rules=puzzle.rules,
    )
    return board_lines(puzzle.layout, look, palette, glyphs, width, height)


def board_lines(
    layout: Layout, look: BoardAppearance, palette: Palette, glyphs: Glyphs, width: int, height: int
) -> list[Line]:
    """Return a board as lines of text that fit in `width` x `height`, as roomy as possible.

    Lines between boxes are drawn if there is room, else only vertical ones, else none; a board that is still too large
    is cut.
    """
    texts = [frame(layout, glyphs.box, cell, lines) for cell, lines in _WAYS]
    text = next((text for text in texts if text.width <= width and text.height <= height), texts[-1])
    window = Region(0, 0, max(min(text.width, width), 0), max(min(text.height, height), 0))
    picture = draw(text, look, palette, glyphs, window)
    return [_trimmed(picture.segments(y)) for y in range(picture.height)]


def _trimmed(line: Line) -> Line:
    while line and not line[-1].text.strip():
        line = line[:-1]
    return [*line[:-1], Segment(line[-1].text.rstrip(), line[-1].style or Style.null())] if line else []
