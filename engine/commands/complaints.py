"""Many complaints of one sort: the first are told one by one, the others are counted."""

from types import TracebackType

from engine.commands.exits import complain
from engine.commands.progress import ProgressLine

SHOWN = 20


class Complaints:
    """Goes to standard error in front of a progress line. `count` is the number of complaints so far."""

    def __init__(self, line: ProgressLine) -> None:
        self.count = 0
        self._line = line

    def __enter__(self) -> "Complaints":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._line.clear()
        if self.count > SHOWN:
            complain(f"and {self.count - SHOWN} more like these")

    def add(self, message: object) -> None:
        """Tell it if it is one of the first 20."""
        self.count += 1
        if self.count <= SHOWN:
            self._line.clear()
            complain(message)
