"""Toasts keep their remaining time when they are shown again, and each message has one toast."""

from textual.notifications import Notification
from textual.widgets._toast import Toast

from tui.app import SatSudoku
from tui.base import base_app
from tui.base.toasts import MIN_SECONDS


def test_a_toast_that_expires_while_it_is_made_has_a_timer_that_ends() -> None:
    assert base_app.BaseApp
    assert Toast(Notification("late", timeout=-0.0001))._timeout == MIN_SECONDS
    assert Toast(Notification("in time", timeout=5))._timeout > 4


async def test_a_message_is_shown_once(app: SatSudoku) -> None:
    async with app.run_test(notifications=True) as pilot:
        for message in ("the key is K", "the key is K", "another"):
            app.notify(message)
            await pilot.pause()
        assert [str(toast._notification.message) for toast in app.screen.query(Toast)] == ["the key is K", "another"]
