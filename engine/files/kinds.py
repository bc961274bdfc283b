"""What the content of a file is, told by its first bytes.

A name says nothing: a formula may be called `a.txt` and a puzzle `b.cnf`. Only where the content itself could be
meant either way, or is too broken to tell, does the name decide what it was meant to be.
"""

import re
from enum import Enum

from engine.sudoku.layout import MOST_DIGITS


class Kind(Enum):
    """What a path leads to."""

    FOLDER = "folder"
    CNF = "CNF formula"
    PUZZLE = "puzzle"
    RESULT = "result"
    LAYOUT = "layout"
    EMPTY = "empty file"
    TEXT = "text"
    BINARY = "binary file"
    SPECIAL = "not a file"
    """A pipe, a socket or a device: never opened."""
    UNREADABLE = "unreadable"


BOM = b"\xef\xbb\xbf"
"""What some editors put before UTF-8 text."""

_COMMENT = re.compile(rb"c($|[\s\W_])")
_HEADER = re.compile(rb"p\s+[A-Za-z]+(\s|$)")
_INTEGERS = re.compile(rb"[+-]?\d+(\s+[+-]?\d+)*|%")
_NUMBER = re.compile(rb"[+-]?\d+(\s|$)")
_MARKS = re.compile(rb"(?:[\s|+:;,!\"'=-]|\xe2[\x94\x95][\x80-\xbf])+")  # what puzzles are ruled and separated with
_CELLS = re.compile(rb"[0-9.*_]+|[0-9.*_?xX]{4,}|(?=.*[0-9.])[0-9.*_A-Pa-p]{16,}")
_LIBRARY = re.compile(rb":[^:\s]*:[^:]*:[0-9.+]+:")  # a line of HoDoKu's
_MARKUP = re.compile(rb"\s*(<.{0,1000}sudoku|\{.{0,1000}(\"(size|grid)\"\s*:|sudoku))", re.DOTALL | re.IGNORECASE)
_CNF_NAME = re.compile(r"\.(cnf|dimacs|sat)(\.(gz|bz2|xz))?$", re.IGNORECASE)
_PUZZLE_NAME = re.compile(r"\.(sdk|sdm|ss|sudoku|opensudoku|ksudoku)(\.(gz|bz2|xz))?$", re.IGNORECASE)


def kind_of(head: bytes, whole: bool, name: str) -> Kind | None:
    """What content is by its first bytes (`whole`: by all of it); None if that is nothing but comments of a CNF file.

    Gives one of CNF, PUZZLE, EMPTY, TEXT and BINARY. PUZZLE is a promise that it is worth telling what is wrong with
    the puzzle, not that nothing is.
    """
    data = head.removeprefix(BOM)
    if not data.strip():
        return Kind.EMPTY if whole else Kind.TEXT
    if b"\0" in data:
        return Kind.BINARY
    lines = data.splitlines()
    if not whole and len(lines) > 1:
        lines.pop()  # cut in the middle
    commented = False
    rows: list[bytes] = []
    for line in map(bytes.strip, lines):
        if _HEADER.match(line) and all(_INTEGERS.fullmatch(row) for row in rows):
            return Kind.CNF
        if _COMMENT.match(line):
            commented = True
        elif line and not line.startswith((b"#", b";", b"//")):
            rows.append(line)
    if not rows:
        return Kind.TEXT if not commented else Kind.CNF if whole else None
    named_cnf = bool(_CNF_NAME.search(name))
    if all(map(_INTEGERS.fullmatch, rows)):
        numbers = [row.split() for row in rows if row != b"%"]
        if not commented and numbers and _puzzle_of_numbers(numbers, whole, named_cnf):
            return Kind.PUZZLE
        return Kind.CNF if commented or named_cnf or any(b"0" in row for row in numbers) else Kind.TEXT
    if named_cnf or (commented and _NUMBER.match(rows[0])):
        return Kind.CNF
    if _puzzle_like(rows) or _PUZZLE_NAME.search(name) or _MARKUP.match(data):
        return Kind.PUZZLE
    return Kind.TEXT


def _puzzle_of_numbers(rows: list[list[bytes]], whole: bool, named_cnf: bool) -> bool:
    """Whether lines of integers without header or comment are a puzzle rather than clauses.

    Clauses have negative literals, puzzles have none (but -1, several in a row, for the corners of a double). What is
    left are formulas of positive literals only: they end each line with the one 0 in it, while a puzzle has its 0s
    anywhere, its digits no higher than its lines are wide (but for one that is wrong, where it has as many lines), and
    its lines all of one width.
    """
    tokens = [token for row in rows for token in row]
    if any(len(token) > 10 or (len(token) > 1 and token.startswith(b"0")) for token in tokens):
        return not any(token.startswith((b"-", b"+")) for token in tokens)  # digits side by side
    values = [[int(token) for token in row] for row in rows]
    width = len(values[0])
    same_width = all(len(row) == width for row in values) and 3 <= width <= MOST_DIGITS
    lowest = min(min(row) for row in values)
    if lowest < 0:  # corners come several in a row
        return lowest == -1 and same_width and any(values[0][i : i + 2] == [-1, -1] for i in range(width))
    if all(len(row) == 1 for row in rows):  # one number a line: digits side by side, or clauses broken after each
        side = len(rows[0][0])
        several = 3 <= side <= len(rows) and (not whole or len(rows) % side == 0)
        return several and all(len(row[0]) == side for row in rows)
    square = same_width and (not whole or len(values) % width == 0)
    highest = max(max(row) for row in values)
    low = highest <= width
    if all(row[-1] == 0 and 0 not in row[:-1] for row in values):
        return False
    if square and (low or (not named_cnf and highest <= MOST_DIGITS)):
        return True
    return not named_cnf and low and any(row[i : i + 2] == [0, 0] for row in values for i in range(len(row)))


def _puzzle_like(rows: list[bytes]) -> bool:
    """Whether most lines consist of cells, so that it is worth telling what is wrong with the puzzle."""
    first = rows[:30]
    like = 0
    for row in first:
        cells = _MARKS.sub(b"", row)
        like += (
            (not cells.strip(b"*") and len(row) > 2)
            or (len(row) >= 3 and bool(_CELLS.fullmatch(cells)))
            or bool(_LIBRARY.match(row))
        )
    return like * 4 >= len(first) * 3
