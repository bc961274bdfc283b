"""Who was better: the order of a race, of a day, and the leagues of a week."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from engine.sudoku.techniques.catalogue import Level
from engine.together.match import MatchView

HINT_SECONDS, CHECK_SECONDS = 120, 30
"""What a hint, and a check, adds to the time that counts."""

MOST_POINTS = 8
LEAST_PLAYERS = 2
"""How many must have played a puzzle for points to be won with it."""
LEAST_SECONDS = 0.5
"""Seconds for each empty cell that the puzzle of the day takes at least: who is faster has seen the solution."""


@dataclass(frozen=True)
class ContestResult:
    """A puzzle that somebody solved, and how. `contest` is the day or the match: who solved the same is compared."""

    name: str
    seconds: float
    hints: int
    checks: int
    contest: str = ""

    @property
    def total_time(self) -> float:
        """The time with what help costs."""
        return self.seconds + HINT_SECONDS * self.hints + CHECK_SECONDS * self.checks


class LeagueRow(NamedTuple):
    """A line of a league: points, and in how many contests they were won."""

    name: str
    points: int
    contests: int


def in_order(results: Iterable[ContestResult]) -> list[ContestResult]:
    """The best first; of two with the same time the one whose name comes first."""
    return sorted(results, key=lambda result: (result.total_time, result.name))


def points(rank: int, solvers: int) -> int:
    """What the one of this rank (from 1) among so many solvers wins: one for it, one for each behind, at most 8."""
    return min(1 + solvers - rank, MOST_POINTS)


def counts(seconds: float, holes: int) -> bool:
    """Whether the puzzle of a day, with so many empty cells, can have been solved in that time."""
    return seconds >= LEAST_SECONDS * holes


def league(results: Iterable[ContestResult], players: Callable[[str], int]) -> list[LeagueRow]:
    """The points that results of several contests bring, the most first; none where nobody else has played.

    `players` tells how many have played in a contest, beside those who solved it.
    """
    contests: dict[str, list[ContestResult]] = {}
    for result in results:
        contests.setdefault(result.contest, []).append(result)
    won: dict[str, list[int]] = {}
    for contest, several in contests.items():
        if len(several) < LEAST_PLAYERS and len(several) + players(contest) < LEAST_PLAYERS:
            continue
        for rank, result in enumerate(in_order(several), 1):
            won.setdefault(result.name, []).append(points(rank, len(several)))
    places = [LeagueRow(name, sum(each), len(each)) for name, each in won.items()]
    return sorted(places, key=lambda place: (-place.points, place.name))


def ranking(view: MatchView) -> list[int]:
    """The seats of a match, the best first: who has finished by the time, the others by how much they have filled."""

    def worth(seat: int) -> tuple[bool, float, int]:
        seat_ = view.seats[seat]
        if seat_.finished is None:
            return True, -view.filled(seat), seat
        return False, ContestResult(seat_.name, seat_.finished, seat_.hints, seat_.checks).total_time, seat

    return sorted(range(len(view.seats)), key=worth)


def week_of(day: date) -> date:
    """The Monday of its week."""
    return day - timedelta(day.weekday())


@dataclass(frozen=True)
class Standings:
    """The board of a day, and the leagues of its week: of each level that somebody won points in."""

    day: date
    results: Sequence[ContestResult] = ()
    leagues: Sequence[tuple[Level, Sequence[LeagueRow]]] = ()
