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
from engine.sat.lessons.questions import ALL_SATISFIED, IN_NO_CLAUSE, assigned, next_true
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

    def question_text(self, moment: TracePosition, /) -> str:
        return self.text.format(literal=moment.name(next_true(moment, self.literal)))

    def right(self, moment: TracePosition) -> frozenset[int]:
        nothing = FORCES_NOTHING.format(literal=moment.name(next_true(moment, self.literal)))
        return require_any(frozenset(self._forced(moment)), nothing, _("ask about another literal"))

    def why(self, moment: TracePosition, answer: int) -> str:
        forced, literal = self._forced(moment), next_true(moment, self.literal)
        index = forced[answer]
        causes = [-other for other in moment.clause(index) if -other in (literal, *forced)]
        sentence = UNIT_ALREADY if not causes else WILL_FORCE if len(causes) == 1 else WILL_FORCE_BY_SEVERAL
        clause = as_beginning(moment.clause_words(index))
        return sentence.format(clause=clause, literal=moment.name(answer), causes=moment.names(causes))

    def why_not(self, moment: TracePosition, answer: int) -> str:
        if reason := assigned(moment, answer):
            return reason
        forced, literal = self._forced(moment), next_true(moment, self.literal)
        if abs(answer) == abs(literal):
            return IS_GIVEN.format(literal=moment.name(literal))
        if -answer in forced:
            return self.why(moment, -answer)
        true = {*moment.state.trail, literal, *forced}
        clauses = moment.containing(answer)
        unsatisfied = [index for index in clauses if not true.intersection(moment.clause(index))]
        if not unsatisfied:
            return (ALL_SATISFIED if clauses else IN_NO_CLAUSE).format(literal=moment.name(answer))
        false = {-other for other in true}
        nearest = min(unsatisfied, key=lambda index: len(open_literals(moment, index, false)))
        others = [other for other in open_literals(moment, nearest, false) if other != answer]
        return STAYS_OPEN.format(
            literal=moment.name(answer), clause=moment.clause_words(nearest), others=moment.names(others)
        )

    def _forced(self, moment: TracePosition) -> Mapping[int, int]:
        """The literals that follow, each with its clause. Raises InputError where a clause becomes false."""
        need_all_clauses(moment)
        literal = next_true(moment, self.literal)
        forced = None if moment.state.value(literal) < 0 else forced_by(moment, literal)
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

    def order_fault(self, moment: TracePosition, answer: Answer, /) -> str:
        forced, literal = self._forced(moment), next_true(moment, self.literal)
        for place, item in enumerate(answer):
            false = false_literals(moment, (literal, *answer[:place]))
            if all(open_literals(moment, index, false) != (item,) for index in moment.containing(item)):
                index = forced[item]
                others = [other for other in open_literals(moment, index, false) if other != item]
                return TOO_EARLY.format(
                    literal=moment.name(item), clause=moment.clause_words(index), others=moment.names(others)
                )
        return ""

    def why_all(self, moment: TracePosition, answer: Answer) -> str:
        literal = next_true(moment, self.literal)
        steps = []
        for place, item in enumerate(answer):
            false = false_literals(moment, (literal, *answer[:place]))
            clauses = moment.containing(item)
            index = next(index for index in clauses if open_literals(moment, index, false) == (item,))
            steps.append(FORCED_STEP.format(literal=moment.name(item), clause=index + 1))
        return EACH_FORCED.format(steps=joined(steps))

    def solution(self, moment: TracePosition) -> Answer:
        return tuple(self._forced(moment))
