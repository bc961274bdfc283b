"""What the trainer says."""

from engine.base.text import counted
from engine.play.schedule import Practice
from engine.play.training import Stage
from engine.sudoku.techniques.catalogue import Technique

# the path

TITLE = "training"
PROGRESS = "{mastered} of {techniques} mastered, {due} due"
LAYOUT = "Drills on which layout?"
STAGES = {Stage.NEW: "new", Stage.DUE: "due", Stage.PRACTISED: "practised", Stage.MASTERED: "mastered"}
SCORE = "{level}, score {score}"
NEVER = "Not practised yet."
ANSWERED = "{good} of {drills} answered well."
ROW = "{row} in a row when due; {most} make it mastered."
DUE_TODAY = "Due today."
DUE_LATER = "Due again on {day}."
FROM_BANK = "It is rare on this layout: drills come from a bank of {drills}, turned, with other digits."
LEFT_OUT = "Left out, as hardly any drill of them is found on this layout: {techniques}."
MADE = "Drills are made as you go."
BEGIN = "{start} starts a drill of the technique, {due} of what comes next."

# a drill

MAKING = "Making a drill{ellipsis}"
WITHOUT = "No easier step leads on."
FIND_PLACE = "Point at it: go to the cell and type the digit that follows."
FIND_FALLS = "Mark with its digit a candidate that falls. Cells it rests on can be marked too, by {mark}."
MARKED = "Marked: {marks}"
NONE_MARKED = "Nothing is marked."
KEYS = "{answer} answers, {show} shows it."
RIGHT = "Right."
RIGHT_LATE = "Right, at the second try."
WRONG = "Not so. One more try."
SHOWN = "Not so: this is how it goes."
GIVEN_UP = "This is how it goes."
ON = "{next}: another one"
HIGHLIGHT = "Show the places of which digit? {digits}; 0 for none."
DIGIT_SHOWN = "The places for {digit} are shown."
UNSAVED = "The result is not kept: {problem}"


def practice_lines(practice: Practice, stage: Stage, most: int) -> list[str]:
    """How far a technique is practised."""
    if practice.due is None:
        return [NEVER]
    answered = ANSWERED.format(good=practice.good, drills=counted(practice.answered, "drill"))
    due = DUE_TODAY if stage is Stage.DUE else DUE_LATER.format(day=practice.due.isoformat())
    return [answered, ROW.format(row=practice.row, most=most), due]


def scored(technique: Technique) -> str:
    """How hard a technique is thought to be."""
    return SCORE.format(level=technique.level.value, score=technique.score)
