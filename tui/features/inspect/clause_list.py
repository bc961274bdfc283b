"""The list of clauses: all of them or those that pass nested filters; comments or warnings can replace it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.message import Message

from engine.base.language import Sentence, _
from engine.base.text import printable
from engine.sat.formula.formula import Literals
from engine.sat.formula.selection import ClauseFilter, Selection
from engine.sat.formula.words import NUMBERS, Words
from tui.base.rows import Rows
from tui.draw.cells import Line, clip, pad, pad_left, width_of
from tui.draw.palette import Glyphs, Palette
from tui.features.inspect.inspection import Inspection
from tui.features.inspect.panels import FormulaScene
from tui.features.inspect.part_view import PartView
from tui.features.inspect.words import EMPTY_CLAUSE, LINE_COLUMN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_STATE = 7
"""Columns of a clause's state."""


_WITH_MEANING, _MAX_NAMES = 46, 20
"""Minimum columns for literals and their meaning, and the most literals that are named there."""


class ClauseView:
    """The clauses of a formula or of a selection (ascending indices), written as numbers or in `words`.

    `cursor` and `top` store the position while the list shows another view.
    """

    def __init__(
        self,
        inspection: Inspection,
        selection: Selection | None = None,
        clauses: "NDArray[np.intp] | None" = None,
        words: Words = NUMBERS,
        selector: "NoteView | PartView | None" = None,
    ) -> None:
        """`selector` is the view in which the selection was made, to which the user returns."""
        self.selection = selection
        self.selector = selector
        self.words = words
        self.meaning: Words | None = None
        """The words that repeat each clause in a column of its own, if literals are numbers and there is room."""
        self.cursor = 0
        self.top = 0
        self._inspection = inspection
        self._clauses = clauses
        self._number = max(len(str(len(inspection.formula))), 3) + 2
        self._length = max(len(str(max(inspection.statistics.lengths, default=0))), cell_len(_("len"))) + 2

    def __len__(self) -> int:
        return len(self._inspection.formula) if self._clauses is None else len(self._clauses)

    @property
    def columns(self) -> str:
        """The column headings."""
        state = "" if self._inspection.states is None else f"  {pad(_('state'), _STATE - 2)}"
        content_head = _("rules") if self.words.rules else _("literals")
        return f"{'#':>{self._number}}{pad_left(_('len'), self._length)}{state}  {content_head}"

    def clause(self, row: int) -> int:
        """The index of the clause in a row."""
        return row if self._clauses is None else int(self._clauses[row])

    def literals(self, row: int) -> Literals:
        """The literals of the clause in a row."""
        return self._inspection.formula[self.clause(row)]

    def row(self, clause: int) -> int:
        """The row of a clause, or of the next visible one."""
        return clause if self._clauses is None else int(self._clauses.searchsorted(clause))

    def draw(self, index: int, width: int, is_selected: bool, palette: Palette, glyphs: Glyphs) -> Line:
        """Return the text of a row in at most `width` cells."""
        clause, formula = self.clause(index), self._inspection.formula
        scene = FormulaScene(self._inspection, palette, glyphs)
        start, end = formula.starts[clause], formula.starts[clause + 1]
        line = [Segment(f"{clause + 1:>{self._number}}{end - start:>{self._length}}  ", palette.dim)]
        if self._inspection.states is not None:
            state = self._inspection.state(clause)
            line.append(Segment(pad(_(state), _STATE), scene.state_ink(state)))
        room = whole = width - width_of(line) - 1
        meaning = self.meaning if self.words is NUMBERS and room >= _WITH_MEANING else None
        if meaning:
            room = whole * 2 // 5 - 2
        if start == end:
            line.append(Segment(clip(str(EMPTY_CLAUSE), room, glyphs.ellipsis), palette.bad))
        elif rule := self.words.rule(clause):
            line.append(Segment(clip(rule, room, glyphs.ellipsis), palette.plain))
        else:
            line += self._literals(scene, start, end, room)
        if meaning:
            first = formula.literals[start : min(end, start + _MAX_NAMES)]
            names = [meaning.literal(literal) for literal in map(int, first)]
            text = meaning.rule(clause) or ("" if names == [*map(str, first)] else meaning.between.join(names))
            gap = " " * (width - 1 - whole + room + 2 - width_of(line))
            line += [Segment(gap), Segment(clip(text, whole - room - 2, glyphs.ellipsis), palette.dim)]
        if is_selected:
            return [Segment("".join(segment.text for segment in line), palette.selected)]
        return line

    def _literals(self, scene: FormulaScene, start: int, end: int, room: int) -> Line:
        """Return as many whole literals as fit, in one segment for each run of the same style."""
        line: Line = []
        marked, ellipsis = self.selection.literals if self.selection else (), scene.glyphs.ellipsis
        between, used_width = self.words.between, 0
        for place in range(start, end):
            literal = self._inspection.formula.literals[place]
            text = between * (place > start) + self.words.literal(literal)
            rest = len(ellipsis) + 1 if place + 1 < end else 0
            if used_width + cell_len(text) + rest > room:
                return [*line, Segment(f" {ellipsis}" if used_width else ellipsis, scene.palette.plain)]
            used_width += cell_len(text)
            style = scene.palette.accent if literal in marked else scene.ink(literal)
            if line and line[-1].style == style:
                line[-1] = Segment(line[-1].text + text, style)
            else:
                line.append(Segment(text, style))
        return line


