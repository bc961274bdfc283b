"""The times that students take for their tries in homework."""

import time

from engine.sat.lessons.homework import LessonTry
from engine.sat.lessons.lesson_question import Answer


class TryRecorder:
    """A clock that starts with each stop of a lesson, and again with each try."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def begin_stop(self) -> None:
        """Start the clock of a stop."""
        self._start = time.monotonic()

    def timed(self, stop: int, answer: Answer, revealed: bool = False) -> LessonTry:
        """Return a try at a stop (from 0), which ends now."""
        now = time.monotonic()
        seconds, self._start = round(now - self._start, 1), now
        return LessonTry(stop, answer, seconds, revealed)
