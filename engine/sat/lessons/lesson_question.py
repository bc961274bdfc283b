"""The base class of the questions of lessons, and the kinds of their answers."""

from abc import ABC, abstractmethod
from enum import Enum, auto
from typing import ClassVar

from engine.base.errors import InputError
from engine.base.language import Sentence, lazy_gettext
from engine.base.text import paragraph
from engine.sat.lessons.trace_position import TracePosition


class AnswerKind(Enum):
    """The kind of an answer: a literal, a variable, a clause (its index), a number, or a cut (the literal above it)."""

    LITERAL = auto()
    VARIABLE = auto()
    CLAUSE = auto()
    NUMBER = auto()
    CUT = auto()

    @property
    def is_literal(self) -> bool:
        """Whether a person answers by selecting a literal."""
        return self in (AnswerKind.LITERAL, AnswerKind.VARIABLE)

    def of_literal(self, literal: int) -> int:
        """The answer of a person who selects a literal."""
        return abs(literal) if self is AnswerKind.VARIABLE else literal


class AnswerForm(Enum):
    """The answers that a question wants: one of the right ones, all of them, or all of them in an order."""

    SINGLE = auto()
    ALL = auto()
    ORDER = auto()


Answer = tuple[int, ...]
"""An answer of a student: one item, or several in the order in which the student selected them."""

MAX_REASONS = 2
"""Maximum number of items of an answer that are explained."""


class Value(Enum):
    """The kind of a field of a question in a lesson file: its `metadata["value"]`. The values are words in messages."""

    LITERAL = lazy_gettext("a literal: a number such as -3, or its name")
    LITERALS = lazy_gettext("a list of literals, such as [1, -3]")
    PAIRS = lazy_gettext("a list of pairs of literals, such as [[1, 4], [2, 5]]")
    CLAUSE = lazy_gettext("the number of a clause, from 1")
    STATE = lazy_gettext('one of "open", "satisfied", "unit" and "false"')
    COUNT = lazy_gettext("the name of a quantity")


class LessonQuestion(ABC):
    """A question: the kind of answer that it asks for, its default text, and its answers with explanations."""

    asks: ClassVar[AnswerKind]
    form: ClassVar[AnswerForm] = AnswerForm.SINGLE
    text: ClassVar[Sentence]

    def question_text(self, _: TracePosition, /) -> str:
        """The text of the question."""
        return str(self.text)

    @abstractmethod
    def right(self, position: TracePosition) -> frozenset[int]:
        """All right answers, at least one. Raises InputError if there is none."""

    @abstractmethod
    def why(self, position: TracePosition, answer: int) -> str:
        """An explanation why a right answer is right."""

    @abstractmethod
    def why_not(self, position: TracePosition, answer: int) -> str:
        """An explanation why another answer is wrong."""

    def order_fault(self, _: TracePosition, _answer: Answer, /) -> str:
        """A sentence if right answers are in a wrong order, or begin in one; "" if not."""
        return ""

    def why_all(self, position: TracePosition, answer: Answer) -> str:
        """An explanation why several right answers are right."""
        return paragraph(dict.fromkeys(self.why(position, item) for item in answer[:MAX_REASONS]))

    def solution(self, position: TracePosition) -> Answer:
        """All right answers, in a right order."""
        return tuple(sorted(self.right(position)))


NO_SUCH_CLAUSE = lazy_gettext("there is no clause {number:,} here: there are {clauses:,}")
DELETED = lazy_gettext("learned clauses were deleted before this stop, and the recording does not say which")
_ASK_EARLIER = lazy_gettext("ask at an earlier stop")


def require_any(right: frozenset[int], nothing: str, advice: str) -> frozenset[int]:
    """The right answers, if there are any. Raises InputError."""
    if not right:
        raise InputError(nothing, advice=advice)
    return right


def need_clause(position: TracePosition, index: int) -> None:
    """Raise InputError if there is no clause with this index."""
    if not 0 <= index < position.clauses:
        raise InputError(NO_SUCH_CLAUSE.format(number=index + 1, clauses=position.clauses))


def need_all_clauses(position: TracePosition) -> None:
    """Raise InputError if learned clauses have been deleted."""
    if position.has_deletions:
        raise InputError(DELETED, advice=_ASK_EARLIER)
