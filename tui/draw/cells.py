"""Lines of styled text: measured, cut, padded and wrapped. Widths are terminal columns."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from engine.base.language import Sentence
from engine.base.lazy_dataclasses import dataclass
from engine.base.patterns import pattern

Line = list[Segment]
"""One line of styled text."""


_OPENING, _CLOSING = "“‘（《「【", "”’）》」】，。、；：？！…"
_PIECE = pattern(
    f"[{_OPENING}]*(?:[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|[^\u2e80-\u9fff\uac00-\ud7a3\uf900-\uff60]+?"
    f"(?=[{_OPENING}\u2e80-\u9fff\uac00-\ud7a3\uf900-\uff60]|$))[{_CLOSING}]*"
)
"""An unbreakable part of a word: a wide character or a run of others, with adjoining punctuation."""
_TOKEN = pattern(r"\n| +|[^ \n]+")
COLUMN_GAP = 3
"""Blanks between the columns of `in_columns`."""


def clip(text: str, width: int, ellipsis: str) -> str:
    """Cut a text at its end to at most `width` columns."""
    if cell_len(text) <= width:
        return text
    room = width - cell_len(ellipsis)
    return set_cell_size(text, room).rstrip() + ellipsis if room > 0 else set_cell_size(text, max(width, 0))


def clip_middle(text: str, width: int, ellipsis: str) -> str:
    """Cut a text in its middle to at most `width` columns, for file names, which differ at their ends."""
    if cell_len(text) <= width:
        return text
    room = width - cell_len(ellipsis)
    if room < 2:
        return clip(text, width, ellipsis)
    return set_cell_size(text, room - room // 2).rstrip() + ellipsis + _last_cells(text, room // 2)


def clip_start(text: str, width: int, ellipsis: str) -> str:
    """Cut a text at its start to at most `width` columns, for paths, whose ends matter."""
    if cell_len(text) <= width:
        return text
    room = width - cell_len(ellipsis)
    return ellipsis + _last_cells(text, room) if room > 0 else _last_cells(text, width)


def widest(texts: Iterable[str], least: int) -> int:
    """Return the width of the widest text, at least `least`."""
    return max([least, *map(cell_len, texts)])


def pad(text: str, width: int) -> str:
    """Pad a text with blanks to `width` columns; wider texts are unchanged."""
    return text + " " * (width - cell_len(text))


def pad_left(text: str, width: int) -> str:
    """Pad a text with blanks before it to `width` columns; wider texts are unchanged."""
    return " " * (width - cell_len(text)) + text


@dataclass(frozen=True)
class Labels:
    """A column of labels in the current language."""

    texts: Mapping[Sentence, str]
    """The padded texts, with a blank after the widest."""
    width: int
    """The width of each text."""

    @staticmethod
    def of(names: Iterable[Sentence], least: int) -> "Labels":
        """Create a column for these labels, at least `least` columns wide without the blank."""
        texts = {name: str(name) for name in names}
        width = widest(texts.values(), least) + 1
        return Labels({name: pad(text, width) for name, text in texts.items()}, width)

    def table(self, rows: Iterable[tuple[Sentence, Iterable[Line]]], style: Style) -> list[Line]:
        """Return the lines of a table of labels with their lines of content."""
        blank = Segment(" " * self.width, style)
        return [
            [blank if place else Segment(self.texts[name], style), *line]
            for name, lines in rows
            for place, line in enumerate(lines)
        ]


def fit(text: str, width: int, ellipsis: str) -> str:
    """Cut or pad a text to exactly `width` columns."""
    return pad(clip(text, width, ellipsis), width)


def unbreakable_parts(word: str) -> list[str]:
    """Return the parts of a word between which a line may break.

    Chinese is written without blanks: a line may break between any two characters, but not before closing punctuation
    nor after opening punctuation.
    """
    return [word] if word.isascii() else _PIECE.findall(word)


def wrap(text: str, width: int) -> list[str]:
    """Break a text into lines of at most `width` columns, between words if possible; any white space is one blank."""
    line: Line = [Segment(" ".join(text.split()))]
    return ["".join(piece.text for piece in row) for row in wrap_line(line, width)]


def break_lines(text: str, width: int) -> str:
    """Break the lines of a text that are wider than `width` columns; others keep all their blanks."""
    lines = (line if cell_len(line) <= width else "\n".join(wrap(line, width)) for line in text.split("\n"))
    return "\n".join(lines)


def width_of(line: Iterable[Segment]) -> int:
    """Return the width of a line in columns."""
    return sum(segment.cell_length for segment in line)


def clip_line(line: Line, width: int, ellipsis: str) -> Line:
    """Cut a line at its end to at most `width` columns."""
    if width_of(line) <= width:
        return line
    cut: Line = []
    room = width - cell_len(ellipsis)
    for piece in line:
        if piece.cell_length > room:
            return [*cut, Segment(set_cell_size(piece.text, max(room, 0)).rstrip() + ellipsis, piece.style)]
        cut.append(piece)
        room -= piece.cell_length
    return cut


def strip(line: Line, width: int, style: Style | None = None) -> Strip:
    """Return a line as a strip, cut or padded to exactly `width` columns.

    Every segment has a style: Textual's filters, such as the one for NO_COLOR, do not accept None.
    """
    plain = style or Style.null()
    return Strip([Segment(piece.text, piece.style or plain) for piece in line]).adjust_cell_length(width, plain)


def wrap_line(line: Line, width: int) -> list[Line]:
    """Break a line at its newlines, and between words into lines of at most `width` columns."""
    lines: list[Line] = [[]]
    column, blank = 0, ""
    for text, style, _unused in line:
        for token in _TOKEN.findall(text):
            if token.isspace() and token != "\n":
                blank = token
                continue
            if token == "\n":
                lines.append([])
                column, blank = 0, ""
                continue
            for part in unbreakable_parts(token):
                for piece in chop_cells(part, max(width, 2)) or [part]:
                    cells = cell_len(piece)
                    if column + len(blank) + cells > width:
                        lines += [[]] * bool(column)
                        column, blank = 0, ""
                    lines[-1].append(Segment(blank + piece, style))
                    column += len(blank) + cells
                    blank = ""
    return lines


def justify(left: Line, right: Line, width: int) -> Line:
    """Join two parts of a line with the right one at its end; it is left out if both do not fit."""
    gap = width - width_of(left) - width_of(right)
    return left if gap < 0 else [*left, Segment(" " * gap), *right]


def side_by_side(left: Sequence[Line], right: Sequence[Line], width: int) -> list[Line]:
    """Join lines side by side; the left ones are cut to `width` columns if there are right ones."""
    none: Line = []
    return [[*strip(a, width), *b] if b else a for a, b in zip_longest(left, right, fillvalue=none)]


def in_columns(lines: Sequence[Line], width: int, height: int) -> list[Line]:
    """Arrange lines in columns of `height` rows, filled from the left; lines that do not fit are left out."""
    column_width = max(map(width_of, lines), default=0) + COLUMN_GAP
    max_columns = max((width + COLUMN_GAP) // column_width, 1)
    joined: list[Line] = []
    for start in reversed(range(0, min(len(lines), max_columns * height), max(height, 1))):
        joined = side_by_side(lines[start : start + height], joined, column_width)
    return joined


def space_out(lines: Sequence[Line], height: int) -> list[Line]:
    """Return the lines with a blank one between each two, if there is room."""
    return [each for line in lines for each in ([], line)][1:] if 2 * len(lines) <= height else list(lines)


def _last_cells(text: str, width: int) -> str:
    """Return the longest end of a text that fits in `width` columns."""
    end = ""
    for char in reversed(text):
        if cell_len(char + end) > width:
            break
        end = char + end
    return end
