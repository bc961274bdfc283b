"""The base class of screens with a board to type on, with questions that the next digit answers."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Literal, cast

from textual import on, work

from tui.base.board import BoardInput, BoardView
from tui.base.page import Page

Ink = Literal["plain", "dim", "good", "bad", "warning", "accent"]
"""The palette's style of a message, by name."""

OnDigit = Callable[[int], Awaitable[object] | object]
"""A callback for the digit that answers a question; 0 means none."""


@dataclass(frozen=True)
class DigitQuestion:
    """A question that the next digit answers."""

    name: str
    on_digit: OnDigit


class BoardPage(Page):
    """A screen with a board to type on."""

    board: BoardView
    question: DigitQuestion | None = None
    """The open question."""

    def say(self, sentence: str, ink: Ink = "plain") -> None:
        """Show a message in place of the present one, and end the question."""
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

    def ask_digit(self, name: str, sentence: str, on_digit: OnDigit, max_digit: int = 0) -> None:
        """Ask for a digit up to `max_digit` (0: the layout's highest).

        `on_digit` shows a message, which ends the question, or asks again.
        """
        self.say(sentence)
        self.question = DigitQuestion(name, on_digit)
        self._input.max_digit = max_digit or self.board.board_layout.size

    def is_asking(self, name: str) -> bool:
        """Return whether the question of this name is open."""
        return self.question is not None and self.question.name == name

    def end_question(self) -> None:
        """End the open question."""
        self.question, self._input.max_digit = None, self.board.board_layout.size

    @property
    def _input(self) -> BoardInput:
        """The board, which takes input whenever the screen asks for a digit."""
        return cast(BoardInput, self.board)

    async def answer_question(self, digit: int) -> None:
        """Answer the open question, if any."""
        if self.question and isinstance(result := self.question.on_digit(digit), Awaitable):
            await result

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
