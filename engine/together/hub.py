"""What goes on on a server: owns the matches, who is there, and what players have said of others.

All of it runs in one event loop. What changes is written to the server's file first and only then told to those who
look at it, in the order it happened.
"""

import asyncio
import logging
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any

from engine.base.errors import InputError
from engine.base.language import lazy_gettext as _
from engine.play.daily import Daily
from engine.play.errors import GameError
from engine.sudoku.layout import Layout, double
from engine.sudoku.techniques.catalogue import Level
from engine.together import records
from engine.together.database import Answer, ServerDatabase, Work
from engine.together.match import Match, MatchKind, MatchView, Phase, RatedPuzzle, Seat
from engine.together.player import Player, PlayerId
from engine.together.puzzles import new_puzzle
from engine.together.records import PlayerSettings
from engine.together.shared_board import SharedMove
from engine.together.standings import Standings
from engine.together.topic import Topic

NO_MATCH = _("That match has ended.")
ELSEWHERE = _("You are in another match: go back to it, or leave it.")
CREATING = _("Your other session is making a match: wait for it.")
STOPPING = _("The server is being restarted.")
NOT_SAVED = _("The server can't use its file at the moment: moves are not saved.")
ABANDONED_SECONDS = 24 * 3600.0
"""After so long without a move a match that is no daily one ends."""
FORGOTTEN_SECONDS = 3600.0
"""After so long without a move a match that nobody needs any more is no longer kept in memory."""
ACT_SECONDS = 90 * 86400.0
"""How long it is kept by which moves a match that is over was played."""
MOST_CREATED, MOST_BY_GUESTS = 50, 500
"""New matches a day of a player, and of all guests."""
TIDY_SECONDS, FIRST_SECONDS = 600.0, 30.0
"""Between two times that this is seen to; from the start to the first one."""
LOBBY_SECONDS = 0.5
"""Between two times that those in the lobby are told what has changed."""

log = logging.getLogger("satsudoku.server")


@dataclass(frozen=True)
class Present:
    """Somebody who is there, and whether others may watch them."""

    id: PlayerId
    name: str
    watchable: bool


@dataclass(frozen=True)
class LobbyView:
    """What can be joined and watched, who is there, and how they stand."""

    matches: tuple[MatchView, ...]
    players: tuple[Present, ...]
    standings: Standings


Elsewhere = Callable[..., Awaitable[Any]]
"""Calls a function for a player (None: for all of them) with some arguments; all of it pickles."""


async def on_thread(_player: PlayerId | None, function: Callable[..., Any], *arguments: object) -> Any:
    """Call a function on a thread."""
    return await asyncio.to_thread(function, *arguments)


