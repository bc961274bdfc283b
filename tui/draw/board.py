"""Sudoku boards of any layout, drawn from values."""

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
    NARROW,
    NORMAL,
    PADDED,
    SQUARE,
    TIGHT,
    BoardFrame,
    CellSize,
    Lines,
    NoteGrid,
    board_frame,
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
_HALVED = 2
"""Rows of a cell without notes whose background begins and ends in the middle of a row."""
_BAND = 3
"""Rows of a cell without digit or notes whose background follows the cursor."""
_UPPER, _LOWER = HALVES[0], HALVES[1]
_NONE, _UNDERLINED = Style.null(), Style(underline=True)


class Sign(NamedTuple):
    """A mark left of a digit, which shows without colours, and a background for both."""

    mark: str
    ground: Style


class Statement(NamedTuple):
    """A candidate in a chain."""

    digit: int
    true: bool
    """Its value if the first candidate of the chain is false."""
    link: int
    """The number of its link, from 1; 0 for a consequence of the chain."""
    ground: Style

    def text(self, glyphs: Glyphs) -> str:
        """Return three characters: `²5+` is the second link, a 5 that is true; links without a numeral have a `*`."""
        numerals = f" {glyphs.numbers}"
        return (
            f"{numerals[self.link] if self.link < len(numerals) else '*'}{sign(self.digit)}{'+' if self.true else '-'}"
        )


@dataclass(frozen=True)
class BoardAppearance:
    """The content of a board, and the marks over it. Mappings without other keys are by cell.

    Without enough colours, signs replace them: notes have the marks of `note_signs`, colours their letters; cells and
    houses of a conflict have a `!`, the edges of `marked_houses` a `*`, and the cursor is in brackets.
    """

    values: Sequence[int]
    """The digit of each cell, 0 for none."""
    inks: Sequence[Style]
    """The style of each digit."""
    grounds: Mapping[int, Style] = field(default_factory=dict)
    signs: Mapping[int, str] = field(default_factory=dict)
    """Signs left of digits."""
    notes: Sequence[int] = ()
    """The notes of each cell as bits (bit d for digit d), shown in empty cells that are large enough."""
    corners: Sequence[int] = ()
    """The same for corner notes."""
    note_marks: Mapping[int, str] = field(default_factory=dict)
    """The signs of cells that are too small for their notes."""
    note_signs: Mapping[tuple[int, int], Sign] = field(default_factory=dict)
    """The marks of notes, by cell and digit."""
    hint_digits: Mapping[int, int] = field(default_factory=dict)
    """The digits that a hint names, shown in empty cells that are too small for notes."""
    links: Mapping[int, Sequence[Statement]] = field(default_factory=dict)
    """The links of a chain, of which a cell shows as many as fit if there are too few colours for `chain`."""
    chain: Sequence[Node] = ()
    """A chain, whose links are drawn as lines between candidates."""
    highlighted: Collection[int] = ()
    """The digits whose notes are highlighted."""
    colours: Mapping[int, int] = field(default_factory=dict)
    """Indices of `Palette.colours`."""
    tints: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """The same for notes, by cell and digit."""
    selected: Collection[int] = ()
    """Cells in parentheses."""
    marked_houses: Collection[int] = ()
    """The houses whose edges are marked, by index."""
    cursor: int | None = None
    cursor_ground: Style | None = None
    conflicts: Sequence[Conflict] = ()
    hidden: bool = False
    """Whether to show neither digits nor notes."""
    dark: Collection[int] = ()
    """Empty cells in fog, which have a sign of their own."""
    rules: Sequence[Rule] = ()


