"""What the list of steps says."""

from engine.base.text import counted
from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.step import Step

STEPS = "every step there is"
WAY = "the way to the end"
MOVES = "your moves so far"

LOOKING = "Looking for more steps{ellipsis}"
NONE = "Logic ends here: no technique leads on."
NO_WAY = "The board is full."
NO_MOVES = "There is no move yet."
IN_DOUBT = "There is a mistake on the board, so no step from here proves anything."
FOUND = "{steps} by {techniques}. {make} makes the step."
WAY_TOLD = "{steps}, score {score}; the hardest is {hardest} ({level})."
WAY_ENDS = "After {steps} logic ends: no technique leads on."
SHOW_WAY = "Show the way to the end? That gives the solution away and counts as help."
MADE = "{technique}: done."
NOT_YET = "Only the first step can be made: the others need those before them."
MOVES_TOLD = "{known} of {moves} follow by a technique known here."
SCORED = "{technique} ({level}, {score})"
UNKNOWN = "-"

REMOVED = "{cell}-{digit}"
PLACED = "{cell}={digit}"
MORE = "{first} +{count}"


def effect(layout: Layout, step: Step) -> str:
    """What follows, in short: `r1c2=5`, or `r1c2-5 +3` where three more candidates fall."""
    follows = step.places or step.removes
    cell, digit = follows[0]
    first = (PLACED if step.places else REMOVED).format(cell=layout.cell_name(cell), digit=sign(digit))
    return MORE.format(first=first, count=len(follows) - 1) if len(follows) > 1 else first


def scored(technique: Technique) -> str:
    """A technique with its level and score."""
    return SCORED.format(technique=technique.title, level=technique.level.value, score=technique.score)


def found(steps: int, techniques: int, make: str) -> str:
    """How many steps there are."""
    return FOUND.format(steps=counted(steps, "step"), techniques=counted(techniques, "technique"), make=make)
