"""A model of the terminal's screen, and a driver that sends only the differences from what it shows.

Textual resends a changed row from its widget's left edge, and repaints the whole screen when another one opens or a
dialog closes, even if most of it is unchanged. It resets the style after each piece of text and repeats position and
style before the next. On a slow line, this is most of the cost of a key.
"""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, permutations

from rich.cells import cell_len
from textual.driver import Driver
from textual.geometry import Size

from tui.terminal.ground import BACKGROUND_QUERY

TOKEN = re.compile(
    r"\x1b\[(?P<row>\d+);(?P<column>\d+)H|\x1b\[(?P<codes>(?:\d+(?:;\d+)*)?)m|(?P<end>\n)"
    r"|(?P<text>[^\x1b\n]+|\x1b\[K)"
)
"""A position, a style, the end of a row, or text; erase-to-end-of-line counts as text of unknown width."""
_CODE = re.compile(r"[34]8;(?:5;\d+|2;\d+;\d+;\d+)|\d+")

_FOREGROUND, _BACKGROUND = "foreground", "background"
_SET_PROPERTIES = {
    **{code: f"attribute {code}" for code in (*range(1, 10), 21, 53)},
    **dict.fromkeys((*range(30, 39), *range(90, 98)), _FOREGROUND),
    **dict.fromkeys((*range(40, 49), *range(100, 108)), _BACKGROUND),
}
"""The property that each SGR code sets."""
_RESET_CODES = {
    22: (1, 2), 23: (3,), 24: (4, 21), 25: (5, 6), 27: (7,), 28: (8,), 29: (9,), 39: (30,), 49: (40,), 55: (53,)
}  # fmt: skip
"""The SGR codes that each code resets."""
_END_CODES = {_SET_PROPERTIES[code]: end for end, codes in _RESET_CODES.items() for code in codes}
"""The SGR code that resets each property."""
_INTENSE = re.compile("38|9")
"""The beginning of a foreground that also sets the intensity on some consoles."""

StyleCodes = tuple[str, ...]
"""The SGR codes of a style, at most one per property."""
PLAIN: StyleCodes = ()

_INVISIBLE = re.compile(
    r"(?:\x1b\[\?(?!47|104)[\d;]+(?:[hl]|\$p)|\x1b\[[<>=][\d;]*u|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x07)*"
)
"""Sequences without a visible effect: modes (except the alternate screen) and queries, the clipboard, the bell."""
_UPDATE_START, _UPDATE_END = "\x1b[?2026h", "\x1b[?2026l"
_HIDE_CURSOR = "\x1b[?25l"
"""Never sent: the cursor marks the selection, for screen readers and braille displays."""
_CLEAR = "\x1b[m\x1b[2J"
_ALTERNATE_SCREEN = "\x1b[?1049h"
_SHORT_GAP = 4
"""Maximum number of unchanged characters to resend instead of moving the cursor over them."""
_FEW_STYLES = 5
"""Maximum number of styles of which all orders are compared."""
_CACHED_LINES = 256
"""Number of painted lines whose cells are cached."""

Place = tuple[int, int | None]
"""The cursor's row and column, from 0; the column is None if terminals may disagree on it."""
Cell = tuple[str, StyleCodes]
"""A character and its style."""
ChangedRow = tuple[int, Sequence[Cell], Sequence[Cell]]
"""The number of a row, from 0, its old cells and its new ones."""
_BLANK: Cell = (" ", PLAIN)
_UNKNOWN: Cell = ("", PLAIN)
_LINE_CODES = {"4", "7", "9", "21", "53"}
"""Codes of styles that are visible on a blank in the foreground colour: underlines, reverse, strike, overline."""


