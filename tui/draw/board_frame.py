"""The text of an empty board: its lines, cell sizes, labels on its edges, and the visible part."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache
from itertools import accumulate, product
from math import isqrt
from operator import itemgetter
from typing import NamedTuple

from textual.geometry import Offset, Region, Size

from engine.sudoku.layout import House, Layout
from engine.sudoku.layout.cell_notation import column_letters
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture

# the lines of a board

_JUNCTIONS = (12, 3, 10, 6, 9, 5, 11, 7, 14, 13, 15)
"""The arms of each sign in the order of `Glyphs.box`: 1 up, 2 down, 4 left, 8 right."""
CORNERS = itemgetter(2, 4, 3, 5)
"""The corners among the signs of a box: upper and lower left, upper and lower right."""


class Parting(Enum):
    """The separation of the cells in a box."""

    BLANKS = "blanks"
    LINES = "dotted lines"
    GROUNDS = "grounds by turns"
    """Lines between boxes take no row either: the backgrounds of boxes differ too."""
    OPEN = "grounds by turns, no line at the foot"
    """As GROUNDS, with one more row saved: the bottom has no column labels."""

    @property
    def is_by_grounds(self) -> bool:
        """Whether backgrounds separate the cells."""
        return self in (Parting.GROUNDS, Parting.OPEN)


@dataclass(frozen=True)
class CellSize:
    """The columns and rows of text inside a cell.

    `air` is the number of blanks before each vertical line but the first.
    """

    width: int
    height: int
    air: int = 0
    parting: Parting = Parting.BLANKS

    @cached_property
    def middle(self) -> tuple[int, int]:
        """The column and row of the digit; in an even size, more room is right of it and below."""
        return max((self.width - 1) // 2, min(self.width - 1, 1)), (self.height - 1) // 2


TIGHT, NARROW, AIRY, NORMAL = CellSize(1, 1), CellSize(2, 1), CellSize(2, 1, 1), CellSize(3, 1)
"""Only a digit; with a place for a mark at its left; the same, more evenly spaced; with such a place at both sides."""
SQUARE, TALL = CellSize(5, 2), CellSize(3, 2)
"""NORMAL with a blank row below: wider so that it is nearly square on the screen, and as it is."""
_MOST_ROWS = 5
"""Rows of the largest cells: a move of the cursor in larger ones would send too much."""
WITHOUT_NOTES = (SQUARE, TALL, NORMAL, NARROW)
"""The sizes without room for notes, largest first."""


class Lines(Enum):
    """The lines of a board that are drawn."""

    ALL = "all"
    UPRIGHT = "no level ones"
    NONE = "none"


@dataclass(frozen=True)
class BoardFrame:
    """The text of an empty board, with a line between neighbours in different boxes, and around the whole.

    `box` holds the line characters in the order of `Glyphs.box`; `margin` is the number of blank columns at the left.
    It works for any layout: two canvas rows (or columns) have a line of text between them only where boxes meet.
    """

    layout: Layout
    box: str
    cell: CellSize
    lines: Lines = Lines.ALL
    margin: int = 0

    @cached_property
    def _area(self) -> dict[tuple[int, int], int]:
        """The box of each position; a single box if there are none."""
        cells, houses = self.layout.cells, self.layout.houses
        boxes = {cells[at]: number for number, house in enumerate(houses) if house.kind == "box" for at in house.cells}
        return dict.fromkeys(cells, 0) | boxes

    def _is_beside(self, row: int, column: int) -> bool:
        """Return whether there is a line left of this place."""
        return self._area.get((row, column)) != self._area.get((row, column - 1))

    def _is_above(self, row: int, column: int) -> bool:
        return self._area.get((row, column)) != self._area.get((row - 1, column))

    def _is_dotted(self, row: int, column: int, down: int, right: int) -> bool:
        """Return whether a dotted line separates a cell from the cell that many rows and columns before it."""
        area = self._area.get((row, column))
        is_parted = self.cell.parting is Parting.LINES and self.lines is Lines.ALL
        return is_parted and area is not None and area == self._area.get((row - down, column - right))

    @cached_property
    def _upright(self) -> list[bool]:
        """Whether there is a line left of each canvas column, and at the right end."""
        rows, columns = range(self.layout.rows), range(self.layout.columns + 1)
        if self.lines is Lines.NONE:
            return [False for _ in columns]
        return [any(self._is_beside(r, c) or self._is_dotted(r, c, 0, 1) for r in rows) for c in columns]

    @cached_property
    def _level(self) -> list[bool]:
        """Whether there is a line above each canvas row, and at the bottom."""
        rows, columns = range(self.layout.rows + 1), range(self.layout.columns)
        if self.lines is not Lines.ALL:
            return [False for _ in rows]
        if self.cell.parting.is_by_grounds:
            return [r == 0 or (r == self.layout.rows and self.cell.parting is Parting.GROUNDS) for r in rows]
        return [any(self._is_above(r, c) or self._is_dotted(r, c, 1, 0) for c in columns) for r in rows]

    @cached_property
    def _gaps(self) -> list[int]:
        """The number of text columns before each canvas column, and at the right end."""
        return [
            self.margin * (c == 0) + line + self.cell.air * (line and c > 0) for c, line in enumerate(self._upright)
        ]

    @cached_property
    def xs(self) -> tuple[int, ...]:
        """The first text column inside the cells of each canvas column."""
        return _places(self._gaps, self.cell.width)

    @cached_property
    def ys(self) -> tuple[int, ...]:
        """The first text line inside the cells of each canvas row."""
        return _places(self._level, self.cell.height)

    @cached_property
    def width(self) -> int:
        """Columns of text."""
        return self.xs[-1] + self.cell.width + self._gaps[-1]

    @cached_property
    def height(self) -> int:
        """Rows of text."""
        return self.ys[-1] + self.cell.height + self._level[-1]

    @cached_property
    def size(self) -> Size:
        """Columns and rows of text."""
        return Size(self.width, self.height)

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The lines of text, all of the same length."""
        text: list[str] = []
        for r, line in enumerate(self._level):
            text += [self._text_row(r, on_line=True)] * line
            text += [self._text_row(r, on_line=False)] * self.cell.height * (r < self.layout.rows)
        return tuple(text)

    def _text_row(self, r: int, on_line: bool) -> str:
        """Return the line of text above the cells of a canvas row, or a line through them."""
        level, upright, dotted_level, dotted_upright = self.box[0], self.box[1], self.box[-2], self.box[-1]
        # ends of a line, where only one arm is left, or blank
        ends = {0: " ", 1: upright, 2: upright, 4: level, 8: level}
        junctions = ends | dict(zip(_JUNCTIONS, self.box, strict=False))
        above = [on_line and self._is_above(r, c) for c in range(-1, self.layout.columns + 1)]  # from one before
        dotted = [on_line and self._is_dotted(r, c, 1, 0) for c in range(-1, self.layout.columns + 1)]
        pieces = [" " * self.margin]
        for c, line in enumerate(self._upright):
            before, inside = (
                level if has_line else dotted_level if is_dotted else " "
                for has_line, is_dotted in zip(above[c : c + 2], dotted[c : c + 2], strict=True)
            )
            if line:
                is_beside = self._is_beside(r, c)
                arms = self._is_beside(r - 1, c) * 1 + is_beside * 2 + above[c] * 4 + above[c + 1] * 8
                pieces += (
                    before * self.cell.air * (c > 0),
                    junctions[arms]
                    if on_line
                    else upright
                    if is_beside
                    else dotted_upright
                    if self._is_dotted(r, c, 0, 1)
                    else " ",
                )
            pieces.append(inside * self.cell.width * (c < self.layout.columns))
        return "".join(pieces)

    @cached_property
    def edges(self) -> Sequence[Sequence[tuple[int, int]]]:
        """Return the marked places of each house's edge: the ends of a row or column, the corners of others.

        If a column of large cells has no line at an end, the mark is inside its first or last cell.
        """
        return [_edges(self, house) for house in self.layout.houses]

    def has_line(self, x: int, y: int) -> bool:
        """Return whether a line goes through column x of line y."""
        return 0 <= x < self.width and 0 <= y < self.height and self.rows[y][x] != " "

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell in column x of line y; None for a line or a gap."""
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
        """Return the part of the board for a room that shows a cell; parts are half a room apart."""
        row, column = self.layout.cells[cell]
        width, height = min(room.width, self.width), min(room.height, self.height)
        x, y = _page(self.xs[column], width, self.width), _page(self.ys[row], height, self.height)
        return Region(x, y, width, height)


def _page(at: int, room: int, whole: int) -> int:
    """Return the start of the part with this position in its middle half."""
    step = max(room // 2, 1)
    return max(min((at - room // 4) // step * step, whole - room), 0)


def follow(start: int, room: int, whole: int, at: int, size: int) -> int:
    """Return the start of a window of `room` out of `whole` characters that shows a cell and its neighbours.

    It stays at `start` if possible; otherwise, the cell (`size` characters from `at`) is centred. The edge of the
    window may be covered. Of several cells, neighbours are shown only if there is room.
    """
    beside = min(size, max((room - size) // 2 - 2, 0))
    first, last = max(at - beside - 2, 0), min(at + size + beside + 2, whole)
    if start <= first and last <= start + room <= whole:
        return start
    return max(min(at + size // 2 - room // 2, whole - room), 0)


@lru_cache(maxsize=64)
def frame(layout: Layout, box: str, cell: CellSize = NORMAL, lines: Lines = Lines.ALL, margin: int = 0) -> BoardFrame:
    """Return the frame of a board, cached."""
    return BoardFrame(layout, box, cell, lines, margin)


def _places(gaps: Sequence[int], size: int) -> tuple[int, ...]:
    """Return the first text column (or row) of each canvas column, given the gaps before them."""
    return tuple(gap + size * number for number, gap in enumerate(accumulate(gaps[:-1])))


def labelled_frame(layout: Layout, box: str, cell: CellSize, columns: int) -> BoardFrame:
    """Return the frame of a board with labels at its edges, for this many columns.

    Row numbers are left of the board if there is room, else they end on its left line.
    """
    plain = frame(layout, box, cell)
    needed = len(str(1 + max(row for row, column in layout.cells if column == 0)))
    return frame(layout, box, cell, margin=max(min(needed, columns - plain.width), 0))


# cell sizes


@dataclass(frozen=True)
class Fit:
    """A cell size, the visible columns and rows, and whether that is the whole board."""

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
    """Return the first cell size, `spacious` ones first, with which the whole board fits in the room with its labels.

    If there is none, return the first of `cells` with which only its rows scroll, else the last. `box` holds the line
    characters in the order of `Glyphs.box`.
    """
    fits, wide = [], []
    for cell in spacious:
        text = labelled_frame(layout, box, cell, room.width)
        if text.width <= room.width and text.height <= room.height:
            return Fit(cell, text.size, True)
    for cell in cells:
        text = labelled_frame(layout, box, cell, room.width)
        visible_size = Size(min(text.width, room.width), min(text.height, room.height))
        fits.append(Fit(cell, visible_size, visible_size == text.size))
        wide += [fits[-1]] if visible_size.width == text.width else []
    return next((fit for fit in fits if fit.whole), next(iter(wide), fits[-1]))


def best_plain_fit(layout: Layout, box: str, room: Size, cells: Iterable[CellSize] = WITHOUT_NOTES) -> Fit:
    """Return the largest cell size without notes with which the whole board fits, else the smallest one."""
    fit = best_fit(layout, box, room, cells)
    return fit if fit.whole else best_fit(layout, box, room)


class NoteGrid(NamedTuple):
    """The arrangement of notes in a cell: how many in a row, columns and rows from one to the next, the first place."""

    across: int
    step: int
    down_step: int = 1
    left: int = 1
    top: int = 0

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
    """Return the cell sizes that hold notes of this many digits, the roomiest first.

    They are: spaced out; with a mark beside each note; without marks; in two rows; in two rows with a blank only at the
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
    """Return the cell sizes with notes for the main board, whose cells are separated.

    They are separated by dotted lines if there is room, else by backgrounds, or without `grounds` by blanks.
    """
    _spaced, *sizes = sizes_with_notes(digits)
    parting = Parting.GROUNDS if grounds else Parting.BLANKS
    roomy, packed = sizes[0], [replace(size, parting=parting) for size in sizes]
    open_foot = [replace(packed[0], parting=Parting.OPEN)] * grounds
    return (replace(roomy, parting=Parting.LINES), packed[0], *open_foot, *packed[1:])


