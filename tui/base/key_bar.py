"""The line of keys at the foot of a screen."""

from collections import Counter
from dataclasses import dataclass

from rich.text import Text
from textual.binding import Binding
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from tui.draw.palette import Palette

LAST = "help"
"""The action whose entry stands last and always fits."""


class KeyBar(Static):
    """The keys in force that a binding marks to be shown, as many as the width holds. A click is as good as the key."""

    DEFAULT_CSS = "KeyBar { dock: bottom; height: 1; }"

    @dataclass
    class Clicked(Message):
        """An entry was clicked: do what its key does."""

        action: str

    def __init__(self) -> None:
        super().__init__()
        self._places: list[tuple[int, int, str]] = []
        """First column, column after the last, and action of each entry."""

    def show(self, bindings: list[Binding], palette: Palette) -> None:
        """Write the bindings' keys and descriptions, in the order given as far as they fit."""
        entries = [binding for binding in bindings if binding.show]
        spoken_for = Counter(_name(binding) for binding in bindings if not binding.description)
        entries.sort(key=lambda binding: binding.action == LAST)
        room = self.app.size.width - 1 - sum(_width(binding) for binding in entries if binding.action == LAST)
        line, places = Text(" ", no_wrap=True, end=""), []
        for binding in entries:
            if binding.action != LAST:
                if _width(binding) + 3 > room:
                    continue
                room -= _width(binding) + 3
            if spoken_for[_name(binding)] < 2:  # an entry for many keys, such as 1-9, says not which
                places.append((len(line), len(line) + _width(binding), binding.action))
            line.append(_key(binding), palette.key).append(f" {binding.description}   ")
        line.rstrip()
        self._places = places
        self.update(line, layout=False)

    def on_click(self, event: Click) -> None:
        for start, end, action in self._places:
            if start <= event.x < end:
                self.post_message(self.Clicked(action))


def _name(binding: Binding) -> str:
    return binding.action.partition("(")[0]


def _key(binding: Binding) -> str:
    return binding.key_display or binding.key


def _width(binding: Binding) -> int:
    return len(_key(binding)) + 1 + len(binding.description)