class _UnknownSequence(Exception):
    """Raised for data whose effect on the cells is unknown."""


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
        if data == _UPDATE_START:
            self._held = data
            return ""
        if data == _ALTERNATE_SCREEN:  # it is empty, if the terminal has one
            self._place = ""
            self._begin_empty()
            return data + _CLEAR
        sent = data if _INVISIBLE.fullmatch(data) else self._paint(data)
        if self._held and (sent == _UPDATE_END or not sent):
            self._held = "" if sent else self._held
            return ""
        held, self._held = self._held, ""
        return held + sent

    def _paint(self, data: str) -> str:
        size = self._ask_size()
        if size != self._size:
            self._size = size
            self.invalidate()
        had_rows = bool(self._rows)
        clear, self._pending_clear = self._pending_clear, ""
        try:
            before = self._write(data)
        except _UnknownSequence:
            self.invalidate()
            self._place = _place_after(data)
            return clear + shortened(data)
        if not had_rows and not any(_UNKNOWN in row for row in self._rows):
            clear, before = _CLEAR, {number: [_BLANK] * size.width for number in range(size.height)}
        place = _place_after(data)
        rows = self._rows
        changed = [(number, old, rows[number]) for number, old in sorted(before.items()) if old != rows[number]]
        if not changed and (not place or place == self._place):
            return clear
        self._place = place
        return clear + min((_output_by_rows(changed, place), _output_by_styles(changed, place)), key=len)

    def _write(self, data: str) -> dict[int, list[Cell]]:
        """Apply the data to the cells; returns the previous contents of changed rows. Raises _UnknownSequence."""
        if not self._rows:
            self._rows = [[_UNKNOWN] * self._size.width for _ in range(self._size.height)]
        before: dict[int, list[Cell]] = {}
        style: StyleCodes = PLAIN
        for line in data.split("\n"):
            pieces, style = _pieces(line, style)
            for number, start, cells in pieces:
                end = start + len(cells)
                if not (0 <= number < self._size.height and start >= 0 and end <= self._size.width):
                    raise _UnknownSequence
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
                self._loop.add_signal_handler(signal.SIGCONT, self._continue)
            super().start_application_mode()
            if getattr(self._app, "asks_ground", False):
                self.write(BACKGROUND_QUERY)

        def _stop(self) -> None:
            """Restore the terminal and stop the process; resume in the same call, so that no output is in between."""
            if self._app.is_running:
                self._loop.remove_signal_handler(signal.SIGCONT)
                self.suspend_application_mode()
                os.kill(os.getpid(), signal.SIGSTOP)
                self.resume_application_mode()

        def _continue(self) -> None:
            """Resume after a stop without notice (`kill -STOP`).

            The driver's threads are ended first; otherwise two would read the same keys.
            """
            if self._app.is_running:  # otherwise, the terminal still belongs to the shell
                self.suspend_application_mode()
                self.resume_application_mode()

    return DiffingDriver


