"""A screen of a game that gives hints, stage by stage, found by a thread while the keys stay alive."""

from typing import Any, ClassVar

from rich.style import Style
from textual import on, work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.worker import get_current_worker

from engine.errors import Cancelled
from engine.play import hints
from engine.play.game import Game
from engine.sudoku.techniques.catalogue import Level
from tui.dialogs import Choice
from tui.screens.page import Page
from tui.widgets.game_view import Marks
from tui.widgets.hint_view import tell

SLOW = 0.3
"""Seconds after which a search is said to go on."""


class HintingPage(Page):
    """Adds the keys of hints. Subclasses hold the game and what is marked, say sentences and keep the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "hint", "hint", tooltip="hint; again: its reason, then the move"),
        Binding("t", "hint_level", "techniques", show=False, tooltip="techniques: how hard hints may be"),
    ]

    class HintFound(Message):
        """The thread has found a hint."""

        def __init__(self, hint: hints.Hint) -> None:
            super().__init__()
            self.hint = hint

    game: Game
    marks: Marks
    hint_level = Level.EXTREME
    """The hardest techniques that hints may use."""
    _hint: hints.Hint | None = None
    _page = 0
    _asked: hints.Question | None = None
    """The question that is being answered."""

    def _say(self, sentence: str, style: Style | None = None, again: str = "") -> None:
        """Show a sentence and take a hint's marks off; `again` is what the same key does next."""
        raise NotImplementedError

    def _mark(self, **changes: Any) -> None:
        """Change what is marked, and show it."""
        raise NotImplementedError

    async def _keep(self) -> None:
        """Write the game down; says so if that failed."""
        raise NotImplementedError

    def _tell_solved(self) -> None:
        """Say that the game is won."""
        raise NotImplementedError

    async def action_hint(self) -> None:
        """Read on, or go on with the hint that was begun, or look for another."""
        if self.marks.hint and tell(self.marks.hint, self._page).unread:
            self._show_hint(self.marks.hint, self._page + 1)
        elif self._hint and self._hint.goes_on(self.game, self.hint_level):
            before = self.game.values
            self._show_hint(hints.advance(self.game, self._hint))
            await self._keep()
            if self.game.is_solved and before != self.game.values:
                self._tell_solved()
        else:
            question = hints.ask(self.game, self._hint, self.marks.cursor, self.hint_level)
            if question != self._asked:
                self._asked = question
                self._find_hint(question)
                self.set_timer(SLOW, lambda: self._tell_looking(question))

    @work(thread=True, exclusive=True, exit_on_error=False, group="hint", description="find a hint")
    def _find_hint(self, question: hints.Question) -> None:
        worker = get_current_worker()
        try:
            self.post_message(self.HintFound(question.answer(lambda: worker.is_cancelled)))
        except Cancelled:
            return

    def _tell_looking(self, question: hints.Question) -> None:
        if question is self._asked and question.values == self.game.values and not self.marks.paused:
            self._say(f"Looking for a step{self.glyphs.ellipsis}")

    @on(HintFound)
    async def _hint_found(self, event: HintFound) -> None:
        """Show what was found, unless it comes too late: the board has changed or is hidden."""
        if event.hint.question is not self._asked:
            return
        self._asked = None
        if not self.marks.paused and hints.accept(self.game, event.hint):
            self._show_hint(event.hint)
            await self._keep()

    def _show_hint(self, hint: hints.Hint, page: int = 0) -> None:
        self._hint, self._page = hint, page
        told = tell(hint, page)
        self._say(told.sentence, self.palette.accent, told.again)
        cell = self.marks.cursor if hint.stage.cell is None else hint.stage.cell
        self._mark(hint=hint, text=told.text, cursor=cell)

    def action_hint_level(self) -> None:
        """Choose how hard the techniques of hints may be."""

        def chosen(index: int | None) -> None:
            if index is not None:
                self.hint_level = levels[index]
                self._say(f"Hints use techniques up to {self.hint_level.value}.")

        levels = list(Level)
        rows = [level.value + ("   now" if level is self.hint_level else "") for level in levels]
        self.app.push_screen(Choice("The hardest techniques for hints", rows), chosen)