def spacious_sizes(digits: int) -> tuple[CellSize, ...]:
    """Return cell sizes that are square on the screen and larger than all of `parted_sizes`, the largest first."""
    least = parted_sizes(digits, grounds=False)[0].height
    return tuple(CellSize(2 * height + 1, height, parting=Parting.LINES) for height in range(_MOST_ROWS, least, -1))


def _note_shapes(digits: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return notes in a row and rows of notes for two shapes: as square as possible, and in two rows."""
    across = isqrt(digits - 1) + 1
    return (across, -(-digits // across)), (-(-digits // 2), 2)


# labels of rows and columns


class Label(NamedTuple):
    """A label, which begins in column x of line y of a board's text."""

    x: int
    y: int
    text: str


@lru_cache(maxsize=512)
def cell_names(layout: Layout, cell: int) -> str:
    """Return how hints name a cell and how a move there is typed: `r12c7 12g`."""
    row, column = layout.cells[cell]
    return f"{layout.cell_name(cell)} {row + 1}{column_letters(column)}"


@lru_cache(maxsize=16)
def labels(text: BoardFrame) -> tuple[Label, ...]:
    """Return row numbers left of first cells, column numbers above first cells, and letters below last cells.

    A number is left of the board's line, or ends on it if there is no room. Labels are never cut, and never touch: row
    numbers that do not fit are left out, a letter next to a row number, too, and narrow columns have every other label.
    """
    layout, (across, down) = text.layout, text.cell.middle
    found = []
    for row in range(layout.rows):
        for column in [column for at, column in layout.cells if at == row][:1]:
            line, y, name = text.xs[column] - 1, text.ys[row] + down, str(row + 1)
            for x in (line - len(name), line - len(name) + 1):
                if x >= 0 and not text.rows[y][x:line].strip():
                    found.append(Label(x, y, name))
                    break
    for column in range(layout.columns):
        if rows := [row for row, at in layout.cells if at == column]:
            ends = (min(rows), -1, str(column + 1)), (max(rows), text.cell.height, column_letters(column))
            for row, off, name in ends:
                x, y = text.xs[column] + across - len(name) + 1, text.ys[row] + off
                touches = any(label.y == y and label.x == x + len(name) for label in found)
                if _is_named(column, name, text.cell.width) and x >= 0 and 0 <= y < text.height and not touches:
                    found.append(Label(x, y, name))
    return tuple(found)


def _is_named(column: int, name: str, width: int) -> bool:
    """Return whether a column of that width has its label: only every other one if labels would touch."""
    return len(name) < width or bool(column % 2)


# the edges of houses and of the visible part


def _edges(text: BoardFrame, house: House) -> list[tuple[int, int]]:
    found = []
    width, height, (across, down) = text.cell.width, text.cell.height, text.cell.middle
    places = [text.layout.cells[cell] for cell in house.cells]
    ys, xs = [text.ys[row] for row, _ in places], [text.xs[column] for _, column in places]
    top, bottom, left, right = min(ys), max(ys), min(xs), max(xs)
    before, after, over, under = left - 1, right + width + text.cell.air, top - 1, bottom + height
    if top == bottom:
        marks = [(before, top + down), (after, top + down)]
    elif left == right:
        marks = [(left + across, over), (left + across, under)]
    else:
        marks = [(x, y) for x in (before, after) for y in (over, under)]
    inside = {over: top, under: under - 1} if left == right and height > 1 else {}
    for x, y in marks:
        if text.has_line(x, y):
            found.append((x, y))
        elif inside:
            found.append((left + width - 1, inside[y]))
    return found


def uncovered(text: BoardFrame, window: Region) -> Region:
    """Return a window of a board without the edges that cover a continuing board."""
    left = (window.x > 0) * _cover(text)
    return window.shrink((window.y > 0, window.right < text.width, window.bottom < text.height, left))  # True is 1


def _cover(text: BoardFrame) -> int:
    """Return the width of row numbers that lie over the board."""
    return len(str(text.layout.rows))


def put_edges(picture: Picture, text: BoardFrame, window: Region, palette: Palette, glyphs: Glyphs) -> None:
    """Draw the frame and the labels at the ends of the picture beyond which the board continues.

    They cover what is not `uncovered`; `follow` keeps the cursor's cell and its neighbours away from there.
    """
    inside, (across, down) = uncovered(text, window), text.cell.middle
    left, top, right, bottom = window.x, window.y, window.right - 1, window.bottom - 1
    for y, named in ((top, lambda column: str(column + 1)), (bottom, column_letters)):
        if not inside.y <= y < inside.bottom:
            picture.put(left, y, glyphs.box[0] * window.width, palette.line)
            for column, start in enumerate(text.xs):
                name = named(column)
                if left < start + across < right and _is_named(column, name, text.cell.width):
                    picture.put(start + across - len(name) + 1, y, name, palette.label)
    for x in (left, right):
        if not inside.x <= x < inside.right:
            width = _cover(text) if x == left else 1
            for y in range(inside.y, inside.bottom):
                picture.put(x, y, glyphs.box[1].rjust(width), palette.line)
            for row, start in enumerate(text.ys if x == left else ()):
                if inside.y <= start + down < inside.bottom:
                    picture.put(x, start + down, str(row + 1).rjust(width), palette.label)
    for (x, y), corner in zip(product((left, right), (top, bottom)), CORNERS(glyphs.box), strict=True):
        if not inside.contains(x, y):
            picture.put(x, y, corner, palette.line)
    put_arrows(picture, text, window, palette, glyphs)


def put_arrows(picture: Picture, text: BoardFrame, window: Region, palette: Palette, glyphs: Glyphs) -> None:
    """Draw arrows on the lines at the ends of the picture beyond which the board continues."""
    up, down, left, right = list(glyphs.arrows)
    uprights = _between(text.xs, text.cell.width, text.width)
    levels = _between(text.ys, text.cell.height, text.height)
    ends = [(x, window.y, up) for x in uprights if window.y]
    ends += [(x, window.bottom - 1, down) for x in uprights if window.bottom < text.height]
    ends += [(window.x, y, left) for y in levels if window.x]
    ends += [(window.right - 1, y, right) for y in levels if window.right < text.width]
    for x, y, arrow in ends:
        if text.rows[y][x] not in (" ", *glyphs.box[-2:]):
            picture.put(x, y, arrow, palette.accent)


def _between(places: Sequence[int], size: int, whole: int) -> list[int]:
    """Return the columns (or rows) out of `whole` that are outside of cells, which begin at `places`."""
    inside = {place + offset for place in places for offset in range(size)}
    return [place for place in range(whole) if place not in inside]
