"""The rights of a player on a server: the interface of a session (`Member`), and its implementation in the hub."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from engine.base.language import lazy_gettext as _
from engine.play.daily import DailyKind
from engine.play.errors import GameError
from engine.play.game import Game
from engine.play.hints import Hint, HintRequest
from engine.play.notes import wrong_notes
from engine.sudoku.layout import Layout
from engine.sudoku.layout.values import dump_layout
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.next_step import PlayerView
from engine.together import keys, records
from engine.together.hub import IN_ANOTHER_MATCH, Hub, LobbyView
from engine.together.keys import Access
from engine.together.match import REMOVED, BoardCheck, Match, MatchKind, MatchView, Phase, view_of_game
from engine.together.player import Player, PlayerId
from engine.together.records import PlayerSettings
from engine.together.shared_board import SharedMove
from engine.together.topic import Topic

PHRASE_SECONDS, CREATE_SECONDS, HINT_SECONDS = 2.0, 3.0, 1.0
"""Minimum intervals after a phrase, a new match and a hint."""

NOT_FOR_GUESTS = _("Log in with a key to play the puzzle of the day and to choose a name.")
BLOCKED = _("A player in that match does not want to play with you.")
NOT_TO_BE_WATCHED = _("Nobody in that match can be watched.")
NOT_IN_MATCH = _("You are not in this match.")
ENOUGH_TODAY = _("No more new matches today: join one.")
TOO_FAST = _("Too fast: wait a moment.")


class Member(ABC):
    """A session of a player. Refused requests raise GameError with a sentence for the player.

    `lobby` publishes matches to join or watch, players present, and standings; `settings` the players' settings about
    each other. Queries on them are answered locally; actions go to the hub, which may be in another process.
    """

    def __init__(self, player: Player, lobby: Topic[LobbyView], settings: Topic[PlayerSettings]) -> None:
        self.player = player
        self.lobby = lobby
        self.settings = settings
        self._game: Game | None = None
        """The game played alone that is shown to others."""

    # viewing

    @abstractmethod
    async def topic(self, match: int) -> Topic[MatchView]:
        """The topic of a match."""

    def hides(self, other: PlayerId) -> bool:
        """Whether the player has blocked another."""
        return (self.player.id, other) in self.settings.value.blocks

    @property
    def is_watchable(self) -> bool:
        """Whether others may watch the player."""
        return self.player.id in self.settings.value.watchable

    def watchable_seats(self, view: MatchView) -> list[int]:
        """The seats of a match that the player may watch: of players who allow it, and not while playing in it.

        On a shared board all must allow it. The puzzle of the day is visible only to those who have solved it.
        """
        own_seat = view.seat_of(self.player.id)
        if not view.boards or (own_seat is not None and view.seats[own_seat].is_playing):
            return []
        if view.kind is MatchKind.DAILY and not self._has_solved(view):
            return []
        settings, me = self.settings.value, self.player.id
        allowed = [
            number
            for number, seat in enumerate(view.seats)
            if seat.player != me and seat.player in settings.watchable and (seat.player, me) not in settings.blocks
        ]
        others = [number for number, seat in enumerate(view.seats) if seat.player != me]
        return [] if view.kind is MatchKind.SHARED and allowed != others else allowed

    def sees_late(self, view: MatchView) -> bool:
        """Whether the player sees a match only with a delay: a running race in which they do not take part."""
        own_seat = view.seat_of(self.player.id)
        is_in_match = own_seat is not None and not view.seats[own_seat].gone
        return view.kind is MatchKind.RACE and view.phase is Phase.RUNNING and not is_in_match

    def visible_view(self, view: MatchView) -> MatchView:
        """The view of a match that the player may see: a running race LATE_SECONDS late, except for their own board.

        Otherwise someone who plays in it under another name could see the digits. Participants see only bars, and those
        who have solved the puzzle learn nothing.
        """
        if not self.sees_late(view):
            return view
        own_seat = view.seat_of(self.player.id)
        boards, authors = list(view.late_boards), list(view.late_authors)
        if own_seat is not None:
            boards[own_seat], authors[own_seat] = view.boards[own_seat], view.authors[own_seat]
        seats = tuple(replace(seat, cursor=None) for seat in view.seats)
        return replace(view, seats=seats, boards=tuple(boards), authors=tuple(authors))

    def _has_solved(self, view: MatchView) -> bool:
        standings, daily = self.lobby.value.standings, view.daily
        if daily is None or daily.day != standings.day:
            return False
        return any(result.name == self.player.name for result in standings.results(daily.kind))

    # matches

    @abstractmethod
    async def play_daily(self, kind: DailyKind) -> int:
        """Begin or continue a puzzle of the day. Returns the number of the match."""

    @abstractmethod
    async def create(self, kind: MatchKind, layout: Layout, level: Level) -> int:
        """Create a match and take a seat. Returns its number."""

    @abstractmethod
    async def join(self, number: int) -> None:
        """Take a seat in a match."""

    @abstractmethod
    async def leave(self, number: int) -> None:
        """Give up the seat in a race or at a shared board; the puzzle of the day waits."""

    @abstractmethod
    async def set_ready(self, number: int, ready: bool) -> None:
        """Set whether the player is ready."""

    @abstractmethod
    async def place(self, number: int, cell: int, digit: int) -> SharedMove | None:
        """Enter a digit into a cell; 0 clears it."""

    @abstractmethod
    async def toggle_note(self, number: int, cell: int, digit: int) -> SharedMove | None:
        """Add a note to an empty cell, or remove it."""

    @abstractmethod
    async def undo(self, number: int) -> SharedMove | None:
        """Undo one of the player's own moves."""

    @abstractmethod
    async def redo(self, number: int) -> SharedMove | None:
        """Redo one of the player's own moves."""

    @abstractmethod
    async def take_back(self, number: int, cell: int) -> SharedMove | None:
        """Remove the latest move in a cell of a shared board, whoever made it; for its owner only."""

    @abstractmethod
    async def remove(self, number: int, player: PlayerId) -> None:
        """Remove a player from a waiting match or a shared board for good; for its owner only."""

    @abstractmethod
    async def check(self, number: int) -> BoardCheck:
        """Whether the board is correct so far; the standings show the number of checks."""

    @abstractmethod
    async def hint(self, number: int) -> Hint:
        """Request a hint; the standings show the number of hints."""

    @abstractmethod
    def point(self, number: int, cell: int) -> None:
        """Set the player's cursor, which is not stored."""

    @abstractmethod
    async def say(self, number: int, phrase: int) -> None:
        """Send a phrase, which is not stored."""

    # games played alone

    def show_game(self, game: Game, level: Level | None, cursor: int) -> None:
        """Show the current state of the player's own game to spectators, if allowed. `level` is None if unrated.

        Layouts that the player may have named or drawn are not shown.
        """
        if not self.is_watchable or self._game is not game:
            self.end_game()
        if self.is_watchable and dump_layout(game.layout) is None:
            self._game = game
            self.show(view_of_game(self.player, game, level, cursor))

    def end_game(self) -> None:
        """Stop showing the game, which is no longer on the screen or visible to others."""
        if self._game:
            self.show(None)
        self._game = None

    @abstractmethod
    def show(self, game: MatchView | None) -> None:
        """Publish this game, which has no number yet; None to stop."""

    # settings about others

    @abstractmethod
    async def set_watchable(self, watchable: bool) -> None:
        """Set whether others may watch."""

    @abstractmethod
    async def set_block(self, other: PlayerId, blocked: bool) -> None:
        """Block or unblock another player, who then can't join or watch the player's matches."""

    @abstractmethod
    async def rename(self, name: str) -> None:
        """Change the player's name."""

    # logging in

    @abstractmethod
    async def access(self) -> Access:
        """The player's keys and browsers."""

    @abstractmethod
    async def revoke(self, fingerprint: str) -> None:
        """Remove a key or a browser of the player; its sessions end soon."""

    @abstractmethod
    async def new_code(self) -> str:
        """A code that adds another key or browser to the player."""

    @abstractmethod
    async def new_recovery_code(self) -> str:
        """A recovery code to write down, which replaces the previous one."""

    @abstractmethod
    async def end_recovery_code(self) -> None:
        """Remove the recovery code."""


