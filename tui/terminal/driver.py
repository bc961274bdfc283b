"""What the terminal shows, remembered: so that of a new picture no more is sent than differs, for a slow line.

Textual paints a whole screen when another one opens or a dialog closes, though most of it may stay as it was.
"""

import os
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from rich.cells import cell_len
from textual.geometry import Size

from tui.terminal.sequences import TOKEN, Look, after, is_ground, shortened

_SILENT = re.compile(
    r"(?:\x1b\[\?(?!47|104)[\d;]+(?:[hl]|\$p)|\x1b\[[<>=][\d;]*u|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x07)*"
)
"""What changes nothing on the screen: modes and questions (but for the other screen), the clipboard, the bell."""
_CLEAR = "\x1b[m\x1b[2J"
_NEAR = 4
"""So many characters that stay as they are may be sent again where that is the shortest way over them."""

Place = tuple[int, int]
"""A row and a column, from 1."""
Cell = tuple[str, Look]
"""A character and its look."""
_BLANK: Cell = (" ", ())
_UNKNOWN: Cell = ("", ())
_LINES = {"4", "7", "9", "21", "53"}
"""Codes by which the ink is seen on a blank too."""


class Shown:
    """The terminal's screen, as far as it is known."""

    def __init__(self, ask_size: Callable[[], Size]) -> None:
        """`ask_size` tells the terminal's size; a size without area is one that is not known."""
        self._ask_size = ask_size
        self._size = Size(0, 0)
        self._cells: dict[Place, Cell] = {}

    def forget(self) -> None:
        """The terminal may show anything now."""
        self._cells.clear()

    def news(self, data: str) -> str:
        """What of the data the terminal does not show yet.

        A whole screen of which nothing is known begins with an empty one. Nothing is known of a screen that changed its
        size, and after what is not understood, or has text of other widths than one.
        """
        if _SILENT.fullmatch(data):
            return data
        size = self._ask_size()
        cells = _cells(data, size)
        if cells is None or size != self._size:
            self._size = size
            self._cells.clear()
        if cells is None:
            return shortened(data)
        clear = ""
        if not self._cells and len(cells) == size.area:
            clear, self._cells = _CLEAR, dict.fromkeys(cells, _BLANK)
        new = {place for place, cell in cells.items() if self._cells.get(place) != cell}
        self._cells.update(cells)
        return clear + shortened(self._drawn(sorted(new)))

    def _drawn(self, new: Sequence[Place]) -> str:
        """What writes the cells of these places, row by row; a blank takes the look before it, if none will see it."""
        sent: list[str] = []
        here: Place = (0, 0)
        pen: Look = ()
        for row, places in groupby(new, key=itemgetter(0)):
            columns = [column for _, column in places]
            end = self._end(row)
            for column in columns:
                char, look = self._cells[row, column]
                if column > end and columns[-1] - column >= _NEAR:  # the rest of the row is blank
                    sent.append(f"\x1b[{row};{column}H\x1b[0m\x1b[K")
                    here, pen = (0, 0), ()
                    break
                if (row, column) != here:
                    passed = self._passed(here, (row, column), pen)
                    sent.append(f"\x1b[{row};{column}H" if passed is None else passed)
                if not _looks(char, look, pen):
                    sent.append(f"\x1b[{';'.join(('0', *look))}m")
                    pen = look
                sent.append(char)
                here = (row, column + 1)
        return "".join([*sent, "\x1b[0m"]) if sent else ""

    def _end(self, row: int) -> int:
        """The last column of a row that is not known to be blank."""
        columns = range(self._size.width, 0, -1)
        return next((column for column in columns if self._cells.get((row, column)) != _BLANK), 0)

    def _passed(self, here: Place, there: Place, pen: Look) -> str | None:
        """What stands between two places, if sending it again is the shortest way from one to the other."""
        if here[0] != there[0] or there[1] - here[1] > _NEAR:
            return None
        cells = [self._cells.get((here[0], column), _UNKNOWN) for column in range(here[1], there[1])]
        text = "".join(char for char, look in cells if _looks(char, look, pen))
        return text if len(text) == len(cells) and text.isascii() else None


def terminal_size() -> Size:
    """The terminal's size, asked of the system."""
    try:
        return Size(*os.get_terminal_size(1))
    except OSError:
        return Size(0, 0)


def _cells(data: str, size: Size) -> dict[Place, Cell] | None:
    """The cells that the data writes; None if that is not sure."""
    cells: dict[Place, Cell] = {}
    look: Look = ()
    row = column = done = 0
    for token in TOKEN.finditer(data):
        if token.start() != done:
            return None
        done, text = token.end(), token["text"]
        if token["row"]:
            row, column = int(token["row"]), int(token["column"])
        elif token["end"]:
            row = 0  # a place follows
        elif text is None:
            changed = after(look, token["codes"])
            if changed is None:
                return None
            look = changed
        elif not (0 < row <= size.height and column + len(text) <= size.width + 1 and _is_narrow(text)):
            return None
        else:
            blank = " ", _backdrop(look)
            for char in text:
                cells[row, column] = blank if char == " " else (char, look)
                column += 1
    return cells if done == len(data) else None


@lru_cache(maxsize=1024)
def _is_narrow(text: str) -> bool:
    """Whether each character takes one column."""
    return text.isprintable() and all(cell_len(char) == 1 for char in text)


def _looks(char: str, look: Look, pen: Look) -> bool:
    """Whether a character of that look comes out right in another one."""
    return look == pen or (char == " " and look == _backdrop(pen))


@lru_cache(maxsize=1024)
def _backdrop(look: Look) -> Look:
    """What of a look is seen on a blank."""
    return look if not _LINES.isdisjoint(look) else tuple(code for code in look if is_ground(code))
