"""The base class of the questions of lessons, and what their answers are."""

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
        """The answer that the selection of a literal means."""
        return abs(literal) if self is AnswerKind.VARIABLE else literal


class AnswerForm(Enum):
    """How many answers a question wants: one of the right ones, all of them, or all of them in an order."""

    SINGLE = auto()
    ALL = auto()
    ORDER = auto()


Answer = tuple[int, ...]
"""An answer of a student: one item, or several in the order in which the student selected them."""

MOST_REASONS = 2
"""The maximum number of items of an answer that is explained."""


class Value(Enum):
    """The kind of a field of a question (its `metadata["value"]`) in a lesson file; the values are the names in
    messages.
    """

    LITERAL = lazy_gettext("a literal: a number such as -3, or its name")
    LITERALS = lazy_gettext("a list of literals, such as [1, -3]")
    PAIRS = lazy_gettext("a list of pairs of literals, such as [[1, 4], [2, 5]]")
    CLAUSE = lazy_gettext("the number of a clause, from 1")
    STATE = lazy_gettext('one of "open", "satisfied", "unit" and "false"')
    COUNT = lazy_gettext("the name of a quantity")


class LessonQuestion(ABC):
    """A question: what it asks for, its wording unless a lesson has its own, and its answers."""

    asks: ClassVar[AnswerKind]
    form: ClassVar[AnswerForm] = AnswerForm.SINGLE
    text: ClassVar[Sentence]

    def put(self, _: TracePosition, /) -> str:
        """The text of the question."""
        return str(self.text)

    @abstractmethod
    def right(self, moment: TracePosition) -> frozenset[int]:
        """All right answers, at least one. Raises InputError if there is none."""

    @abstractmethod
    def why(self, moment: TracePosition, answer: int) -> str:
        """Why a right answer is right."""

    @abstractmethod
    def why_not(self, moment: TracePosition, answer: int) -> str:
        """Why another answer is wrong."""

    def order_fault(self, _: TracePosition, _answer: Answer, /) -> str:
        """Why right answers are wrong in this order, or in their beginning; "" if they are not."""
        return ""

    def why_all(self, moment: TracePosition, answer: Answer) -> str:
        """Why several right answers are right."""
        return paragraph(self.why(moment, item) for item in answer[:MOST_REASONS])

    def solution(self, moment: TracePosition) -> Answer:
        """All right answers, in an order that is right."""
        return tuple(sorted(self.right(moment)))


NO_SUCH_CLAUSE = lazy_gettext("there is no clause {number:,} here: there are {clauses:,}")
DELETED = lazy_gettext("learned clauses were deleted before this stop, and the recording does not say which")
_ASK_EARLIER = lazy_gettext("ask at an earlier stop")


def checked(right: frozenset[int], nothing: str, advice: str) -> frozenset[int]:
    """The right answers, if there are any. Raises InputError."""
    if not right:
        raise InputError(nothing, advice=advice)
    return right


def need_clause(moment: TracePosition, index: int) -> None:
    if not 0 <= index < moment.clauses:
        raise InputError(NO_SUCH_CLAUSE.format(number=index + 1, clauses=moment.clauses))


def need_all_clauses(moment: TracePosition) -> None:
    if moment.forgets:
        raise InputError(DELETED, advice=_ASK_EARLIER)
