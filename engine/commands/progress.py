"""How far a long piece of work has come, for whoever watches."""

import shutil
import sys
import time
from types import TracebackType

from engine.base.text import printable

INTERVAL = 0.25
"""Seconds between two updates: calm for the eye, little for a slow line."""

BAR = 30
"""Columns of a bar."""


class ProgressLine:
    """One line on standard error that is written over and wiped at the end; silent where that is no terminal."""

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
        """Put the text in place of the last one, unless that is too young."""
        now = time.monotonic()
        if not self.visible or now < self._next:
            return
        self._next = now + INTERVAL
        text = printable(text)[: shutil.get_terminal_size().columns - 1]
        sys.stderr.write("\r" + text.ljust(self._length))
        sys.stderr.flush()
        self._length = len(text)

    def show_share(self, done: int, total: int, text: str) -> None:
        """Put a bar, as full as the work is done, and the text in place of the last one."""
        full = BAR * done // max(total, 1)
        self.show(f"[{'#' * full}{'.' * (BAR - full)}] {text}")

    def show_reading(self, done: int, total: int) -> None:
        """For readers: bytes done and bytes in all."""
        self.show(f"reading: {100 * done // max(total, 1)} %")

    def tell(self, text: str) -> None:
        """Leave a line that stays."""
        if self.visible:
            self.clear()
            sys.stderr.write(f"{printable(text)}\n")
            sys.stderr.flush()

    def clear(self) -> None:
        """Wipe the line, so that something else can be printed there."""
        if self._length:
            sys.stderr.write("\r" + " " * self._length + "\r")
            sys.stderr.flush()
            self._length = 0
