"""A match: one player on the puzzle of the day, a race of several on the same puzzle, or several on one board.

A game that somebody plays alone is seen by others as a match, too, but is none: `view_of_game` makes it look like one.

The clock is the match's: it runs from the start until everybody is through, whether anybody looks or not.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

from engine.base.language import lazy_gettext as _
from engine.play.board import Board
from engine.play.clock import Clock
from engine.play.errors import GameError
from engine.play.game import Game
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.techniques.catalogue import Level
from engine.together.phrases import PHRASES
from engine.together.player import Player, PlayerId
from engine.together.shared_board import SharedBoard, SharedMove

MOST_PLAYERS = 8
MOST_ACTS = 5000
"""What each player may do in a match: more than any game takes, and a bound of what is kept of it."""
MOST_SAID = 5
"""Phrases that are remembered."""
LATE_SECONDS = 180.0
"""How late the boards of a running race are shown to others: by then no digit helps whoever plays under another name.
"""

FULL = _("That match is full.")
RACE_BEGUN = _("That race has begun.")
IS_OVER = _("That match is over.")
NOT_BEGUN = _("The match has not begun.")
ENOUGH = _("That was your last move: this match has reached its limit of moves.")
REMOVED = _("The owner of that match has removed you.")
NOT_OWNER = _("Only the owner of the match can do that.")
THROUGH = _("You have finished this match.")
NO_HINTS = _("There are no hints in a race.")


class MatchKind(Enum):
    """What is played."""

    DAILY = "daily"
    RACE = "race"
    SHARED = "shared"
    ALONE = "alone"

    @property
    def can_be_joined(self) -> bool:
        """Whether several play."""
        return self in (MatchKind.RACE, MatchKind.SHARED)

    @property
    def least(self) -> int:
        """How many must be there for it to begin."""
        return 2 if self is MatchKind.RACE else 1


class Phase(Enum):
    """How far it is."""

    WAITING = "waiting"
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True)
class RatedPuzzle:
    """A puzzle with its only solution and how hard it is."""

    puzzle: Puzzle
    solution: Digits
    level: Level


@dataclass(frozen=True)
class Seat:
    """A player in a match. `finished` is when on its clock, None for not; `gone` says that the player has given up."""

    player: PlayerId
    name: str
    ready: bool = False
    gone: bool = False
    finished: float | None = None
    hints: int = 0
    checks: int = 0
    cursor: int | None = None

    @property
    def is_playing(self) -> bool:
        """Whether there is something left to do."""
        return self.finished is None and not self.gone


@dataclass(frozen=True)
class ChatLine:
    """A phrase by its place in PHRASES, and whose it is."""

    player: PlayerId
    name: str
    phrase: int


@dataclass(frozen=True)
class MatchView:
    """A match as it is at a moment. Each seat has a board of its own, unless all share the only one.

    `level` is None for a puzzle that nobody has rated. `authors` says for each cell of each board which seat's move it
    shows. `elapsed` is that of the clock at the moment
    `as_of` of its source of seconds. `late_boards` and `late_authors` are those of LATE_SECONDS ago in a race that is
    running, else empty.
    """

    number: int
    kind: MatchKind
    phase: Phase
    puzzle: Puzzle
    level: Level | None
    day: date | None
    seats: tuple[Seat, ...]
    boards: tuple[Board, ...]
    authors: tuple[tuple[int | None, ...], ...]
    chat: tuple[ChatLine, ...]
    elapsed: float
    as_of: float
    late_boards: tuple[Board, ...] = ()
    late_authors: tuple[tuple[int | None, ...], ...] = ()

    @property
    def owner(self) -> int | None:
        """The seat of the owner: whoever made the match, or has been there longest since they left; None for none."""
        return owner_of(self.kind, self.seats)

    def elapsed_at(self, now: float) -> float:
        """The clock at a later moment."""
        return self.elapsed + (now - self.as_of if self.phase is Phase.RUNNING else 0)

    def board_of(self, seat: int) -> int:
        """The number of the board that a seat plays on."""
        return 0 if self.kind is MatchKind.SHARED else seat

    def filled(self, seat: int) -> int:
        """How many cells that are no givens hold a digit on a seat's board."""
        given = len(self.puzzle.givens) - self.puzzle.holes
        return self.boards[self.board_of(seat)].filled - given if self.boards else 0

    def seat_of(self, player: PlayerId) -> int | None:
        """Where a player sits; None for nowhere."""
        return next((number for number, seat in enumerate(self.seats) if seat.player == player), None)


MatchBoards = tuple[tuple[Board, ...], tuple[tuple[int | None, ...], ...]]
"""The boards of a match, and for each cell of each which seat's move it shows."""


