"""The lobby of a server: matches to join or watch, the day's results, the players online."""

from collections.abc import Awaitable, Sequence
from typing import Self

from rich.cells import cell_len
from rich.segment import Segment
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.geometry import Size

from engine.base.language import lazy_gettext as _
from engine.base.text import joined
from engine.play.daily import Daily
from engine.sudoku.layout import double, single
from engine.together.hub import LobbyView
from engine.together.match import MatchKind, MatchView, Phase
from engine.together.member import NOT_FOR_GUESTS, Member
from engine.together.puzzles import LEVELS
from tui.base.base_app import BaseApp
from tui.base.dialogs import Choice, Prompt
from tui.base.picture_view import PanelView
from tui.base.requests import PlayTogether
from tui.base.rows import ItemRows, Rows
from tui.draw.cells import Line, clip, justify, wrap
from tui.draw.numbers import clock_text
from tui.draw.panels import Panel, Stack
from tui.features.together import words
from tui.features.together.access import AccessScreen
from tui.features.together.board import MatchScreen
from tui.features.together.standings import StandingsScreen
from tui.features.together.talking import TopicPage, refusal_notice
from tui.features.together.waiting import WaitingScreen

_SIDE = 30
"""Columns of the panel beside the list."""


class MatchList(ItemRows[MatchView]):
    """Matches that are running or open."""

    def show(self, matches: Sequence[MatchView]) -> None:
        """Show matches; the cursor stays on its match."""
        before = self.item
        numbers = [view.number for view in matches]
        self.fill(matches, numbers.index(before.number) if before and before.number in numbers else None)

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        view = self.items[index]
        names = joined(seat.name for seat in view.seats)
        head = f" {words.match_row(view)} "
        state = f" {words.PHASES[view.phase]} "
        room = max(width - cell_len(head) - cell_len(state), 1)
        return justify([Segment(head + clip(names, room, self.glyphs.ellipsis))], [Segment(state)], width)


