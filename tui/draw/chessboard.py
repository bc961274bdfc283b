"""A chessboard with queens."""

from collections.abc import Iterable
from string import ascii_lowercase

from textual.geometry import Size

from tui.draw.block_digits import blocks
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture

_CROWN = "█ ██ █", "██████", " ████ ", "██████"
_CROWN_HEIGHT = 4
"""Rows of a square from which on a queen is a crown; in squares of twice as many, the crown is twice as large."""


def _square(size: int, room: Size) -> Size:
    """Return the largest square that fits: twice as wide as high, or in one row 3 or 2 columns."""
    columns, rows = (room.width - _margin(size)) // size, (room.height - 1) // size
    height = min(columns // 2, rows)
    return Size(2 * height, height) if height > 1 else Size(3 if columns > 2 else 2, 1)


def _margin(size: int) -> int:
    """Return the columns of row numbers, with a blank."""
    return len(str(size)) + 1


def chessboard_size(size: int, room: Size) -> Size:
    """Return the size of a board with `size` squares a side, in the largest squares that fit."""
    square = _square(size, room)
    return Size(_margin(size) + size * square.width, size * square.height + 1)


def chessboard(size: int, queens: Iterable[tuple[int, int]], room: Size, palette: Palette, glyphs: Glyphs) -> Picture:
    """Draw a board with queens on these squares (row and column, from 0); rows have numbers, columns letters."""
    square, margin = _square(size, room), _margin(size)
    board = chessboard_size(size, room)
    picture = Picture(min(board.width, room.width), min(board.height, room.height))
    middle = (square.height - 1) // 2
    has_grounds = palette.box.bgcolor is not None
    for row in range(size):
        picture.put(0, row * square.height + middle, str(row + 1).rjust(margin - 1), palette.label)
        for column in range(size):
            ground = palette.box if (row + column) % 2 else palette.tile
            x, y = margin + column * square.width, row * square.height
            for line in range(square.height):
                picture.put(x, y + line, " " * square.width, ground)
            if not has_grounds:
                picture.put(x + (square.width - 1) // 2, y + middle, glyphs.empty_cell, palette.empty)
    for row, column in queens:
        ink = palette.over(palette.box if (row + column) % 2 else palette.tile, palette.given)
        queen = _queen(square, glyphs)
        for y, text in enumerate(queen, row * square.height + (square.height - len(queen)) // 2):
            picture.put(margin + column * square.width + (square.width - len(text)) // 2, y, text, ink)
    for column in range(min(size, len(ascii_lowercase))):
        x = margin + column * square.width + (square.width - 1) // 2
        picture.put(x, size * square.height, ascii_lowercase[column], palette.label)
    return picture


def _queen(square: Size, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the rows of text of a queen in a square."""
    if square.height < _CROWN_HEIGHT or not glyphs.has_blocks:
        return (glyphs.queen,)
    return blocks(_CROWN, 2 if square.height >= 2 * _CROWN_HEIGHT else 1)
