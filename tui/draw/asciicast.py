"""Animations as asciicast, version 2: https://docs.asciinema.org/manual/asciicast/v2/"""

import json
from collections.abc import Iterable, Iterator

from rich.color import ColorSystem

from tui.draw.picture import Picture

_HIDE_CURSOR, _CLEAR_SCREEN, _GO_TO_ROW, _RESET_STYLE = "\x1b[?25l", "\x1b[2J", "\x1b[{row};1H", "\x1b[0m"


def asciicast(title: str, frames: Iterable[tuple[float, Picture]]) -> Iterator[str]:
    """Yield the lines of an asciicast: a header, and an event for each frame with the rows that differ.

    `frames` are pictures of one size with their times in seconds, the first at 0. Without frames there are no lines.
    """
    shown_rows: list[str] = []
    for seconds, picture in frames:
        rows = [_row(picture, y) for y in range(picture.height)]
        output = ""
        if not shown_rows:
            header = {"version": 2, "width": picture.width, "height": picture.height, "title": title}
            yield json.dumps(header) + "\n"
            shown_rows = [""] * picture.height
            output = _HIDE_CURSOR + _CLEAR_SCREEN
        for number, (old, new) in enumerate(zip(shown_rows, rows, strict=True), 1):
            if old != new:
                output += _GO_TO_ROW.format(row=number) + new + _RESET_STYLE
        shown_rows = rows
        yield json.dumps([round(seconds, 3), "o", output]) + "\n"


def _row(picture: Picture, y: int) -> str:
    """Return a row as terminal output in 256 colours."""
    return "".join(
        segment.style.render(segment.text, color_system=ColorSystem.EIGHT_BIT) if segment.style else segment.text
        for segment in picture.segments(y)
    )
