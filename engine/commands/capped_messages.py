"""Limits messages of one kind: prints the first ones and counts the others."""

import math
from types import TracebackType

from engine.commands.exits import complain
from engine.commands.progress import ProgressLine

MOST_SHOWN = 20
"""Number of messages printed, unless all are."""


class Complaints:
    """Prints messages to standard error, above a progress line. `count` is the number of messages so far.

    With `at_the_end` all are printed when the work is done, or none if it ends in an error, because they would no
    longer apply. With `all_of_them` none is left out.
    """

    def __init__(self, line: ProgressLine, *, at_the_end: bool = False, all_of_them: bool = False) -> None:
        self.count = 0
        self._most = math.inf if all_of_them else MOST_SHOWN
        self._line = line
        self._at_the_end = at_the_end
        self._first_messages: list[object] = []

    def __enter__(self) -> "Complaints":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._line.clear()
        if self._at_the_end and error is not None:
            return
        for message in self._first_messages:
            complain(message)
        if self.count > self._most:
            complain(f"and {self.count - MOST_SHOWN} more like these")

    def add(self, message: object) -> None:
        """Print the message if it is one of the first."""
        self.count += 1
        if self.count > self._most:
            return
        if self._at_the_end:
            self._first_messages.append(message)
        else:
            self._line.clear()
            complain(message)
