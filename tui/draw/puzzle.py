"""A small still picture of a puzzle on any layout."""

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region

from engine.sudoku.layout import Layout, conflicts
from engine.sudoku.puzzle import Puzzle
from tui.draw.board import Look, draw
from tui.draw.cells import Line
from tui.draw.frame import AIRY, NARROW, TIGHT, CellSize, Lines, frame
from tui.draw.palette import Glyphs, Palette

_WAYS = (
    (AIRY, Lines.ALL), (AIRY, Lines.UPRIGHT), (NARROW, Lines.ALL), (NARROW, Lines.UPRIGHT), (NARROW, Lines.NONE),
    (TIGHT, Lines.NONE),
)  # fmt: skip
"""From the roomiest to the tightest."""


def puzzle_lines(puzzle: Puzzle, palette: Palette, glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """The puzzle as lines of text that fit in `width` x `height`, as roomy as they can be."""
    clashes = conflicts(puzzle.layout, puzzle.givens)
    look = Look(puzzle.givens, [palette.given] * len(puzzle.givens), conflicts=clashes)
    return board_lines(puzzle.layout, look, palette, glyphs, width, height)


def board_lines(layout: Layout, look: Look, palette: Palette, glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """A board as lines of text that fit in `width` x `height`, as roomy as they can be.

    With lines between the boxes where there is room, else without the level ones, else the digits side by side; what is
    larger even then is cut.
    """
    cell, lines = _roomiest(layout, glyphs, width, height)
    whole = frame(layout, glyphs.box, cell, lines)
    window = Region(0, 0, max(min(whole.width, width), 0), max(min(whole.height, height), 0))
    picture = draw(layout, look, palette, glyphs, cell, lines, window)
    return [_trimmed(picture.segments(y)) for y in range(picture.height)]


def _roomiest(layout: Layout, glyphs: Glyphs, width: int, height: int) -> tuple[CellSize, Lines]:
    for cell, lines in _WAYS:
        text = frame(layout, glyphs.box, cell, lines)
        if text.width <= width and text.height <= height:
            break
    return cell, lines


def _trimmed(line: Line) -> Line:
    """The line without the blanks at its end."""
    while line and not line[-1].text.strip():
        line = line[:-1]
    return [*line[:-1], Segment(line[-1].text.rstrip(), line[-1].style or Style.null())] if line else []
