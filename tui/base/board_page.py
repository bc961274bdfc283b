"""The base class of screens with a board to type on: what the board reports, and questions that a digit answers."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Literal, cast

from textual import on, work

from tui.base.board import BoardInput, BoardView
from tui.base.page import Page

Ink = Literal["plain", "dim", "good", "bad", "warning", "accent"]
"""The style of a message, by its name in the palette."""


Answer = Callable[[int], Awaitable[object] | object]
"""Takes the digit that answers a question; 0 means none."""


@dataclass(frozen=True)
class DigitQuestion:
    """A question that the next digit answers, identified by its name."""

    name: str
    answer: Answer


class BoardPage(Page):
    """A screen with a board that takes input."""

    board: BoardView
    question: DigitQuestion | None = None
    """The open question."""

    def say(self, sentence: str, ink: Ink = "plain") -> None:
        """Show a sentence in place of the message, and end any question."""
        raise NotImplementedError

    async def enter(self, cells: Collection[int], digit: int) -> None:
        """Handle a digit typed for cells; 0 clears them."""
        raise NotImplementedError

    async def place(self, cell: int, digit: int) -> None:
        """Put the digit of a typed move such as 1b4 into its cell; 0 clears it."""
        raise NotImplementedError

    def follow_cursor(self, _cell: int) -> None:
        """Show that the cursor has moved."""
        self.redraw()

    def ask_digit(self, name: str, sentence: str, answer: Answer, highest: int = 0) -> None:
        """Show a question for a digit up to `highest` (0: the layout's highest).

        The answer shows a message, which ends the question, or asks again.
        """
        self.say(sentence)
        self.question, self._input.highest = DigitQuestion(name, answer), highest or self.board.layout_shown.size

    def is_asking(self, name: str) -> bool:
        """Return whether the question of this name is open."""
        return self.question is not None and self.question.name == name

    def end_question(self) -> None:
        """End the question."""
        self.question, self._input.highest = None, self.board.layout_shown.size

    @property
    def _input(self) -> BoardInput:
        """The board, which takes input while there is a question."""
        return cast(BoardInput, self.board)

    async def answer_question(self, digit: int) -> None:
        """Answer the open question."""
        if self.question and isinstance(done := self.question.answer(digit), Awaitable):
            await done

    @on(BoardInput.StatusMessage)
    def _show_status(self, event: BoardInput.StatusMessage) -> None:
        self.say(event.sentence, "warning" if event.refused else "plain")

    @on(BoardInput.CursorMoved)
    def _cursor_moved(self, event: BoardInput.CursorMoved) -> None:
        self.follow_cursor(event.cell)

    @on(BoardInput.DigitTyped)
    async def _digit_typed(self, event: BoardInput.DigitTyped) -> None:
        if self.question:
            await self.answer_question(event.digit)
        else:
            await self.enter(event.cells, event.digit)

    @work
    async def action_type_move(self) -> None:
        typed = await self._input.ask_for_move(self)
        if typed and typed.digit is not None:
            await self.place(typed.cell, typed.digit)
