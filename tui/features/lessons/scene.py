"""The progress of a student in a lesson: the stop, the selection there, and the answers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual.binding import Binding

from engine.sat.lessons.lesson import LessonRow, PreparedStop
from engine.sat.lessons.questions import AnswerKind
from engine.sat.trace.events import EventKind

MOST_DIGITS = 9
"""Maximum digits of a typed number."""
CURSOR = (
    Binding("up,k", "move(-1,0)", "up", id="row_up", show=False, tooltip="a row up"),
    Binding("down,j", "move(1,0)", "down", id="row_down", show=False, tooltip="a row down"),
    Binding("left,h", "move(0,-1)", "left", id="literal_left", show=False, tooltip="the literal to the left"),
    Binding("right,l", "move(0,1)", "right", id="literal_right", show=False, tooltip="the literal to the right"),
    Binding("pageup", "move(-8,0)", "page up", id="rows_up", show=False, tooltip="some rows up"),
    Binding("pagedown", "move(8,0)", "page down", id="rows_down", show=False, tooltip="some rows down"),
)
"""The keys that move the cursor among literals."""


@dataclass(frozen=True)
class Reply:
    """An answer, whether it was right, and why. A `revealed` one is not the student's."""

    answer: int
    right: bool
    why: str
    revealed: bool = False


@dataclass(frozen=True)
class LessonProgress:
    """A student's progress in a lesson: the number of the stop (from 0; behind the last one the lesson is over) and
    more.

    `row` and `column` are the cursor's place, `typed` the digits of a number. `faults` are the stops with a wrong or
    revealed answer, `first` those that were right at the first try.
    """

    number: int = 0
    row: int = 0
    column: int = 0
    typed: str = ""
    reply: Reply | None = None
    faults: frozenset[int] = frozenset()
    first: frozenset[int] = frozenset()

    def at(self, number: int, steps: Sequence[PreparedStop]) -> "LessonProgress":
        """Return the progress at another stop; the cursor is on a clause just learned."""
        step = steps[number] if number < len(steps) else None
        event = step.position.last if step else None
        learned = event is not None and event.kind is EventKind.LEARNED
        return LessonProgress(
            number, len(step.rows) - 1 if step and learned else 0, faults=self.faults, first=self.first
        )

    def moved(self, rows: Sequence[LessonRow], down: int, right: int) -> "LessonProgress":
        """Return the progress with the cursor moved by so many rows and literals, within the stop."""
        if not rows:
            return self
        row = min(max(self.row + down, 0), len(rows) - 1)
        column = min(max(self.column + right, 0), len(rows[row].literals) - 1)
        return replace(self, row=row, column=max(column, 0))

    def selected_answer(self, step: PreparedStop) -> int | None:
        """Return the selected or typed answer; None if there is none."""
        if step.stop.question is None:
            return None
        if step.stop.question.asks is AnswerKind.NUMBER:
            return int(self.typed) if self.typed else None
        if self.row >= len(step.rows):
            return None
        answers = step.rows[self.row].answers(step.stop.question.asks)
        return answers[min(self.column, len(answers) - 1)] if answers else None

    def answered(self, step: PreparedStop, answer: int, revealed: bool = False) -> "LessonProgress":
        """Return the progress with an answer."""
        question = step.stop.question
        assert question is not None, "there is something to answer"
        right = answer in step.right
        why = question.why(step.position, answer) if right else question.why_not(step.position, answer)
        reply, here = Reply(answer, right, why, revealed), {self.number}
        if revealed or not right:
            return replace(self, reply=reply, faults=self.faults | here)
        return replace(self, reply=reply, first=self.first | here - self.faults)

    def on(self, step: PreparedStop, answer: int) -> "LessonProgress":
        """Return the progress with an answer selected or typed."""
        question = step.stop.question
        assert question is not None, "there is something to answer"
        if question.asks is AnswerKind.NUMBER:
            return replace(self, typed=str(answer))
        about = getattr(question, "clause", None)  # a literal of that clause, if it has it
        places = [number for number, row in enumerate(step.rows) if answer in row.answers(question.asks)]
        places.sort(key=lambda number: step.rows[number].clause != about)
        if not places:
            return self
        return replace(self, row=places[0], column=step.rows[places[0]].answers(question.asks).index(answer))
