"""The state of a server: its matches, the players present, and their settings about each other.

Everything runs in one event loop. Changes are written to the server's file first and then published to subscribers, in
the order in which they happened.
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
from engine.play.daily import Daily, DailyKind, kinds_of
from engine.play.errors import GameError
from engine.sudoku.layout import Layout
from engine.sudoku.techniques.catalogue import Level
from engine.together import records
from engine.together.database import Answer, ServerDatabase, Work
from engine.together.match import Match, MatchKind, MatchView, Phase, RatedPuzzle, Seat
from engine.together.player import Player, PlayerId
from engine.together.puzzles import new_puzzle
from engine.together.records import PlayerSettings
from engine.together.shared_board import SharedMove
from engine.together.standings import Standings, no_results
from engine.together.topic import Topic

NO_MATCH = _("That match has ended.")
IN_ANOTHER_MATCH = _("You are in another match: go back to it, or leave it.")
CREATING = _("Your other session is making a match: wait for it.")
STOPPING = _("The server is being restarted.")
NOT_SAVED = _("The server can't use its file at the moment: moves are not saved.")
ABANDONED_SECONDS = 24 * 3600.0
"""Time without a move after which a match other than a daily one ends."""
IDLE_SECONDS = 3600.0
"""Time without a move after which a match is removed from memory if none of its players is present."""
ACT_SECONDS = 90 * 86400.0
"""How long the moves of a finished match are kept."""
MAX_CREATED, MAX_BY_GUESTS = 50, 500
"""Limits of new matches per day for a player, and for all guests together."""
MAINTENANCE_SECONDS, FIRST_SECONDS = 600.0, 30.0
"""Intervals of maintenance, and the delay before the first one."""
LOBBY_SECONDS = 0.5
"""Minimum interval between two updates of the lobby."""

log = logging.getLogger("satsudoku.server")


@dataclass(frozen=True)
class PresentPlayer:
    """A player who is present, and whether others may watch them."""

    id: PlayerId
    name: str
    watchable: bool


@dataclass(frozen=True)
class LobbyView:
    """The contents of the lobby: matches to join or watch, players present, and standings."""

    matches: tuple[MatchView, ...]
    players: tuple[PresentPlayer, ...]
    standings: Standings


JobRunner = Callable[..., Awaitable[Any]]
"""Calls a function with arguments for a player (None: for all), in another thread or process; all must pickle."""


async def run_on_thread(_player: PlayerId | None, function: Callable[..., Any], *arguments: object) -> Any:
    """Call a function on a thread."""
    return await asyncio.to_thread(function, *arguments)


class Hub:
    """Owns the state of a server. `Member` is what a player may do with it."""

    def __init__(
        self,
        database: ServerDatabase,
        *,
        today: Callable[[], date] = date.today,
        now: Callable[[], float] = time.monotonic,
        run_job: JobRunner = run_on_thread,
    ) -> None:
        """`today` returns the date for the puzzle of the day; `run_job` runs long work."""
        self.today = today
        self.now = now
        self.settings = Topic(PlayerSettings(frozenset(), frozenset()))
        self.lobby = Topic(LobbyView((), (), no_results(today())))
        self._database = database
        self._matches: dict[int, Match] = {}
        self._alone: dict[int, MatchView] = {}
        """Games played alone that others may watch. They are not in the file; their numbers are negative."""
        self._topics: dict[int, Topic[MatchView]] = {}
        """The topics of matches and of games played alone."""
        self._saved: dict[int, tuple[Phase, tuple[Seat, ...]]] = {}
        """The stored state of each match, without its moves."""
        self._present: dict[PlayerId, str] = {}
        self._sessions: Counter[PlayerId] = Counter()
        self._addresses: dict[PlayerId, str] = {}
        """The last addresses of players who are present or blocked by someone."""
        self._blocked: frozenset[int] = frozenset()
        """The players blocked by the host."""
        self._creating: set[PlayerId] = set()
        """The players for whom a match is being made."""
        self._run_job = run_job
        self._tasks: set[asyncio.Task[None]] = set()
        self._puzzle_tasks: set[asyncio.Future[RatedPuzzle]] = set()
        self._daily_lock = asyncio.Lock()
        self._last_game = 0
        self._created: Counter[tuple[date, int | None]] = Counter()
        self._lobby_from = 0.0
        self._lobby_due: asyncio.TimerHandle | None = None
        self._maintenance: asyncio.TimerHandle | None = None
        self._is_stopping = False
        self._day: date | None = None
        """The day whose puzzles have been prepared."""

    async def start(self) -> None:
        """Restore the state from the file. Raises GameError if the file fails."""
        self.settings.publish(await self.ask(records.read_settings))
        for match in await self.ask(partial(records.unfinished_matches, today=self.today(), now=self.now)):
            self._add(match)
        await self._read_standings()
        self._maintenance = asyncio.get_running_loop().call_later(FIRST_SECONDS, self._maintain)

    async def stop(self) -> None:
        """Save the clocks; everything else is in the file already."""
        self._is_stopping = True
        for timer in (self._maintenance, self._lobby_due):
            if timer:
                timer.cancel()
        for task in self._puzzle_tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for match in self._matches.values():
            if match.phase is not Phase.OVER:
                await self.ask(partial(_write_match, match.view()))

    async def ask(self, work: Work[Answer]) -> Answer:
        """Run `work` on the database; it is completed even if the caller is cancelled.

        Raises GameError if the file fails.
        """
        try:
            return await asyncio.shield(asyncio.wrap_future(self._database.submit(work)))
        except sqlite3.Error as error:
            log.error("the server's file fails: %s", error, extra={"event": "database_failures"})
            raise GameError(NOT_SAVED) from None

    # players

    def record_address(self, player: PlayerId, address: str) -> None:
        """Record the address of a player."""
        self._addresses[player] = address

    def enter(self, player: Player) -> None:
        """Register a session of a player."""
        self._sessions[player.id] += 1
        if player.is_guest:  # a blocked player can't return as a guest
            for blocker, other in self.settings.value.blocks:
                if self._is_alias(player.id, other):
                    self.settings.publish(self.settings.value.with_block(blocker, player.id, True))
        self._present[player.id] = player.name
        self.publish_lobby()

    async def leave(self, player: Player) -> None:
        """Unregister a session of a player. Guests can't return, so they also leave their matches."""
        self._sessions[player.id] -= 1
        if self._sessions[player.id]:
            return
        del self._sessions[player.id], self._present[player.id]
        if player.is_guest:
            self.settings.publish(self.settings.value.without(player.id))
            for match in self.matches_of(player.id):
                match.leave(player.id)
                await self.save(match)
        self.publish_lobby()

    def aliases(self, player: PlayerId) -> list[PlayerId]:
        """The guests present from the address of a player, who may be the same person."""
        return [alias for alias in self._present if self._is_alias(alias, player)]

    def is_one_of(self, player: PlayerId, others: Iterable[PlayerId]) -> bool:
        """Whether a player is one of `others`, or a guest from the address of one of them."""
        return any(player == other or self._is_alias(player, other) for other in others)

    def _is_alias(self, guest: PlayerId, other: PlayerId) -> bool:
        address = self._addresses.get(guest)
        is_guest = isinstance(guest, str)
        return is_guest and guest != other and bool(address) and address == self._addresses.get(other)

    async def block(self, players: frozenset[int]) -> None:
        """Block these players: they leave all matches but the daily one. Raises GameError if the file fails."""
        new, self._blocked = players - self._blocked, players
        for player in new:
            for match in self.matches_of(player):
                if match.kind is not MatchKind.DAILY:
                    match.leave(player)
                    await self.save(match)

    def is_blocked_address(self, address: str) -> bool:
        """Whether this was the last address of a player blocked by the host."""
        return any(self._addresses.get(player) == address for player in self._blocked)

    def is_present(self, player: PlayerId) -> bool:
        """Whether the player has a session."""
        return player in self._present

    async def rename(self, player: Player) -> None:
        """Update the name of a player in all matches."""
        self._present[player.id] = player.name
        for match in self.matches_of(player.id):
            match.rename(player.id, player.name)
            self.publish(match.view())
        await self._read_standings()
        self.publish_lobby()

    # matches

    def match(self, number: int) -> Match:
        """The match with this number. Raises GameError if it is gone."""
        try:
            return self._matches[number]
        except KeyError:
            raise GameError(NO_MATCH) from None

    def topic(self, number: int) -> Topic[MatchView]:
        """The topic of a match. Raises GameError if it is gone."""
        try:
            return self._topics[number]
        except KeyError:
            raise GameError(NO_MATCH) from None

    def matches_of(self, player: PlayerId) -> list[Match]:
        """The running or waiting matches in which the player still plays."""
        found = []
        for match in self._matches.values():
            seat = match.seat_of(player)
            if match.phase is not Phase.OVER and seat is not None and match.seats[seat].is_playing:
                found.append(match)
        return found

    async def daily(self, player: Player, kind: DailyKind) -> Match:
        """The player's match on a puzzle of the day; created on first use."""
        assert isinstance(player.number, int)
        daily = Daily(self.today(), kind)
        async with self._daily_lock:
            for match in self._matches.values():
                if match.kind is MatchKind.DAILY and match.daily == daily and match.seat_of(player.id) is not None:
                    return match
            stored = await self.ask(partial(records.daily_of, player=player.number, daily=daily, now=self.now))
            if stored:
                self._add(stored)
                return stored
            puzzle = await self._puzzle_of(daily)
            rated = await self.ask(partial(records.read_puzzle, number=puzzle))
            match = await self._new_match(MatchKind.DAILY, puzzle, rated, daily)
            match.set_ready(match.join(player), True)
            await self.save(match)
            return match

    async def _puzzle_of(self, daily: Daily) -> int:
        """The number of a puzzle of a day; created on first use."""
        puzzle = await self.ask(partial(records.puzzle_of_day, daily=daily))
        if puzzle is None:
            new = await self._new_puzzle(None, daily.kind.layout, daily.level, daily.mix.kinds if daily.mix else ())
            puzzle = await self.ask(partial(records.puzzle_of_day, daily=daily, new=new))
            assert puzzle is not None
        return puzzle

    async def _new_puzzle(
        self, player: PlayerId | None, layout: Layout, level: Level, kinds: tuple[str, ...] = ()
    ) -> RatedPuzzle:
        task = asyncio.ensure_future(self.work(player, new_puzzle, layout, level, kinds))
        self._puzzle_tasks.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            if not self._is_stopping:
                raise
            raise GameError(STOPPING) from None
        finally:
            self._puzzle_tasks.discard(task)

    async def work(self, player: PlayerId | None, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Run long work for a player (None: for all). Raises GameError if it fails."""
        try:
            answer: Answer = await self._run_job(player, function, *arguments)
        except InputError as error:
            raise GameError(str(error)) from None
        return answer

    async def _prepare_day(self) -> None:
        """Prepare the puzzles and the standings of today."""
        self._day = self.today()
        await self._read_standings()
        with suppress(GameError):  # requests report the error again
            for kind in kinds_of(self._day):
                async with self._daily_lock:
                    await self._puzzle_of(Daily(self._day, kind))

    def may_create(self, player: Player) -> bool:
        """Whether the player may create another match today, which is counted; guests share a limit."""
        day_and_player = self.today(), player.number
        self._created = Counter({key: count for key, count in self._created.items() if key[0] == day_and_player[0]})
        self._created[day_and_player] += 1
        return self._created[day_and_player] <= (MAX_BY_GUESTS if player.is_guest else MAX_CREATED)

    async def create(self, player: Player, kind: MatchKind, layout: Layout, level: Level) -> Match:
        """Create a match and seat the player. Raises GameError while another match is created for the player."""
        if player.id in self._creating:
            raise GameError(CREATING)
        self._creating.add(player.id)
        try:
            rated = await self._new_puzzle(player.id, layout, level)
            if self.current(player.id):  # joined from another session meanwhile
                raise GameError(IN_ANOTHER_MATCH)
            puzzle = await self.ask(partial(records.add_puzzle, rated=rated))
            match = await self._new_match(kind, puzzle, rated, None)
            match.join(player)
        finally:
            self._creating.discard(player.id)
        await self.save(match)
        return match

    def current(self, player: PlayerId) -> Match | None:
        """The race or the shared board that a player is in; None if there is none."""
        return next((match for match in self.matches_of(player) if match.kind is not MatchKind.DAILY), None)

    def require_free(self, player: PlayerId, number: int) -> None:
        """Raise GameError if the player is in another match, or one is being created for them."""
        current = self.current(player)
        if player in self._creating:
            raise GameError(CREATING)
        if current and current.number != number:
            raise GameError(IN_ANOTHER_MATCH)

    async def _new_match(self, kind: MatchKind, puzzle: int, rated: RatedPuzzle, daily: Daily | None) -> Match:
        number = await self.ask(partial(records.add_match, kind=kind, puzzle=puzzle, daily=daily))
        match = Match(number, kind, rated, daily, now=self.now)
        self._add(match)
        return match

    def _add(self, match: Match) -> None:
        self._matches[match.number] = match
        self._topics[match.number] = Topic(match.view())
        self._saved[match.number] = _stored_part(match.view())

    async def save(self, match: Match, move: SharedMove | None = None) -> None:
        """Save the changes of a match, then publish them. Raises GameError if they can't be saved."""
        if self._is_stopping:
            raise GameError(STOPPING)
        view = match.view()
        record_key = _stored_part(view)
        saved, self._saved[match.number] = self._saved.get(match.number), record_key
        await asyncio.shield(self._start_task(self._save_and_publish(view, move, record_key != saved)))

    def _start_task(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Run a coroutine as a task that is not cancelled with its caller."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _save_and_publish(self, view: MatchView, move: SharedMove | None, seats_changed: bool) -> None:
        def write(connection: sqlite3.Connection) -> None:
            if move:
                records.add_move(connection, view.number, view.elapsed, move)
            if seats_changed:
                _write_match(view, connection)

        try:
            await self.ask(write)
        finally:
            self.publish(view)
        if seats_changed:
            if any(seat.finished is not None for seat in view.seats):
                await self._read_standings()
            self.publish_lobby()

    # games played alone

    def new_game_number(self) -> int:
        """A new number for a game, not used before."""
        self._last_game -= 1
        return self._last_game

    def show_game(self, view: MatchView) -> None:
        """Publish the state of a game played alone, and update the lobby if it is new."""
        before = self._alone.get(view.number)
        self._alone[view.number] = view
        self._topics.setdefault(view.number, Topic(view))
        self.publish(view)
        if before is None or before.phase is not view.phase:
            self.publish_lobby()

    def end_game(self, number: int) -> None:
        """Close a game to spectators, and notify them."""
        view = self._alone.pop(number)
        (seat,) = view.seats
        self.publish(replace(view, phase=Phase.OVER, seats=(replace(seat, gone=True),)))
        del self._topics[number]
        self.publish_lobby()

    # publishing

    def update_settings(self, player: PlayerId, settings: PlayerSettings) -> None:
        """Publish changed settings of a player.

        Spectators of the player's matches check again whether they may watch.
        """
        self.settings.publish(settings)
        for topic in self._topics.values():
            if topic.value.seat_of(player) is not None:
                topic.publish(topic.value)

    def publish(self, view: MatchView) -> None:
        """Publish the state of a match."""
        if view.number in self._topics:
            self._topics[view.number].publish(view)

    def publish_lobby(self) -> None:
        """Publish the lobby, at most once per LOBBY_SECONDS."""
        loop = asyncio.get_running_loop()
        if self._lobby_due is None and loop.time() < self._lobby_from:
            self._lobby_due = loop.call_at(self._lobby_from, self._publish_lobby)
        elif self._lobby_due is None:
            self._publish_lobby()

    def _publish_lobby(self) -> None:
        self._lobby_due = None
        self._lobby_from = asyncio.get_running_loop().time() + LOBBY_SECONDS
        views = (*(match.view() for match in self._matches.values()), *self._alone.values())
        matches = tuple(view for view in views if view.phase is not Phase.OVER and view.seats)
        watchable = self.settings.value.watchable
        players = tuple(PresentPlayer(player, name, player in watchable) for player, name in self._present.items())
        self.lobby.publish(replace(self.lobby.value, matches=matches, players=players))

    async def _read_standings(self) -> None:
        standings = await self.ask(partial(records.standings, day=self.today()))
        self.lobby.publish(replace(self.lobby.value, standings=standings))

    def _maintain(self) -> None:
        """Maintenance, which reschedules itself: end abandoned matches, and forget unneeded ones."""
        for match in list(self._matches.values()):
            idle = self.now() - match.last_change
            if match.phase is not Phase.OVER and (match.daily is None or match.daily.day == self.today()):
                if idle > ABANDONED_SECONDS and match.kind is not MatchKind.DAILY:
                    match.end()
                    self._start_task(self.save(match))
                else:  # limits the loss of time if the server is killed
                    self._start_task(self.ask(partial(_write_match, match.view())))
            elif idle > IDLE_SECONDS and not any(self.is_present(seat.player) for seat in match.seats):
                del self._matches[match.number], self._topics[match.number], self._saved[match.number]
        if self.today() != self._day:
            self._start_task(self._prepare_day())
        else:  # another player may have played a solved puzzle
            self._start_task(self._read_standings())
        self._forget_addresses()
        self._start_task(self.ask(partial(records.delete_old_moves, before=time.time() - ACT_SECONDS)))
        self._maintenance = asyncio.get_running_loop().call_later(MAINTENANCE_SECONDS, self._maintain)

    def _forget_addresses(self) -> None:
        """Forget the addresses of players who are absent and not blocked by anyone."""
        removed = (match.removed for match in self._matches.values())
        players = {*self._present, *self._blocked, *(other for _, other in self.settings.value.blocks)}.union(*removed)
        self._addresses = {player: address for player, address in self._addresses.items() if player in players}


def _stored_part(view: MatchView) -> tuple[Phase, tuple[Seat, ...]]:
    """The stored part of a match, without its moves."""
    return view.phase, tuple(replace(seat, cursor=None) for seat in view.seats)


def _write_match(view: MatchView, connection: sqlite3.Connection) -> None:
    records.save_match(connection, view.number, view.phase, view.elapsed, view.seats)
