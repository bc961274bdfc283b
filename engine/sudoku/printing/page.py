"""Puzzles laid out on pages of paper, in millimetres from the upper left corner.

A page is a list of marks in drawing order; `engine.sudoku.printing.files` writes them as SVG or PDF. Lines are thick
between boxes and thin elsewhere; cells of houses other than rows, columns and boxes (diagonals, windows) are tinted.
Everything follows from the houses, so any layout can be printed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil, sqrt
from typing import NamedTuple

from engine.sudoku.layout import Layout
from engine.sudoku.printing.marks import GREY, TINT, FilledRectangle, Mark, Stroke, Word
from engine.sudoku.printing.rule_marks import has_outside_clues, marks_above, marks_below, shapes_of
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.signs import sign

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of each kind of paper, in millimetres."""

MAX_ON_A_PAGE = 100
"""Maximum number of puzzles on a page."""

MARGIN, FOOT, TITLE, GAP = 15.0, 8.0, 7.0, 9.0
"""Space around the page, for the line at its foot, for the line above a puzzle, and between two puzzles."""
MAX_CELL_SIZE, WRITABLE_CELL = 13.0, 8.0
"""Sides of a cell to write in: the maximum, and one that is large enough."""
MAX_SOLUTION_CELL_SIZE, READABLE_CELL = 7.0, 4.5
"""Sides of a cell in a solution, only to read: the maximum, and one that is large enough."""
THIN, THICK = 0.02, 0.07
"""Line widths, in cells."""
DIGIT, NAME, SMALL = 0.66, 4.2, 3.0
"""Font sizes: of digits, in cells; of puzzle names; of the smaller words beside them."""
RISE = 0.36
"""Distance from a digit's middle to its base line, in font sizes (half of Helvetica's digit height, 0.72)."""
LETTER, BOLD_LETTER = 0.55, 0.6
"""Average width of a letter, in font sizes."""
LETTERS = 1.7
"""Number of letters of a name for which the width of their font size is enough."""
BASE_LINE = 2.2
"""Distance from a puzzle up to the base line of the words above it."""
WORD_GAP = 3.0
"""Minimum distance between a puzzle's name and the word beside it."""


@dataclass(frozen=True)
class Sheet:
    """A sheet of paper and the marks on it, in order."""

    width: float
    height: float
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Figure:
    """A puzzle to print: its digits (some or all of them found), its name, and a word beside the name."""

    puzzle: Puzzle
    digits: Digits
    name: str
    aside: str


def figures(puzzles: Iterable[Puzzle]) -> list[Figure]:
    """The puzzles to solve, numbered if there are several."""
    puzzles = list(puzzles)
    return [
        Figure(puzzle, puzzle.givens, _name(puzzle, number, len(puzzles)), puzzle.layout.title)
        for number, puzzle in enumerate(puzzles, 1)
    ]


def solved_figures(puzzles: Iterable[Puzzle], solutions: Iterable[Sequence[Digits]]) -> list[Figure]:
    """The puzzles with their first solutions; a word beside the name says so if there is none, or several."""
    asides = {0: "no solution", 1: ""}
    return [
        replace(figure, digits=[*found, figure.digits][0], aside=asides.get(len(found), "one of several solutions"))
        for figure, found in zip(figures(puzzles), solutions, strict=True)
    ]


