"""Questions that several features ask: typed values, a layout, a bookmark. For use in workers, as `Page.ask`."""

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
    """Ask for a text and parse it with `read`; None for blank or invalid text, which is reported."""
    typed = (await page.ask(prompt) or "").strip()
    try:
        return read(typed) if typed else None
    except InputError as error:
        page.notify(complaint(error), severity="warning")
        return None


async def choose_layout(page: Page, title: str, now: Layout) -> Layout | None:
    """Ask for a layout, with the current one highlighted; None on cancel."""
    layouts = [make() for make in LAYOUTS.values()]
    rows = [layout.label for layout in layouts]
    index = await page.ask(Choice(title, rows, layouts.index(now) if now in layouts else None))
    return None if index is None else layouts[index]


async def ask_for_bookmark(page: Page, history: History, node: int) -> str:
    """Ask for a node's name and bookmark it; returns a sentence on the change, "" for none.

    Blank text accepts the proposed name. A bookmarked node can be renamed; blank text removes its bookmark.
    """
    proposed, marked = history.label_for(node), node in history.bookmarks
    text = await page.ask(Prompt(str(RENAME), proposed) if marked else Prompt(str(NAME), placeholder=proposed))
    if text is None:
        return ""
    label = text.strip() or ("" if marked else proposed)
    if not label:
        history.remove_bookmark(node)
        return REMOVED.format(label=printable(proposed))
    history.bookmark(label, node)
    return MARKED.format(label=printable(label))
