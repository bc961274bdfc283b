"""The board as a widget: it shows the look it is given, and the part around the cursor."""

from typing import ClassVar

from textual.events import MouseEvent
from textual.geometry import Offset, Region, Size

from engine.sudoku.layout import Layout
from tui.base.picture_view import PictureView
from tui.draw.board import Look, draw
from tui.draw.board_window import cell_at, follow, put_arrows
from tui.draw.frame import NORMAL, CellSize, frame
from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture


class Board(PictureView):
    """The board on the screen. Owns nothing but the part of it that is seen: it shows the look it is given.

    What is larger than its room follows the cursor, by half of the room at a time, with arrows where there is more.
    """

    LABELLED: ClassVar[bool] = True
    """Whether rows and columns are named on the lines around the board."""

    def __init__(
        self,
        layout: Layout,
        look: Look,
        palette: Palette,
        glyphs: Glyphs,
        cell: CellSize = NORMAL,
        room: Size | None = None,
    ) -> None:
        """`look` is the first one: a board that began empty would be painted twice. `room` None: as large as it is."""
        self.layout_shown = layout
        self.look = look
        """What is shown."""
        self._window = Offset(0, 0)
        self._lay_out(cell, room, glyphs)
        super().__init__(self._drawing(look, palette, glyphs))

    def display_look(self, look: Look, palette: Palette, glyphs: Glyphs) -> None:
        """Show this look."""
        self.look = look
        self.show(self._drawing(look, palette, glyphs))

    def fit(self, cell: CellSize, room: Size | None, look: Look, palette: Palette, glyphs: Glyphs) -> None:
        """Show this look with cells of another size, or in another room (None: as large as it is)."""
        self._lay_out(cell, room, glyphs)
        self.display_look(look, palette, glyphs)

    def _lay_out(self, cell: CellSize, room: Size | None, glyphs: Glyphs) -> None:
        self._text = frame(self.layout_shown, glyphs.box, cell)
        whole = Size(self._text.width, self._text.height)
        self._seen = Size(min(room.width, whole.width), min(room.height, whole.height)) if room else whole

    def _drawing(self, look: Look, palette: Palette, glyphs: Glyphs) -> Picture:
        text, seen = self._text, self._seen
        if look.cursor is not None:
            row, column = self.layout_shown.cells[look.cursor]
            self._window = Offset(
                follow(self._window.x, seen.width, text.width, text.xs[column], text.cell.width),
                follow(self._window.y, seen.height, text.height, text.ys[row], text.cell.height),
            )
        window = Region.from_offset(self._window, seen)
        picture = draw(self.layout_shown, look, palette, glyphs, text.cell, window=window, labelled=self.LABELLED)
        put_arrows(picture, text, window, palette, glyphs)
        return picture

    def cell_under(self, event: MouseEvent) -> int | None:
        """The cell on which the mouse is; None for a line or a gap."""
        x, y = event.screen_x - self.region.x + self._window.x, event.screen_y - self.region.y + self._window.y
        return cell_at(self.layout_shown, self._text, int(x), int(y))
