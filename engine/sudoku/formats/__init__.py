"""Puzzle files: reading them by their content, and writing them.

A file holds any number of puzzles. In plain text the cells of a puzzle are written without blanks (`.` or 0 for an
empty one, read are also - _ * ? x; above 9 letters go on, A for 10) or as numbers with blanks, commas or semicolons
between (two of these with nothing between are an empty cell), and lie on lines in one of three shapes:
as on the canvas, grid below grid, or all in one line; what two grids share stands twice in the last two. Corners of the
canvas that belong to no grid are blank, left out, or written as `-1`, `.` or 0. Lines drawn between boxes are passed
over, and where they enclose every box a blank is an empty cell too. A line that begins with `#` names the puzzle below
it. A puzzle in one line may have other fields beside it, which name it: as in tables with or without a header, where a
solution is left out, and in collections. Grids of candidates, a word of digits a cell or each digit at its place, are
puzzles of pencil marks: a cell with one candidate is a given, and what is left out of another cell can't be there. Also
read: the sections of .sdk files, lines of HoDoKu's library, game IDs of Simon Tatham's Solo, XML of OpenSudoku and
KSudoku, JSON of f-puzzles, SudokuPad and GNOME Sudoku, lists of rows in any other JSON, and links that hold a puzzle,
one a line.

Text does not tell layouts apart that look alike, a diagonal sudoku from any other: a line `# layout: x` above it does,
for all that follows; else the reader is told, or takes the first of `LAYOUTS`.
"""

from engine.sudoku.formats.format import Format
from engine.sudoku.formats.grid_rules import rules_of
from engine.sudoku.formats.heads import are_puzzles, numbers_are_puzzles
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
