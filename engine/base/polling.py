"""Asking between slices of work whether to go on.

This is no kernel on purpose: Python looks for Ctrl+C when a function of plain Python begins, never in compiled code.
"""

from collections.abc import Callable

from engine.base.errors import Cancelled


def poll(cancel: Callable[[], bool] | None) -> None:
    """Raise Cancelled if `cancel` is there and true."""
    if cancel is not None and cancel():
        raise Cancelled("cancelled")
