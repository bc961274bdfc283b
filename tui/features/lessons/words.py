"""The texts of lessons."""

from engine.base.language import lazy_gettext
from engine.base.language import lazy_gettext as _

LESSONS = _("lessons")
ABOUT = _("what it is about")
READING = _("running the searches of this lesson")
LOOKING = _("looking for lessons")
NONE = _("There are no lessons in {folder}.")
OF_HOMEWORK = _("Homework: {title}")
COMPLETED, DONE_OF = _("completed"), _("{done:,} of {total:,} done")
CANNOT = _("This lesson can't be used: {reason}.")

QUESTION, TEXT = _("question"), _("what to look at")
ANSWER_EDGE, GO_ON_EDGE, DECIDE_EDGE = _("answer"), _("go on"), _("decide")
CHIP_RIGHT, CHIP_WRONG, CHIP_SHOWN = _("right"), _("wrong"), _("shown")

STOP = _("stop {number:,} of {total:,}")
END = _("end")
RIGHT = _("Right.")
WRONG = _("No.")
ANSWER_IS = _("The answer is {answer}.")
CHOOSE_LITERAL = _("Move to a literal; {key} answers.")
CHOOSE_VARIABLE = _("Move to a literal of the variable; {key} answers.")
CHOOSE_CLAUSE = _("Move to a clause; {key} answers.")
CHOOSE_CUT = _("Move the cut; {key} answers.")
MARK_ALL = _("Mark all of them with {mark}; {key} answers.")
MARK_IN_ORDER = _("Mark them in their order with {mark}; {key} answers.")
TYPE_NUMBER = _("Type a number; {key} answers:")
TRY_AGAIN = _("Try again; {key} shows the answer.")
GO_ON = _("{key}: go on")

READING_FORMULA = _("reading the formula")
TOO_LARGE = _("the formula has more than {most:,} literals: too many to decide by hand")
YOU_DECIDE = _("You decide; the solver propagates, and backtracks on a conflict.")
DECIDE = _("Move to a free literal; {key} decides that it is true.")
FORCED = _("Unit clauses force {literals}.")
BEGIN_AGAIN = _("Begin again with {solver}? Your decisions are lost.")
AGREE = _("begin again")
IS_TRUE, IS_FALSE = _("{literal} is already true."), _("{literal} is already false.")
TOOK = _("It took {decisions} and {conflicts}.")

FINISHED = _("That is the end of this lesson.")
SCORE = _("Questions answered right at the first try: {first:,} of {total:,}.")
HAND_IN = _("This is homework. {key}: write your answers to a result file")
ANSWERS_STORED = _("This is homework. The server has your answers; there is nothing to hand in.")
YOUR_NAME = _("Your name, as your teacher knows it")
RESULT_FILE = _("result file")
NOT_STORED = _("Your answer was not stored: {reason}.")
NEXT = _("{key}: back to where you came from")

CLAUSES, WATCHES, TRAIL, GRAPH = (
    _("clauses"),
    _("clauses, watched literals in [ ]"),
    _("trail"),
    _("what led to the conflict"),
)
DECIDED, FLIPPED = lazy_gettext("decided", "search"), _("other value")
LEVEL = _("level {level:,}")
OF_LEVEL = _("level {level:,}, {cause}")
CLAUSE = _("clause {number:,}")
LEARNED = _("learned {number:,}")
CONFLICT = _("conflict: {clause}")
CUT = _("cut")
NO_CLAUSES = _("no clause of these variables alone")
NOTHING_ASSIGNED = _("every variable is free")
EVENT = _("event {position:,} of {total:,}")
FLIP = _("flip {number:,} of {total:,}")
