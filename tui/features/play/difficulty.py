"""The difficulty of a game's puzzle, shown as a chip with two numbers."""

from engine.base.language import lazy_gettext as _
from engine.sudoku.techniques.difficulty import Difficulty

SCORE, EXPLAINER_RATING = _("score {score:,}"), _("ER {rating:.1f}")


def difficulty_facts(found: Difficulty | None) -> str:
    """Score and ER, as far as they are known."""
    if found is None:
        return ""
    rating = [EXPLAINER_RATING.format(rating=found.explainer)] if found.explainer else []
    return "  ".join([SCORE.format(score=found.score), *rating])
