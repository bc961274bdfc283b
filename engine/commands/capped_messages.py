"""Messages of one kind, of which only the first are printed; the others are counted."""

import math
from types import TracebackType

from engine.commands.exits import complain
from engine.commands.progress import ProgressLine

MAX_SHOWN = 20
"""Maximum number of messages printed, unless `unlimited`."""


class Complaints:
    """Prints messages to standard error, above a progress line. `count` is the number of messages so far.

    With `at_the_end` they are printed when the work is done, or not at all if it ends in an error, because they would
    no longer apply. If `unlimited`, none is left out.
    """

    def __init__(self, line: ProgressLine, *, at_the_end: bool = False, unlimited: bool = False) -> None:
        self.count = 0
        self._limit = math.inf if unlimited else MAX_SHOWN
        self._line = line
        self._at_the_end = at_the_end
        self._messages: list[object] = []

    def __enter__(self) -> "Complaints":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._line.clear()
        if self._at_the_end and error is not None:
            return
        for message in self._messages:
            complain(message)
        if self.count > self._limit:
            complain(f"and {self.count - MAX_SHOWN} more like these")

    def add(self, message: object) -> None:
        """Print the message if it is one of the first."""
        self.count += 1
        if self.count > self._limit:
            return
        if self._at_the_end:
            self._messages.append(message)
        else:
            self._line.clear()
            complain(message)
