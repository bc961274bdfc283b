"""What is said of a game, whoever says it."""

from engine.base.language import later as _
from engine.base.text import counted, joined, noun
from engine.play.game import Game

SHOWN = _("Solved in {time}: the solution was shown.")
HELPED = _("Solved in {time} with {help}.")
UNAIDED = _("Solved in {time} without help.")


def solved(game: Game, time: str) -> str:
    """What is said when a game is won: the time that it took, and the help that was taken."""
    counters = game.counters
    if counters.gave_solution_away:
        return SHOWN.format(time=time)
    counts = {noun("hint"): counters.hints, noun("reveal"): counters.reveals, noun("check"): counters.checks}
    taken = joined(counted(count, name) for name, count in counts.items() if count)
    return HELPED.format(time=time, help=taken) if taken else UNAIDED.format(time=time)
