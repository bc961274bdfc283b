"""A model of the terminal's screen, and a driver that sends only the differences of what Textual paints.

Textual resends a changed row from its widget's left edge, and repaints the whole screen when another one opens or a
dialog closes, even if most of it is unchanged. It resets the style after each piece of text and repeats position and
style before the next. On a slow line, this is most of the cost of a key.
"""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from rich.cells import cell_len
from textual.driver import Driver
from textual.geometry import Size

from tui.terminal.ground import ASK

TOKEN = re.compile(
    r"\x1b\[(?P<row>\d+);(?P<column>\d+)H|\x1b\[(?P<codes>(?:\d+(?:;\d+)*)?)m|(?P<end>\n)"
    r"|(?P<text>[^\x1b\n]+|\x1b\[K)"
)
"""A position, a style, the end of a row, or text; erase-to-end-of-line counts as text of unknown width."""
_CODE = re.compile(r"[34]8;(?:5;\d+|2;\d+;\d+;\d+)|\d+")

_INK, _GROUND = "ink", "ground"
_ON = {
    **{code: f"attribute {code}" for code in (*range(1, 10), 21, 53)},
    **dict.fromkeys((*range(30, 39), *range(90, 98)), _INK),
    **dict.fromkeys((*range(40, 49), *range(100, 108)), _GROUND),
}
"""The property that each SGR code sets."""
_OFF = {
    22: (1, 2), 23: (3,), 24: (4, 21), 25: (5, 6), 27: (7,), 28: (8,), 29: (9,), 39: (30,), 49: (40,), 55: (53,)
}  # fmt: skip
"""The SGR codes that each code resets."""

StyleCodes = tuple[str, ...]
"""The SGR codes of a style, at most one per property."""
PLAIN: StyleCodes = ()

_SILENT = re.compile(
    r"(?:\x1b\[\?(?!47|104)[\d;]+(?:[hl]|\$p)|\x1b\[[<>=][\d;]*u|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x07)*"
)
"""Sequences without a visible effect: modes (except the alternate screen) and queries, the clipboard, the bell."""
_UPDATE_BEGINS, _UPDATE_ENDS = "\x1b[?2026h", "\x1b[?2026l"
_HIDE_CURSOR = "\x1b[?25l"
"""Never sent: the cursor marks the selection, for screen readers and braille displays."""
_CLEAR = "\x1b[m\x1b[2J"
_OTHER_SCREEN = "\x1b[?1049h"
_NEAR = 4
"""Maximum number of unchanged characters to resend instead of moving the cursor over them."""
_MANY = 100
"""Number of characters to send above which another drawing order is tried."""
_CACHED_LINES = 256

Place = tuple[int, int | None]
"""The cursor's row and column, from 0; the column is None if terminals may disagree on it."""
Cell = tuple[str, StyleCodes]
"""A character and its style."""
_BLANK: Cell = (" ", PLAIN)
_UNKNOWN: Cell = ("", PLAIN)
_LINES = {"4", "7", "9", "21", "53"}
"""Codes of styles that draw the ink on a blank too."""


class _NotUnderstood(Exception):
    """The effect of the written data on the cells is unknown."""


