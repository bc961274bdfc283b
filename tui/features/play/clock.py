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
    """Runs the clock of the game. It stops while the board is hidden, and after some minutes without input."""

    page: "BoardScreen"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "pause", "pause", tooltip="pause (hides the board)"),
    ]

    def __init__(self, page: "BoardScreen") -> None:
        super().__init__(page)
        self.is_idle = False
        """Whether the clock has stopped because there was no input."""
        self._last_input = time.monotonic()
        """When a key or a click last came, in seconds of the monotonic clock."""
        self._next_drawing = 0.0
        """The seconds on the clock at which it is drawn again."""

    def follow_screen(self) -> None:
        """Start or pause the clock, depending on whether the board is visible and the player active."""
        page = self.page
        if page.is_active and not (page.marks.paused or page.is_too_small or self.is_idle):
            page.game.start()
        else:
            page.game.pause()

    def record_input(self) -> bool:
        """Restart the time until the clock stops; returns whether it had stopped."""
        self._last_input = time.monotonic()
        was_idle, self.is_idle = self.is_idle, False
        if was_idle:
            self.follow_screen()
        return was_idle

    def tick(self) -> None:
        """Draw the clock when its reading changes, or stop it after too long without input."""
        page, clock, limit = self.page, self.page.game.clock, self.page.options.pause_after * 60
        self.is_idle = clock.running and 0 < limit <= time.monotonic() - self._last_input
        if self.is_idle:
            self.follow_screen()
            page.redraw()
        elif not page.pending_saves and clock.running and clock.elapsed >= self._next_drawing:
            step = page.program.clock_step
            self._next_drawing = (clock.elapsed // step + 1) * step
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
