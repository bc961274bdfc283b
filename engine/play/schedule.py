"""When to practise a technique again: SuperMemo 2, on the drills answered so far.

P. A. Wozniak, "Optimization of learning" (master's thesis, Poznan University of Technology, 1990), chapter 3.2: after
the first good answer one practises again the next day, after the second six days later, and after each other one when
the time since the last has grown by the easiness factor. The factor changes with how well one answers, and after a bad
answer one begins again. Here an item is a technique, and answers before the day on which it is due change nothing
unless they are bad.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import IntEnum
from math import ceil

from engine.sudoku.techniques.catalogue import Technique

FIRST, SECOND = 1, 6
"""Days to the second and the third practice."""

EASINESS, LEAST_EASINESS = 2.5, 1.3
"""The factor at the beginning, and the least that it can be."""

MASTERED = 3
"""Good answers in a row, each when it was due, after which a technique counts as mastered: for over two weeks."""


class Quality(IntEnum):
    """How well a drill was answered, on Wozniak's scale from 0 to 5; below 3 is bad."""

    REVEAL = 1
    SECOND_TRY = 3
    FIRST_TRY = 5

    @property
    def is_good(self) -> bool:
        """Whether one need not begin again."""
        return self >= Quality.SECOND_TRY


@dataclass(frozen=True)
class Answered:
    """A drill that was answered on a day."""

    technique: Technique
    day: date
    quality: Quality


@dataclass(frozen=True)
class Practice:
    """How far a technique is practised: good answers in a row when due, the days between two, and when it is due."""

    row: int = 0
    days: int = 0
    easiness: float = EASINESS
    due: date | None = None
    answered: int = 0
    good: int = 0

    @property
    def is_mastered(self) -> bool:
        """Whether it was answered well often enough."""
        return self.row >= MASTERED

    def is_due(self, today: date) -> bool:
        """Whether it is to be practised again."""
        return self.due is not None and self.due <= today

    def after(self, day: date, quality: Quality) -> "Practice":
        """After another answer."""
        updated = replace(self, answered=self.answered + 1, good=self.good + quality.is_good)
        if not quality.is_good:
            return replace(updated, row=0, days=FIRST, due=day + timedelta(FIRST))
        if self.due is not None and day < self.due:
            return updated
        short = Quality.FIRST_TRY - quality
        easiness = max(self.easiness + 0.1 - short * (0.08 + short * 0.02), LEAST_EASINESS)
        days = (FIRST, SECOND)[self.row] if self.row < 2 else ceil(self.days * easiness)
        return replace(updated, row=self.row + 1, days=days, easiness=easiness, due=day + timedelta(days))


def practised(answers: Iterable[Answered]) -> dict[Technique, Practice]:
    """How far each technique is practised, by the drills answered, oldest first."""
    found: dict[Technique, Practice] = {}
    for answer in answers:
        found[answer.technique] = found.get(answer.technique, Practice()).after(answer.day, answer.quality)
    return found