@lru_cache(maxsize=_CACHED_LINES)
def _pieces(line: str, style: StyleCodes) -> tuple[list[tuple[int, int, list[Cell]]], StyleCodes]:
    """Return the cells that a line of data writes, by row and first column (from 0), and the style after it.

    Raises _UnknownSequence if that is uncertain.
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
            changed = after(style, token["codes"])
            if changed is None:
                raise _UnknownSequence
            style = changed
        else:
            cells = list(map(_cells_of(style).__getitem__, text))
            if pieces and pieces[-1][0] == row and pieces[-1][1] + len(pieces[-1][2]) == column:
                pieces[-1][2].extend(cells)
            else:
                pieces.append((row, column, cells))
            column += len(text)
    if done < len(line):
        raise _UnknownSequence
    return pieces, style


class _CellCache(dict[str, Cell]):
    """The cells of one style, by character; a blank has only the visible part of the style."""

    def __init__(self, style: StyleCodes) -> None:
        super().__init__({" ": (" ", _backdrop(style))})
        self._style = style

    def __missing__(self, char: str) -> Cell:
        if not char.isprintable() or cell_len(char) != 1 or ord(char) > 0xFFFF:  # some combine with the next one
            raise _UnknownSequence
        cell = self[char] = char, self._style
        return cell


@lru_cache(maxsize=256)
def _cells_of(style: StyleCodes) -> _CellCache:
    return _CellCache(style)


def _output_by_styles(rows: Iterable[ChangedRow], end: str) -> str:
    """Return the output with cells grouped by style, which is shorter if styles alternate; similar styles follow.

    The rest is as in `_output_by_rows`.
    """
    groups: dict[StyleCodes, list[tuple[int, int, str]]] = {}
    width = 0
    for number, before, row in rows:
        width = len(row)
        for style, column, text in _spans(before, row):
            groups.setdefault(style, []).append((number, column, text))
    for style in [style for style, spans in groups.items() if all(text.isspace() for *_place, text in spans)]:
        same = next((other for other in groups if other != style and _backdrop(other) == style), None)
        if same is not None:
            groups[same] += groups.pop(style)
    sent: list[str] = []
    current = PLAIN
    here: Place | None = None
    for style in _shortest_order(tuple(groups)):
        sent.append(change(current, style))
        current = style
        for number, column, text in sorted(groups[style]):
            sent += move((number, column), here), text
            here = _place(number, column + len(text), text.isascii(), width)
    return "".join([*sent, change(current, PLAIN), _end_move(end, here)])


@lru_cache(maxsize=256)
def _shortest_order(styles: tuple[StyleCodes, ...]) -> Sequence[StyleCodes]:
    """Return an order of styles with short changes from plain style to the first, to each other, and back."""

    def length(order: Sequence[StyleCodes]) -> int:
        return sum(len(change(*pair)) for pair in pairwise((PLAIN, *order, PLAIN)))

    if len(styles) <= _FEW_STYLES:
        return min(permutations(styles), key=length)
    order, rest = [PLAIN], list(styles)
    while rest:
        order.append(min(rest, key=lambda style: len(change(order[-1], style))))
        rest.remove(order[-1])
    return order[1:]


def _spans(before: Sequence[Cell], row: Sequence[Cell]) -> Iterator[tuple[StyleCodes, int, str]]:
    """Yield style, first column and text of adjacent changed cells; blanks take any style with their background."""
    style, start, text = PLAIN, 0, ""
    for column, (old, new) in enumerate(zip(before, row, strict=True)):
        if old is new or old == new:
            continue
        char, own = new if new[0] != " " else (" ", _backdrop(new[1]))
        gap = row[start + len(text) : column]
        between = _unchanged_text(gap, style) if text and len(gap) <= _SHORT_GAP else None
        if between is not None and (own == style or (char == " " and own == _backdrop(style))):
            text += between + char
        elif between is not None and text.isspace() and style == _backdrop(own):
            style, text = own, text + between + char
        else:
            if text:
                yield style, start, text
            style, start, text = own, column, char
    if text:
        yield style, start, text


def _place(row: int, column: int, is_certain: bool, width: int) -> Place | None:
    """Return the cursor's place after text up to a column; None if the terminal may have begun another row.

    Without `is_certain`, a terminal may draw some of the text twice as wide.
    """
    return None if (column if is_certain else 2 * column) >= width else (row, column if is_certain else None)


def _output_by_rows(rows: Iterable[ChangedRow], end: str) -> str:
    """Return the output row by row, from plain style to plain style, then the movement `end`, which may be "".

    A blank keeps the preceding style if the difference is invisible.
    """
    sent: list[str] = []
    current = PLAIN
    place: Place | None = None
    for number, before, row in rows:
        changed = [x for x, (old, new) in enumerate(zip(before, row, strict=True)) if old is not new and old != new]
        rest = _end(row) if changed and row[changed[-1]] == _BLANK else len(row)
        here, is_certain = -1, False  # whether all terminals agree on the cursor's position
        for column in changed:
            if column >= rest and changed[-1] - column >= _SHORT_GAP:  # the rest of the row is blank
                sent += change(current, PLAIN), move((number, column), place), "\x1b[K"
                current, place = PLAIN, (number, column)
                break
            char, style = row[column]
            if column != here:
                text = _unchanged_text(row[here:column], current) if here >= 0 and column - here <= _SHORT_GAP else None
                if text is None:
                    text, is_certain = move((number, column), place), True
                sent.append(text)
            if style != current and not (char == " " and style == _backdrop(current)):
                sent.append(change(current, style))
                current = style
            sent.append(char)
            is_certain = is_certain and char.isascii()
            here = column + 1
            place = _place(number, here, is_certain, len(row))
    return "".join([*sent, change(current, PLAIN), _end_move(end, place)])


def _end_move(end: str, here: Place | None) -> str:
    """Return a movement to an absolute place, or a shorter one from the current place."""
    place = TOKEN.fullmatch(end)
    return move((int(place["row"]) - 1, int(place["column"]) - 1), here) if place else ""


def _end(row: Sequence[Cell]) -> int:
    """Return the column after which the row is known to be blank."""
    return next((x for x in range(len(row), 0, -1) if row[x - 1] != _BLANK), 0)


def _unchanged_text(cells: Sequence[Cell], current: StyleCodes) -> str | None:
    """Return the text of these cells, if sending it again in the current style changes nothing."""
    text = "".join(char for char, style in cells if style == current or (char == " " and style == _backdrop(current)))
    return text if len(text) == len(cells) and text.isascii() else None


@lru_cache(maxsize=1024)
def _backdrop(style: StyleCodes) -> StyleCodes:
    """Return the part of a style that is visible on a blank."""
    return style if not _LINE_CODES.isdisjoint(style) else tuple(code for code in style if is_background(code))


# sequences


def shortened(data: str) -> str:
    """Return shorter data for the same picture; data other than text, positions and styles is returned unchanged.

    The terminal must have its plain style at the beginning, and the last row must never scroll. It avoids differences
    between terminals: the position is sent again after text other than ASCII, and styles are only added or reset.
    """
    sent: list[str] = []
    cursor: tuple[int, int] | None = None
    place, movement = cursor, ""
    """The place of the next text, and the sequence that moves the cursor there."""
    current: StyleCodes = PLAIN
    target: StyleCodes = PLAIN
    done = 0
    for token in TOKEN.finditer(data):
        if token.start() != done:
            break
        done, text = token.end(), token["text"]
        if token["row"]:
            place = int(token["row"]), int(token["column"])
            start = cursor if cursor and cursor[0] == place[0] and cursor[1] <= place[1] else None
            movement = move((place[0] - 1, place[1] - 1), start and (start[0] - 1, start[1] - 1))
        elif token["end"]:
            place, movement = None, movement + "\n"
        elif text is None:
            style = after(target, token["codes"])
            if style is None:
                return data
            target = style
        else:
            sent += movement, change(current, target), text
            current = target
            is_certain = text.isascii() and text.isprintable()
            cursor = place = (place[0], place[1] + len(text)) if place and is_certain else None
            movement = ""
    if done < len(data):
        return data
    return min("".join([*sent, movement, change(current, target)]), data, key=len)


def move(place: tuple[int, int], here: Place | None = None) -> str:
    """Return the shortest sequence to a row and column (from 0); `here` is the current place if known.

    Vertical tabs lead down, as a line feed is translated by the system.
    """
    row, column = place
    absolute = f"\x1b[{row + 1};{column + 1}H"
    if here is None:
        return absolute
    vertical = "\v" * (row - here[0]) if row >= here[0] else _times(here[0] - row, "A")
    horizontal = [f"\x1b[{column + 1}G"]
    if here[1] is not None:
        right = column - here[1]
        horizontal[:0] = [_times(right, "C")] if right > 0 else ["\b" * -right, _times(-right, "D")]
    return min(absolute, vertical + min(horizontal, key=len), key=len)


def _times(count: int, final: str) -> str:
    """Return the sequence that repeats a movement."""
    return f"\x1b[{count if count > 1 else ''}{final}"


@lru_cache(maxsize=1024)
def after(style: StyleCodes, codes: str) -> StyleCodes | None:
    """Return the style that codes make of another one; None if any of them is unknown."""
    properties = {_property(code): code for code in style}
    for code in _CODE.findall(codes) or ["0"]:
        number = int(code.partition(";")[0])
        if number == 0:
            properties.clear()
        elif number in _RESET_CODES:
            for code in _RESET_CODES[number]:
                properties.pop(_SET_PROPERTIES[code], None)
        elif number not in _SET_PROPERTIES or code in ("38", "48"):
            return None
        else:
            properties[_SET_PROPERTIES[number]] = code
    return tuple(properties.values())


def is_background(code: str) -> bool:
    """Return whether a style's code sets the background."""
    return _property(code) == _BACKGROUND


def _property(code: str) -> str:
    return _SET_PROPERTIES[int(code.partition(";")[0])]


@lru_cache(maxsize=1024)
def change(current: StyleCodes, target: StyleCodes) -> str:
    """Return the shortest sequence that changes one style to another.

    On some consoles, bright foregrounds set the intensity, so where either ends, both are sent again.
    """
    names = {_property(code): code for code in target}
    ends = {_END_CODES[name] for name in map(_property, current) if name not in names}
    ink = next((code for code in current if _property(code) == _FOREGROUND), "")
    if _INTENSE.match(ink) and not _INTENSE.match(names.get(_FOREGROUND, "")):
        ends.add(22)
    lasting = {code for code in current if _END_CODES[_property(code)] not in ends and not (22 in ends and code == ink)}
    codes = ";".join([*map(str, sorted(ends)), *(code for code in target if code not in lasting)])
    if not codes:
        return ""
    return min(f"\x1b[{codes}m", f"\x1b[{';'.join(['0', *target])}m" if target else "\x1b[m", key=len)
