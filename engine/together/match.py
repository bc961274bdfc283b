"""Matches: one player on the puzzle of the day, a race on the same puzzle, or several players on one board.

Spectators see a game played alone as a match too: `view_of_game` makes its view. The clock belongs to the match: it
runs from the start until all players have finished, whether anybody is present or not.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.base.language import lazy_gettext as _
from engine.play.board import Board
from engine.play.clock import Clock
from engine.play.daily import Daily
from engine.play.errors import GameError
from engine.play.game import Game
from engine.play.notes import wrong_notes
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.techniques.catalogue import Level
from engine.together.phrases import PHRASES
from engine.together.player import Player, PlayerId
from engine.together.shared_board import SharedBoard, SharedMove

MAX_PLAYERS = 8
MAX_MOVES = 5000
"""Maximum number of moves of a player in a match: more than any game needs, and a bound on storage."""
MAX_PHRASES = 5
"""Number of phrases kept."""
LATE_SECONDS = 180.0
"""Delay in seconds of a running race for spectators, so that digits do not help a player under another name."""

FULL = _("That match is full.")
RACE_RUNNING = _("That race has already begun.")
IS_OVER = _("That match is over.")
NOT_STARTED = _("The match has not begun.")
ENOUGH = _("That was your last move: this match has reached its limit of moves.")
REMOVED = _("The owner of that match has removed you.")
NOT_OWNER = _("Only the owner of the match can do that.")
FINISHED = _("You have finished this match.")
NO_HINTS = _("There are no hints in a race.")


class MatchKind(Enum):
    """The kind of a match."""

    DAILY = "daily"
    RACE = "race"
    SHARED = "shared"
    ALONE = "alone"

    @property
    def can_be_joined(self) -> bool:
        """Whether several players take part."""
        return self in (MatchKind.RACE, MatchKind.SHARED)

    @property
    def least_players(self) -> int:
        """The number of players needed to begin."""
        return 2 if self is MatchKind.RACE else 1


class Phase(Enum):
    """The phase of a match."""

    WAITING = "waiting"
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True)
class RatedPuzzle:
    """A puzzle with its unique solution and its level."""

    puzzle: Puzzle
    solution: Digits
    level: Level


@dataclass(frozen=True)
class Seat:
    """A player in a match. `finished` is the time on its clock, None before; `gone`: the player has given up."""

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
        """Whether the player still plays."""
        return self.finished is None and not self.gone


@dataclass(frozen=True)
class ChatLine:
    """A phrase, by its index in PHRASES, and the player who sent it."""

    player: PlayerId
    name: str
    phrase: int


@dataclass(frozen=True)
class MatchView:
    """A snapshot of a match. Each seat has its own board, or all share a single one.

    `level` is None for an unrated puzzle. `authors` has for each cell of each board the seat whose move it shows.
    `elapsed` is what the match clock showed at `as_of`, a time by its source of seconds. In a running race,
    `late_boards` and `late_authors` are those of LATE_SECONDS ago; otherwise they are empty.
    """

    number: int
    kind: MatchKind
    phase: Phase
    puzzle: Puzzle
    level: Level | None
    daily: Daily | None
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
        """The seat of the owner: the creator, or the longest present player after they left; None if there is none."""
        return owner_of(self.kind, self.seats)

    def elapsed_at(self, now: float) -> float:
        """The clock at a later time."""
        return self.elapsed + (now - self.as_of if self.phase is Phase.RUNNING else 0)

    def board_of(self, seat: int) -> int:
        """The index of the board of a seat."""
        return 0 if self.kind is MatchKind.SHARED else seat

    def filled(self, seat: int) -> int:
        """The number of cells filled by the player on a seat's board, without givens."""
        given = len(self.puzzle.givens) - self.puzzle.holes
        return self.boards[self.board_of(seat)].filled - given if self.boards else 0

    def seat_of(self, player: PlayerId) -> int | None:
        """The seat of a player; None if there is none."""
        return next((number for number, seat in enumerate(self.seats) if seat.player == player), None)


MatchBoards = tuple[tuple[Board, ...], tuple[tuple[int | None, ...], ...]]
"""The boards of a match, and for each cell of each the seat whose move it shows."""


@dataclass(frozen=True)
class BoardCheck:
    """Whether all digits of a board are right, and if so the number of cells whose notes lack their digit."""

    right: bool
    wrong_notes: int = 0