class ScreenModel:
    """The known contents of the terminal's screen."""

    def __init__(self, ask_size: Callable[[], Size]) -> None:
        """`ask_size` returns the terminal's size, zero if unknown."""
        self.bytes_sent = 0
        """Number of bytes written by the driver."""
        self._ask_size = ask_size
        self._size = Size(0, 0)
        self._rows: list[list[Cell]] = []
        """The cells by row; empty while unknown."""
        self._place = ""
        """The sequence for the cursor's position, which screen readers follow; "" if unknown."""
        self._held = ""
        """The start of a synchronized update, until there is output to send."""
        self._pending_clear = ""
        """The sequence that clears the screen, sent before the next frame."""

    def invalidate(self) -> None:
        """Mark the contents of the screen as unknown."""
        self._rows = []

    def clear(self) -> None:
        """Clear the screen before the next frame, which must repaint everything."""
        self._begin_empty()
        self._pending_clear = _CLEAR

    def _begin_empty(self) -> None:
        self._size = self._ask_size()
        self._rows = [[_BLANK] * self._size.width for _ in range(self._size.height)]

    def difference(self, data: str) -> str:
        """Return the output for the part of the data that the terminal does not show yet.

        A full repaint of an unknown screen starts with a clear. The screen becomes unknown by a resize, by sequences
        that are not understood, and by characters that are not one cell wide.
        """
        if data == _UPDATE_BEGINS:
            self._held = data
            return ""
        if data == _OTHER_SCREEN:  # it is empty, if the terminal has one
            self._place = ""
            self._begin_empty()
            return data + _CLEAR
        sent = data if _SILENT.fullmatch(data) else self._painted(data)
        if self._held and (sent == _UPDATE_ENDS or not sent):
            self._held = "" if sent else self._held
            return ""
        held, self._held = self._held, ""
        return held + sent

    def _painted(self, data: str) -> str:
        size = self._ask_size()
        if size != self._size:
            self._size = size
            self.invalidate()
        had_rows = bool(self._rows)
        clear, self._pending_clear = self._pending_clear, ""
        try:
            before = self._write(data)
        except _NotUnderstood:
            self.invalidate()
            self._place = _place_after(data)
            return clear + shortened(data)
        if not had_rows and not any(_UNKNOWN in row for row in self._rows):
            clear, before = _CLEAR, {number: [_BLANK] * size.width for number in range(size.height)}
        sent = clear + _drawn((number, old, self._rows[number]) for number, old in sorted(before.items()))
        place = _place_after(data)
        if sent or (place and place != self._place):  # what was sent has moved the cursor
            self._place = place
            sent += place
        return sent

    def _write(self, data: str) -> dict[int, list[Cell]]:
        """Apply the data to the cells; returns the previous contents of changed rows. Raises _NotUnderstood."""
        if not self._rows:
            self._rows = [[_UNKNOWN] * self._size.width for _ in range(self._size.height)]
        before: dict[int, list[Cell]] = {}
        look: StyleCodes = PLAIN
        for line in data.split("\n"):
            pieces, look = _pieces(line, look)
            for number, start, cells in pieces:
                end = start + len(cells)
                if not (0 <= number < self._size.height and start >= 0 and end <= self._size.width):
                    raise _NotUnderstood
                row = self._rows[number]
                if row[start:end] != cells:
                    if number not in before:
                        before[number] = row.copy()
                    row[start:end] = cells
        return before


def _place_after(data: str) -> str:
    """Return the cursor movement at the end of the data, as in Textual's frames; "" if there is none."""
    last = TOKEN.fullmatch(data, data.rfind("\x1b["))
    return last[0] if last and last["row"] else ""


def terminal_size() -> Size:
    """Return the terminal's size from the system; zero if unknown."""
    try:
        return Size(*os.get_terminal_size(1))
    except OSError:
        return Size(0, 0)


def diffing_driver(base: type[Driver], model: ScreenModel, translate: Callable[[str], str] = str) -> type[Driver]:
    """Return a subclass of the driver that sends only differences, after `translate`."""

    class DiffingDriver(base):  # type: ignore[valid-type, misc]
        def write(self, data: str) -> None:
            sent = model.difference(translate(data))
            if sent and sent != _HIDE_CURSOR:
                model.bytes_sent += len(sent.encode())
                super().write(sent)

        def start_application_mode(self) -> None:
            """Start, with signal handlers in the event loop. A plain handler could run in the middle of a write and
            deadlock on its lock, or not run at all while the loop is idle.
            """
            if self.can_suspend and sys.platform != "win32":
                self._loop.add_signal_handler(signal.SIGTSTP, self._stop)
                self._loop.add_signal_handler(signal.SIGCONT, self._go_on)
            super().start_application_mode()
            if getattr(self._app, "asks_ground", False):
                self.write(ASK)

        def _stop(self) -> None:
            """Restore the terminal and stop the process; resume in the same call, so that no output is in between."""
            if self._app.is_running:
                self._loop.remove_signal_handler(signal.SIGCONT)
                self.suspend_application_mode()
                os.kill(os.getpid(), signal.SIGSTOP)
                self.resume_application_mode()

        def _go_on(self) -> None:
            """Resume after a stop without notice (`kill -STOP`).

            The driver's threads are ended first; otherwise two would read the same keys.
            """
            if self._app.is_running:  # otherwise, the terminal still belongs to the shell
                self.suspend_application_mode()
                self.resume_application_mode()

    return DiffingDriver


