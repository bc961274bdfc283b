"""What the board screen tells of what happened last."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from rich.segment import Segment
from rich.style import Style

from tui.draw.cells import Line, wrap
from tui.draw.palette import Palette

Ink = Callable[[Palette], Style]
PLAIN: Ink = attrgetter("plain")
GOOD: Ink = attrgetter("good")
BAD: Ink = attrgetter("bad")
WARNING: Ink = attrgetter("warning")
ACCENT: Ink = attrgetter("accent")


@dataclass(frozen=True)
class StatusText:
    """A sentence, how it is drawn, and what the same key does next."""

    sentence: str = ""
    ink: Ink = PLAIN
    again: str = ""

    def line(self, palette: Palette) -> tuple[Line, Line]:
        """What stands at the left and at the right of one line."""
        left = [Segment(f" {self.sentence}", self.ink(palette))] if self.sentence else []
        return left, [Segment(f"{self.again} ", palette.dim)] if self.again else []

    def lines(self, palette: Palette, width: int) -> list[tuple[str, Style]]:
        """The same as lines of a panel."""
        lines = [(line, self.ink(palette)) for line in wrap(self.sentence, width)] if self.sentence else []
        return [*lines, (self.again, palette.dim)] if self.again else lines
