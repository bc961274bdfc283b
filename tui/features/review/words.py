"""The sentences of the review of a game."""

from engine.base.language import lazy_gettext as _
from engine.base.text import paragraph, pluralized
from engine.play.hints import HintKind
from engine.play.review import Pause
from tui.draw.numbers import clock_text

WHAT_WAS_THERE = _("what you could have seen")
PAUSES = _("longest pauses")
LOOKING = _("Looking for the step at each pause{ellipsis}")
NO_TIMES = _("No times are known for the moves of this game.")
USUAL = _("usual time for a move: {seconds:.1f} s")

TIME = _("This move took {time}.")
STUCK = _("You were stuck here.")
STEP = _("The step here: {technique} ({level}, score {score}).")
NO_STEP = _("No known technique applied here.")
WRONG = _("A digit on the board was wrong.")
WRONG_NOTES = _("Your notes lacked the digit of {cells}.")
HINTS = _("You asked for {hints}.")

ON_LIST = _("{technique} is now due in the trainer.")
NOT_STUCK = _("You were not stuck for long.")
NO_DRILL = _("This position can't be practised.")
UNSAVED = _("The trainer's list is not saved: {problem}")

MISTAKE_ROW = _("a mistake")
NO_STEP_ROW = _("no known step")


def title(pause: Pause) -> str:
    """The name of the step at a pause, or what was there instead."""
    if pause.step:
        return pause.step.technique.title
    return str(MISTAKE_ROW if pause.was_wrong else NO_STEP_ROW)


def sentences(pause: Pause) -> list[str]:
    """Describe a pause."""
    first = paragraph([TIME.format(time=clock_text(pause.time.seconds)), str(STUCK) if pause.is_stuck else ""])
    if pause.step:
        technique = pause.step.technique
        there = STEP.format(technique=technique.title, level=technique.level.title, score=technique.score)
    else:
        there = str(WRONG if pause.hint.kind is HintKind.MISTAKE else NO_STEP)
    notes = WRONG_NOTES.format(cells=pluralized(pause.wrong_notes, "cell")) if pause.wrong_notes else ""
    hints = HINTS.format(hints=pluralized(pause.time.hints, "hint")) if pause.time.hints else ""
    return [first, there, *filter(None, [notes, hints])]
