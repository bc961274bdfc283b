"""Schedules the practice of techniques by SuperMemo 2, from the drills answered so far.

P. A. Wozniak, "Optimization of learning" (master's thesis, Poznan University of Technology, 1990), chapter 3.2: the
next practice is due one day after the first good answer, six days after the second, and from then on after the last
interval times the easiness factor. The factor depends on the quality of the answers; a bad answer starts again from the
beginning. An item is a technique here, and answers before the due day have no effect unless they are bad.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import IntEnum
from math import ceil

from engine.sudoku.techniques.catalogue import Technique

FIRST_INTERVAL, SECOND_INTERVAL = 1, 6
"""Days from the first practice to the second, and from the second to the third."""

INITIAL_EASINESS, MIN_EASINESS = 2.5, 1.3
"""The initial and the minimum easiness factor."""

MASTERY_STREAK = 3
"""Good answers in a row, each when due, after which a technique counts as mastered: over two weeks."""


class Quality(IntEnum):
    """The quality of an answer, on Wozniak's scale from 0 to 5; below 3 is bad."""

    STUCK = 0
    """No answer: the player was stuck in a game although a step of the technique was possible."""
    REVEAL = 1
    SECOND_TRY = 3
    FIRST_TRY = 5

    @property
    def is_good(self) -> bool:
        """Whether the intervals continue to grow, instead of starting again."""
        return self >= Quality.SECOND_TRY


@dataclass(frozen=True)
class AnsweredDrill:
    """A drill answered on a day."""

    technique: Technique
    day: date
    quality: Quality


@dataclass(frozen=True)
class Practice:
    """The practice of a technique: its `streak` of good answers when due, the interval in days, and the due day.

    `answered` and `good` count all answers and the good ones.
    """

    streak: int = 0
    days: int = 0
    easiness: float = INITIAL_EASINESS
    due: date | None = None
    answered: int = 0
    good: int = 0

    @property
    def is_mastered(self) -> bool:
        """Whether the technique counts as mastered."""
        return self.streak >= MASTERY_STREAK

    def is_due(self, today: date) -> bool:
        """Whether practice is due."""
        return self.due is not None and self.due <= today

    def after(self, day: date, quality: Quality) -> "Practice":
        """The practice after another answer, or due on that day at the latest after being stuck."""
        if quality is Quality.STUCK:
            return replace(self, due=min(day, self.due or day))
        updated = replace(self, answered=self.answered + 1, good=self.good + quality.is_good)
        if not quality.is_good:
            return replace(updated, streak=0, days=FIRST_INTERVAL, due=day + timedelta(FIRST_INTERVAL))
        if self.due is not None and day < self.due:
            return updated
        shortfall = Quality.FIRST_TRY - quality
        easiness = max(self.easiness + 0.1 - shortfall * (0.08 + shortfall * 0.02), MIN_EASINESS)
        days = (FIRST_INTERVAL, SECOND_INTERVAL)[self.streak] if self.streak < 2 else ceil(self.days * easiness)
        return replace(updated, streak=self.streak + 1, days=days, easiness=easiness, due=day + timedelta(days))


def practice_by_technique(answers: Iterable[AnsweredDrill]) -> dict[Technique, Practice]:
    """The practice of each technique, from the answered drills, oldest first."""
    practices: dict[Technique, Practice] = {}
    for answer in answers:
        practices[answer.technique] = practices.get(answer.technique, Practice()).after(answer.day, answer.quality)
    return practices
