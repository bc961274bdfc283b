"""How hard the puzzle of a game is: found out off the event loop, and shown as a chip with two numbers."""

from collections.abc import Callable

from engine.base.language import lazy_gettext as _
from engine.play.game import Game
from engine.sudoku.techniques.difficulty import Difficulty, difficulty
from tui.base.background import Background, cancellable

PATIENCE = 10.0
"""Seconds for each of the two scales."""
SETTLED = 0.5
"""Seconds after a board has come up in which nothing is done for its rating."""

SCORE, EXPLAINER_RATING = _("score {score:,}"), _("ER {rating:.1f}")


def find_difficulty(game: Game, background: Background, show: Callable[[Difficulty], None]) -> None:
    """Find out how hard the puzzle is, which is no help to the player; `show` gets it if that does not take long."""

    async def take(found: Difficulty | None) -> None:
        if found:
            show(found)

    if game.solvable:
        work = cancellable(difficulty, game.puzzle, PATIENCE)
        background.start("difficulty", work, take, after=SETTLED, is_requested=False)


def difficulty_facts(found: Difficulty | None) -> str:
    """Score and ER, as far as they are known."""
    if found is None:
        return ""
    rating = [EXPLAINER_RATING.format(rating=found.explainer)] if found.explainer else []
    return "  ".join([SCORE.format(score=found.score), *rating])
