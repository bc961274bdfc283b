"""Quitting: at once, or after a question if something would be lost."""

from collections.abc import Awaitable, Callable

from textual.app import App

from tui.base.dialogs import Confirm
from tui.base.page import Page


class QuitQuestion(Confirm):
    """Asks whether to quit; the key that quits is an answer too."""


async def ask_to_quit(app: App[None], leave: Callable[[], Awaitable[None]]) -> None:
    """Leave, unless something on the screens is not saved, cannot be saved now, and the player wants to stay."""

    async def answered(agreed: bool | None) -> None:
        if agreed:
            await leave()

    unsaved = "" if isinstance(app.screen, QuitQuestion) else await _unsaved(app)
    if unsaved:
        app.push_screen(QuitQuestion(f"{unsaved} Quit and lose the game?", "quit"), answered)
    else:
        await leave()


async def _unsaved(app: App[None]) -> str:
    """Why quitting would lose something, after another try to save it; or ""."""
    pages = [screen for screen in app.screen_stack if isinstance(screen, Page) and screen.unsaved]
    for page in pages:
        await page.leave()
    return next((page.unsaved for page in pages if page.unsaved), "")
