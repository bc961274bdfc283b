"""Pasted puzzles, in any supported file format."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from textual.events import Paste

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.base.text import is_link, joined, links_in, pluralized, printable
from tui.base.background import call, complaint
from tui.base.page import Page
from tui.terminal.input_parser import MAX_PASTED, PasteRefused

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.sudoku.puzzle import Puzzle

TOO_LONG = lazy_gettext("You pasted more than {most:,} characters: open them as a file.")
NO_END = lazy_gettext("The pasted text was cut off and is ignored. Paste it again.")
WHICH = lazy_gettext("{puzzles} were pasted: which one?")

_ERROR_SECONDS = 8
"""Seconds for which the message of an error is shown."""


def refusal(event: PasteRefused) -> str:
    """Return why a paste was refused."""
    return TOO_LONG.format(most=MAX_PASTED) if event.is_too_long else str(NO_END)


class PasteReader:
    """Reads pasted puzzles into a screen, which forwards its paste events to `read`."""

    def __init__(self, page: Page, take: Callable[[Puzzle], Awaitable[object] | object]) -> None:
        """`take` is called with the puzzle, which the user picks if there are several."""
        self._page = page
        self._take = take

    def read(self, event: Paste) -> None:
        """Parse a paste in the background; blank text is ignored."""
        event.stop()
        text = event.text
        if text.strip():
            self._page.background.start("paste", call(_puzzles, text), self._choose, failed=self._failed)

    def _choose(self, puzzles: Sequence[Puzzle]) -> None:
        if self._page.is_current:  # otherwise, the user has opened another screen
            self._page.run_worker(self._take_one(puzzles), group="paste", exclusive=True)

    async def _take_one(self, puzzles: Sequence[Puzzle]) -> None:
        index: int | None = 0
        if len(puzzles) > 1:
            rows = [f"{number}  {_describe(puzzle)}" for number, puzzle in enumerate(puzzles, 1)]
            from tui.base.dialogs import Choice

            index = await self._page.ask(Choice(WHICH.format(puzzles=pluralized(len(puzzles), "puzzle")), rows))
        if index is not None:
            result = self._take(puzzles[index])
            if isinstance(result, Awaitable):
                await result

    def _failed(self, error: Exception) -> None:
        if self._page.is_current:
            self._page.notify(complaint(error), severity="error", timeout=_ERROR_SECONDS)


def _puzzles(text: str) -> list[Puzzle]:
    """Parse the puzzles of a text, else those in its links. Raises InputError."""
    from engine.sudoku.formats import parse, read_puzzles  # nothing heavy before the first frame

    if len(text) > MAX_PASTED:
        raise InputError(TOO_LONG.format(most=MAX_PASTED))
    source = _("the link") if is_link(text) else _("pasted text")
    lines = "\n".join(text.splitlines()) + "\n"  # terminals send a carriage return as line end
    try:
        return parse(lines.encode(errors="replace"), path=source)
    except InputError as error:
        results = list(read_puzzles([f"{link}\n".encode(errors="replace") for link in links_in(text)]))
        from engine.sudoku.puzzle import Puzzle

        if puzzles := [result for result in results if isinstance(result, Puzzle)]:
            return puzzles
        if lines.count("\n") > 1:
            raise
        reason = next((result for result in results if isinstance(result, InputError)), error)
        raise InputError(reason.problem, path=error.path, advice=reason.advice) from None  # the text is a single line


def _describe(puzzle: Puzzle) -> str:
    """Return the name of a puzzle and the number of its givens."""
    name = printable(puzzle.name) or puzzle.layout.label
    return joined([name, pluralized(len(puzzle.givens) - puzzle.holes, "given")])
