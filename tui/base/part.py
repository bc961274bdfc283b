"""A widget with keys of its own as a part of a screen."""

from textual.binding import BindingsMap
from textual.widget import Widget

from tui.base.keymap import named, section_of
from tui.base.program import InProgram


class Part(Widget, InProgram):
    """A widget whose keys have their names in the config file under each screen that names it among its PARTS.

    In dialogs its keys keep the names that the widget gives them.
    """

    def on_mount(self) -> None:
        if section_of(type(self.screen)) and isinstance(self, tuple(getattr(self.screen, "PARTS", ()))):
            self._bindings = BindingsMap(named(type(self), type(self.screen)))
