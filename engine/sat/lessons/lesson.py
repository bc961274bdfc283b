"""Lessons: recorded searches, and stops in them with texts and questions."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from engine.base.errors import Cancelled, InputError
from engine.base.language import _, lazy_gettext, ngettext, numeral
from engine.sat.formula.formula import Formula, Literals
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.lessons.implications import implications
from engine.sat.lessons.lesson_question import Answer, AnswerForm, AnswerKind, LessonQuestion
from engine.sat.lessons.quantities import QUANTITIES, CountQuestion
from engine.sat.lessons.trace_position import TracePosition
from engine.sat.lessons.walk_trace import WALK, record_walk
from engine.sat.result import Status
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import EventKind
from engine.sat.trace.narration import clause_name
from engine.sat.trace.trace import Recorder, Setup, Trace

LIMITS = Limits(seconds=10.0)
"""Limits of a search in a lesson."""
MAX_SIZE = 1 << 22
"""Maximum size of a recording in bytes: some three hundred thousand events."""

NO_SUCH_EVENT = lazy_gettext("{place}: the search has {count:,} such events")
NO_SUCH_POSITION = lazy_gettext("event {number:,}: the search has {count:,} events")
TOO_LONG = lazy_gettext("the search takes too long for a lesson: {reason}")
NO_SUCH_SEARCH = lazy_gettext("there is no search called {name!r}")
NO_SUCH_QUANTITY = lazy_gettext("there is no quantity called {name!r}")
NOT_SHOWN = lazy_gettext("this stop shows none of the correct answers")
NOT_ALL_SHOWN = lazy_gettext("this stop does not show {literal}, which belongs to the order")
NO_GRAPH = lazy_gettext("implications can only be shown if a conflict led to this stop")

CUT_BELOW = lazy_gettext("below {literal}")

_FACT = re.compile(r"\{(?:([\w-]+)\.)?([\w-]+)\}")


class LessonView(Enum):
    """The view of a stop."""

    CLAUSES = "clauses"
    WATCHES = "watches"
    """The clauses, with the two watched literals of each."""
    TRAIL = "trail"
    GRAPH = "graph"
    """The implications that led to a conflict."""


@dataclass(frozen=True)
class LessonSearch:
    """A search: its formula and solver, the names of literals, and the literals to decide first."""

    name: str
    formula: Formula
    words: Words = NUMBERS
    solver: str = "dpll"
    branching: str | None = None
    seed: int = 0
    decide: Literals = ()
    line: int | None = None

    def record(self, cancel: Callable[[], bool] | None = None) -> Trace:
        """Run the search and record it. Raises InputError, and Cancelled."""
        recorder = Recorder(MAX_SIZE, setup=Setup(self.seed, prefix=self.decide))

        if self.solver == WALK:
            return record_walk(self.formula, self.seed, recorder, cancel)

        def must_stop() -> bool:
            return bool(recorder.cut) or (cancel is not None and cancel())

        result = solve(
            self.formula, self.solver, branching=self.branching, seed=self.seed, limits=LIMITS, cancel=must_stop,
            trace=recorder, prefix=self.decide,
        )  # fmt: skip
        if cancel is not None and cancel():
            raise Cancelled
        if result.status is Status.UNKNOWN or recorder.cut:
            raise InputError(TOO_LONG.format(reason=recorder.cut or result.reason), advice=_("take a smaller formula"))
        return recorder.trace(self.formula, result)


@dataclass(frozen=True)
class StopLocation:
    """The place of a stop in a search: after its `number`-th event of a kind, or `before` it.

    Without a kind, `number` counts all events; -1 is the end of the search. `or_end`: the place before the event after
    the last one is the end of the search. `text` is the notation in a file.
    """

    text: str
    kind: EventKind | None
    number: int
    before: bool = False
    or_end: bool = False

    def position(self, trace: Trace) -> int:
        """The position in that search. Raises InputError if it has none."""
        if self.kind is None:
            if self.number > len(trace):
                raise InputError(NO_SUCH_POSITION.format(number=self.number, count=len(trace)))
            return len(trace) if self.number < 0 else self.number
        places = trace.where(self.kind)
        if self.or_end and self.number == len(places) + 1:
            return len(trace)
        if self.number > len(places):
            raise InputError(NO_SUCH_EVENT.format(place=self.text, count=len(places)))
        return int(places[self.number - 1]) + (not self.before)


START = StopLocation("start", None, 0)
"""The default beginning of a lesson."""


@dataclass(frozen=True)
class LessonStop:
    """A stop with an optional question: `text` comes before it, `wording` is its text, `answer` comes after it.

    Only clauses over the variables `only` are shown; all clauses if it is empty. `wants_all`: the student must give all
    right answers. `line` is the stop's line in the file.
    """

    search: str
    place: StopLocation
    text: str
    view: LessonView = LessonView.CLAUSES
    only: frozenset[int] = frozenset()
    question: LessonQuestion | None = None
    wants_all: bool = False
    wording: str = ""
    answer: str = ""
    line: int | None = None


@dataclass(frozen=True)
class Lesson:
    """A lesson as defined by its file, and the SHA-256 of the text in hexadecimal digits."""

    path: Path
    title: str
    about: str
    searches: Mapping[str, LessonSearch]
    stops: tuple[LessonStop, ...]
    digest: str


@dataclass(frozen=True)
class LessonRow:
    """A row shown at a stop: a clause (its index) with its literals, or one literal (None)."""

    clause: int | None
    literals: Literals

    def answers(self, asks: AnswerKind) -> Literals:
        """The answers that can be selected in this row."""
        if asks.is_literal:
            return tuple(map(asks.of_literal, self.literals))
        if asks is AnswerKind.CUT:
            return self.literals if self.clause is None else ()
        return () if self.clause is None or asks is AnswerKind.NUMBER else (self.clause,)


@dataclass(frozen=True)
class PreparedStop:
    """A prepared stop: its position, its texts and rows, and the right answers among them."""

    stop: LessonStop
    position: TracePosition
    rows: tuple[LessonRow, ...]
    text: str
    question: str = ""
    right: frozenset[int] = frozenset()
    answer: str = ""

    @property
    def form(self) -> AnswerForm:
        """The number and order of the answers that the question wants. There must be a question."""
        assert self.stop.question is not None, "there is something to answer"
        return AnswerForm.ALL if self.stop.wants_all else self.stop.question.form

    @property
    def solution(self) -> Answer:
        """The right answer, or the first one shown if there are several."""
        assert self.stop.question is not None, "there is something to answer"
        if self.form is AnswerForm.ORDER:
            return self.stop.question.solution(self.position)
        asks = self.stop.question.asks
        right = tuple(
            dict.fromkeys(answer for row in self.rows for answer in row.answers(asks) if answer in self.right)
        ) or tuple(self.right)
        return right if self.form is AnswerForm.ALL else right[:1]

    def answer_text(self, item: int) -> str:
        """An item of an answer in words."""
        assert self.stop.question is not None, "there is something to answer"
        asks, position = self.stop.question.asks, self.position
        if asks is AnswerKind.NUMBER:
            return numeral(item)
        if asks is AnswerKind.CLAUSE:
            return clause_name(position.trace, item)
        return (CUT_BELOW if asks is AnswerKind.CUT else "{literal}").format(literal=position.name(item))

    def is_right(self, answer: Answer) -> bool:
        """Whether an answer of distinct items is right."""
        if not self.right.issuperset(answer):
            return False
        if self.form is AnswerForm.SINGLE:
            return len(answer) == 1
        assert self.stop.question is not None, "there is something to answer"
        return len(answer) == len(self.right) and not self.stop.question.order_fault(self.position, answer)

    def why(self, answer: Answer) -> str:
        """An explanation why an answer of selectable items is right or wrong."""
        question, position = self.stop.question, self.position
        assert question is not None, "there is something to answer"
        if (wrong := next((item for item in answer if item not in self.right), None)) is not None:
            return question.why_not(position, wrong)
        if self.form is AnswerForm.SINGLE:
            return question.why(position, answer[0])
        if missing := len(self.right) - len(answer):
            incomplete = ngettext(
                "These are right, but {n:,} is missing.", "These are right, but {n:,} are missing.", missing
            ).format(n=missing)
            return question.order_fault(position, answer) or incomplete
        return question.order_fault(position, answer) or question.why_all(position, answer)


def prepare(lesson: Lesson, cancel: Callable[[], bool] | None = None) -> tuple[PreparedStop, ...]:
    """Run the searches of a lesson and compute the answers.

    Raises InputError with the line of the file for a stop that the search does not have, an impossible question, and a
    search that takes too long; and Cancelled.
    """
    traces: dict[str, Trace] = {}
    for search in lesson.searches.values():
        with _located(lesson, search.line):
            traces[search.name] = search.record(cancel)
    stops = []
    for stop in lesson.stops:
        with _located(lesson, stop.line):
            stops.append(_prepare_stop(lesson, stop, traces))
    return tuple(stops)


@contextmanager
def _located(lesson: Lesson, line: int | None) -> Iterator[None]:
    """Add the line in the file to errors."""
    try:
        yield
    except InputError as error:
        raise InputError(error.problem, path=lesson.path, line=line, advice=error.advice) from error


def _prepare_stop(lesson: Lesson, stop: LessonStop, traces: Mapping[str, Trace]) -> PreparedStop:
    trace, search, question = traces[stop.search], lesson.searches[stop.search], stop.question
    position = TracePosition(trace, stop.place.position(trace), search.words)
    rows = rows_of(stop, position)

    def fill(text: str) -> str:
        return _FACT.sub(lambda found: _fact(found[1], found[2], position, traces), text)

    if question is None:
        return PreparedStop(stop, position, rows, fill(stop.text))
    right = visible_answers(question, position, rows)
    advice = _("show something else, or name other variables in 'only'")
    if not right:
        raise InputError(NOT_SHOWN, advice=advice)
    if question.form is AnswerForm.ORDER and (hidden := question.right(position) - right):
        raise InputError(NOT_ALL_SHOWN.format(literal=position.name(min(hidden))), advice=advice)
    question_text = fill(stop.wording) if stop.wording else question.question_text(position)
    return PreparedStop(stop, position, rows, fill(stop.text), question_text, right, fill(stop.answer))


def visible_answers(question: LessonQuestion, position: TracePosition, rows: Iterable[LessonRow]) -> frozenset[int]:
    """The right answers that can be selected in these rows. Raises InputError if there is no right answer."""
    right = question.right(position)
    if question.asks is AnswerKind.NUMBER:
        return right
    return right & {answer for row in rows for answer in row.answers(question.asks)}


def rows_of(stop: LessonStop, position: TracePosition) -> tuple[LessonRow, ...]:
    """The rows that the stop shows. Raises InputError."""
    if stop.view is LessonView.TRAIL:
        return tuple(LessonRow(None, (literal,)) for literal in position.state.trail)
    if stop.view is LessonView.GRAPH:
        try:
            graph = implications(position.trace, position.index)
        except ValueError:
            raise InputError(NO_GRAPH, advice=_('stop at an event "conflict"')) from None
        return tuple(LessonRow(None, (node.literal,)) for node in graph[:-1])
    rows = (LessonRow(index, position.clause(index)) for index in range(position.clauses))
    return tuple(row for row in rows if not stop.only or stop.only.issuperset(map(abs, row.literals)))


def _fact(name: str | None, quantity: str, position: TracePosition, traces: Mapping[str, Trace]) -> str:
    """The value of `{conflicts}`, a quantity at this stop, or of `{plain.conflicts}`, that of the search `plain`."""
    if quantity not in QUANTITIES or QUANTITIES[quantity].needs:
        names = ", ".join(name for name, quantity in QUANTITIES.items() if not quantity.needs)
        raise InputError(NO_SUCH_QUANTITY.format(name=quantity), advice=_("there are {free}").format(free=names))
    if name is not None:
        if name not in traces:
            raise InputError(
                NO_SUCH_SEARCH.format(name=name), advice=_("there are {list}").format(list=", ".join(traces))
            )
        position = TracePosition(traces[name], len(traces[name]))
    return numeral(QUANTITIES[quantity].value(position, CountQuestion(quantity)))
