"""The inspector: every clause of a formula, its place in the file, its meaning, and the structure of the formula."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Self, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Vertical
from textual.events import Resize
from textual.reactive import reactive

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext, ungrouped
from engine.base.text import joined, pluralized, printable
from engine.sat.formula.selection import ALLOWED, ALLOWED_STATES, KINDS, ContainsLiteral, Selection
from engine.sat.formula.words import NUMBERS, Words
from tui.base import requests
from tui.base.background import Job, call, cancellable, complaint
from tui.base.base_app import BaseApp
from tui.base.dialogs import Prompt
from tui.base.key_names import key_words
from tui.base.keymap import MovedBinding
from tui.base.page import Page
from tui.base.picture_view import PanelView
from tui.base.rows import Rows
from tui.base.text_block import TextLine
from tui.draw.bars import bar, progress
from tui.draw.cells import Line, clip, clip_middle, justify, width_of, wrap_line
from tui.draw.face import Chip
from tui.draw.panels import MARGIN, Panel, PanelContent, Stack
from tui.features.inspect import words as say
from tui.features.inspect.arrangement import Arrangement, ListReplacement
from tui.features.inspect.board_pane import BoardPane
from tui.features.inspect.clause_list import ClauseList, NoteView
from tui.features.inspect.file_pane import FilePane
from tui.features.inspect.inspection import Inspection, Subject, read_formula, remarks_on, structure_of, sudoku_in
from tui.features.inspect.panels import CLAUSE, FormulaScene, clause, counts, statistics
from tui.features.inspect.part_view import PartView, constraint_view, lint_view, structure_view

if TYPE_CHECKING:  # slow to import, so the worker does it
    import numpy as np
    from numpy.typing import NDArray

    from engine.sudoku.as_sat.sudoku_formula import SudokuFormula

Found = TypeVar("Found")

WIDE = 120
"""Minimum columns for panes beside the list."""
MAX_SIZE = 200_000
"""Maximum number of clauses of a formula in which the screen looks for a sudoku without being asked."""
_DETAIL = 4
"""Rows for the cursor's row in full."""
_SHARE, _BYTES, _FILE_NAME = 24, 30, 40
"""Columns of the bars of progress (of finding parts, of reading), and maximum columns of a file name."""
_LOOK_FOR_PARTS = "look for parts"
"""The job that finds the structure, or the remarks."""
_NEED_FORMULA = (
    "filter", "go_to", "statistics", "structure", "lint", "constraints", "raw", "cells", "board", "solve", "comments",
    "warnings",
)  # fmt: skip
"""Actions that need a formula."""