@lru_cache(maxsize=_CACHED_LINES)
def _pieces(line: str, look: StyleCodes) -> tuple[list[tuple[int, int, list[Cell]]], StyleCodes]:
    """Return the cells that a line of data writes, by row and first column (from 0), and the style after it.

    Raises _NotUnderstood if that is uncertain.
    """
    pieces: list[tuple[int, int, list[Cell]]] = []
    row, column, done = -1, 0, 0
    for token in TOKEN.finditer(line):
        if token.start() != done:
            break
        done, text = token.end(), token["text"]
        if token["row"]:
            row, column = int(token["row"]) - 1, int(token["column"]) - 1
        elif text is None:
            changed = after(look, token["codes"])
            if changed is None:
                raise _NotUnderstood
            look = changed
        else:
            cells = list(map(_cells_of(look).__getitem__, text))
            if pieces and pieces[-1][0] == row and pieces[-1][1] + len(pieces[-1][2]) == column:
                pieces[-1][2].extend(cells)
            else:
                pieces.append((row, column, cells))
            column += len(text)
    if done < len(line):
        raise _NotUnderstood
    return pieces, look


class _CellCache(dict[str, Cell]):
    """The cells of one style, by character; a blank has only the visible part of the style."""

    def __init__(self, look: StyleCodes) -> None:
        super().__init__({" ": (" ", _backdrop(look))})
        self._look = look

    def __missing__(self, char: str) -> Cell:
        if not char.isprintable() or cell_len(char) != 1 or ord(char) > 0xFFFF:  # some combine with the next one
            raise _NotUnderstood
        cell = self[char] = char, self._look
        return cell


@lru_cache(maxsize=256)
def _cells_of(look: StyleCodes) -> _CellCache:
    return _CellCache(look)


def _drawn(rows: Iterable[tuple[int, Sequence[Cell], Sequence[Cell]]]) -> str:
    """Return the output that changes rows (number from 0, old and new cells), from plain style to plain style."""
    changed = list(rows)
    by_rows = _drawn_by_rows(changed)
    return min(by_rows, _drawn_by_looks(changed), key=len) if len(by_rows) >= _MANY else by_rows


def _drawn_by_looks(rows: Iterable[tuple[int, Sequence[Cell], Sequence[Cell]]]) -> str:
    """Return the output with cells grouped by background and ink, which is shorter if shaded cells alternate."""
    spans: list[tuple[StyleCodes, int, int, list[Cell]]] = []
    width = 0
    for number, before, row in rows:
        last, width = -1, len(row)
        for column, (was, now) in enumerate(zip(before, row, strict=True)):
            if was is now or was == now:
                continue
            backdrop = _backdrop(now[1])
            if spans and last == column - 1 and spans[-1][1] == number and spans[-1][0] == backdrop:
                spans[-1][3].append(now)
            else:
                spans.append((backdrop, number, column, [now]))
            last = column
    inks: dict[tuple[StyleCodes, int], StyleCodes] = {}
    """The last style by background and column, which blanks below it take."""
    inked = []
    for backdrop, number, column, cells in spans:
        ink = next((look for char, look in cells if char != " "), inks.get((backdrop, column), PLAIN))
        inks[backdrop, column] = ink
        inked.append((backdrop, ink, number, column, cells))
    sent: list[str] = []
    pen = PLAIN
    here: Place | None = None
    for backdrop, ink, number, column, cells in sorted(inked, key=lambda span: span[:4]):
        sent.append(move((number, column), here))
        sure = True
        for char, look in cells:
            if char != " " or _LINES.intersection(look):
                target = look
            elif _backdrop(pen) == backdrop:
                target = pen
            else:
                target = ink or look
            if target != pen:
                sent.append(change(pen, target))
                pen = target
            sent.append(char)
            sure = sure and char.isascii()
        here = _place(number, column + len(cells), sure, width)
    return "".join([*sent, change(pen, PLAIN)])


def _place(row: int, column: int, sure: bool, width: int) -> Place | None:
    """Return the cursor's place after text up to a column; None if the terminal may have begun another row.

    Without `sure`, a terminal may draw some of the text twice as wide.
    """
    return None if (column if sure else 2 * column) >= width else (row, column if sure else None)


def _drawn_by_rows(rows: Iterable[tuple[int, Sequence[Cell], Sequence[Cell]]]) -> str:
    """Return the output row by row. A blank keeps the preceding style if the difference is invisible."""
    sent: list[str] = []
    pen = PLAIN
    place: Place | None = None
    for number, before, row in rows:
        changed = [x for x, (was, now) in enumerate(zip(before, row, strict=True)) if was is not now and was != now]
        end = _end(row) if changed and row[changed[-1]] == _BLANK else len(row)
        here, sure = -1, False  # whether all terminals agree on the cursor's position
        for column in changed:
            if column >= end and changed[-1] - column >= _NEAR:  # the rest of the row is blank
                sent += change(pen, PLAIN), move((number, column), place), "\x1b[K"
                pen, place = PLAIN, (number, column)
                break
            char, look = row[column]
            if column != here:
                text = _passed(row[here:column], pen) if here >= 0 and column - here <= _NEAR else None
                if text is None:
                    text, sure = move((number, column), place), True
                sent.append(text)
            if look != pen and not (char == " " and look == _backdrop(pen)):
                sent.append(change(pen, look))
                pen = look
            sent.append(char)
            sure = sure and char.isascii()
            here = column + 1
            place = _place(number, here, sure, len(row))
    return "".join([*sent, change(pen, PLAIN)])


