"""Text as pieces with a style, measured in the cells of the terminal."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from engine.base.language import Sentence

Line = list[Segment]
"""One line of styled text."""


_OPENING, _CLOSING = "“‘（《「【", "”’）》」】，。、；：？！…"
_PIECE = re.compile(
    f"[{_OPENING}]*(?:[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|[^\u2e80-\u9fff\uac00-\ud7a3\uf900-\uff60]+?"
    f"(?=[{_OPENING}\u2e80-\u9fff\uac00-\ud7a3\uf900-\uff60]|$))[{_CLOSING}]*"
)
"""What stands together on a line: a wide character or a stretch of others, with the marks that belong to it."""
_TOKEN = re.compile(r"\n| +|[^ \n]+")


def clip(text: str, width: int, ellipsis: str) -> str:
    """The text in at most `width` cells, its end cut where it is longer."""
    if cell_len(text) <= width:
        return text
    room = width - cell_len(ellipsis)
    return set_cell_size(text, room).rstrip() + ellipsis if room > 0 else set_cell_size(text, max(width, 0))


def clip_middle(text: str, width: int, ellipsis: str) -> str:
    """The text in at most `width` cells, its middle cut: file names differ most at their ends."""
    if cell_len(text) <= width:
        return text
    room = width - cell_len(ellipsis)
    if room < 2:
        return clip(text, width, ellipsis)
    return set_cell_size(text, room - room // 2).rstrip() + ellipsis + _last_cells(text, room // 2)


def clip_start(text: str, width: int, ellipsis: str) -> str:
    """The text in at most `width` cells, its start cut: of a path the end matters."""
    if cell_len(text) <= width:
        return text
    room = width - cell_len(ellipsis)
    return ellipsis + _last_cells(text, room) if room > 0 else _last_cells(text, width)


def widest(texts: Iterable[str], least: int) -> int:
    """The columns that the widest of these takes; `least` if none takes more."""
    return max([least, *map(cell_len, texts)])


def pad(text: str, width: int) -> str:
    """The text and as many blanks as fill `width` cells; one that is longer stays as it is."""
    return text + " " * (width - cell_len(text))


def pad_left(text: str, width: int) -> str:
    """The same with the blanks before the text."""
    return " " * (width - cell_len(text)) + text


@dataclass(frozen=True)
class Labels:
    """Names that stand one below the other, in the language that is spoken."""

    texts: Mapping[Sentence, str]
    """What is shown of each: as many columns of all, with a blank behind the widest."""
    width: int
    """Columns of each."""

    @staticmethod
    def of(names: Iterable[Sentence], least: int) -> "Labels":
        """The labels of these names; none has fewer columns than `least` and a blank."""
        texts = {name: str(name) for name in names}
        width = widest(texts.values(), least) + 1
        return Labels({name: pad(text, width) for name, text in texts.items()}, width)

    def table(self, rows: Iterable[tuple[Sentence, Iterable[Line]]], style: Style) -> list[Line]:
        """Names, and what is told of each: its lines stand beside the name one below the other."""
        blank = Segment(" " * self.width, style)
        return [
            [blank if place else Segment(self.texts[name], style), *line]
            for name, lines in rows
            for place, line in enumerate(lines)
        ]


def fitted(text: str, width: int, ellipsis: str) -> str:
    """The text in exactly `width` cells: its end cut, or blanks behind it."""
    return pad(clip(text, width, ellipsis), width)


def unbroken(word: str) -> list[str]:
    """A word in the pieces between which a line may end: Chinese is written without blanks, and a line ends between any
    two of its characters, but not before a mark that closes nor behind one that opens."""
    return [word] if word.isascii() else _PIECE.findall(word)


def wrap(text: str, width: int) -> list[str]:
    """The text broken into lines of at most `width` cells, between words where possible."""
    whole: Line = [Segment(" ".join(text.split()))]
    return ["".join(piece.text for piece in line) for line in wrapped(whole, width)]


def broken(text: str, width: int) -> str:
    """The text with its lines broken where they take more than `width` cells; others stay as they are, with all their
    blanks."""
    lines = ([line] if cell_len(line) <= width else wrap(line, width) for line in text.split("\n"))
    return "\n".join(part for parts in lines for part in parts)


def width_of(line: Iterable[Segment]) -> int:
    """Cells that a line takes."""
    return sum(segment.cell_length for segment in line)


def clip_line(line: Line, width: int, ellipsis: str) -> Line:
    """The line in at most `width` cells, its end cut where it is longer."""
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
    """The line cut or filled up to exactly `width` cells.

    Every segment has a style: Textual's filters, such as that for NO_COLOR, take no None.
    """
    plain = style or Style.null()
    return Strip([Segment(piece.text, piece.style or plain) for piece in line]).adjust_cell_length(width, plain)


def wrapped(line: Line, width: int) -> list[Line]:
    """A line in lines of at most `width` cells, broken between words, and at each end of a line in it."""
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
            for piece in (part for unit in unbroken(token) for part in chop_cells(unit, max(width, 2)) or [unit]):
                cells = cell_len(piece)
                if column + len(blank) + cells > width:
                    lines += [[]] * bool(column)
                    column, blank = 0, ""
                lines[-1].append(Segment(blank + piece, style))
                column += len(blank) + cells
                blank = ""
    return lines


def justified(left: Line, right: Line, width: int) -> Line:
    """A line with a part at the left and one at the right, which goes first where both don't fit."""
    gap = width - width_of(left) - width_of(right)
    return left if gap < 0 else [*left, Segment(" " * gap), *right]


def side_by_side(left: Sequence[Line], right: Sequence[Line], width: int) -> list[Line]:
    """Lines side by side, the right ones `width` columns from where the left ones begin."""
    none: Line = []
    return [[*strip(a, width), *b] if b else a for a, b in zip_longest(left, right, fillvalue=none)]


def _last_cells(text: str, width: int) -> str:
    end = ""
    for char in reversed(text):
        if cell_len(char + end) > width:
            break
        end = char + end
    return end
