"""An empty board as text: its lines, the sizes of its cells, labels on its edges, and the visible part.

Positions are text columns `x` and text rows `y`, from 0. Rows and columns of the layout are those of its canvas.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache
from itertools import accumulate, chain, product
from math import isqrt
from operator import itemgetter
from typing import NamedTuple

from textual.geometry import Offset, Region, Size

from engine.sudoku.layout import House, Layout
from engine.sudoku.layout.cell_notation import column_letters
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture

# the lines of a board

_BOX_ARMS = (12, 3, 10, 6, 9, 5, 11, 7, 14, 13, 15)
"""The arms of each sign of `Glyphs.box`, as bits: 1 up, 2 down, 4 left, 8 right."""
_CORNERS = itemgetter(2, 4, 3, 5)
"""Returns the corners of `Glyphs.box`: upper left, lower left, upper right, lower right."""


class CellSeparation(Enum):
    """The separator between the cells of a box."""

    BLANKS = "blanks"
    LINES = "dotted lines"
    GROUNDS = "alternating grounds"
    """Boxes alternate too, and have no lines between their rows."""
    OPEN = "alternating grounds, no bottom line"
    """As GROUNDS, and without the bottom line and its labels, which saves a row."""

    @property
    def uses_grounds(self) -> bool:
        """Whether backgrounds separate the cells."""
        return self in (CellSeparation.GROUNDS, CellSeparation.OPEN)


@dataclass(frozen=True)
class CellSize:
    """The columns and rows of text inside a cell, and what separates cells."""

    width: int
    height: int
    padding: int = 0
    """Blanks before each vertical line but the first."""
    separation: CellSeparation = CellSeparation.BLANKS

    @cached_property
    def middle(self) -> tuple[int, int]:
        """The column and row of the digit; in an even size, there is more room right of it and below."""
        return max((self.width - 1) // 2, min(self.width - 1, 1)), (self.height - 1) // 2


TIGHT, NARROW, PADDED, NORMAL = CellSize(1, 1), CellSize(2, 1), CellSize(2, 1, 1), CellSize(3, 1)
"""A digit alone; with a column for a mark at its left; the same, evenly spaced; with such columns at both sides."""
SQUARE, TALL = CellSize(5, 2), CellSize(3, 2)
"""NORMAL with a blank row below: widened so that cells look square, and not widened."""
_MAX_ROWS = 5
"""Rows of the largest cells: a move of the cursor in larger ones would send too many bytes."""
WITHOUT_NOTES = (SQUARE, TALL, NORMAL, NARROW)
"""The sizes without room for notes, largest first."""


class Lines(Enum):
    """The lines of a board that are drawn."""

    ALL = "all"
    VERTICAL = "vertical ones"
    NONE = "none"


@dataclass(frozen=True)
class BoardFrame:
    """An empty board as text, with a line around it and between neighbours in different boxes.

    Two rows (or columns) of any layout have a text row (or column) between them only where boxes meet.
    """

    layout: Layout
    box: str
    """The line characters in the order of `Glyphs.box`."""
    cell: CellSize
    lines: Lines = Lines.ALL
    margin: int = 0
    """Blank columns at the left."""

    @cached_property
    def _boxes(self) -> dict[tuple[int, int], int]:
        """The number of the box at each row and column; 0 everywhere if the layout has no boxes."""
        places = self.layout.cells
        boxes = dict.fromkeys(places, 0)
        for number, house in enumerate(self.layout.houses):
            if house.kind == "box":
                boxes |= {places[cell]: number for cell in house.cells}
        return boxes

    def _has_line_left(self, row: int, column: int) -> bool:
        """Return whether boxes meet left of this place."""
        return self._boxes.get((row, column)) != self._boxes.get((row, column - 1))

    def _has_line_above(self, row: int, column: int) -> bool:
        """Return whether boxes meet above this place."""
        return self._boxes.get((row, column)) != self._boxes.get((row - 1, column))

    def _is_dotted(self, row: int, column: int, down: int, right: int) -> bool:
        """Return whether a dotted line separates a cell from the one `down` rows above it and `right` columns left."""
        box = self._boxes.get((row, column))
        has_dots = self.cell.separation is CellSeparation.LINES and self.lines is Lines.ALL
        return has_dots and box is not None and box == self._boxes.get((row - down, column - right))

    @cached_property
    def _vertical_lines(self) -> list[bool]:
        """Whether there is a line left of each column, and at the right end."""
        rows, columns = range(self.layout.rows), range(self.layout.columns + 1)
        if self.lines is Lines.NONE:
            return [False for _ in columns]
        return [any(self._has_line_left(r, c) or self._is_dotted(r, c, 0, 1) for r in rows) for c in columns]

    @cached_property
    def _horizontal_lines(self) -> list[bool]:
        """Whether there is a line above each row, and at the bottom."""
        rows, columns = range(self.layout.rows + 1), range(self.layout.columns)
        if self.lines is not Lines.ALL:
            return [False for _ in rows]
        if self.cell.separation.uses_grounds:
            return [r == 0 or (r == self.layout.rows and self.cell.separation is CellSeparation.GROUNDS) for r in rows]
        return [any(self._has_line_above(r, c) or self._is_dotted(r, c, 1, 0) for c in columns) for r in rows]

    @cached_property
    def _gaps(self) -> list[int]:
        """The text columns outside of cells before each column, and at the right end."""
        inner = [line * (1 + self.cell.padding) for line in self._vertical_lines[1:]]
        return [self.margin + self._vertical_lines[0], *inner]

    @cached_property
    def xs(self) -> tuple[int, ...]:
        """The first text column inside the cells of each column."""
        return _starts(self._gaps, self.cell.width)

    @cached_property
    def ys(self) -> tuple[int, ...]:
        """The first text row inside the cells of each row."""
        return _starts(self._horizontal_lines, self.cell.height)

    @cached_property
    def width(self) -> int:
        """Text columns."""
        return self.xs[-1] + self.cell.width + self._gaps[-1]

    @cached_property
    def height(self) -> int:
        """Text rows."""
        return self.ys[-1] + self.cell.height + self._horizontal_lines[-1]

    @cached_property
    def size(self) -> Size:
        """Text columns and rows."""
        return Size(self.width, self.height)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The text rows, all of the same length."""
        text_rows: list[str] = []
        for row, line in enumerate(self._horizontal_lines):
            text_rows += [self._text_row(row, on_line=True)] * line
            text_rows += [self._text_row(row, on_line=False)] * self.cell.height * (row < self.layout.rows)
        return tuple(text_rows)

    def _text_row(self, row: int, on_line: bool) -> str:
        """Return the line above the cells of a row, or (not `on_line`) a text row through these cells."""
        horizontal, dotted = self.box[0], self.box[-2]
        columns = range(-1, self.layout.columns + 1)  # and one outside at each end
        is_solid = [on_line and self._has_line_above(row, column) for column in columns]
        is_dotted = [on_line and self._is_dotted(row, column, 1, 0) for column in columns]
        fills = [
            horizontal if solid else dotted if dots else " " for solid, dots in zip(is_solid, is_dotted, strict=True)
        ]
        pieces = [" " * self.margin]
        for column, has_line in enumerate(self._vertical_lines):
            if has_line:
                pieces.append(fills[column] * self.cell.padding * (column > 0))
                arms = 4 * is_solid[column] + 8 * is_solid[column + 1]
                pieces.append(self._line_sign(row, column, arms if on_line else None))
            pieces.append(fills[column + 1] * self.cell.width * (column < self.layout.columns))
        return "".join(pieces)

    def _line_sign(self, row: int, column: int, arms: int | None) -> str:
        """Return the sign of the line left of a cell; with `arms` to the left and right, at its upper end."""
        vertical, dotted = self.box[1], self.box[-1]
        is_solid = self._has_line_left(row, column)
        if arms is None:
            return vertical if is_solid else dotted if self._is_dotted(row, column, 0, 1) else " "
        return self._junctions[arms + self._has_line_left(row - 1, column) + 2 * is_solid]

    @cached_property
    def _junctions(self) -> Mapping[int, str]:
        """The line character with these arms; a single arm is drawn as a whole line."""
        horizontal, vertical = self.box[0], self.box[1]
        ends = {0: " ", 1: vertical, 2: vertical, 4: horizontal, 8: horizontal}
        return ends | dict(zip(_BOX_ARMS, self.box, strict=False))

    @cached_property
    def edges(self) -> Sequence[Sequence[tuple[int, int]]]:
        """The places that mark each house: the ends of a row or column, the corners of other houses.

        If a column of large cells has no line at an end, the place is inside its first or last cell.
        """
        return [_edges(self, house) for house in self.layout.houses]

    def has_line(self, x: int, y: int) -> bool:
        """Return whether a line goes through this position."""
        return 0 <= x < self.width and 0 <= y < self.height and self.rows[y][x] != " "

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell at this position; None for a line or a gap."""
        for number, (row, column) in enumerate(self.layout.cells):
            left, top = self.xs[column], self.ys[row]
            if top <= y < top + self.cell.height and left <= x < left + self.cell.width:
                return number
        return None

    def digit_place(self, cell: int) -> Offset:
        """Return the position of a cell's digit."""
        row, column = self.layout.cells[cell]
        across, down = self.cell.middle
        return Offset(self.xs[column] + across, self.ys[row] + down)

    def part_around(self, cell: int, room: Size) -> Region:
        """Return a part of the board that fits in a room and shows a cell; parts are half a room apart."""
        row, column = self.layout.cells[cell]
        width, height = min(room.width, self.width), min(room.height, self.height)
        x, y = _part_start(self.xs[column], width, self.width), _part_start(self.ys[row], height, self.height)
        return Region(x, y, width, height)


