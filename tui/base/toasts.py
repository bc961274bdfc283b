"""A patch for Textual's toasts: a toast that is shown again when it expires would get a timer that never ends.

A toast reads its remaining time after checking whether it has expired. If the time is negative by then, its timer
(`textual.timer.Timer._run`, Textual 8.2.8) loops forever and blocks every session of a server.
"""

from typing import Any

from textual.notifications import Notification
from textual.widgets._toast import Toast

from tui.base.patches import has_parameters

MIN_SECONDS = 0.05
"""Minimum duration of a toast in seconds."""


def patch() -> None:
    """Give all toasts a minimum duration, unless Textual's class has changed. Call it only once."""
    if not has_parameters(Toast, "__init__", "self", "notification"):
        return
    begin = Toast.__init__

    def begin_with_time(self: Any, notification: Notification) -> None:
        begin(self, notification)
        if hasattr(self, "_timeout"):
            self._timeout = max(self._timeout, MIN_SECONDS)

    Toast.__init__ = begin_with_time  # type: ignore[method-assign]
