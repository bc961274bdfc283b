"""Animations as asciicast (version 2), which asciinema plays."""

import json
from collections.abc import Iterable, Iterator

from rich.color import ColorSystem

from tui.draw.picture import Picture

_HOME, _CLEAR, _ROW, _RESET = "\x1b[?25l", "\x1b[2J", "\x1b[{row};1H", "\x1b[0m"
"""Escape sequences."""


def asciicast(title: str, frames: Iterable[tuple[float, Picture]]) -> Iterator[str]:
    """Yield the lines of an asciicast from pictures of one size and their times in seconds, the first at 0.

    A frame is made of the rows that changed.
    """
    before: list[str] = []
    for seconds, picture in frames:
        rows = [_row(picture, y) for y in range(picture.height)]
        changed = ""
        if not before:
            header = {"version": 2, "width": picture.width, "height": picture.height, "title": title}
            yield json.dumps(header) + "\n"
            before = [""] * picture.height
            changed = _HOME + _CLEAR
        for y, (old, new) in enumerate(zip(before, rows, strict=True), 1):
            if old != new:
                changed += _ROW.format(row=y) + new + _RESET
        before = rows
        yield json.dumps([round(seconds, 3), "o", changed]) + "\n"


def _row(picture: Picture, y: int) -> str:
    """Return a row as terminal output."""
    return "".join(
        segment.style.render(segment.text, color_system=ColorSystem.EIGHT_BIT) if segment.style else segment.text
        for segment in picture.segments(y)
    )
