"""The screen of a game: the board, its panel and the controllers of its keys."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Click, Key, Paste, Resize, ScreenResume
from textual.geometry import Size
from textual.widgets import Static

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized, printable
from engine.play.cell_rules import rule_sentences
from engine.play.errors import GameError
from engine.play.fog import (
    dark_cells,
    has_fog,
    lit_puzzle,
    lit_rules,
    lit_values,
    visible_broken_rules,
    visible_conflicts,
)
from engine.play.game import Cells, Game
from engine.play.hint_stages import Remedy
from engine.play.hints import Hint
from engine.play.history import Move
from engine.play.past import Rival
from engine.play.summary import rules_not_drawn
from engine.sudoku.puzzle import Puzzle, broken_rules
from engine.sudoku.rules import RuleInText
from engine.sudoku.techniques.difficulty import Difficulty
from tui.base.base_app import SMALL, WARNING_SECONDS, WIDTH, fits
from tui.base.board_page import BoardPage, Ink
from tui.base.dialogs import Confirm, Notice
from tui.base.keymap import MovedBinding
from tui.base.paste import PasteReader
from tui.base.requests import GameWon, MarkFavourite, PlayPuzzle, SharePuzzle
from tui.base.saved_games import GameSlot
from tui.base.text_block import TextBlock
from tui.base.zoom import Zoom, zoom_text
from tui.draw.board import BoardAppearance
from tui.draw.board_frame import NARROW, board_frame, cell_names
from tui.draw.face import Chip, level_chip
from tui.draw.game import board_look
from tui.draw.palette import UNICODE
from tui.draw.web_board import WebBoard
from tui.features.play import words
from tui.features.play.arrangement import HINT_KEY_ROWS, BoardArrangement, arrange, is_framed, plan
from tui.features.play.board import GameBoard
from tui.features.play.clock import ClockController
from tui.features.play.colour_controller import SELECT, ColourController
from tui.features.play.hint_controller import HintController
from tui.features.play.hints import UNLIMITED, HintText, describe
from tui.features.play.history_controller import HistoryController
from tui.features.play.message_line import MessageLine
from tui.features.play.note_controller import NoteController
from tui.features.play.panel import PanelLook, SidePanel, StatusText
from tui.features.play.technique_usage import TechniqueAnalysis
from tui.features.play.view import PlayView
from tui.features.play.web import game_board, game_hint, game_setting
from tui.terminal.web_keys import WebView

REMEDIES = {
    Remedy.HARDER_TECHNIQUES: "hint_level",
    Remedy.LAST_CORRECT: "last_correct",
    Remedy.FILL_NOTES: "fill_notes",
}
"""The actions that remedy what keeps a hint from being found; its sentence names their keys."""

GameObserver = Callable[[Game, int], None]
"""Gets the game and the cursor's cell whenever the board is drawn, to show them to others."""


