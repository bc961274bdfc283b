"""The sentences of the trainer."""

from datetime import date

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.play.schedule import Practice
from engine.play.training import TrainingStage
from engine.sudoku.techniques.catalogue import Technique

# the path

TECHNIQUES = _("techniques")
PROGRESS, DUE_CHIP = _("{mastered} of {techniques} mastered"), _("{due} due")
LAYOUT = _("Drills on which layout?")
STAGES = {
    TrainingStage.NEW: _("new", "stage"),
    TrainingStage.DUE: _("due"),
    TrainingStage.PRACTISED: _("practised"),
    TrainingStage.MASTERED: _("mastered"),
}
SCORE = _("{level}, score {score}")
NEVER = _("Not practised yet.")
STUCK = _("You were stuck on it in a game.")
ANSWERED = _("{good} of {drills} answered well.")
ROW = _("{row} in a row when due; {most} are needed for mastery.")
DUE_TODAY = _("Due today.")
DUE_LATER = _("Due again on {day}.")
FROM_BANK = _("Rare on this layout: drills come from a bank of {drills}, rotated and relabelled.")
LEFT_OUT = _("Left out: {techniques} that hardly occur on this layout.")
MADE = _("Drills are made as you go.")

QUESTION = _("question")
DRILL_EDGE, READ_EDGE = _("drill"), _("read on")
YOUR_ANSWERS, ANSWER = _("your answers"), _("your answer")
THIS_WEEK, SO_FAR = _("due this week"), _("this visit")
IN_A_ROW = _("in a row")
NOTHING_YET = _("Once you have answered a drill, this shows what is due on the next days.")
THE_CELL, THE_DIGIT = _("the cell"), _("the digit")
TODAY, TOMORROW = _("today"), _("tomorrow")
WEEKDAYS = (_("Mo"), _("Tu"), _("We"), _("Th"), _("Fr"), _("Sa"), _("Su"))
AT_ONCE, SECOND_TRY, REVEAL = _("at once"), _("second try"), _("shown")
CHIP_RIGHT, CHIP_WRONG, CHIP_SHOWN, CHIP_TRY = _("right"), _("wrong"), _("shown"), _("second try")

LOOKING = _("Looking through your games{ellipsis}")
NO_OWN_GAMES = _("You were not stuck in any of your solved games on this layout.")

# a drill

MAKING = _("Making a drill{ellipsis}")
FROM_GAME = _("This is a position of your game.")
FIND_PLACE = _("Go to the cell and type the digit that follows.")
FIND_FALLS = _("Type the digit of a candidate that is eliminated. {mark} marks cells that the step depends on.")
MARKED = _("Marked: {marks}")
KEYS = _("{answer} answers, {show} shows the answer.")
RIGHT = _("Right.")
RIGHT_LATE = _("Right, on the second try.")
WRONG = _("No. One more try.")
STEP_SHOWN = _("No: here is the step.")
GIVEN_UP = _("Here is the step.")
NEXT_DRILL = _("{next}: another one")
HIGHLIGHT = _("Which digit's places? {digits}; 0 for none.")
DIGIT_SHOWN = _("The places for {digit} are shown.")
UNSAVED = _("The result is not saved: {problem}")


def practice_lines(practice: Practice, stage: TrainingStage, most: int) -> list[str]:
    """Return sentences on the practice of a technique."""
    if practice.due is None:
        return [str(NEVER)]
    if not practice.answered:
        return [str(STUCK), _due(practice.due, stage)]
    answered = ANSWERED.format(good=practice.good, drills=pluralized(practice.answered, "drill"))
    return [answered, ROW.format(row=practice.streak, most=most), _due(practice.due, stage)]


def _due(day: date, stage: TrainingStage) -> str:
    return str(DUE_TODAY) if stage is TrainingStage.DUE else DUE_LATER.format(day=day.isoformat())


def scored(technique: Technique) -> str:
    """Return the level and score of a technique."""
    return SCORE.format(level=technique.level.title, score=technique.score)
