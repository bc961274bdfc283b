"""A layout in small: a square dot for each cell, and two rows of cells in a row of text."""

from collections import Counter
from itertools import chain

from rich.segment import Segment
from rich.style import Style

from engine.sudoku.layout import Layout
from tui.draw.board import tiles
from tui.draw.cells import Line
from tui.draw.palette import HALVES, Palette


def thumbnail(layout: Layout, palette: Palette) -> list[Line]:
    """Draw the boxes of a layout in two shades, and the cells of several grids in the accent; it takes half blocks.

    Without colours, every other box is blank.
    """
    counts = Counter(chain.from_iterable(grid.cells for grid in layout.grids))
    shades = (palette.dim.color, palette.line.color)
    colours = {
        place: palette.accent.color if counts[cell] > 1 else shades[tiles(layout)[cell] // 2]
        for cell, place in enumerate(layout.cells)
        if shades[0] or not tiles(layout)[cell] // 2
    }
    lines: list[Line] = []
    for row in range(0, layout.rows, 2):
        line: Line = []
        for column in range(layout.columns):
            upper, lower = (row, column) in colours, (row + 1, column) in colours
            ink = Style(color=colours.get((row + (not upper), column)))
            if upper and lower:
                ink += Style(bgcolor=colours[row + 1, column])
            same = upper and lower and colours[row, column] == colours[row + 1, column]
            line.append(Segment("█" if same else HALVES[not upper] if upper or lower else " ", ink))
        lines.append(line)
    return lines
