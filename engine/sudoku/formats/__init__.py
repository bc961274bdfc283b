"""Reads puzzle files, whose format follows from their content, and writes them.

A file contains any number of puzzles. In plain text a puzzle has three shapes: as on the canvas, one grid below the
other, or all cells in one line; the last two repeat the cells that grids share. Cells are characters, or numbers
separated by blanks, commas or semicolons:

- An empty cell is written as `.` or 0; readers also accept - _ * ? x, and two separators with nothing between. Digits
  above 9 are letters, A for 10.
- Corners of the canvas outside all grids are blank, missing, or `-1`, `.` or 0.
- Lines drawn between boxes are ignored. If they enclose every box, a blank is an empty cell too.
- A line that begins with `#` names the puzzle below it. A puzzle in one line may have other fields, which name it, as
  in tables (with or without a header) and collections; a solution among them is ignored.
- Grids of candidates (a word of digits per cell, or each digit at its place) are puzzles with pencil marks: a cell with
  one candidate is a given, and other cells exclude their missing candidates.

Other formats: sections of .sdk files, lines of HoDoKu's library, game IDs of Simon Tatham's Solo, OpenSudoku XML and
KSudoku, JSON of f-puzzles, SudokuPad and GNOME Sudoku, lists of rows in any other JSON, and links that contain a
puzzle, one per line.

Text does not distinguish layouts that look alike, such as a diagonal sudoku from a standard one. A line `# layout: x`
sets the layout of everything below it; otherwise the caller does, or the first fitting layout of `LAYOUTS` is used.
"""

from engine.sudoku.formats.detection import are_puzzles, numbers_are_puzzles
from engine.sudoku.formats.format import Format
from engine.sudoku.formats.grid_rules import rules_of
from engine.sudoku.formats.reading import parse, parse_layout, read_puzzles
from engine.sudoku.formats.registry import FORMATS
from engine.sudoku.formats.writing import require, require_puzzle, write, write_all, write_stream

__all__ = [
    "FORMATS",
    "Format",
    "are_puzzles",
    "numbers_are_puzzles",
    "parse",
    "parse_layout",
    "read_puzzles",
    "require",
    "require_puzzle",
    "rules_of",
    "write",
    "write_all",
    "write_stream",
]
