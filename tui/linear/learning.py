"""Lessons in line mode: stops, questions about them, and answers."""

import re
from collections.abc import Callable, Sequence

from engine.base.errors import InputError
from engine.base.text import joined, paragraph
from engine.play.state_directory import state_directory
from engine.sat.lessons.homework import store_try
from engine.sat.lessons.implications import implications
from engine.sat.lessons.lesson import Lesson, LessonRow, LessonView, PreparedStop, prepare
from engine.sat.lessons.lesson_question import Answer, AnswerForm, AnswerKind
from engine.sat.trace.events import DECIDED, FLIPPED
from engine.sat.trace.narration import clause_name
from tui.base.background import complaint
from tui.base.try_recorder import TryRecorder
from tui.features.lessons import words as lesson_words
from tui.linear import words

_CLAUSE = re.compile(r"clause (\d{1,9})")
_INSTRUCTIONS = {
    AnswerKind.LITERAL: words.ANSWER_LITERAL,
    AnswerKind.VARIABLE: words.ANSWER_VARIABLE,
    AnswerKind.CLAUSE: words.ANSWER_CLAUSE,
    AnswerKind.NUMBER: words.ANSWER_NUMBER,
    AnswerKind.CUT: words.ANSWER_CUT,
}
_FORM_INSTRUCTIONS = {AnswerForm.SINGLE: "", AnswerForm.ALL: words.ANSWER_ALL, AnswerForm.ORDER: words.ANSWER_IN_ORDER}


