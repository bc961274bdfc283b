"""Asking for the name of a bookmark."""

from collections.abc import Awaitable, Callable

from textual.app import App

from engine.base.text import printable
from engine.play.history import History
from tui.base.dialogs import Prompt

Done = Callable[[str], Awaitable[None]]
"""Is told in a sentence what has changed."""


def ask_for_bookmark(app: App[None], history: History, node: int, done: Done) -> None:
    """Ask what to call a node and bookmark it; nothing typed means the name proposed.

    The name of a node that is bookmarked already can be changed; without a name the bookmark goes.
    """
    proposed, marked = history.label_for(node), node in history.bookmarks

    async def named(text: str | None) -> None:
        if text is None:
            return
        label = text.strip() or ("" if marked else proposed)
        if label:
            history.bookmark(label, node)
            await done(f"Bookmarked as {printable(label)}.")
        else:
            history.remove_bookmark(node)
            await done(f"Bookmark {printable(proposed)} is taken off.")

    if marked:
        app.push_screen(Prompt("The bookmark's name; without one it goes", proposed), named)
    else:
        app.push_screen(Prompt("Name this bookmark", placeholder=proposed), named)
