"""A dialog that marks any number of names in a list, and one of them as the leader if wanted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical

from tui.base.dialogs import Dialog
from tui.base.rows import PickList, Rows
from tui.draw.cells import Line, clip
from tui.features.race import words


@dataclass(frozen=True)
class MarkedRows:
    """The marked indices, ascending, and the leader, which is one of them; None for no leader."""

    indexes: tuple[int, ...]
    leader: int | None = None


class MarkList(PickList):
    """A list of names with check boxes; space toggles one."""

    BINDINGS = [
        Binding("space", "mark", show=False, id="lists.mark"),
        Binding("a", "mark_all", show=False, id="lists.mark_all"),
    ]

    def __init__(self, marked: Iterable[int], leader: int | None, title: str) -> None:
        super().__init__(id="marks")
        self.marks = set(marked)
        self.leader = leader
        self._leader_title = title

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        box = f"[{'x' if index in self.marks else ' '}]"
        tail = f"  {self._leader_title}" if index == self.leader else ""
        text = clip(
            f"{'>' if is_selected else ' '} {box} {self._names[index]}", width - len(tail), self.glyphs.ellipsis
        )
        ink = self.palette.plain if index in self.marks else self.palette.dim
        return [Segment(text + tail, self.palette.selected if is_selected else ink)]

    @on(Rows.RowClicked)
    def _clicked(self, event: Rows.RowClicked) -> None:
        """A click toggles the row; only enter accepts the marks."""
        event.prevent_default()
        self.marks ^= {self.cursor} - {self.leader}
        self.refresh_row(self.cursor)

    def action_mark(self) -> None:
        """Toggle the mark of the row and go to the next one; the leader keeps its mark."""
        self.marks ^= {self.cursor} - {self.leader}
        self.refresh_row(self.cursor)
        self.move(1)

    def action_mark_all(self) -> None:
        """Mark all, or none if all are marked."""
        all_rows = set(range(len(self)))
        self.marks = all_rows - (all_rows if self.marks == all_rows else set())
        if self.leader is not None:
            self.marks |= {self.leader}
        self.refresh()

    def lead(self) -> None:
        """Make the row the leader."""
        before, self.leader = self.leader, self.cursor
        self.marks |= {self.cursor}
        self.refresh_row(self.cursor)
        if before is not None:
            self.refresh_row(before)


class Marking(Dialog[MarkedRows | None]):
    """Marks names in a list; enter accepts the marks, escape restores them."""

    DEFAULT_CSS = "Marking > .box { width: 76; max-width: 76; padding: 0 1; }"
    BINDINGS = [
        Binding("escape", "dismiss(None)", "cancel", id="dialogs.cancel_marking"),
        Binding("b", "lead", "make it the first", id="dialogs.lead"),
    ]
    PARTS = (MarkList, PickList)

    def __init__(self, title: str, names: Sequence[str], marked: MarkedRows, leader: str = "") -> None:
        """`leader` is the word for the leader; without it there is none."""
        super().__init__()
        self._title = title
        self._names = names
        self._marked = marked
        self._leader = leader

    def compose(self) -> ComposeResult:
        with Vertical(classes="box") as box:
            box.border_title = self._title
            rows = MarkList(self._marked.indexes, self._marked.leader, self._leader)
            rows.styles.height = self.list_rows(len(self._names))
            yield rows
            yield from self.put_answers(box)

    def answers(self) -> Sequence[tuple[str, str]]:
        named = [("mark", words.MARK), ("mark_all", words.MARK_ALL), ("lead", self._leader), ("pick", words.ACCEPT)]
        keys = [(self.first_key(action), str(word)) for action, word in named if word]
        return [*keys, super().answers()[0]]

    def on_mount(self) -> None:
        rows = self.query_one(MarkList)
        first = self._marked.leader if self._marked.leader is not None else min(self._marked.indexes, default=0)
        rows.fill(self._names, self._names[first] if self._names else None)
        rows.focus()

    def action_lead(self) -> None:
        if self._leader:
            self.query_one(MarkList).lead()

    def on_pick_list_name_picked(self) -> None:
        rows = self.query_one(MarkList)
        if rows.marks:
            self.dismiss(MarkedRows(tuple(sorted(rows.marks)), rows.leader))
        else:
            self.notify(str(words.MARK_ONE), severity="warning")
