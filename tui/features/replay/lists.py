"""Lists that are laid over the time machine: branches, breakpoints. Each gives what is to be done with which row."""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from engine.base.language import _
from tui.base.dialogs import LIST_WIDTH, Dialog, keys_told
from tui.base.rows import PickList
from tui.features.replay import words

_MOST_ROWS = 12
"""Rows of a list that are in sight at once."""


class Act(Enum):
    """What is to be done."""

    PICK = auto()
    ADD = auto()
    NAME = auto()
    REMOVE = auto()


class Chosen(NamedTuple):
    """What is to be done with a row, by its index."""

    act: Act
    row: int


class ListDialog(Dialog[Chosen | None]):
    """Rows, and below them what is told of the marked one; gives None for escape."""

    DEFAULT_CSS = """
    ListDialog > .box { width: 78; max-width: 78; padding: 0 1; }
    ListDialog > .box > Static { width: 100%; max-width: 100%; }
    ListDialog #told { margin-top: 1; }
    """
    PARTS = (PickList,)
    PICKS = _("choose")
    """What picking a row does."""
    NOTHING = ""
    """What is told of an empty list."""
    HEADINGS = ""
    """What stands above the columns."""

    def __init__(self, title: str, rows: Sequence[str], tell: Callable[[int], str], marked: int = 0) -> None:
        """`tell` says more of a row, by its index; `marked` is where the cursor begins."""
        super().__init__()
        self._title = title
        self._rows = rows
        self._tell = tell
        self._first = marked

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = self._title
            if self.HEADINGS:
                yield Static(Text(self.HEADINGS), classes="headings")
            rows = PickList(id="rows")
            rows.styles.height = min(max(len(self._rows), 1), _MOST_ROWS)
            yield rows
            yield Static(id="told", markup=False)
            yield from keys_told(box, "  ".join(self._keys()), LIST_WIDTH)

    def _keys(self) -> list[str]:
        """What the keys do."""
        acts = [(one.action, _(one.description)) for one in type(self).BINDINGS if isinstance(one, Binding)]
        told = [("pick", self.PICKS), *acts]
        return [f"{self.first_key(action)} {what}" for action, what in told]

    def on_mount(self) -> None:
        self._list.fill(self._rows, None)
        self._list.go(self._first)
        self._list.focus()
        self._say()

    def on_rows_moved(self) -> None:
        self._say()

    def on_pick_list_picked(self) -> None:
        self.action_act(Act.PICK.name)

    def action_act(self, name: str) -> None:
        """Do this with the marked row; where there is none, only what needs none."""
        if self._rows or Act[name] is Act.ADD:
            self.dismiss(Chosen(Act[name], self._list.cursor))

    @property
    def _list(self) -> PickList:
        return self.query_one(PickList)

    def _say(self) -> None:
        self.query_one("#told", Static).update(Text(self._tell(self._list.cursor) if self._rows else self.NOTHING))


class BranchList(ListDialog):
    """The searches of a recording, side by side."""

    PICKS = _("go there")
    HEADINGS = words.HEADINGS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "act('NAME')", "name", id="dialogs.name_branch"),
        Binding("d", "act('REMOVE')", "delete", id="dialogs.remove_branch"),
        Binding("escape", "dismiss(None)", "close", id="dialogs.close_branches"),
    ]


class CandidateList(ListDialog):
    """The literals that might have been decided, the best first."""

    PICKS = _("decide it instead")
    HEADINGS = words.WHY_HEADINGS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "close", id="dialogs.close_candidates"),
    ]


class BreakpointList(ListDialog):
    """The breakpoints of a recording."""

    PICKS = _("on or off")
    NOTHING = _("There are no breakpoints yet.")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "act('ADD')", "add", id="dialogs.add_breakpoint"),
        Binding("d", "act('REMOVE')", "delete", id="dialogs.remove_breakpoint"),
        Binding("escape", "dismiss(None)", "close", id="dialogs.close_breakpoints"),
    ]
