"""The list from which a layout is chosen."""

from engine.sudoku.layout import LAYOUTS, Layout
from tui.base.dialogs import Choice
from tui.base.page import Page


async def choose_layout(page: Page, title: str, now: Layout) -> Layout | None:
    """Ask for a layout, beginning at the one in force; None if none is chosen. Only in workers, as `Page.ask`."""
    layouts = [make() for make in LAYOUTS.values()]
    rows = [layout.title for layout in layouts]
    index = await page.ask(Choice(title, rows, layouts.index(now) if now in layouts else None))
    return None if index is None else layouts[index]
