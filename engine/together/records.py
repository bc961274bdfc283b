"""Reads and writes the server's file, as functions of a connection for `ServerDatabase`."""

import json
import logging
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import lru_cache, partial

from engine.play.board import CellState
from engine.play.daily import Daily, DailyKind, kinds_of
from engine.play.errors import GameError
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import dump, load
from engine.sudoku.techniques.catalogue import Level
from engine.together.match import Match, MatchKind, Phase, RatedPuzzle, Seat
from engine.together.player import MAX_NAME_LENGTH, PlayerId, is_harmless, skeleton
from engine.together.ratings import TimedResult, ratings
from engine.together.shared_board import SharedMove, SharedMoveKind
from engine.together.standings import MIN_PLAYERS, ContestResult, Standings, in_order, is_plausible, league, week_of

log = logging.getLogger("satsudoku.server")

_dumps = json.JSONEncoder(separators=(",", ":")).encode


@dataclass(frozen=True)
class PlayerSettings:
    """Settings of players about each other: who may be watched, and who has blocked whom."""

    watchable: frozenset[PlayerId]
    blocks: frozenset[tuple[PlayerId, PlayerId]]

    def with_watchable(self, player: PlayerId, watchable: bool) -> "PlayerSettings":
        """A copy in which a player allows or forbids watching."""
        return replace(self, watchable=self.watchable | {player} if watchable else self.watchable - {player})

    def with_block(self, player: PlayerId, other: PlayerId, blocked: bool) -> "PlayerSettings":
        """A copy in which a player blocks or unblocks another."""
        pair = {(player, other)}
        return replace(self, blocks=self.blocks | pair if blocked else self.blocks - pair)

    def without(self, player: PlayerId) -> "PlayerSettings":
        """A copy without the settings of a player."""
        return PlayerSettings(self.watchable - {player}, frozenset(pair for pair in self.blocks if pair[0] != player))


# puzzles and matches


def add_puzzle(connection: sqlite3.Connection, rated: RatedPuzzle) -> int:
    """Store a puzzle; returns its number."""
    puzzle = rated.puzzle
    parts = (_dumps(puzzle.givens), _dumps(rated.solution), _dumps(dump(puzzle.rules)))
    insert = "INSERT INTO puzzle (layout, level, givens, solution, rules) VALUES (?, ?, ?, ?, ?)"
    return connection.execute(insert, (puzzle.layout.name, rated.level.value, *parts)).lastrowid or 0


def read_puzzle(connection: sqlite3.Connection, number: int) -> RatedPuzzle:
    """Read a stored puzzle."""
    query = "SELECT layout, level, givens, solution, rules FROM puzzle WHERE id = ?"
    row = connection.execute(query, (number,)).fetchone()
    layout, givens, solution = LAYOUTS[row["layout"]](), json.loads(row["givens"]), json.loads(row["solution"])
    puzzle = Puzzle(layout, tuple(givens), rules=load(json.loads(row["rules"]), layout))
    return RatedPuzzle(puzzle, tuple(solution), Level(row["level"]))


def _daily_key(daily: Daily) -> str:
    """The key of a puzzle of a day."""
    day = daily.day.isoformat()
    return day if daily.kind is DailyKind.DOUBLE else f"{day} {daily.kind.value}"


def _daily_of_key(key: str) -> Daily:
    """A puzzle of a day by its key. Raises ValueError."""
    day, _, kind = key.partition(" ")
    return Daily(date.fromisoformat(day), DailyKind(kind) if kind else DailyKind.DOUBLE)


def puzzle_of_day(connection: sqlite3.Connection, daily: Daily, new: RatedPuzzle | None = None) -> int | None:
    """The number of a puzzle of a day; if there is none yet, `new` is stored as such."""
    row = connection.execute("SELECT puzzle FROM day WHERE day = ?", (_daily_key(daily),)).fetchone()
    if row or new is None:
        return int(row["puzzle"]) if row else None
    number = add_puzzle(connection, new)
    connection.execute("INSERT INTO day (day, puzzle) VALUES (?, ?)", (_daily_key(daily), number))
    return number


