"""Slides for a projector: a sentence, and a picture in the middle of the screen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from tui.draw.block_digits import HEIGHT, SCALES, block_number
from tui.draw.cells import COLUMN_GAP, Line, in_columns, space_out, width_of, wrap
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Excerpt, Panel, PanelContent, Stack, View

_MAX_COLUMNS = 64
"""Maximum columns of the sentence: longer lines are hard to read."""
_ABOVE, _BELOW = 1, 1
"""Blank rows above and below the sentence."""
_WORD_GAP = 4
"""Columns between two words of a picture."""
_NOTHING: tuple[Sequence[str], None] = (), None


@dataclass(frozen=True)
class Slide:
    """A sentence, and a picture below it."""

    sentence: str
    picture: View = ()


class LargeWord(NamedTuple):
    """A word of a picture, its style, and a sign that says the same as the style without colours."""

    text: str
    sign: str
    ink: Style


def projector_palette(palette: Palette) -> Palette:
    """Return a palette with brighter lines, so that a projector shows them."""
    return replace(palette, line=palette.dim)


def slide_panels(slide: Slide, palette: Palette, width: int, height: int) -> Stack:
    """Return the panels of a slide: the sentence, centred and in bold, and the picture below it."""
    lines = wrap(slide.sentence, min(width, _MAX_COLUMNS))
    ink = palette.plain + Style(bold=True)
    sentence = centre([[Segment(line, ink)] for line in lines], width)
    return Stack(
        [
            Panel([[]] * _ABOVE + sentence + [[]] * _BELOW, rows=min(len(lines) + _ABOVE + _BELOW, height)),
            Panel(lambda columns, rows: _middle(slide.picture, columns, rows)),
        ]
    )


def _middle(picture: View, width: int, height: int) -> PanelContent:
    """Draw a picture; lines are centred as a block, and a third of the blank rows are above them."""
    content = picture(width, height) if callable(picture) else picture
    if isinstance(content, Excerpt):
        content = content.lines
    if not isinstance(content, Sequence):
        return content
    lines = list(content)
    room = max((width - max(map(width_of, lines), default=0)) // 2, 0)
    return [[]] * ((height - len(lines)) // 3) + [[Segment(" " * room), *line] if line else line for line in lines]


def large_rows(lines: Sequence[Line], width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Draw lines of numbers in large digits, in columns, if they fit; else as they are, apart if there is room."""
    words = [[(block_number(word, 1), piece.style) for piece in line for word in piece.text.split()] for line in lines]
    if not glyphs.has_blocks or not lines or any(blocks is None for row in words for blocks, _style in row):
        return space_out(lines, height)
    rows = [[(blocks or (), style) for blocks, style in row] for row in words]
    sizes = [max(len(blocks[0]) for blocks, _ in column if blocks) for column in zip_longest(*rows, fillvalue=_NOTHING)]
    drawn: list[Line] = []
    for row in rows:
        pairs = [(blocks, size + _WORD_GAP, style) for (blocks, style), size in zip(row, sizes, strict=False)]
        drawn += [[Segment(blocks[at].rjust(room), style) for blocks, room, style in pairs] for at in range(HEIGHT)]
        drawn.append([])
    across = -(-len(lines) // max((height + 1) // (HEIGHT + 1), 1))
    if across * (max(map(width_of, drawn)) + COLUMN_GAP) - COLUMN_GAP > width or height < HEIGHT:
        return space_out(lines, height)
    return in_columns(drawn, width, -(-len(lines) // across) * (HEIGHT + 1))


def centre(lines: Sequence[Line], width: int) -> list[Line]:
    """Centre each line in `width` columns."""
    return [[Segment(" " * max((width - width_of(line)) // 2, 0)), *line] for line in lines]


def large_words(words: Sequence[LargeWord], width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """Draw words with their signs below; numbers in the largest digits that fit, if all words are numbers."""
    for scale in SCALES if glyphs.has_blocks else ():
        blocks = [block_number(word.text, scale) for word in words]
        drawn = [(word, block) for word, block in zip(words, blocks, strict=True) if block is not None]
        lines = _word_lines(drawn, width, max(_WORD_GAP, 3 * scale))  # the digits of a number are `scale` apart
        fits = len(lines) <= height and all(width_of(line) <= width for line in lines)
        if len(drawn) == len(words) and fits:
            return lines
    return _word_lines([(word, (word.text,)) for word in words], width, _WORD_GAP)


_DrawnWord = tuple[LargeWord, Sequence[str]]
"""A word, and its rows of text."""


def _word_lines(drawn: Sequence[_DrawnWord], width: int, gap: int) -> list[Line]:
    """Return the lines of words, `gap` columns apart, with a blank line between rows of words."""
    lines: list[Line] = []
    for row in _rows(drawn, width, gap):
        lines += [[]] * bool(lines)
        height = len(row[0][1])
        lines += [_joined([(rows[y], word.ink) for word, rows in row], gap) for y in range(height)]
        lines.append(_joined([(word.sign.center(cell_len(rows[0])), word.ink) for word, rows in row], gap))
    return lines


def _rows(drawn: Sequence[_DrawnWord], width: int, gap: int) -> Iterator[list[_DrawnWord]]:
    """Divide words into rows of at most `width` columns, each with a word at least."""
    row: list[_DrawnWord] = []
    column = 0
    for word, rows in drawn:
        columns = cell_len(rows[0])
        if row and column + columns > width:
            yield row
            row, column = [], 0
        row.append((word, rows))
        column += columns + gap
    if row:
        yield row


def _joined(parts: Sequence[tuple[str, Style]], gap: int) -> Line:
    """Join texts in bold, `gap` columns apart."""
    line: Line = []
    for text, ink in parts:
        line += [Segment(" " * (gap if line else 0)), Segment(text, ink + Style(bold=True))]
    return line
