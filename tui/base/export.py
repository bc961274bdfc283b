"""Export to files: formats, the dialogs that ask for format and path, and the writing."""

import os.path
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from engine.base.language import _, lazy_gettext
from engine.base.streams import replacing
from engine.base.text import printable
from tui.base.background import call, complaint
from tui.base.dialogs import Choice, Confirm, Prompt
from tui.base.page import Page
from tui.terminal.exit import WRITING

WHICH = lazy_gettext("What do you want to export?")
WHERE = lazy_gettext("Write the {title} to")
OVERWRITE = lazy_gettext("{name} exists already. Overwrite it?")
WRITTEN = lazy_gettext("Written: {path}")
FOR_GUESTS = lazy_gettext("Guests can't write files here. Copy the puzzle's text instead.")

_ERROR_SECONDS = 8
"""Seconds for which the message of an error is shown."""


@dataclass(frozen=True)
class Export:
    """An export format."""

    title: str
    path: Path
    """The proposed path."""
    fill: Callable[[BinaryIO], object]
    """Writes the content to an open file."""

    def write(self, path: Path) -> None:
        """Write the file atomically, replacing an existing one. Raises InputError and OSError."""
        with replacing(path) as file:
            self.fill(file)


def text_export(title: str, path: Path, make: Callable[[], str]) -> Export:
    """Return an export of a text, which `make` returns when it is written."""
    return Export(title, path, lambda file: file.write(make().encode()))


class Exporter:
    """Runs the export dialogs of a page, asks before it overwrites files, and reports errors."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def offer(self, exports: Sequence[Export]) -> None:
        """Ask for a format and a path, then write the file."""
        self._begin(self._ask(exports))

    def write(self, export: Export) -> None:
        """Ask for a path, then write the file."""
        self._begin(self._ask([export], 0))

    def save(self, export: Export) -> None:
        """Write to the proposed path without asking, replacing an existing file."""
        self._start("save", export, export.path)

    def _begin(self, dialogs: Coroutine[Any, Any, None]) -> None:
        """Start the dialogs; guests are refused, because they may not write files."""
        if self._page.options.bounds:
            dialogs.close()
            self._page.notify(str(FOR_GUESTS))
        else:
            self._page.run_worker(dialogs, group="export", exclusive=True)

    async def _ask(self, exports: Sequence[Export], index: int | None = None) -> None:
        """Ask for the format unless its index is known, then for a path; confirm before overwriting a file."""
        if index is None:
            index = await self._page.ask(Choice(str(WHICH), [export.title for export in exports]))
        if index is None:
            return
        export = exports[index]
        proposed = str(export.path)
        while typed := (await self._page.ask(Prompt(WHERE.format(title=export.title), proposed)) or "").strip():
            try:
                path = Path(typed).expanduser()
            except RuntimeError as error:  # there is no such home folder
                self._show_error(str(error))
                return
            question = Confirm(OVERWRITE.format(name=printable(path.name)), _("overwrite it"))
            # an invalid path is not a file either; writing reports the reason
            if not os.path.isfile(path) or await self._page.ask(question):
                self._start("export", export, path)
                return
            proposed = typed

    def _start(self, name: str, export: Export, path: Path) -> None:
        def written(path: Path) -> None:
            self._page.notify(WRITTEN.format(path=printable(str(path))))

        def failed(error: Exception) -> None:
            self._show_error(complaint(error))

        self._page.background.start(name, call(_write, export, path), written, failed=failed, here=True)

    def _show_error(self, sentence: str) -> None:
        self._page.notify(printable(sentence), severity="error", timeout=_ERROR_SECONDS)


def _write(export: Export, path: Path) -> Path:
    with WRITING:
        export.write(path)
    return path
