"""Dialogs with a list: branches, candidates, the tree, breakpoints. They return an action and a row."""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from engine.base.language import Sentence, lazy_gettext
from engine.sat.trace.search_tree import TreeRow, TreeWalk
from tui.base.dialogs import Dialog
from tui.base.keymap import MovedBinding
from tui.base.rows import PickList

_DESCRIPTION = 4
"""Rows left free for the description of the marked row."""


class RowAction(Enum):
    """An action on a row."""

    PICK = auto()
    ADD = auto()
    NAME = auto()
    REMOVE = auto()


class RowChoice(NamedTuple):
    """An action and the index of its row."""

    action: RowAction
    row: int


class ListDialog(Dialog[RowChoice | None]):
    """A list of rows with a description of the marked row below; returns None on escape."""

    DEFAULT_CSS = """
    ListDialog > .box { width: 78; max-width: 78; padding: 0 1; }
    ListDialog > .box > Static { width: 100%; max-width: 100%; }
    ListDialog PickList { margin-bottom: 1; }
    """
    PARTS = (PickList,)
    PICKS = lazy_gettext("choose")
    """The label for picking a row."""
    NOTHING: ClassVar[Sentence | str] = ""
    """The text for an empty list."""

    def __init__(
        self, title: str, rows: Sequence[str], describe: Callable[[int], str], marked: int = 0, headings: str = ""
    ) -> None:
        """`describe` returns the description of a row by its index; `marked` is the initial row."""
        super().__init__()
        self._title = title
        self._rows = rows
        self._describe_row = describe
        self._first = marked
        self._headings = headings

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = self._title
            if self._headings:
                yield Static(Text(self._headings), classes="headings")
            rows = PickList(id="rows")
            rows.styles.height = self.list_rows(len(self._rows), _DESCRIPTION)
            yield rows
            yield Static(id="description", markup=False)
            yield from self.put_answers(box)

    def answers(self) -> Sequence[tuple[str, str]]:
        return [(self.first_key("pick"), str(self.PICKS)), *super().answers()]

    def on_mount(self) -> None:
        self._list.fill(self._rows, None)
        self._list.go(self._first)
        self._list.focus()
        self._show_description()

    def on_rows_moved(self) -> None:
        self._show_description()

    def on_pick_list_name_picked(self) -> None:
        self.action_act(RowAction.PICK.name)

    def action_act(self, name: str) -> None:
        """Return this action for the marked row; in an empty list, only actions without a row work."""
        if self._rows or RowAction[name] is RowAction.ADD:
            self.dismiss(RowChoice(RowAction[name], self._list.cursor))

    @property
    def _list(self) -> PickList:
        return self.query_one(PickList)

    def _show_description(self) -> None:
        text = self.NOTHING.format(add=self.first_key("act('ADD')"))
        if self._rows:
            text = self._describe_row(self._list.cursor)
        self.query_one("#description", Static).update(Text(text))


class BranchList(ListDialog):
    """The branches of a recording."""

    PICKS = lazy_gettext("go there")
    BINDINGS: ClassVar[list[BindingType]] = [
        MovedBinding("N", "act('NAME')", "name", id="dialogs.name_branch", former="n"),
        MovedBinding("x,delete", "act('REMOVE')", "delete", id="dialogs.remove_branch", key_display="x", former="d"),
        Binding("escape", "dismiss(None)", "close", id="dialogs.close_branches"),
    ]


class CandidateList(ListDialog):
    """The literals that could be decided, the best first."""

    PICKS = lazy_gettext("decide it instead")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "close", id="dialogs.close_candidates"),
    ]


class TreeList(ListDialog):
    """The whole decision tree; steps open and fold, and picking one goes to its event."""

    PICKS = lazy_gettext("go there")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l,plus", "turn(True)", "open", id="dialogs.open_step"),
        Binding("left,h,minus", "turn(False)", "fold", id="dialogs.fold_step"),
        Binding("escape", "dismiss(None)", "close", id="dialogs.close_tree"),
    ]

    def __init__(
        self, title: str, tree: TreeWalk, row_text: Callable[[TreeRow], str], describe: Callable[[int], str]
    ) -> None:
        """`row_text` returns the text of a row, `describe` its description."""
        super().__init__(title, [row_text(row) for row in tree.rows], describe)
        self._tree = tree
        self._row_text = row_text

    def action_turn(self, is_open: bool) -> None:
        """Open the marked step, or fold it; from a step that is not open, go to its parent."""
        place = self._list.cursor
        row = self._tree.rows[place]
        if is_open == row.is_open or not row.has_children:
            self._list.go(place + 1 if is_open else self._tree.parent_row(place))
            return
        self._tree.set_open(place, is_open=is_open)
        self._rows = [self._row_text(row) for row in self._tree.rows]
        self._list.fill(self._rows, None)
        self._list.go(place)
        self._show_description()


class BreakpointList(ListDialog):
    """The breakpoints of a recording."""

    PICKS = lazy_gettext("on or off")
    NOTHING = lazy_gettext("There are no breakpoints yet; {add} adds one.")
    BINDINGS: ClassVar[list[BindingType]] = [
        MovedBinding("plus", "act('ADD')", "add", id="dialogs.add_breakpoint", former="a"),
        MovedBinding(
            "x,delete", "act('REMOVE')", "delete", key_display="x", former="d", id="dialogs.remove_breakpoint"
        ),
        Binding("escape", "dismiss(None)", "close", id="dialogs.close_breakpoints"),
    ]
