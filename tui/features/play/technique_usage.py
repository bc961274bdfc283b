"""The techniques of the player's own moves, determined off the event loop."""

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

ANALYSIS_DELAY = 0.4
"""Seconds without another move after which the last one is analysed."""


class TechniqueAnalysis:
    """Determines the techniques of a game's moves, and saves them with the game."""

    def __init__(self, game: Game, slot: GameSlot, program: BaseApp, show: Callable[[str], None]) -> None:
        """`show` gets a sentence if the last move used more than singles."""
        self._game = game
        self._slot = slot
        self._program = program
        self._background = Background(program)  # running work continues after the screen is left
        self._timer: Timer | None = None
        self._show = show
        self._usages: dict[int, TechniqueUsage] = {}
        """The usage of each analysed move, by the node that it leads to."""
        self._own_nodes: set[int] = set()
        """The nodes of moves that the player made without help."""

    def analyse_move(self) -> None:
        """Analyse the last move, which is the player's own, unless another move follows at once."""
        position = self._game.history.position
        self._own_nodes.add(position)
        if self._timer:
            self._timer.stop()
        self._timer = self._program.set_timer(ANALYSIS_DELAY, partial(self._start, position))

    def _start(self, position: int) -> None:
        """Start to determine the techniques of the moves up to a node."""
        game = self._game
        if game.solution is None or game.counters.gave_solution_away:
            return
        moves = [(node, game.history[node].move) for node in game.history.path(position) if node]
        work = cancellable(techniques_used, game.puzzle, game.solution, moves, self._usages)

        async def finish(usages: dict[int, TechniqueUsage]) -> None:
            is_new = position not in self._usages
            self._usages |= usages
            await self._slot.add_usage(
                [
                    (node, usage.technique)
                    for node, usage in usages.items()
                    if usage.technique and node in self._own_nodes
                ]
            )
            technique = usages[position].technique
            if is_new and technique and technique not in SINGLES and game.history.position == position:
                self._show(TECHNIQUE_USED.format(technique=technique.title, level=technique.level.title))

        self._background.start("technique usage", work, finish, is_requested=False)
