"""A picture of styled characters as a widget."""

from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.draw.picture import Picture


class PictureView(Widget):
    """Shows a picture and is as large as it; `show` puts another one in its place and repaints the difference."""

    DEFAULT_CSS = "PictureView { width: auto; height: auto; }"

    def __init__(self, picture: Picture, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self.picture = picture

    def show(self, picture: Picture) -> None:
        """Show another picture, of any size."""
        before, self.picture = self.picture, picture
        width, height = picture.width, picture.height
        if (width, height) != (before.width, before.height):
            self.refresh(layout=True)
            return
        regions = [
            Region(columns[0], y, columns[-1] - columns[0] + 1, 1)
            for y in range(height)
            if (columns := picture.columns_changed(before, y))
        ]
        if regions:
            self.refresh(*regions)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.picture.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.picture.height

    def render_line(self, y: int) -> Strip:
        return Strip(self.picture.segments(y), self.picture.width) if y < self.picture.height else Strip([], 0)
