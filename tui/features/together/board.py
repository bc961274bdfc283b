"""The board of a match: played on, or watched."""

import time
from collections.abc import Awaitable, Collection, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized
from engine.play.cell_rules import rule_sentences
from engine.play.errors import GameError
from engine.play.hints import Hint
from engine.play.notes import notes_verdict
from engine.together.match import LATE_SECONDS, MatchKind, MatchView, Phase
from engine.together.member import Member
from engine.together.shared_board import SharedMove
from engine.together.topic import Topic
from tui.base.board import BoardInput, BoardView, BoardWithPanel
from tui.base.board_page import BoardPage, Ink
from tui.base.dialogs import Confirm, Notice
from tui.base.keymap import MovedBinding
from tui.base.picture_view import PanelView
from tui.base.text_block import TextLine
from tui.draw.board_frame import cell_names
from tui.draw.cells import Line, wrap_line
from tui.draw.panels import Panel, Stack
from tui.draw.web_board import WebBoard
from tui.features.together import words
from tui.features.together.drawing import PANEL, board_look, clock_line, hint_fits, phrase_lines, seat_lines, verdict
from tui.features.together.talking import TopicPage, remove_player, say_phrase
from tui.features.together.web import match_board, match_setting

Answer = TypeVar("Answer")


class MatchScreen(TopicPage[MatchView], BoardPage):
    """A player's board in a match, or that of another seat, to watch.

    Moves are sent to the server; the board shows its answers.
    """

    HEADING = lazy_gettext("board of a match")
    FOLLOWS_SIZE = True
    PARTS = (BoardInput,)
    FIRST = ("digit(1)", "letter", "notes", "undo", "redo", "hint", "check", "say", "take_back", "other_board",
             "leave_match")  # fmt: skip
    DEFAULT_CSS = "MatchScreen > BoardWithPanel > PanelView { height: 1fr; max-width: 60; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "notes", "notes", tooltip="notes mode: digits become notes"),
        Binding("u,ctrl+z", "undo", "undo", key_display="u", tooltip="undo your last move"),
        Binding("U,ctrl+y", "redo", "redo", key_display="U", tooltip="redo your last move"),
        Binding("i", "hint", "hint", tooltip="hint; press again for more (counted)"),
        Binding("c", "check", "check", tooltip="check: right so far? (counted)"),
        MovedBinding("quotation_mark", "say", "say", tooltip="say a phrase", former="t"),
        Binding(
            "z", "take_back", "take back", tooltip="undo the latest move in this cell, whoever made it (the owner)"
        ),
        Binding("R", "remove", "remove", show=False, tooltip="remove a player (the owner)"),
        Binding("o", "other_board", "other board", tooltip="watch the next one"),
        Binding("X", "leave_match", "leave", show=False, tooltip="give up, or leave the shared board (asks)"),
    ]

    def __init__(self, member: Member, topic: Topic[MatchView], watched: int | None = None) -> None:
        """`topic` delivers the changes of the match; `watched` is the seat to watch, None for the player's own."""
        super().__init__(member, topic)
        view = topic.value
        self._match = view.number
        self._own_seat = view.seat_of(member.player.id) if watched is None else None
        self._seat = watched if watched is not None else self._own_seat or 0
        """The seat whose board is shown."""
        self._noting = False
        self._hint: Hint | None = None
        self._message = ""
        self._was_over = view.phase is Phase.OVER
        self._was_playing = self._is_playing
        self._was_owner = self._is_owner
        self._is_leaving = False
        self._web_setting: tuple[bool, Mapping[str, Any]] | None = None
        """Whether the player could play when the page was made, and the data that it got then."""

    @property
    def _is_owner(self) -> bool:
        """Whether the player owns the shared board."""
        return self._view.kind is MatchKind.SHARED and self._own_seat is not None and self._own_seat == self._view.owner

    @property
    def own_match(self) -> int | None:
        """The number of the match, if the player has a seat in it."""
        return self._match if self._own_seat is not None else None

    @property
    def _is_playing(self) -> bool:
        return (
            self._own_seat is not None
            and self._view.seats[self._own_seat].is_playing
            and self._view.phase is Phase.RUNNING
        )

    def content(self) -> ComposeResult:
        view = self._view
        layout, givens = view.puzzle.layout, view.puzzle.givens
        first = givens.index(0) if 0 in givens else 0
        cursor = first if self._own_seat is not None else None
        look = board_look(view, self._seat, cursor, self.palette)
        with BoardWithPanel(shows_board=True):
            if self._own_seat is None:
                self.board = BoardView(layout, look, side_columns=PANEL)
            else:
                self.board = BoardInput(layout, first, look, side_columns=PANEL)
            yield self.board
            yield PanelView(self._panel, Size(PANEL, self.board.visible_size.height))
        yield TextLine("message")

    @property
    def topic(self) -> str:
        return words.match_title(self._view)

    @property
    def header_facts(self) -> Sequence[str]:
        """The input mode or the watched player, and the cursor's cell."""
        view, cursor = self._view, self._cursor
        state = str(words.NOTING) if self._noting else ""
        if self._own_seat is None:
            sentence = words.LATE if self._member.sees_late(view) else words.WATCHING
            minutes = pluralized(round(LATE_SECONDS / 60), "minute")
            state = sentence.format(name=view.seats[self._seat].name, minutes=minutes)
        place = "" if cursor is None else cell_names(view.puzzle.layout, cursor)
        return [fact for fact in (state, place) if fact]

    @property
    def _cursor(self) -> int | None:
        return self.board.cursor if isinstance(self.board, BoardInput) else self._view.seats[self._seat].cursor

    def on_mount(self) -> None:
        self.set_interval(1, self._tick)

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Spectators and players who have finished can't move; a race has no hints."""
        kind = self._view.kind
        return {
            **dict.fromkeys(("notes", "undo", "redo", "check"), self._is_playing),
            **dict.fromkeys(("take_back", "remove"), self._is_playing and self._is_owner),
            "leave_match": self._is_playing and kind is not MatchKind.DAILY,
            "hint": self._is_playing and kind is not MatchKind.RACE,
            "say": self._own_seat is not None,
            "other_board": self._own_seat is None,
        }

    # news from the server

    def visible_part(self, value: MatchView) -> MatchView:
        return self._member.visible_view(value)

    def follow(self) -> None:
        view = self._view
        if self._own_seat is None and self._seat not in self._member.watchable_seats(view):
            self.notify(str(words.NOBODY_TO_WATCH))
            self.dismiss()
            return
        if self._hint and not hint_fits(self._hint, view, self._seat):
            self._hint, self._message = None, ""
        if (self._is_playing, self._is_owner) != (self._was_playing, self._was_owner):
            is_removed = self._was_playing and self._own_seat is not None and view.seats[self._own_seat].gone
            self._was_playing, self._was_owner = self._is_playing, self._is_owner
            self.refresh_keys()
            if is_removed and not self._is_leaving:
                self.notify(str(words.REMOVED), severity="warning")
        if view.phase is Phase.OVER and not self._was_over and view.kind.can_be_joined:
            self.app.push_screen(Notice(words.result_table(view)))
        self._was_over = view.phase is Phase.OVER
        self.redraw()

    # actions of the player

    def follow_cursor(self, cell: int) -> None:
        if self._view.kind is MatchKind.SHARED and self._is_playing:
            self._member.point(self._match, cell)
        self.redraw()

    async def enter(self, cells: Collection[int], digit: int) -> None:
        change = self._member.toggle_note if self._noting and digit else self._member.place
        (cell,) = cells
        await self._send(change(self._match, cell, digit))

    def action_notes(self) -> None:
        self._noting = not self._noting
        self.redraw()

    async def action_undo(self) -> None:
        await self._show_move(self._member.undo(self._match), str(words.NOTHING_TO_UNDO))

    async def action_redo(self) -> None:
        await self._show_move(self._member.redo(self._match), str(words.NOTHING_TO_REDO))

    async def action_take_back(self) -> None:
        if isinstance(self.board, BoardInput):
            change = self._member.take_back(self._match, self.board.cursor)
            await self._send(change, str(words.NOTHING_TO_TAKE_BACK))

    @work
    async def action_remove(self) -> None:
        await remove_player(self, self._member, self._view)

    async def _show_move(self, change: Awaitable[SharedMove | None], otherwise: str) -> None:
        """Undo or redo a move, and go to its cell."""
        move = await self._send(change, otherwise)
        if move and isinstance(self.board, BoardInput):
            self.board.go_to(move.cell)

    async def _send(self, call: Awaitable[Answer], otherwise: str = "") -> Answer | None:
        """Return the server's answer to a call; the message shows a refusal, or `otherwise` if it had no effect."""
        try:
            answer = await call
        except GameError as refusal:
            self.say(str(refusal))
            return None
        self.say("" if answer else otherwise)
        return answer

    async def action_check(self) -> None:
        check = await self._send(self._member.check(self._match))
        if check:
            right = notes_verdict(check.wrong_notes) if check.wrong_notes else str(words.RIGHT)
            self.say(right if check.right else str(words.WRONG))

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Continue the present hint, or ask for another; the player places the digit."""
        hint = self._hint
        if hint and hint.number + 1 < len(hint.stages) and hint.stages[hint.number + 1].next_press:
            self._hint = Hint(hint.request, hint.kind, hint.stages, hint.position, hint.step, hint.number + 1)
        else:
            self.say(words.LOOKING_FOR_HINT.format(ellipsis=self.glyphs.ellipsis))
            self._hint = await self._send(self._member.hint(self._match))
        if self._hint:
            self.say(self._hint.stage.with_key(self.key("undo")).sentence)

    @work
    async def action_say(self) -> None:
        await say_phrase(self, self._member, self._match)

    def action_other_board(self) -> None:
        """Watch the next player who allows it."""
        seats = self._member.watchable_seats(self._view)
        if seats:
            self._seat = next((seat for seat in seats if seat > self._seat), seats[0])
            self.redraw()

    @work
    async def action_leave_match(self) -> None:
        question = words.LEAVE_SHARED if self._view.kind is MatchKind.SHARED else words.GIVE_UP
        if await self.ask(Confirm(str(question), _("leave"))):
            self._is_leaving = self._was_over = True  # the match may be over by then; who left is not known
            await self._send(self._member.leave(self._match))
            self.dismiss()

    def say(self, sentence: str, _ink: Ink = "plain") -> None:
        self._message = sentence
        self.redraw()

    # the display

    def _tick(self) -> None:
        self.query_one(PanelView).redraw()

    def redraw(self) -> None:
        view, palette = self._view, self.palette
        self.board.show_look(board_look(view, self._seat, self._cursor, palette, self._hint))
        self.query_one(PanelView).redraw()
        self.refresh_header()
        message = "" if self._is_long else self._message or verdict(view, self._seat)
        self.query_one("#message", TextLine).show([Segment(f" {message}", palette.warning)])
        self.program.board_changed()

    def web_board(self) -> WebBoard:
        """The board as a value for the page in a browser."""
        view = self._view
        if self._web_setting is None or self._web_setting[0] != self._is_playing:
            self._web_setting = self._is_playing, match_setting(view, self.own_bindings())
        setting = self._web_setting[1]
        return match_board(setting, view, self._seat, self._cursor, self._message, self._hint, noting=self._noting)

    @property
    def _is_long(self) -> bool:
        """Whether the message is too long for its line, and is shown next to the board."""
        return cell_len(self._message) > self.size.width - 2

    def _rule_lines(self, width: int) -> list[Line]:
        """The rules at the cursor besides the houses, in words."""
        view, cursor = self._view, self._cursor
        if cursor is None or not view.puzzle.rules:
            return []
        sentence = " ".join(rule_sentences(view.puzzle, view.boards[view.board_of(self._seat)].values, cursor))
        return wrap_line([Segment(sentence)], width - 1)

    def _panel(self, width: int, _: int) -> Stack:
        view, palette, players = self._view, self.palette, str(words.PLAYERS)
        framed, seats = self.is_framed, seat_lines(view, self._own_seat, palette, self.glyphs)
        room = width - (4 if framed else 1)
        clock = clock_line(view, self._seat, time.monotonic(), palette, room)
        is_spectator = self._own_seat is None
        others, say = self.edge_keys(*["other_board"] * is_spectator), self.edge_keys(*["say"] * (not is_spectator))
        message_lines = wrap_line([Segment(self._message, palette.warning)], width - 1) if self._is_long else []
        parts = (
            Panel([clock, [], *seats], players, fits=True, keys=others),
            Panel(message_lines or self._rule_lines(width), fits=True),
            Panel(phrase_lines(view, self._member.hides, palette, room), str(words.CHAT), fits=True, keys=say),
        )
        return Stack(parts, gap=framed)
