"""Questions about the literals that unit propagation is going to force."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.base.errors import InputError
from engine.base.language import Sentence, _, lazy_gettext
from engine.base.text import as_beginning, joined
from engine.sat.lessons.lesson_question import (
    Answer,
    AnswerForm,
    AnswerKind,
    LessonQuestion,
    Value,
    need_all_clauses,
    require_any,
)
from engine.sat.lessons.propagation import false_literals, forced_by, open_literals
from engine.sat.lessons.questions import ALL_SATISFIED, IN_NO_CLAUSE, next_true, value_sentence
from engine.sat.lessons.trace_position import TracePosition

ENDS_IN_CONFLICT = lazy_gettext("a clause becomes false here, so what is forced before that depends on the order")
FORCES_NOTHING = lazy_gettext("nothing is forced if {literal} becomes true here")
IS_GIVEN = lazy_gettext("That {literal} becomes true is given: it is not forced.")
WILL_FORCE = lazy_gettext("{clause} forces {literal} as soon as {causes} is true.")
WILL_FORCE_BY_SEVERAL = lazy_gettext("{clause} forces {literal} as soon as {causes} are true.")
UNIT_ALREADY = lazy_gettext("{clause} is unit already and forces {literal}.")
STAYS_OPEN = lazy_gettext("Propagation ends before {literal}: {clause}, for example, keeps {others} free.")
TOO_EARLY = lazy_gettext("{literal} is not forced yet at its place: {clause} would need {others} to be false first.")
EACH_FORCED = lazy_gettext("At each place a clause is unit: {steps}.")
FORCED_STEP = lazy_gettext("{literal} by clause {clause:,}")


class _Propagation(LessonQuestion):
    """The consequences of `literal`, by default that of the next event."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    literal: int | None

    def question_text(self, position: TracePosition, /) -> str:
        return self.text.format(literal=position.name(next_true(position, self.literal)))

    def right(self, position: TracePosition) -> frozenset[int]:
        nothing = FORCES_NOTHING.format(literal=position.name(next_true(position, self.literal)))
        return require_any(frozenset(self._forced(position)), nothing, _("ask about another literal"))

    def why(self, position: TracePosition, answer: int) -> str:
        forced, literal = self._forced(position), next_true(position, self.literal)
        index = forced[answer]
        causes = [-other for other in position.clause(index) if -other in (literal, *forced)]
        sentence = UNIT_ALREADY if not causes else WILL_FORCE if len(causes) == 1 else WILL_FORCE_BY_SEVERAL
        clause = as_beginning(position.clause_words(index))
        return sentence.format(clause=clause, literal=position.name(answer), causes=position.names(causes))

    def why_not(self, position: TracePosition, answer: int) -> str:
        if reason := value_sentence(position, answer):
            return reason
        forced, literal = self._forced(position), next_true(position, self.literal)
        if abs(answer) == abs(literal):
            return IS_GIVEN.format(literal=position.name(literal))
        if -answer in forced:
            return self.why(position, -answer)
        true = {*position.state.trail, literal, *forced}
        clauses = position.containing(answer)
        unsatisfied = [index for index in clauses if not true.intersection(position.clause(index))]
        if not unsatisfied:
            return (ALL_SATISFIED if clauses else IN_NO_CLAUSE).format(literal=position.name(answer))
        false = {-other for other in true}
        nearest = min(unsatisfied, key=lambda index: len(open_literals(position, index, false)))
        others = [other for other in open_literals(position, nearest, false) if other != answer]
        return STAYS_OPEN.format(
            literal=position.name(answer), clause=position.clause_words(nearest), others=position.names(others)
        )

    def _forced(self, position: TracePosition) -> Mapping[int, int]:
        """The literals that follow, each with its clause. Raises InputError where a clause becomes false."""
        need_all_clauses(position)
        literal = next_true(position, self.literal)
        forced = None if position.state.value(literal) < 0 else forced_by(position, literal)
        if forced is None:
            raise InputError(ENDS_IN_CONFLICT, advice=_("ask about another literal"))
        return forced


@dataclass(frozen=True)
class PropagatedLiteral(_Propagation):
    """A literal that unit propagation forces once a literal is true; any of them is right."""

    text: ClassVar[Sentence] = lazy_gettext("{literal} becomes true. What does unit propagation force then?")
    literal: int | None = field(default=None, metadata={"value": Value.LITERAL})


@dataclass(frozen=True)
class PropagationOrder(_Propagation):
    """All literals that unit propagation forces once a literal is true, each after what it follows from."""

    form: ClassVar[AnswerForm] = AnswerForm.ORDER
    text: ClassVar[Sentence] = lazy_gettext(
        "{literal} becomes true. What does unit propagation force then, and in which order?"
    )
    literal: int | None = field(default=None, metadata={"value": Value.LITERAL})

    def order_fault(self, position: TracePosition, answer: Answer, /) -> str:
        forced, literal = self._forced(position), next_true(position, self.literal)
        for place, item in enumerate(answer):
            false = false_literals(position, (literal, *answer[:place]))
            if all(open_literals(position, index, false) != (item,) for index in position.containing(item)):
                index = forced[item]
                others = [other for other in open_literals(position, index, false) if other != item]
                return TOO_EARLY.format(
                    literal=position.name(item), clause=position.clause_words(index), others=position.names(others)
                )
        return ""

    def why_all(self, position: TracePosition, answer: Answer) -> str:
        literal = next_true(position, self.literal)
        steps = []
        for place, item in enumerate(answer):
            false = false_literals(position, (literal, *answer[:place]))
            clauses = position.containing(item)
            index = next(index for index in clauses if open_literals(position, index, false) == (item,))
            steps.append(FORCED_STEP.format(literal=position.name(item), clause=index + 1))
        return EACH_FORCED.format(steps=joined(steps))

    def solution(self, position: TracePosition) -> Answer:
        return tuple(self._forced(position))
