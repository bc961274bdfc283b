"""A bar that shows how much of something is done, and writes only when it grows."""

from tui.base.picture_view import PictureView
from tui.draw.bars import progress
from tui.draw.picture import Picture


class ProgressBar(PictureView):
    """A bar of fixed width, blank until `advance_to` is called."""

    def __init__(self, width: int = 40, *, classes: str | None = None) -> None:
        super().__init__(Picture(width, 1), classes=classes)

    def advance_to(self, share: float | None) -> None:
        """Show that this share (0..1) is done; None empties the bar."""
        picture = Picture(self.picture.width, 1)
        if share is not None:
            bar = progress(share, picture.width, self.palette, self.glyphs)
            picture.put_lines(0, 0, [bar], picture.width, self.glyphs.ellipsis)
        self.show(picture)
