"""Looking inside a formula: every clause, where it stands in the file, what it means, and what it is made of."""

from dataclasses import replace
from enum import Enum
from pathlib import Path

from rich.segment import Segment
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal, Vertical
from textual.events import Resize

from engine.base.text import printable
from tui.base import requests as messages
from tui.base.dialogs import Prompt
from tui.base.rows import Rows
from tui.base.text_block import TextBlock
from tui.base.text_line import TextLine
from tui.base.trouble import Trouble
from tui.base.view_rows import ViewRows
from tui.draw.cells import Line, clip_middle, wrap
from tui.features.inspect.cell_pane import CellPane
from tui.features.inspect.cell_picking import CellPickingPage
from tui.features.inspect.clause_detail import clause_lines, heading, statistics
from tui.features.inspect.inspection import Given, Inspection
from tui.features.inspect.raw_pane import RawPane
from tui.features.inspect.statistics_pane import StatisticsPane

WIDE = 120
"""Columns from which on there is room for panes beside the list."""

_ARROWS = "left right"
"""What stands for these keys until it is known which arrows the terminal can show."""
_DETAIL = 4
"""Lines of the place for the cursor's row in full."""


class Keys(Enum):
    """Where the arrow keys go."""

    LIST = "list"
    RAW = "raw"
    BOARD = "board"


class Instead(Enum):
    """What takes the place of the list where there is no room beside it."""

    NOTHING = "nothing"
    BOARD = "board"
    STATISTICS = "statistics"