def add_match(connection: sqlite3.Connection, kind: MatchKind, puzzle: int, daily: Daily | None) -> int:
    """Store a new match; returns its number."""
    row = kind.value, Phase.WAITING.value, puzzle, daily and _daily_key(daily), time.time()
    insert = "INSERT INTO match (kind, phase, puzzle, day, created) VALUES (?, ?, ?, ?, ?)"
    return connection.execute(insert, row).lastrowid or 0


def save_match(
    connection: sqlite3.Connection, match: int, phase: Phase, elapsed: float, seats: tuple[Seat, ...]
) -> None:
    """Store the state and the seats of a match; deletes it if all players left before it began."""
    if not seats and phase is not Phase.RUNNING:
        (puzzle,) = connection.execute("SELECT puzzle FROM match WHERE id = ?", (match,)).fetchone()
        connection.execute("DELETE FROM match WHERE id = ?", (match,))
        connection.execute("DELETE FROM puzzle WHERE id = ?", (puzzle,))
        return
    connection.execute(
        "UPDATE match SET phase = ?, elapsed = ?, ended = CASE WHEN ? THEN coalesce(ended, ?) END WHERE id = ?",
        (phase.value, elapsed, phase is Phase.OVER, time.time(), match),
    )
    connection.execute("DELETE FROM seat WHERE match = ?", (match,))
    connection.executemany(
        "INSERT INTO seat (match, number, player, name, ready, gone, finished, hints, checks)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (match, number, seat.player if isinstance(seat.player, int) else None, seat.name, seat.ready, seat.gone,
             seat.finished, seat.hints, seat.checks)
            for number, seat in enumerate(seats)
        ],
    )  # fmt: skip


def add_move(connection: sqlite3.Connection, match: int, at: float, move: SharedMove) -> None:
    """Store a move made at `at` seconds of the match's clock."""
    connection.execute(
        "INSERT INTO act (match, number, at, seat, kind, cell, value, notes)"
        " SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ?, ?, ? FROM act WHERE match = ?",
        (match, at, move.player, move.kind.value, move.cell, move.after.value, move.after.notes, match),
    )


def delete_old_moves(connection: sqlite3.Connection, before: float) -> None:
    """Delete the moves of matches that ended before a time; the results stay."""
    connection.execute("DELETE FROM act WHERE match IN (SELECT id FROM match WHERE ended < ?)", (before,))


def unfinished_matches(connection: sqlite3.Connection, today: date, now: Callable[[], float]) -> list[Match]:
    """The unfinished races, shared boards and matches of today; `now` is the source of seconds for clocks.

    Guests have given up, as they can't return.
    """
    query = "SELECT * FROM match WHERE phase != ? AND (kind != ? OR substr(day, 1, 10) = ?)"
    rows = connection.execute(query, (Phase.OVER.value, MatchKind.DAILY.value, today.isoformat())).fetchall()
    matches = []
    for row in rows:
        try:
            matches.append(_read_match(connection, row, now))
        except (ValueError, TypeError, LookupError) as error:  # the contents of the file are not trusted
            log.error("match %s can't be read: %s", row["id"], error)
    return matches


def daily_of(connection: sqlite3.Connection, player: int, daily: Daily, now: Callable[[], float]) -> Match | None:
    """The match of a player on a puzzle of a day, if it exists."""
    query = "SELECT match.* FROM match JOIN seat ON seat.match = match.id WHERE day = ? AND player = ? AND kind = ?"
    row = connection.execute(query, (_daily_key(daily), player, MatchKind.DAILY.value)).fetchone()
    return _read_match(connection, row, now) if row else None


def _read_match(connection: sqlite3.Connection, row: sqlite3.Row, now: Callable[[], float]) -> Match:
    number = row["id"]
    daily = _daily_of_key(row["day"]) if row["day"] else None
    match = Match(number, MatchKind(row["kind"]), read_puzzle(connection, row["puzzle"]), daily, now=now)
    seats = connection.execute(
        "SELECT seat.*, player.name AS current_name FROM seat LEFT JOIN player ON player.id = player"
        " WHERE match = ? ORDER BY number",
        (number,),
    )
    move_rows = connection.execute("SELECT * FROM act WHERE match = ? ORDER BY number", (number,)).fetchall()
    moves = [
        SharedMove(move["seat"], SharedMoveKind(move["kind"]), move["cell"], CellState(move["value"], move["notes"]))
        for move in move_rows
    ]
    elapsed = max([row["elapsed"], *(move_row["at"] for move_row in move_rows[-1:])])
    match.restore(Phase(row["phase"]), [_read_seat(seat) for seat in seats], moves, elapsed)
    return match


