"""A widget with keys of its own as a part of a screen."""

from textual.binding import BindingsMap
from textual.widget import Widget

from tui.base.keymap import named_part


class Part(Widget):
    """A widget whose keys have their names in the config file under each screen that names it among its PARTS."""

    def on_mount(self) -> None:
        if isinstance(self, tuple(getattr(self.screen, "PARTS", ()))):
            self._bindings = BindingsMap(named_part(type(self), type(self.screen)))
