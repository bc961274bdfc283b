"""The picture of a replay as a widget that the mouse can press and drag."""

from dataclasses import dataclass

from textual.events import MouseDown, MouseMove, MouseUp
from textual.geometry import Offset, Region
from textual.message import Message

from tui.base.picture_view import PictureView
from tui.draw.picture import Picture


class ReplayView(PictureView):
    """Tells where in its picture the mouse is pressed, and follows it along an area until it is let go."""

    @dataclass
    class Pressed(Message):
        """The mouse was pressed at a point of the picture."""

        view: "ReplayView"
        point: Offset

    @dataclass
    class Dragged(Message):
        """The mouse was dragged to a column of the area, which may lie outside it."""

        area: Region
        column: int

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, ReplayView.Dragged)

    def __init__(self, picture: Picture) -> None:
        super().__init__(picture)
        self._area: Region | None = None

    def drag_along(self, area: Region) -> None:
        """Tell of the mouse along this area of the picture until it is let go."""
        self._area = area
        self.capture_mouse()

    def on_mouse_down(self, event: MouseDown) -> None:
        self.post_message(self.Pressed(self, event.offset))

    def on_mouse_move(self, event: MouseMove) -> None:
        if self._area:
            self.post_message(self.Dragged(self._area, event.screen_offset.x - self.region.x))

    def on_mouse_up(self, event: MouseUp) -> None:
        self._area = None
        self.release_mouse()
