"""What can be written to files of the user's choice, and the questions that are asked before it is."""

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

_COMPLAINT_SECONDS = 8


@dataclass(frozen=True)
class Export:
    """Something that can be written: what it is, the path to propose, and what writes it into an open file."""

    title: str
    path: Path
    fill: Callable[[BinaryIO], object]

    def write(self, path: Path) -> None:
        """Write it there, whole or not at all, over whatever is there. Raises InputError and OSError."""
        with replacing(path) as file:
            self.fill(file)


def text_export(title: str, path: Path, make: Callable[[], str]) -> Export:
    """An export of what `make` gives when it is written."""
    return Export(title, path, lambda file: file.write(make().encode()))


class Exporter:
    """Asks what is to be written and where, never writes over a file without asking, and tells what fails."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def offer(self, exports: Sequence[Export]) -> None:
        """Ask which of these is to be written, and where; then write it."""
        self._begin(self._ask(exports))

    def write(self, export: Export) -> None:
        """Ask where this is to be written; then write it."""
        self._begin(self._ask([export], 0))

    def save(self, export: Export) -> None:
        """Write this to the path it proposes without asking, over whatever is there."""
        self._start("save", export, export.path)

    def _begin(self, asking: Coroutine[Any, Any, None]) -> None:
        """Ask, unless guests do: they write no files."""
        if self._page.options.bounds:
            asking.close()
            self._page.notify(str(FOR_GUESTS))
        else:
            self._page.run_worker(asking, group="export", exclusive=True)

    async def _ask(self, exports: Sequence[Export], index: int | None = None) -> None:
        """Ask which unless that is chosen, and where: a path where nothing is, or what may be written over."""
        if index is None:
            index = await self._page.ask(Choice(str(WHICH), [export.title for export in exports]))
        if index is None:
            return
        export = exports[index]
        proposed = str(export.path)
        while typed := (await self._page.ask(Prompt(WHERE.format(title=export.title), proposed)) or "").strip():
            try:
                path = Path(typed).expanduser()
            except RuntimeError as error:  # no such home
                self._complain(str(error))
                return
            question = Confirm(OVERWRITE.format(name=printable(path.name)), _("overwrite it"))
            # a path that is none is no file: writing then tells why
            if not os.path.isfile(path) or await self._page.ask(question):
                self._start("export", export, path)
                return
            proposed = typed

    def _start(self, name: str, export: Export, path: Path) -> None:
        def written(path: Path) -> None:
            self._page.notify(WRITTEN.format(path=printable(str(path))))

        def failed(error: Exception) -> None:
            self._complain(complaint(error))

        self._page.background.start(name, call(_write, export, path), written, failed=failed, here=True)

    def _complain(self, sentence: str) -> None:
        self._page.notify(printable(sentence), severity="error", timeout=_COMPLAINT_SECONDS)


def _write(export: Export, path: Path) -> Path:
    with WRITING:
        export.write(path)
    return path
