"""A screen into which puzzles can be pasted, in any format that files have."""

from collections.abc import Sequence

from textual import on, work
from textual.events import Paste
from textual.message import Message

from engine.base.errors import InputError
from engine.base.text import printable
from engine.sudoku.puzzle import Puzzle
from tui.base.dialogs import Choice
from tui.base.page import Page

MOST_PASTED = 1_000_000
"""Characters of a paste."""

_TOLD_FOR = 8
"""Seconds that a complaint stays on the screen."""


class PastingPage(Page):
    """Reads what is pasted. Subclasses say what is done with a puzzle (`take_pasted`)."""

    class PasteRead(Message):
        """What was pasted has been read: puzzles, or a sentence that says why not."""

        def __init__(self, puzzles: Sequence[Puzzle] = (), problem: str = "") -> None:
            super().__init__()
            self.puzzles, self.problem = puzzles, problem

    def take_pasted(self, puzzle: Puzzle) -> None:
        """Do with a pasted puzzle what is to be done on this screen."""
        raise NotImplementedError

    def on_paste(self, event: Paste) -> None:
        event.stop()
        if len(event.text) > MOST_PASTED:
            self._complain(f"More than {MOST_PASTED:,} characters were pasted: open them as a file.")
        elif event.text.strip():
            self._read_paste(event.text)

    @work(thread=True, exclusive=True, exit_on_error=False, group="paste", description="read what was pasted")
    def _read_paste(self, text: str) -> None:
        from engine.sudoku.formats import parse  # nothing heavy before the first frame

        lines = "\n".join(text.splitlines()) + "\n"  # terminals send a carriage return for the end of a line
        try:
            self.post_message(self.PasteRead(parse(lines.encode(errors="replace"), path="pasted text")))
        except InputError as error:
            self.post_message(self.PasteRead(problem=str(error)))

    @on(PasteRead)
    def _take_paste(self, event: PasteRead) -> None:
        def chosen(index: int | None) -> None:
            if index is not None:
                self.take_pasted(puzzles[index])

        puzzles = event.puzzles
        if not self.is_current:
            return  # the user went on meanwhile
        if event.problem:
            self._complain(event.problem)
        elif len(puzzles) == 1:
            chosen(0)
        else:
            rows = [f"{number}  {_describe(puzzle)}" for number, puzzle in enumerate(puzzles, 1)]
            self.app.push_screen(Choice(f"{len(puzzles)} puzzles were pasted: which one?", rows), chosen)

    def _complain(self, sentence: str) -> None:
        self.notify(printable(sentence), severity="error", timeout=_TOLD_FOR, markup=False)


def _describe(puzzle: Puzzle) -> str:
    name = printable(puzzle.name) or puzzle.layout.title
    return f"{name}, {len(puzzle.givens) - puzzle.holes} givens"
