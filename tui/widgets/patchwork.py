"""A picture of styled characters that repaints only what changed.

Textual sends a changed row again from the left edge of its widget, so one wide widget makes every small change dear.
Here the picture is cut into narrow upright slices, each a widget of its own: a change costs no more than its slice is
wide.
"""

from collections.abc import Iterable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget


class Picture:
    """A rectangle of characters, each with a style, to draw on."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.chars = [" "] * (width * height)
        self.styles = [Style.null()] * (width * height)

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        """Write text (one column a character) from column x of row y; what lies outside the picture is dropped."""
        for offset, char in enumerate(text):
            if 0 <= x + offset < self.width and 0 <= y < self.height:
                place = y * self.width + x + offset
                self.chars[place] = char
                self.styles[place] = style

    def segments(self, y: int, left: int, right: int) -> list[Segment]:
        """The row's columns left..right-1 as segments of equal style."""
        runs: list[Segment] = []
        start, end = y * self.width + left, y * self.width + right
        while start < end:
            style = self.styles[start]
            stop = start + 1
            while stop < end and self.styles[stop] == style:
                stop += 1
            runs.append(Segment("".join(self.chars[start:stop]), style))
            start = stop
        return runs


class _Slice(Widget):
    """The columns left..left+width-1 of its patchwork."""

    def __init__(self, patchwork: "Patchwork", left: int, width: int, height: int) -> None:
        super().__init__()
        self.patchwork = patchwork
        self.left = left
        self.right = left + width
        self.styles.width, self.styles.height = width, height

    def render_line(self, y: int) -> Strip:
        return Strip(self.patchwork.picture.segments(y, self.left, self.right), self.right - self.left)


class Patchwork(Horizontal):
    """Shows a picture; `show` puts another of the same size in its place and repaints the difference."""

    DEFAULT_CSS = "Patchwork { width: auto; height: auto; }"

    def __init__(self, picture: Picture, widths: Sequence[int], *, classes: str | None = None) -> None:
        """`widths` are the slices' widths from left to right; they sum up to the picture's."""
        super().__init__(classes=classes)
        self.picture = picture
        self._slices: list[_Slice] = []
        left = 0
        for width in widths:
            self._slices.append(_Slice(self, left, width, picture.height))
            left += width
        self.styles.width, self.styles.height = picture.width, picture.height

    def compose(self) -> ComposeResult:
        yield from self._slices

    def show(self, picture: Picture) -> int:
        """Show another picture of the same size; returns how many characters changed."""
        before, self.picture = self.picture, picture
        width, changed = picture.width, 0
        for y in range(picture.height):
            row = slice(y * width, (y + 1) * width)
            if before.chars[row] == picture.chars[row] and before.styles[row] == picture.styles[row]:
                continue
            columns = [
                x
                for x in range(width)
                if before.chars[y * width + x] != picture.chars[y * width + x]
                or before.styles[y * width + x] != picture.styles[y * width + x]
            ]
            changed += len(columns)
            self._repaint(y, columns)
        return changed

    def _repaint(self, y: int, columns: Iterable[int]) -> None:
        columns = set(columns)
        for part in self._slices:
            inside = [x for x in range(part.left, part.right) if x in columns]
            if inside:
                part.refresh(Region(inside[0] - part.left, y, inside[-1] - inside[0] + 1, 1))