def _part_start(place: int, room: int, total: int) -> int:
    """Return the start of the part whose middle half has this place."""
    step = max(room // 2, 1)
    return max(min((place - room // 4) // step * step, total - room), 0)


def follow(start: int, room: int, total: int, place: int, size: int) -> int:
    """Return the start of a window of `room` out of `total` characters that shows cells and their neighbours.

    The cells have `size` characters from `place` on. The window stays at `start` if possible; otherwise, the cells are
    centred. Its edges count as covered by labels. Neighbours are shown only if there is room.
    """
    beside = min(size, max((room - size) // 2 - 2, 0))
    first, last = max(place - beside - 2, 0), min(place + size + beside + 2, total)
    if start <= first and last <= start + room <= total:
        return start
    return max(min(place + size // 2 - room // 2, total - room), 0)


@lru_cache(maxsize=64)
def board_frame(
    layout: Layout, box: str, cell: CellSize = NORMAL, lines: Lines = Lines.ALL, margin: int = 0
) -> BoardFrame:
    """Return the frame of a board, from a cache."""
    return BoardFrame(layout, box, cell, lines, margin)


def _starts(gaps: Sequence[int], size: int) -> tuple[int, ...]:
    """Return the first text column (or row) of each column (or row) of cells of that size after its gap."""
    return tuple(gap + size * number for number, gap in enumerate(accumulate(gaps[:-1])))


def labelled_frame(layout: Layout, box: str, cell: CellSize, columns: int) -> BoardFrame:
    """Return the frame of a board with labels at its edges, for a room of this many text columns.

    Its margin holds row numbers if there is room for it; otherwise, they end on the left line.
    """
    plain = board_frame(layout, box, cell)
    needed = len(str(1 + max(row for row, column in layout.cells if column == 0)))
    return board_frame(layout, box, cell, margin=max(min(needed, columns - plain.width), 0))


# cell sizes


@dataclass(frozen=True)
class Fit:
    """A cell size for a room, the text columns and rows that are visible, and whether that is the whole board."""

    cell: CellSize
    visible_size: Size
    whole: bool


def best_fit(
    layout: Layout,
    box: str,
    room: Size,
    cells: Iterable[CellSize] = (NORMAL, NARROW),
    spacious: Iterable[CellSize] = (),
) -> Fit:
    """Return the first cell size with which the whole labelled board fits in the room: of `spacious`, else of `cells`.

    If there is none, return the first of `cells` with which all columns fit, else the last. `box` holds the line
    characters in the order of `Glyphs.box`.
    """

    def fit(cell: CellSize) -> Fit:
        frame = labelled_frame(layout, box, cell, room.width)
        visible_size = Size(min(frame.width, room.width), min(frame.height, room.height))
        return Fit(cell, visible_size, visible_size == frame.size)

    for cell in spacious:
        if (spacious_fit := fit(cell)).whole:
            return spacious_fit
    fits = list(map(fit, cells))
    whole = (fit for fit in fits if fit.whole)
    wide = (fit for fit in fits if fit.visible_size.width == labelled_frame(layout, box, fit.cell, room.width).width)
    return next(chain(whole, wide), fits[-1])


def best_plain_fit(layout: Layout, box: str, room: Size, cells: Iterable[CellSize] = WITHOUT_NOTES) -> Fit:
    """Return the largest cell size without notes with which the whole board fits, else the smallest one."""
    fit = best_fit(layout, box, room, cells)
    return fit if fit.whole else best_fit(layout, box, room)


class NoteGrid(NamedTuple):
    """The arrangement of notes in a cell."""

    across: int
    """Notes in a row."""
    step: int
    """Columns from one note to the next."""
    down_step: int = 1
    """Rows from one note to the next."""
    left: int = 1
    """The column of the first note."""
    top: int = 0
    """The row of the first note."""

    def place(self, digit: int) -> Offset:
        """Return the column and row of a digit in its cell."""
        row, column = divmod(digit - 1, self.across)
        return Offset(self.left + self.step * column, self.top + self.down_step * row)


@lru_cache(maxsize=64)
def note_grid(digits: int, cell: CellSize) -> NoteGrid | None:
    """Return the arrangement of this many notes in a cell of that size; None if they do not fit."""
    for across, down in _note_shapes(digits):
        if cell.height >= down and cell.width > across:
            step, down_step = (cell.width - 1) // across, cell.height // down
            left, top = (cell.width - step * (across - 1) - 1) // 2, (cell.height - down_step * (down - 1) - 1) // 2
            return NoteGrid(across, step, down_step, max(left, 1), top)
    return None


def sizes_with_notes(digits: int) -> tuple[CellSize, ...]:
    """Return the cell sizes that hold notes of this many digits, the largest first.

    The notes are spaced out; with a mark beside each; without marks; in two rows; in two rows with a blank only at the
    left.
    """
    (across, down), (flat, two) = _note_shapes(digits)
    return (
        CellSize(2 * across + 2, down + 1),
        CellSize(2 * across + 1, down),
        CellSize(across + 2, down),
        CellSize(flat + 2, two),
        CellSize(flat + 1, two),
    )


def parted_sizes(digits: int, *, grounds: bool) -> tuple[CellSize, ...]:
    """Return the cell sizes with notes for a main board, the largest first.

    Cells are separated by dotted lines if there is room, else by backgrounds, or without `grounds` by blanks.
    """
    _spaced, *sizes = sizes_with_notes(digits)
    separation = CellSeparation.GROUNDS if grounds else CellSeparation.BLANKS
    first, *smaller = (replace(size, separation=separation) for size in sizes)
    without_bottom = [replace(first, separation=CellSeparation.OPEN)] * grounds
    return (replace(first, separation=CellSeparation.LINES), first, *without_bottom, *smaller)


def spacious_sizes(digits: int) -> tuple[CellSize, ...]:
    """Return cell sizes that look square and are larger than all of `parted_sizes`, the largest first."""
    heights = range(_MAX_ROWS, parted_sizes(digits, grounds=False)[0].height, -1)
    return tuple(CellSize(2 * height + 1, height, separation=CellSeparation.LINES) for height in heights)


def _note_shapes(digits: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the notes in a row and the rows of two arrangements: as square as possible, and in two rows."""
    across = isqrt(digits - 1) + 1
    return (across, -(-digits // across)), (-(-digits // 2), 2)


# labels of rows and columns


class Label(NamedTuple):
    """A label that begins at a position of a board's text."""

    x: int
    y: int
    text: str


@lru_cache(maxsize=512)
def cell_names(layout: Layout, cell: int) -> str:
    """Return the name of a cell in hints and its name in typed moves: `r12c7 12g`."""
    row, column = layout.cells[cell]
    return f"{layout.cell_name(cell)} {row + 1}{column_letters(column)}"


@lru_cache(maxsize=16)
def labels(frame: BoardFrame) -> tuple[Label, ...]:
    """Return row numbers left of first cells, column numbers above first cells, and letters below last cells.

    A number is left of the board's line, or ends on it if there is no room. Labels are never cut, and never touch: row
    numbers that do not fit are left out, a letter next to a row number, too, and narrow columns have every other label.
    """
    layout, (across, down) = frame.layout, frame.cell.middle
    row_labels, column_labels = [], []
    for row in range(layout.rows):
        columns = [column for cell_row, column in layout.cells if cell_row == row]
        if columns:
            line, y, name = frame.xs[columns[0]] - 1, frame.ys[row] + down, str(row + 1)
            for x in (line - len(name), line - len(name) + 1):
                if x >= 0 and not frame.rows[y][x:line].strip():
                    row_labels.append(Label(x, y, name))
                    break
    for column in range(layout.columns):
        rows = [row for row, cell_column in layout.cells if cell_column == column]
        if rows:
            ends = (min(rows), -1, str(column + 1)), (max(rows), frame.cell.height, column_letters(column))
            for row, offset, name in ends:
                x, y = frame.xs[column] + across - len(name) + 1, frame.ys[row] + offset
                touches = any(label.y == y and label.x == x + len(name) for label in row_labels)
                if _has_label(column, name, frame.cell.width) and x >= 0 and 0 <= y < frame.height and not touches:
                    column_labels.append(Label(x, y, name))
    return (*row_labels, *column_labels)


def _has_label(column: int, name: str, width: int) -> bool:
    """Return whether a column of that width has its label: only every other one if labels would touch."""
    return len(name) < width or bool(column % 2)


# the edges of houses and of the visible part


def _edges(frame: BoardFrame, house: House) -> list[tuple[int, int]]:
    """Return the places of `BoardFrame.edges` of a house."""
    width, height, (across, down) = frame.cell.width, frame.cell.height, frame.cell.middle
    places = [frame.layout.cells[cell] for cell in house.cells]
    ys, xs = [frame.ys[row] for row, _ in places], [frame.xs[column] for _, column in places]
    top, bottom, left, right = min(ys), max(ys), min(xs), max(xs)
    before, after, above, below = left - 1, right + width + frame.cell.padding, top - 1, bottom + height
    if top == bottom:
        corners = [(before, top + down), (after, top + down)]
    elif left == right:
        corners = [(left + across, above), (left + across, below)]
    else:
        corners = [(x, y) for x in (before, after) for y in (above, below)]
    inside = {above: top, below: below - 1} if left == right and height > 1 else {}
    edges = []
    for x, y in corners:
        if frame.has_line(x, y):
            edges.append((x, y))
        elif inside:
            edges.append((left + width - 1, inside[y]))
    return edges


def uncovered(frame: BoardFrame, window: Region) -> Region:
    """Return a window of a board without the edges that `put_edges` covers."""
    left = (window.x > 0) * _cover_width(frame)
    return window.shrink((window.y > 0, window.right < frame.width, window.bottom < frame.height, left))  # True is 1


def _cover_width(frame: BoardFrame) -> int:
    """Return the columns of row numbers that lie over the board."""
    return len(str(frame.layout.rows))


def put_edges(picture: Picture, frame: BoardFrame, window: Region, palette: Palette, glyphs: Glyphs) -> None:
    """Draw lines, labels and arrows at the edges of a window beyond which the board continues.

    They cover what is not `uncovered`; `follow` keeps the cursor's cell and its neighbours away from there.
    """
    inside, (across, down) = uncovered(frame, window), frame.cell.middle
    left, top, right, bottom = window.x, window.y, window.right - 1, window.bottom - 1
    for y, column_label in ((top, lambda column: str(column + 1)), (bottom, column_letters)):
        if not inside.y <= y < inside.bottom:
            picture.put(left, y, glyphs.box[0] * window.width, palette.line)
            for column, start in enumerate(frame.xs):
                label = column_label(column)
                if left < start + across < right and _has_label(column, label, frame.cell.width):
                    picture.put(start + across - len(label) + 1, y, label, palette.label)
    for x in (left, right):
        if not inside.x <= x < inside.right:
            width = _cover_width(frame) if x == left else 1
            for y in range(inside.y, inside.bottom):
                picture.put(x, y, glyphs.box[1].rjust(width), palette.line)
            for row, start in enumerate(frame.ys if x == left else ()):
                if inside.y <= start + down < inside.bottom:
                    picture.put(x, start + down, str(row + 1).rjust(width), palette.label)
    for (x, y), corner in zip(product((left, right), (top, bottom)), _CORNERS(glyphs.box), strict=True):
        if not inside.contains(x, y):
            picture.put(x, y, corner, palette.line)
    _put_arrows(picture, frame, window, palette, glyphs)


def _put_arrows(picture: Picture, frame: BoardFrame, window: Region, palette: Palette, glyphs: Glyphs) -> None:
    """Draw arrows where the board's lines leave the window."""
    up, down, left, right = list(glyphs.arrows)
    gap_columns = _gaps_between(frame.xs, frame.cell.width, frame.width)
    gap_rows = _gaps_between(frame.ys, frame.cell.height, frame.height)
    ends = [(x, window.y, up) for x in gap_columns if window.y]
    ends += [(x, window.bottom - 1, down) for x in gap_columns if window.bottom < frame.height]
    ends += [(window.x, y, left) for y in gap_rows if window.x]
    ends += [(window.right - 1, y, right) for y in gap_rows if window.right < frame.width]
    for x, y, arrow in ends:
        if frame.rows[y][x] not in (" ", *glyphs.box[-2:]):
            picture.put(x, y, arrow, palette.accent)


def _gaps_between(starts: Sequence[int], size: int, total: int) -> list[int]:
    """Return the text columns (or rows) out of `total` that are in no cell; cells have that size from `starts` on."""
    inside = {start + offset for start in starts for offset in range(size)}
    return [place for place in range(total) if place not in inside]
