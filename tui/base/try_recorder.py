"""Records the tries in lessons of homework."""

import time

from engine.play.state_directory import state_directory
from engine.sat.lessons.homework import LessonTry, keep_try
from engine.sat.lessons.lesson import Lesson
from engine.sat.lessons.lesson_question import Answer


class TryRecorder:
    """Records the tries in a lesson of homework, and owns the time since the stop began or the previous try."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson
        self._start = time.monotonic()

    def begin_stop(self) -> None:
        """Start the clock of a stop."""
        self._start = time.monotonic()

    def keep(self, stop: int, answer: Answer, revealed: bool = False) -> None:
        """Record a try at a stop (from 0). Raises OSError."""
        now = time.monotonic()
        seconds, self._start = round(now - self._start, 1), now
        keep_try(state_directory(), self._lesson, LessonTry(stop, answer, seconds, revealed))