def _end(row: Sequence[Cell]) -> int:
    """Return the column after which the row is known to be blank."""
    return next((x for x in range(len(row), 0, -1) if row[x - 1] != _BLANK), 0)


def _passed(cells: Sequence[Cell], pen: StyleCodes) -> str | None:
    """Return the text of these cells, if sending it again in the pen's style changes nothing."""
    text = "".join(char for char, look in cells if look == pen or (char == " " and look == _backdrop(pen)))
    return text if len(text) == len(cells) and text.isascii() else None


@lru_cache(maxsize=1024)
def _backdrop(look: StyleCodes) -> StyleCodes:
    """Return the part of a style that is visible on a blank."""
    return look if not _LINES.isdisjoint(look) else tuple(code for code in look if is_ground(code))


# sequences


def shortened(data: str) -> str:
    """Return shorter data for the same picture; data other than text, positions and styles is returned unchanged.

    The terminal must have its plain style at the beginning, and the last row must never scroll. It avoids differences
    between terminals: the position is sent again after text other than ASCII, and styles are only added or reset.
    """
    sent: list[str] = []
    here: tuple[int, int] | None = None
    there, way = here, ""  # the position of the next text, and the sequence that leads there
    current: StyleCodes = PLAIN
    target: StyleCodes = PLAIN
    done = 0
    for token in TOKEN.finditer(data):
        if token.start() != done:
            break
        done, text = token.end(), token["text"]
        if token["row"]:
            there = int(token["row"]), int(token["column"])
            near = here if here and here[0] == there[0] else None
            way = move((there[0] - 1, there[1] - 1), near and (near[0] - 1, near[1] - 1))
        elif token["end"]:
            there, way = None, way + "\n"
        elif text is None:
            look = after(target, token["codes"])
            if look is None:
                return data
            target = look
        else:
            sent += way, change(current, target), text
            current = target
            here = there = (there[0], there[1] + len(text)) if there and text.isascii() and text.isprintable() else None
            way = ""
    if done < len(data):
        return data
    return min("".join([*sent, way, change(current, target)]), data, key=len)


def move(place: tuple[int, int], here: Place | None = None) -> str:
    """Return the shortest sequence to a row and column (from 0); `here` is the current place if known.

    Vertical tabs lead down, as a line feed is translated by the system.
    """
    row, column = place
    if here is not None and here == place:
        return ""
    ways = [f"\x1b[{row + 1};{column + 1}H"]
    if here is not None and here[0] == row and here[1] is not None and here[1] < column:
        far = column - here[1]
        ways.append(f"\x1b[{far if far > 1 else ''}C")
    if here is not None and 0 <= row - here[0] <= _NEAR:
        ways.append("\v" * (row - here[0]) + f"\x1b[{column + 1}G")
    return min(ways, key=len)


@lru_cache(maxsize=1024)
def after(look: StyleCodes, codes: str) -> StyleCodes | None:
    """Return the style that codes make of another one; None if any of them is unknown."""
    found = {_ON[int(code.partition(";")[0])]: code for code in look}
    for code in _CODE.findall(codes) or ["0"]:
        number = int(code.partition(";")[0])
        if number == 0:
            found.clear()
        elif number in _OFF:
            for each in _OFF[number]:
                found.pop(_ON[each], None)
        elif number not in _ON or code in ("38", "48"):
            return None
        else:
            found[_ON[number]] = code
    return tuple(found.values())


def is_ground(code: str) -> bool:
    """Return whether a style's code sets the background."""
    return _ON[int(code.partition(";")[0])] == _GROUND


@lru_cache(maxsize=1024)
def change(current: StyleCodes, target: StyleCodes) -> str:
    """Return the sequence that changes one style to another.

    It adds codes and replaces a background. To remove others it resets, because some consoles keep an ink as bold as
    the previous one.
    """
    less, more = set(current) - set(target), [code for code in target if code not in current]
    grounds = list(filter(is_ground, (*less, *more)))
    if not less or (len(less) == 1 and len(grounds) == 2):
        return f"\x1b[{';'.join(more)}m" if more else ""
    return f"\x1b[{';'.join(['0', *target])}m" if target else "\x1b[m"
