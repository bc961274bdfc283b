"""A list of names to pick one from."""

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding
from textual.message import Message

from tui.base.rows import Rows
from tui.draw.cells import Line, clip


class PickList(Rows, inherit_bindings=False):
    """Names one below the other; the arrows move the mark, enter picks. Without the focus the mark is only a sign."""

    BINDINGS = [
        Binding("up,k", "move(-1)", show=False, id="lists.up"),
        Binding("down,j", "move(1)", show=False, id="lists.down"),
        Binding("pageup", "turn(-1)", show=False, id="lists.page_up"),
        Binding("pagedown", "turn(1)", show=False, id="lists.page_down"),
        Binding("home", "go_first", show=False, id="lists.first"),
        Binding("end", "go_last", show=False, id="lists.last"),
        Binding("enter", "pick", show=False, id="lists.pick"),
    ]

    class Picked(Message):
        """The marked name was picked."""

    def __init__(self, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._names: tuple[str, ...] = ()
        self._weak: frozenset[str] = frozenset()

    def __len__(self) -> int:
        return len(self._names)

    @property
    def marked(self) -> str | None:
        """The marked name; None in an empty list."""
        return self._names[self.cursor] if self._names else None

    def fill(self, names: Sequence[str], marked: str | None, weak: Sequence[str] = ()) -> None:
        """Show these names, with the mark on one (the first if it is not among them); `weak` ones are dimmed."""
        self._names, self._weak = tuple(names), frozenset(weak)
        self.reset(self._names.index(marked) if marked in self._names else 0)

    def draw(self, index: int, width: int, chosen: bool) -> Line:
        name = self._names[index]
        marked = index == self.cursor
        text = clip(f"{'>' if marked else ' '} {name}", width, self.glyphs.ellipsis)
        ink = self.palette.dim if name in self._weak else self.palette.plain
        return [Segment(text, self._ground(marked) or ink)]

    def _ground(self, chosen: bool) -> Style | None:
        return super()._ground(chosen) if self.has_focus or not chosen else self.palette.title

    def action_pick(self) -> None:
        self.post_message(self.Picked())

    def on_rows_chosen(self) -> None:
        self.action_pick()
