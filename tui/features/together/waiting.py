"""A match before its start: the players, and who is ready."""

from collections.abc import Mapping

from rich.segment import Segment
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import ScreenResume

from engine.base.language import lazy_gettext as _
from engine.together.match import MatchKind, MatchView, Phase, Seat
from engine.together.member import Member
from engine.together.topic import Topic
from tui.base.keymap import MovedBinding
from tui.base.text_block import TextBlock
from tui.draw.cells import Line
from tui.features.together import words
from tui.features.together.board import MatchScreen
from tui.features.together.drawing import phrase_lines, seat_ground, seat_letter
from tui.features.together.talking import TopicPage, refusal_notice, remove_player, say_phrase


class WaitingScreen(TopicPage[MatchView]):
    """Lists the players of a match that has not started; at the start the board replaces the screen."""

    HEADING = _("match")
    FIRST = ("ready", "say", "remove", "leave_match")
    BINDINGS = [
        MovedBinding("enter", "ready", "ready", tooltip="ready, or not yet", former="r"),
        MovedBinding("quotation_mark", "say", "say", tooltip="say a phrase", former="t"),
        Binding("R", "remove", "remove", tooltip="remove a player (the owner)"),
        Binding("X", "leave_match", "leave", tooltip="leave this match"),
    ]

    def __init__(self, member: Member, topic: Topic[MatchView]) -> None:
        """`topic` is that of the match."""
        super().__init__(member, topic)
        self._match = self._view.number
        self._is_leaving = False

    def content(self) -> ComposeResult:
        yield TextBlock()

    @property
    def topic(self) -> str:
        return words.match_title(self._view)

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.call_later(self.follow)  # it may have begun while a dialog was in front

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Only the owner can remove players, if there are others."""
        return {"remove": self._is_owner and len(self._view.seats) > 1}

    @property
    def _is_owner(self) -> bool:
        return self._view.owner is not None and self._view.owner == self._view.seat_of(self._member.player.id)

    def follow(self) -> None:
        if not self.is_current:
            return
        if self._seat is None:
            if not self._is_leaving:
                self.notify(str(words.REMOVED), severity="warning")
                self.dismiss()
            return
        if self._view.phase is Phase.WAITING:
            self.redraw()
        else:
            self.app.switch_screen(MatchScreen(self._member, self._topic))  # not awaited: it waits for this one's end

    def redraw(self) -> None:
        view, palette = self._view, self.palette
        begins = words.BEGINS_SHARED if view.kind is MatchKind.SHARED else words.BEGINS
        self.refresh_header()
        self.refresh_keys()
        lines: list[Line] = []
        for number, seat in enumerate(view.seats):
            owner = Segment(f"  {words.OWNER}" if number == view.owner else "", palette.dim)
            state_text, ink = (words.READY, palette.good) if seat.ready else (words.NOT_READY, palette.dim)
            state = Segment(str(state_text), ink)
            sign = Segment(f" {seat_letter(number)} ", seat_ground(number, palette))
            lines.append([Segment(" "), sign, Segment(f" {seat.name:<18}", palette.plain), state, owner])
        lines += [[], [Segment(f" {begins}", palette.dim)], []]
        phrases = phrase_lines(view, self._member.hides, palette, self.size.width - 2)
        lines += [[Segment(" "), *line] for line in phrases]
        block = self.query_one(TextBlock)
        self.put_frame(block, words.PLAYERS, "ready", "say", aside=str(len(view.seats)))
        block.put(lines)

    async def action_ready(self) -> None:
        if self._seat is not None:
            await self._set_ready(not self._seat.ready)

    async def leave(self) -> None:
        """Players who leave the screen are not ready."""
        if self._seat is not None and self._seat.ready and self._view.phase is Phase.WAITING:
            await self._set_ready(False)

    @property
    def _seat(self) -> Seat | None:
        """The player's seat; None outside of the match."""
        number = self._view.seat_of(self._member.player.id)
        return None if number is None else self._view.seats[number]

    async def _set_ready(self, ready: bool) -> None:
        with refusal_notice(self):
            await self._member.set_ready(self._match, ready)

    async def action_leave_match(self) -> None:
        self._is_leaving = True
        with refusal_notice(self):
            await self._member.leave(self._match)
        self.dismiss()

    @work
    async def action_remove(self) -> None:
        await remove_player(self, self._member, self._view)

    @work
    async def action_say(self) -> None:
        await say_phrase(self, self._member, self._match)
