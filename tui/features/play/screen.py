"""Playing: the board, its panel and the keys of a game."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Click, Key, Resize, ScreenResume
from textual.events import Paste as PasteEvent
from textual.geometry import Size
from textual.widgets import Static

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized, printable
from engine.play.board import COLOURS, NoteKind
from engine.play.errors import GameError
from engine.play.game import Cells, Game
from engine.play.hints import Hint, Remedy
from engine.play.history import Move
from engine.play.rules_here import rules_here
from engine.play.summary import rules_not_drawn
from engine.sudoku.puzzle import Puzzle, broken_rules
from engine.sudoku.signs import digit_of, sign
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.difficulty import Difficulty
from engine.sudoku.techniques.next_step import StepOrder
from engine.sudoku.techniques.position import Candidate
from tui.base.base_app import SMALL, WARNING_SECONDS, WIDTH, fits
from tui.base.board import NO_SUCH_DIGIT, BoardInput
from tui.base.dialogs import Choice, Confirm, Notice, Prompt
from tui.base.page import Page
from tui.base.paste import Paste
from tui.base.questions import ask_for_bookmark
from tui.base.requests import (
    GameWon,
    MarkFavourite,
    PlayPuzzle,
    SharePuzzle,
    ShowHistory,
    ShowSteps,
    WatchPuzzle,
)
from tui.base.saved_games import GameSlot
from tui.base.text_block import TextBlock
from tui.base.zoom import Zoom, zoomed
from tui.draw.board import BoardAppearance
from tui.draw.board_frame import NARROW, cell_names, frame
from tui.draw.face import Chip, level_chip
from tui.draw.game import board_look
from tui.draw.palette import UNICODE
from tui.features.play import words
from tui.features.play.arrangement import BoardArrangement, arrange, plan
from tui.features.play.board import GameBoard
from tui.features.play.clock import PlayClock
from tui.features.play.difficulty import difficulty_facts
from tui.features.play.hints import HintGuide, ToldHint, tell
from tui.features.play.lines import MessageLine
from tui.features.play.panel import Ink, PanelLook, SidePanel, StatusText
from tui.features.play.technique_usage import UsedTechniques
from tui.features.play.view import PlayView

REMEDIES = {
    Remedy.HARDER_TECHNIQUES: "hint_level", Remedy.LAST_CORRECT: "last_correct", Remedy.FILL_NOTES: "fill_notes",
}  # fmt: skip
"""The actions whose keys hints name."""

TakeDigit = Callable[[int], Awaitable[None]]
"""Takes the digit that was asked for; 0 is none."""
Show = Callable[[Game, int], None]
"""Shows a game, with the cursor on a cell, to others."""


class BoardScreen(Page):
    """A game on the screen. The game owns the board and its history, the board's widget the cursor.

    The screen owns what is marked and what is said. A move goes from the widget to the game, then into the store, and
    only then on the screen: what was seen is never lost.
    """

    HEADING = lazy_gettext("board")
    PARTS = (GameBoard,)
    FIRST = (
        "digit(1)", "letter", "notes", "put", "undo", "redo", "hint", "check", "pause", "history", "watch", "share",
    )  # fmt: skip
    DEFAULT_CSS = """
    BoardScreen { align: center middle; }
    BoardScreen > .body { width: auto; height: auto; }
    BoardScreen.-beside > TextLine, BoardScreen.-no-head > HeaderLine { display: none; }
    BoardScreen.-no-keys > KeyBar, BoardScreen.-no-message > .message { display: none; }
    BoardScreen.-alone .panel, BoardScreen.-alone .gap { display: none; }
    BoardScreen > .told { layer: above; height: auto; display: none; }
    BoardScreen { layers: default above; }
    BoardScreen .gap { width: 1; height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "notes", "notes", tooltip="notes mode: digits become notes"),
        Binding("d", "digit_first", "digit first", show=False, tooltip="digit or cell first"),
        Binding("enter,space", "put", "put", key_display="enter", tooltip="place the chosen digit"),
        Binding("e", "note_kind", "notes in the corner or centre", tooltip="notes: corner or centre", show=False),
        Binding("N", "fill_notes", "note all candidates", show=False),
        Binding("y", "lone_notes", "place the only note", tooltip="place a cell's only note", show=False),
        Binding("A", "cleaning", "clean up notes automatically", show=False),
        Binding("Z", "filling", "fill singles automatically", tooltip="naked singles automatically", show=False),
        Binding("o", "colour", "colour", tooltip="colour cells", show=False),
        Binding("O", "tint", "colour a candidate", show=False),
        Binding("ctrl+a", "select_digit", "select all of a digit", show=False),
        Binding("f", "highlight", "highlight a digit", show=False),
        Binding("F", "highlight_more", "highlight more digits", show=False),
        Binding("P", "pairs", "cells of two candidates", show=False),
        Binding("colon", "type_move", "type a move such as 1b4", key_display=":", show=False),
        Binding("I", "reveal", "reveal this cell", show=False),
        Binding("S", "show_solution", "show solution (asks)", show=False),
        Binding("R", "restart", "restart (asks)", show=False),
        Binding("i", "hint", "hint", tooltip="hint; press again for more"),
        Binding("W", "why", "why this digit, or why not", show=False),
        Binding("c", "check", "check", tooltip="check: right so far?"),
        Binding("w", "watch", "watch", tooltip="watch it solved (asks)"),
        Binding("T", "steps", "all steps", show=False, tooltip="all steps, and the path to the solution"),
        Binding("t", "hint_level", "techniques", show=False, tooltip="how hard hints may be"),
        Binding("u,ctrl+z", "undo", "undo", key_display="u", tooltip="undo"),
        Binding("U,ctrl+y", "redo", "redo", key_display="U", tooltip="redo, in the last branch"),
        Binding("v", "history", "history", tooltip="history: moves, branches"),
        Binding("b", "bookmark", "bookmark this position", show=False),
        Binding("B", "bookmarks", "jump to a bookmark", show=False),
        Binding("C", "last_correct", "last correct position", show=False),
        Binding("E", "share", "share", tooltip="share: copy, save, print", show=False),
        Binding("z", "zoom", "size of the cells", show=False),
        Binding("a", "candidates", "candidates or notes", show=False),
        Binding("m", "shading", "mark peers, same digit", show=False),
        Binding("p", "pause", "pause", tooltip="pause (hides the board)"),
        Binding("M", "favour", "favourite on or off", show=False),
    ]

    def __init__(
        self,
        game: Game,
        slot: GameSlot,
        notice: str = "",
        view: Mapping[str, object] | None = None,
        show: Show | None = None,
    ) -> None:
        """`slot` is where the game is saved, `view` what was saved with it (see `View`), whoever wrote that."""
        super().__init__()
        self.game = game
        self.slot = slot
        self._show_others = show
        self._notice = notice
        whole = frame(game.layout, UNICODE.box, NARROW).size
        self.least_size = Size(min(whole.width, SMALL.width), min(whole.height, SMALL.height))
        """What all of a very small board takes, alone; larger ones are scrolled in what other screens need."""
        stored_view = PlayView.read(view or {}, game, Zoom[self.options.cells.upper()])
        self._first_cell, self.marks, self.zoom = stored_view.cursor, stored_view.marks, stored_view.zoom
        game.cleaning, game.filling = stored_view.cleaning, stored_view.filling
        self.guide = HintGuide(game, self.background, stored_view.hints, StepOrder(self.options.hint_order))
        self._used_techniques = UsedTechniques(game, slot, self.program, self._tell_used)
        self._paste = Paste(self, self._play_pasted)
        self._message = StatusText()
        self._difficulty = stored_view.difficulty
        self._warning = ""
        """What is wrong with the saved games; told for a while, whenever nothing else is."""
        self._take_digit: TakeDigit | None = None
        """What the next digit is for, while the message asks for it."""
        self._writing = 0
        """How many times the game is being written down just now: until that is done, nothing of it is shown."""
        self._clock = PlayClock(game)
        self._was_away = False  # as long as no other screen was in front, what was drawn first still holds

    @property
    def cursor(self) -> int:
        """The cell the cursor is on."""
        return self.board.cursor

    @property
    def view(self) -> PlayView:
        """What the screen owns of the game, to be saved with it."""
        game = self.game
        return PlayView(
            self.cursor, self.marks, game.cleaning, game.filling, self.guide.level, self.zoom, self._difficulty
        )

    def content(self) -> ComposeResult:
        self.marks = replace(self.marks, shaded=not (self.options.remote or self.options.low_bandwidth))
        self.arrangement = fit = self._arrange(self.app.size)
        look = board_look(self.game, self.marks, self._first_cell, self.palette)
        panel_look = self._panel_look(look)
        self.board = GameBoard(self.game.layout, self._first_cell, look, fit.cell, fit.visible)
        self.panel = SidePanel(self.board, panel_look)
        self.overlay = TextBlock(classes="told")
        self.message = MessageLine(self.overlay)
        self._show_lines(panel_look)
        with Horizontal(classes="body"):
            yield self.board
            yield Static(classes="gap")
            yield self.panel
        yield self.message
        yield self.overlay

    @property
    def crumbs(self) -> tuple[str, ...]:
        return (printable(self.game.puzzle.name) or self.game.layout.label,)

    @property
    def header_facts(self) -> Sequence[str]:
        """The cursor's cell, how keys are taken, score and ER, and how many cells were empty at first."""
        place, state = cell_names(self.game.layout, self.cursor), words.state(self.marks, self.glyphs.dot)
        holes = pluralized(self.game.puzzle.holes, "hole")
        return [fact for fact in (state, place, difficulty_facts(self._difficulty), holes) if fact]

    @property
    def header_chips(self) -> Sequence[Chip]:
        chips = [Chip(str(words.NOT_SAVED), "warning")] if self.unsaved else []
        level = self._difficulty.level if self._difficulty else None
        return [*chips, level_chip(level.value, level.title)] if level else chips

    def on_mount(self) -> None:
        self._set_widths()
        self.set_interval(1, self._tick)
        self.guide.prepare()
        self._tell_others()
        self.watch(self, "is_too_small", self._run_clock, init=False)
        if warning := self.program.take_warning():
            self.show_warning(warning)
        if unseen := rules_not_drawn(self.game.layout):
            self._say(unseen)
        if self._notice and self.game.solvable:
            self.app.push_screen(Notice(self._notice))
        elif self._notice:
            self.app.push_screen(Confirm(self._notice, str(words.SHOW_WHY)), self._show_why)

    @property
    def difficulty(self) -> Difficulty | None:
        """The difficulty of the puzzle; None while it is not known."""
        return self._difficulty

    def show_difficulty(self, difficulty: Difficulty) -> None:
        """Show the difficulty, which is saved with the game."""
        self._difficulty = difficulty
        if self.is_mounted:
            self.redraw()

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """While paused only going on, help and leaving work; the chosen digit is put only where it comes first."""
        if self.marks.paused:
            return {name: name in ("pause", "back", "help") for name in self.names.values()}
        return {"put": self.marks.digit_first}

    @property
    def action_labels(self) -> Mapping[str, str]:
        """While paused the key that goes on says so."""
        return {"pause": _("go on")} if self.marks.paused else {}

    # the clock

    def on_screen_resume(self, event: ScreenResume) -> None:
        self._stir()
        self._run_clock()
        if self._was_away:
            self.redraw()

    def on_screen_suspend(self) -> None:
        self._was_away = True
        self._run_clock()

    @on(Key)
    @on(Click)
    def _stir(self) -> None:
        """Someone is there."""
        if self._clock.stir():
            self.redraw()

    @on(SidePanel.PanelClicked)
    async def _panel_clicked(self, event: SidePanel.PanelClicked) -> None:
        if self.enabled_actions.get(event.action, True):
            await self.perform(event.action)

    async def on_click(self, event: Click) -> None:
        """A click on the line that tells how keys are taken, or on that of a hint, is as good as the key."""
        if event.widget in (self.message, self.overlay) and self._told_hint.again:
            self.post_message(SidePanel.PanelClicked("hint"))

    def _run_clock(self) -> None:
        self._clock.see(visible=self.is_active and not (self.marks.paused or self.is_too_small))

    def _tick(self) -> None:
        if self._clock.look(self.options.pause_after * 60):
            self.redraw()
        elif not self._writing and self._clock.goes_on(self.program.clock_step):
            self.panel.show_game(self._panel_look(self.board.look))

    def action_pause(self) -> None:
        self.guide.stop()
        self.marks = replace(self.marks, paused=not self.marks.paused)
        self.board.disabled = self.marks.paused
        if not self.marks.paused:
            self.board.focus()
        self._run_clock()
        self._say(words.PAUSED.format(pause=self.key("pause")) if self.marks.paused else "")
        self.refresh_keys()

    # sizes

    @on(Resize)
    def _resized(self, event: Resize) -> None:
        if fits(self.least_size, event.size):
            self._fit(event.size)

    def action_zoom(self) -> None:
        self.zoom = self.zoom.next
        self._say(zoomed(self.zoom, self._arrange(self.app.size).cell, self.key("zoom")))
        self._fit(self.app.size)

    def _arrange(self, terminal: Size) -> BoardArrangement:
        least = self.least_size
        size = Size(max(terminal.width, least.width), max(terminal.height, least.height))
        grounds = self.palette.tile.bgcolor is not None
        return arrange(self.game.layout, self.glyphs.box, self.zoom, size, grounds=grounds)

    def _fit(self, terminal: Size) -> None:
        """Lay everything out anew if the terminal or the wish asks for it."""
        fit = self._arrange(terminal)
        if fit == self.arrangement:
            return
        self.arrangement = fit
        self.marks = replace(self.marks, page=0)
        with self.app.batch_update():
            self._set_widths()
            self.board.fit(self.board.look, fit.cell, fit.visible)
            self.redraw()

    def _set_widths(self) -> None:
        fit, terminal = self.arrangement, self.app.size
        self.set_class(fit.has_side_panel, "-beside")
        self.set_class(not fit.panel, "-alone")
        for name, lines in (("-no-message", 1), ("-no-keys", 2), ("-no-head", 3)):
            self.set_class(fit.lines < lines, name)
        self.message.styles.width = min(max(WIDTH, fit.visible.width + 1 + fit.panel.width), terminal.width)
        self.overlay.styles.margin = (0, 0, 1 if fit.lines > 1 else 0, 0)

    # making moves

    @on(BoardInput.StatusMessage)
    def _board_told(self, event: BoardInput.StatusMessage) -> None:
        self._say(event.sentence, "warning" if event.refused else "plain")

    @on(BoardInput.DigitTyped)
    async def _digit_typed(self, event: BoardInput.DigitTyped) -> None:
        """Place or note a digit, or choose it where the digit comes first, or take it for an answer; 0 is for none."""
        if self._take_digit:
            await self._take_digit(event.digit)
        elif self.marks.digit_first and event.digit:
            self._highlight(frozenset({event.digit}))
        else:
            await self._enter(event.cells, event.digit)

    @on(GameBoard.NoteTyped)
    async def _note_typed(self, event: GameBoard.NoteTyped) -> None:
        """Note a digit, or take it for an answer: the candidate where others are digits."""
        if self._take_digit == self._select_digit:
            self._select(cell for cell, mask in enumerate(self._noted) if mask >> event.digit & 1)
        elif self._take_digit:
            await self._take_digit(event.digit)
        else:
            await self._note(event.cells, event.digit)

    async def _enter(self, cells: Cells, digit: int) -> None:
        """Place or note a digit, as keys are taken now; 0 clears."""
        if self.marks.noting and digit:
            await self._note(cells, digit)
        else:
            await self._play(partial(self.game.place, cells, digit), own=True)

    async def _note(self, cells: Cells, digit: int) -> None:
        await self._play(partial(self.game.toggle_note, cells, digit, self.marks.note_kind), own=True)

    def _tell_used(self, sentence: str) -> None:
        """Say which technique a move has used, unless there is something else to be read."""
        if not self._message.sentence and self.marks.hint is None:
            self._say(sentence, "good")

    async def action_put(self) -> None:
        if len(self.marks.highlighted) == 1:
            (digit,) = self.marks.highlighted
            await self._enter(self.board.cells, digit)
        else:
            self._say(words.CHOOSE_FIRST.format(digits=self.board.digits))

    async def action_lone_notes(self) -> None:
        await self._play(partial(self.game.place_lone_notes, self.board.cells))

    def _ask_digit(self, question: str, answer: "TakeDigit", highest: int = 0) -> None:
        """Ask for a digit in the message: while that is there the next one is for `answer`, up to `highest`."""
        self._say(question)
        self._take_digit, self.board.highest = answer, highest or self.game.layout.size

    def _end_question(self) -> None:
        self._take_digit, self.board.highest = None, self.game.layout.size

    # colours

    def action_colour(self) -> None:
        async def colour(number: int) -> None:
            await self._play(partial(self.game.colour, self.board.cells, number))

        self._ask_digit(str(words.WHICH_COLOUR), colour, COLOURS)

    def action_tint(self) -> None:
        """Colour a candidate: the one highlighted, or one that is asked for."""
        if len(self.marks.highlighted) == 1:
            self._ask_tint(*self.marks.highlighted)
        else:

            async def ask(digit: int) -> None:
                self._ask_tint(digit)

            self._ask_digit(words.WHICH_CANDIDATE.format(digits=self.board.digits), ask)

    def _ask_tint(self, digit: int) -> None:
        async def tint(number: int) -> None:
            await self._play(partial(self.game.tint, self.board.cells, digit, number))

        if digit:
            self._ask_digit(words.WHICH_TINT.format(digit=sign(digit)), tint, COLOURS)
        else:
            self._say("")

    # selecting

    @on(GameBoard.SelectingChanged)
    def _selecting_changed(self, event: GameBoard.SelectingChanged) -> None:
        template = words.SELECTING if event.adding else words.SELECTED
        self._say(template.format(select=self.key("select"), back=self.key("back")))

    def action_select_digit(self) -> None:
        note = self.key("note(1)")
        self._ask_digit(words.SELECT_WHICH.format(digits=self.board.digits, note=note), self._select_digit)

    async def _select_digit(self, digit: int) -> None:
        self._select(cell for cell, value in enumerate(self.game.values) if value == digit)

    def _select(self, cells: Iterable[int]) -> None:
        """Select these cells, and keep them while the cursor moves."""
        self.board.deselect()
        self.board.selection = frozenset(cells)
        self._say(words.selected(len(self.board.selection)))

    @property
    def _noted(self) -> Sequence[int]:
        """What is shown in empty cells, as masks: the candidates or the notes of both kinds."""
        if self.marks.candidates:
            return self.game.candidates.masks
        return [0 if entry.value else entry.noted for entry in self.game.board.entries]

    async def action_back(self) -> None:
        """Drop a question, then the selection; only then leave."""
        if self._take_digit:
            self._say("")
        elif self.board.selection:
            self.board.deselect()
            self._say("")
        else:
            await super().action_back()

    @work
    async def action_type_move(self) -> None:
        typed = await self.board.ask_for_move(self)
        if typed and typed.digit is not None:
            await self._enter(typed.cell, typed.digit)

    async def action_fill_notes(self) -> None:
        await self._play(self.game.fill_notes, str(words.ALL_NOTED))

    async def action_reveal(self) -> None:
        await self._play(partial(self.game.reveal, self.cursor))

    @work
    async def action_restart(self) -> None:
        if await self.ask(Confirm(str(words.RESTART), _("restart"))):
            await self._play(self.game.restart)

    @work
    async def action_show_solution(self) -> None:
        if self.game.solution is None or await self.ask(Confirm(str(words.SHOW_SOLUTION), _("show it"))):
            await self._play(self.game.show_solution)  # without a solution it says why not

    async def _play(self, act: Callable[[], Move | None], otherwise: str = "", own: bool = False) -> None:
        """Make a move of the game; a refusal, or what is said where there is no move, is the message.

        Of a new move of the player's `own` it is found out what it used.
        """
        history, solved_before = self.game.history, self.game.board.is_solved
        undone, move_count = history.can_redo, len(history)
        try:
            move = act()
        except GameError as refusal:
            self._say(str(refusal), "warning")
            return
        if move:
            is_new = len(history) > move_count
            await self._keep(words.BRANCH.format(history=self.key("history")) if undone and is_new else "")
            self._tell_solved(solved_before)
            if own and is_new and not self.program.is_crowded:
                self._used_techniques.note_move()
        elif otherwise:
            self._say(otherwise)

    async def _keep(self, sentence: str = "", ink: Ink = "plain", again: str = "", hint: Hint | None = None) -> None:
        """Write the game down after a change, and only then show it, with this sentence or this hint."""
        self.guide.stop()
        self._end_question()
        self._message, self.marks = StatusText(sentence, ink, again), replace(self.marks, hint=hint, page=0)
        if hint and hint.stage.cell is not None:
            self.board.cursor = hint.stage.cell
        self._writing += 1
        try:
            self.unsaved = await self.slot.save(self.game.record(), self.view.saved())
        finally:
            self._writing -= 1
        self.redraw()

    def _tell_solved(self, solved_before: bool) -> None:
        if self.game.board.is_solved and not solved_before:
            self._say(str(words.SOLVED), "good")
            self.post_message(GameWon(self.game))

    # back and forth in the history

    async def action_undo(self) -> None:
        await self._travel(self.game.undo(), "", str(words.NOTHING_TO_UNDO))

    async def action_redo(self) -> None:
        """Make the move again that was undone; at a fork the branch visited last, and say so."""
        branches = len(self.game.history.children(self.game.history.position))
        message = words.REDONE.format(branches=branches, history=self.key("history")) if branches > 1 else ""
        await self._travel(self.game.redo(), message, str(words.NOTHING_TO_REDO))

    async def _travel(self, move: Move | None, message: str, otherwise: str) -> None:
        if move is None:
            self._say(otherwise)
            return
        if move.cell is not None:
            self.board.cursor = move.cell
        await self._keep(message)

    async def _go_to(self, node: int, sentence: str = "") -> None:
        self.game.go_to(node)
        await self._keep(sentence)

    def action_history(self) -> None:
        self.post_message(ShowHistory(self.game, self._go_to, self._keep))

    @work
    async def action_bookmark(self) -> None:
        sentence = await ask_for_bookmark(self, self.game.history, self.game.history.position)
        if sentence:
            await self._keep(sentence)

    @work
    async def action_bookmarks(self) -> None:
        history = self.game.history
        bookmarks = list(history.bookmarks.items())
        if not bookmarks:
            self._say(words.NO_BOOKMARK.format(bookmark=self.key("bookmark")))
            return
        rows = [words.bookmark_row(history, node, label) for node, label in bookmarks]
        choice = await self.ask(Choice(str(words.WHICH_BOOKMARK), rows))
        if choice is not None:
            node, label = bookmarks[choice]
            await self._go_to(node, words.AT_BOOKMARK.format(label=printable(label)))

    async def action_last_correct(self) -> None:
        """Take back all moves since the board was last right."""
        history = self.game.history
        try:
            node = self.game.last_correct()
        except GameError as refusal:
            self._say(str(refusal), "warning")
            return
        wrong = history.moves() - history.moves(node)
        template = words.TOOK_BACK.format(moves=pluralized(wrong, "move"), redo=self.key("redo"))
        await self._go_to(node, str(template if wrong else words.RIGHT_SO_FAR))

    # help

    async def action_hint(self) -> None:
        """Read on, or go on with the hint that was begun, or look for another."""
        hint = self.marks.hint
        if hint and self._told_hint.unread:
            if hint.stage.cell is not None:
                self.board.cursor = hint.stage.cell
            self._mark(page=self.marks.page + 1)
        elif self.guide.goes_on:
            solved_before = self.game.is_solved
            await self._keep(hint=self.guide.advance())
            self._tell_solved(solved_before)
        else:
            self._look_for_hint(str(words.LOOKING))

    def _look_for_hint(self, looking: str, about: Candidate | None = None) -> None:
        """Look for a hint, or for an explanation, and show it."""
        sentence = looking.format(ellipsis=self.glyphs.ellipsis)
        self.guide.look(
            lambda found: self._keep(hint=found),
            partial(self._say, sentence),
            about,
            cursor=self.cursor,
            shows_candidates=self.marks.candidates,
        )

    def _show_why(self, confirmed: bool | None) -> None:
        """Show why there is no solution, if that is wanted."""
        if confirmed:
            self._look_for_hint(str(words.LOOKING_WHY))

    @work
    async def action_why(self) -> None:
        """Ask for a digit, and explain why the cursor's cell is or is not that digit."""
        cell = self.cursor
        layout = self.game.layout
        label = words.WHICH_WHY.format(cell=layout.cell_name(cell), last=sign(layout.size))
        typed = await self.ask(Prompt(label, placeholder=str(words.WHY_ANY)))
        if typed is None:
            return
        digit = digit_of(typed.strip())
        if typed.strip() and not 1 <= digit <= layout.size:
            self._say(NO_SUCH_DIGIT.format(digits=self.board.digits), "warning")
            return
        self.guide.stop()
        self._look_for_hint(str(words.LOOKING_WHY), Candidate(cell, digit))

    def action_steps(self) -> None:
        self.post_message(ShowSteps(self.game, self._make, self._keep))

    async def _make(self, act: Callable[[], Move | None], sentence: str) -> None:
        """Make a move that another screen has shown, and say so."""
        solved_before = self.game.is_solved
        act()
        await self._keep(sentence)
        self._tell_solved(solved_before)

    @property
    def _told_hint(self) -> ToldHint:
        """What the hint on show says; nothing if there is none."""
        hint = self.marks.hint
        if hint is None:
            return ToldHint("", "")
        remedy, room = hint.stage.remedy, plan(self.game.layout, self.arrangement)
        remedy_key = self.key(REMEDIES[remedy]) if remedy else ""
        width, rows = self.arrangement.panel.width, room.text_rows
        if not self.arrangement.panel:
            width, rows = self.arrangement.visible.width, self.arrangement.visible.height // 3
        has_card = self.arrangement.has_side_panel and self.arrangement.notes_inside
        if has_card:
            rows = self.arrangement.panel.height - room.message + 1
        drawn = self.arrangement.notes_inside and not self.palette.needs_signs and bool(self.glyphs.links)
        key = self.key("hint")
        return tell(hint, self.marks.page, key, width, rows, remedy_key, card=has_card, drawn=drawn)

    @work
    async def action_hint_level(self) -> None:
        levels = list(Level)
        choice = await self.ask(
            Choice(str(words.HARDEST), [level.title for level in levels], levels.index(self.guide.level))
        )
        if choice is not None:
            self.guide.stop()
            self.guide.level = levels[choice]
            self._say(words.HINTS_UP_TO.format(level=levels[choice].title))

    async def action_check(self) -> None:
        check = self.game.check()
        back = "" if check.right or not self.game.solvable else self.key("last_correct")
        again = words.LAST_CORRECT.format(last_correct=back) if back else ""
        if check.wrong_notes:
            again = words.WHERE.format(hint=self.key("hint"))
        await self._keep(check.sentence, "good" if check.is_clean else "bad", again)

    @work
    async def action_watch(self) -> None:
        """Watch the puzzle being solved: as that shows the solution, it is asked before and counted."""
        if not self.game.is_solved:
            if not await self.ask(Confirm(str(words.WATCH), _("watch"))):
                return
            self.game.count_watch()
            await self._keep()
        self.post_message(WatchPuzzle(self.game.puzzle))

    # how keys are taken, and what is marked

    def action_notes(self) -> None:
        self._mark(noting=not self.marks.noting)

    def action_note_kind(self) -> None:
        corner = self.marks.note_kind is NoteKind.CENTRE
        self._say(str(words.IN_CORNER if corner else words.IN_CENTRE))
        self._mark(note_kind=NoteKind.CORNER if corner else NoteKind.CENTRE)

    def action_digit_first(self) -> None:
        first = not self.marks.digit_first
        sentence = words.DIGIT_FIRST.format(put=self.key("put"), digit_first=self.key("digit_first"))
        self._say(str(sentence if first else words.CELL_FIRST))
        self._mark(digit_first=first, highlighted=self.marks.highlighted if first else frozenset())
        self.refresh_keys()

    def action_highlight(self) -> None:
        """Take the highlight off, or put it on the cursor's digit, or ask for one."""
        here = self.game.board.values[self.cursor]
        if self._take_digit == self._highlight_one or self.marks.highlighted:
            self._highlight(frozenset())
        elif here:
            self._highlight(frozenset({here}))
        else:
            question = words.HIGHLIGHT_WHICH.format(digits=self.board.digits, highlight=self.key("highlight"))
            self._ask_digit(question, self._highlight_one)

    async def _highlight_one(self, digit: int) -> None:
        self._highlight(frozenset({digit} - {0}))

    def _highlight(self, digits: frozenset[int]) -> None:
        sentence = words.highlighted(digits, self.key("highlight"))
        self._say("" if self.marks.digit_first else sentence)
        self._mark(highlighted=digits)

    def action_highlight_more(self) -> None:
        """Ask for digits to highlight beside those that are, one after another; again: that is all."""
        if self._take_digit == self._highlight_another:
            self._highlight(self.marks.highlighted)
        else:
            self._ask_another()

    def _ask_another(self) -> None:
        question = words.highlight_more(self.marks.highlighted, self.board.digits, self.key("highlight_more"))
        self._ask_digit(question, self._highlight_another)

    async def _highlight_another(self, digit: int) -> None:
        self._mark(highlighted=self.marks.highlighted ^ {digit} if digit else frozenset())
        self._ask_another()

    def action_pairs(self) -> None:
        pairs = not self.marks.pairs
        self._say(words.PAIRS.format(pairs=self.key("pairs")) if pairs else "")
        self._mark(pairs=pairs)

    def action_cleaning(self) -> None:
        self.game.cleaning = not self.game.cleaning
        self._say(str(words.CLEANING if self.game.cleaning else words.NOT_CLEANING))

    async def action_filling(self) -> None:
        """Fill in cells with one candidate from now on, those that there are at once; or no longer."""
        self.game.filling = not self.game.filling
        if self.game.filling:
            await self._play(self.game.fill_singles)
        if not self.game.is_solved:
            self._say(str(words.FILLING if self.game.filling else words.NOT_FILLING))

    def action_candidates(self) -> None:
        self._say(str(words.NOTES_SHOWN if self.marks.candidates else words.CANDIDATES_SHOWN))
        self._mark(candidates=not self.marks.candidates)

    def action_shading(self) -> None:
        self._mark(shaded=not self.marks.shaded)

    def _mark(self, **changes: Any) -> None:
        self.marks = replace(self.marks, **changes)
        self.redraw()

    # sharing and leaving

    def action_share(self) -> None:
        self.post_message(SharePuzzle(self.game.puzzle, self.game.values))

    def action_favour(self) -> None:
        self.post_message(MarkFavourite(self.game.puzzle, playing=True))

    def on_paste(self, event: PasteEvent) -> None:
        self._paste.read(event)

    async def _play_pasted(self, puzzle: Puzzle) -> None:
        if await self.ask(Confirm(str(words.PLAY_PASTED_UNSAVED if self.unsaved else words.PLAY_PASTED), _("play it"))):
            await self.leave()
            self.dismiss()
            self.app.post_message(PlayPuzzle(puzzle))

    async def leave(self) -> None:
        self.game.pause()
        if self.is_mounted and len(self.game.history) > 1:
            await self._keep()
            if self._warning and not self.unsaved:
                self.program.lay_warning(self._warning)  # of which nothing is seen here any more

    # showing

    @on(BoardInput.CursorMoved)
    def redraw(self) -> None:
        """Show the state; only what changed is sent."""
        if self._writing:
            return
        if self._arrange(self.app.size) != self.arrangement:  # another theme may have no grounds to part cells with
            self._fit(self.app.size)
            return
        palette = self.palette
        self.marks = replace(self.marks, selected=self.board.selection)
        look = board_look(self.game, self.marks, self.board.cursor, palette)
        panel_look = self._panel_look(look)
        self.board.show_look(look)
        self.panel.show_game(panel_look)
        self._show_lines(panel_look)
        self._tell_others()

    def _show_lines(self, panel_look: PanelLook) -> None:
        self.refresh_header()
        if not self.arrangement.has_side_panel:
            self.message.show_game(panel_look, self.marks, self.palette)

    def _tell_others(self) -> None:
        if self._show_others:
            self._show_others(self.game, self.board.cursor)

    def _panel_look(self, look: BoardAppearance) -> PanelLook:
        game, cursor, hint, program = self.game, look.cursor or 0, self._told_hint, self.program
        return PanelLook(
            game,
            look,
            cursor,
            self.arrangement,
            unsaved=f" {program.glyphs.dot} {words.NOT_SAVED}" if self.unsaved else "",
            state=words.state(self.marks, program.glyphs.dot),
            message=self._status(hint, cursor),
            text=hint.text,
            clock_step=program.clock_step,
            difficulty=self._difficulty,
            card=None if self._clock.is_idle else hint.card,
        )

    def _status(self, hint: ToldHint, cursor: int) -> StatusText:
        """Why the clock stands, or a hint, or the last message, or a rule that is broken, by the last move if it
        broke one."""
        if self._clock.is_idle:
            return StatusText(words.idle(self.options.pause_after), "warning")
        if hint.sentence:
            return StatusText(hint.sentence, "accent", hint.again)
        conflicts, history = self.game.board.conflicts, self.game.history
        if self._message.sentence or self.marks.paused:
            return self._message
        if self._warning:
            return StatusText(self._warning, "warning")
        if not conflicts and self.game.board.broken_rules:
            return StatusText(words.broken_rule(self.game.board.broken_rules[0], self.game.layout), "bad")
        if not conflicts:
            here = words.colours(self.game.layout, cursor, self.game.board.entries[cursor])
            rules = rules_here(self.game.puzzle, self.game.values, cursor)
            return StatusText(" ".join([*filter(None, [here]), *rules]))
        moved = history[history.position].move.cell
        return StatusText(broken_rules(self.game.layout, conflicts, moved), "bad")

    def show_warning(self, sentence: str) -> bool:
        """Show what is wrong with the saved games, for a while, wherever messages are shown."""
        self._warning = sentence
        self.redraw()
        self.set_timer(WARNING_SECONDS, partial(self._end_warning, sentence))
        return True

    def _end_warning(self, sentence: str) -> None:
        if self._warning == sentence:
            self._warning = ""
            self.redraw()

    def _say(self, sentence: str, ink: Ink = "plain") -> None:
        """Show a sentence, and take a hint's marks off with its words."""
        self._message = StatusText(sentence, ink)
        self._end_question()
        self._mark(hint=None)