def draw(
    frame: BoardFrame,
    look: BoardAppearance,
    palette: Palette,
    glyphs: Glyphs,
    window: Region | None = None,
    labelled: bool = False,
    blocks: bool = False,
) -> Picture:
    """Draw a board, or only a window of it.

    `labelled` adds the names of rows and columns at its edges. `blocks` draws digits of half blocks in cells of three
    rows and more.
    """
    layout, cell = frame.layout, frame.cell
    window = Region(0, 0, frame.width, frame.height) if window is None else window
    picture = _empty_board(frame, palette, window, labelled).copy()
    clashing = {number for conflict in look.conflicts for number in conflict.cells}
    marked = {number for number, _ in look.note_signs} | set(look.links)
    grid, signs = note_grid(layout.size, cell), house_signs(layout, glyphs)
    needs_signs = palette.needs_signs or not glyphs.links
    blocks = blocks and glyphs.has_blocks and not palette.needs_signs and cell.height >= HEIGHT and cell.width > WIDTH
    hint_cells = {cell for house in look.marked_houses for cell in layout.houses[house].cells}
    pen = _CellPen(
        frame, look, palette, glyphs, picture, grid, clashing, marked, hint_cells, signs, needs_signs, blocks
    )
    columns = [window.x - cell.width < x < window.right for x in frame.xs]
    rows = [window.y - cell.height < y < window.bottom for y in frame.ys]
    for number, (row, column) in enumerate(layout.cells):
        if rows[row] and columns[column]:
            pen.put_cell(number, frame.xs[column], frame.ys[row])
    put_rules(picture, frame, look.rules, look.grounds, palette, glyphs)
    for number in sorted(look.selected):
        row, column = layout.cells[number]
        if number != look.cursor and rows[row] and columns[column]:
            pen.put_brackets(number, "()", frame.xs[column], frame.ys[row])
    if not needs_signs:
        if look.chain and grid and not look.hidden:
            put_chain(picture, frame, look.chain, palette, glyphs)
        return picture
    if look.cursor is not None:
        row, column = layout.cells[look.cursor]
        pen.put_brackets(look.cursor, "[]", frame.xs[column], frame.ys[row])
    for house in look.marked_houses:
        for place in frame.edges[house]:
            picture.put(*place, "*", palette.accent)
    for conflict in look.conflicts:
        for place in frame.edges[conflict.house]:
            picture.put(*place, "!", palette.bad)
    return picture


@lru_cache(maxsize=64)
def _empty_board(frame: BoardFrame, palette: Palette, window: Region, labelled: bool) -> Picture:
    """Draw the lines of a board, and the labels on them."""
    picture = Picture(window.width, window.height, window.x, window.y)
    for y in range(window.y, min(window.bottom, frame.height)):
        picture.put(0, y, frame.rows[y], palette.line)
    for label in labels(frame) if labelled else ():
        picture.put(*label, palette.label)
    return picture


