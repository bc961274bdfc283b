"""A rectangle of styled characters."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region

from tui.draw.cells import Line, clip_line

_PLAIN = Style.null()


class Picture:
    """A rectangle of characters, each with a style, to draw on.

    It may be a window of a larger drawing, in which `left` and `top` are the position of its upper left corner.
    """

    def __init__(self, width: int, height: int, left: int = 0, top: int = 0) -> None:
        self.width = width
        self.height = height
        self.left = left
        self.top = top
        self.chars = [" "] * (width * height)
        self.styles = [_PLAIN] * (width * height)

    def copy(self) -> "Picture":
        """Return a copy to draw on."""
        copy = Picture(0, 0, self.left, self.top)
        copy.width, copy.height = self.width, self.height
        copy.chars, copy.styles = self.chars[:], self.styles[:]
        return copy

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        """Write text from column x of row y; text outside the picture is dropped."""
        x, y = x - self.left, y - self.top
        if not 0 <= y < self.height:
            return
        cells: Sequence[str] = text
        if not text.isascii() and cell_len(text) != len(text):  # a wide character covers the next column too
            cells = [part for char in text for part in (char, "")[: cell_len(char)]]
        if x < 0 or x + len(cells) > self.width:
            cells = cells[max(-x, 0) : max(self.width - x, 0)]
            x = max(x, 0)
        start = y * self.width + x
        end = start + len(cells)
        self.chars[start:end] = cells
        self.styles[start:end] = [style] * len(cells)

    def put_over(self, x: int, y: int, char: str, ink: Style) -> None:
        """Write a character on the present background; outside the picture it is dropped."""
        x, y = x - self.left, y - self.top
        if 0 <= x < self.width and 0 <= y < self.height:
            at = y * self.width + x
            self.chars[at] = char
            self.styles[at] = Style(bgcolor=self.styles[at].bgcolor) + ink

    def put_lines(self, x: int, y: int, lines: Iterable[Line], width: int, ellipsis: str) -> None:
        """Write lines of styled text one below the other, from column x of row y on, each cut after `width` columns."""
        for row, line in enumerate(lines, y):
            column = x
            if sum(piece.cell_length for piece in line) > width:
                line = clip_line(line, width, ellipsis)
            for text, style, _unused in line:
                self.put(column, row, text, style or _PLAIN)
                column += len(text) if text.isascii() else cell_len(text)

    def paste(self, other: "Picture", x: int, y: int) -> None:
        """Copy another picture into this one, with its upper left corner in column x of row y; it must fit."""
        for line in range(other.height):
            start, row = (y + line) * self.width + x, slice(line * other.width, (line + 1) * other.width)
            self.chars[start : start + other.width] = other.chars[row]
            self.styles[start : start + other.width] = other.styles[row]

    def char(self, x: int, y: int) -> str:
        """Return the character in column x of row y; a blank outside the picture."""
        x, y = x - self.left, y - self.top
        return self.chars[y * self.width + x] if 0 <= x < self.width and 0 <= y < self.height else " "

    def style(self, x: int, y: int) -> Style:
        """Return the style in column x of row y; a plain one outside the picture."""
        x, y = x - self.left, y - self.top
        return self.styles[y * self.width + x] if 0 <= x < self.width and 0 <= y < self.height else _PLAIN

    def changes(self, before: "Picture") -> list[Region]:
        """Return the parts of rows that differ from another picture of the same size, at most one a row.

        A wide character that changes is included with both of its columns.
        """
        regions = []
        for y in range(self.height):
            row = slice(y * self.width, (y + 1) * self.width)
            if self.chars[row] != before.chars[row] or self.styles[row] != before.styles[row]:
                cells = zip(self.chars[row], before.chars[row], self.styles[row], before.styles[row], strict=True)
                columns = [
                    x
                    for x, (char, old_char, style, old_style) in enumerate(cells)
                    if char != old_char or style != old_style
                ]
                end = columns[-1] + 1
                end += end < self.width and not self.chars[row][end]
                regions.append(Region(columns[0], y, end - columns[0], 1))
        return regions

    def segments(self, y: int) -> list[Segment]:
        """Return row y in few segments: blanks take the style of a neighbour if they look the same in it."""
        runs: list[Segment] = []
        start, end = y * self.width, (y + 1) * self.width
        while start < end:
            style, is_blank, stop = self.styles[start], self.chars[start] == " ", start + 1
            while stop < end:
                next_style, char = self.styles[stop], self.chars[stop]
                if next_style != style:
                    if _blank_look(next_style) != _blank_look(style) or not (is_blank or char == " "):
                        break
                    style = next_style if is_blank else style
                is_blank = is_blank and char == " "
                stop += 1
            runs.append(Segment("".join(self.chars[start:stop]), style))
            start = stop
        return runs


@lru_cache(maxsize=256)
def _blank_look(style: Style) -> tuple[object, ...]:
    """Return the attributes of a style that are visible on a blank."""
    ground = style.color if style.reverse else style.bgcolor
    return ground, style.reverse, style.underline, style.underline2, style.strike, style.overline
