"""The puzzle of the day: a double sudoku made from the date alone, and so the same for everybody."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import count
from typing import NamedTuple

from engine.play.origin import Origin
from engine.sudoku.layout import double
from engine.sudoku.making.generator import GeneratorOptions, Report, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level

LEVELS = (Level.EASY, Level.EASY, Level.MEDIUM, Level.MEDIUM, Level.HARD, Level.HARD, Level.UNFAIR)
"""How hard the puzzles of a week are, from Monday on."""


@dataclass(frozen=True)
class Daily:
    """The puzzle of a day as a player has it: the saved game of it, if there is one, and whether it was ever solved."""

    day: date
    number: int | None = None
    solved: bool = False

    @property
    def level(self) -> Level:
        """How hard it is: by the day of the week."""
        return LEVELS[self.day.weekday()]

    @property
    def origin(self) -> Origin:
        """What is known of the puzzle."""
        return Origin(self.level, self.day)


class Streak(NamedTuple):
    """How many days running have their puzzle solved: up to today (or yesterday, while today's is open), and ever."""

    current: int
    longest: int


def daily_puzzle(
    day: date, on_progress: Report | None = None, cancel: Callable[[], bool] | None = None
) -> Puzzle:
    """Make the puzzle of a day; versions of this program with another generator may make another.

    `on_progress` and `cancel` are those of `generate`. Raises Cancelled.
    """
    options = GeneratorOptions(level=Daily(day).level)
    seeds = count(day.toordinal() * 1000)
    attempts = (generate(double(), options, seed=seed, on_progress=on_progress, cancel=cancel) for seed in seeds)
    made = next(attempt for attempt in attempts if attempt.reached)
    return replace(made.puzzle, name=f"daily {day}")


def streak(solved: Collection[date], today: date) -> Streak:
    """The days running among those whose puzzle was solved."""
    lengths: dict[date, int] = {}
    for day in sorted(set(solved)):
        lengths[day] = lengths.get(day - timedelta(1), 0) + 1
    current = lengths.get(today) or lengths.get(today - timedelta(1), 0)
    return Streak(current, max(lengths.values(), default=0))
