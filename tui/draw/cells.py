"""Text as pieces with a style, measured in the cells of the terminal."""

from collections.abc import Iterable

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

Line = list[Segment]
"""One line of styled text."""


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


def wrap(text: str, width: int) -> list[str]:
    """The text broken into lines of at most `width` cells, between words where possible."""
    lines, line = [], ""
    for word in text.split():
        for piece in chop_cells(word, width) or [word]:
            if line and cell_len(line) + 1 + cell_len(piece) <= width:
                line += " " + piece
            else:
                lines += [line] * bool(line)
                line = piece
    return [*lines, line]


def width_of(line: Iterable[Segment]) -> int:
    """Cells that a line takes."""
    return sum(segment.cell_length for segment in line)


def strip(line: Line, width: int, style: Style | None = None) -> Strip:
    """The line cut or filled up to exactly `width` cells.

    Every segment has a style: Textual's filters, such as that for NO_COLOR, take no None.
    """
    plain = style or Style.null()
    return Strip([Segment(piece.text, piece.style or plain) for piece in line]).adjust_cell_length(width, plain)


def _last_cells(text: str, width: int) -> str:
    end = ""
    for char in reversed(text):
        if cell_len(char + end) > width:
            break
        end = char + end
    return end