class TogetherScreen(TopicPage[LobbyView]):
    """The lobby: open matches, the results of the day, and the players online."""

    HEADING = _("others")
    PARTS = (MatchList,)
    AUTO_FOCUS = "MatchList"
    FIRST = ("join", "daily", "new", "watch", "results", "players", "watchable", "rename", "access")
    DEFAULT_CSS = f"""
    TogetherScreen PanelView {{ width: {_SIDE}; margin-left: 1; }}
    TogetherScreen.-narrow Horizontal {{ layout: vertical; }}
    TogetherScreen.-narrow PanelView {{ width: 100%; margin-left: 0; }}
    TogetherScreen.-framed PanelView {{ width: 1fr; max-width: 60; }}
    """
    BINDINGS = [
        Binding("enter", "join", "join", tooltip="join the match, or go back to it"),
        Binding("d", "daily", "daily", tooltip="the puzzles of the day, against the clock of the server"),
        Binding("n", "new", "new", tooltip="a new race or shared board"),
        Binding("w", "watch", "watch", tooltip="watch a match, if its players allow it"),
        Binding("t", "results", "results", tooltip="the board of the day, the leagues of the week"),
        Binding("p", "players", "players", tooltip="who is here; block somebody"),
        Binding("o", "watchable", "be watched", tooltip="let others watch you, or stop that"),
        Binding("N", "rename", "your name", show=False, tooltip="change your name"),
        Binding("K", "access", "keys", show=False, tooltip="your keys and browsers, and recovery"),
    ]

    @classmethod
    async def from_request(cls, request: PlayTogether, app: BaseApp, /) -> Self:
        assert app.member, "the key works only on a server"
        return cls(app.member, request.match)

    def __init__(self, member: Member, match: int | None = None) -> None:
        """`match` is the number of a match to open at once."""
        super().__init__(member, member.lobby)
        self._first_match = match
        self._message = ""

    def content(self) -> ComposeResult:
        self.matches = MatchList()
        self.matches.notice = words.NO_MATCH.format(new=self.key("new"))
        with Horizontal():
            yield self.matches
            yield PanelView(self._side, Size(_SIDE, max(self.app.size.height - 2, 1)))

    @property
    def header_facts(self) -> Sequence[str]:
        me = words.MAY_BE_WATCHED if self._member.is_watchable else words.ME
        return [me.format(name=self._member.player.name)]

    @property
    def header_notice(self) -> str:
        return self._message

    def on_mount(self) -> None:
        if self._first_match is not None:
            self.call_later(self._open_first, self._first_match)

    def redraw(self) -> None:
        visible_matches = [view for view in self._view.matches if self._is_open(view) or self._can_watch(view)]
        self.matches.show(visible_matches)
        self._show_frame()
        self.query_one(PanelView).redraw()
        self.refresh_header()

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self._show_frame()
        self.query_one(PanelView).redraw()

    def _show_frame(self) -> None:
        keys = ("join", "watch") * bool(len(self.matches))
        self.put_frame(self.matches, words.MATCHES, *keys, "new", aside=self.matches.row_text)

    def _is_open(self, view: MatchView) -> bool:
        """Whether to offer a match to the player: it has an owner, whom the player has not blocked."""
        owner = view.owner
        return owner is not None and not self._member.hides(view.seats[owner].player)

    def _can_watch(self, view: MatchView) -> bool:
        return bool(self._member.watchable_seats(view))

    def _side(self, width: int, _: int) -> Stack:
        palette, lobby = self.palette, self._view
        results = self._results(width) or [[Segment(str(words.NOBODY_YET), palette.dim)]]
        here: list[Line] = [
            [Segment(f" {player.name}", palette.accent if player.watchable else palette.plain)]
            for player in lobby.players
        ]
        view = self.matches.item
        details: list[Line] = []
        if view:
            details = [[Segment(line, palette.plain)] for line in wrap(words.puzzle_of(view), width)]
            details += [[Segment(f" {seat.name}", palette.plain)] for seat in view.seats]
        panels = (
            *([Panel(details, str(words.KINDS[view.kind]), fits=True)] if view else []),
            Panel(results, str(words.TODAY)),
            Panel(here, str(words.HERE), aside=str(len(here))),
        )
        return Stack(panels, gap=1)

    def _results(self, width: int) -> list[Line]:
        """Return the fastest players of each puzzle of the day."""
        results: list[Line] = []
        for kind, best in self._view.standings.dailies:
            if best:
                results.append([Segment(Daily(self._view.standings.day, kind).title, self.palette.dim)])
                results += [
                    justify([Segment(f"{rank:>2} {result.name}")], [Segment(f"{clock_text(result.seconds)} ")], width)
                    for rank, result in enumerate(best, 1)
                ]
        return results

    # going to a match

    async def leave(self) -> None:
        """Cancel the making of a match."""
        self.workers.cancel_group(self, "match")

    async def _open(self, number: int) -> None:
        """Open a match of the player: its board, or its list of players before the start."""
        topic = await self._member.topic(number)
        waits = topic.value.phase is Phase.WAITING
        self.app.push_screen(WaitingScreen(self._member, topic) if waits else MatchScreen(self._member, topic))

    @on(Rows.RowClicked)
    async def action_join(self) -> None:
        view = self.matches.item
        if view is None:
            return
        if view.kind.can_be_joined:
            with refusal_notice(self):
                await self._member.join(view.number)
                await self._open(view.number)
        else:
            await self.action_watch()

    async def action_watch(self) -> None:
        view = self.matches.item
        seats = self._member.watchable_seats(view) if view else []
        if view and seats:
            with refusal_notice(self):
                self.app.push_screen(MatchScreen(self._member, await self._member.topic(view.number), seats[0]))
        else:
            self.notify(str(words.NOBODY_TO_WATCH))

    @work(group="match")
    async def action_daily(self) -> None:
        standings, name = self._view.standings, self._member.player.name
        if self._member.player.is_guest:
            self.notify(str(NOT_FOR_GUESTS), severity="warning")
            return
        rows = []
        for kind, results in standings.dailies:
            title = Daily(standings.day, kind).title
            own = next((result for result in results if result.name == name), None)
            rows.append(words.SOLVED_IN.format(title=title, time=clock_text(own.seconds)) if own else title)
        choice = await self.ask(Choice(str(words.WHICH_DAILY), rows))
        if choice is not None:
            await self._create(self._member.play_daily(standings.dailies[choice][0]))

    @work(group="match")
    async def action_new(self) -> None:
        offers = [
            (kind, layout, level, text.format(layout=layout.label, level=level.title))
            for kind, text in ((MatchKind.RACE, words.NEW_RACE), (MatchKind.SHARED, words.NEW_SHARED))
            for layout in (double(), single())
            for level in LEVELS
        ]
        choice = await self.ask(Choice(str(words.WHICH_NEW), [text for *_, text in offers]))
        if choice is None:
            return
        kind, layout, level, _ = offers[choice]
        await self._create(self._member.create(kind, layout, level))

    async def _open_first(self, number: int) -> None:
        with refusal_notice(self):
            await self._open(number)

    async def _create(self, creation: Awaitable[int]) -> None:
        """Open a match that is being created."""
        self._message = words.MAKING.format(ellipsis=self.glyphs.ellipsis)
        self.redraw()
        with refusal_notice(self):
            await self._open(await creation)
        self._message = ""
        self.redraw()

    # the others

    def action_results(self) -> None:
        self.app.push_screen(StandingsScreen(self._view.standings, self._member.player.name))

    async def action_watchable(self) -> None:
        is_watchable = not self._member.is_watchable
        with refusal_notice(self):
            await self._member.set_watchable(is_watchable)
            self.notify(str(words.WATCHED if is_watchable else words.NOT_WATCHED))

    @work
    async def action_players(self) -> None:
        member = self._member
        others = [player for player in self._view.players if player.id != member.player.id]
        if not others:
            self.notify(str(words.NOBODY_HERE))
            return
        rows = [words.BLOCKED.format(name=player.name) if member.hides(player.id) else player.name for player in others]
        choice = await self.ask(Choice(str(words.WHICH_PLAYER), rows))
        if choice is not None:
            other = others[choice]
            blocks = not member.hides(other.id)
            with refusal_notice(self):
                await member.set_block(other.id, blocks)
                template = words.NOW_BLOCKED if blocks else words.NOT_BLOCKED
                self.notify(template.format(name=other.name))

    def action_access(self) -> None:
        if self._member.player.is_guest:
            self.notify(str(NOT_FOR_GUESTS), severity="warning")
        else:
            self.app.push_screen(AccessScreen(self._member))

    @work
    async def action_rename(self) -> None:
        name = await self.ask(Prompt(str(words.NEW_NAME), self._member.player.name))
        if not name or name == self._member.player.name:
            return
        with refusal_notice(self):
            await self._member.rename(name)
            self.notify(words.RENAMED.format(name=name))
