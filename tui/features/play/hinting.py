"""A screen of a game that gives hints, stage by stage, found by a thread while the keys stay alive."""

from dataclasses import replace
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.worker import get_current_worker

from engine.base.errors import Cancelled
from engine.play import hints
from engine.sudoku.techniques.catalogue import Level
from tui.base.dialogs import Choice
from tui.base.requests import WatchPuzzle
from tui.draw.hint import Told, tell
from tui.features.play.game_page import GamePage

REMEDIES = {hints.Remedy.HARDER_TECHNIQUES: "hint_level", hints.Remedy.LAST_CORRECT: "last_correct"}
"""The actions whose keys hints name."""

SLOW = 0.3
"""Seconds after which a search is said to go on."""


class HintingPage(GamePage):
    """Adds the keys that help: hints, whether the board is right, and watching it solved."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i", "hint", "hint", tooltip="hint; again: says more"),
        Binding("c", "check", "check", tooltip="check: right so far?"),
        Binding("w", "watch", "watch", tooltip="watch it solved"),
        Binding("t", "hint_level", "techniques", show=False, tooltip="how hard hints may be"),
    ]

    class HintFound(Message):
        """The thread has found a hint."""

        def __init__(self, hint: hints.Hint) -> None:
            super().__init__()
            self.hint = hint

    hint_level = Level.EXTREME
    """The hardest techniques that hints may use."""
    _hint: hints.Hint | None = None
    _asked: hints.Question | None = None
    """The question that is being answered."""

    @property
    def text_room(self) -> Size:
        """The columns and rows for the words of a hint that are too long for the message."""
        raise NotImplementedError

    def hint_told(self) -> Told | None:
        """What the hint on show says, if there is one."""
        hint, page = self.marks.hint, self.marks.page
        return self._told_hint(hint, page) if hint else None

    def _told_hint(self, hint: hints.Hint, page: int) -> Told:
        remedy = hint.stage.remedy
        return tell(hint, page, self.key("hint"), *self.text_room, self.key(REMEDIES[remedy]) if remedy else "")

    async def action_hint(self) -> None:
        """Read on, or go on with the hint that was begun, or look for another."""
        told = self.hint_told()
        if self.marks.hint and told and told.unread:
            self._show_hint(self.marks.hint, self.marks.page + 1)
            self.redraw()
        elif self._hint and self._hint.goes_on(self.game, self.hint_level):
            solved_before = self.game.is_solved
            self._show_hint(hints.advance(self.game, self._hint))
            await self._keep()
            self.redraw()
            if self.game.is_solved and not solved_before:
                self._tell_solved()
        else:
            question = hints.ask(self.game, self.marks.cursor, self.hint_level)
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
            self.redraw()

    def _show_hint(self, hint: hints.Hint, page: int = 0) -> None:
        """Have the next redraw show a page of a hint."""
        self._hint = hint
        told = self._told_hint(hint, page)
        self._say(told.sentence, self.palette.accent, told.again, now=False)
        cell = self.marks.cursor if hint.stage.cell is None else hint.stage.cell
        self.marks = replace(self.marks, hint=hint, page=page, cursor=cell)

    def action_hint_level(self) -> None:
        """Choose how hard the techniques of hints may be."""

        def chosen(index: int | None) -> None:
            if index is not None:
                self.hint_level = levels[index]
                self._say(f"Hints use techniques up to {self.hint_level.value}.")

        levels = list(Level)
        rows, now = [level.value for level in levels], levels.index(self.hint_level)
        self.app.push_screen(Choice("The hardest techniques for hints", rows, now), chosen)

    async def action_check(self) -> None:
        check = self.game.check()
        back = "" if check.right or not self.game.solvable else f"{self.key('last_correct')}: last correct position"
        self._say(check.sentence, self.palette.good if check.right else self.palette.bad, back)
        await self._keep()

    def action_watch(self) -> None:
        self.post_message(WatchPuzzle(self.game.puzzle))