class NoteView:
    """Comments, or warnings if `warn`, one a row, each with its line number (0 for none)."""

    def __init__(self, title: Sentence, notes: Sequence[tuple[int, str]], *, warn: bool = False) -> None:
        """`title` is the heading of the notes."""
        self.columns = f"{pad_left(str(LINE_COLUMN), 8)}  {title}"
        """The column headings."""
        self.notes = notes
        self.warn = warn
        self.cursor = 0
        self.top = 0

    def __len__(self) -> int:
        return len(self.notes)

    def line(self, row: int) -> int:
        """The line of the file with the note; 0 for none."""
        return self.notes[row][0]

    def text(self, row: int) -> str:
        """The text of a note."""
        return self.notes[row][1]

    def part(self, row: int) -> ClauseFilter | None:
        """Return None: a note is not part of the formula."""
        return None

    def draw(self, index: int, width: int, is_selected: bool, palette: Palette, glyphs: Glyphs) -> Line:
        """Return the text of a row in at most `width` cells."""
        line, text = self.notes[index]
        head = f"  {line or '':>6}  "
        body = clip(printable(text[: 2 * width]), width - cell_len(head), glyphs.ellipsis)
        if is_selected:
            return [Segment(head + body, palette.selected)]
        return [Segment(head, palette.dim), Segment(body, palette.warning if self.warn else palette.plain)]


