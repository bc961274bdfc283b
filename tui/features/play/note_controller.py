"""Notes in a game, and moves that fill or clean up automatically."""

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from engine.base.language import lazy_gettext
from engine.play.board import NoteKind
from tui.base.controller import Controller
from tui.features.play import words

if TYPE_CHECKING:
    from tui.features.play.screen import BoardScreen


class NoteController(Controller):
    """Switches how notes are entered and shown, and makes moves of many notes."""

    page: "BoardScreen"

    HEADING = lazy_gettext("notes")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "notes", "notes", tooltip="notes mode: digits become notes"),
        Binding("e", "note_kind", "notes in the corner or centre", tooltip="notes: corner or centre", show=False),
        Binding("N", "fill_notes", "note all candidates", show=False),
        Binding("y", "lone_notes", "place the only note", tooltip="place a cell's only note", show=False),
        Binding("A", "cleaning", "clean up notes automatically", show=False),
        Binding("Z", "filling", "fill singles automatically", tooltip="naked singles automatically", show=False),
        Binding("a", "candidates", "candidates or notes", show=False),
    ]

    def action_notes(self) -> None:
        self.page.mark(noting=not self.page.marks.noting)

    def action_note_kind(self) -> None:
        corner = self.page.marks.note_kind is NoteKind.CENTRE
        self.page.say(str(words.IN_CORNER if corner else words.IN_CENTRE))
        self.page.mark(note_kind=NoteKind.CORNER if corner else NoteKind.CENTRE)

    async def action_fill_notes(self) -> None:
        await self.page.play(self.page.game.fill_notes, str(words.ALL_NOTED))

    async def action_lone_notes(self) -> None:
        await self.page.play(lambda: self.page.game.place_lone_notes(self.page.board.cells))

    def action_cleaning(self) -> None:
        game = self.page.game
        game.cleaning = not game.cleaning
        self.page.say(str(words.CLEANING if game.cleaning else words.NOT_CLEANING))

    async def action_filling(self) -> None:
        """Toggle whether cells with one candidate are filled automatically; turning it on fills those on the board."""
        game = self.page.game
        game.filling = not game.filling
        if game.filling:
            await self.page.play(game.fill_singles)
        if not game.is_solved:
            self.page.say(str(words.FILLING if game.filling else words.NOT_FILLING))

    def action_candidates(self) -> None:
        candidates = self.page.marks.candidates
        self.page.say(str(words.NOTES_SHOWN if candidates else words.CANDIDATES_SHOWN))
        self.page.mark(candidates=not candidates)
