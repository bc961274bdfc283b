"""The texts of the screen of steps."""

import re

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.sudoku.layout import Layout
from engine.sudoku.signs import sign
from engine.sudoku.techniques.step import Step

STEPS = _("all steps")
PATH = _("the path to the solution")
MOVES = _("your moves so far")

LOOKING = _("Looking for more steps{ellipsis}")
NONE = _("Logic ends here: no known technique applies.")
NO_PATH = _("The board is full.")
NO_MOVES = _("There is no move yet.")
IN_DOUBT = _("There is a mistake on the board, so no step from here proves anything.")
FOUND = _("{steps} by {techniques}. {make} makes the step.")
MARKED = _("{sign} marks what concerns {cell}.")
PATH_SUMMARY = _("{steps}, score {score}; the hardest is {hardest} ({level}).")
PATH_ENDS = _("After {steps} logic ends: no known technique applies.")
SHOW_PATH = _("Show the path to the solution? This counts as help.")
MADE = _("{technique}: done.")
NOT_YET = _("Only the first step can be made: the others depend on it.")
MOVES_SUMMARY = _("{count} of {moves} follow from a known technique.")
UNKNOWN = "-"
"""The technique of a move that follows from none."""

MAKE, GROUP = _("make it"), _("{steps}; {key} lists them or folds them.")
IN_HOUSE = _("{digits} in {house}")
NUMBERED = _("{text} ({number})")
FILTER = _("Show only steps with these words: a technique, a level, a cell such as r3c4, a digit such as =5")
FILTERED = _("with {words}")
NONE_WITH = _("No step has these words; {key} asks for others.")
READ_EDGE = _("read on")
PARTS_BETWEEN = _("{ellipsis} {count} more, {key} shows them")

_COLON = ":： "
"""The characters between the name of a technique and its sentence."""
_PART_END = re.compile(r"(?<=[.;:]) (?!$)|(?<=[。；：])| (?=-> )")
"""The end of a clause, or the blank before a link of a chain."""

REMOVED = "{cell}-{digit}"
PLACED = "{cell}={digit}"
MORE = "{first} +{count}"
KIND = "{kind} {cell}"


def effect(layout: Layout, step: Step) -> str:
    """Return the effect of a step in short: `r1c2=5`, or `r1c2-5 +3` if it removes three more candidates."""
    candidates = step.places or step.removes
    cell, digit = candidates[0]
    first = (PLACED if step.places else REMOVED).format(cell=layout.cell_name(cell), digit=sign(digit))
    return MORE.format(first=first, count=len(candidates) - 1) if len(candidates) > 1 else first


def parts(step: Step) -> list[str]:
    """Split the sentence of a step into its sentences, clauses and links of chains, without the technique's name."""
    sentence = step.sentence.removeprefix(step.technique.title).lstrip(_COLON)
    return [part for part in _PART_END.split(sentence) if part]


def step_count(steps: int, techniques: int, make: str) -> str:
    """Return how many steps and techniques there are; `make` is the key that makes a step."""
    return FOUND.format(steps=pluralized(steps, "step"), techniques=pluralized(techniques, "technique"), make=make)
