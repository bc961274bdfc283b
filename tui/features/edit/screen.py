"""The puzzle editor: givens on a board, with a live analysis."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Self

from rich.segment import Segment
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Paste

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.base.seeds import new_seed
from engine.base.text import pluralized, printable
from engine.play.analysis import (
    PuzzleAnalysis,
    analyse,
    complete_analysis,
    count_solutions,
    with_unique_solution,
    without_redundant_givens,
)
from engine.play.draft import Draft, Drafts
from engine.play.history import Move
from engine.play.prospects import Prospects
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle
from tui.base.background import Job, cancellable
from tui.base.base_app import BaseApp
from tui.base.board import BoardInput, BoardWithPanel
from tui.base.board_page import BoardPage, Ink
from tui.base.dialogs import Prompt
from tui.base.keymap import MovedBinding
from tui.base.paste import PasteReader
from tui.base.picture_view import PanelView
from tui.base.questions import choose_layout
from tui.base.requests import PlayPuzzle, SetPuzzle, SharePuzzle
from tui.base.text_block import TextLine
from tui.draw.board import BoardAppearance
from tui.draw.cells import Line
from tui.draw.panels import Panel
from tui.features.edit import setter, words
from tui.features.edit.drawing import DraftMarks, draft_lines, draft_look
from tui.features.edit.rule_control import RuleControl

PANEL = 27
"""Columns of the panel."""


class EditorScreen(BoardPage):
    """Shows the current draft. The drafts outlive the screen; the screen owns the marks."""

    board: BoardInput
    HEADING = _("set a puzzle")
    PARTS = (BoardInput,)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("full_stop,space", "leave_empty", "leave empty", key_display=". space", show=False,
                tooltip="leave the cell empty and go to the next"),
        Binding("n", "candidates", "candidates", show=False,
                tooltip="digits become candidates of the cell, the only ones it may hold"),
        Binding("r", "draw_rule", "rule", tooltip="draw a rule: a cage, a line, a dot, a clue"),
        MovedBinding("R", "remove_rule", "remove a rule", show=False, tooltip="remove a rule of the cell", former="D"),
        Binding("enter", "finish_rule", "rule complete", tooltip="complete the rule or its part"),
        Binding("u,ctrl+z", "undo", "undo", key_display="u"),
        Binding("U,ctrl+y", "redo", "redo", key_display="U", show=False),
        Binding("y", "choose_layout", "layout", tooltip="another layout, another draft"),
        Binding("p", "play", "play", tooltip="play it"),
        Binding("E", "share", "save", tooltip="save, copy, print"),
        Binding("S", "follow", "what follows", tooltip="show the digits that follow", show=False),
        MovedBinding("c", "count_candidates", "solutions", show=False, former="C",
                     tooltip="solutions of each candidate, clues that decide or are not needed"),
        Binding("m", "mark", "mark open cells", show=False),
        Binding("plus", "complete", "add givens", key_display="+", show=False, tooltip="add givens: one solution"),
        Binding("minus", "thin", "thin out", key_display="-", show=False, tooltip="remove unneeded givens"),
        Binding("N", "name", "name it", show=False),
        Binding("X", "wipe", "clear all", show=False, tooltip="clear all (undo undoes)"),
        Binding("colon", "type_move", "type a move such as 1b4", key_display=":", show=False),
    ]  # fmt: skip
    FIRST = ("finish_rule", "digit(1)", "clear", "undo", "draw_rule", "choose_layout", "play", "share", "thin")

    @classmethod
    async def from_request(cls, request: SetPuzzle, app: BaseApp, /) -> Self:
        return cls(await app.drafts.open(request.puzzle), app.drafts.keep)

    def __init__(self, drafts: Drafts, keep: Callable[[], Awaitable[None]]) -> None:
        """`keep` saves the drafts."""
        super().__init__()
        self.drafts = drafts
        self._keep = keep
        self._paste = PasteReader(self, self._take)
        self._marks = DraftMarks()
        self._sets_candidates = False
        """Whether typed digits become candidates instead of givens."""
        self._analysis: PuzzleAnalysis | None = None  # the consequences of the present givens, once they are known
        self._rules = RuleControl(self, lambda: self.draft, self._show_rule)
        self._setter: Prospects | None = None  # what is known for the setter's board
        self._shows_setter = False
        self._shows_older = False
        """Whether the panel still describes the previous givens, until the new answer comes."""

    def content(self) -> ComposeResult:
        self.panel, self.message = PanelView(self._panel), TextLine()
        self.board = self._new_board()
        with BoardWithPanel(shows_board=True):
            yield self.board
            yield self.panel
        yield self.message

    @property
    def topic(self) -> str:
        return printable(self.draft.name)

    @property
    def header_facts(self) -> Sequence[str]:
        return [self.draft.layout.cell_name(self.board.cursor), self.draft.layout.label]

    def on_mount(self) -> None:
        self.say(words.HOW_TO_TYPE.format(blank=self.first_key("leave_empty")))
        self._analyse()

    def on_paste(self, event: Paste) -> None:
        self._paste.read(event)

    @property
    def draft(self) -> Draft:
        """The draft on the screen."""
        return self.drafts.draft

    async def enter(self, cells: Collection[int], digit: int) -> None:
        """Put a given and go to the next cell, or remove one; or allow a candidate, or exclude it."""
        (cell,) = cells
        if (pen := self._rules.pen) is not None:
            if digit:
                self.say(words.WHILE_DRAWING.format(stop=self.key("back")), "warning")
            else:
                last = pen.unmark_last()
                self.board.cursor = self.board.cursor if last is None else last
                self.redraw()
            return
        if self._sets_candidates and digit:
            self._act(self.draft.toggle_candidate(cell, digit))
            return
        self._put(cell, digit, goes_on=digit > 0)

    def action_leave_empty(self) -> None:
        if self._rules.pen is None:
            self._put(self.board.cursor, 0, goes_on=True)
        elif self._rules.press(self.board.cursor):
            self.action_finish_rule()

    def _put(self, cell: int, digit: int, goes_on: bool) -> None:
        """Put a digit; with `goes_on`, the cursor moves to the next cell if it is still there."""
        self._act(self.draft.place(cell, digit))
        if goes_on and self.board.cursor == cell and cell + 1 < len(self.draft.values):
            self.board.cursor = cell + 1
            self.redraw()

    async def place(self, cell: int, digit: int) -> None:
        self._act(self.draft.place(cell, digit))

    # rules

    @work
    async def action_draw_rule(self) -> None:
        await self._rules.choose_kind()

    @work
    async def action_finish_rule(self) -> None:
        await self._rules.finish()

    @work
    async def action_remove_rule(self) -> None:
        await self._rules.remove(self.board.cursor)

    async def action_back(self) -> None:
        """Stop drawing a rule, or leave."""
        if self._rules.pen is None:
            await super().action_back()
        else:
            self._rules.stop()

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """While a rule is drawn, its keys have no other effect."""
        draws = self._rules.pen is not None
        return {"finish_rule": draws, "type_move": not draws}

    def _show_rule(self, move: Move | None, sentence: str) -> None:
        """Show the draft and the rule being drawn, after a move if there is one."""
        self.say(sentence)
        self.refresh_keys()
        if move:
            self._changed()
        else:
            self.redraw()

    def action_candidates(self) -> None:
        self._sets_candidates = not self._sets_candidates
        sentence = words.SETTING_CANDIDATES if self._sets_candidates else words.SETTING_GIVENS
        self.say(sentence.format(candidates=self.key("candidates")))

    def action_wipe(self) -> None:
        empty = (0,) * len(self.draft.values)
        self._act(self.draft.put(empty, empty, ()), words.WIPED.format(undo=self.first_key("undo")))

    def action_undo(self) -> None:
        self._show_move(self.draft.undo(), str(words.NOTHING_TO_UNDO))

    def action_redo(self) -> None:
        self._show_move(self.draft.redo(), str(words.NOTHING_TO_REDO))

    def _show_move(self, move: Move | None, otherwise: str) -> None:
        if move is None:
            self.say(otherwise)
        elif move.cell is not None:
            self.board.cursor = move.cell
        self._act(move)

    def _act(self, move: Move | None, sentence: str = "") -> None:
        if move:
            self.say(sentence)
            self._changed()

    async def _take(self, puzzle: Puzzle) -> None:
        self.drafts.take_text(puzzle)
        await self._turn_to(self.draft.layout, words.PASTED.format(undo=self.first_key("undo")))

    def action_complete(self) -> None:
        puzzle = self.draft.puzzle
        if self._analysis and self._analysis.solutions == 1:
            self.say(str(words.ALREADY_UNIQUE))
        else:
            texts = words.ADDING, words.ADDED, words.NOTHING_CAN_BE_ADDED
            self._make(cancellable(with_unique_solution, puzzle, new_seed()), *texts)

    def action_thin(self) -> None:
        puzzle, solution = self.draft.puzzle, self._analysis.solution if self._analysis else None
        if self._analysis is None or self._analysis.solutions != 1 or solution is None:
            self.say(str(words.NOT_UNIQUE), "warning")
        else:
            texts = words.TAKING_OUT, words.TAKEN_OUT, words.ALL_NEEDED
            self._make(cancellable(without_redundant_givens, puzzle, solution, new_seed()), *texts)

    def _make(
        self, work: Callable[[Job[None]], Digits | None], going_on: Sentence, done: Sentence, otherwise: Sentence
    ) -> None:
        """Run work that changes the givens, with sentences for its start, its success, and no change."""

        def made(givens: Digits | None) -> None:
            number = abs((givens or self.draft.values).count(0) - self.draft.values.count(0))
            if givens and number:
                sentence = done.format(givens=pluralized(number, "given"), undo=self.first_key("undo"))
                self._act(self.draft.put(givens), sentence)
            else:
                self.say(str(otherwise))

        self.say(going_on.format(ellipsis=self.glyphs.ellipsis))
        self.background.start("make", work, made)

    @work
    async def action_choose_layout(self) -> None:
        layout = await choose_layout(self, str(words.WHICH_LAYOUT), self.draft.layout)
        if layout and layout != self.draft.layout:
            self.drafts.switch_to(layout)
            await self._turn_to(layout, "")

    async def _turn_to(self, layout: Layout, sentence: str) -> None:
        """Show another draft on a board of its layout, with a sentence."""
        self._rules.pen = None
        if layout != self.board.board_layout:
            self._forget()
            before, self.board = self.board, self._new_board()
            async with self.query_one(BoardWithPanel).batch():
                await before.remove()
                await self.query_one(BoardWithPanel).mount(self.board, before=0)
            self.board.focus()
        self.say(sentence)
        self._changed()

    def action_play(self) -> None:
        if not self.draft.is_empty:
            self.post_message(PlayPuzzle(self.draft.puzzle))
        else:
            self.say(str(words.NO_GIVENS), "warning")

    def action_share(self) -> None:
        self.post_message(SharePuzzle(self.draft.puzzle, self.draft.values))

    @work
    async def action_name(self) -> None:
        text = await self.ask(Prompt(str(words.WHICH_NAME), printable(self.draft.name)))
        if text is not None:
            self.draft.name = " ".join(text.split())
            await self._keep()
            self.redraw()

    def action_follow(self) -> None:
        self._marks = replace(self._marks, following=not self._marks.following)
        self.say(words.FOLLOWING.format(follow=self.key("follow")) if self._marks.following else "")
        self.redraw()

    def action_count_candidates(self) -> None:
        self._shows_setter = not self._shows_setter
        self.say(setter.HOW_TO_READ.format(key=self.key("count_candidates")) if self._shows_setter else "")
        self._look_ahead()
        self.redraw()

    def _look_ahead(self) -> None:
        """Find what the setter's board shows for the present draft, if it is shown."""
        self._setter = None
        self.background.cancel("prospects")
        if self._shows_setter:
            look = partial(setter.look_ahead, self.draft.puzzle)
            self.background.start("prospects", look, self._see, news=self._see)

    def _see(self, found: Prospects | None) -> None:
        self._setter = found
        self.redraw()

    def action_mark(self) -> None:
        self._marks = replace(self._marks, open=not self._marks.open)
        self.redraw()

    def _changed(self) -> None:
        self.call_later(self._keep)
        self._analyse()

    def _analyse(self) -> None:
        """Show the draft, and analyse its givens."""
        self._forget()
        self._look_ahead()
        puzzle = self.draft.puzzle
        self._shows_older = not self.draft.is_empty
        if self._shows_older:
            look = partial(analyse_fully, puzzle)
            self.background.start("analyse", look, self._learn, news=self._learn, slow=self._show_counting)
        self.redraw()

    def _forget(self) -> None:
        """Drop the analysis of the former givens, and end the work on it."""
        self._analysis = self._setter = None
        for name in ("analyse", "make", "prospects"):
            self.background.cancel(name)

    def _learn(self, analysis: PuzzleAnalysis) -> None:
        self._analysis = analysis
        self._show_counting()

    def _show_counting(self) -> None:
        self._shows_older = False
        self.redraw()

    def _look(self, cursor: int) -> BoardAppearance:
        found = self._setter if self._shows_setter else None
        return draft_look(self.draft, self._analysis, self._marks, cursor, self.palette, self._rules.pen, found)

    def _new_board(self) -> BoardInput:
        return BoardInput(self.draft.layout, 0, self._look(0), side_columns=PANEL)

    def follow_cursor(self, cell: int) -> None:
        if self._rules.follow(cell):
            self.action_finish_rule()
        self.redraw()

    def redraw(self) -> None:
        self.board.show_look(self._look(self.board.cursor))
        self.refresh_header()
        if self._shows_setter or not self._shows_older:
            self.panel.redraw()

    def _panel(self, _width: int, _height: int) -> Panel:
        """Return the panel with the analysis of the draft, or of the candidates of its cells."""
        keys = self.edge_keys(*("count_candidates",) if self._shows_setter else ("draw_rule", "choose_layout"))
        return Panel(self._panel_lines, self.draft.layout.label, keys=keys)

    def _panel_lines(self, width: int, _height: int) -> list[Line]:
        palette, glyphs, cell = self.palette, self.glyphs, self.board.cursor
        if self._shows_setter:
            return setter.setter_lines(self._setter, self.draft.layout, cell, palette, glyphs, width)
        what_now = words.WHAT_NOW.format(follow=self.key("follow"), play=self.key("play"))
        return draft_lines(self.draft, self._analysis, what_now, palette, glyphs, width, cell)

    def say(self, sentence: str, ink: Ink = "plain") -> None:
        self.message.show([Segment(f" {sentence}", getattr(self.palette, ink))])


def analyse_fully(puzzle: Puzzle, job: Job[PuzzleAnalysis]) -> PuzzleAnalysis:
    """Analyse the givens, with partial results. Raises Cancelled."""
    first = analyse(puzzle, job.cancelled)
    job.report(first)
    closer = complete_analysis(first, job.cancelled)
    job.report(closer)
    return count_solutions(closer, job.cancelled)
