"""Quantities of a search, and the question that asks for one."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import ClassVar

from engine.base.errors import InputError
from engine.base.language import Sentence, _, lazy_gettext
from engine.sat.cutting_planes.search import NAME as CUTTING_PLANES
from engine.sat.cutting_planes.search import groups_of
from engine.sat.formula.assignment_state import ClauseState
from engine.sat.lessons.formula_questions import elimination_counts, flip_counts
from engine.sat.lessons.lesson_question import AnswerKind, LessonQuestion, Value, need_all_clauses, need_clause
from engine.sat.lessons.questions import BEFORE_DECISION, NOT_DECIDED, conflict
from engine.sat.lessons.trace_position import TracePosition
from engine.sat.result import Status
from engine.sat.solvers.candidates import candidates
from engine.sat.solvers.limits import Limits
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import EventKind

LESS = lazy_gettext("It is less than {answer:,}.")
MORE = lazy_gettext("It is more than {answer:,}.")
NO_CONFLICT_YET = lazy_gettext("there is no conflict before this stop")
NOT_IN_TIME = lazy_gettext("cutting planes take too long for a lesson")
LIMITS = Limits(seconds=5.0)
"""Limits of a search that a quantity runs."""
NO_RANK = lazy_gettext("the branching rule has no rank for {literal} here")
NEEDS_LITERAL, NEEDS_CLAUSE = lazy_gettext("{count} needs a literal"), lazy_gettext("{count} needs a clause")


@dataclass(frozen=True)
class Quantity:
    """A quantity at a position, a sentence with its `{number}`, and the field of the question that it `needs`."""

    value: Callable[[TracePosition, "CountQuestion"], int]
    sentence: Sentence
    needs: str = ""


def _state_counter(state: ClauseState) -> Callable[[TracePosition, "CountQuestion"], int]:
    def count(position: TracePosition, _: "CountQuestion") -> int:
        need_all_clauses(position)
        return sum(position.clause_state(index) is state for index in range(position.clauses))

    return count


def _event_counter(name: str) -> Callable[[TracePosition, "CountQuestion"], int]:
    return lambda position, _: int(getattr(position.trace.counters(position.index), name))


def _glue(position: TracePosition, _: "CountQuestion") -> int:
    analysis = conflict(position)
    levels = {position.level(literal) for literal in position.trace.clause(analysis.learned)}
    return len(levels)


def _conflict_clause(position: TracePosition, _unused: "CountQuestion") -> int:
    found = position.trace.previous_position(position.index + 1, EventKind.CONFLICT)
    if found is None:
        raise InputError(NO_CONFLICT_YET, advice=_('stop at an event "conflict"'))
    return int(position.trace.clauses[found - 1]) + 1


def _activity(position: TracePosition, count: "CountQuestion") -> int:
    event = position.next_event
    if event is None or event.kind is not EventKind.DECISION:
        raise InputError(NOT_DECIDED, advice=BEFORE_DECISION)
    ranks = (
        candidate.rank
        for candidate in candidates(position.trace, position.index) or ()
        if candidate.literal == count.literal
    )
    rank = next(ranks, None)
    if rank is None:
        raise InputError(NO_RANK.format(literal=position.name(count.literal or 0)), advice=_("name a free literal"))
    return round(rank)


def _group_terms(position: TracePosition) -> int:
    return sum(len(group) for group in groups_of(position.trace.formula))


def _cutting_planes(position: TracePosition, _unused: "CountQuestion") -> int:
    result = solve(position.trace.formula, CUTTING_PLANES, limits=LIMITS)
    if result.conflicts is None or result.status is Status.UNKNOWN:
        raise InputError(NOT_IN_TIME, advice=_("take a smaller formula"))
    return result.conflicts


QUANTITIES: Mapping[str, Quantity] = {
    "variables": Quantity(
        lambda position, _: position.trace.formula.variables,
        lazy_gettext("The formula has {number:,} variables."),
    ),
    "clauses": Quantity(
        lambda position, _: len(position.trace.formula), lazy_gettext("The formula has {number:,} clauses.")
    ),
    "level": Quantity(lambda position, _: position.state.level, lazy_gettext("The decision level here is {number:,}.")),
    "assigned": Quantity(
        lambda position, _: len(position.state.trail), lazy_gettext("Variables with a value here: {number:,}.")
    ),
    "free": Quantity(
        lambda position, _: position.trace.formula.variables - len(position.state.trail),
        lazy_gettext("Free variables here: {number:,}."),
    ),
    "decisions": Quantity(_event_counter("decisions"), lazy_gettext("Decisions so far: {number:,}.")),
    "conflicts": Quantity(_event_counter("conflicts"), lazy_gettext("Conflicts so far: {number:,}.")),
    "learned": Quantity(_event_counter("learned"), lazy_gettext("Clauses learned so far: {number:,}.")),
    "restarts": Quantity(_event_counter("restarts"), lazy_gettext("Restarts so far: {number:,}.")),
    "forced": Quantity(_event_counter("forced"), lazy_gettext("Literals forced by unit clauses so far: {number:,}.")),
    "open": Quantity(_state_counter(ClauseState.OPEN), lazy_gettext("Open clauses here: {number:,}.")),
    "satisfied": Quantity(_state_counter(ClauseState.SATISFIED), lazy_gettext("Satisfied clauses here: {number:,}.")),
    "unit": Quantity(_state_counter(ClauseState.UNIT), lazy_gettext("Unit clauses here: {number:,}.")),
    "false": Quantity(_state_counter(ClauseState.FALSE), lazy_gettext("False clauses here: {number:,}.")),
    "glue": Quantity(_glue, lazy_gettext("Levels that the literals of the learned clause belong to: {number:,}.")),
    "conflict-clause": Quantity(_conflict_clause, lazy_gettext("The search found clause {number:,} false.")),
    "activity": Quantity(_activity, lazy_gettext("The activity of {literal} is {number:,} here."), "literal"),
    "occurrences": Quantity(
        lambda position, count: len(position.containing(count.literal or 0)),
        lazy_gettext("Clauses that contain {literal}: {number:,}."),
        "literal",
    ),
    "visits": Quantity(
        lambda position, count: len(position.watches.visited(-(count.literal or 0))),
        lazy_gettext("Clauses that watch {literal} here: {number:,}."),
        "literal",
    ),
    "flips": Quantity(_event_counter("restarts"), lazy_gettext("Flips so far: {number:,}.")),
    "makes": Quantity(
        lambda position, count: flip_counts(position, count.literal or 0)[0],
        lazy_gettext("False clauses that contain {literal}: {number:,}."),
        "literal",
    ),
    "breaks": Quantity(
        lambda position, count: flip_counts(position, count.literal or 0)[1],
        lazy_gettext("Clauses in which only the negation of {literal} is true: {number:,}."),
        "literal",
    ),
    "resolvents": Quantity(
        lambda position, count: elimination_counts(position, count.literal or 0)[1],
        lazy_gettext("Different resolvents on {literal} that are not tautologies: {number:,}."),
        "literal",
    ),
    "positive-clauses": Quantity(
        lambda position, _: sum(all(literal > 0 for literal in clause) for clause in position.trace.formula),
        lazy_gettext("Clauses without a negation: {number:,}. Each adds 1 to the bound of the sum."),
    ),
    "groups": Quantity(
        lambda position, _: len(groups_of(position.trace.formula)),
        lazy_gettext("Sets of three or more literals, at most one of which is true: {number:,}."),
    ),
    "group-literals": Quantity(
        lambda position, _: _group_terms(position), lazy_gettext("Literals in these sets: {number:,}.")
    ),
    "group-bound": Quantity(
        lambda position, _: _group_terms(position) - len(groups_of(position.trace.formula)),
        lazy_gettext("In each set, all literals but one are false: {number:,} in all."),
    ),
    "cutting-planes": Quantity(
        _cutting_planes, lazy_gettext("Search by cutting planes needs {number:,} conflicts for this formula.")
    ),
    "length": Quantity(
        lambda position, count: len(position.clause(count.clause or 0)),
        lazy_gettext("Literals of clause {clause:,}: {number:,}."),
        "clause",
    ),
}
"""The quantities, by their names in lesson files."""

_STATES = ("open", "satisfied", "unit", "false")
_PROGRESS = ("decisions", "conflicts", "learned", "restarts")
SIMILAR: Mapping[str, tuple[str, ...]] = {
    "variables": ("clauses",),
    "clauses": ("variables", *_STATES),
    "level": ("assigned", "decisions"),
    "assigned": ("level", "free"),
    "free": ("assigned", "variables"),
    **{name: tuple(other for other in _PROGRESS if other != name) for name in _PROGRESS},
    **{name: tuple(other for other in _STATES if other != name) for name in _STATES},
    "forced": ("assigned", "decisions"),
    "glue": ("level",),
    "occurrences": ("visits",),
    "visits": ("occurrences",),
    "makes": ("breaks", "occurrences"),
    "breaks": ("makes", "occurrences"),
    "group-bound": ("group-literals", "groups"),
    "group-literals": ("groups", "group-bound"),
    "groups": ("group-literals", "group-bound"),
}
"""The quantities that students mistake for another, by that quantity, the most likely first."""


@dataclass(frozen=True)
class CountQuestion(LessonQuestion):
    """The value of a quantity. Some quantities need a literal, some a clause."""

    asks: ClassVar[AnswerKind] = AnswerKind.NUMBER
    text: ClassVar[Sentence] = lazy_gettext("How many?")
    of: str = field(metadata={"value": Value.COUNT})
    literal: int | None = field(default=None, metadata={"value": Value.LITERAL})
    clause: int | None = field(default=None, metadata={"value": Value.CLAUSE})

    def right(self, position: TracePosition) -> frozenset[int]:
        needed = QUANTITIES[self.of].needs
        if needed and getattr(self, needed) is None:
            sentence = NEEDS_LITERAL if needed == "literal" else NEEDS_CLAUSE
            raise InputError(sentence.format(count=self.of), advice=_("write {needed} = ...").format(needed=needed))
        if self.clause is not None:
            need_clause(position, self.clause)
        return frozenset((QUANTITIES[self.of].value(position, self),))

    def why(self, position: TracePosition, answer: int) -> str:
        literal = position.name(self.literal) if self.literal else ""
        return QUANTITIES[self.of].sentence.format(number=answer, literal=literal, clause=(self.clause or 0) + 1)

    def why_not(self, position: TracePosition, answer: int) -> str:
        [right] = self.right(position)
        sentence = (LESS if right < answer else MORE).format(answer=answer)
        other = self._mistaken_for(position, answer)
        return sentence if other is None else f"{sentence} {other.why(position, answer)}"

    def _mistaken_for(self, position: TracePosition, answer: int) -> "CountQuestion | None":
        """A similar question that has this answer at the same position, or None."""
        negated = None if self.literal is None else -self.literal
        others = [replace(self, literal=negated)] if negated else []
        others += (replace(self, of=name) for name in SIMILAR.get(self.of, ()))
        for other in others:
            with suppress(InputError):
                if answer in other.right(position):
                    return other
        return None
