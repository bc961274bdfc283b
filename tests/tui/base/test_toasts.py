"""Toasts keep their remaining time when they are shown again."""

from textual.notifications import Notification
from textual.widgets._toast import Toast

from tui.base import base_app
from tui.base.toasts import LEAST


def test_a_toast_that_expires_while_it_is_made_has_a_timer_that_ends() -> None:
    assert base_app.BaseApp
    assert Toast(Notification("late", timeout=-0.0001))._timeout == LEAST
    assert Toast(Notification("in time", timeout=5))._timeout > 4