class ClauseList(Rows):
    """Shows the view on top of a stack; the views below keep their positions. Keys also select a literal of the clause.

    `Moved` is also posted when another literal is selected, but not when the view changes, which the caller knows.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "choose(-1)", "literal left", show=False, tooltip="the previous literal"),
        Binding("right,l", "choose(1)", "literal", key_display="left right", tooltip="the next literal of the clause"),
        Binding("enter", "enter", "clauses", tooltip="the clauses with the literal or the cell; the note's line"),
    ]

    class RowOpened(Message):
        """Posted when the user opens the row under the cursor."""

    def __init__(self) -> None:
        super().__init__()
        self.words: Words = NUMBERS
        """The words for literals."""
        self._meaning: Words | None = None
        self.notes: NoteView | PartView | None = None
        """The comments, warnings or parts that replace the clauses."""
        self._inspection: Inspection | None = None
        self._views: list[ClauseView] = []
        """All clauses, then a view for each filter on top of the previous one."""
        self._selected_place = (0, 0)
        """The index of the selected literal, and the row of its clause; in all other rows the index is 0."""

    def open(self, inspection: Inspection) -> None:
        """Show all clauses."""
        self._inspection = inspection
        self._show([ClauseView(inspection)])

    # the current view

    def __len__(self) -> int:
        return len(self.view) if self.view is not None else 0

    @property
    def view(self) -> ClauseView | NoteView | PartView | None:
        """The current view; None before there is one."""
        return self.notes if self.notes is not None else self._views[-1] if self._views else None

    @property
    def selection(self) -> Selection | None:
        """The current filter."""
        return self._views[-1].selection if self._views else None

    @property
    def selected(self) -> int:
        """The number of clauses that pass the filter."""
        return len(self._views[-1]) if self._views else 0

    @property
    def clause(self) -> int | None:
        """The index of the clause under the cursor; None if there is none."""
        view = self.view
        return view.clause(self.cursor) if isinstance(view, ClauseView) and len(view) else None

    @property
    def literals(self) -> Literals:
        """The literals of the clause under the cursor."""
        view = self.view
        return view.literals(self.cursor) if isinstance(view, ClauseView) and len(view) else ()

    @property
    def place(self) -> int:
        """The index of the selected literal in its clause."""
        place, row = self._selected_place
        return place if row == self.cursor else 0

    @property
    def literal(self) -> int | None:
        """The selected literal; None if there is none."""
        return self.literals[self.place] if self.literals else None

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        assert self.view is not None, "without a view there are no rows"
        return self.view.draw(index, width, is_selected, self.palette, self.glyphs)

    # changing the view

    def set_words(self, words: Words) -> None:
        """Write literals in these words from now on."""
        self.words = words
        for view in self._views:
            view.words = words
        self.refresh()

    def set_meaning(self, words: Words) -> None:
        """Show in these words what clauses mean, beside their numbers."""
        self._meaning = words
        self._show_meaning()

    def _show_meaning(self) -> None:
        for view in self._views:
            view.meaning = self._meaning
        self.refresh()

    def add_filter(self, selection: Selection, clauses: "NDArray[np.intp]") -> None:
        """Show only these clauses (ascending), all of which pass the current filter."""
        assert self._inspection is not None, "what is filtered is there"
        view = ClauseView(self._inspection, selection, clauses, self.words, self.notes)
        view.cursor = view.row(self._views[-1].clause(self._views[-1].cursor) if self.notes else self.clause or 0)
        view.top = view.cursor - self.size.height // 2
        self._show([*self._views, view])

    def show_notes(self, notes: NoteView | PartView) -> None:
        """Replace the clauses by notes."""
        self._show(self._views, notes)

    def show_clauses(self) -> None:
        """Replace the notes by the clauses."""
        if self.notes is not None:
            self._show(self._views)

    def go_to_clause(self, clause: int) -> None:
        """Move the cursor to a clause (from 0), or to the nearest one that passes the filter."""
        self.show_clauses()
        row = self._views[-1].row(clause)
        self.reset(row, row - self.size.height // 2)

    def unwind(self) -> bool:
        """Remove the notes or the last filter; returns whether there was anything to remove."""
        if self.notes is not None:
            self._show(self._views)
        elif len(self._views) > 1:
            self._show(self._views[:-1], self._views[-1].selector)
        else:
            return False
        return True

    def _show(self, views: list[ClauseView], notes: NoteView | PartView | None = None) -> None:
        if self.view is not None:
            self.view.cursor, self.view.top = self.cursor, self.top
        self._views, self.notes = views, notes
        self._show_meaning()
        self._selected_place = (0, 0)
        view = notes if notes is not None else views[-1]
        self.reset(view.cursor, view.top)

    # keys

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Without clauses, only keys that move the cursor work."""
        return dict.fromkeys(("choose", "enter"), self._inspection is not None)

    def action_choose(self, by: int) -> None:
        if isinstance(self.notes, PartView):
            self.go(self.notes.heading(self.cursor, by))
        elif self.literals:
            self._selected_place = (max(0, min(self.place + by, len(self.literals) - 1)), self.cursor)
            self.post_message(self.Moved(self))

    def action_enter(self) -> None:
        self.post_message(self.RowOpened())

    def on_rows_row_clicked(self) -> None:
        if isinstance(self.notes, PartView):
            self.action_enter()
