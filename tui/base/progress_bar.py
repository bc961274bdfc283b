"""A bar that shows how much of something is done, and writes only when it grows."""

from tui.base.patchwork import Patchwork
from tui.draw.bars import put_bar, slice_widths
from tui.draw.palette import PALETTES, Glyphs
from tui.draw.picture import Picture

_SLICE = 8
"""Columns that a change repaints at most: few enough to be cheap, and not too many widgets."""


class ProgressBar(Patchwork):
    """A bar of fixed width, blank until `advance_to` is called."""

    def __init__(self, width: int = 40, **arguments: str) -> None:
        super().__init__(Picture(width, 1), slice_widths(width, _SLICE), **arguments)

    def advance_to(self, share: float | None) -> None:
        """Show that this share (0..1) is done; None empties the bar."""
        picture = Picture(self.picture.width, 1)
        if share is not None:
            glyphs: Glyphs = self.app.glyphs  # type: ignore[attr-defined]
            put_bar(picture, 0, 0, picture.width, share, PALETTES[self.app.theme], glyphs)
        self.show(picture)


