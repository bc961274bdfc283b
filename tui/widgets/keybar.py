"""The line of keys at the foot of a screen."""

from rich.text import Text
from textual.binding import Binding
from textual.widgets import Static

from tui.palette import Palette


class KeyBar(Static):
    """The keys in force that a binding marks to be shown, as many as the width holds."""

    DEFAULT_CSS = "KeyBar { dock: bottom; height: 1; }"

    def show(self, bindings: list[Binding], palette: Palette) -> None:
        """Write the bindings' keys and descriptions; `help` comes last and always fits."""
        width = self.app.size.width - 1
        entries = [(binding.key_display or binding.key, binding.description) for binding in bindings if binding.show]
        entries.sort(key=lambda entry: entry[1] == "help")
        room = width - sum(len(key) + len(label) + 1 for key, label in entries if label == "help")
        line = Text(" ", no_wrap=True, end="")
        for key, label in entries:
            needed = len(key) + len(label) + 4
            if label != "help":
                if needed > room:
                    continue
                room -= needed
            line.append(key, palette.key).append(f" {label}   ")
        line.rstrip()
        self.update(line, layout=False)