class Hub:
    """Owns the state. `Member` is what a player may do with it."""

    def __init__(
        self,
        database: ServerDatabase,
        *,
        today: Callable[[], date] = date.today,
        now: Callable[[], float] = time.monotonic,
        elsewhere: Elsewhere = on_thread,
    ) -> None:
        """`today` tells whose puzzle is that of the day, `elsewhere` does what takes long."""
        self.today = today
        self.now = now
        self.settings = Topic(PlayerSettings(frozenset(), frozenset()))
        self.lobby = Topic(LobbyView((), (), Standings(today())))
        self._database = database
        self._matches: dict[int, Match] = {}
        self._alone: dict[int, MatchView] = {}
        """Games that somebody plays alone and others may watch. They are in no file; their numbers are negative."""
        self._topics: dict[int, Topic[MatchView]] = {}
        """What tells of a match, or of a game that somebody plays alone."""
        self._saved: dict[int, tuple[Phase, tuple[Seat, ...]]] = {}
        """What is in the file of each match, but for its acts."""
        self._present: dict[PlayerId, str] = {}
        self._sessions: Counter[PlayerId] = Counter()
        self._addresses: dict[PlayerId, str] = {}
        """Where players came from last: of those who are there, and of those whom somebody keeps away."""
        self._kept_out: frozenset[int] = frozenset()
        """The players whom the host keeps out."""
        self._creating: set[PlayerId] = set()
        """For whom a match is being made."""
        self._elsewhere = elsewhere
        self._tasks: set[asyncio.Task[None]] = set()
        self._making: set[asyncio.Future[RatedPuzzle]] = set()
        self._opening = asyncio.Lock()
        self._last_game = 0
        self._created: Counter[tuple[date, int | None]] = Counter()
        self._lobby_from = 0.0
        self._lobby_due: asyncio.TimerHandle | None = None
        self._tidying: asyncio.TimerHandle | None = None
        self._is_stopping = False
        self._day: date | None = None  # whose puzzle is there before anybody asks

    async def start(self) -> None:
        """Go on where the server ended. Raises GameError where the file fails."""
        self.settings.publish(await self.ask(records.read_wishes))
        for match in await self.ask(partial(records.unfinished_matches, today=self.today(), now=self.now)):
            self._add(match)
        await self._read_standings()
        self._tidying = asyncio.get_running_loop().call_later(FIRST_SECONDS, self._tidy)

    async def stop(self) -> None:
        """Write down how far the clocks are; what was done is in the file already."""
        self._is_stopping = True
        for timer in (self._tidying, self._lobby_due):
            if timer:
                timer.cancel()
        for making in self._making:
            making.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for match in self._matches.values():
            if match.phase is not Phase.OVER:
                await self.ask(partial(_save, match.view()))

    async def ask(self, work: Work[Answer]) -> Answer:
        """Read or write something. Whoever waits for it may be gone before it is done: it is done all the same.

        Raises GameError where the file fails.
        """
        try:
            return await asyncio.shield(asyncio.wrap_future(self._database.submit(work)))
        except sqlite3.Error as error:
            log.error("the server's file fails: %s", error, extra={"event": "database_failures"})
            raise GameError(NOT_SAVED) from None

    # who is there

    def came_from(self, player: PlayerId, address: str) -> None:
        """A player has come from that address."""
        self._addresses[player] = address

    def enter(self, player: Player) -> None:
        """A session of a player begins."""
        self._sessions[player.id] += 1
        if player.is_guest:  # who is blocked does not come back as one
            for blocker, other in self.settings.value.blocks:
                if self._is_alias(player.id, other):
                    self.settings.publish(self.settings.value.with_block(blocker, player.id, True))
        self._present[player.id] = player.name
        self.tell_lobby()

    async def leave(self, player: Player) -> None:
        """A session of a player ends. A guest can't come back, so what they were in goes on without them."""
        self._sessions[player.id] -= 1
        if self._sessions[player.id]:
            return
        del self._sessions[player.id], self._present[player.id]
        if player.is_guest:
            self.settings.publish(self.settings.value.without(player.id))
            for match in self.of_player(player.id):
                match.leave(player.id)
                await self.changed(match)
        self.tell_lobby()

    def aliases(self, player: PlayerId) -> list[PlayerId]:
        """Who is there now from the address of a player as a guest: it may be the same person."""
        return [alias for alias in self._present if self._is_alias(alias, player)]

    def is_one_of(self, player: PlayerId, others: Iterable[PlayerId]) -> bool:
        """Whether a player is one of these, or a guest from the address of one of these."""
        return any(player == other or self._is_alias(player, other) for other in others)

    def _is_alias(self, guest: PlayerId, other: PlayerId) -> bool:
        address = self._addresses.get(guest)
        is_guest = isinstance(guest, str)
        return is_guest and guest != other and bool(address) and address == self._addresses.get(other)

    async def keep_out(self, players: frozenset[int]) -> None:
        """The host keeps these players out from now on: they leave every match. Raises GameError where the file fails.
        """
        new, self._kept_out = players - self._kept_out, players
        for player in new:
            for match in self.of_player(player):
                if match.kind is not MatchKind.DAILY:
                    match.leave(player)
                    await self.changed(match)

    def is_kept_out(self, address: str) -> bool:
        """Whether a player whom the host keeps out came from that address last."""
        return any(self._addresses.get(player) == address for player in self._kept_out)

    def is_present(self, player: PlayerId) -> bool:
        """Whether a session of the player goes on."""
        return player in self._present

    async def rename(self, player: Player) -> None:
        """A player has another name from now on."""
        self._present[player.id] = player.name
        for match in self.of_player(player.id):
            match.rename(player.id, player.name)
            self.tell(match.view())
        await self._read_standings()
        self.tell_lobby()

    # matches

    def match(self, number: int) -> Match:
        """The match of a number. Raises GameError if there is none any more."""
        try:
            return self._matches[number]
        except KeyError:
            raise GameError(NO_MATCH) from None

    def topic(self, number: int) -> Topic[MatchView]:
        """What tells of a match. Raises GameError if there is none any more."""
        try:
            return self._topics[number]
        except KeyError:
            raise GameError(NO_MATCH) from None

    def of_player(self, player: PlayerId) -> list[Match]:
        """The matches that go on and in which the player has something to do."""
        found = []
        for match in self._matches.values():
            seat = match.seat_of(player)
            if match.phase is not Phase.OVER and seat is not None and match.seats[seat].is_playing:
                found.append(match)
        return found

    async def daily(self, player: Player) -> Match:
        """The player's match on the puzzle of the day, begun now if it was not."""
        assert isinstance(player.number, int)
        day = self.today()
        async with self._opening:
            for match in self._matches.values():
                if match.kind is MatchKind.DAILY and match.day == day and match.seat_of(player.id) is not None:
                    return match
            found = await self.ask(partial(records.daily_of, player=player.number, day=day, now=self.now))
            if found:
                self._add(found)
                return found
            puzzle = await self._puzzle_of(day)
            rated = await self.ask(partial(records.read_puzzle, number=puzzle))
            match = await self._new_match(MatchKind.DAILY, puzzle, rated, day)
            match.set_ready(match.join(player), True)
            await self.changed(match)
            return match

    async def _puzzle_of(self, day: date) -> int:
        """The number of the puzzle of a day, made now if it was not."""
        puzzle = await self.ask(partial(records.puzzle_of_day, day=day))
        if puzzle is None:
            made = await self._new_puzzle(None, double(), Daily(day).level)
            puzzle = await self.ask(partial(records.puzzle_of_day, day=day, made=made))
            assert puzzle is not None
        return puzzle

    async def _new_puzzle(self, player: PlayerId | None, layout: Layout, level: Level) -> RatedPuzzle:
        making = asyncio.ensure_future(self.work(player, new_puzzle, layout, level))
        self._making.add(making)
        try:
            return await making
        except asyncio.CancelledError:
            if not self._is_stopping:
                raise
            raise GameError(STOPPING) from None
        finally:
            self._making.discard(making)

    async def work(self, player: PlayerId | None, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Have something done for a player, None for all of them, that takes long. Raises GameError if it fails."""
        try:
            answer: Answer = await self._elsewhere(player, function, *arguments)
        except InputError as error:
            raise GameError(str(error)) from None
        return answer

    async def _begin_day(self) -> None:
        """Have the puzzle and the board of today before anybody asks."""
        self._day = self.today()
        await self._read_standings()
        with suppress(GameError):  # whoever asks is told
            async with self._opening:
                await self._puzzle_of(self.today())

    def may_create(self, player: Player) -> bool:
        """Whether the player may make another match today. That is counted; of guests all together."""
        whose = self.today(), player.number
        self._created = Counter({key: count for key, count in self._created.items() if key[0] == whose[0]})
        self._created[whose] += 1
        return self._created[whose] <= (MOST_BY_GUESTS if player.is_guest else MOST_CREATED)

    async def create(self, player: Player, kind: MatchKind, layout: Layout, level: Level) -> Match:
        """A new match with the player in it. Raises GameError while another one is made for the player."""
        if player.id in self._creating:
            raise GameError(CREATING)
        self._creating.add(player.id)
        try:
            rated = await self._new_puzzle(player.id, layout, level)
            if self.current(player.id):  # joined from another session meanwhile
                raise GameError(ELSEWHERE)
            puzzle = await self.ask(partial(records.add_puzzle, rated=rated))
            match = await self._new_match(kind, puzzle, rated, None)
            match.join(player)
        finally:
            self._creating.discard(player.id)
        await self.changed(match)
        return match

    def current(self, player: PlayerId) -> Match | None:
        """The race or the shared board that a player is in."""
        return next((match for match in self.of_player(player) if match.kind is not MatchKind.DAILY), None)

    def require_free(self, player: PlayerId, number: int) -> None:
        """Raises GameError if a player is in another match than that, or has one made."""
        current = self.current(player)
        if player in self._creating:
            raise GameError(CREATING)
        if current and current.number != number:
            raise GameError(ELSEWHERE)

    async def _new_match(self, kind: MatchKind, puzzle: int, rated: RatedPuzzle, day: date | None) -> Match:
        number = await self.ask(partial(records.add_match, kind=kind, puzzle=puzzle, day=day))
        match = Match(number, kind, rated, day, now=self.now)
        self._add(match)
        return match

    def _add(self, match: Match) -> None:
        self._matches[match.number] = match
        self._topics[match.number] = Topic(match.view())
        self._saved[match.number] = _stored_part(match.view())

    async def changed(self, match: Match, act: SharedMove | None = None) -> None:
        """Write down what has changed in a match, then tell it. Raises GameError if that can't be written."""
        if self._is_stopping:
            raise GameError(STOPPING)
        view = match.view()
        record_key = _stored_part(view)
        saved, self._saved[match.number] = self._saved.get(match.number), record_key
        await asyncio.shield(self._begin(self._keep(view, act, record_key != saved)))

    def _begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Do something to its end, whoever waits for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _keep(self, view: MatchView, act: SharedMove | None, seats_changed: bool) -> None:
        def write(connection: sqlite3.Connection) -> None:
            if act:
                records.add_act(connection, view.number, view.elapsed, act)
            if seats_changed:
                _save(view, connection)

        try:
            await self.ask(write)
        finally:
            self.tell(view)
        if seats_changed:
            if any(seat.finished is not None for seat in view.seats):
                await self._read_standings()
            self.tell_lobby()

    # games that are played alone

    def number_of_game(self) -> int:
        """A number that no other game or match has had."""
        self._last_game -= 1
        return self._last_game

    def show_game(self, view: MatchView) -> None:
        """Tell those who watch how a game is that somebody plays alone, and those in the lobby of a new one."""
        before = self._alone.get(view.number)
        self._alone[view.number] = view
        self._topics.setdefault(view.number, Topic(view))
        self.tell(view)
        if before is None or before.phase is not view.phase:
            self.tell_lobby()

    def end_game(self, number: int) -> None:
        """Nobody can watch that game from now on; who does is told."""
        view = self._alone.pop(number)
        (seat,) = view.seats
        self.tell(replace(view, phase=Phase.OVER, seats=(replace(seat, gone=True),)))
        del self._topics[number]
        self.tell_lobby()

    # who is told

    def update_settings(self, player: PlayerId, settings: PlayerSettings) -> None:
        """Let this be what players have said of others from now on, after a word of that player's.

        Those who look at what the player plays find out whether they still may.
        """
        self.settings.publish(settings)
        for topic in self._topics.values():
            if topic.value.seat_of(player) is not None:
                topic.publish(topic.value)

    def tell(self, view: MatchView) -> None:
        """Tell those who look at a match how it is."""
        if view.number in self._topics:
            self._topics[view.number].publish(view)

    def tell_lobby(self) -> None:
        """Tell those who look what can be joined and watched, and who is there; not oftener than eyes need it."""
        loop = asyncio.get_running_loop()
        if self._lobby_due is None and loop.time() < self._lobby_from:
            self._lobby_due = loop.call_at(self._lobby_from, self._tell_lobby)
        elif self._lobby_due is None:
            self._tell_lobby()

    def _tell_lobby(self) -> None:
        self._lobby_due = None
        self._lobby_from = asyncio.get_running_loop().time() + LOBBY_SECONDS
        views = (*(match.view() for match in self._matches.values()), *self._alone.values())
        matches = tuple(view for view in views if view.phase is not Phase.OVER and view.seats)
        watchable = self.settings.value.watchable
        players = tuple(Present(player, name, player in watchable) for player, name in self._present.items())
        self.lobby.publish(replace(self.lobby.value, matches=matches, players=players))

    async def _read_standings(self) -> None:
        found = await self.ask(partial(records.standings, day=self.today()))
        self.lobby.publish(replace(self.lobby.value, standings=found))

    def _tidy(self) -> None:
        """End what nobody plays any more, and forget what nobody needs. Goes on by itself."""
        for match in list(self._matches.values()):
            idle = self.now() - match.touched
            if match.phase is not Phase.OVER and (match.kind is not MatchKind.DAILY or match.day == self.today()):
                if idle > ABANDONED_SECONDS and match.kind is not MatchKind.DAILY:
                    match.end()
                    self._begin(self.changed(match))
                else:  # should the server be killed, the clock is not much behind
                    self._begin(self.ask(partial(_save, match.view())))
            elif idle > FORGOTTEN_SECONDS and not any(self.is_present(seat.player) for seat in match.seats):
                del self._matches[match.number], self._topics[match.number], self._saved[match.number]
        if self.today() != self._day:
            self._begin(self._begin_day())
        else:  # more may have played what somebody has solved
            self._begin(self._read_standings())
        self._forget_addresses()
        self._begin(self.ask(partial(records.forget_acts, before=time.time() - ACT_SECONDS)))
        self._tidying = asyncio.get_running_loop().call_later(TIDY_SECONDS, self._tidy)

    def _forget_addresses(self) -> None:
        """Forget where those came from who are gone and whom nobody wants to keep away."""
        unwanted = {blocked for _, blocked in self.settings.value.blocks}.union(
            self._kept_out, *(match.removed for match in self._matches.values())
        )
        self._addresses = {
            player: where for player, where in self._addresses.items() if player in self._present or player in unwanted
        }


def _stored_part(view: MatchView) -> tuple[Phase, tuple[Seat, ...]]:
    """What the file has of a match, but for its acts."""
    return view.phase, tuple(replace(seat, cursor=None) for seat in view.seats)


def _save(view: MatchView, connection: sqlite3.Connection) -> None:
    records.save_match(connection, view.number, view.phase, view.elapsed, view.seats)
