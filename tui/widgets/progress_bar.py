"""A bar that shows how much of something is done, and writes only when it grows."""

from tui.palette import PALETTES, Glyphs, Palette
from tui.widgets.patchwork import Patchwork, Picture

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


def put_bar(picture: Picture, x: int, y: int, width: int, share: float, palette: Palette, glyphs: Glyphs) -> None:
    """Draw a bar of `width` characters into a picture; `share` is taken as 0..1."""
    halves = round(min(max(share, 0.0), 1.0) * width * 2)
    done = glyphs.bar_full * (halves // 2) + glyphs.bar_end * (halves % 2)
    picture.put(x, y, done, palette.bar)
    picture.put(x + len(done), y, glyphs.bar_rest * (width - len(done)), palette.dim)


def slice_widths(width: int, widest: int) -> list[int]:
    """Widths of slices, none above `widest`, that sum up to `width`."""
    whole, rest = divmod(width, widest)
    return [widest] * whole + [rest] * (rest > 0)
