"""A picture of styled characters that repaints only what changed.

Textual sends a changed row again from the left edge of its widget, so one wide widget makes every small change dear.
Here the picture is cut into narrow upright slices, each a widget of its own: a change costs no more than its slice is
wide.
"""

import asyncio
from collections.abc import Iterable, Sequence
from itertools import accumulate

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.draw.picture import Picture


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
        self._slices = self._cut(widths)
        self._coming: tuple[Picture, Sequence[int]] | None = None
        self._reshaping = asyncio.Lock()

    def _cut(self, widths: Sequence[int]) -> list[_Slice]:
        """Take the picture's size, and make slices of it."""
        self.styles.width, self.styles.height = self.picture.width, self.picture.height
        lefts = accumulate(widths, initial=0)
        return [_Slice(self, left, width, self.picture.height) for left, width in zip(lefts, widths, strict=False)]

    def compose(self) -> ComposeResult:
        yield from self._slices

    async def reshape(self, picture: Picture, widths: Sequence[int]) -> None:
        """Show a picture of another size, in slices of these widths; of several calls at once the last one counts."""
        self._coming = picture, widths
        async with self._reshaping:
            if not self._is_waiting:
                return
            async with self.batch():
                await self.remove_children()
                self.picture, widths = self._coming
                self._coming = None
                self._slices = self._cut(widths)
                await self.mount_all(self._slices)

    @property
    def _is_waiting(self) -> bool:
        """Whether a picture of another size is still to come."""
        return self._coming is not None

    def show(self, picture: Picture) -> int:
        """Show another picture of the same size; returns how many characters changed.

        While the picture is given another size, it waits for that; one of a size that is still to come is left out.
        """
        if self._coming:
            self._coming = picture, self._coming[1]
            return 0
        if (picture.width, picture.height) != (self.picture.width, self.picture.height):
            return 0
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
