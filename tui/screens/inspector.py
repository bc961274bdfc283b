"""Looking inside a formula: every clause, its literals and where else they occur, comments and warnings."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Resize
from textual.message import Message
from textual.worker import get_current_worker

from engine.errors import Cancelled, InputError
from engine.sat.selection import Condition, Selection
from engine.text import printable
from tui import messages
from tui.delays import Delays
from tui.dialogs import Prompt
from tui.inspection import Inspection, inspect
from tui.screens.listing import ListingPage
from tui.subjects import Trouble
from tui.widgets.bars import bar
from tui.widgets.cells import Line, clip, clip_middle, wrap
from tui.widgets.clause_detail import clause_lines, counted, heading, statistics
from tui.widgets.clause_view import ClauseView
from tui.widgets.note_view import NoteView
from tui.widgets.rows import Rows
from tui.widgets.text_block import TextBlock
from tui.widgets.text_line import TextLine
from tui.widgets.view_rows import ViewRows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PATIENCE = 0.3
"""Seconds of reading before the progress is shown."""

_POSTED_EVERY = 0.2
_DETAIL = 4
"""Lines of the place for the cursor's row in full."""


class InspectorScreen(ListingPage):
    """Shows the formula of a file, or why it can't be read and the lines around the place."""

    TITLE = "inspector"
    DEFAULT_CSS = """
    #heading, #note, #rule, #statistics, #detail { margin: 0 1; }
    #detail { height: 4; }
    """
    BINDINGS = [
        Binding("slash", "filter", "filter", key_display="/", tooltip="only clauses with 12, x12 (12 or -12), len > 3"),
        Binding("g", "go_to", "go to", tooltip="go to a clause by its number"),
        Binding("left,h", "choose(-1)", "literal left", key_display="left", show=False, tooltip="the literal before"),
        Binding("right,l", "choose(1)", "literal", key_display="right", tooltip="the next literal of the clause"),
        Binding("enter", "occurrences", "its clauses", tooltip="only clauses with the chosen literal"),
        Binding("s", "solve", "solve", tooltip="solve the formula"),
        Binding("c", "comments", "comments", tooltip="the comments, or the clauses again"),
        Binding("w", "warnings", "warnings", tooltip="what the reader found wrong, or the clauses again"),
        Binding("escape", "back", "back", key_display="esc", tooltip="to all clauses, filter by filter, then out"),
    ]  # fmt: skip

    class Progressed(Message):
        """So many bytes of the file are read."""

        def __init__(self, done: int, total: int) -> None:
            super().__init__()
            self.done, self.total = done, total

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, InspectorScreen.Progressed)

    class Read(Message):
        """The file was read, or could not be."""

        def __init__(self, outcome: Inspection | Trouble) -> None:
            super().__init__()
            self.outcome = outcome

    class Selected(Message):
        """The clauses of a selection were found."""

        def __init__(self, selection: Selection, clauses: "NDArray[np.intp]") -> None:
            super().__init__()
            self.selection, self.clauses = selection, clauses

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._outcome: Inspection | Trouble | None = None
        self._views: list[ClauseView] = []
        """All clauses, and on top of that the filters in force."""
        self._notes: NoteView | None = None
        """What is shown in place of the clauses."""
        self._notes_head = ""
        self._place = 0
        """Which literal of the cursor's clause is chosen, from 0."""
        self._said = ""
        self._delays = Delays(self)

    def content(self) -> ComposeResult:
        yield TextLine("heading")
        yield TextLine("note")
        yield TextLine("columns")
        yield ViewRows()
        yield TextLine("rule")
        yield TextBlock("detail")
        yield TextLine("statistics")

    def on_mount(self) -> None:
        self._delays.after(PATIENCE, "progress", lambda: self._show_progress(self.Progressed(0, 0)))
        self._read()

    # reading

    @work(thread=True, exclusive=True, exit_on_error=False, group="read", description="read the formula")
    def _read(self) -> None:
        worker = get_current_worker()
        posted = monotonic()

        def progress(done: int, total: int) -> None:
            nonlocal posted
            if monotonic() - posted > _POSTED_EVERY:
                posted = monotonic()
                self.post_message(self.Progressed(done, total))

        with suppress(Cancelled):
            self.post_message(self.Read(inspect(self._path, progress, lambda: worker.is_cancelled)))

    @on(Progressed)
    def _show_progress(self, event: Progressed) -> None:
        name = clip_middle(self._file_name, self._width, self.glyphs.ellipsis)
        self._line("heading", [Segment(name, self.palette.title)])
        left = [Segment("reading  ", self.palette.dim)]
        if event.total:
            left.append(Segment(bar(event.done / event.total, 30, self.glyphs), self.palette.bar))
            left.append(Segment(f"  {event.done / 1e6:,.0f} of {event.total / 1e6:,.0f} MB"))
        self._line("note", left, [Segment("esc stops", self.palette.dim)])

    @on(Read)
    def _show_outcome(self, event: Read) -> None:
        self._delays.stop("progress")
        self._outcome = event.outcome
        if isinstance(event.outcome, Trouble):
            self._notes, self._notes_head = NoteView(event.outcome.around, "dim", event.outcome.line), "line"
            self._rows.show(self._notes)
        else:
            self._views = [ClauseView(event.outcome.formula)]
            self._rows.show(self._views[0])
        self.redraw()
        self.refresh_keys()

    # what is shown

    @property
    def rows(self) -> Rows:
        return self._rows

    @property
    def _rows(self) -> ViewRows:
        return self.query_one(ViewRows)

    @property
    def _inspection(self) -> Inspection | None:
        return self._outcome if isinstance(self._outcome, Inspection) else None

    @property
    def _file_name(self) -> str:
        return printable(self._path.name)

    @property
    def _width(self) -> int:
        """Cells of the lines around the list."""
        return self.size.width - 2

    def own_bindings(self) -> list[Binding]:
        arrows = self.glyphs.arrows[2:]
        return [
            replace(binding, key_display=arrows) if binding.action == "choose(1)" else binding
            for binding in super().own_bindings()
        ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Little but going back works before there is a formula; comments and warnings only if there are some."""
        name = action.partition("(")[0]
        if name not in ("filter", "go_to", "choose", "occurrences", "comments", "warnings", "solve"):
            return True
        if self._inspection is None:
            return False
        if name == "comments":
            return bool(self._inspection.formula.comments)
        return name != "warnings" or bool(self._inspection.warnings)

    def on_resize(self, event: Resize) -> None:
        self.redraw()

    def redraw(self) -> None:
        width, palette, glyphs = self._width, self.palette, self.glyphs
        if self._inspection is not None:
            self._line("heading", heading(self._file_name, self._inspection, width, palette, glyphs))
            self._line("statistics", *statistics(self._inspection, width, palette, glyphs))
        elif self._outcome is not None:
            name = clip_middle(self._file_name, width - 18, glyphs.ellipsis)
            self._line("heading", [Segment(name, palette.title), Segment("   can't be read", palette.bad)])
        self._line("rule", [Segment(glyphs.box[0] * width, palette.line)])
        self._rows.refresh()
        self._show_columns()
        self._show_note()
        self._show_detail()

    def _show_columns(self) -> None:
        head = f"    {self._notes_head}" if self._notes else self._views[-1].columns if self._views else ""
        self._line("columns", [Segment(head, self.palette.dim)])

    def _show_note(self) -> None:
        """What was said, the filter in force, or the first warning or comment."""
        if self._inspection is None:
            return
        formula, warnings, palette = self._inspection.formula, self._inspection.warnings, self.palette
        selection = self._views[-1].selection
        if self._said:
            text, style = self._said, palette.warning
        elif selection is not None:
            text, style = f"filter: {selection}", palette.accent
        elif warnings:
            text, style = f"line {warnings[0].line}: {printable(warnings[0].message)}", palette.warning
        else:
            comments = (printable(comment.text).strip() for comment in formula.comments)
            text, style = next(filter(None, comments), ""), palette.dim
        right: Line = []
        if selection is not None:
            right = [Segment(f"  {len(self._views[-1]):,} of {counted(len(formula), 'clause')}", palette.dim)]
        room = self._width - sum(map(len, (segment.text for segment in right)))
        self._line("note", [Segment(clip(text, room, self.glyphs.ellipsis), style)], right)

    def _show_detail(self) -> None:
        """The row of the cursor in full."""
        width, palette, cursor = self._width, self.palette, self._rows.cursor
        lines: list[Line] = []
        if isinstance(self._outcome, Trouble):
            where = f"line {self._outcome.line}: " if self._outcome.line is not None else ""
            lines = [[Segment(text, palette.bad)] for text in wrap(where + printable(self._outcome.reason), width)]
        elif self._notes is not None:
            note = self._notes.notes[cursor][1][: 2 * _DETAIL * width]
            lines = [[Segment(text)] for text in wrap(printable(note), width)]
        elif self._inspection is not None and len(self._views[-1]):
            view = self._views[-1]
            literals, number = view.literals(cursor), view.clause(cursor) + 1
            lines = clause_lines(number, literals, self._place, self._inspection, width, _DETAIL, palette)
        elif self._inspection is not None:
            lines = [[Segment("no clauses: every assignment is a model", palette.dim)]]
        self.query_one("#detail", TextBlock).put(lines[:_DETAIL])

    def _say(self, text: str) -> None:
        """A word above the list, until the cursor moves."""
        self._said = text
        self._show_note()

    def _line(self, name: str, left: Line, right: Line | None = None) -> None:
        self.query_one(f"#{name}", TextLine).show(left, right)

    # moving

    @on(Rows.Moved)
    def _follow(self) -> None:
        self._place = 0
        self._show_detail()
        if self._said:
            self._say("")

    def action_choose(self, by: int) -> None:
        if self._notes is None and len(self._views[-1]):
            length = len(self._views[-1].literals(self._rows.cursor))
            self._place = max(0, min(self._place + by, length - 1))
            self._show_detail()

    def action_go_to(self) -> None:
        assert self._inspection is not None
        highest = len(self._inspection.formula)
        self._show_clauses()
        self.app.push_screen(Prompt(f"Go to clause (1 to {highest:,})"), self._go_to)

    def _go_to(self, typed: str | None) -> None:
        assert self._inspection is not None
        text, view, highest = (typed or "").strip().replace(",", ""), self._views[-1], len(self._inspection.formula)
        if not text:
            return
        if not text.isdecimal() or not 1 <= int(text[:20]) <= highest:
            self._say(f"there are clauses 1 to {highest:,}")
            return
        self._rows.go_to_middle(view.row(int(text) - 1))
        self._follow()
        if view.clause(self._rows.cursor) != int(text) - 1:
            self._say(f"clause {int(text):,} is not among these; this is the nearest")

    # filters

    def action_filter(self) -> None:
        self._show_clauses()
        self.app.push_screen(Prompt("Only clauses with (12, -12, x12, len > 3)"), self._filter)

    def _filter(self, typed: str | None) -> None:
        if typed and typed.strip():
            try:
                self._select(Selection.parse(typed))
            except InputError as error:
                self._say(printable(str(error)))

    def action_occurrences(self) -> None:
        literals = self._views[-1].literals(self._rows.cursor) if len(self._views[-1]) else ()
        if self._notes is not None or not literals:
            return
        selection = Selection((Condition(literals[self._place]),))
        if selection == self._views[-1].selection:
            self._say(f"these are the clauses with {selection}; left and right choose another literal")
        else:
            self._select(selection)

    @work(thread=True, exclusive=True, exit_on_error=False, group="select", description="select clauses")
    def _select(self, selection: Selection) -> None:
        if self._inspection is not None:
            self.post_message(self.Selected(selection, selection.of(self._inspection.formula)))

    @on(Selected)
    def _show_selected(self, event: Selected) -> None:
        if self._inspection is None:
            return
        if not len(event.clauses):
            self._say(f"no clause has {event.selection}")
            return
        clause = self._views[-1].clause(self._rows.cursor)
        view = ClauseView(self._inspection.formula, event.selection, event.clauses)
        view.cursor = view.row(clause)
        view.top = view.cursor - self._rows.size.height // 2
        self._views.append(view)
        self._show_view()

    # comments and warnings

    def action_comments(self) -> None:
        assert self._inspection is not None
        self._toggle("comments", [(comment.line, comment.text) for comment in self._inspection.formula.comments])

    def action_warnings(self) -> None:
        assert self._inspection is not None
        self._toggle("warnings", [(warning.line, warning.message) for warning in self._inspection.warnings])

    def _toggle(self, what: str, notes: list[tuple[int, str]]) -> None:
        if self._notes is not None and self._notes_head.endswith(what):
            self._show_clauses()
        else:
            self._notes = NoteView(notes, "warning" if what == "warnings" else "plain")
            self._notes_head = f"line  {what}"
            self._show_view()

    def _show_clauses(self) -> None:
        """Put the clauses back in the place of notes."""
        if self._notes is not None:
            self._notes = None
            self._show_view()

    def _show_view(self) -> None:
        self._rows.show(self._notes or self._views[-1])
        self._show_columns()
        self._follow()
        self._show_note()

    # leaving

    def action_solve(self) -> None:
        self.post_message(messages.SolveFile(self._path))

    async def action_back(self) -> None:
        """Back from the notes, then filter by filter, then out."""
        if self._inspection is not None and self._notes is not None:
            self._show_clauses()
        elif len(self._views) > 1:
            self._views.pop()
            self._show_view()
        else:
            await super().action_back()
