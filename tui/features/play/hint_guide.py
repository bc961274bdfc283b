"""The hints of one game: found off the event loop, told stage by stage."""

from collections.abc import Awaitable, Callable

from engine.play import hints
from engine.play.game import Game
from engine.play.hints import Hint
from engine.sudoku.techniques.catalogue import Level
from tui.base.background import Background, Job

JOB = "hint"


class HintGuide:
    """Knows which hint was begun. `level` are the hardest techniques that hints may use."""

    def __init__(self, game: Game, background: Background, level: Level) -> None:
        self.level = level
        self._game = game
        self._background = background
        self._begun: Hint | None = None

    @property
    def goes_on(self) -> bool:
        """Whether the hint that was begun has more to tell of the board as it stands."""
        return self._begun is not None and self._begun.goes_on(self._game, self.level)

    def advance(self) -> Hint:
        """The next stage of the hint that was begun, which `goes_on`; the last stage is made on the game."""
        assert self._begun
        self._begun = hints.advance(self._game, self._begun)
        return self._begun

    def look(self, cursor: int, found: Callable[[Hint], Awaitable[None]], slow: Callable[[], object]) -> None:
        """Look for another hint, unless that is going on; `found` gets it, and `slow` is called if it takes a while.

        Logic may lead no further: then the hint is about the cell of the cursor.
        """
        if self._background.is_running(JOB):
            return
        question = hints.ask(self._game, cursor, self.level)

        def answer(job: Job[None]) -> Hint:
            return question.answer(job.cancelled)

        async def take(hint: Hint) -> None:
            if hints.accept(self._game, hint):
                self._begun = hint
                await found(hint)

        self._background.start(JOB, answer, take, slow=slow)

    def stop(self) -> None:
        """Look no longer: the answer would be about another board."""
        self._background.cancel(JOB)
