"""Questions that several features ask: for typed values, a layout, a bookmark. Only in workers, as `Page.ask`."""

from collections.abc import Callable
from typing import TypeVar

from engine.base.errors import InputError
from engine.base.language import lazy_gettext as _
from engine.base.text import printable
from engine.play.history import History
from engine.sudoku.layout import LAYOUTS, Layout
from tui.base.background import complaint
from tui.base.dialogs import Choice, Prompt
from tui.base.page import Page

NAME = _("Name this bookmark")
RENAME = _("The bookmark's name; leave it empty to remove it")
MARKED = _("Bookmarked as {label}.")
REMOVED = _("Removed bookmark {label}.")


Answer = TypeVar("Answer")


async def ask_for(page: Page, prompt: Prompt, read: Callable[[str], Answer]) -> Answer | None:
    """Ask for a text and parse it with `read`; None for blank text, and for invalid text, which is reported."""
    text = (await page.ask(prompt) or "").strip()
    try:
        return read(text) if text else None
    except InputError as error:
        page.notify(complaint(error), severity="warning")
        return None


async def choose_layout(page: Page, title: str, current: Layout) -> Layout | None:
    """Ask for a layout, with the current one highlighted; None on cancel."""
    layouts = [make() for make in LAYOUTS.values()]
    rows = [layout.label for layout in layouts]
    index = await page.ask(Choice(title, rows, layouts.index(current) if current in layouts else None))
    return None if index is None else layouts[index]


async def ask_for_bookmark(page: Page, history: History, node: int) -> str:
    """Bookmark a node under a name that the user types; return a message on the change, "" for none.

    For a blank text, a node gets the proposed name, and a bookmarked one loses its bookmark.
    """
    proposed, is_marked = history.label_for(node), node in history.bookmarks
    text = await page.ask(Prompt(str(RENAME), proposed) if is_marked else Prompt(str(NAME), placeholder=proposed))
    if text is None:
        return ""
    label = text.strip() or ("" if is_marked else proposed)
    if not label:
        history.remove_bookmark(node)
        return REMOVED.format(label=printable(proposed))
    history.bookmark(label, node)
    return MARKED.format(label=printable(label))
