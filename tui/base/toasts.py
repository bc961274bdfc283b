"""Textual's toasts, mended: one that is shown again at the moment it expires would be given a timer that never ends.

A toast takes what is left of its time after it was asked whether it has expired; if that is below zero by then, its
timer (`textual.timer.Timer._run`, Textual 8.2.8) loops for ever, and every session of a server stands still.
"""

from typing import Any

from textual.notifications import Notification
from textual.widgets._toast import Toast

LEAST = 0.05
"""Seconds for which a toast is shown at least."""


def patch() -> None:
    """See to it that all toasts from now on have some time left. To be called once."""
    begin = Toast.__init__

    def begin_with_time(self: Any, notification: Notification) -> None:
        begin(self, notification)
        self._timeout = max(self._timeout, LEAST)

    Toast.__init__ = begin_with_time  # type: ignore[method-assign]
