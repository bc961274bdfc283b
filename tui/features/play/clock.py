"""The clock of a game, which runs while the player sees the board and presses keys."""

import time
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType

from tui.base.controller import Controller
from tui.features.play import words

if TYPE_CHECKING:
    from tui.features.play.screen import BoardScreen


class ClockController(Controller):
    """Runs the clock of the game. It stops while the board is hidden, and after a time without a key."""

    page: "BoardScreen"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "pause", "pause", tooltip="pause (hides the board)"),
    ]

    def __init__(self, page: "BoardScreen") -> None:
        super().__init__(page)
        self.is_idle = False
        """Whether the clock has stopped because no key was pressed."""
        self._touched = time.monotonic()  # the time of the last key
        self._due = 0.0  # the time on the clock at which it is drawn next

    def follow_screen(self) -> None:
        """Run while the board is visible."""
        page = self.page
        if page.is_active and not (page.marks.paused or page.is_too_small or self.is_idle):
            page.game.start()
        else:
            page.game.pause()

    def stir(self) -> bool:
        """Note a key or a click; returns whether the clock was idle."""
        self._touched = time.monotonic()
        was_idle, self.is_idle = self.is_idle, False
        if was_idle:
            self.follow_screen()
        return was_idle

    def tick(self) -> None:
        """Draw the clock, or stop it after a time without a key."""
        page, clock, patience = self.page, self.page.game.clock, self.page.options.pause_after * 60
        self.is_idle = clock.running and 0 < patience <= time.monotonic() - self._touched
        if self.is_idle:
            self.follow_screen()
            page.redraw()
        elif not page.is_writing and clock.running and clock.elapsed >= self._due:
            step = page.program.clock_step
            self._due = (clock.elapsed // step + 1) * step
            page.redraw_panel()

    def action_pause(self) -> None:
        page, paused = self.page, not self.page.marks.paused
        page.hints.guide.stop()
        page.marks = replace(page.marks, paused=paused)
        page.board.disabled = paused
        if not paused:
            page.board.focus()
        self.follow_screen()
        page.say(words.PAUSED.format(pause=page.key("pause")) if paused else "")
        page.refresh_keys()
