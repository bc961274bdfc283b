"""A passage of a search as an animation: asciicast v2, which asciinema plays and turns into other formats."""

import json
from collections.abc import Callable, Iterable, Iterator

from rich.color import ColorSystem

from tui.draw.picture import Picture

_HOME, _CLEAR, _ROW, _RESET = "\x1b[?25l", "\x1b[2J", "\x1b[{row};1H", "\x1b[0m"


def asciicast(
    title: str, positions: Iterable[int], draw: Callable[[int], Picture], seconds: float
) -> Iterator[str]:
    """The lines of the file: pictures of these positions, one every so many seconds; of each the rows that changed."""
    before: list[str] = []
    for number, position in enumerate(positions):
        picture = draw(position)
        rows = [_row(picture, y) for y in range(picture.height)]
        if number == 0:
            header = {"version": 2, "width": picture.width, "height": picture.height, "title": title}
            yield json.dumps(header) + "\n"
            before = [""] * picture.height
            changed = _HOME + _CLEAR
        else:
            changed = ""
        for y, (old, new) in enumerate(zip(before, rows, strict=True), 1):
            if old != new:
                changed += _ROW.format(row=y) + new + _RESET
        before = rows
        yield json.dumps([round(number * seconds, 3), "o", changed]) + "\n"


def _row(picture: Picture, y: int) -> str:
    """A row as a terminal takes it."""
    return "".join(
        segment.style.render(segment.text, color_system=ColorSystem.EIGHT_BIT) if segment.style else segment.text
        for segment in picture.segments(y)
    )
