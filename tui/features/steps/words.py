"""The texts of the list of steps."""

import re

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign
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
MARKED = _("{sign} marks what concerns {cell}.")
PATH_SUMMARY = _("{steps}, score {score}; the hardest is {hardest} ({level}).")
WAY_ENDS = _("After {steps} logic ends: no known technique applies.")
SHOW_WAY = _("Show the path to the solution? This counts as help.")
MADE = _("{technique}: done.")
NOT_YET = _("Only the first step can be made: the others depend on it.")
MOVES_SUMMARY = _("{count} of {moves} follow from a known technique.")
UNKNOWN = "-"

MAKE, GROUP = _("make it"), _("{steps}; {key} lists them or folds them.")
IN_HOUSE = _("{digits} in {house}")
ANOTHER_WAY = _("{text} ({number})")
FILTER = _("Show only steps with these words: a technique, a level, a cell such as r3c4, a digit such as =5")
FILTERED = _("with {words}")
NONE_WITH = _("No step has these words; {key} asks for others.")
READ_EDGE = _("read on")
PARTS_BETWEEN = _("{ellipsis} {count} more, {key} shows them")

_MARKS = ":： "
_ENDS = re.compile(r"(?<=[.;:]) (?!$)|(?<=[。；：])| (?=-> )")
"""The end of a part of a sentence."""

REMOVED = "{cell}-{digit}"
PLACED = "{cell}={digit}"
MORE = "{first} +{count}"
KIND = "{kind} {cell}"


def effect(layout: Layout, step: Step) -> str:
    """Return the effect of a step in short: `r1c2=5`, or `r1c2-5 +3` where three more candidates fall."""
    follows = step.places or step.removes
    cell, digit = follows[0]
    first = (PLACED if step.places else REMOVED).format(cell=layout.cell_name(cell), digit=sign(digit))
    return MORE.format(first=first, count=len(follows) - 1) if len(follows) > 1 else first


def parts(step: Step) -> list[str]:
    """The sentence of a step without the name of its technique, in parts: links of chains, clauses, sentences."""
    sentence = step.sentence.removeprefix(step.technique.title).lstrip(_MARKS)
    return [part for part in _ENDS.split(sentence) if part]


def step_count(steps: int, techniques: int, make: str) -> str:
    """Return the number of steps as a phrase."""
    return FOUND.format(steps=pluralized(steps, "step"), techniques=pluralized(techniques, "technique"), make=make)
