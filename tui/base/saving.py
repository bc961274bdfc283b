"""A screen that writes files; only until no screen is built of pages (see `export`)."""

from collections.abc import Sequence

from tui.base.export import Export, Exporter
from tui.base.page import Page


class SavingPage(Page):
    """Subclasses call `offer` with what there is to write."""

    def offer(self, exports: Sequence[Export]) -> None:
        """Ask which of these is to be written, and where; then write it."""
        Exporter(self).offer(exports)
