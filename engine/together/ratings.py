"""Ratings of players and puzzles, from the times in which players solved puzzles.

A solved puzzle is a game between the player and the puzzle. The score of the player is 1 / (1 + (time / usual time)^2):
a half in the usual time, 0.8 in half of it. The usual time is the geometric mean of all times on the layout. A period
of Glicko-2 is a week. A new puzzle begins with the rating of all puzzles of its layout and level before that week, so
that a player of hard puzzles does not lose for their times.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import NamedTuple

from engine.sudoku.techniques.catalogue import Level
from engine.together.glicko import GlickoRating, rated

NEW_PUZZLE = 150.0
"""The least deviation of a new puzzle whose level is rated."""


MIN_SECONDS = 1.0
"""The shortest time in seconds that makes a difference."""


Kind = tuple[str, Level]
"""The layout and level of puzzles."""

Game = tuple[GlickoRating, float]
"""The rating of the opponent, and the score."""


class TimedResult(NamedTuple):
    """A solved puzzle: the number of the week, the player's name, the puzzle's number, layout and level, and the time
    in seconds with the cost of help.
    """

    week: int
    player: str
    puzzle: int
    layout: str
    level: Level
    seconds: float


@dataclass(frozen=True)
class PlayerRating:
    """The rating of a player from a number of puzzles."""

    name: str
    rating: GlickoRating
    puzzles: int


@dataclass(frozen=True)
class PuzzleRating:
    """The rating of a puzzle from a number of players."""

    puzzle: int
    layout: str
    level: Level
    rating: GlickoRating
    players: int


def ratings(results: Iterable[TimedResult]) -> tuple[Sequence[PlayerRating], Sequence[PuzzleRating]]:
    """The ratings of all players, best first, and of all puzzles, hardest first."""
    by_week: dict[int, list[TimedResult]] = {}
    for result in results:
        by_week.setdefault(result.week, []).append(result)
    usual = _usual_times(result for week in by_week.values() for result in week)
    players, puzzles, kinds = dict[str, GlickoRating](), dict[int, GlickoRating](), dict[Kind, GlickoRating]()
    solved, solvers, of_puzzle = dict[str, int](), dict[int, int](), dict[int, TimedResult]()
    for week in range(min(by_week, default=0), max(by_week, default=-1) + 1):
        won, lost, of_kind = dict[str, list[Game]](), dict[int, list[Game]](), dict[Kind, list[Game]]()
        for result in by_week.get(week, ()):
            kind = result.layout, result.level
            player = players.setdefault(result.player, GlickoRating())
            of_all = kinds.setdefault(kind, GlickoRating())
            puzzle = puzzles.setdefault(result.puzzle, replace(of_all, deviation=max(of_all.deviation, NEW_PUZZLE)))
            score = 1 / (1 + (max(result.seconds, MIN_SECONDS) / usual[result.layout]) ** 2)
            won.setdefault(result.player, []).append((puzzle, score))
            lost.setdefault(result.puzzle, []).append((player, 1 - score))
            of_kind.setdefault(kind, []).append((player, 1 - score))
            of_puzzle[result.puzzle] = result
            solved[result.player] = solved.get(result.player, 0) + 1
            solvers[result.puzzle] = solvers.get(result.puzzle, 0) + 1
        players = {name: rated(rating, won.get(name, ())) for name, rating in players.items()}
        puzzles = {
            number: rated(puzzles[number], lost[number]) if number in lost else puzzles[number] for number in puzzles
        }
        kinds = {kind: rated(rating, of_kind.get(kind, ())) for kind, rating in kinds.items()}
    best = [PlayerRating(name, rating, solved[name]) for name, rating in players.items()]
    hardest = [
        PuzzleRating(number, of_puzzle[number].layout, of_puzzle[number].level, rating, solvers[number])
        for number, rating in puzzles.items()
    ]
    best.sort(key=lambda each: (-each.rating.rating, each.name))
    hardest.sort(key=lambda each: (-each.rating.rating, each.puzzle))
    return tuple(best), tuple(hardest)


def _usual_times(results: Iterable[TimedResult]) -> dict[str, float]:
    """The geometric mean of the times on each layout."""
    logarithms: dict[str, list[float]] = {}
    for result in results:
        logarithms.setdefault(result.layout, []).append(log(max(result.seconds, MIN_SECONDS)))
    return {layout: exp(sum(found) / len(found)) for layout, found in logarithms.items()}