def _read_seat(row: sqlite3.Row) -> Seat:
    is_guest = row["player"] is None
    return Seat(
        row["name"] if is_guest else row["player"],
        row["name"] if is_guest else row["current_name"],
        bool(row["ready"]),
        is_guest or bool(row["gone"]),
        row["finished"],
        row["hints"],
        row["checks"],
    )


# standings


def standings(connection: sqlite3.Connection, day: date) -> Standings:
    """The results of a day and the leagues of its week."""
    monday = week_of(day)
    next_monday = monday + timedelta(7)
    first, last = (datetime.combine(moment, datetime.min.time()).timestamp() for moment in (monday, next_monday))
    rows = connection.execute(
        "SELECT player.name, finished, hints, checks, day, match.puzzle, level, givens FROM seat"
        " JOIN match ON match.id = match JOIN puzzle ON puzzle.id = match.puzzle JOIN player ON player.id = player"
        " WHERE finished IS NOT NULL AND kind != ? AND NOT player.blocked"
        " AND (day >= ? AND day < ? OR day IS NULL AND created >= ? AND created < ?)",
        (MatchKind.SHARED.value, monday.isoformat(), next_monday.isoformat(), first, last),
    ).fetchall()
    players_of = partial(_players_besides, connection)
    timed = _timed_results(connection, next_monday)
    players, puzzles = _latest_ratings(timed)
    of_week = {result.puzzle for result in timed if result.week == _week_number(monday)}
    of_day = {_daily_key(Daily(day, kind)): list[ContestResult]() for kind in kinds_of(day)}
    by_level = dict[Level, list[ContestResult]]()
    for row in rows:
        if row["day"] and not is_plausible(row["finished"], json.loads(row["givens"]).count(0)):
            continue
        result = ContestResult(row["name"], row["finished"], row["hints"], row["checks"], row["puzzle"])
        by_level.setdefault(Level(row["level"]), []).append(result)
        if row["day"] in of_day:
            of_day[row["day"]].append(result)
    leagues = ((level, league(by_level.get(level, ()), players_of)) for level in Level)
    return Standings(
        day,
        tuple((_daily_of_key(key).kind, tuple(in_order(results))) for key, results in of_day.items()),
        tuple((level, rows) for level, rows in leagues if rows),
        players,
        tuple(puzzle for puzzle in puzzles if puzzle.puzzle in of_week),
    )


RATED_DAYS = 365
"""Number of days whose results count for ratings."""


_latest_ratings = lru_cache(maxsize=1)(ratings)
"""Ratings, which standings need again and again for the same results."""


def _timed_results(connection: sqlite3.Connection, end: date) -> tuple[TimedResult, ...]:
    """The results of puzzles that several players have solved, in the year before a day."""
    rows = connection.execute(
        "SELECT player.name, finished, hints, checks, match.puzzle, layout, level, givens,"
        " coalesce(substr(day, 1, 10), date(created, 'unixepoch', 'localtime')) AS played FROM seat"
        " JOIN match ON match.id = match JOIN puzzle ON puzzle.id = match.puzzle JOIN player ON player.id = player"
        " WHERE finished IS NOT NULL AND kind != ? AND NOT player.blocked AND played >= ? AND played < ?",
        (MatchKind.SHARED.value, (end - timedelta(RATED_DAYS)).isoformat(), end.isoformat()),
    ).fetchall()
    solvers = Counter(row["puzzle"] for row in rows)
    return tuple(
        TimedResult(
            _week_number(date.fromisoformat(row["played"])),
            row["name"],
            row["puzzle"],
            row["layout"],
            Level(row["level"]),
            ContestResult(row["name"], row["finished"], row["hints"], row["checks"]).total_time,
        )
        for row in rows
        if solvers[row["puzzle"]] >= MIN_PLAYERS and is_plausible(row["finished"], json.loads(row["givens"]).count(0))
    )