@lru_cache(maxsize=16)
def tiles(layout: Layout) -> tuple[int, ...]:
    """Return the checkerboard pattern as bits of each cell: 1 alternates by cell, 2 by box."""
    down, across = layout.box_rows or layout.rows, layout.box_columns or layout.columns
    return tuple((row + column) % 2 + 2 * ((row // down + column // across) % 2) for row, column in layout.cells)


@dataclass(frozen=True)
class _CellPen:
    """Draws the cells of a board."""

    frame: BoardFrame
    look: BoardAppearance
    palette: Palette
    glyphs: Glyphs
    picture: Picture
    grid: NoteGrid | None
    """The arrangement of notes; None in cells that are too small for them."""
    clashing: Collection[int]
    marked: Collection[int]
    """The cells with marked notes or links, which have no ground without colours."""
    hint_cells: Collection[int]
    """The cells of the houses that a hint is about."""
    house_signs: Mapping[int, str]
    needs_signs: bool
    blocks: bool

    def put_cell(self, cell: int, x: int, y: int) -> None:
        """Draw a cell whose upper left character is in column x of row y."""
        look, size = self.look, self.frame.cell
        middle = y + size.middle[1]
        ground = None if self.needs_signs and self.grid and cell in self.marked else look.grounds.get(cell)
        if cell == look.cursor and look.cursor_ground:
            ground = look.cursor_ground
        follows_cursor = ground in (self.palette.peer, self.palette.same) and cell not in self.hint_cells
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
        if cell in self.frame.layout.marked_cells:
            return palette.marked
        if self.frame.cell.separation.uses_grounds:
            return (_NONE, palette.tile, palette.box, palette.box_tile)[tiles(self.frame.layout)[cell]]
        return None

    def _block_digit(self, cell: int) -> tuple[str, ...] | None:
        """Return the rows of the cell's digit if it is drawn with half blocks."""
        value = self.look.values[cell]
        height = self.frame.cell.height
        return block_digit(value, height) if value and self.blocks and not self.look.hidden else None

    def _put_ground(self, x: int, y: int, ground: Style) -> None:
        """Fill the background of a cell; in cells of two rows, the digit's row and half a row above and below it."""
        size, picture = self.frame.cell, self.picture
        if self.grid:
            for line in range(y, y + size.height):
                picture.put(x, line, " " * size.width, ground)
            return
        picture.put(x, y + size.middle[1], " " * size.width, ground)
        if size.height != _HALVED or not self.glyphs.has_blocks or ground.bgcolor is None:
            return
        for column in range(x, x + size.width):
            if picture.char(column, y + 1) == " ":
                picture.put(column, y + 1, _UPPER, Style(color=ground.bgcolor))
            match picture.char(column, y - 1):
                case " ":
                    picture.put(column, y - 1, _LOWER, Style(color=ground.bgcolor))
                case char if char == _UPPER:
                    above = picture.style(column, y - 1).color
                    picture.put(column, y - 1, _UPPER, Style(color=above, bgcolor=ground.bgcolor))

    def _notes_of(self, cell: int) -> tuple[int, int]:
        """Return the visible centre and corner notes of a cell."""
        look = self.look
        if look.hidden or look.values[cell]:
            return 0, 0
        return look.notes[cell] if look.notes else 0, look.corners[cell] if look.corners else 0

    def _side_mark(self, cell: int) -> str:
        """Return the mark of a cell without colours: the letter of its colour, or the sign of its extra houses."""
        look = self.look
        if self.needs_signs and (colour := look.colours.get(cell, 0)):
            return self._letter(colour)
        return self.house_signs.get(cell, " ")

    def _letter(self, colour: int) -> str:
        """Return the letter of a colour, in lower case if upper case letters are digits."""
        letter = COLOUR_LETTERS[colour]
        return letter if self.frame.layout.size <= 9 else letter.lower()

    def _put_corner_signs(self, cell: int, x: int, y: int, ground: Style | None) -> None:
        """Draw the letter of a large cell's colour at the left of its last row, the sign of its houses at the right."""
        if cell in self.house_signs:
            self.picture.put(x + self.frame.cell.width - 1, y, self.house_signs[cell], ground or self.palette.dim)
        if self.needs_signs and (colour := self.look.colours.get(cell, 0)):
            self.picture.put(x, y, self._letter(colour), ground or self.palette.plain)

    def _put_statements(self, statements: Sequence[Statement], x: int, y: int) -> bool:
        """Draw the links of a chain in a large cell, if all of them fit; return whether they do."""
        width, height = self.frame.cell.width, self.frame.cell.height
        across = -(-len(statements) // height)
        if 3 * across > width:
            return False
        step = 4 if 4 * across - 1 <= width else 3
        for number, statement in enumerate(sorted(statements, key=lambda statement: statement.link)):
            column, row = divmod(number, height)
            self.picture.put(x + step * column, y + row, statement.text(self.glyphs), statement.ground)
        return True

    def _put_sign(self, cell: int, x: int, y: int, ground: Style | None, band: Style | None) -> None:
        """Draw a cell's digit, or the sign of an empty cell, in row y.

        `band` is the background of the middle rows alone. Marks that follow the cursor are drawn so, because a change
        of all rows of a large cell would send too many bytes.
        """
        around, ground = ground, band or ground
        look, palette, width, tail = self.look, self.palette, self.frame.cell.width, " "
        value = 0 if look.hidden else look.values[cell]
        is_marked = cell in self.frame.layout.marked_cells
        char = self.glyphs.marked_cell if is_marked and width == 1 else self.glyphs.empty_cell
        char = FOG if cell in look.dark else char
        is_bright = ground or self.frame.cell.separation.uses_grounds  # a dim sign is unreadable on a background
        ink = palette.note if is_bright else palette.empty
        if value:
            char, ink = SIGNS[value - 1], look.inks[cell]
        elif not self.grid and cell in look.hint_digits:
            char, ink = sign(look.hint_digits[cell]), palette.plain
        elif not self.grid and cell in look.note_marks and not look.hidden:
            char = look.note_marks[cell]
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
                self.picture.put(x + (self.frame.cell.width - len(row)) // 2, line, row, style)
            return
        if cell in look.links and not (self.grid or value or look.hidden):
            mark, char, tail = iter(look.links[cell][0].text(self.glyphs))
            ground, ink = look.links[cell][0].ground, palette.plain
        elif self.frame.cell.height == 1 and not look.hidden:
            side_mark = self._side_mark(cell)
            mark, tail = (side_mark, " ") if width == 2 and mark == " " else (mark, side_mark)
        text = char if width == 1 else (mark + char + tail)[:width]
        style = ink
        if ground:
            style = palette.note_on(ground) if ink is palette.note else palette.over(ground, ink)
        self.picture.put(x + self.frame.cell.middle[0] - (width > 1), y, text, style)

    def _put_notes(
        self, cell: int, x: int, y: int, grid: NoteGrid, ground: Style | None, notes: "Sequence[_PlacedNote]"
    ) -> None:
        """Draw the notes of a cell; with colours, a marked note has its ground in the columns beside it too."""
        look, palette = self.look, self.palette
        sides = [] if self.needs_signs or grid.step < 2 else [-1, 1]
        for digit, column, row, corner in notes:
            at, line, mark, under = x + column, y + row, "", ground
            if note_sign := look.note_signs.get((cell, digit)):
                mark, under = note_sign.mark, note_sign.ground
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
            for side in sides if under is not ground and under is not None else ():
                if x <= at + side < x + self.frame.cell.width and self.picture.char(at + side, line) == " ":
                    self.picture.put(at + side, line, " ", under or palette.plain)
            self.picture.put(at, line, sign(digit), ink + _UNDERLINED if corner else ink)
        if any(note.corner for note in notes):
            self.picture.put(x, y, "'", palette.note_on(ground) if ground else palette.note)
        if self.needs_signs and cell in look.signs and not (grid.step > 1 and cell in self.marked):
            self.picture.put(x, y, look.signs[cell], look.grounds.get(cell, palette.accent))

    def put_brackets(self, cell: int, brackets: str, x: int, y: int) -> None:
        """Draw brackets at both ends of a cell where there is no mark; in a narrow cell, one is in the next cell."""
        look, palette, frame = self.look, self.palette, self.frame
        width, line = frame.cell.width, y + frame.cell.middle[1]
        ink = palette.conflict if cell in self.clashing else look.inks[cell] if look.values[cell] else palette.plain
        ground = look.cursor_ground if cell == look.cursor else look.grounds.get(cell)
        style = palette.over(ground, ink) if ground else ink
        for places, bracket in zip(((x,), (x + max(width - 1, 2), x + width)), brackets, strict=True):
            for at in places if width > 1 else ():
                char = self.picture.char(at, line)
                if char == " " or frame.has_line(at, line) or char in self.house_signs.values():
                    self.picture.put(at, line, bracket, style)
                    break


class _PlacedNote(NamedTuple):
    """A note and its place, relative to the upper left of its cell."""

    digit: int
    column: int
    row: int
    corner: bool


@lru_cache(maxsize=4096)
def _placed_notes(notes: int, corners: int, cell: CellSize, grid: NoteGrid) -> tuple[_PlacedNote, ...]:
    """Return the places of centre and corner notes in a cell of that size.

    Corner notes, if any, are in the first row from the left, and centre notes are centred in the rows below. If that
    does not fit, or without corner notes, each digit has its place in the grid.
    """
    above, below, width = digits_of(corners), digits_of(notes), cell.width - 1
    if not above or len(above) > width or len(below) > width * (cell.height - 1):
        return tuple(_PlacedNote(digit, *grid.place(digit), digit in above) for digit in digits_of(notes | corners))
    places = [_PlacedNote(digit, column, 0, True) for column, digit in enumerate(above, 1)]
    for row, start in enumerate(range(0, len(below), width), 1):
        digits = below[start : start + width]
        first_column = 1 + (width - len(digits)) // 2
        places += [_PlacedNote(digit, column, row, False) for column, digit in enumerate(digits, first_column)]
    return tuple(places)


@lru_cache(maxsize=16)
def house_signs(layout: Layout, glyphs: Glyphs) -> Mapping[int, str]:
    """Return the signs of cells in houses that lines do not show, such as diagonals."""
    signs: dict[int, str] = {}
    downwards, upwards, crossing = iter(glyphs.diagonals)
    for house in layout.houses:
        if house.is_plain or not layout.marked_cells.issuperset(house.cells):
            continue
        places = [layout.cells[cell] for cell in house.cells]
        is_downwards = len({row - column for row, column in places}) == 1
        is_upwards = len({row + column for row, column in places}) == 1
        house_sign = downwards if is_downwards else upwards if is_upwards else glyphs.region
        for cell in house.cells:
            is_crossing = {house_sign, signs.get(cell, house_sign)} == {downwards, upwards}
            signs[cell] = crossing if is_crossing else house_sign
    return signs


_SIZES = (
    (CellSize(7, 3), Lines.ALL), (SQUARE, Lines.ALL), (NORMAL, Lines.ALL), (PADDED, Lines.ALL),
    (PADDED, Lines.VERTICAL), (NARROW, Lines.ALL), (NARROW, Lines.VERTICAL), (NARROW, Lines.NONE), (TIGHT, Lines.NONE),
)  # fmt: skip
"""The cell sizes and lines of `board_lines`, the largest first."""


@dataclass(frozen=True)
class BoardPart:
    """A board with the largest cells for a room, and its visible part."""

    frame: BoardFrame
    visible_region: Region

    @classmethod
    def around(cls, layout: Layout, box: str, cells: Iterable[CellSize], room: Size, cell: int) -> "BoardPart":
        """Use the first of the cell sizes (the last one is the smallest) at which the whole board fits.

        If there is none, use the first of the lowest sizes at which all columns fit, scrolled to the cell.
        """
        frames = [board_frame(layout, box, size) for size in cells]
        wide = [frame for frame in frames if frame.width <= room.width]
        whole = [frame for frame in wide if frame.height <= room.height]
        lowest = [frame for frame in wide if frame.height == frames[-1].height]
        frame = next(iter(whole + lowest), frames[-1])
        return cls(frame, frame.part_around(cell, room))

    def draw(self, look: BoardAppearance, palette: Palette, glyphs: Glyphs) -> Picture:
        """Draw the visible part, with labels and arrows where the board continues."""
        picture = draw(self.frame, look, palette, glyphs, self.visible_region)
        put_edges(picture, self.frame, self.visible_region, palette, glyphs)
        return picture

    def digit_place(self, cell: int) -> Offset:
        """Return the position of a cell's digit in the visible part."""
        return self.frame.digit_place(cell) - self.visible_region.offset

    def cell_at(self, point: Offset) -> int | None:
        """Return the cell at a point of the visible part; None for a line, a gap, or a covered cell."""
        place = point + self.visible_region.offset
        is_visible = uncovered(self.frame, self.visible_region).contains_point(place)
        return self.frame.cell_at(*place) if is_visible else None


def puzzle_lines(puzzle: Puzzle, palette: Palette, glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """Return a puzzle as lines, in the largest cells with which it fits in `width` columns and `height` rows."""
    look = BoardAppearance(
        puzzle.givens,
        [palette.given] * len(puzzle.givens),
        rule_grounds(puzzle.layout, puzzle.rules, palette),
        notes=puzzle.notes,
        note_marks={cell: ":" for cell, mask in enumerate(puzzle.notes) if mask},
        conflicts=conflicts(puzzle.layout, puzzle.givens),
        rules=puzzle.rules,
    )
    return board_lines(puzzle.layout, look, palette, glyphs, width, height)


def board_lines(
    layout: Layout, look: BoardAppearance, palette: Palette, glyphs: Glyphs, width: int, height: int
) -> list[Line]:
    """Return a board as lines, in the largest cells with which it fits in `width` columns and `height` rows.

    Lines between boxes are drawn if there is room, else only vertical ones, else none; a board that is still too large
    is cut.
    """
    frames = [board_frame(layout, glyphs.box, cell, lines) for cell, lines in _SIZES]
    frame = next((frame for frame in frames if frame.width <= width and frame.height <= height), frames[-1])
    window = Region(0, 0, max(min(frame.width, width), 0), max(min(frame.height, height), 0))
    picture = draw(frame, look, palette, glyphs, window)
    return [_trimmed(picture.segments(y)) for y in range(picture.height)]


def _trimmed(line: Line) -> Line:
    """Return a line without the blanks at its end."""
    while line and not line[-1].text.strip():
        line = line[:-1]
    return [*line[:-1], Segment(line[-1].text.rstrip(), line[-1].style or Style.null())] if line else []