class Match:
    """Owns the seats, the boards and the clock. Acts that the rules refuse raise GameError and change nothing.

    Seats are known by their place in `seats`, which changes only before the start.
    """

    def __init__(
        self,
        number: int,
        kind: MatchKind,
        rated: RatedPuzzle,
        day: date | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.number = number
        self.kind = kind
        self.rated = rated
        self.day = day
        self.phase = Phase.WAITING
        self.seats: list[Seat] = []
        self.clock = Clock(now=now)
        self.touched = now()
        """When anything was done last."""
        self._now = now
        self._boards: list[SharedBoard] = []
        self._acts: Counter[int] = Counter()  # how many each seat has made
        self._chat: tuple[ChatLine, ...] = ()
        self._removed: set[PlayerId] = set()
        self._past: deque[tuple[float, MatchBoards]] = deque()
        """The boards of a race at times of its clock: those of LATE_SECONDS ago and all since."""

    def restore(self, phase: Phase, seats: Iterable[Seat], acts: Iterable[SharedMove], elapsed: float) -> None:
        """Be as it was when the server ended. Raises ValueError if that can't have been."""
        self.seats = list(seats)
        if phase is not Phase.WAITING:
            self._begin()
            for act in acts:
                self._board(act.player).apply(act)
                self._acts[act.player] += 1
        self.phase = phase
        self.clock = Clock(elapsed, self._now)
        self._remember()
        if phase is Phase.RUNNING:
            self.clock.start()

    # who plays

    def seat_of(self, player: PlayerId) -> int | None:
        """Where a player sits; None for nowhere."""
        return next((number for number, seat in enumerate(self.seats) if seat.player == player), None)

    def join(self, player: Player) -> int:
        """Give a player a seat, or the one they had; a race that has begun takes only those who were there."""
        here = self.seat_of(player.id)
        if self.phase is Phase.OVER:
            raise GameError(IS_OVER)
        if player.id in self._removed:
            raise GameError(REMOVED)
        if here is not None and (self.kind is MatchKind.SHARED or not self.seats[here].gone):
            self._change(here, gone=False)
            return here
        if self.phase is Phase.RUNNING and self.kind is not MatchKind.SHARED:
            raise GameError(RACE_BEGUN)
        if len(self.seats) >= MOST_PLAYERS:
            raise GameError(FULL)
        self.seats.append(Seat(player.id, player.name, ready=self.phase is Phase.RUNNING))
        self._touch()
        return len(self.seats) - 1

    def leave(self, player: PlayerId) -> None:
        """Give the seat up: before the start it is gone, later it counts as not finished."""
        here = self.seat_of(player)
        if here is None or self.phase is Phase.OVER:
            return
        if self.phase is Phase.WAITING:
            del self.seats[here]
            self._touch()
            self._begin_if_ready()
        else:
            self._change(here, gone=True, cursor=None)
        self._end_if_through()

    @property
    def removed(self) -> frozenset[PlayerId]:
        """The players whom owners have removed."""
        return frozenset(self._removed)

    def remove(self, owner: int, player: PlayerId) -> None:
        """Let the owner remove a player, who can't come back; from a race only before it begins."""
        self._require_owner(owner)
        if self.phase is Phase.RUNNING and self.kind is not MatchKind.SHARED:
            raise GameError(RACE_BEGUN)
        if self.seat_of(player) not in (None, owner):
            self._removed.add(player)
            self.leave(player)

    def set_ready(self, seat: int, ready: bool) -> None:
        """Say that a player is ready, or not yet; the match begins once all are and there are enough."""
        if self.phase is not Phase.WAITING:
            return
        self._change(seat, ready=ready)
        self._begin_if_ready()

    def _begin_if_ready(self) -> None:
        if len(self.seats) >= self.kind.least and all(seat.ready for seat in self.seats):
            self._begin()
            self.clock.start()

    def rename(self, player: PlayerId, name: str) -> None:
        """Call a player otherwise from now on."""
        here = self.seat_of(player)
        if here is not None:
            self.seats[here] = replace(self.seats[here], name=name)

    # what is played

    def place(self, seat: int, cell: int, digit: int) -> SharedMove | None:
        """Put a digit into a cell; 0 clears."""
        return self._made(seat, self._playable(seat).place(seat, cell, digit))

    def toggle_note(self, seat: int, cell: int, digit: int) -> SharedMove | None:
        """Note a digit in an empty cell, or take the note off."""
        return self._made(seat, self._playable(seat).toggle_note(seat, cell, digit))

    def undo(self, seat: int) -> SharedMove | None:
        """Take back a move of this seat's (see `SharedBoard.undo`)."""
        return self._made(seat, self._playable(seat).undo(seat))

    def redo(self, seat: int) -> SharedMove | None:
        """Make a move of this seat's again."""
        return self._made(seat, self._playable(seat).redo(seat))

    def take_back(self, seat: int, cell: int) -> SharedMove | None:
        """Let the owner of a shared board take the latest move in a cell back, whoever made it."""
        if self.kind is not MatchKind.SHARED:
            raise GameError(NOT_OWNER)
        self._require_owner(seat)
        return self._made(seat, self._playable(seat).take_back(seat, cell))

    def check(self, seat: int) -> bool:
        """Whether all digits on the board are right. That is counted."""
        values = self._playable(seat).board.values
        self._change(seat, checks=self.seats[seat].checks + 1)
        return all(value in (0, right) for value, right in zip(values, self.rated.solution, strict=True))

    def ask_hint(self, seat: int) -> Digits:
        """The digits for which a hint is wanted. That is counted; in a race there is none."""
        if self.kind is MatchKind.RACE:
            raise GameError(NO_HINTS)
        values = self._playable(seat).board.values
        self._change(seat, hints=self.seats[seat].hints + 1)
        return values

    def point(self, seat: int, cell: int) -> None:
        """Say where a player's cursor is."""
        self.seats[seat] = replace(self.seats[seat], cursor=cell)

    def send_phrase(self, seat: int, phrase: int) -> None:
        """Say a phrase. Raises IndexError if there is no such phrase."""
        if not 0 <= phrase < len(PHRASES):
            raise IndexError(phrase)
        speaker = self.seats[seat]
        self._chat = (*self._chat, ChatLine(speaker.player, speaker.name, phrase))[-MOST_SAID:]

    def end(self) -> None:
        """End it as it is."""
        self.phase = Phase.OVER
        self.clock.pause()
        self._touch()

    def view(self) -> MatchView:
        """The match as it is now."""
        boards, authors = self._now_on_boards()
        late_boards, late_authors = self._late()
        return MatchView(
            self.number,
            self.kind,
            self.phase,
            self.rated.puzzle,
            self.rated.level,
            self.day,
            tuple(self.seats),
            boards,
            authors,
            self._chat,
            self.clock.elapsed,
            self._now(),
            late_boards,
            late_authors,
        )

    def _now_on_boards(self) -> MatchBoards:
        return tuple(board.board for board in self._boards), tuple(board.authors for board in self._boards)

    def _remember(self) -> None:
        """Remember how the boards of a race are now."""
        if self.kind is MatchKind.RACE and self.phase is Phase.RUNNING:
            self._past.append((self.clock.elapsed, self._now_on_boards()))

    def _late(self) -> MatchBoards:
        """The boards of a running race as they were LATE_SECONDS ago; before that they are as at the start."""
        if self.kind is not MatchKind.RACE or self.phase is not Phase.RUNNING:
            return (), ()
        due = self.clock.elapsed - LATE_SECONDS
        while len(self._past) > 1 and self._past[1][0] <= due:
            self._past.popleft()
        return self._past[0][1]

    def _require_owner(self, seat: int) -> None:
        if owner_of(self.kind, self.seats) != seat:
            raise GameError(NOT_OWNER)

    def _begin(self) -> None:
        count = 1 if self.kind is MatchKind.SHARED else len(self.seats)
        self._boards = [SharedBoard(self.rated.puzzle) for _ in range(count)]
        self.phase = Phase.RUNNING
        self._remember()

    def _board(self, seat: int) -> SharedBoard:
        return self._boards[0 if self.kind is MatchKind.SHARED else seat]

    def _playable(self, seat: int) -> SharedBoard:
        if self.phase is Phase.WAITING:
            raise GameError(NOT_BEGUN)
        if self.phase is Phase.OVER or not self.seats[seat].is_playing:
            raise GameError(THROUGH)
        if self._acts[seat] >= MOST_ACTS:
            raise GameError(ENOUGH)
        return self._board(seat)

    def _made(self, seat: int, act: SharedMove | None) -> SharedMove | None:
        """Whoever has filled the board without breaking a rule has finished."""
        if act:
            self._acts[seat] += 1
            self._change(seat, cursor=act.cell)
            self._remember()
            if self._board(seat).board.is_solved:
                through = range(len(self.seats)) if self.kind is MatchKind.SHARED else (seat,)
                for number in through:
                    if self.seats[number].is_playing:
                        self._change(number, finished=self.clock.elapsed)
                self._end_if_through()
        return act

    def _end_if_through(self) -> None:
        if not any(seat.is_playing for seat in self.seats):
            self.end()

    def _change(self, seat: int, **changes: object) -> None:
        self.seats[seat] = replace(self.seats[seat], **changes)  # type: ignore[arg-type]
        self._touch()

    def _touch(self) -> None:
        self.touched = self._now()


def owner_of(kind: MatchKind, seats: Sequence[Seat]) -> int | None:
    """The seat that owns a match: the first whose player has not left; None for none."""
    present = (number for number, seat in enumerate(seats) if not seat.gone)
    return next(present, None) if kind.can_be_joined else None


def view_of_game(player: Player, game: Game, level: Level | None, cursor: int) -> MatchView:
    """A game that somebody plays alone, as others see it: its clock stands while the player does not see the board.

    Its number, and the moment of the clock, are given by the hub.
    """
    finished = game.clock.elapsed if game.board.is_solved else None
    phase = Phase.OVER if finished is not None else Phase.RUNNING if game.clock.running else Phase.WAITING
    own = tuple(0 if entry.value and not entry.revealed else None for entry in game.board.entries)
    counters = game.counters
    seat = Seat(
        player.id,
        player.name,
        finished=finished,
        hints=counters.hints + counters.reveals,
        checks=counters.checks,
        cursor=cursor,
    )
    return MatchView(
        0, MatchKind.ALONE, phase, game.puzzle, level, None, (seat,), (game.board,), (own,), (), game.clock.elapsed, 0.0
    )
