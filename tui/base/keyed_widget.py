"""A widget with keys of its own as a part of a screen."""

from textual.binding import BindingsMap
from textual.widget import Widget

from tui.base.base_app import InProgram


class KeyedWidget(Widget, InProgram):
    """A widget whose keys have their names in the config file under each screen that names it among its PARTS.

    In dialogs its keys keep the names that the widget gives them.
    """

    def on_mount(self) -> None:
        for part, keys in getattr(self.screen, "KEYS_OF_PARTS", {}).items():
            if isinstance(self, part):
                self._bindings = BindingsMap(keys)
