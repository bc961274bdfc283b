"""Widgets that show pictures of styled characters, and panels."""

from textual.events import MouseDown, MouseMove, MouseUp, Resize
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from engine.base.lazy_dataclasses import dataclass
from tui.base.base_app import InProgram
from tui.draw.face import FRAMED_FROM
from tui.draw.panels import MARGIN, Drawing, Panel, View, draw
from tui.draw.picture import Picture


class PictureView(Widget, InProgram):
    """A widget with the size of its picture."""

    DEFAULT_CSS = "PictureView { width: auto; height: auto; }"

    def __init__(self, picture: Picture, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self.picture = picture

    def show(self, picture: Picture) -> None:
        """Show another picture of any size; of one of the same size, only differences are repainted."""
        before, self.picture = self.picture, picture
        if (picture.width, picture.height) != (before.width, before.height):
            self.refresh(layout=True)
            return
        if changes := picture.changes(before):
            self.refresh(*changes)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.picture.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.picture.height

    def render_line(self, y: int) -> Strip:
        return Strip(self.picture.segments(y), self.picture.width) if y < self.picture.height else Strip([], 0)


class PanelView(PictureView):
    """A widget filled with panels or another view."""

    DEFAULT_CSS = "PanelView { width: 1fr; height: 1fr; }"

    @dataclass
    class Pressed(Message):
        """Posted when the mouse is pressed in a named panel, and when it moves while it is pressed."""

        name: str
        point: Offset
        """The place of the mouse relative to the panel's view; it may be outside of the view when the mouse moves."""
        size: Size
        """The size of the panel's view."""
        moved: bool = False
        """Whether the mouse has moved since it was pressed."""

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, PanelView.Pressed) and message.moved

    def __init__(
        self,
        view: View,
        expected_size: Size = Size(0, 0),  # noqa: B008
        *,
        margin: int = 0,
        framed_margin: int | None = None,
        id: str | None = None,  # noqa: A002
    ) -> None:
        """`expected_size` is the first size, if known: otherwise, the widget is first painted empty.

        `margin` is the number of blank columns at the left and at the right, `framed_margin` in a terminal with frames.
        """
        super().__init__(Picture(0, 0), id=id)
        self._view = view
        self._margins = margin, margin if framed_margin is None else framed_margin
        self._room = Size(0, 0)
        """The room for which the panels were last drawn; zero if they have changed since."""
        self.drawing = Drawing(self.picture, {})
        if expected_size:
            self.picture = self._draw_in(expected_size).picture
        self._pressed_panel = ""
        """The name of the panel in which the mouse is pressed, or ""."""

    def view(self, view: View) -> None:
        """Show another view; only what changed is repainted."""
        self._view = view
        self.redraw()

    def redraw(self) -> None:
        """Draw the panels again; only what changed is repainted."""
        self._room = Size(0, 0)
        self._show()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._draw_in(Size(width, self.screen.size.height)).picture.height

    def on_resize(self, event: Resize) -> None:
        self._show()

    def _show(self) -> None:
        if self.size.width:  # otherwise, it is drawn as soon as there is room
            is_auto = self.styles.is_auto_height
            height = self.screen.size.height if is_auto else self.size.height
            self.show(self._draw_in(Size(self.size.width, height)).picture)
            if is_auto and self.picture.height != self.size.height:  # even if Textual has dropped such a request
                self.refresh(layout=True)

    def _draw_in(self, room: Size) -> Drawing:
        """Return the panels in a room, drawn again only after a change of them or of the room."""
        if room != self._room:
            framed = self.app.size.width >= FRAMED_FROM
            margin = self._margins[framed]
            area = Region(margin, 0, max(room.width - 2 * margin, 0), room.height)
            cut = self.styles.is_auto_height
            self._room = room
            self.drawing = draw(Panel(self._view), area, self.palette, self.glyphs, cut=bool(cut), framed=framed)
        return self.drawing

    def on_mouse_down(self, event: MouseDown) -> None:
        areas = self.drawing.areas.items()
        self._pressed_panel = next((name for name, area in areas if area.contains_point(event.offset)), "")
        if self._pressed_panel:
            self.capture_mouse()
            self._post_pressed(event.offset, moved=False)

    def on_mouse_move(self, event: MouseMove) -> None:
        if self._pressed_panel:
            self._post_pressed(event.screen_offset - self.region.offset, moved=True)

    def on_mouse_up(self, event: MouseUp) -> None:
        self._pressed_panel = ""
        self.release_mouse()

    def _post_pressed(self, place: Offset, *, moved: bool) -> None:
        area = self.drawing.areas.get(self._pressed_panel)
        if area:
            self.post_message(self.Pressed(self._pressed_panel, place - area.offset, area.size, moved))


class MainView(PanelView):
    """The main view of a screen, between the header and the key bar."""

    def __init__(self, view: View, terminal: Size) -> None:
        super().__init__(view, terminal - Size(0, 2), margin=MARGIN)
