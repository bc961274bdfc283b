"""Lines of a file with their numbers, such as comments and warnings, as rows of a list."""

from collections.abc import Sequence
from typing import Literal

from rich.segment import Segment

from engine.base.text import printable
from tui.draw.cells import Line, clip
from tui.draw.palette import Glyphs, Palette

Note = tuple[int, str]
"""A line number (0: none) and a text."""


class NoteView:
    """Notes a row each, a long one cut; `bad` is the number of a line that stands out."""

    def __init__(
        self, notes: Sequence[Note], ink: Literal["plain", "dim", "warning"] = "plain", bad: int | None = None
    ) -> None:
        self.notes = notes
        self._ink = ink
        self._bad = bad
        self.cursor = next((place for place, (number, _) in enumerate(notes) if number == bad), 0)
        self.top = self.cursor - 8

    def __len__(self) -> int:
        return len(self.notes)

    def draw(self, index: int, width: int, chosen: bool, palette: Palette, glyphs: Glyphs) -> Line:
        number, text = self.notes[index]
        mark = "!" if number == self._bad else " "
        head = f" {mark}{number or '':>6}  "
        body = clip(printable(text[: 2 * width]), width - len(head), glyphs.ellipsis)
        if chosen:
            return [Segment(head + body, palette.selected)]
        ink = {"plain": palette.plain, "dim": palette.dim, "warning": palette.warning}[self._ink]
        return [Segment(head, palette.dim), Segment(body, palette.bad if number == self._bad else ink)]
