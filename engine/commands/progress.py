"""Progress messages of long work."""

import shutil
import sys
import time
from types import TracebackType

from engine.base.text import printable

INTERVAL = 0.25
"""Seconds between two updates: easy to read, and few bytes for a slow connection."""

BAR = 30
"""Width of a bar in columns."""


class ProgressLine:
    """A line on standard error that is overwritten and finally erased; nothing if standard error is not a terminal."""

    def __init__(self) -> None:
        self.visible = sys.stderr is not None and sys.stderr.isatty()
        self._next = time.monotonic() + INTERVAL
        self._length = 0

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.clear()

    def show(self, text: str) -> None:
        """Show the text, unless the last update was too recent."""
        now = time.monotonic()
        if not self.visible or now < self._next:
            return
        self._next = now + INTERVAL
        text = printable(text)[: shutil.get_terminal_size().columns - 1]
        sys.stderr.write("\r" + text.ljust(self._length))
        sys.stderr.flush()
        self._length = len(text)

    def show_share(self, done: int, total: int, text: str) -> None:
        """Show a bar for the finished share of the work, and the text."""
        full = BAR * done // max(total, 1)
        self.show(f"[{'#' * full}{'.' * (BAR - full)}] {text}")

    def show_reading(self, done: int, total: int) -> None:
        """A callback for readers: the bytes done and the total."""
        self.show(f"reading: {100 * done // max(total, 1)} %")

    def print_line(self, text: str) -> None:
        """Print a line that stays."""
        if self.visible:
            self.clear()
            sys.stderr.write(f"{printable(text)}\n")
            sys.stderr.flush()

    def clear(self) -> None:
        """Erase the line, so that other output can take its place."""
        if self._length:
            sys.stderr.write("\r" + " " * self._length + "\r")
            sys.stderr.flush()
            self._length = 0
