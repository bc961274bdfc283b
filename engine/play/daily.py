"""The puzzle of the day: a double sudoku determined by the date, so the same for everybody; on Sundays with rules."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import count
from typing import NamedTuple

from engine.play.origin import Origin
from engine.sudoku.layout import double
from engine.sudoku.making.generator import GeneratorOptions, Report
from engine.sudoku.making.rule_generator import make_puzzle
from engine.sudoku.making.rule_mixes import MIXES, RuleMix
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level

LEVELS = (Level.EASY, Level.EASY, Level.MEDIUM, Level.MEDIUM, Level.HARD, Level.HARD, Level.UNFAIR)
"""The levels of a week's puzzles, from Monday on."""

SUNDAY_MIXES = ("thermometers", "arrows", "dots")
"""The mixes of rules of Sundays, in turn; puzzles of these are made within seconds."""


@dataclass(frozen=True)
class Daily:
    """The puzzle of a day for a player: the number of its saved game, if any, and whether it was ever solved."""

    day: date
    number: int | None = None
    solved: bool = False

    @property
    def level(self) -> Level:
        """The level, which depends on the day of the week."""
        return LEVELS[self.day.weekday()]

    @property
    def mix(self) -> RuleMix | None:
        """The rules besides its houses."""
        weeks, weekday = divmod(self.day.toordinal() - 1, 7)
        return MIXES[SUNDAY_MIXES[weeks % len(SUNDAY_MIXES)]] if weekday == 6 else None

    @property
    def origin(self) -> Origin:
        """The origin of the puzzle."""
        return Origin(self.level, self.day)


class Streak(NamedTuple):
    """Numbers of successive days with a solved puzzle: up to today (or yesterday if today's is open), and the record.
    """

    current: int
    longest: int


def daily_puzzle(
    day: date, on_progress: Report | None = None, cancel: Callable[[], bool] | None = None
) -> Puzzle:
    """Generate the puzzle of a day; another version of the generator may give another puzzle.

    `on_progress` and `cancel` are those of `generate`. Raises Cancelled.
    """
    daily = Daily(day)
    options = GeneratorOptions(level=daily.level, kinds=daily.mix.kinds if daily.mix else ())
    seeds = count(day.toordinal() * 1000)
    attempts = (make_puzzle(double(), options, seed=seed, on_progress=on_progress, cancel=cancel) for seed in seeds)
    made = next(attempt for attempt in attempts if attempt.reached)
    return replace(made.puzzle, name=f"daily {day}")


def streak(solved: Collection[date], today: date) -> Streak:
    """The streaks of days whose puzzle was solved."""
    lengths: dict[date, int] = {}
    for day in sorted(set(solved)):
        lengths[day] = lengths.get(day - timedelta(1), 0) + 1
    current = lengths.get(today) or lengths.get(today - timedelta(1), 0)
    return Streak(current, max(lengths.values(), default=0))
