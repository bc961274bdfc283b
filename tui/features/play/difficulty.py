"""The difficulty of a game's puzzle, shown as a chip with two numbers."""

from rich.segment import Segment

from engine.base.language import lazy_gettext as _
from engine.sudoku.techniques.difficulty import Difficulty
from tui.draw.cells import Line, width_of
from tui.draw.face import level_chip
from tui.draw.palette import Palette

SCORE, EXPLAINER_RATING = _("score {score:,}"), _("ER {rating:.1f}")


def difficulty_facts(found: Difficulty | None) -> str:
    """Score and ER, as far as they are known."""
    return "  ".join(_facts(found)) if found else ""


def _facts(found: Difficulty) -> list[str]:
    rating = [EXPLAINER_RATING.format(rating=found.explainer)] if found.explainer else []
    return [SCORE.format(score=found.score), *rating]


def difficulty_line(found: Difficulty | None, width: int, palette: Palette) -> Line:
    """The chip of the level, score and ER, as far as they fit in that width; nothing while it is not known."""
    if found is None:
        return []
    line: Line = [level_chip(found.level.value, found.level.title).drawn(palette)]
    for fact in _facts(found):
        piece = Segment(f"  {fact}", palette.dim)
        line += [piece] if width_of(line) + piece.cell_length <= width else []
    return line
