"""What the list of steps says."""

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.step import Step

STEPS = _("all steps")
WAY = _("the path to the solution")
MOVES = _("your moves so far")

LOOKING = _("Looking for more steps{ellipsis}")
NONE = _("Logic ends here: no known technique applies.")
NO_WAY = _("The board is full.")
NO_MOVES = _("There is no move yet.")
IN_DOUBT = _("There is a mistake on the board, so no step from here proves anything.")
FOUND = _("{steps} by {techniques}. {make} makes the step.")
WAY_TOLD = _("{steps}, score {score}; the hardest is {hardest} ({level}).")
WAY_ENDS = _("After {steps} logic ends: no known technique applies.")
SHOW_WAY = _("Show the path to the solution? This counts as help.")
MADE = _("{technique}: done.")
NOT_YET = _("Only the first step can be made: the others depend on it.")
MOVES_TOLD = _("{known} of {moves} follow from a known technique.")
SCORED = _("{technique} ({level}, {score})")
UNKNOWN = "-"

REMOVED = "{cell}-{digit}"
PLACED = "{cell}={digit}"
MORE = "{first} +{count}"
KIND = "{kind} {cell}"


def effect(layout: Layout, step: Step) -> str:
    """What follows, in short: `r1c2=5`, or `r1c2-5 +3` where three more candidates fall."""
    follows = step.places or step.removes
    cell, digit = follows[0]
    first = (PLACED if step.places else REMOVED).format(cell=layout.cell_name(cell), digit=sign(digit))
    return MORE.format(first=first, count=len(follows) - 1) if len(follows) > 1 else first


def scored(technique: Technique) -> str:
    """A technique with its level and score."""
    return SCORED.format(technique=technique.title, level=technique.level.title, score=technique.score)


def step_count(steps: int, techniques: int, make: str) -> str:
    """How many steps there are."""
    return FOUND.format(steps=pluralized(steps, "step"), techniques=pluralized(techniques, "technique"), make=make)
