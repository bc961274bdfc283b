"""Determines the techniques of the player's own moves off the event loop."""

from collections.abc import Callable
from functools import partial

from textual.timer import Timer

from engine.base.language import lazy_gettext as _
from engine.play.game import Game
from engine.play.technique_usage import SINGLES, TechniqueUsage, techniques_used
from tui.base.background import Background, cancellable
from tui.base.base_app import BaseApp
from tui.base.saved_games import GameSlot

TECHNIQUE_USED = _("You just used this technique: {technique} ({level}).")

SETTLED = 0.4
"""Seconds without another move after which the last one is analysed."""


class UsedTechniques:
    """The techniques of a game's moves. `tell` gets a sentence if the last move used more than singles."""

    def __init__(self, game: Game, slot: GameSlot, program: BaseApp, tell: Callable[[str], None]) -> None:
        self._game = game
        self._slot = slot
        self._program = program
        self._background = Background(program)  # running work continues after the screen is left
        self._settled: Timer | None = None
        self._tell = tell
        self._usage: dict[int, TechniqueUsage] = {}
        self._own: set[int] = set()  # the nodes of the player's own moves

    def note_move(self) -> None:
        """Analyse the last move, which is the player's own, unless another move follows at once."""
        here = self._game.history.position
        self._own.add(here)
        if self._settled:
            self._settled.stop()
        self._settled = self._program.set_timer(SETTLED, partial(self._look, here))

    def _look(self, here: int) -> None:
        """Determine the techniques of the moves up to a node."""
        game = self._game
        if game.solution is None or game.counters.gave_solution_away:
            return
        moves = [(node, game.history[node].move) for node in game.history.path(here) if node]
        work = cancellable(techniques_used, game.puzzle, game.solution, moves, self._usage)

        async def take(found: dict[int, TechniqueUsage]) -> None:
            is_new = here not in self._usage
            self._usage |= found
            own = [(node, usage.technique) for node, usage in found.items() if usage.technique and node in self._own]
            await self._slot.add_usage(own)
            technique = found[here].technique
            if is_new and technique and technique not in SINGLES and game.history.position == here:
                self._tell(TECHNIQUE_USED.format(technique=technique.title, level=technique.level.title))

        self._background.start("used", work, take, is_requested=False)