class InspectorScreen(Page):
    """Shows a formula, or why a file can't be read as one, with the lines around the error.

    In a wide terminal the board and the statistics are beside the list; in a small one, keys show them in its place.
    Keys go to the focused pane.
    """

    HEADING = lazy_gettext("inspector")
    PARTS = (ClauseList, FilePane, BoardPane)
    FIRST = ("filter", "choose(1)", "enter")
    DEFAULT_CSS = """
    InspectorScreen #top { height: 1; }
    InspectorScreen.-board #top { display: none; }
    InspectorScreen #foot { height: 6; }
    InspectorScreen.-board #foot { display: none; }
    InspectorScreen #body { height: 1fr; layout: vertical; }
    InspectorScreen.-wide #body { layout: horizontal; }
    InspectorScreen #side { display: none; height: 1fr; }
    InspectorScreen.-wide #side { width: 17fr; margin-left: 1; }
    InspectorScreen #main { width: 1fr; height: 1fr; }
    InspectorScreen.-wide #main { width: 23fr; }
    """
    BINDINGS = [
        Binding("slash", "filter", "filter", key_display="/", tooltip="only some clauses: by literal, length, state"),
        MovedBinding("f", "raw", "file", tooltip="the file itself, at the clause", former="t"),
        MovedBinding("m", "cells", "cells", former="d",
                     tooltip="literals as cells, or by the names in the file, or as numbers again"),
        Binding("b", "board", "board", tooltip="the board: pick a cell to see its clauses"),
        MovedBinding("number_sign", "statistics", "counts", key_display="#", former="i",
                     tooltip="lengths, most frequent variables, signs"),
        Binding("g", "go_to", "go to", tooltip="go to a clause by its number, in the file to a line"),
        Binding("s", "solve", "solve", tooltip="solve the formula"),
        Binding("c", "comments", "comments", tooltip="the comments, or the clauses again"),
        Binding("w", "warnings", "warnings", tooltip="warnings of the reader, or the clauses again"),
        Binding("x", "structure", "structure", show=False, tooltip="equations, groups and gates, or the clauses"),
        Binding("o", "constraints", "constraints", show=False,
                tooltip="the linear constraints of the file, or the clauses that encode them"),
        Binding("exclamation_mark", "lint", "remarks", key_display="!", show=False,
                tooltip="remarks on the encoding: what is redundant or seems to be missing"),
        Binding("escape", "back", "back", key_display="esc", tooltip="remove the last filter, then leave"),
    ]  # fmt: skip

    arrangement = reactive(Arrangement(), repaint=False)

    @classmethod
    async def from_request(cls, request: requests.InspectFile | requests.InspectFormula, _app: BaseApp, /) -> Self:
        if isinstance(request, requests.InspectFile):
            return cls(Subject.of_file(request.path, request.document))
        return cls(Subject(request.name, request.path, request.formula, assignment=request.assignment))

    def __init__(self, subject: Subject) -> None:
        super().__init__()
        self.subject = subject
        self.inspection: Inspection | None = None
        self._error: InputError | None = None
        """The reason why the file can't be read."""
        self._sudoku: SudokuFormula | None = None
        """The sudoku that the formula encodes."""
        self._no_sudoku_reason: str | None = None
        """The reason why it encodes none, "" if there is nothing to say; None while unknown."""
        self._part_views: dict[str, PartView] = {}
        """The equations, groups and gates, and the remarks on the encoding, once found; by the name of the action."""
        self._parts_share: float | None = None
        """The progress of finding them (0 to 1), if it takes long."""
        self._cells_pending = False
        """Whether to show the cells as soon as a sudoku is found."""
        self._progress: tuple[int, int] | None = None
        """The number of bytes read and their total; None unless reading takes long."""
        self._message = ""
        """A message above the list, until the cursor moves."""
        self._list = ClauseList()
        self._board = BoardPane()
        self._file = FilePane(subject.path) if subject.path is not None else None

    def content(self) -> ComposeResult:
        yield PanelView(self._top, margin=1, id="top")
        with Container(id="body"):
            with Vertical(id="main") as main:
                self.put_frame(main, say.CLAUSES, "filter", "enter")
                yield TextLine("columns")
                yield self._list
            with Vertical(id="side"):
                yield self._board
                if self._file is not None:
                    yield self._file
                yield PanelView(self._statistics, id="statistics")
        yield PanelView(self._foot, margin=MARGIN, framed_margin=0, id="foot")

    @property
    def topic(self) -> str:
        return self.subject.name

    @property
    def header_facts(self) -> Sequence[str]:
        if self.inspection is None:
            return ()
        formula, warnings = self.inspection.formula, len(self.inspection.warnings)
        facts = [pluralized(formula.variables, "variable"), pluralized(len(formula), "clause")]
        facts += [pluralized(len(self.inspection.constraints), "constraint")] * bool(self.inspection.constraints)
        facts += [pluralized(warnings, "warning")] * bool(warnings)
        return [*facts, pluralized(len(formula.comments), "comment")]

    @property
    def header_chips(self) -> Sequence[Chip]:
        return [Chip(str(say.CANNOT_BE_READ), "bad")] if self._error is not None else ()

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Only the actions that apply to this formula; before it is read, few."""
        found = self.inspection
        if found is None:
            return dict.fromkeys(_NEED_FORMULA, False)
        return {
            "raw": self._file is not None,
            "cells": self._no_sudoku_reason is None or found.names is not None,
            "board": self._sudoku is not None,
            "statistics": not self.arrangement.wide,
            "solve": self.subject.solvable,
            "constraints": bool(found.constraints),
            "comments": bool(found.formula.comments),
            "warnings": bool(found.warnings),
        }

    @cached_property
    def _in_force(self) -> list[Binding]:
        arrows, in_words = self.glyphs.arrows[2:], key_words("left right")
        bindings = super()._in_force
        return [
            replace(binding, key_display=arrows) if binding.key_display == in_words else binding for binding in bindings
        ]

    # reading

    def on_mount(self) -> None:
        self.background.start(
            "read the formula",
            partial(read_formula, self.subject),
            self._show_formula,
            failed=self._show_error,
            news=self._show_progress,
            slow=lambda: self._show_progress((0, 0)),
        )

    def _show_progress(self, progress: tuple[int, int]) -> None:
        self._progress = progress
        self.query_one("#top", PanelView).redraw()

    def _show_formula(self, inspection: Inspection) -> None:
        self.inspection = inspection
        self._list.open(inspection)
        if inspection.names is not None:
            self._list.set_meaning(inspection.names)
        self._arrange(formula=True)
        if inspection.constraints:
            self.action_constraints()
        if len(inspection.formula) <= MAX_SIZE:
            self._look_for_sudoku(inspection)

    def _show_error(self, error: Exception) -> None:
        self._error = error if isinstance(error, InputError) else InputError(complaint(error))
        self._arrange(broken=True, file=True)
        if self._file is not None:
            self._file.is_formula = False
            self.set_focus(self._file)
            if self._error.line is not None:
                self._file.error_line = self._error.line
                self._file.show_line(self._error.line)

    def _look_for_sudoku(self, inspection: Inspection) -> None:
        self.background.start("look for a sudoku", call(sudoku_in, inspection.formula), self._show_sudoku)

    def _show_sudoku(self, found: "SudokuFormula | str") -> None:
        if isinstance(found, str):
            self._no_sudoku_reason = found
            self.refresh_keys()
        else:
            from engine.sudoku.as_sat.cell_words import CellWords

            self._sudoku = found
            self._list.set_meaning(CellWords(found, self.glyphs.unequal))
            self._board.open(found, self.inspection.assignment if self.inspection else None)
            self._arrange(board=True)
        if self._cells_pending:
            self._message = ""
            self.action_cells()
        self._show_around()

    # the arrangement of panes

    def on_resize(self, event: Resize) -> None:
        self._arrange(wide=self.size.width >= WIDE)
        self.call_after_refresh(self.redraw)

    def _arrange(self, **changes: bool | ListReplacement) -> None:
        self.arrangement = replace(self.arrangement, **changes)  # type: ignore[arg-type]

    def watch_arrangement(self, arrangement: Arrangement) -> None:
        """Show the panes that fit; if the focused pane is hidden, the list gets the focus."""
        self.set_class(arrangement.wide, "-wide")
        self.set_class(arrangement.words_in_board, "-board")
        visible = arrangement.visible_panes
        for selector, display in visible.items():
            self.query(selector).set(display=display)
        if self.focused is None or not visible.get(type(self.focused).__name__, visible["#main"]):
            self.set_focus(self._list)
        self.refresh_keys()
        self.call_after_refresh(self.redraw)

    def _return(self) -> None:
        self._arrange(replacement=ListReplacement.NOTHING)
        self.set_focus(self._list)

    def on_descendant_focus(self) -> None:
        self._show_around()

    # showing

    @property
    def _scene(self) -> FormulaScene | None:
        words, inspection = self._list.words, self.inspection
        return FormulaScene(inspection, self.palette, self.glyphs, words) if inspection is not None else None

    def redraw(self) -> None:
        self.query_one("#statistics", PanelView).redraw()
        for rows in self.query(Rows):
            rows.refresh()
        self._show_around()

    def _top(self, width: int, _: int) -> list[Line]:
        return [self._top_line(width)]

    def _statistics(self, width: int, height: int) -> PanelContent:
        if self._scene is None:
            return []
        parts = [(self.first_key("structure"), str(say.PARTS_EDGE))] if self.arrangement.wide else []
        return statistics(self._scene, width, height, parts)

    def _foot(self, width: int, _: int) -> Stack:
        """Return the row of the cursor in full, and the lengths of the clauses if no pane is beside the list."""
        detail = Panel(lambda columns, _: self._detail(columns)[:_DETAIL], self._detail_title())
        if self.arrangement.wide or self._scene is None:
            return Stack([detail])
        return Stack([detail, Panel([justify(*counts(self._scene, width), width)], rows=1)])

    def _detail_title(self) -> str:
        notes, clause = self._list.notes, self._list.clause
        if notes is not None or clause is None:
            return str(say.IN_FULL)
        return CLAUSE.format(number=clause + 1)

    def _show_message(self, sentence: str) -> None:
        """Show a message above the list until the cursor moves."""
        self._message = sentence
        self.query_one("#top", PanelView).redraw()

    def _show_row(self) -> None:
        self._message = ""
        self._show_around()

    def _show_around(self) -> None:
        """Update the other panes for the positions of the cursors."""
        view, rows, palette = self._list.view, self._list, self.palette
        place = Segment(f"{rows.row_text} ", palette.dim)
        self._show_line("columns", [Segment(view.columns if view else "", palette.dim)], [place])
        self._board.mark(rows.literals, self._words_beside_board())
        self._point_in_file()
        self.refresh_header()
        for name in ("#top", "#foot"):
            self.query_one(name, PanelView).redraw()

    def _show_line(self, name: str, left: Line, right: Line) -> None:
        self.query_one(f"#{name}", TextLine).show(left, right)

    def _top_line(self, width: int) -> Line:
        """Return the most important of: progress, message, filter, first warning, sudoku, first comment."""
        palette = self.palette
        if self.inspection is None:
            return self._reading(width)
        if (share := self._parts_share) is not None:
            left = [Segment(f"{say.LOOKING_FOR_STRUCTURE}  "), *progress(share, _SHARE, palette, self.glyphs)]
            return justify(left, [Segment(say.KEY_STOPS.format(key=self.key("back")), palette.dim)], width)
        formula, warnings = self.inspection.formula, self.inspection.warnings
        comments = (printable(comment.text).strip() for comment in formula.comments)
        right: Line = []
        if self._message:
            text, style = self._message, palette.warning
        elif self._list.selection is not None:
            text, style = _("filter: {selection}").format(selection=self._list.selection), palette.accent
            total = pluralized(len(formula), "clause")
            right = [Segment(f"  {say.OF_CLAUSES.format(count=self._list.selected, clauses=total)}", palette.dim)]
        elif warnings:
            text, style = say.at_line(warnings[0].line, printable(warnings[0].message)), palette.warning
        elif self._sudoku is not None:
            puzzle, key = self._sudoku.puzzle, self.key("cells")
            text, style = say.sudoku(puzzle.layout.label, puzzle.holes, self._sudoku.is_reduced, key), palette.good
        elif self._no_sudoku_reason:
            text, style = self._no_sudoku_reason, palette.warning
        else:
            text, style = next(filter(None, comments), ""), palette.dim
        segment = Segment(clip(text, width - width_of(right), self.glyphs.ellipsis), style)
        return justify([segment], right, width)

    def _reading(self, width: int) -> Line:
        if self._progress is None or self._error is not None:
            return []
        done, total = self._progress
        left = [Segment(f"{say.READING}  ", self.palette.dim)]
        if total:
            drawn = Segment(bar(done / total, _BYTES, self.glyphs), self.palette.bar)
            left += [drawn, Segment("  " + say.BYTES_READ.format(done=done / 1e6, total=total / 1e6))]
        return justify(left, [Segment(say.KEY_STOPS.format(key=self.key("back")), self.palette.dim)], width)

    def _words_beside_board(self) -> list[tuple[str, Style]]:
        """Return the words on the clause and the picked cell, if only the board is visible."""
        if not self.arrangement.words_in_board or self._sudoku is None:
            return []
        palette, clause = self.palette, self._list.clause
        words: list[tuple[str, Style]] = []
        if clause is not None:
            words += [
                (_("clause {clause:,}").format(clause=clause + 1), palette.dim),
                (self._sudoku.rule(clause), palette.plain),
            ]
        if self.focused is self._board:
            words += [("", palette.plain), *self._board.cell_words(), ("", palette.plain)]
            words.append((say.KEY_CLAUSES.format(key=self.key("enter")), palette.dim))
            words.append((say.KEY_BACK.format(key=self.key("back")), palette.dim))
        return words

    def _point_in_file(self) -> None:
        """Mark the clause, or the line of the note, in the file."""
        if self._file is None or not self._file.display:
            return
        notes = self._list.notes
        if self.focused is not self._file:
            if notes is not None:
                self._file.show_line(notes.line(self._list.cursor))
            else:
                self._file.show_clause(self._list.clause)
        self._frame_file()

    @on(FilePane.Read)
    def _frame_file(self) -> None:
        file = self._file
        if file is None:
            return
        name = clip_middle(printable(file.path.name), _FILE_NAME, self.glyphs.ellipsis)
        title = name if self.is_framed else joined([name, file.row_text])
        self.put_frame(file, title, aside=file.row_text)
        if file.text and self.inspection and file.text.clauses != len(self.inspection.formula):
            self._show_message(str(say.CHANGED))

    def _detail(self, width: int) -> list[Line]:
        palette, rows = self.palette, self._list
        if self._error is not None:
            message = say.at_line(self._error.line, printable(self._error.message))
            return wrap_line([Segment(message, palette.bad)], width)
        if self._scene is None:
            return []
        if rows.notes is not None:
            note = rows.notes.text(rows.cursor)[: 2 * _DETAIL * width] if len(rows) else ""
            return wrap_line([Segment(printable(note))], width)
        if self.focused is self._board:
            return [line for text, _ in self._board.cell_words() for line in wrap_line([Segment(text)], width)]
        if rows.clause is None:
            return [[Segment(str(say.NO_CLAUSES), palette.dim)]]
        return clause(self._scene, rows.clause, rows.place, width, _DETAIL)

    # navigation

    @on(Rows.Moved)
    def _moved(self, event: Rows.Moved) -> None:
        if event.rows is self._list:
            self._show_row()
        else:
            self._frame_file()

    @on(BoardPane.CellPicked)
    def _picked(self) -> None:
        self._show_around()

    @on(ClauseList.RowOpened)
    def _enter_clause(self) -> None:
        """Show the clauses with the selected literal, those of the part, or the line of the note."""
        rows, literal = self._list, self._list.literal
        if rows.notes is not None and (part := rows.notes.part(rows.cursor)) is not None:
            self._select(Selection((part,)))
        elif rows.notes is not None:
            line = rows.notes.line(rows.cursor)
            if line or isinstance(rows.notes, NoteView):
                self._go_to_line(line)
        elif literal is not None:
            selection = Selection((ContainsLiteral.literal(literal),))
            if selection == rows.selection:
                self._show_message(say.ALREADY_SELECTED.format(selection=selection, keys=self.key("choose(1)")))
            else:
                self._select(selection)

    @on(FilePane.LineOpened)
    def _enter_line(self) -> None:
        clause = self._file.clause_at_cursor() if self._file is not None and self.inspection is not None else None
        if clause is not None:
            self.set_focus(self._list)
            self._go_to_clause(clause)

    @on(BoardPane.CellOpened)
    def _enter_cell(self) -> None:
        from engine.sudoku.as_sat.cell_selection import cell_condition

        sudoku, cell = self._sudoku, self._board.cell
        self._return()
        if sudoku is None:
            return
        if sudoku.candidates(cell):
            self._select(Selection((cell_condition(sudoku, cell),)))
        else:
            self._show_message(say.CELL_KNOWN.format(cell=sudoku.puzzle.layout.cell_name(cell)))

    @work
    async def action_go_to(self) -> None:
        file = self._file if self.focused is self._file else None
        last = len(file) if file else len(self.inspection.formula) if self.inspection else 0
        typed = await self.ask(Prompt((say.ASK_LINE if file else say.ASK_CLAUSE).format(last=last)))
        number = ungrouped((typed or "").strip())
        if not number:
            return
        if not number.isdecimal() or not 1 <= int(number[:20]) <= last:
            self._list.show_clauses()
            self._show_message((say.LINE_NUMBERS if file else say.CLAUSE_NUMBERS).format(last=last))
        elif file:
            file.show_line(int(number))
        else:
            self._go_to_clause(int(number) - 1)

    def _go_to_clause(self, clause: int) -> None:
        self._list.go_to_clause(clause)
        self._show_row()
        if self._list.clause != clause:
            self._show_message(say.NEAREST.format(clause=clause + 1))

    def _go_to_line(self, line: int) -> None:
        if self._file is None or line == 0:
            self._show_message(str(say.NO_FILE))
            return
        self._arrange(file=True)
        self.set_focus(self._file)
        self._file.show_line(line)

    # filters

    @work
    async def action_filter(self) -> None:
        assert self.inspection is not None
        if self._shows_constraints:
            typed = await self.ask(Prompt(str(say.ONLY_CONSTRAINTS), placeholder="x1"))
            self._list.show_notes(constraint_view(self.inspection.constraints, self.key("enter"), typed or ""))
            self._show_row()
            return
        sudoku, with_states = self._sudoku, self.inspection.states is not None
        cells: tuple[str, ...] = ()
        if sudoku is not None:
            from engine.sudoku.as_sat.cell_selection import EXAMPLES as CELLS
            from engine.sudoku.as_sat.cell_selection import named_condition

            cells = CELLS
        examples = (*ALLOWED, *(ALLOWED_STATES if with_states else ()), *cells, *KINDS)
        typed = await self.ask(Prompt(str(say.ONLY_CLAUSES), placeholder="  ".join(examples)))
        if not typed or not typed.strip():
            return
        try:
            names = partial(named_condition, sudoku) if sudoku is not None else lambda _: None
            self._select(Selection.parse(typed, names=names, with_states=with_states))
        except InputError as error:
            self._list.show_clauses()
            self._show_message(printable(", ".join((str(error), *cells))))

    def _select(self, selection: Selection) -> None:
        assert self.inspection is not None
        formula, states = self.inspection.formula, self.inspection.states
        self.background.start(
            "select clauses", call(selection.of, formula, states), partial(self._show_selected, selection), here=True
        )

    def _show_selected(self, selection: Selection, clauses: "NDArray[np.intp]") -> None:
        if len(clauses):
            self._list.add_filter(selection, clauses)
            self._show_row()
        else:
            self._list.show_clauses()
            self._show_message(say.NONE_SELECTED.format(selection=selection))

    # display options

    def action_cells(self) -> None:
        if self._sudoku is not None:
            from engine.sudoku.as_sat.cell_words import CellWords

            self._write_as(CellWords(self._sudoku, self.glyphs.unequal))
        elif self.inspection is not None and self.inspection.names is not None:
            self._write_as(self.inspection.names)
        elif self._no_sudoku_reason is not None:
            self._show_message(str(self._no_sudoku_reason or say.NO_SUDOKU))
        elif self.inspection is not None:
            self._cells_pending = not self._cells_pending
            self._show_message(str(say.LOOKING if self._cells_pending else ""))
            if not self.background.is_running("look for a sudoku"):
                self._look_for_sudoku(self.inspection)

    def _write_as(self, words: Words) -> None:
        """Write literals in these words, or as numbers if they are in words already."""
        self._list.set_words(words if self._list.words is NUMBERS else NUMBERS)
        self._show_around()

    def action_comments(self) -> None:
        assert self.inspection is not None
        notes = [(comment.line, comment.text) for comment in self.inspection.formula.comments]
        self._toggle(NoteView(say.COMMENTS, notes))

    def action_warnings(self) -> None:
        assert self.inspection is not None
        notes = [(warning.line, warning.message) for warning in self.inspection.warnings]
        self._toggle(NoteView(say.WARNINGS, notes, warn=True))

    def action_constraints(self) -> None:
        """Show the linear constraints of the file, or the clauses."""
        assert self.inspection is not None
        if self._shows_constraints:
            self._list.show_clauses()
        else:
            self._list.show_notes(constraint_view(self.inspection.constraints, self.key("enter")))
        self._show_row()

    @property
    def _shows_constraints(self) -> bool:
        notes = self._list.notes
        return notes is not None and notes.columns == constraint_view((), self.key("enter")).columns

    def action_structure(self) -> None:
        """Show equations, groups and gates, or the clauses."""
        assert self.inspection is not None
        find = partial(structure_of, self.inspection.formula)
        self._show_parts("structure", find, lambda structure: structure_view(structure, self.key("enter")))

    def action_lint(self) -> None:
        """Show the remarks on the encoding, or the clauses."""
        assert self.inspection is not None
        find, names = cancellable(remarks_on, self.inspection.formula), self.inspection.names
        self._show_parts("lint", find, lambda report: lint_view(report, names, self.key("enter")), share=0.0)

    def _show_parts(
        self,
        name: str,
        find: Callable[[Job[float]], Found],
        view: Callable[[Found], PartView],
        share: float | None = None,
    ) -> None:
        """Show a view of parts, or the clauses if it is visible; find the parts first, with `share` as the progress."""

        def show(found: Found) -> None:
            self._show_parts_share(None)
            self._part_views[name] = view(found)
            self._toggle(self._part_views[name])

        if name in self._part_views:
            self._toggle(self._part_views[name])
        elif not self.background.is_running(_LOOK_FOR_PARTS):
            self._show_parts_share(share)
            self.background.start(_LOOK_FOR_PARTS, find, show, news=self._show_parts_share)

    def _show_parts_share(self, share: float | None) -> None:
        self._parts_share = share
        self.query_one("#top", PanelView).redraw()

    def _toggle(self, notes: NoteView | PartView) -> None:
        """Show notes in place of the clauses, or the clauses if these notes are visible."""
        if self._list.notes is not None and self._list.notes.columns == notes.columns:
            self._list.show_clauses()
        else:
            self._list.show_notes(notes)
        self._show_row()

    def action_raw(self) -> None:
        self._arrange(file=not self.arrangement.file or self.arrangement.replacement is not ListReplacement.NOTHING)
        self._return()

    def action_statistics(self) -> None:
        is_visible = self.arrangement.replacement is ListReplacement.STATISTICS
        self._arrange(replacement=ListReplacement.NOTHING if is_visible else ListReplacement.STATISTICS)
        self.set_focus(self._list)

    def action_board(self) -> None:
        if self.focused is self._board:
            self._return()
            return
        if self._sudoku is not None and self._list.literal is not None:
            self._board.cell = self._sudoku.meaning(abs(self._list.literal))[0]
        self._arrange(replacement=ListReplacement.BOARD)
        self.set_focus(self._board)

    # leaving

    def action_solve(self) -> None:
        assert self.subject.path is not None, "what can be solved has a file"
        self.post_message(requests.SolveFile(self.subject.path))

    @property
    def is_stoppable(self) -> bool:
        return self._parts_share is not None

    def stop_work(self) -> None:
        self.background.cancel(_LOOK_FOR_PARTS)
        self._show_parts_share(None)

    async def action_back(self) -> None:
        """Go back: from the notes to the list, then filter by filter, then leave."""
        if self.is_stoppable:
            await super().action_back()
        elif self.inspection is not None and (
            self.focused is not self._list or self.arrangement.replacement is not ListReplacement.NOTHING
        ):
            self._return()
        elif self._list.unwind():
            self._show_row()
        else:
            await super().action_back()