class Match:
    """Owns the seats, the boards and the clock. Refused moves raise GameError and change nothing.

    Seats are identified by their index in `seats`, which changes only before the start.
    """

    def __init__(
        self,
        number: int,
        kind: MatchKind,
        rated: RatedPuzzle,
        daily: Daily | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.number = number
        self.kind = kind
        self.rated = rated
        self.daily = daily
        self.phase = Phase.WAITING
        self.seats: list[Seat] = []
        self.clock = Clock(now=now)
        self.last_change = now()
        """The time of the last change."""
        self._now = now
        self._boards: list[SharedBoard] = []
        self._move_counts: Counter[int] = Counter()  # the number of moves of each seat
        self._chat: tuple[ChatLine, ...] = ()
        self._removed: set[PlayerId] = set()
        self._snapshots: deque[tuple[float, MatchBoards]] = deque()
        """Snapshots of a race by time on its clock: the one of LATE_SECONDS ago and all later ones."""

    def restore(self, phase: Phase, seats: Iterable[Seat], moves: Iterable[SharedMove], elapsed: float) -> None:
        """Restore the state from the file. Raises ValueError if it is inconsistent."""
        self.seats = list(seats)
        if phase is not Phase.WAITING:
            self._start()
            for move in moves:
                self._board(move.player).apply(move)
                self._move_counts[move.player] += 1
        self.phase = phase
        self.clock = Clock(elapsed, self._now)
        self._add_snapshot()
        if phase is Phase.RUNNING:
            self.clock.start()

    # players

    def seat_of(self, player: PlayerId) -> int | None:
        """The seat of a player; None if there is none."""
        return next((number for number, seat in enumerate(self.seats) if seat.player == player), None)

    def join(self, player: Player) -> int:
        """Give a player a seat, or their former one; a running race takes only those who were there before."""
        seat = self.seat_of(player.id)
        if self.phase is Phase.OVER:
            raise GameError(IS_OVER)
        if player.id in self._removed:
            raise GameError(REMOVED)
        if seat is not None and (self.kind is MatchKind.SHARED or not self.seats[seat].gone):
            self._update_seat(seat, gone=False)
            return seat
        if self.phase is Phase.RUNNING and self.kind is not MatchKind.SHARED:
            raise GameError(RACE_RUNNING)
        if len(self.seats) >= MAX_PLAYERS:
            raise GameError(FULL)
        self.seats.append(Seat(player.id, player.name, ready=self.phase is Phase.RUNNING))
        self._record_change()
        return len(self.seats) - 1

    def leave(self, player: PlayerId) -> None:
        """Give up a seat: it is removed before the start, and counts as not finished later."""
        seat = self.seat_of(player)
        if seat is None or self.phase is Phase.OVER:
            return
        if self.phase is Phase.WAITING:
            del self.seats[seat]
            self._record_change()
            self._start_if_ready()
        else:
            self._update_seat(seat, gone=True, cursor=None)
        self._end_if_finished()

    @property
    def removed(self) -> frozenset[PlayerId]:
        """The players removed by owners."""
        return frozenset(self._removed)

    def remove(self, owner: int, player: PlayerId) -> None:
        """Remove a player, who can't return, on behalf of the owner; from a race only before it begins."""
        self._require_owner(owner)
        if self.phase is Phase.RUNNING and self.kind is not MatchKind.SHARED:
            raise GameError(RACE_RUNNING)
        if self.seat_of(player) not in (None, owner):
            self._removed.add(player)
            self.leave(player)

    def set_ready(self, seat: int, ready: bool) -> None:
        """Set whether a player is ready; the match begins once all are and there are enough."""
        if self.phase is not Phase.WAITING:
            return
        self._update_seat(seat, ready=ready)
        self._start_if_ready()

    def _start_if_ready(self) -> None:
        if len(self.seats) >= self.kind.least_players and all(seat.ready for seat in self.seats):
            self._start()
            self.clock.start()

    def rename(self, player: PlayerId, name: str) -> None:
        """Change the name of a player."""
        seat = self.seat_of(player)
        if seat is not None:
            self.seats[seat] = replace(self.seats[seat], name=name)

    # play

    def place(self, seat: int, cell: int, digit: int) -> SharedMove | None:
        """Enter a digit into a cell; 0 clears it."""
        return self._record(seat, self._require_playable(seat).place(seat, cell, digit))

    def toggle_note(self, seat: int, cell: int, digit: int) -> SharedMove | None:
        """Add a note to an empty cell, or remove it."""
        return self._record(seat, self._require_playable(seat).toggle_note(seat, cell, digit))

    def undo(self, seat: int) -> SharedMove | None:
        """Undo a move of this seat (see `SharedBoard.undo`)."""
        return self._record(seat, self._require_playable(seat).undo(seat))

    def redo(self, seat: int) -> SharedMove | None:
        """Redo a move of this seat."""
        return self._record(seat, self._require_playable(seat).redo(seat))

    def take_back(self, seat: int, cell: int) -> SharedMove | None:
        """Remove the latest move in a cell of a shared board, whoever made it, on behalf of the owner."""
        if self.kind is not MatchKind.SHARED:
            raise GameError(NOT_OWNER)
        self._require_owner(seat)
        return self._record(seat, self._require_playable(seat).take_back(seat, cell))

    def check(self, seat: int) -> BoardCheck:
        """Check all digits on the board, and the notes. The request is counted."""
        board, solution = self._require_playable(seat).board, self.rated.solution
        self._update_seat(seat, checks=self.seats[seat].checks + 1)
        right = all(value in (0, digit) for value, digit in zip(board.values, solution, strict=True))
        return BoardCheck(right, len(wrong_notes(board, solution)) if right else 0)

    def ask_hint(self, seat: int) -> Board:
        """The board for a hint. The request is counted; in a race it is refused."""
        if self.kind is MatchKind.RACE:
            raise GameError(NO_HINTS)
        board = self._require_playable(seat).board
        self._update_seat(seat, hints=self.seats[seat].hints + 1)
        return board

    def point(self, seat: int, cell: int) -> None:
        """Set the cursor of a player."""
        self.seats[seat] = replace(self.seats[seat], cursor=cell)

    def send_phrase(self, seat: int, phrase: int) -> None:
        """Send a phrase. Raises IndexError for an unknown one."""
        if not 0 <= phrase < len(PHRASES):
            raise IndexError(phrase)
        speaker = self.seats[seat]
        self._chat = (*self._chat, ChatLine(speaker.player, speaker.name, phrase))[-MAX_PHRASES:]

    def end(self) -> None:
        """End the match in its current state."""
        self.phase = Phase.OVER
        self.clock.pause()
        self._record_change()

    def view(self) -> MatchView:
        """A snapshot of the match."""
        boards, authors = self._current_boards()
        late_boards, late_authors = self._delayed_boards()
        return MatchView(
            self.number,
            self.kind,
            self.phase,
            self.rated.puzzle,
            self.rated.level,
            self.daily,
            tuple(self.seats),
            boards,
            authors,
            self._chat,
            self.clock.elapsed,
            self._now(),
            late_boards,
            late_authors,
        )

    def _current_boards(self) -> MatchBoards:
        return tuple(board.board for board in self._boards), tuple(board.authors for board in self._boards)

    def _add_snapshot(self) -> None:
        """Add a snapshot of the boards of a race."""
        if self.kind is MatchKind.RACE and self.phase is Phase.RUNNING:
            self._snapshots.append((self.clock.elapsed, self._current_boards()))

    def _delayed_boards(self) -> MatchBoards:
        """The boards of a running race LATE_SECONDS ago; before that, those of the start."""
        if self.kind is not MatchKind.RACE or self.phase is not Phase.RUNNING:
            return (), ()
        due = self.clock.elapsed - LATE_SECONDS
        while len(self._snapshots) > 1 and self._snapshots[1][0] <= due:
            self._snapshots.popleft()
        return self._snapshots[0][1]

    def _require_owner(self, seat: int) -> None:
        if owner_of(self.kind, self.seats) != seat:
            raise GameError(NOT_OWNER)

    def _start(self) -> None:
        count = 1 if self.kind is MatchKind.SHARED else len(self.seats)
        self._boards = [SharedBoard(self.rated.puzzle) for _ in range(count)]
        self.phase = Phase.RUNNING
        self._add_snapshot()

    def _board(self, seat: int) -> SharedBoard:
        return self._boards[0 if self.kind is MatchKind.SHARED else seat]

    def _require_playable(self, seat: int) -> SharedBoard:
        if self.phase is Phase.WAITING:
            raise GameError(NOT_STARTED)
        if self.phase is Phase.OVER or not self.seats[seat].is_playing:
            raise GameError(FINISHED)
        if self._move_counts[seat] >= MAX_MOVES:
            raise GameError(ENOUGH)
        return self._board(seat)

    def _record(self, seat: int, move: SharedMove | None) -> SharedMove | None:
        """Record a move; a player whose board is solved has finished."""
        if move:
            self._move_counts[seat] += 1
            self._update_seat(seat, cursor=move.cell)
            self._add_snapshot()
            if self._board(seat).board.is_solved:
                finished_seats = range(len(self.seats)) if self.kind is MatchKind.SHARED else (seat,)
                for number in finished_seats:
                    if self.seats[number].is_playing:
                        self._update_seat(number, finished=self.clock.elapsed)
                self._end_if_finished()
        return move

    def _end_if_finished(self) -> None:
        if not any(seat.is_playing for seat in self.seats):
            self.end()

    def _update_seat(self, seat: int, **changes: object) -> None:
        self.seats[seat] = replace(self.seats[seat], **changes)  # type: ignore[arg-type]
        self._record_change()

    def _record_change(self) -> None:
        self.last_change = self._now()


def owner_of(kind: MatchKind, seats: Sequence[Seat]) -> int | None:
    """The seat of the owner: the first whose player has not left; None if there is none."""
    present = (number for number, seat in enumerate(seats) if not seat.gone)
    return next(present, None) if kind.can_be_joined else None


def view_of_game(player: Player, game: Game, level: Level | None, cursor: int) -> MatchView:
    """The view of a game played alone, for spectators; its clock is paused while the player does not see the board.

    The hub sets its number and the time of the clock.
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
