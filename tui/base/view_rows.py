"""A list that can show now this and now that, without a new layout, which would repaint the screen."""

from typing import Protocol

from tui.base.rows import Rows
from tui.draw.cells import Line
from tui.draw.palette import Glyphs, Palette


class View(Protocol):
    """What a list can show; it keeps its own place while another view is shown."""

    cursor: int
    top: int

    def __len__(self) -> int: ...

    def draw(self, index: int, width: int, chosen: bool, palette: Palette, glyphs: Glyphs) -> Line:
        """The text of a row in at most `width` cells; `chosen` if the cursor is on it."""
        ...


class ViewRows(Rows):
    """Shows a view."""

    def __init__(self) -> None:
        super().__init__()
        self._view: View | None = None

    def __len__(self) -> int:
        return len(self._view) if self._view is not None else 0

    def show(self, view: View) -> None:
        """Show this view where it was left."""
        if self._view is not None:
            self._view.cursor, self._view.top = self.cursor, self.top
        self._view = view
        self.reset(view.cursor, view.top)

    def go_to_middle(self, index: int) -> None:
        """Bring the cursor to a row and that row to the middle, and repaint all."""
        self.reset(index, index - self.size.height // 2)

    def draw(self, index: int, width: int, chosen: bool) -> Line:
        assert self._view is not None, "without a view there are no rows"
        return self._view.draw(index, width, chosen, self.palette, self.glyphs)
