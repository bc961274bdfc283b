"""When the clock of a game runs: while its board is seen, and someone is there."""

import time

from engine.play.game import Game


class PlayClock:
    """Starts and stops the clock of a game. Nobody is thought to be there once no key was pressed for long enough."""

    def __init__(self, game: Game) -> None:
        self.is_idle = False
        """Whether the clock stands because nobody is there."""
        self._game = game
        self._is_visible = False
        self._touched = time.monotonic()  # when somebody was there last
        self._due = 0.0  # up to when on the game's clock it is shown as it is

    def see(self, *, visible: bool) -> None:
        """The board has come in sight, or is out of it."""
        self._is_visible = visible
        self._run()

    def stir(self) -> bool:
        """Someone is there; tells whether nobody was thought to be."""
        self._touched = time.monotonic()
        was_idle, self.is_idle = self.is_idle, False
        if was_idle:
            self._run()
        return was_idle

    def look(self, patience: float) -> bool:
        """Stop the clock if nobody was there for so many seconds (0: never mind); tells whether it was stopped."""
        self.is_idle = self._game.clock.running and 0 < patience <= time.monotonic() - self._touched
        if self.is_idle:
            self._run()
        return self.is_idle

    def goes_on(self, step: int) -> bool:
        """Whether it is to be shown anew: it runs, and another `step` seconds are over."""
        is_due = self._game.clock.running and self._game.clock.elapsed >= self._due
        if is_due:
            self._due = (self._game.clock.elapsed // step + 1) * step
        return is_due

    def _run(self) -> None:
        if self._is_visible and not self.is_idle:
            self._game.start()
        else:
            self._game.pause()
