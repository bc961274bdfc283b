"""Candidates of cells as text: the digits of a cell as a word, or each at its place.

Only layouts of up to nine digits can be written in this way.
"""

from collections.abc import Iterable, Sequence

from engine.base.errors import InputError
from engine.base.language import _
from engine.sudoku.formats.shapes import Shape
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Masks, Puzzle

MAX_WORD_DIGITS = 9
"""Maximum number of digits of a layout whose candidates can be written as a word."""

CELL_WIDTH = 9
"""Number of characters of a cell with candidates at their places: each is a digit, or the sign of an empty cell."""


def mask_of(digits: Iterable[str]) -> int:
    """The mask of the digits in a text."""
    mask = 0
    for digit in digits:
        mask |= 1 << int(digit) if digit in "123456789" else 0
    return mask


def with_candidates(layout: Layout, givens: Sequence[int], masks: Sequence[int], name: str = "") -> Puzzle:
    """The puzzle with these masks of candidates. Raises InputError without a place for a cell without any."""
    for cell, mask in enumerate(masks):
        if not mask:
            raise InputError(
                _("{cell} has no candidates").format(cell=layout.cell_name(cell)),
                advice=_("give each empty cell the digits that it may hold"),
            )
    return Puzzle(layout, tuple(givens), name, candidates=tuple(masks))


def masks_of(puzzle: Puzzle) -> Masks:
    """The mask of each cell; for a given, only its digit."""
    all_digits = (2 << puzzle.layout.size) - 2
    masks = puzzle.candidates or (all_digits,) * len(puzzle.givens)
    return tuple(1 << given if given else mask for given, mask in zip(puzzle.givens, masks, strict=True))


def word(mask: int) -> str:
    """The digits of a mask as a word."""
    return "".join(str(digit) for digit in range(1, MAX_WORD_DIGITS + 1) if mask >> digit & 1)


def line_text(puzzle: Puzzle, shape: Shape, empty: str) -> str:
    """All cells of a one-row shape, each as many characters as there are digits, with the digits at their places."""
    masks, digits = masks_of(puzzle), range(1, puzzle.layout.size + 1)
    cells = shape.rows[0].cells
    return "".join(str(digit) if masks[cell] >> digit & 1 else empty for cell in cells for digit in digits)


def rows_text(puzzle: Puzzle, shape: Shape) -> list[str]:
    """The rows of a shape as words in columns of equal width; corners are blank."""
    words = [word(mask) for mask in masks_of(puzzle)]
    width = max(map(len, words))
    rows = []
    for row in shape.rows:
        fields = ["" if row.cells else "."] * shape.columns  # an empty line would end the puzzle
        for cell, column in zip(row.cells, row.columns, strict=True):
            fields[column] = words[cell]
        rows.append(" ".join(field.ljust(width) for field in fields).rstrip())
    return rows
