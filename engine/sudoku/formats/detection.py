"""Guesses whether the beginning of a file looks like puzzles, so that its errors are reported as errors of puzzles.

This is for files whose names say nothing, before they are read. The readers decide what a puzzle is.
"""

import re
from collections.abc import Sequence

from engine.base.text import LINK
from engine.sudoku.formats.killer_lines import KILLER_LINE
from engine.sudoku.formats.registry import FORMATS
from engine.sudoku.layout import MAX_DIGITS

_MARKS = re.compile(rb"(?:[\s|+:;,!\"'=-]|\xe2[\x94\x95][\x80-\xbf])+")  # rulers and separators of puzzles
_CELLS = re.compile(rb"[0-9.*_]+|[0-9.*_?xX]{4,}|(?=.*[0-9.])[0-9.*_A-Pa-p]{16,}")
_RECORD = re.compile(rb"(?:^|[\s,;:\"'])[0-9.*_?-]{36,}(?:$|[\s,;:\"'])")  # the cells of a puzzle among other fields
_GAME_ID = re.compile(rb"\d{1,2}(?:x\d{1,2})?j?[a-z0-9]*:[0-9a-z_]{4,}(?:,\S*)?")
_MARKUP = re.compile(
    rb"\s*(<.{0,1000}sudoku|\[\s*(\[\s*){1,3}(null\b|[\"0-9])"
    rb"|\{.{0,1000}(\"(size|grids?|puzzles?|boards?|clues|givens|cells)\"\s*:|sudoku))",
    re.DOTALL | re.IGNORECASE,
)
_SUFFIXES = {".sudoku", *(form.suffix for form in FORMATS.values())} - {".txt", ".json"}
"""Ends of the names of files that hold nothing but puzzles."""

_ROWS = [form.row for form in FORMATS.values() if form.row]


def are_puzzles(head: bytes, rows: Sequence[bytes], name: str) -> bool:
    """Whether a file looks like puzzles, by its name, its beginning, and the non-comment lines of that."""
    packed = re.sub(r"\.(gz|bz2|xz)$", "", name.lower())
    return packed.endswith(tuple(_SUFFIXES)) or bool(_MARKUP.match(head)) or _most_are_cells(rows)


def numbers_are_puzzles(rows: Sequence[Sequence[bytes]], is_whole: bool, named_cnf: bool) -> bool:
    """Whether lines of integers without header or comment are puzzles rather than clauses.

    `is_whole`: whether these are all lines of the file; `named_cnf`: whether its name is that of a formula.

    Clauses have negative literals, puzzles only several -1 in a row, for the corners of a double. This leaves formulas
    of positive literals. Their lines end with their only 0. In puzzles a 0 can be anywhere, digits are at most the
    width of a line (in a faulty puzzle, the number of lines), and all lines have one width.
    """
    tokens = [token for row in rows for token in row]
    if any(len(token) > 10 or (len(token) > 1 and token.startswith(b"0")) for token in tokens):
        return not any(token.startswith((b"-", b"+")) for token in tokens)  # digits side by side
    values = [[int(token) for token in row] for row in rows]
    width = len(values[0])
    same_width = all(len(row) == width for row in values) and 3 <= width <= MAX_DIGITS
    lowest = min(min(row) for row in values)
    if lowest < 0:  # corners come several in a row
        return lowest == -1 and same_width and any(values[0][i : i + 2] == [-1, -1] for i in range(width))
    if all(len(row) == 1 for row in rows):  # one number a line: digits side by side, or clauses broken after each
        side = len(rows[0][0])
        is_grid = 3 <= side <= len(rows) and (not is_whole or len(rows) % side == 0)
        grids_of_3x3 = side == 9 and set(b"".join(tokens)) <= set(b"0123")  # one in each line
        return (is_grid or grids_of_3x3) and all(len(row[0]) == side for row in rows)
    square = same_width and (not is_whole or len(values) % width == 0)
    highest = max(max(row) for row in values)
    low = highest <= width
    if all(row[-1] == 0 and 0 not in row[:-1] for row in values):
        return False
    if square and (low or (not named_cnf and highest <= MAX_DIGITS)):
        return True
    return not named_cnf and low and any(row[i : i + 2] == [0, 0] for row in values for i in range(len(row)))


def _most_are_cells(rows: Sequence[bytes]) -> bool:
    """Whether most lines consist of cells."""
    first = rows[:30]
    matches = 0
    for row in first:
        cells = _MARKS.sub(b"", row)
        matches += (
            (not cells.strip(b"*") and len(row) > 2)
            or (len(row) >= 3 and bool(_CELLS.fullmatch(cells)))
            or any(pattern.match(row) for pattern in _ROWS)
            or bool(_RECORD.search(row) or _GAME_ID.fullmatch(row.strip()))
            or bool(KILLER_LINE.fullmatch(row.decode("latin-1").strip()))
            or bool(LINK.match(row.decode("latin-1")))
        )
    return matches * 4 >= len(first) * 3
