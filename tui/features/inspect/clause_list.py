"""The clauses of a formula as a list: all of them, or filter upon filter; and comments or warnings in their place."""

from pathlib import Path
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual import on, work
from textual.message import Message

from engine.base.errors import InputError
from engine.base.text import counted, printable
from engine.sat.formula.selection import ALLOWED, ALLOWED_STATES, Holds, Selection
from engine.sat.formula.words import NUMBERS, Words
from tui.base.dialogs import Prompt
from tui.base.view_rows import ViewRows
from tui.draw.cells import Line, clip, width_of
from tui.features.inspect.clause_view import ClauseView
from tui.features.inspect.formula_reading import FormulaReadingPage
from tui.features.inspect.inspection import Given, Inspection
from tui.features.inspect.note_view import NoteView

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ClauseListPage(FormulaReadingPage):
    """Subclasses yield a ViewRows and lines called `columns` and `position`, and begin with `show_formula`."""

    class Selected(Message):
        """The clauses of a selection were found."""

        def __init__(self, selection: Selection, clauses: "NDArray[np.intp]") -> None:
            super().__init__()
            self.selection, self.clauses = selection, clauses

    def __init__(self, subject: Path | Given) -> None:
        super().__init__(subject)
        self.inspection: Inspection | None = None
        self.words: Words = NUMBERS
        """How literals are called."""
        self.place = 0
        """Which literal of the cursor's clause is chosen, from 0."""
        self.notes: NoteView | None = None
        """Comments or warnings that are shown in place of the clauses."""
        self._views: list[ClauseView] = []
        """All clauses, and on top of that the filters in force."""
        self._notes_head = ""
        self._said = ""

    def show_formula(self, inspection: Inspection) -> None:
        """Begin with all clauses."""
        self.inspection = inspection
        self._views = [ClauseView(inspection)]
        self.clause_list.show(self._views[0])

    # what there is

    @property
    def clause_list(self) -> ViewRows:
        """The list."""
        return self.query_one(ViewRows)

    @property
    def clause(self) -> int | None:
        """The clause (from 0) that the cursor is on; None if there is none."""
        if self.notes is not None or not self._views or not len(self._views[-1]):
            return None
        return self._views[-1].clause(self.clause_list.cursor)

    @property
    def selection(self) -> Selection | None:
        """The filter in force."""
        return self._views[-1].selection if self._views else None

    def named(self, word: str) -> Holds | None:
        """What a word means in a filter besides what every filter knows."""
        return None

    @property
    def nameable(self) -> tuple[str, ...]:
        """Examples of such words."""
        return ()

    def remark(self) -> Line:
        """What is worth a word above the list when nothing else is."""
        return []

    # showing

    def show_around(self) -> None:
        """Show what is around the list: the cursor came to another row, or the list changed."""
        self._show_columns()
        self._show_note()

    def say(self, text: str) -> None:
        """A word above the list, until the cursor moves."""
        self._said = text
        self._show_note()

    def set_words(self, words: Words) -> None:
        """Call the literals so from now on."""
        self.words = words
        for view in self._views:
            view.words = words
        self.clause_list.refresh()
        self.show_around()

    def follow(self) -> None:
        """The cursor came to another row."""
        self.place = 0
        self._said = ""
        self.show_around()

    def _show_columns(self) -> None:
        """The heads of the columns, and where in the list the cursor is."""
        head = f"    {self._notes_head}" if self.notes else self._views[-1].columns if self._views else ""
        rows = self.clause_list
        position = f"{rows.cursor + 1:,} of {len(rows):,} " if self._views and len(rows) else ""
        self.line("columns", [Segment(head, self.palette.dim)])
        self.line("position", [], [Segment(position, self.palette.dim)])

    def _show_note(self) -> None:
        """What was said, the filter in force, the first warning, or a remark."""
        if self.inspection is None:
            return
        formula, warnings, palette = self.inspection.formula, self.inspection.warnings, self.palette
        right: Line = []
        if self.selection is not None and not self._said:
            right = [Segment(f"  {len(self._views[-1]):,} of {counted(len(formula), 'clause')}", palette.dim)]
        room = self.size.width - 2 - width_of(right)
        if self._said:
            text, style = self._said, palette.warning
        elif self.selection is not None:
            text, style = f"filter: {self.selection}", palette.accent
        elif warnings:
            text, style = f"line {warnings[0].line}: {printable(warnings[0].message)}", palette.warning
        else:
            self.line("note", self.remark())
            return
        self.line("note", [Segment(clip(text, room, self.glyphs.ellipsis), style)], right)

    def _show_view(self) -> None:
        self.clause_list.show(self.notes or self._views[-1])
        self.follow()

    # moving

    def choose_literal(self, by: int) -> None:
        """Choose another literal of the cursor's clause."""
        if self.clause is not None:
            length = len(self._views[-1].literals(self.clause_list.cursor))
            self.place = max(0, min(self.place + by, length - 1))
            self.show_around()

    def ask_for_clause(self) -> None:
        """Go to a clause by its number."""
        assert self.inspection is not None
        self.show_clauses()
        self.app.push_screen(Prompt(f"Go to clause (1 to {len(self.inspection.formula):,})"), self._go_to)

    def _go_to(self, typed: str | None) -> None:
        assert self.inspection is not None
        text, highest = (typed or "").strip().replace(",", ""), len(self.inspection.formula)
        if not text:
            return
        if not text.isdecimal() or not 1 <= int(text[:20]) <= highest:
            self.say(f"there are clauses 1 to {highest:,}")
            return
        self.go_to_clause(int(text) - 1)

    def go_to_clause(self, clause: int) -> None:
        """Bring the cursor to a clause (from 0), or to the nearest that the filter lets through."""
        self.show_clauses()
        self.clause_list.go_to_middle(self._views[-1].row(clause))
        self.follow()
        if self.clause != clause:
            self.say(f"clause {clause + 1:,} is not among these; this is the nearest")

    # filters

    def action_filter(self) -> None:
        assert self.inspection is not None
        self.show_clauses()
        states = () if self.inspection.states is None else ALLOWED_STATES
        examples = "  ".join((*ALLOWED, *states, *self.nameable))
        self.app.push_screen(Prompt("Only clauses with", placeholder=examples), self._filter)

    def _filter(self, typed: str | None) -> None:
        assert self.inspection is not None
        if typed and typed.strip():
            try:
                with_states = self.inspection.states is not None
                self.select(Selection.parse(typed, names=self.named, with_states=with_states))
            except InputError as error:
                self.say(printable(", ".join((str(error), *self.nameable))))

    def select_occurrences(self) -> None:
        """Only the clauses with the chosen literal."""
        literals = self._views[-1].literals(self.clause_list.cursor) if self.clause is not None else ()
        if not literals:
            return
        literal = literals[self.place]
        selection = Selection((Holds(frozenset((literal,)), str(literal)),))
        if selection == self.selection:
            self.say(f"these are the clauses with {selection}; left and right choose another literal")
        else:
            self.select(selection)

    @work(thread=True, exclusive=True, exit_on_error=False, group="select", description="select clauses")
    def select(self, selection: Selection) -> None:
        """Only the clauses of a selection, on top of what is shown."""
        if self.inspection is not None:
            self.post_message(self.Selected(selection, selection.of(self.inspection.formula, self.inspection.states)))

    @on(Selected)
    def _show_selected(self, event: Selected) -> None:
        if self.inspection is None:
            return
        if not len(event.clauses):
            self.say(f"no clause has {event.selection}")
            return
        self.notes = None
        clause = self.clause or 0
        view = ClauseView(self.inspection, event.selection, event.clauses, self.words)
        view.cursor = view.row(clause)
        view.top = view.cursor - self.clause_list.size.height // 2
        self._views.append(view)
        self._show_view()

    # comments and warnings

    def action_comments(self) -> None:
        assert self.inspection is not None
        self._toggle("comments", [(comment.line, comment.text) for comment in self.inspection.formula.comments])

    def action_warnings(self) -> None:
        assert self.inspection is not None
        self._toggle("warnings", [(warning.line, warning.message) for warning in self.inspection.warnings])

    def _toggle(self, what: str, notes: list[tuple[int, str]]) -> None:
        if self.notes is not None and self._notes_head.endswith(what):
            self.show_clauses()
        else:
            self.notes = NoteView(notes, "warning" if what == "warnings" else "plain")
            self._notes_head = f"line  {what}"
            self._show_view()

    def show_clauses(self) -> None:
        """Put the clauses back in the place of notes."""
        if self.notes is not None:
            self.notes = None
            self._show_view()

    def unwind(self) -> bool:
        """Take off the notes, or the last filter; tells whether there was something to take off."""
        if self.notes is not None:
            self.show_clauses()
        elif len(self._views) > 1:
            self._views.pop()
            self._show_view()
        else:
            return False
        return True
