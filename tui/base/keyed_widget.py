"""A base class of widgets with their own keys."""

from typing import ClassVar

from textual.binding import BindingsMap
from textual.widget import Widget

from engine.base.language import Sentence
from tui.base.base_app import InProgram


class KeyedWidget(Widget, InProgram):
    """A widget whose keys have names in the config file under each screen that has it in its PARTS.

    In dialogs, its keys have the ids of the widget's BINDINGS.
    """

    HEADING: ClassVar[Sentence | str] = ""
    """The heading of its keys in the help; "" lists them with the screen's."""

    def on_mount(self) -> None:
        for part, keys in getattr(self.screen, "KEYS_OF_PARTS", {}).items():
            if isinstance(self, part):
                self._bindings = BindingsMap(keys)
