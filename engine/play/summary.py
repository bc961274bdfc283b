"""Sentences about games, for all interfaces."""

from engine.base.language import lazy_gettext as _
from engine.base.text import joined, noun, paragraph, pluralized
from engine.play.game import Game
from engine.sudoku.formats import rules_of
from engine.sudoku.layout import Layout

SOLUTION_SHOWN = _("Solved in {time}: the solution was shown.")
HELPED = _("Solved in {time} with {help}.")
UNAIDED = _("Solved in {time} without help.")

KNIGHT = _("Equal digits may not be a knight's move apart.")
KING = _("Equal digits may not touch each other, not even diagonally.")
NOT_DRAWN = _("It has rules that are not drawn on the board.")


def solved_sentence(game: Game, time: str) -> str:
    """The sentence for a solved game: the time and the help taken."""
    counters = game.counters
    if counters.gave_solution_away:
        return SOLUTION_SHOWN.format(time=time)
    help_taken = help_words(counters.hints, counters.reveals, counters.checks)
    return HELPED.format(time=time, help=help_taken) if help_taken else UNAIDED.format(time=time)


def help_words(hints: int, reveals: int, checks: int) -> str:
    """The help taken, in words; empty if there was none."""
    counts = {noun("hint"): hints, noun("reveal"): reveals, noun("check"): checks}
    return joined(pluralized(count, name) for name, count in counts.items() if count)


def rules_not_drawn(layout: Layout) -> str:
    """Sentences on the rules that a drawn board does not show; empty if it shows all."""
    if all(house.is_plain or layout.marked_cells.issuperset(house.cells) for house in layout.houses):
        return ""
    rules = rules_of(layout)
    rules_text = [KNIGHT] * rules.knight + [KING] * rules.king if rules else []
    return paragraph(rules_text or [NOT_DRAWN])
