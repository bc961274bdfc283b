"""A screen of a game that takes moves: digits and notes, cell first or digit first, typed, revealed, started again."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key

from engine.play.errors import GameError
from engine.play.history import Move
from engine.play.typed import parse_move
from engine.sudoku.signs import SIGNS, sign
from tui.base.dialogs import Confirm, Prompt
from tui.features.play.game_page import GamePage


class EnteringPage(GamePage):
    """Adds the keys that make moves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "digit(1)", "place", key_display="1-9", tooltip="place or note a digit"),
        *(Binding(str(digit), f"digit({digit})", show=False) for digit in range(2, 10)),
        Binding("apostrophe", "letter", "above 9", key_display="' A", tooltip="above 9: ' and a letter"),
        Binding("n", "notes", "notes", tooltip="notes mode: digits note"),
        Binding("d", "digit_first", "digit first", show=False, tooltip="digit or cell first"),
        Binding("enter,space", "put", "put", key_display="enter", tooltip="put the chosen digit"),
        Binding("x,0,delete,backspace", "clear", "clear", key_display="x 0 del", show=False),
        Binding("N", "fill_notes", "note all candidates", show=False),
        Binding("A", "cleaning", "clean notes by itself", show=False),
        Binding("f", "highlight", "highlight a digit", show=False),
        Binding("colon", "type_move", "type a move such as 1b4", key_display=":", show=False),
        Binding("I", "reveal", "reveal this cell", show=False),
        Binding("S", "show_solution", "show solution (asks)", show=False),
        Binding("R", "restart", "restart (asks)", show=False),
    ]

    _choosing_digit = False
    """Whether the next digit is to be highlighted."""
    _typing_letter = False
    """Whether the next key is the letter of a digit above 9."""

    async def action_digit(self, digit: int) -> None:
        """Place or note a digit, or choose it where the digit comes first or is asked for."""
        if digit > self.game.layout.size:
            self._say(f"The digits here are {self._digits}.")
        elif self._choosing_digit or self.marks.digit_first:
            self._highlight(digit)
        else:
            await self._enter(digit)

    async def _enter(self, digit: int) -> None:
        if self.marks.noting:
            await self._act(lambda: self.game.toggle_note(self.cursor, digit))
        else:
            await self._act(lambda: self.game.place(self.cursor, digit))

    async def action_put(self) -> None:
        """Place or note the digit that was chosen."""
        if self.marks.highlighted:
            await self._enter(self.marks.highlighted)
        else:
            self._say(f"Choose a digit first: {self._digits}.")

    async def action_clear(self) -> None:
        if self._choosing_digit:
            self.action_highlight()
        else:
            await self._act(lambda: self.game.clear(self.cursor))

    # digits above 9

    def action_letter(self) -> None:
        """Ask for the letter of a digit above 9."""
        self._typing_letter = True
        self._say(f"Which digit? A to {sign(self.game.layout.size)} are 10 to {self.game.layout.size}.")

    async def on_key(self, event: Key) -> None:
        """Take the letter that was asked for; any other key ends the question and does what it does."""
        if not self._typing_letter:
            return
        self._typing_letter = False
        self._say("")
        letter = (event.character or "").upper()
        if letter.isalpha() and letter in SIGNS:
            event.stop()
            event.prevent_default()
            await self.action_digit(SIGNS.index(letter) + 1)

    @property
    def _digits(self) -> str:
        """The digits of this layout, as they are typed."""
        size = self.game.layout.size
        return f"1 to {size}" if size < 10 else f"1 to 9, and ' with A to {sign(size)}"

    # how keys are taken

    def action_notes(self) -> None:
        self._mark(noting=not self.marks.noting)

    def action_digit_first(self) -> None:
        """Choose the digit before the cells, or the other way round."""
        first = not self.marks.digit_first
        put, end = self.key("put"), self.key("digit_first")
        self._say(
            f"Digit first: a digit chooses, {put} puts it where the cursor is; {end} ends it."
            if first
            else "Cell first: a digit goes where the cursor is."
        )
        self._mark(digit_first=first, highlighted=self.marks.highlighted if first else 0)
        self.refresh_keys()

    def action_highlight(self) -> None:
        """Take the highlight off, or put it on the cursor's digit, or ask for one."""
        if self._choosing_digit or self.marks.highlighted:
            self._highlight(0)
        elif self.game.values[self.cursor]:
            self._highlight(self.game.values[self.cursor])
        else:
            self._choosing_digit = True
            self._say(f"Highlight which digit? {self._digits}; {self.key('highlight')} for none.")

    def _highlight(self, digit: int) -> None:
        self._choosing_digit = False
        if self.marks.digit_first:
            self._say("")
        else:
            off = f"{self.key('highlight')} takes it off"
            self._say(f"Digit {sign(digit)} is highlighted; {off}." if digit else "")
        self._mark(highlighted=digit)

    # notes

    async def action_fill_notes(self) -> None:
        await self._act(self.game.fill_notes, "All candidates are noted already.")

    def action_cleaning(self) -> None:
        self.game.cleaning = not self.game.cleaning
        self._say(
            "A digit that is placed now goes from the notes of its peers."
            if self.game.cleaning
            else "Notes stay as they are when a digit is placed."
        )

    # whole moves

    def action_type_move(self) -> None:
        self.app.push_screen(Prompt("Row, column and digit, such as 1b4 (0 clears)"), self._typed)

    async def _typed(self, text: str | None) -> None:
        if not text:
            return
        try:
            move = parse_move(text, self.game.layout)
        except GameError as refusal:
            self._say(str(refusal), self.palette.warning)
            return
        self._mark(cursor=move.cell)
        digit = move.digit
        if digit is not None:
            await self._act(lambda: self.game.place(move.cell, digit))

    async def action_reveal(self) -> None:
        await self._act(lambda: self.game.reveal(self.cursor))

    def action_restart(self) -> None:
        self._ask("Start again from the givens? (undo brings everything back)", "restart", self.game.restart)

    async def action_show_solution(self) -> None:
        if self.game.solution is None:
            await self._act(self.game.show_solution)  # says why not
        else:
            self._ask("Show the whole solution? (undo takes it back)", "show it", self.game.show_solution)

    def _ask(self, question: str, yes: str, act: Callable[[], Move | None]) -> None:
        async def answered(agreed: bool | None) -> None:
            if agreed:
                await self._act(act)

        self.app.push_screen(Confirm(question, yes), answered)
