"""Schedules the practice of techniques by SuperMemo 2, from the drills answered so far.

P. A. Wozniak, "Optimization of learning" (master's thesis, Poznan University of Technology, 1990), chapter 3.2: after
the first good answer the next practice is the next day, after the second six days later, and after each other one when
the last interval has grown by the easiness factor. The factor depends on the quality of answers, and a bad answer
starts from the beginning. An item is a technique here, and answers before the due day have no effect unless they are
bad.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import IntEnum
from math import ceil

from engine.sudoku.techniques.catalogue import Technique

FIRST, SECOND = 1, 6
"""Days until the second and the third practice."""

EASINESS, LEAST_EASINESS = 2.5, 1.3
"""The initial and the minimum easiness factor."""

MASTERED = 3
"""Good answers in a row, each when due, after which a technique counts as mastered: over two weeks."""


class Quality(IntEnum):
    """The quality of an answer, on Wozniak's scale from 0 to 5; below 3 is bad."""

    STUCK = 0
    """No answer: the technique of the step that was there when the player was stuck in a game."""
    REVEAL = 1
    SECOND_TRY = 3
    FIRST_TRY = 5

    @property
    def is_good(self) -> bool:
        """Whether practice continues, instead of starting again."""
        return self >= Quality.SECOND_TRY


@dataclass(frozen=True)
class Answered:
    """A drill answered on a day."""

    technique: Technique
    day: date
    quality: Quality


@dataclass(frozen=True)
class Practice:
    """The practice of a technique: good answers in a row when due, the interval in days, and the due day."""

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
        """Whether practice is due."""
        return self.due is not None and self.due <= today

    def after(self, day: date, quality: Quality) -> "Practice":
        """The practice after another answer, or due on that day at the latest after being stuck."""
        if quality is Quality.STUCK:
            return replace(self, due=min(day, self.due or day))
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
    """The practice of each technique, from the answered drills, oldest first."""
    found: dict[Technique, Practice] = {}
    for answer in answers:
        found[answer.technique] = found.get(answer.technique, Practice()).after(answer.day, answer.quality)
    return found