class InspectorScreen(CellPickingPage):
    """Shows a formula, or why a file can't be read as one and the lines around the place.

    In a wide terminal the board and the statistics stand beside the list, in a small one they take its place on a key.
    """

    TITLE = "inspector"
    DEFAULT_CSS = """
    #heading, #note, #rule, #statistics, #detail, StatisticsPane { margin: 0 1; }
    #detail { height: 4; }
    InspectorScreen #body { height: 1fr; layout: vertical; }
    InspectorScreen.-wide #body { layout: horizontal; }
    InspectorScreen #side { display: none; height: 1fr; }
    InspectorScreen.-wide #side { width: 1fr; margin-left: 1; }
    InspectorScreen #head { height: 1; }
    InspectorScreen #position { width: 24; }
    InspectorScreen #main { width: 1fr; height: 1fr; }
    InspectorScreen.-board #note, InspectorScreen.-board #rule, InspectorScreen.-board #detail,
    InspectorScreen.-board #statistics, InspectorScreen.-wide #statistics { display: none; }
    """
    BINDINGS = [
        Binding("slash", "filter", "filter", key_display="/", tooltip="only some clauses: by literal, length, state"),
        Binding("left,h", "choose(-1)", "literal left", key_display="left", show=False, tooltip="the literal before"),
        Binding("right,l", "choose(1)", "literal", key_display=_ARROWS, tooltip="the next literal of the clause"),
        Binding("enter", "enter", "clauses", tooltip="the clauses with the literal or the cell; the note's line"),
        Binding("t", "raw", "file", tooltip="the file as it stands, with the clause's place in it"),
        Binding("d", "cells", "cells", tooltip="literals as cells and digits, or as numbers again"),
        Binding("b", "board", "board", tooltip="the board: pick a cell to see its clauses"),
        Binding("i", "statistics", "counts", tooltip="lengths, most frequent variables, signs"),
        Binding("g", "go_to", "go to", tooltip="go to a clause by its number, in the file to a line"),
        Binding("tab", "other_pane", "other pane", show=False, tooltip="move in the list, the file, the board"),
        Binding("s", "solve", "solve", tooltip="solve the formula"),
        Binding("c", "comments", "comments", tooltip="the comments, or the clauses again"),
        Binding("w", "warnings", "warnings", tooltip="what the reader found wrong, or the clauses again"),
        Binding("escape", "back", "back", key_display="esc", tooltip="to all clauses, filter by filter, then out"),
    ]  # fmt: skip

    def __init__(self, subject: Path | Given) -> None:
        super().__init__(subject)
        self._trouble: Trouble | None = None
        self._keys = Keys.LIST
        self._instead = Instead.NOTHING
        self._raw_shown = False
        self._shown: dict[str, bool] = {}
        """Which panes are shown, by their selectors."""

    def content(self) -> ComposeResult:
        yield TextLine("heading")
        yield TextLine("note")
        with Container(id="body"):
            with Vertical(id="main"):
                with Horizontal(id="head"):
                    yield TextLine("columns")
                    yield TextLine("position")
                yield ViewRows()
            with Vertical(id="side"):
                yield self.cell_pane
                yield TextLine("raw-head")
                if self.path is not None:
                    yield RawPane(self.path)
                yield StatisticsPane()
        yield TextLine("rule")
        yield TextBlock("detail")
        yield TextLine("statistics")

    def on_mount(self) -> None:
        self.show_panes()
        self.begin()

    def read_done(self, outcome: Inspection | Trouble) -> None:
        if isinstance(outcome, Inspection):
            self.show_formula(outcome)
            self.look_for_sudoku()
        else:
            self._trouble = outcome
            self._keys = Keys.RAW
            if self._raw is not None and outcome.line is not None:
                self._raw.bad = outcome.line
                self._raw.show_line(outcome.line)
        self.show_panes()
        self.call_after_refresh(self.redraw)

    # what is where

    @property
    def rows(self) -> Rows:
        return self._raw if self._keys is Keys.RAW and self._raw is not None else self.clause_list

    @property
    def _raw(self) -> RawPane | None:
        return self.query_one(RawPane) if self.path is not None else None

    @property
    def _width(self) -> int:
        """Cells of the lines around the list."""
        return self.size.width - 2

    @property
    def _wide(self) -> bool:
        return self.size.width >= WIDE

    def own_bindings(self) -> list[Binding]:
        arrows = self.glyphs.arrows[2:]
        return [
            replace(binding, key_display=arrows) if binding.key_display == _ARROWS else binding
            for binding in super().own_bindings()
        ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what makes sense for this formula works; little but going back before there is one."""
        name, found = action.partition("(")[0], self.inspection
        if name not in ("filter", "go_to", "choose", "enter", "raw", "cells", "board", "statistics", "other_pane",
                        "solve", "comments", "warnings"):  # fmt: skip
            return True
        if found is None:
            return False
        return {
            "comments": bool(found.formula.comments),
            "warnings": bool(found.warnings),
            "raw": self.path is not None,
            "solve": isinstance(self.subject, Path),
            "cells": self.may_be_sudoku,
            "board": self.sudoku is not None,
            "statistics": not self._wide,
        }.get(name, True)

    def on_resize(self, event: Resize) -> None:
        self.show_panes()
        self.call_after_refresh(self.redraw)

    def show_panes(self) -> None:
        """Show the panes that there is room for, and what is in them."""
        wide, instead, broken = self._wide, self._instead, self._trouble is not None
        self.words_in_pane = not wide and instead is Instead.BOARD
        raw = broken or (self._raw_shown and (wide or instead is Instead.NOTHING))
        board = self.sudoku is not None and (wide or instead is Instead.BOARD)
        counts = self.inspection is not None and (wide or instead is Instead.STATISTICS)
        shown = {
            "#main": not broken and (wide or instead is Instead.NOTHING),
            "#side": board or raw or counts,
            "CellPane": board,
            "#raw-head": raw,
            "RawPane": raw,
            "StatisticsPane": counts,
        }
        self.set_class(wide, "-wide")
        self.set_class(self.words_in_pane, "-board")
        self._give_keys(Keys.LIST if self._keys is Keys.BOARD and not board else self._keys)
        self.refresh_keys()
        if shown == self._shown:
            self.show_around()
            return
        self._shown = shown
        for selector, display in shown.items():
            self.query(selector).set(display=display)
        self.call_after_refresh(self.redraw)

    def _give_keys(self, keys: Keys) -> None:
        """Let the arrow keys move in the list, the file or the board."""
        self._keys = keys
        self.picking = keys is Keys.BOARD
        self.clause_list.activate(keys is Keys.LIST)
        if self._raw is not None:
            self._raw.activate(keys is Keys.RAW)

    # showing

    def redraw(self) -> None:
        width, palette, glyphs = self._width, self.palette, self.glyphs
        if self.inspection is not None:
            self.line("heading", heading(self.subject_name, self.inspection, width, palette, glyphs))
            self.line("statistics", *statistics(self.inspection, width, palette, glyphs))
            self.query_one(StatisticsPane).show(self.inspection, palette, glyphs)
        elif self._trouble is not None:
            name = clip_middle(self.subject_name, width - 18, glyphs.ellipsis)
            self.line("heading", [Segment(name, palette.title), Segment("   can't be read", palette.bad)])
        self.line("rule", [Segment(glyphs.box[0] * width, palette.line)])
        for rows in self.query(Rows):
            rows.refresh()
        self.show_around()

    def show_around(self) -> None:
        super().show_around()
        self._show_raw()
        self.query_one("#detail", TextBlock).put(self._detail()[:_DETAIL])

    def _show_raw(self) -> None:
        """Mark the clause, or the line of the note, in the file."""
        raw = self._raw
        if raw is None or not raw.display:
            return
        if self._keys is not Keys.RAW:
            if self.notes is not None:
                raw.show_line(self.notes.notes[self.clause_list.cursor][0])
            else:
                raw.show_clause(self.clause)
        self._show_raw_head()

    @on(RawPane.Read)
    def _show_raw_head(self) -> None:
        raw, palette = self._raw, self.palette
        if raw is None:
            return
        position = f"{raw.line:,} of {len(raw):,} " if len(raw) else ""
        name = clip_middle(printable(raw.path.name), 40, self.glyphs.ellipsis)
        head = [Segment(f"{self.glyphs.box[0] * 2} ", palette.line), Segment(name, palette.dim)]
        self.line("raw-head", head, [Segment(position, palette.dim)])
        if raw.text and self.inspection and raw.text.clauses != len(self.inspection.formula):
            self.say("the file has changed since it was read")

    def _detail(self) -> list[Line]:
        """The row of the cursor in full."""
        width, palette = self._width, self.palette
        if self._trouble is not None:
            where = f"line {self._trouble.line:,}: " if self._trouble.line is not None else ""
            return [[Segment(text, palette.bad)] for text in wrap(where + printable(self._trouble.reason), width)]
        if self.inspection is None:
            return []
        if self.notes is not None:
            note = self.notes.notes[self.clause_list.cursor][1][: 2 * _DETAIL * width]
            return [[Segment(text)] for text in wrap(printable(note), width)]
        if self.picking:
            return [[Segment(text)] for said, _ in self.cell_words() for text in wrap(said, width)]
        if self.clause is None:
            return [[Segment("no clauses: every assignment is a model", palette.dim)]]
        return clause_lines(
            self.clause, self.place, self.inspection, self.words, width, _DETAIL, palette, self.glyphs
        )

    # moving

    @on(Rows.Moved)
    def _moved(self, event: Rows.Moved) -> None:
        if event.rows is self.clause_list:
            self.follow()
        else:
            self._give_keys(Keys.RAW)
            self._show_raw_head()

    @on(CellPane.Clicked)
    def _cell_clicked(self, event: CellPane.Clicked) -> None:
        self._keys, self._instead = Keys.BOARD, Instead.BOARD
        self.show_panes()
        self.pick_cell(event.cell)

    def action_move(self, by: int) -> None:
        if self.picking:
            self.pick(by, 0)
        else:
            super().action_move(by)

    def action_choose(self, by: int) -> None:
        if self.picking:
            self.pick(0, by)
        elif self._keys is Keys.LIST:
            self.choose_literal(by)

    def action_go_to(self) -> None:
        raw = self._raw
        if self._keys is not Keys.RAW or raw is None:
            self.ask_for_clause()
            return

        def typed(text: str | None) -> None:
            line = (text or "").strip().replace(",", "")
            if line.isdecimal() and 1 <= int(line[:20]) <= len(raw):
                raw.show_line(int(line))
            elif line:
                self.say(f"there are lines 1 to {len(raw):,}")

        self.app.push_screen(Prompt(f"Go to line (1 to {len(raw):,})"), typed)

    def action_enter(self) -> None:
        """What the row under the cursor leads to."""
        if self.picking:
            self._return()
            self.select_cell()
        elif self._keys is Keys.RAW and self._raw is not None:
            clause = self._raw.clause_at_cursor()
            self._give_keys(Keys.LIST)
            if clause is not None:
                self.go_to_clause(clause)
        elif self.notes is not None:
            self._go_to_line(self.notes.notes[self.clause_list.cursor][0])
        else:
            self.select_occurrences()

    def _go_to_line(self, line: int) -> None:
        """Show a line of the file, with the keys there."""
        if self._raw is None or line == 0:
            self.say("there is no file to show")
            return
        self._raw_shown = True
        self._keys = Keys.RAW
        self.show_panes()
        self._raw.show_line(line)

    # panes

    def action_raw(self) -> None:
        self._raw_shown = not self._raw_shown or self._instead is not Instead.NOTHING
        self._return()

    def action_statistics(self) -> None:
        self._keys = Keys.LIST
        self._instead = Instead.NOTHING if self._instead is Instead.STATISTICS else Instead.STATISTICS
        self.show_panes()

    def action_board(self) -> None:
        """Go to the board, or back from it."""
        if self.picking:
            self._return()
        else:
            self.pick_marked()
            self._keys, self._instead = Keys.BOARD, Instead.BOARD
            self.show_panes()

    def action_other_pane(self) -> None:
        """Let the keys move in the next pane that is shown."""
        shown = [Keys.LIST]
        if self._raw_shown and self._instead is Instead.NOTHING:
            shown.append(Keys.RAW)
        if self.sudoku is not None and self._wide:
            shown.append(Keys.BOARD)
        at = shown.index(self._keys) if self._keys in shown else -1
        self._give_keys(shown[(at + 1) % len(shown)])
        self.show_around()

    def _return(self) -> None:
        """Back to the list."""
        self._keys, self._instead = Keys.LIST, Instead.NOTHING
        self.show_panes()

    # leaving

    def action_solve(self) -> None:
        assert isinstance(self.subject, Path)
        self.post_message(messages.SolveFile(self.subject))

    async def action_back(self) -> None:
        """Back to the list, from the notes, then filter by filter, then out."""
        if self.inspection is not None and (self._keys is not Keys.LIST or self._instead is not Instead.NOTHING):
            self._return()
        elif self.inspection is None or not self.unwind():
            await super().action_back()
