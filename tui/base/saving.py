"""A screen that writes files: it asks what and where, never writes over a file without asking, and tells what fails."""

import os.path
from collections.abc import Sequence
from pathlib import Path

from textual import on, work
from textual.message import Message

from engine.base.errors import InputError
from engine.base.text import printable
from tui.base.dialogs import Choice, Confirm, Prompt
from tui.base.exporting import Export
from tui.base.page import Page
from tui.terminal.exit import WRITING

_TOLD_FOR = 8
"""Seconds that a failure stays on the screen."""


class SavingPage(Page):
    """Adds the questions. Subclasses call `offer` with what there is to write."""

    class Saved(Message):
        """A file was written, or why it was not."""

        def __init__(self, path: Path, problem: str = "") -> None:
            super().__init__()
            self.path, self.problem = path, problem

    def offer(self, exports: Sequence[Export]) -> None:
        """Ask which of these is to be written, and where; then write it."""
        if self._refused():
            return

        def chosen(index: int | None) -> None:
            if index is not None:
                self._ask_where(exports[index], str(exports[index].path))

        self.app.push_screen(Choice("Write what?", [export.title for export in exports]), chosen)

    def _refused(self) -> bool:
        """Guests write no files; tells them so."""
        if self.options.bounds:
            self.notify("No files are written here; a puzzle can be copied as text: E, then c.", markup=False)
        return self.options.bounds is not None

    def _ask_where(self, export: Export, proposed: str) -> None:
        if self._refused():
            return

        def typed(text: str | None) -> None:
            if text and text.strip():
                self._ask_whether(export, text.strip())

        self.app.push_screen(Prompt(f"Write the {export.title} to", proposed), typed)

    def _ask_whether(self, export: Export, typed: str) -> None:
        def answered(agreed: bool | None) -> None:
            if agreed:
                self._write(export, path)
            else:
                self._ask_where(export, typed)

        try:
            path = Path(typed).expanduser()
        except RuntimeError as error:  # no such home
            self.notify(printable(str(error)), severity="error", markup=False)
            return
        if os.path.isfile(path):  # a path that is none is no file: writing then tells why
            question = f"{printable(path.name)} is there already. Write over it?"
            self.app.push_screen(Confirm(question, "write over it"), answered)
        else:
            self._write(export, path)

    @work(thread=True, exclusive=True, exit_on_error=False, group="save", description="write a file")
    def _write(self, export: Export, path: Path) -> None:
        try:
            with WRITING:
                export.write(path)
        except (InputError, OSError) as error:
            self.post_message(self.Saved(path, str(error)))
        else:
            self.post_message(self.Saved(path))

    @on(Saved)
    def _tell_saved(self, event: Saved) -> None:
        if event.problem:
            self.notify(printable(event.problem), severity="error", timeout=_TOLD_FOR, markup=False)
        else:
            self.notify(f"Written: {printable(str(event.path))}", markup=False)
