"""Setting a puzzle: givens are put on a board, and what they lead to is told at once."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Key, Resize
from textual.geometry import Size
from textual.message import Message
from textual.worker import get_current_worker

from engine.base.errors import Cancelled
from engine.base.text import printable
from engine.play.analysis import Analysis, analyse, complete_analysis, completed, thinned
from engine.play.draft import Draft, Drafts
from engine.play.errors import GameError
from engine.play.history import Move
from engine.play.typed import parse_move
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.signs import SIGNS
from tui.base.board import Board
from tui.base.cursor import CursorPage
from tui.base.delays import Delays
from tui.base.dialogs import Choice, Prompt
from tui.base.page import HEIGHT, WIDTH
from tui.base.requests import PlayPuzzle
from tui.base.sharing import SharingPage
from tui.base.text_block import TextBlock
from tui.base.text_line import TextLine
from tui.draw.board import Look
from tui.draw.fitting import Fit, best_fit
from tui.features.edit.drawing import DraftMarks, draft_lines, draft_look

PANEL = 28
"""Columns beside the board."""

PATIENCE = 0.3
"""Seconds after which counting is said to go on."""


class EditorScreen(SharingPage, CursorPage):
    """The drafts lie on the desk, which outlives the screen; the screen owns the cursor and what is marked."""

    TITLE = "set a puzzle"
    DEFAULT_CSS = """
    EditorScreen > Horizontal { height: 1fr; align: center middle; }
    EditorScreen > Horizontal > TextBlock { width: 28; height: 21; margin-left: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "digit(1)", "place", key_display="1-9", tooltip="put a given"),
        *[Binding(str(digit), f"digit({digit})", show=False) for digit in range(2, 10)],
        Binding("apostrophe", "letter", "A.. is 10..", key_display="' A", show=False,
                tooltip="a digit above 9: ' and its letter"),
        Binding("x,0,delete,backspace", "digit(0)", "clear", key_display="x 0 del", tooltip="take a given out",
                id="clear"),
        Binding("u,ctrl+z", "undo", "undo", key_display="u"),
        Binding("U,ctrl+y", "redo", "redo", key_display="U", show=False),
        Binding("y", "choose_layout", "layout", tooltip="another layout, another draft"),
        Binding("p", "play", "play", tooltip="play it"),
        Binding("E", "share", "save", tooltip="save, copy, print"),
        Binding("S", "follow", "what follows", tooltip="show the digits that follow", show=False),
        Binding("m", "mark", "mark open cells", show=False),
        Binding("plus", "complete", "add givens", key_display="+", show=False, tooltip="add givens: one solution"),
        Binding("minus", "thin", "thin out", key_display="-", show=False, tooltip="take out needless givens"),
        Binding("N", "name", "name it", show=False),
        Binding("X", "wipe", "clear all", show=False, tooltip="clear all (undo undoes)"),
        Binding("colon", "type_move", "type a move such as 1b4", key_display=":", show=False),
    ]  # fmt: skip

    class Seen(Message):
        """Solutions were counted."""

        def __init__(self, outlook: Analysis) -> None:
            super().__init__()
            self.outlook = outlook

    class Changed(Message):
        """Givens were made for a puzzle (None: there are none), and what is to be said of them."""

        def __init__(self, puzzle: Puzzle, givens: Digits | None, sentence: str) -> None:
            super().__init__()
            self.puzzle, self.givens, self.sentence = puzzle, givens, sentence

    def __init__(self, desk: Drafts, keep: Callable[[], Awaitable[None]]) -> None:
        """`keep` writes the desk down."""
        super().__init__()
        self._desk = desk
        self._keep = keep
        self._marks = DraftMarks()
        self._outlook: Analysis | None = None
        self._waiting = False
        """Whether the panel still tells of the givens before: the answer comes in a moment, as a rule."""
        self._said = ""
        self._said_style = Style.null()
        self._fitted: Fit | None = None
        self._typing_letter = False
        """Whether the next key is the letter of a digit above 9."""
        self._delays = Delays(self)

    def content(self) -> ComposeResult:
        yield TextLine("name")
        with Horizontal():
            yield self._new_board(self.app.size)
            yield TextBlock("panel")
        yield TextLine("said")

    def on_mount(self) -> None:
        self._follow()

    @on(Resize)
    def _fit(self, event: Resize) -> None:
        fit = self._room_for(event.size)
        if fit == self._fitted:
            return
        self._fitted = fit
        self._board.fit(fit.cell, fit.seen, self._look, self.palette, self.glyphs)

    @property
    def _draft(self) -> Draft:
        return self._desk.draft

    @property
    def _board(self) -> Board:
        return self.query_one(Board)

    # what keys of other pages need

    @property
    def board_layout(self) -> Layout:
        return self._draft.layout

    @property
    def values(self) -> Digits:
        return self._draft.values

    @property
    def cursor(self) -> int:
        return self._marks.cursor

    def point_at(self, cell: int) -> None:
        self._mark(cursor=cell)

    def shared(self) -> tuple[Puzzle, Digits]:
        return self._draft.puzzle, self._draft.values

    def take_pasted(self, puzzle: Puzzle) -> None:
        self.run_worker(self._take(puzzle), exit_on_error=False)

    async def _take(self, puzzle: Puzzle) -> None:
        before = self._draft.layout
        self._desk.take_text(puzzle)
        if self._draft.layout != before:
            await self._change_board()
        self._say(f"Pasted; {self.key('undo')} brings back what was there.")
        self._changed()

    # givens

    def action_digit(self, digit: int) -> None:
        """Put a given at the cursor; 0 takes it out."""
        if digit > self._draft.layout.size:
            self._say(f"The digits here are 1 to {self._draft.layout.size}.", self.palette.warning)
        else:
            self._act(self._draft.place(self.cursor, digit))

    def action_letter(self) -> None:
        """Ask for the letter of a digit above 9."""
        self._typing_letter = True
        self._say("Which digit? A is 10, and so on.")

    def on_key(self, event: Key) -> None:
        """Take the letter that was asked for; any other key ends the question and does what it does."""
        letter = (event.character or "").upper()
        if self._typing_letter and len(letter) == 1 and letter in SIGNS[9:]:
            event.stop()
            event.prevent_default()
            self._say("")
            self.action_digit(SIGNS.index(letter) + 1)
        self._typing_letter = False

    def action_type_move(self) -> None:
        def typed(text: str | None) -> None:
            if not text:
                return
            try:
                move = parse_move(text, self._draft.layout)
            except GameError as refusal:
                self._say(str(refusal), self.palette.warning)
                return
            self.point_at(move.cell)
            if move.digit is not None:
                self.action_digit(move.digit)

        self.app.push_screen(Prompt("Row, column and digit, such as 1b4 (0 clears)"), typed)

    def action_wipe(self) -> None:
        self._act(self._draft.put((0,) * len(self.values)), f"All clear; {self.key('undo')} brings it back.")

    def action_undo(self) -> None:
        self._travel(self._draft.undo(), "Nothing to undo.")

    def action_redo(self) -> None:
        self._travel(self._draft.redo(), "Nothing to redo.")

    def _travel(self, move: Move | None, otherwise: str) -> None:
        if move is None:
            self._say(otherwise)
        elif move.cell is not None:
            self._marks = replace(self._marks, cursor=move.cell)
        self._act(move)

    def _act(self, move: Move | None, sentence: str = "") -> None:
        if move:
            self._say(sentence)
            self._changed()

    # making givens

    def action_complete(self) -> None:
        """Add givens until there is one solution."""
        if self._outlook and self._outlook.solutions == 1:
            self._say("It has one solution already.")
        else:
            self._say(f"Adding givens{self.glyphs.ellipsis} any change stops it.")
            self._make(self._draft.puzzle, None)

    def action_thin(self) -> None:
        """Take out the givens that the only solution does not need."""
        if self._outlook is None or self._outlook.solutions != 1 or self._outlook.solution is None:
            self._say("Only a puzzle with one solution can be thinned out.", self.palette.warning)
        else:
            self._say(f"Taking givens out{self.glyphs.ellipsis}")
            self._make(self._draft.puzzle, self._outlook.solution)

    @work(thread=True, exclusive=True, exit_on_error=False, group="make", description="make givens")
    def _make(self, puzzle: Puzzle, solution: Digits | None) -> None:
        """Thin a puzzle with this only solution out, or add givens to one that has none."""
        worker, seed = get_current_worker(), random.SystemRandom().randrange(10**9)
        before = len(puzzle.givens) - puzzle.holes
        try:
            if solution is None:
                givens = completed(puzzle, seed, lambda: worker.is_cancelled)
            else:
                givens = thinned(puzzle, solution, seed, lambda: worker.is_cancelled)
        except Cancelled:
            return
        if givens is None:
            sentence = "These givens have no solution: nothing can be added."
        else:
            after = len(givens) - givens.count(0)
            words = f"{abs(after - before)} givens were {'added' if solution is None else 'taken out'}"
            sentence = f"{words}; {self.key('undo')} undoes it." if after != before else "Every given is needed."
        self.post_message(self.Changed(puzzle, givens, sentence))

    @on(Changed)
    def _made(self, event: Changed) -> None:
        if event.puzzle != self._draft.puzzle:
            self._say("")  # it was changed meanwhile
            return
        self._say(event.sentence)
        if event.givens:
            self._act(self._draft.put(event.givens), event.sentence)

    # the rest

    def action_choose_layout(self) -> None:
        layouts = [make() for make in LAYOUTS.values()]

        async def chosen(index: int | None) -> None:
            if index is not None and layouts[index] != self._draft.layout:
                self._desk.switch_to(layouts[index])
                self._say("")
                await self._change_board()
                self._changed()

        rows, here = [layout.title for layout in layouts], self._draft.layout
        now = layouts.index(here) if here in layouts else None
        self.app.push_screen(Choice("Layout; the draft of each is kept", rows, now), chosen)

    def action_play(self) -> None:
        if not any(self.values):
            self._say("There are no givens to play with yet.", self.palette.warning)
        else:
            self.post_message(PlayPuzzle(self._draft.puzzle))

    def action_name(self) -> None:
        def typed(text: str | None) -> None:
            if text is not None:
                self._draft.name = " ".join(text.split())
                self.call_later(self._keep)
                self.redraw()

        self.app.push_screen(Prompt("The puzzle's name", printable(self._draft.name)), typed)

    def action_follow(self) -> None:
        """Show the digits that are the same in all solutions, or hide them."""
        following = not self._marks.following
        told = f"Digits that follow from the givens are shown; {self.key('follow')} hides them."
        self._say(told if following else "")
        self._mark(following=following)

    def action_mark(self) -> None:
        self._mark(open=not self._marks.open)

    # what the givens lead to

    def _changed(self) -> None:
        """Keep the drafts, and look at the present one."""
        self.call_later(self._keep)
        self._follow()

    def _follow(self) -> None:
        """Show the draft, and find out what its present givens lead to."""
        self._outlook = None
        self.workers.cancel_group(self, "make")
        if any(self.values):
            self._waiting = True
            self._delays.after(PATIENCE, "slow", self._end_waiting)
            self._look_ahead(self._draft.puzzle)
        else:
            self.workers.cancel_group(self, "outlook")
            self._end_waiting()
        self.redraw()

    def _end_waiting(self) -> None:
        self._delays.stop("slow")
        self._waiting = False
        self.redraw()

    @work(thread=True, exclusive=True, exit_on_error=False, group="outlook", description="count solutions")
    def _look_ahead(self, puzzle: Puzzle) -> None:
        worker = get_current_worker()
        try:
            outlook = analyse(puzzle, lambda: worker.is_cancelled)
            self.post_message(self.Seen(outlook))
            self.post_message(self.Seen(complete_analysis(outlook, lambda: worker.is_cancelled)))
        except Cancelled:
            return

    @on(Seen)
    def _see(self, event: Seen) -> None:
        if event.outlook.puzzle == self._draft.puzzle:
            self._outlook = event.outlook
            self._end_waiting()

    # showing

    @property
    def _look(self) -> Look:
        return draft_look(self._draft, self._outlook, self._marks, self.palette)

    def _room_for(self, terminal: Size) -> Fit:
        """The board leaves room for the panel, and lines for its name and what is said."""
        room = Size(max(terminal.width, WIDTH) - PANEL - 1, max(terminal.height, HEIGHT) - 3)
        return best_fit(self._draft.layout, self.glyphs.box, room)

    def _new_board(self, terminal: Size) -> Board:
        fit = self._fitted = self._room_for(terminal)
        return Board(self._draft.layout, self._look, self.palette, self.glyphs, fit.cell, fit.seen)

    async def _change_board(self) -> None:
        """Show a board of the draft's layout in the place of another."""
        self._outlook, self._marks = None, replace(self._marks, cursor=0)
        body = self.query_one(Horizontal)
        async with body.batch():
            await self._board.remove()
            await body.mount(self._new_board(self.size), before=0)

    def _mark(self, **changes: Any) -> None:
        self._marks = replace(self._marks, **changes)
        self.redraw()

    def redraw(self) -> None:
        palette, draft = self.palette, self._draft
        self._board.display_look(self._look, palette, self.glyphs)
        name = printable(draft.name) or "a puzzle without a name"
        self.query_one("#name", TextLine).show(
            [Segment(f" set: {name}", palette.title)],
            [Segment(f"{draft.layout.cell_name(self.cursor)} ", palette.plain)],
        )
        self.query_one("#said", TextLine).show([Segment(f" {self._said}", self._said_style)])
        if not self._waiting:
            lines = draft_lines(draft, self._outlook, palette, self.glyphs, PANEL)
            self.query_one("#panel", TextBlock).put(lines)

    def _say(self, sentence: str, style: Style | None = None) -> None:
        self._said, self._said_style = sentence, style or self.palette.plain
        self.query_one("#said", TextLine).show([Segment(f" {sentence}", self._said_style)])