def puzzles_per_page(figures: Sequence[Figure], paper: str = "a4", cell: float = WRITABLE_CELL) -> int:
    """The number of these figures on a page with cells of a given side; at least one."""
    width, height = _room(paper)
    columns = max(figure.puzzle.layout.columns for figure in figures) * cell
    rows = max(figure.puzzle.layout.rows for figure in figures) * cell + TITLE
    return max(1, int((width + GAP) // (columns + GAP)) * int((height + GAP) // (rows + GAP)))


def pages(
    figures: Sequence[Figure], per_page: int, paper: str = "a4", foot: str = "", largest: float = MAX_CELL_SIZE
) -> Iterator[Sheet]:
    """The figures in order, `per_page` on each page, with cells up to a maximum side.

    `foot` begins the line at the foot, which has the page number.
    """
    sheets = [figures[first : first + per_page] for first in range(0, len(figures), per_page)]
    places = _places(per_page, figures, paper)
    width, height = PAPERS[paper]
    for number, sheet in enumerate(sheets, 1):
        marks: list[Mark] = []
        for figure, place in zip(sheet, places, strict=False):
            marks += _draw(figure, place, largest)
        page_number = f"page {number} of {len(sheets)}" if len(sheets) > 1 else ""
        footer = ", ".join(filter(None, (foot, page_number)))
        if footer:
            marks.append(Word(width / 2, height - MARGIN, footer, SMALL, "middle", shade=GREY))
        yield Sheet(width, height, tuple(marks))


def _name(puzzle: Puzzle, number: int, count: int) -> str:
    """The words above a puzzle: its name, after its number if there are several."""
    name = " ".join(puzzle.name.split()) or ("" if count > 1 else "Sudoku")
    return f"{number}. {name}".strip() if count > 1 else name


def _room(paper: str) -> tuple[float, float]:
    """Width and height of the part of a page that is for puzzles."""
    width, height = PAPERS[paper]
    return width - 2 * MARGIN, height - 2 * MARGIN - FOOT


class _Place(NamedTuple):
    """A part of a page, from its upper left corner."""

    x: float
    y: float
    width: float
    height: float


def _places(per_page: int, figures: Sequence[Figure], paper: str) -> list[_Place]:
    """The parts of a page for a number of figures, row by row: the division with the largest cells."""
    width, height = _room(paper)
    columns = max(figure.puzzle.layout.columns for figure in figures)
    rows = max(figure.puzzle.layout.rows for figure in figures)

    def division(across: int) -> tuple[float, float, int]:
        down = -(-per_page // across)
        return (width + GAP) / across - GAP, (height + GAP) / down - GAP, across

    def cell_side(parts: tuple[float, float, int]) -> float:
        return min(parts[0] / columns, (parts[1] - TITLE) / rows)

    wide, high, across = max((division(across) for across in range(1, per_page + 1)), key=cell_side)
    return [
        _Place(MARGIN + number % across * (wide + GAP), MARGIN + number // across * (high + GAP), wide, high)
        for number in range(per_page)
    ]


def _draw(figure: Figure, place: _Place, largest: float) -> Iterator[Mark]:
    """Draw a figure in the upper middle of its part of the page, as large as possible."""
    layout = figure.puzzle.layout
    shapes = shapes_of(layout, figure.puzzle.rules)
    clue_cells = 1 if has_outside_clues(shapes) else 0  # cells for clues on each side
    columns, rows = layout.columns + 2 * clue_cells, layout.rows + 2 * clue_cells
    cell = min(place.width / columns, (place.height - TITLE) / rows, largest)
    left, top = place.x + (place.width - cell * layout.columns) / 2, place.y + TITLE + clue_cells * cell
    yield from _title(figure, left, top - clue_cells * cell, cell * layout.columns)
    for inside in sorted(layout.marked_cells):
        row, column = layout.cells[inside]
        yield FilledRectangle(left + column * cell, top + row * cell, cell, cell, TINT)
    yield from marks_below(layout, shapes, left, top, cell)
    for thick in (False, True):
        for y1, x1, y2, x2 in _lines(layout, thick):
            ends = left + x1 * cell, top + y1 * cell, left + x2 * cell, top + y2 * cell
            yield Stroke(*ends, cell * (THICK if thick else THIN))
    yield from marks_above(layout, shapes, left, top, cell)
    yield from _digits(figure, left, top, cell)
    yield from _notes(figure, left, top, cell)


def _digits(figure: Figure, left: float, top: float, cell: float) -> Iterator[Word]:
    """The digits of a figure; the givens of a solved puzzle are bold."""
    layout, size = figure.puzzle.layout, DIGIT * cell
    is_solved = figure.digits != figure.puzzle.givens
    for (row, column), digit, given in zip(layout.cells, figure.digits, figure.puzzle.givens, strict=True):
        if digit:
            x, y = left + (column + 0.5) * cell, top + (row + 0.5) * cell + RISE * size
            yield Word(x, y, sign(digit), size, "middle", bold=is_solved and given > 0)


def _notes(figure: Figure, left: float, top: float, cell: float) -> Iterator[Word]:
    """The notes in empty cells, each at its place in a square of all digits."""
    layout = figure.puzzle.layout
    side = ceil(sqrt(layout.size))
    size = DIGIT * cell / side
    for (row, column), digit, mask in zip(layout.cells, figure.digits, figure.puzzle.notes, strict=True):
        for note in range(1, layout.size + 1) if not digit else ():
            if mask >> note & 1:
                down, across = divmod(note - 1, side)
                x, y = left + (column + (across + 0.5) / side) * cell, top + (row + (down + 0.5) / side) * cell
                yield Word(x, y + RISE * size, sign(note), size, "middle", shade=GREY)


def _title(figure: Figure, left: float, top: float, width: float) -> Iterator[Word]:
    """The name above the left end, and the words beside it above the right end if there is room for both."""
    base = top - BASE_LINE
    size = min(NAME, LETTERS * width / max(len(figure.name), 1))
    yield Word(left, base, figure.name, size, bold=True)
    text_width = BOLD_LETTER * size * len(figure.name) + LETTER * SMALL * len(figure.aside)
    if figure.aside and text_width + WORD_GAP < width:
        yield Word(left + width, base, figure.aside, SMALL, "end", shade=GREY)


def _lines(layout: Layout, thick: bool) -> Iterator[tuple[int, int, int, int]]:
    """The lines around cells as (row, column, row, column) of their ends, each as long as it is straight.

    Thick lines separate boxes, or surround the layout; thin lines separate cells of one box.
    """
    boxes = {cell: number for number, house in enumerate(layout.houses) if house.kind == "box" for cell in house.cells}
    area = {position: boxes.get(cell, -1) for cell, position in enumerate(layout.cells)}

    def separates(left: tuple[int, int], right: tuple[int, int]) -> bool:
        return (left in area or right in area) and (area.get(left) != area.get(right)) == thick

    rows, columns = range(layout.rows), range(layout.columns)
    for row in range(layout.rows + 1):
        for first, last in _runs([separates((row - 1, column), (row, column)) for column in columns]):
            yield row, first, row, last
    for column in range(layout.columns + 1):
        for first, last in _runs([separates((row, column - 1), (row, column)) for row in rows]):
            yield first, column, last, column


def _runs(flags: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The beginning and end of each run of true values."""
    start = 0
    for flag, run in groupby(flags):
        end = start + len(list(run))
        if flag:
            yield start, end
        start = end
