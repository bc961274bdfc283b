"""Colours and highlights on the board of a game, and the selection of cells by digit."""

from collections.abc import Awaitable, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from engine.base.language import lazy_gettext
from engine.play.board import COLOURS
from engine.sudoku.signs import sign
from tui.base.controller import Controller
from tui.features.play import words

if TYPE_CHECKING:
    from tui.features.play.screen import BoardScreen

HIGHLIGHT, MORE, SELECT = "highlight", "highlight more", "select"
"""Names of questions."""


class ColourController(Controller):
    """Colours cells and candidates, highlights digits, and selects the cells of a digit."""

    page: "BoardScreen"

    HEADING = lazy_gettext("colours and marks")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "colour", "colour", tooltip="colour cells", show=False),
        Binding("O", "tint", "colour a candidate", show=False),
        Binding("ctrl+a", "select_digit", "select all of a digit", show=False),
        Binding("f", "highlight", "highlight a digit", show=False),
        Binding("F", "highlight_more", "highlight more digits", show=False),
        Binding("P", "pairs", "cells of two candidates", show=False),
        Binding("m", "shading", "mark peers, same digit", show=False),
    ]

    # colours

    def action_colour(self) -> None:
        page = self.page

        def colour(number: int) -> Awaitable[None]:
            return page.play(partial(page.game.colour, page.board.cells, number))

        page.ask_digit("colour", str(words.WHICH_COLOUR), colour, COLOURS)

    def action_tint(self) -> None:
        """Colour a candidate of the selected cells: the highlighted digit, or the answer to a question."""
        page = self.page
        if len(page.marks.highlighted) == 1:
            self._ask_tint(*page.marks.highlighted)
        else:
            page.ask_digit("candidate", words.WHICH_CANDIDATE.format(digits=page.board.digits_text), self._ask_tint)

    def _ask_tint(self, digit: int) -> None:
        page = self.page

        def tint(number: int) -> Awaitable[None]:
            return page.play(partial(page.game.tint, page.board.cells, digit, number))

        if digit:
            page.ask_digit("tint", words.WHICH_TINT.format(digit=sign(digit)), tint, COLOURS)
        else:
            page.say("")

    # the selection

    def action_select_digit(self) -> None:
        note = self.page.key("note(1)")
        question = words.SELECT_WHICH.format(digits=self.page.board.digits_text, note=note)
        self.page.ask_digit(SELECT, question, self._select_value)

    def _select_value(self, digit: int) -> None:
        self._select(cell for cell, value in enumerate(self.page.game.values) if value == digit)

    def select_noted(self, digit: int) -> None:
        """Select the empty cells that show a digit among their notes, or candidates."""
        game = self.page.game
        notes = [0 if entry.value else entry.noted for entry in game.board.entries]
        masks = game.candidates.masks if self.page.marks.candidates else notes
        self._select(cell for cell, mask in enumerate(masks) if mask >> digit & 1)

    def _select(self, cells: Iterable[int]) -> None:
        """Select cells, which stay selected when the cursor moves."""
        board = self.page.board
        board.deselect()
        board.selection = frozenset(cells)
        self.page.say(words.selection(len(board.selection)))

    # highlights

    def action_highlight(self) -> None:
        """Turn the highlight off, or highlight the cursor's digit, or ask for one."""
        page = self.page
        value = page.game.board.values[page.cursor]
        if page.is_asking(HIGHLIGHT) or page.marks.highlighted:
            self.highlight(frozenset())
        elif value:
            self.highlight(frozenset({value}))
        else:
            question = words.HIGHLIGHT_WHICH.format(digits=page.board.digits_text, highlight=page.key("highlight"))
            page.ask_digit(HIGHLIGHT, question, lambda digit: self.highlight(frozenset({digit} - {0})))

    def highlight(self, digits: frozenset[int]) -> None:
        """Highlight these digits only."""
        sentence = words.highlights(digits, self.page.key("highlight"))
        self.page.say("" if self.page.marks.digit_first else sentence)
        self.page.mark(highlighted=digits)

    def action_highlight_more(self) -> None:
        """Ask for more digits to highlight, one after another; pressed again, stop asking."""
        if self.page.is_asking(MORE):
            self.highlight(self.page.marks.highlighted)
        else:
            self._ask_another()

    def _ask_another(self) -> None:
        page = self.page
        question = words.highlight_more(page.marks.highlighted, page.board.digits_text, page.key("highlight_more"))
        page.ask_digit(MORE, question, self._highlight_another)

    def _highlight_another(self, digit: int) -> None:
        self.page.mark(highlighted=self.page.marks.highlighted ^ {digit} if digit else frozenset())
        self._ask_another()

    def action_pairs(self) -> None:
        pairs = not self.page.marks.pairs
        self.page.say(words.PAIRS.format(pairs=self.page.key("pairs")) if pairs else "")
        self.page.mark(pairs=pairs)

    def action_shading(self) -> None:
        self.page.mark(shaded=not self.page.marks.shaded)