def _week_number(day: date) -> int:
    return week_of(day).toordinal() // 7


def _players_besides(connection: sqlite3.Connection, contest: int) -> int:
    """The number of registered players with half of the digits, but no solution, of a puzzle."""
    seats = connection.execute(
        "SELECT match, number, givens, solution FROM seat"
        " JOIN match ON match.id = match JOIN puzzle ON puzzle.id = match.puzzle JOIN player ON player.id = player"
        " WHERE finished IS NULL AND NOT player.blocked AND puzzle.id = ?",
        (contest,),
    ).fetchall()
    return sum(_has_played(connection, seat) for seat in seats)


def _has_played(connection: sqlite3.Connection, seat: sqlite3.Row) -> bool:
    query = "SELECT DISTINCT cell, value FROM act WHERE match = ? AND seat = ? AND kind = ?"
    move_rows = connection.execute(query, (seat["match"], seat["number"], SharedMoveKind.PUT.value)).fetchall()
    solution = json.loads(seat["solution"])
    right: int = sum(move_row["value"] == solution[move_row["cell"]] for move_row in move_rows)
    holes: int = json.loads(seat["givens"]).count(0)
    return 2 * right >= holes


# players

NO_NAME = "Names have 1 to {longest} letters, digits, - or _, at least one letter or digit, and offend nobody."
NAME_TAKEN = "Another player has that name, or one that looks like it."
TOO_SOON = "A name can be changed once in {days} days."
RENAME_DAYS = 30


def rename(connection: sqlite3.Connection, player: int, name: str) -> None:
    """Change the name of a player. Raises GameError if that is not allowed."""
    if not is_harmless(name):
        raise GameError(NO_NAME.format(longest=MAX_NAME_LENGTH))
    (renamed,) = connection.execute("SELECT renamed FROM player WHERE id = ?", (player,)).fetchone()
    if time.time() < renamed + RENAME_DAYS * 86400:
        raise GameError(TOO_SOON.format(days=RENAME_DAYS))
    looks = skeleton(name)
    if connection.execute("SELECT 1 FROM player WHERE looks = ? AND id != ?", (looks, player)).fetchone():
        raise GameError(NAME_TAKEN)
    update = "UPDATE player SET name = ?, looks = ?, renamed = ? WHERE id = ?"
    connection.execute(update, (name, looks, time.time(), player))


def set_blocked(connection: sqlite3.Connection, name: str, blocked: bool) -> bool:
    """Block or unblock a player on behalf of the host; returns whether the name exists."""
    return connection.execute("UPDATE player SET blocked = ? WHERE name = ?", (blocked, name)).rowcount > 0


def owner_of_key(connection: sqlite3.Connection, fingerprint: str) -> int | None:
    """The owner of a key, blocked or not; None if there is none."""
    row = connection.execute("SELECT player FROM key WHERE fingerprint = ?", (fingerprint,)).fetchone()
    return row and int(row["player"])


def blocked_players(connection: sqlite3.Connection) -> frozenset[int]:
    """The players blocked by the host."""
    return frozenset(row["id"] for row in connection.execute("SELECT id FROM player WHERE blocked"))


def read_settings(connection: sqlite3.Connection) -> PlayerSettings:
    """Read the settings of all players."""
    watchable = connection.execute("SELECT id FROM player WHERE watchable")
    blocks = connection.execute("SELECT player, blocked FROM block")
    pairs = frozenset((row["player"], row["blocked"]) for row in blocks)
    return PlayerSettings(frozenset(row["id"] for row in watchable), pairs)


def set_watchable(connection: sqlite3.Connection, player: int, watchable: bool) -> None:
    """Store whether a player may be watched."""
    connection.execute("UPDATE player SET watchable = ? WHERE id = ?", (watchable, player))


def set_block(connection: sqlite3.Connection, player: int, other: int, blocked: bool) -> None:
    """Store whether a player has blocked another."""
    if blocked:
        connection.execute("INSERT OR IGNORE INTO block (player, blocked) VALUES (?, ?)", (player, other))
    else:
        connection.execute("DELETE FROM block WHERE player = ? AND blocked = ?", (player, other))