class BoardScreen(BoardPage):
    """A game on the screen.

    The game owns the board and its history, the widget the cursor, the screen the marks and messages. A move goes from
    the widget to the game, then into the store, and only then onto the screen: what the player has seen is never lost.
    """

    board: GameBoard
    HEADING = lazy_gettext("board")
    PARTS = (GameBoard,)
    CONTROLLERS = (NoteController, ColourController, HintController, HistoryController, ClockController)
    FIRST = (
        "digit(1)", "letter", "notes", "put", "undo", "redo", "hint", "check", "pause", "history", "watch", "share",
    )  # fmt: skip
    DEFAULT_CSS = """
    BoardScreen { align: center middle; }
    BoardScreen > .body { width: auto; height: auto; }
    BoardScreen.-beside > TextLine, BoardScreen.-no-head > HeaderLine { display: none; }
    BoardScreen.-no-keys > KeyBar, BoardScreen.-no-message > .message { display: none; }
    BoardScreen.-alone .panel, BoardScreen.-alone .gap { display: none; }
    BoardScreen > .overlay { layer: above; height: auto; dock: bottom; display: none; }
    BoardScreen { layers: default above; }
    BoardScreen .gap { width: 1; height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        MovedBinding("Y", "digit_first", "digit first", show=False, tooltip="digit or cell first", former="d"),
        Binding("enter,space", "put", "put", key_display="enter", tooltip="place the chosen digit"),
        Binding("colon", "type_move", "type a move such as 1b4", key_display=":", show=False),
        Binding("R", "restart", "restart (asks)", show=False),
        Binding("E", "share", "share", tooltip="share: copy, save, print", show=False),
        Binding("z", "zoom", "size of the cells", show=False),
        Binding("M", "favour", "favourite on or off", show=False),
    ]

    def __init__(
        self,
        game: Game,
        slot: GameSlot,
        notice: str = "",
        view: Mapping[str, object] | None = None,
        observer: GameObserver | None = None,
    ) -> None:
        """`slot` saves the game; `notice` is shown first; `view` is a saved `PlayView`, from any version."""
        super().__init__()
        self.game = game
        self.slot = slot
        self._observer = observer
        self._notice = notice
        whole = board_frame(game.layout, UNICODE.box, NARROW).size
        self.least_size = Size(min(whole.width, SMALL.width), min(whole.height, SMALL.height))
        """Columns and rows of a small board without its panel; larger boards scroll in the usual least size."""
        stored_view = PlayView.read(view or {}, game, Zoom[self.options.cells.upper()])
        self._first_cell, self.marks, self.zoom = stored_view.cursor, stored_view.marks, stored_view.zoom
        game.cleaning, game.filling = stored_view.cleaning, stored_view.filling
        self.notes, self.colours, self.history = NoteController(self), ColourController(self), HistoryController(self)
        self.hints, self.clock = HintController(self, stored_view.hints), ClockController(self)
        self._technique_analysis = TechniqueAnalysis(game, slot, self.program, self._show_technique)
        self._paste = PasteReader(self, self._play_pasted)
        self._message = StatusText()
        self._difficulty = stored_view.difficulty
        self.rival = stored_view.rival
        """The game to race against, if any."""
        self._warning = ""
        """A problem with the saved games, shown for a while if there is no other message."""
        self.pending_saves = 0
        """The number of unfinished saves; until they are done, no change is shown."""
        self._was_covered = False
        """Whether another screen was in front, after which the board must be drawn again."""

    @property
    def cursor(self) -> int:
        """The cell the cursor is on."""
        return self.board.cursor

    @property
    def view(self) -> PlayView:
        """The state of the screen, which is saved with the game."""
        game = self.game
        return PlayView(
            self.cursor, self.marks, game.cleaning, game.filling, self.hints.guide.level, self.zoom, self._difficulty,
            self.rival,
        )  # fmt: skip

    def content(self) -> ComposeResult:
        self.marks = replace(self.marks, shaded=not self.options.is_slow)
        self.arrangement = arrangement = self._arrange(self.app.size)
        look = board_look(self.game, self.marks, self._first_cell, self.palette)
        panel_look = self._panel_look(look)
        self.board = GameBoard(self.game.layout, self._first_cell, look, arrangement.cell, arrangement.visible)
        self.panel = SidePanel(self.board, panel_look)
        self.overlay = TextBlock(classes="overlay")
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
        """The input mode, the cursor's cell, the difficulty in numbers, and the puzzle's number of holes."""
        mode = words.input_mode(self.marks, self.glyphs.dot)
        place = "" if self.options.low_bandwidth else cell_names(self.game.layout, self.cursor)
        holes = pluralized(self.game.puzzle.holes, "hole")
        return [fact for fact in (mode, place, words.difficulty_facts(self._difficulty), holes) if fact]

    @property
    def header_chips(self) -> Sequence[Chip]:
        chips = [Chip(str(words.NOT_SAVED), "warning")] if self.unsaved else []
        level = self._difficulty.level if self._difficulty else None
        return [*chips, level_chip(level.value, level.title)] if level else chips

    def on_mount(self) -> None:
        self._apply_arrangement()
        self.set_interval(1, self.clock.tick)
        self.hints.guide.prepare()
        self._notify_observers()
        self.watch(self, "is_too_small", self.clock.follow_screen, init=False)
        if warning := self.program.take_warning():
            self.show_warning(warning)
        if sentence := rules_not_drawn(self.game.layout):
            self.say(sentence)
        if self._notice and self.game.solvable:
            self.app.push_screen(Notice(self._notice))
        elif self._notice:
            self.app.push_screen(Confirm(self._notice, str(words.SHOW_WHY)), self.hints.explain_contradiction)

    @property
    def difficulty(self) -> Difficulty | None:
        """The difficulty of the puzzle; None while it is not known."""
        return self._difficulty

    def show_difficulty(self, difficulty: Difficulty) -> None:
        """Show the difficulty, and save it with the game after the next move."""
        self._difficulty = difficulty
        if self.is_mounted:
            self.redraw()

    def show_rival(self, rival: Rival) -> None:
        """Show the progress of another game of the puzzle, to race against it."""
        self.rival = rival
        if self.is_mounted:
            self.redraw()

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Only resuming, help and leaving while the game is paused; `put` in digit-first mode only."""
        if self.marks.paused:
            return {name: name in ("pause", "back", "help") for name in self.names.values()}
        return {"put": self.marks.digit_first}

    @property
    def action_labels(self) -> Mapping[str, str]:
        """While the game is paused, the pause key is labelled as resuming."""
        return {"pause": _("go on")} if self.marks.paused else {}

    # events

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.clock.record_input()
        self.clock.follow_screen()
        if self._was_covered:
            self.redraw()

    def on_screen_suspend(self) -> None:
        self._was_covered = True
        self.clock.follow_screen()

    @on(Key)
    @on(Click)
    def _record_input(self) -> None:
        if self.clock.record_input():
            self.redraw()

    @on(SidePanel.PanelClicked)
    async def _panel_clicked(self, event: SidePanel.PanelClicked) -> None:
        if self.enabled_actions.get(event.action, True):
            await self.perform(event.action)

    async def on_click(self, event: Click) -> None:
        """Show the next stage or page of a hint when its text is clicked."""
        if event.widget in (self.message, self.overlay) and self.hint_text.next_press:
            self.post_message(SidePanel.PanelClicked("hint"))

    # layout

    @on(Resize)
    def _resized(self, event: Resize) -> None:
        if fits(self.least_size, event.size):
            self._fit(event.size)

    def action_zoom(self) -> None:
        self.zoom = self.zoom.next
        self.say(zoom_text(self.zoom, self._arrange(self.app.size).cell, self.key("zoom")))
        self._fit(self.app.size)

    def _arrange(self, terminal: Size) -> BoardArrangement:
        least = self.least_size
        size = Size(max(terminal.width, least.width), max(terminal.height, least.height))
        grounds = self.palette.tile.bgcolor is not None
        layout, box, is_slow = self.game.layout, self.glyphs.box, self.options.is_slow
        return arrange(layout, box, self.zoom, size, grounds=grounds, is_slow=is_slow)

    def _fit(self, terminal: Size) -> None:
        """Arrange the screen again if the terminal's size, the zoom or the theme requires it."""
        arrangement = self._arrange(terminal)
        if arrangement == self.arrangement:
            return
        self.arrangement = arrangement
        self.marks = replace(self.marks, page=0)
        with self.app.batch_update():
            self._apply_arrangement()
            self.board.fit(self.board.look, arrangement.cell, arrangement.visible)
            self.redraw()

    def _apply_arrangement(self) -> None:
        """Show the lines and the panel that the arrangement has, in its width."""
        arrangement = self.arrangement
        self.set_class(arrangement.has_side_panel, "-beside")
        self.set_class(not arrangement.panel, "-alone")
        for name, lines in (("-no-message", 1), ("-no-keys", 2), ("-no-head", 3)):
            self.set_class(arrangement.lines < lines, name)
        width = arrangement.visible.width + 1 + arrangement.panel.width
        self.message.styles.width = min(max(WIDTH, width), self.app.size.width)
        self.overlay.styles.margin = (0, 0, 1 if arrangement.lines > 1 else 0, 0)

    # making moves

    @on(GameBoard.NoteTyped)
    async def _note_typed(self, event: GameBoard.NoteTyped) -> None:
        """Note a digit, or answer a question with it; the question for cells to select asks for noted digits, too."""
        if self.is_asking(SELECT):
            self.colours.select_noted(event.digit)
        elif self.question:
            await self.answer_question(event.digit)
        else:
            await self._note(event.cells, event.digit)

    async def enter(self, cells: Cells, digit: int) -> None:
        """Place or note a digit, or select it in digit-first mode; 0 clears."""
        if self.marks.digit_first and digit:
            self.colours.highlight(frozenset({digit}))
        else:
            await self._put(cells, digit)

    async def place(self, cell: int, digit: int) -> None:
        await self._put(cell, digit)

    async def _put(self, cells: Cells, digit: int) -> None:
        if self.marks.noting and digit:
            await self._note(cells, digit)
        else:
            await self.play(partial(self.game.place, cells, digit), own=True)

    async def _note(self, cells: Cells, digit: int) -> None:
        await self.play(partial(self.game.toggle_note, cells, digit, self.marks.note_kind), own=True)

    def _show_technique(self, sentence: str) -> None:
        """Name the technique of a move, unless another message is shown."""
        if not self._message.sentence and self.marks.hint is None:
            self.say(sentence, "good")

    async def action_put(self) -> None:
        if len(self.marks.highlighted) == 1:
            (digit,) = self.marks.highlighted
            await self._put(self.board.cells, digit)
        else:
            self.say(words.CHOOSE_FIRST.format(digits=self.board.digits_text))

    @work
    async def action_restart(self) -> None:
        if await self.ask(Confirm(str(words.RESTART), _("restart"))):
            await self.play(self.game.restart)

    async def play(self, make_move: Callable[[], Move | None], no_change: str = "", own: bool = False) -> None:
        """Make a move; show why if it is refused, and `no_change` if it changes nothing.

        The technique of a new move is determined if it is the player's `own`.
        """
        history, solved_before = self.game.history, self.game.board.is_solved
        could_redo, node_count = history.can_redo, len(history)
        try:
            move = make_move()
        except GameError as error:
            self.say(str(error), "warning")
            return
        if move:
            is_new = len(history) > node_count
            await self.keep(words.BRANCH.format(history=self.key("history")) if could_redo and is_new else "")
            self.congratulate(solved_before)
            if own and is_new and not self.program.is_crowded:
                self._technique_analysis.analyse_move()
        elif no_change:
            self.say(no_change)

    async def keep(
        self, sentence: str = "", ink: Ink = "plain", next_press: str = "", hint: Hint | None = None
    ) -> None:
        """Save the game after a change, and only then show it, with this sentence or hint."""
        self.hints.guide.stop()
        self.end_question()
        self._message, self.marks = StatusText(sentence, ink, next_press), replace(self.marks, hint=hint, page=0)
        if hint and hint.stage.cell is not None:
            self.board.cursor = hint.stage.cell
        self.pending_saves += 1
        try:
            self.unsaved = await self.slot.save(self.game.record(), self.view.saved())
        finally:
            self.pending_saves -= 1
        self.redraw()

    def congratulate(self, solved_before: bool) -> None:
        """Congratulate the player if the last move solved the puzzle."""
        if self.game.board.is_solved and not solved_before:
            self.say(str(words.SOLVED), "good")
            self.post_message(GameWon(self.game))

    @on(GameBoard.SelectingChanged)
    def _selecting_changed(self, event: GameBoard.SelectingChanged) -> None:
        sentence = words.SELECTING if event.adding else words.SELECTED
        self.say(sentence.format(select=self.key("select"), back=self.key("back")))

    def action_digit_first(self) -> None:
        digit_first = not self.marks.digit_first
        sentence = words.DIGIT_FIRST.format(put=self.key("put"), digit_first=self.key("digit_first"))
        self.say(sentence if digit_first else str(words.CELL_FIRST))
        self.mark(digit_first=digit_first, highlighted=self.marks.highlighted if digit_first else frozenset())
        self.refresh_keys()

    async def action_back(self) -> None:
        """Cancel the question, stop the search for a hint, clear the selection or leave: the first that applies."""
        if self.question:
            self.say("")
        elif self.board.selection and not self.is_stoppable:
            self.board.deselect()
            self.say("")
        else:
            await super().action_back()

    @property
    def is_stoppable(self) -> bool:
        return self.hints.guide.is_searching

    def stop_work(self) -> None:
        self.hints.guide.stop()
        self.say(str(words.LOOK_STOPPED))

    # sharing and leaving

    def action_share(self) -> None:
        self.post_message(SharePuzzle(self.game.puzzle, self.game.values))

    def action_favour(self) -> None:
        self.post_message(MarkFavourite(self.game.puzzle, playing=True))

    def on_paste(self, event: Paste) -> None:
        self._paste.read(event)

    async def _play_pasted(self, puzzle: Puzzle) -> None:
        if await self.ask(Confirm(str(words.PLAY_PASTED_UNSAVED if self.unsaved else words.PLAY_PASTED), _("play it"))):
            await self.leave()
            self.dismiss()
            self.app.post_message(PlayPuzzle(puzzle))

    async def leave(self) -> None:
        self.game.pause()
        if self.is_mounted and len(self.game.history) > 1:
            await self.keep()
            if self._warning and not self.unsaved:
                self.program.notify_warning(self._warning)  # the warning is no longer visible here

    # drawing

    def mark(self, **changes: Any) -> None:
        """Change the marks and redraw."""
        self.marks = replace(self.marks, **changes)
        self.redraw()

    def redraw(self) -> None:
        """Redraw everything; only changed characters are sent."""
        if self.pending_saves:
            return
        if self._arrange(self.app.size) != self.arrangement:  # a theme without backgrounds needs lines
            self._fit(self.app.size)
            return
        palette = self.palette
        self.marks = replace(self.marks, selected=self.board.selection)
        look = board_look(self.game, self.marks, self.board.cursor, palette)
        panel_look = self._panel_look(look)
        self.panel.show_game(panel_look)
        self._show_lines(panel_look)
        self._show_board(look)
        self._notify_observers()

    def _show_board(self, look: BoardAppearance) -> None:
        """Show the board, with fewer rows if the message needs several."""
        arrangement = self.arrangement
        rows = 0 if arrangement.has_side_panel else max(self.message.rows - min(arrangement.lines, 1), 0)
        if self.board.visible_size.height == arrangement.visible.height - rows:
            self.board.show_look(look)
        else:
            self.query_one(".body").styles.margin = (0, 0, rows, 0)
            self.board.fit(look, arrangement.cell, arrangement.visible - Size(0, rows))

    def redraw_panel(self) -> None:
        """Redraw the panel only, such as for the clock."""
        self.panel.show_game(self._panel_look(self.board.look))

    def _show_lines(self, panel_look: PanelLook) -> None:
        self.refresh_header()
        if not self.arrangement.has_side_panel:
            self.message.show_game(panel_look, self.marks, self.palette)

    def _notify_observers(self) -> None:
        self.program.board_changed()
        if self._observer:
            self._observer(self.game, self.board.cursor)

    @cached_property
    def _web_setting(self) -> dict[str, object]:
        return game_setting(self.game, self._in_force)

    def web_board(self) -> WebBoard | None:
        """The game as a value for the page in a browser; None in fog, because the page gets all givens and rules."""
        if has_fog(self.game.puzzle):
            return None
        return game_board(
            self._web_setting,
            self.game,
            self.marks,
            self.cursor,
            self._status(HintText("", ""), self.cursor),
            game_hint(self.marks, self._remedy_key),
            self._difficulty,
            asks=self.question is not None,
            unsaved=bool(self.unsaved),
        )

    @property
    def _remedy_key(self) -> str:
        """The key that the sentence of the hint names; "" if it names none."""
        remedy = self.marks.hint.stage.remedy if self.marks.hint else None
        return self.key(REMEDIES[remedy]) if remedy else ""

    @property
    def hint_text(self) -> HintText:
        """The text of the hint on the screen; "" without a hint."""
        hint, arrangement = self.marks.hint, self.arrangement
        if hint is None:
            return HintText("", "")
        room = plan(self.game.layout, arrangement, has_hint=True).hint.size
        if arrangement.has_side_panel and not is_framed(arrangement):  # the key has rows of its own below the card
            room -= Size(0, HINT_KEY_ROWS)
        if not arrangement.panel:
            room = Size(arrangement.visible.width, arrangement.visible.height // 3)
        if self.program.web_view is WebView.BOARD:  # the page scrolls
            room = UNLIMITED
        has_lines = arrangement.notes_inside and not self.palette.needs_signs and bool(self.glyphs.links)
        return describe(
            hint, self.marks.page, self.key("hint"), room, self._remedy_key, self.key("details"),
            card=arrangement.has_side_panel, drawn=has_lines and bool(arrangement.panel),
        )  # fmt: skip

    def _panel_look(self, look: BoardAppearance) -> PanelLook:
        game, cursor, hint, program = self.game, look.cursor or 0, self.hint_text, self.program
        return PanelLook(
            game,
            look,
            cursor,
            self.arrangement,
            input_mode=words.input_mode(self.marks, program.glyphs.dot),
            message=self._status(hint, cursor),
            clock_step=program.clock_step,
            card=None if self.clock.is_idle else hint.card,
            rival=self.rival,
        )

    def help_text(self) -> str:
        """The rules of the puzzle beyond its houses, those in the setter's words first; in fog, only the lit ones."""
        rules = sorted(lit_rules(self.game), key=lambda rule: not isinstance(rule, RuleInText))
        return "\n".join(f"- {rule.sentence(self.game.layout)}" for rule in rules)

    def _status(self, hint: HintText, cursor: int) -> StatusText:
        """Return the message that matters most now.

        In this order: why the clock is stopped, the hint, the last message, a warning, a broken rule, facts about the
        cursor's cell, the keys for help.
        """
        if self.clock.is_idle:
            return StatusText(words.idle(self.options.pause_after), "warning")
        if hint.sentence:
            return StatusText(hint.sentence, "accent", hint.next_press, hint.level)
        if self._message.sentence or self.marks.paused:
            return self._message
        if self._warning:
            return StatusText(self._warning, "warning")
        game, history = self.game, self.game.history
        if conflicts := visible_conflicts(game):
            last_cell = history[history.position].move.cell  # its conflicts come first
            return StatusText(broken_rules(game.layout, conflicts, last_cell), "bad")
        if broken := visible_broken_rules(game):
            return StatusText(words.broken_rule(broken[0], game.layout), "bad")
        if game.is_solved:
            return StatusText(str(words.SOLVED), "good")
        is_dark = cursor in dark_cells(game)
        colours = words.colours(game.layout, cursor, game.board.entries[cursor])
        rules = [] if is_dark else rule_sentences(lit_puzzle(game), lit_values(game), cursor)
        sentence = " ".join(filter(None, [colours, *rules]))
        if not sentence and self.arrangement.has_side_panel:
            keys = {name: self.key(name) for name in ("hint", "check", "steps")}
            return StatusText(words.NO_MESSAGE.format(**keys), "dim")
        return StatusText(sentence)

    def show_warning(self, sentence: str) -> bool:
        """Show an error with saved games for WARNING_SECONDS in the line of messages; returns that it is shown here."""
        self._warning = sentence
        self.redraw()
        self.set_timer(WARNING_SECONDS, partial(self._end_warning, sentence))
        return True

    def _end_warning(self, sentence: str) -> None:
        if self._warning == sentence:
            self._warning = ""
            self.redraw()

    def say(self, sentence: str, ink: Ink = "plain") -> None:
        """Show a sentence in place of the message, and remove the hint with its marks."""
        self._message = StatusText(sentence, ink)
        self.end_question()
        self.mark(hint=None)
