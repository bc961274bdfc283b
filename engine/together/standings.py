"""Standings: the ranking of a race, of a day, and the leagues of a week."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from engine.play.daily import DailyKind, kinds_of
from engine.sudoku.techniques.catalogue import Level
from engine.together.match import MatchView
from engine.together.ratings import PlayerRating, PuzzleRating

HINT_SECONDS, CHECK_SECONDS = 120, 30
"""Seconds added to the counted time for a hint and for a check."""

MAX_POINTS = 8
"""Maximum number of points for a contest."""
MIN_PLAYERS = 2
"""Number of players from which a contest awards points."""
MIN_SECONDS = 0.5
"""Minimum seconds per empty cell of the puzzle of the day; faster players have seen the solution."""


@dataclass(frozen=True)
class ContestResult:
    """The result of a player, by `name`, on a puzzle; results with the same `contest` are on the same puzzle."""

    name: str
    seconds: float
    hints: int
    checks: int
    contest: int = 0

    @property
    def total_time(self) -> float:
        """The time including the cost of help."""
        return self.seconds + HINT_SECONDS * self.hints + CHECK_SECONDS * self.checks


class LeagueRow(NamedTuple):
    """A row of a league: the points, and the number of contests in which they were won."""

    name: str
    points: int
    contests: int


def in_order(results: Iterable[ContestResult]) -> list[ContestResult]:
    """The results, best first; ties are in order of names."""
    return sorted(results, key=lambda result: (result.total_time, result.name))


def points(rank: int, solvers: int) -> int:
    """The points of a rank (from 1) among `solvers`: one, plus one for each player behind, at most 8."""
    return min(1 + solvers - rank, MAX_POINTS)


def is_plausible(seconds: float, holes: int) -> bool:
    """Whether a puzzle of the day with that many empty cells can be solved in that time."""
    return seconds >= MIN_SECONDS * holes


def league(results: Iterable[ContestResult], others: Callable[[int], int]) -> list[LeagueRow]:
    """The points from the results of several contests, most first; contests without other players do not count.

    `others` returns the number of players of a contest who did not solve it.
    """
    contests: dict[int, list[ContestResult]] = {}
    for result in results:
        contests.setdefault(result.contest, []).append(result)
    points_won: dict[str, list[int]] = {}
    for contest, contest_results in contests.items():
        if len(contest_results) < MIN_PLAYERS and len(contest_results) + others(contest) < MIN_PLAYERS:
            continue
        for rank, result in enumerate(in_order(contest_results), 1):
            points_won.setdefault(result.name, []).append(points(rank, len(contest_results)))
    rows = [LeagueRow(name, sum(wins), len(wins)) for name, wins in points_won.items()]
    return sorted(rows, key=lambda row: (-row.points, row.name))


def ranking(view: MatchView) -> list[int]:
    """The seats of a match, best first: finished players by time, others by the number of filled cells."""

    def rank_key(seat: int) -> tuple[bool, float, int]:
        player = view.seats[seat]
        if player.finished is None:
            return True, -view.filled(seat), seat
        return False, ContestResult(player.name, player.finished, player.hints, player.checks).total_time, seat

    return sorted(range(len(view.seats)), key=rank_key)


def week_of(day: date) -> date:
    """The Monday of the day's week."""
    return day - timedelta(day.weekday())


@dataclass(frozen=True)
class Standings:
    """The results of each puzzle of a day, the leagues of its week by level, and ratings.

    `players` are rated best first, the `puzzles` of that week hardest first.
    """

    day: date
    dailies: Sequence[tuple[DailyKind, Sequence[ContestResult]]] = ()
    leagues: Sequence[tuple[Level, Sequence[LeagueRow]]] = ()
    players: Sequence[PlayerRating] = ()
    puzzles: Sequence[PuzzleRating] = ()

    def results(self, kind: DailyKind) -> Sequence[ContestResult]:
        """The results of a puzzle of the day, best first."""
        return dict(self.dailies).get(kind, ())


def no_results(day: date) -> Standings:
    """The standings of a day before anybody has solved anything."""
    return Standings(day, tuple((kind, ()) for kind in kinds_of(day)))
