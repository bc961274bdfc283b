"""The progress of a student in a lesson: the stop, the selection there, and the answers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual.binding import Binding

from engine.sat.lessons.lesson import LessonRow, PreparedStop
from engine.sat.lessons.lesson_question import Answer, AnswerForm, AnswerKind
from engine.sat.trace.events import EventKind

MAX_DIGITS = 9
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
    """An answer, whether it is right, and why. A `revealed` answer is not the student's."""

    answer: Answer
    right: bool
    why: str
    revealed: bool = False


@dataclass(frozen=True)
class LessonProgress:
    """A student's progress in a lesson; `row` and `column` are the cursor's place."""

    number: int = 0
    """The number of the stop, from 0; that of the end follows the last stop."""
    row: int = 0
    column: int = 0
    typed: str = ""
    """The digits of a number."""
    marks: Answer = ()
    """The items marked for an answer of several, in this order."""
    reply: Reply | None = None
    faults: frozenset[int] = frozenset()
    """The stops with a wrong or revealed answer."""
    first: frozenset[int] = frozenset()
    """The stops with a right answer at the first try."""

    def at(self, number: int, steps: Sequence[PreparedStop]) -> "LessonProgress":
        """Return the progress at another stop, with the cursor on the learned clause if the last event learned one."""
        step = steps[number] if number < len(steps) else None
        event = step.position.last_event if step else None
        learned = event is not None and event.kind is EventKind.LEARNED
        return LessonProgress(
            number, len(step.rows) - 1 if step and learned else 0, faults=self.faults, first=self.first
        )

    def moved(self, rows: Sequence[LessonRow], down: int, right: int) -> "LessonProgress":
        """Return the progress with the cursor moved by a number of rows and literals, within the stop."""
        if not rows:
            return self
        row = min(max(self.row + down, 0), len(rows) - 1)
        column = min(max(self.column + right, 0), len(rows[row].literals) - 1)
        return replace(self, row=row, column=max(column, 0))

    def item(self, step: PreparedStop) -> int | None:
        """Return the item under the cursor; None if it can't be part of an answer."""
        if step.stop.question is None or self.row >= len(step.rows):
            return None
        answers = step.rows[self.row].answers(step.stop.question.asks)
        return answers[min(self.column, len(answers) - 1)] if answers else None

    def marked(self, step: PreparedStop) -> "LessonProgress":
        """Return the progress with the item under the cursor marked, or no longer marked."""
        item = self.item(step)
        if item is None:
            return self
        marks = tuple(mark for mark in self.marks if mark != item)
        return replace(self, marks=marks if item in self.marks else (*marks, item), reply=None)

    def selected_answer(self, step: PreparedStop) -> Answer:
        """Return the selected, marked or typed answer; () if there is none."""
        if step.stop.question is None:
            return ()
        if step.form is not AnswerForm.SINGLE:
            return self.marks
        item = (int(self.typed) if self.typed else None) if self._is_typed(step) else self.item(step)
        return () if item is None else (item,)

    def answered(self, step: PreparedStop, answer: Answer, revealed: bool = False) -> "LessonProgress":
        """Return the progress with an answer."""
        right = step.is_right(answer)
        reply, stop = Reply(answer, right, step.why(answer), revealed), {self.number}
        if revealed or not right:
            return replace(self, reply=reply, faults=self.faults | stop)
        return replace(self, reply=reply, first=self.first | stop - self.faults)

    def with_answer(self, step: PreparedStop, answer: Answer) -> "LessonProgress":
        """Return the progress with an answer selected, marked or typed; the cursor is on its last item."""
        question, item = step.stop.question, answer[-1]
        assert question is not None, "there is something to answer"
        if self._is_typed(step):
            return replace(self, typed=str(item))
        clause = getattr(question, "clause", None)  # literals of this clause come first
        places = [number for number, row in enumerate(step.rows) if item in row.answers(question.asks)]
        places.sort(key=lambda number: step.rows[number].clause != clause)
        marks = () if step.form is AnswerForm.SINGLE else answer
        if not places:
            return replace(self, marks=marks)
        column = step.rows[places[0]].answers(question.asks).index(item)
        return replace(self, row=places[0], column=column, marks=marks)

    @staticmethod
    def _is_typed(step: PreparedStop) -> bool:
        return step.stop.question is not None and step.stop.question.asks is AnswerKind.NUMBER
