"""Sentences about a search, one below the other."""

import re
from collections.abc import Iterable, Sequence

from textual.geometry import Region

from tui.draw.cells import wrap
from tui.draw.picture import Picture
from tui.features.replay.scene import Scene

_NAME = re.compile(r"(?<=\d) (=|≠|!=) (?=\d)")
_GLUE = "\ue000"
"""Stands for a blank at which no line is broken."""


def unbroken(sentence: str, width: int) -> list[str]:
    """The sentence in lines of at most `width` cells; a literal such as `r3c4 = 5` is kept in one line."""
    glued = _NAME.sub(rf"{_GLUE}\1{_GLUE}", sentence)
    return [line.replace(_GLUE, " ") for line in wrap(glued, width)]


def paragraphs(sentences: Iterable[str], width: int) -> list[str]:
    """Each sentence in lines of its own, set in from the second one on."""
    return [("  " if n else "") + line for text in sentences for n, line in enumerate(unbroken(text, width - 2))]


def put_lines(picture: Picture, area: Region, lines: Sequence[str], scene: Scene) -> None:
    """Draw lines; of a long story the beginning and the end."""
    if len(lines) > area.height:
        head = max(area.height // 2 - 1, 0)
        tail = max(area.height - head - 1, 0)
        between = f"{scene.glyphs.ellipsis} {len(lines) - head - tail:,} lines"
        lines = [*lines[:head], between, *lines[len(lines) - tail :]]
    for y, line in enumerate(lines[: area.height], area.y):
        picture.put(area.x, y, line, scene.palette.plain)