class LessonExercise:
    """Goes through one lesson. Owns the stop and the answers."""

    def __init__(self, lesson: Lesson, finish: Callable[[], None], recorder: TryRecorder | None = None) -> None:
        """Run the searches of the lesson; `finish` is called at its end. Raises InputError.

        `recorder` keeps the tries in homework.
        """
        self._lesson = lesson
        self._steps = prepare(lesson)
        self._finish = finish
        self._recorder = recorder
        self._number = 0
        self._answered = False
        self._tried: set[int] = set()
        self._first: set[int] = set()
        """The stops that were answered or shown, and those answered right at the first try."""

    def start(self) -> str:
        """Return the name of the lesson, and its first stop."""
        if self._recorder is not None:
            self._recorder.begin_stop()
        return f"{self._lesson.title}\n{self._stop_text()}"

    def answer(self, line: str) -> str:
        """Return the answer to a line."""
        text = " ".join(line.split())
        command = text.lower()
        if command in ("next", "previous"):
            return self._go_to(1 if command == "next" else -1)
        step = self._step
        if step is None or not text:
            return self._stop_text()
        if command == "read":
            return self._read_stop(step)
        if command == "trail":
            return self._trail(step, step.position.state.trail)
        if match := _CLAUSE.fullmatch(command):
            number = int(match[1])
            rows = [self._row(step, row) for row in step.rows if row.clause == number - 1]
            return "\n".join(rows) or words.NO_CLAUSE_HERE.format(number=number)
        if self._is_done:
            return str(words.IN_A_LESSON)
        if command == "show":
            return self._judge(step, step.solution, is_revealed=True)
        choice = self._typed_answer(step, command)
        return self._judge(step, choice) if choice else paragraph([words.IN_A_LESSON, self._instruction(step)])

    @property
    def _step(self) -> PreparedStop | None:
        """The current stop; None at the end."""
        return self._steps[self._number] if self._number < len(self._steps) else None

    @property
    def _is_done(self) -> bool:
        """Whether the stop has no open question."""
        return self._answered or self._step is None or self._step.stop.question is None

    def _go_to(self, distance: int) -> str:
        """Go forward by a number of stops, or back; after the last one, the lesson ends."""
        self._number = min(max(self._number + distance, 0), len(self._steps))
        self._answered = False
        if self._recorder is not None:
            self._recorder.begin_stop()
        if self._step is None:
            self._finish()
        return self._stop_text()

    def _stop_text(self) -> str:
        """Return the text and the question of the stop; at the end the result."""
        step = self._step
        if step is None:
            count = sum(stop.stop.question is not None for stop in self._steps)
            score = lesson_words.SCORE.format(first=len(self._first), total=count)
            return paragraph([lesson_words.FINISHED, score])
        place = lesson_words.STOP.format(number=self._number + 1, total=len(self._steps))
        question_lines: list[object] = [step.question, self._instruction(step)] if step.stop.question else [words.GO_ON]
        lines = [words.AT_STOP.format(place=place, text=step.text), *question_lines]
        return "\n".join(str(line) for line in lines)

    @staticmethod
    def _instruction(step: PreparedStop) -> str:
        """Return how to answer the question."""
        if step.stop.question is None:
            return ""
        return paragraph([_INSTRUCTIONS[step.stop.question.asks], _FORM_INSTRUCTIONS[step.form]])

    # answers

    @classmethod
    def _typed_answer(cls, step: PreparedStop, text: str) -> Answer:
        """Return the answer that the line means, several items with commas or blanks between them; () for none."""
        item = cls._item(step, text)
        if item is not None:
            return (item,)
        if step.form is AnswerForm.SINGLE:
            return ()
        for parts in (text.split(","), text.split()):
            items = [cls._item(step, word.strip()) for word in parts]
            if None not in items:
                return tuple(dict.fromkeys(item for item in items if item is not None))
        return ()

    @staticmethod
    def _item(step: PreparedStop, text: str) -> int | None:
        """Return the item of an answer that the word means; None if it is impossible here."""
        assert step.stop.question is not None, "there is something to answer"
        asks = step.stop.question.asks
        offered = (answer for row in step.rows for answer in row.answers(asks))
        if asks.is_literal or asks is AnswerKind.CUT:
            return next((literal for literal in offered if step.position.name(literal).lower() == text), None)
        if not re.fullmatch(r"\d{1,9}", text):
            return None
        if asks is AnswerKind.NUMBER:
            return int(text)
        return next((clause for clause in offered if clause == int(text) - 1), None)

    def _judge(self, step: PreparedStop, answer: Answer, is_revealed: bool = False) -> str:
        fault = self._store_try(answer, is_revealed)
        right = step.is_right(answer)
        if right and not is_revealed and self._number not in self._tried:
            self._first.add(self._number)
        self._tried.add(self._number)
        if not right:
            lines = [lesson_words.WRONG, step.why(answer), words.SHOW_TELLS]
            return paragraph([*lines, fault] if fault else lines)
        self._answered = True
        answers = joined(map(step.answer_text, answer))
        head = lesson_words.ANSWER_IS.format(answer=answers) if is_revealed else str(lesson_words.RIGHT)
        explanation = paragraph([head, step.why(answer)])
        return "\n".join(filter(None, (explanation, step.answer, fault, str(words.GO_ON))))

    def _store_try(self, answer: Answer, is_revealed: bool) -> str:
        """Keep a try for the result file; returns why that failed, else ""."""
        try:
            if self._recorder is not None:
                store_try(state_directory(), self._lesson, self._recorder.timed(self._number, answer, is_revealed))
        except (InputError, OSError) as error:
            return lesson_words.NOT_STORED.format(reason=complaint(error))
        return ""

    # the contents of a stop

    def _read_stop(self, step: PreparedStop) -> str:
        """Return everything that the stop shows."""
        front = step.stop.view
        if front in (LessonView.CLAUSES, LessonView.WATCHES):
            return "\n".join(self._row(step, row) for row in step.rows) or str(lesson_words.NO_CLAUSES)
        trail = self._trail(step, [row.literals[0] for row in step.rows])
        if front is LessonView.TRAIL:
            return trail
        broken = implications(step.position.trace, step.position.index)[-1].reason
        assert broken is not None, "a conflict has a clause"
        return f"{trail}\n{lesson_words.CONFLICT.format(clause=step.position.clause_words(broken))}"

    @staticmethod
    def _row(step: PreparedStop, row: LessonRow) -> str:
        """Describe a clause, with its watched literals."""
        assert row.clause is not None, "these rows are clauses"
        position = step.position
        sentences = {1: words.TRUE, -1: words.FALSE, 0: words.FREE}
        literals = joined(
            sentences[position.state.value(literal)].format(literal=position.name(literal)) for literal in row.literals
        )
        text = words.CLAUSE_READ.format(clause=clause_name(position.trace, row.clause), literals=literals)
        if step.stop.view is not LessonView.WATCHES:
            return text
        watched = position.names(position.watches.watched[row.clause])
        return paragraph([text, words.WATCHED.format(literals=watched)])

    @staticmethod
    def _trail(step: PreparedStop, literals: Sequence[int]) -> str:
        """Return the trail: literals with their levels and reasons."""
        position = step.position
        if not position.has_trail:
            return joined(words.TRUE.format(literal=position.name(literal)) for literal in literals)
        lines = []
        for literal in literals:
            place = position.state.place(abs(literal))
            assert place is not None, "it is on the trail"
            level, reason = position.state.levels[place], position.state.reasons[place]
            if reason in (DECIDED, FLIPPED):
                cause = str(lesson_words.DECIDED if reason == DECIDED else lesson_words.FLIPPED)
            else:
                cause = position.clause_words(reason)
            origin = lesson_words.OF_LEVEL.format(level=level, cause=cause)
            lines.append(words.TRUE_BY.format(literal=position.name(literal), cause=origin))
        return "\n".join(lines) or str(lesson_words.NOTHING_ASSIGNED)