class HubMember(Member):
    """A session whose hub is in this process."""

    def __init__(self, hub: Hub, player: Player, key: str = "") -> None:
        """Enter the hub; `close` leaves it. `key` is the fingerprint of the session's key, empty for a guest."""
        super().__init__(player, hub.lobby, hub.settings)
        self._hub = hub
        self._key = key
        self._next_allowed: dict[str, float] = {}
        self._shown_game: int | None = None
        """The number of the game played alone that is shown to others."""
        hub.enter(player)

    async def close(self) -> None:
        """End the session. The player's matches continue and wait."""
        self.show(None)
        await self._hub.leave(self.player)

    def current(self) -> int | None:
        """The number of the race or shared board that the player is in, to return to."""
        match = self._hub.current(self.player.id)
        return match.number if match else None

    async def topic(self, match: int) -> Topic[MatchView]:
        return self._hub.topic(match)

    async def play_daily(self, kind: DailyKind) -> int:
        if self.player.is_guest:
            raise GameError(NOT_FOR_GUESTS)
        return (await self._hub.daily(self.player, kind)).number

    async def create(self, kind: MatchKind, layout: Layout, level: Level) -> int:
        if self.current() is not None:
            raise GameError(IN_ANOTHER_MATCH)
        self._limit_rate("create", CREATE_SECONDS)
        if not self._hub.may_create(self.player):
            raise GameError(ENOUGH_TODAY)
        return (await self._hub.create(self.player, kind, layout, level)).number

    async def join(self, number: int) -> None:
        match = self._hub.match(number)
        self._hub.require_free(self.player.id, number)
        if any((seat.player, self.player.id) in self.settings.value.blocks for seat in match.seats):
            raise GameError(BLOCKED)
        if self._hub.is_one_of(self.player.id, match.removed):
            raise GameError(REMOVED)
        if match.kind is MatchKind.DAILY:
            raise GameError(NOT_IN_MATCH)
        match.join(self.player)
        await self._hub.save(match)

    async def leave(self, number: int) -> None:
        match = self._hub.match(number)
        if match.kind is not MatchKind.DAILY:
            match.leave(self.player.id)
            await self._hub.save(match)

    async def set_ready(self, number: int, ready: bool) -> None:
        match, seat = self._seat(number)
        match.set_ready(seat, ready)
        await self._hub.save(match)

    async def place(self, number: int, cell: int, digit: int) -> SharedMove | None:
        return await self._make_move(number, lambda match, seat: match.place(seat, cell, digit))

    async def toggle_note(self, number: int, cell: int, digit: int) -> SharedMove | None:
        return await self._make_move(number, lambda match, seat: match.toggle_note(seat, cell, digit))

    async def undo(self, number: int) -> SharedMove | None:
        return await self._make_move(number, lambda match, seat: match.undo(seat))

    async def redo(self, number: int) -> SharedMove | None:
        return await self._make_move(number, lambda match, seat: match.redo(seat))

    async def take_back(self, number: int, cell: int) -> SharedMove | None:
        return await self._make_move(number, lambda match, seat: match.take_back(seat, cell))

    async def remove(self, number: int, player: PlayerId) -> None:
        match, seat = self._seat(number)
        match.remove(seat, player)
        await self._hub.save(match)

    async def check(self, number: int) -> BoardCheck:
        match, seat = self._seat(number)
        check = match.check(seat)
        await self._hub.save(match)
        return check

    async def hint(self, number: int) -> Hint:
        match, seat = self._seat(number)
        self._limit_rate("hint", HINT_SECONDS)
        board, rated, cursor = match.ask_hint(seat), match.rated, match.seats[seat].cursor
        view = PlayerView(board.notes, board.corners, focus=() if cursor is None else (cursor,))
        question = HintRequest(
            rated.puzzle, rated.solution, True, board.values, frozenset(), Level.EXTREME,
            view=view, wrong_notes=wrong_notes(board, rated.solution),
        )  # fmt: skip
        await self._hub.save(match)
        return await self._hub.work(self.player.id, question.answer)

    def point(self, number: int, cell: int) -> None:
        match, seat = self._seat(number)
        match.point(seat, cell)
        self._hub.publish(match.view())

    async def say(self, number: int, phrase: int) -> None:
        match, seat = self._seat(number)
        self._limit_rate("say", PHRASE_SECONDS)
        match.send_phrase(seat, phrase)
        self._hub.publish(match.view())

    def show(self, game: MatchView | None) -> None:
        if game:
            self._shown_game = self._shown_game or self._hub.new_game_number()
            self._hub.show_game(replace(game, number=self._shown_game, as_of=self._hub.now()))
        elif self._shown_game:
            self._hub.end_game(self._shown_game)
            self._shown_game = None

    async def set_watchable(self, watchable: bool) -> None:
        self._hub.update_settings(self.player.id, self.settings.value.with_watchable(self.player.id, watchable))
        if self.player.number is not None:
            await self._hub.ask(partial(records.set_watchable, player=self.player.number, watchable=watchable))
        self._hub.publish_lobby()

    async def set_block(self, other: PlayerId, blocked: bool) -> None:
        aliases = {other, *self._hub.aliases(other)} - {self.player.id}
        for alias in aliases:
            self._hub.update_settings(self.player.id, self.settings.value.with_block(self.player.id, alias, blocked))
        if self.player.number is not None and isinstance(other, int):
            await self._hub.ask(partial(records.set_block, player=self.player.number, other=other, blocked=blocked))
        if blocked:
            for alias in aliases:
                await self._remove_blocked(alias)
        self._hub.publish_lobby()

    async def _remove_blocked(self, other: PlayerId) -> None:
        """Remove a blocked player from the player's own waiting matches and shared boards."""
        for match in self._hub.matches_of(self.player.id):
            seat = match.seat_of(self.player.id)
            is_open = match.phase is Phase.WAITING or match.kind is MatchKind.SHARED
            if seat is not None and seat == match.view().owner and is_open:
                match.remove(seat, other)
                await self._hub.save(match)

    async def rename(self, name: str) -> None:
        await self._hub.ask(partial(records.rename, player=self._number, name=name))
        self.player = replace(self.player, name=name)
        await self._hub.rename(self.player)

    async def access(self) -> Access:
        return await self._hub.ask(partial(keys.access, player=self._number, current=self._key))

    async def revoke(self, fingerprint: str) -> None:
        work = partial(keys.revoke, player=self._number, current=self._key, fingerprint=fingerprint)
        await self._hub.ask(work)

    async def new_code(self) -> str:
        return await self._hub.ask(partial(keys.new_code, player=self._number, current=self._key))

    async def new_recovery_code(self) -> str:
        return await self._hub.ask(partial(keys.new_recovery_code, player=self._number, current=self._key))

    async def end_recovery_code(self) -> None:
        await self._hub.ask(partial(keys.end_recovery_code, player=self._number, current=self._key))

    @property
    def _number(self) -> int:
        """The player's number. Raises GameError for a guest."""
        if self.player.number is None:
            raise GameError(NOT_FOR_GUESTS)
        return self.player.number

    def _seat(self, number: int) -> tuple[Match, int]:
        match = self._hub.match(number)
        seat = match.seat_of(self.player.id)
        if seat is None:
            raise GameError(NOT_IN_MATCH)
        return match, seat

    async def _make_move(self, number: int, make_move: Callable[[Match, int], SharedMove | None]) -> SharedMove | None:
        match, seat = self._seat(number)
        move = make_move(match, seat)
        if move:
            await self._hub.save(match, move)
        return move

    def _limit_rate(self, action: str, seconds: float) -> None:
        now = self._hub.now()
        if now < self._next_allowed.get(action, now):
            raise GameError(TOO_FAST)
        self._next_allowed[action] = now + seconds
