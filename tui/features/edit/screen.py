"""Setting a puzzle: givens are put on a board, and what they lead to is told at once."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Paste as PasteEvent
from textual.events import Resize
from textual.geometry import Size

from engine.base.text import counted, printable
from engine.play.analysis import Analysis
from engine.play.draft import Draft, Drafts
from engine.play.errors import GameError
from engine.play.history import Move
from engine.play.typed import parse_move
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle
from tui.base.board_input import BoardInput
from tui.base.dialogs import Prompt
from tui.base.layout_choice import choose_layout
from tui.base.page import Page
from tui.base.paste import Paste
from tui.base.program import HEIGHT, WIDTH
from tui.base.requests import PlayPuzzle, SharePuzzle
from tui.base.text_block import TextBlock
from tui.base.text_line import TextLine
from tui.draw.board import Look
from tui.draw.frame import Fit, best_fit
from tui.features.edit import words
from tui.features.edit.drawing import Marks, draft_lines, draft_look
from tui.features.edit.job import add_givens, analyse_fully, take_out_givens

PANEL = 28
"""Columns beside the board."""


class EditorScreen(Page):
    """Shows the present one of the drafts, which outlive the screen; the screen owns what is marked."""

    TITLE = "set a puzzle"
    PARTS = (BoardInput,)
    DEFAULT_CSS = """
    EditorScreen > Horizontal { height: 1fr; align: center middle; }
    EditorScreen > Horizontal > TextBlock { width: 28; height: 21; margin-left: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("full_stop,space", "leave_empty", "leave empty", key_display=". space", show=False,
                tooltip="leave the cell empty, and on to the next"),
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
    FIRST = ("digit(1)", "clear", "undo", "choose_layout", "play", "share", "thin")

    def __init__(self, drafts: Drafts, keep: Callable[[], Awaitable[None]]) -> None:
        """`keep` writes the drafts down."""
        super().__init__()
        self.drafts = drafts
        self._keep = keep
        self._paste = Paste(self, self._take)
        self._marks = Marks()
        self._analysis: Analysis | None = None
        """What the present givens lead to, once that is known."""
        self._shows_older = False
        """Whether the panel still tells of the givens before: the answer comes in a moment, as a rule."""
        self._said = Segment("")
        self._fitted: Fit | None = None

    def content(self) -> ComposeResult:
        yield TextLine("name")
        with Horizontal():
            yield self._new_board(self.app.size)
            yield TextBlock("panel")
        yield TextLine("said")

    def on_mount(self) -> None:
        self._say(words.HOW_TO_TYPE.format(blank=self.key("leave_empty").partition(" ")[0]))
        self._analyse()

    def on_paste(self, event: PasteEvent) -> None:
        self._paste.read(event)

    @property
    def draft(self) -> Draft:
        """The draft that is shown."""
        return self.drafts.draft

    @property
    def board(self) -> BoardInput:
        """The board of the draft."""
        return self.query_one(BoardInput)

    # givens

    @on(BoardInput.CursorMoved)
    def _cursor_moved(self) -> None:
        self.redraw()

    @on(BoardInput.Told)
    def _board_told(self, event: BoardInput.Told) -> None:
        self._say(event.sentence, self.palette.warning)

    @on(BoardInput.DigitTyped)
    def _digit_typed(self, event: BoardInput.DigitTyped) -> None:
        """Put a given, and go on to the next cell; 0 takes one out."""
        self._act(self.draft.place(event.cell, event.digit))
        if event.digit:
            self._go_on_from(event.cell)

    def action_leave_empty(self) -> None:
        cell = self.board.cursor
        self._act(self.draft.place(cell, 0))
        self._go_on_from(cell)

    def _go_on_from(self, cell: int) -> None:
        """Bring the cursor to the next cell, unless it has gone elsewhere; the last one stays."""
        if self.board.cursor == cell and cell + 1 < len(self.draft.values):
            self.board.cursor = cell + 1
            self.redraw()

    @work
    async def action_type_move(self) -> None:
        text = await self.ask(Prompt(words.WHICH_MOVE))
        if not text:
            return
        try:
            move = parse_move(text, self.draft.layout)
        except GameError as refusal:
            self._say(str(refusal), self.palette.warning)
            return
        self.board.go_to(move.cell)
        if move.digit is not None:
            self._act(self.draft.place(move.cell, move.digit))

    def action_wipe(self) -> None:
        self._act(self.draft.put((0,) * len(self.draft.values)), words.WIPED.format(undo=self._undo_key))

    def action_undo(self) -> None:
        self._travel(self.draft.undo(), words.NOTHING_TO_UNDO)

    def action_redo(self) -> None:
        self._travel(self.draft.redo(), words.NOTHING_TO_REDO)

    def _travel(self, move: Move | None, otherwise: str) -> None:
        if move is None:
            self._say(otherwise)
        elif move.cell is not None:
            self.board.cursor = move.cell
        self._act(move)

    def _act(self, move: Move | None, sentence: str = "") -> None:
        if move:
            self._say(sentence)
            self._changed()

    @property
    def _undo_key(self) -> str:
        return self.key("undo").partition(" ")[0]

    async def _take(self, puzzle: Puzzle) -> None:
        """Put a pasted puzzle over a draft."""
        before = self.draft.layout
        self.drafts.take_text(puzzle)
        if self.draft.layout != before:
            await self._change_board()
        self._say(words.PASTED.format(undo=self._undo_key))
        self._changed()

    # making givens

    def action_complete(self) -> None:
        """Add givens until there is one solution."""
        if self._analysis and self._analysis.solutions == 1:
            self._say(words.ALREADY_UNIQUE)
            return
        puzzle = self.draft.puzzle
        self._say(words.ADDING.format(ellipsis=self.glyphs.ellipsis))
        self.background.start("make", lambda job: add_givens(puzzle, job), self._added)

    def _added(self, givens: Digits | None) -> None:
        if givens is None:
            self._say(words.NOTHING_CAN_BE_ADDED)
        else:
            number = counted(self.draft.values.count(0) - givens.count(0), "given")
            self._act(self.draft.put(givens), words.ADDED.format(givens=number, undo=self._undo_key))

    def action_thin(self) -> None:
        """Take out the givens that the only solution does not need."""
        analysis, puzzle = self._analysis, self.draft.puzzle
        if analysis is None or analysis.solutions != 1 or analysis.solution is None:
            self._say(words.NOT_UNIQUE, self.palette.warning)
            return
        solution = analysis.solution
        self._say(words.TAKING_OUT.format(ellipsis=self.glyphs.ellipsis))
        self.background.start("make", lambda job: take_out_givens(puzzle, solution, job), self._thinned)

    def _thinned(self, givens: Digits) -> None:
        number = givens.count(0) - self.draft.values.count(0)
        if number:
            sentence = words.TAKEN_OUT.format(givens=counted(number, "given"), undo=self._undo_key)
            self._act(self.draft.put(givens), sentence)
        else:
            self._say(words.ALL_NEEDED)

    # the rest

    @work
    async def action_choose_layout(self) -> None:
        layout = await choose_layout(self, words.WHICH_LAYOUT, self.draft.layout)
        if layout and layout != self.draft.layout:
            await self._turn_to(layout)

    async def _turn_to(self, layout: Layout) -> None:
        self.drafts.switch_to(layout)
        self._say("")
        await self._change_board()
        self._changed()

    def action_play(self) -> None:
        if any(self.draft.values):
            self.post_message(PlayPuzzle(self.draft.puzzle))
        else:
            self._say(words.NO_GIVENS, self.palette.warning)

    def action_share(self) -> None:
        self.post_message(SharePuzzle(self.draft.puzzle, self.draft.values))

    @work
    async def action_name(self) -> None:
        text = await self.ask(Prompt(words.WHICH_NAME, printable(self.draft.name)))
        if text is not None:
            self.draft.name = " ".join(text.split())
            await self._keep()
            self.redraw()

    def action_follow(self) -> None:
        """Show the digits that are the same in all solutions, or hide them."""
        self._marks = replace(self._marks, following=not self._marks.following)
        self._say(words.FOLLOWING.format(follow=self.key("follow")) if self._marks.following else "")
        self.redraw()

    def action_mark(self) -> None:
        self._marks = replace(self._marks, open=not self._marks.open)
        self.redraw()

    # what the givens lead to

    def _changed(self) -> None:
        """Keep the drafts, and look at the present one."""
        self.call_later(self._keep)
        self._analyse()

    def _analyse(self) -> None:
        """Show the draft, and find out what its present givens lead to."""
        self._analysis = None
        self.background.cancel("make")
        puzzle = self.draft.puzzle
        self._shows_older = any(puzzle.givens)
        if self._shows_older:
            self.background.start(
                "analyse",
                lambda job: analyse_fully(puzzle, job),
                self._learn,
                news=self._learn,
                slow=self._show_counting,
            )
        else:
            self.background.cancel("analyse")
        self.redraw()

    def _learn(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._show_counting()

    def _show_counting(self) -> None:
        """Show what is known of these givens by now, be it nothing."""
        self._shows_older = False
        self.redraw()

    # showing

    @on(Resize)
    def _fit(self, event: Resize) -> None:
        fit = self._room_for(event.size)
        if fit != self._fitted:
            self._fitted = fit
            board = self.board
            board.fit(fit.cell, fit.seen, self._look(board.cursor), self.palette, self.glyphs)

    def _look(self, cursor: int) -> Look:
        return draft_look(self.draft, self._analysis, self._marks, cursor, self.palette)

    def _room_for(self, terminal: Size) -> Fit:
        """The board leaves room for the panel, and lines for its name and what is said."""
        room = Size(max(terminal.width, WIDTH) - PANEL - 1, max(terminal.height, HEIGHT) - 3)
        return best_fit(self.draft.layout, self.glyphs.box, room)

    def _new_board(self, terminal: Size) -> BoardInput:
        fit = self._fitted = self._room_for(terminal)
        return BoardInput(self.draft.layout, 0, self._look(0), self.palette, self.glyphs, fit.cell, fit.seen)

    async def _change_board(self) -> None:
        """Show a board of the draft's layout in the place of another."""
        self._analysis = None
        body = self.query_one(Horizontal)
        async with body.batch():
            await self.board.remove()
            await body.mount(self._new_board(self.size), before=0)
        self.board.focus()

    def redraw(self) -> None:
        palette, draft, board = self.palette, self.draft, self.board
        board.display_look(self._look(board.cursor), palette, self.glyphs)
        name = words.TITLE.format(name=printable(draft.name) or words.NO_NAME)
        place = draft.layout.cell_name(board.cursor)
        self.query_one("#name", TextLine).show(
            [Segment(f" {name}", palette.title)], [Segment(f"{place} ", palette.plain)]
        )
        if not self._shows_older:
            what_now = words.WHAT_NOW.format(follow=self.key("follow"), play=self.key("play"))
            lines = draft_lines(draft, self._analysis, what_now, palette, self.glyphs, PANEL)
            self.query_one("#panel", TextBlock).put(lines)

    def _say(self, sentence: str, style: Style | None = None) -> None:
        self._said = Segment(f" {sentence}", style or self.palette.plain)
        self.query_one("#said", TextLine).show([self._said])
