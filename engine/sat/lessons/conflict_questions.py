"""Questions about the implication graph of a conflict: its cuts, and the order of resolution."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from engine.base.errors import InputError
from engine.base.language import Sentence, _, lazy_gettext
from engine.base.text import as_beginning
from engine.sat.formula.formula import Literals
from engine.sat.lessons.implications import implications
from engine.sat.lessons.lesson_question import (
    Answer,
    AnswerForm,
    AnswerKind,
    LessonQuestion,
    Value,
    require_any,
)
from engine.sat.lessons.questions import NOT_INVOLVED, conflict, not_true
from engine.sat.lessons.trace_position import TracePosition
from engine.sat.trace.analysis import ImplicationNode
from engine.sat.trace.events import DECIDED
from engine.sat.trace.narration import literals_text

NO_GRAPH = lazy_gettext("no conflict led to this stop")
AT_ANY_CONFLICT = lazy_gettext('stop at an event "conflict"')
NO_SUCH_CUT = lazy_gettext("no cut of this conflict gives the clause {clause}")
FIRST_UIP_CUT = lazy_gettext(
    "Lines from {literals} cross this cut, so it gives {clause}. {literal} is the only one of level {level:,}, and no "
    "cut nearer to the conflict has only one."
)
SEVERAL_LEAD = lazy_gettext(
    "This cut gives {clause}: lines from {several} of level {level:,} cross it, so the clause would be unit on no "
    "lower level."
)
OTHER_UIP_CUT = lazy_gettext(
    "This cut gives {clause}, which has only one literal of level {level:,}, too. But there is such a cut nearer to "
    "the conflict."
)
UNFORCED_BELOW = lazy_gettext("{literal} is below this cut, and no clause forced it: so the cut gives no clause.")
GIVES = lazy_gettext("Lines from {literals} cross this cut, so it gives the clause {clause}.")


@dataclass(frozen=True)
class CutQuestion(LessonQuestion):
    """The cut of the implication graph that gives a clause, by default that of the first unique implication point.

    A cut is named by the literal above it: all later literals, and the conflict, lie below.
    """

    asks: ClassVar[AnswerKind] = AnswerKind.CUT
    text: ClassVar[Sentence] = lazy_gettext("Which cut belongs to the first unique implication point?")
    text_of_clause: ClassVar[Sentence] = lazy_gettext("Which cut gives the clause {clause}?")
    literals: Literals | None = field(default=None, metadata={"value": Value.LITERALS})

    def question_text(self, position: TracePosition, /) -> str:
        if self.literals is None:
            return str(self.text)
        return self.text_of_clause.format(clause=literals_text(self.literals, position.words))

    def right(self, position: TracePosition) -> frozenset[int]:
        if self.literals is None:
            return frozenset((conflict(position).implication_point,))
        graph = _graph(position)
        found = (
            node.literal
            for number, node in enumerate(graph[:-1])
            if not _unforced(graph, number) and {-literal for literal in _crossing(graph, number)} == set(self.literals)
        )
        nothing = NO_SUCH_CUT.format(clause=literals_text(self.literals, position.words))
        return require_any(frozenset(found), nothing, _("name the literals of another clause"))

    def why(self, position: TracePosition, answer: int) -> str:
        return self._sentence(position, answer, str(GIVES if self.literals else FIRST_UIP_CUT))

    def why_not(self, position: TracePosition, answer: int) -> str:
        graph = _graph(position)
        number = next((number for number, node in enumerate(graph) if node.literal == answer), None)
        if number is None:
            return NOT_INVOLVED.format(literal=position.name(answer))
        if literal := _unforced(graph, number):
            return UNFORCED_BELOW.format(literal=position.name(literal))
        if self.literals is not None:
            return self._sentence(position, answer, str(GIVES))
        count = len(_of_level(graph, _crossing(graph, number)))
        return self._sentence(position, answer, str(OTHER_UIP_CUT if count == 1 else SEVERAL_LEAD))

    @staticmethod
    def _sentence(position: TracePosition, answer: int, sentence: str) -> str:
        graph = _graph(position)
        number = next(number for number, node in enumerate(graph) if node.literal == answer)
        crossing = _crossing(graph, number)
        return sentence.format(
            literals=position.names(crossing),
            literal=position.name(answer),
            level=graph[-1].level,
            several=position.names(_of_level(graph, crossing)),
            clause=literals_text((-literal for literal in reversed(crossing)), position.words),
        )


def _graph(position: TracePosition) -> tuple[ImplicationNode, ...]:
    """The literals that led to the conflict here, which comes last. Raises InputError."""
    try:
        return implications(position.trace, position.index)
    except ValueError:
        raise InputError(NO_GRAPH, advice=AT_ANY_CONFLICT) from None


def _crossing(graph: tuple[ImplicationNode, ...], number: int) -> Literals:
    """The literals whose lines cross the cut below node `number`: those above it that lead to a literal below."""
    causes = {cause for node in graph[number + 1 :] for cause in node.causes}
    return tuple(graph[cause].literal for cause in sorted(causes) if cause <= number)


def _of_level(graph: tuple[ImplicationNode, ...], literals: Literals) -> Literals:
    """The literals of the conflict's level among these."""
    level_literals = {node.literal for node in graph if node.level == graph[-1].level}
    return tuple(literal for literal in literals if literal in level_literals)


def _unforced(graph: tuple[ImplicationNode, ...], number: int) -> int:
    """The last literal below node `number` that no clause forced; 0 if there is none."""
    return next((node.literal for node in reversed(graph[number + 1 :]) if node.reason is None), 0)


NOTHING_REPLACED = lazy_gettext("the false clause has only one literal of the conflict's level: nothing is replaced")
ALL_REPLACED = lazy_gettext(
    "These are the literals of level {level:,} between the first unique implication point {point} and the conflict. "
    "Each is replaced after all literals that it helped to force."
)
IS_POINT = lazy_gettext("{literal} is the first unique implication point: resolution ends with it, it is not replaced.")
LOWER_LEVEL = lazy_gettext("{literal} is on level {level:,}. Only literals of level {top:,} are replaced.")
BEFORE_POINT = lazy_gettext("Resolution ends at {point}, before it comes to {literal}.")
COMES_BACK = lazy_gettext(
    "{literal} helped to force {later}, which is replaced only after it here: that would bring {literal} back."
)
IS_REPLACED = lazy_gettext("{literal} is replaced by resolving with {clause}, which forced it.")


@dataclass(frozen=True)
class ResolutionOrder(LessonQuestion):
    """The literals that conflict analysis replaces by their reasons, each after what it helped to force."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    form: ClassVar[AnswerForm] = AnswerForm.ORDER
    text: ClassVar[Sentence] = lazy_gettext("Which literals does conflict analysis replace, and in which order?")

    def right(self, position: TracePosition) -> frozenset[int]:
        replaced = frozenset(step.literal for step in conflict(position).steps)
        return require_any(replaced, str(NOTHING_REPLACED), _("ask at another conflict"))

    def why(self, position: TracePosition, answer: int) -> str:
        clause = next(step.clause for step in conflict(position).steps if step.literal == answer)
        return IS_REPLACED.format(literal=position.name(answer), clause=position.clause_words(clause))

    def why_not(self, position: TracePosition, answer: int) -> str:
        if reason := not_true(position, answer):
            return reason
        analysis, level, name = conflict(position), position.level(answer), position.name(answer)
        if all(node.literal != answer for node in _graph(position)):
            return NOT_INVOLVED.format(literal=name)
        if answer == analysis.implication_point:
            return IS_POINT.format(literal=name)
        if level != analysis.level:
            return LOWER_LEVEL.format(literal=name, level=level, top=analysis.level)
        return BEFORE_POINT.format(point=position.name(analysis.implication_point), literal=name)

    def order_fault(self, position: TracePosition, answer: Answer, /) -> str:
        steps = conflict(position).steps
        for place, item in enumerate(answer):
            for step in steps:
                if step.literal not in answer[: place + 1] and -item in position.clause(step.clause):
                    return COMES_BACK.format(literal=position.name(item), later=position.name(step.literal))
        return ""

    def why_all(self, position: TracePosition, _answer: Answer) -> str:
        analysis = conflict(position)
        return ALL_REPLACED.format(level=analysis.level, point=position.name(analysis.implication_point))

    def solution(self, position: TracePosition) -> Answer:
        return tuple(step.literal for step in conflict(position).steps)


NOTHING_LEFT_OUT = lazy_gettext("minimisation leaves no literal out of this clause")
SUPERFLUOUS = lazy_gettext(
    "{reason} forced {literal}, and {causes} are true as soon as the rest of the clause is false: so {negation} adds "
    "nothing."
)
SUPERFLUOUS_BY_SINGLE = lazy_gettext(
    "{reason} forced {literal}, and {causes} is true as soon as the rest of the clause is false: so {negation} adds "
    "nothing."
)
NOT_DERIVED = lazy_gettext("{negation} is not in {clause}.")
NOT_IMPLIED = lazy_gettext("{negation} stays: {literal} was decided, so it does not follow from the rest.")
NEEDS_MORE = lazy_gettext("{negation} stays: {reason} forced {literal}, but {cause} does not follow from the rest.")
ASSERTS = lazy_gettext("{negation} stays: it is the only literal of level {level:,}, which the clause will force.")


@dataclass(frozen=True)
class LeftOutLiteral(LessonQuestion):
    """A literal of the graph whose negation minimisation leaves out of the learned clause; any of them is right."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext(
        "Resolution gives {clause}. Choose a literal whose negation can be left out."
    )

    def question_text(self, position: TracePosition, /) -> str:
        return self.text.format(clause=literals_text(conflict(position).derived, position.words))

    def right(self, position: TracePosition) -> frozenset[int]:
        analysis = conflict(position)
        learned = position.trace.clause(analysis.learned)
        left_out = frozenset(-literal for literal in analysis.derived if literal not in learned)
        return require_any(left_out, str(NOTHING_LEFT_OUT), _("ask at another conflict"))

    def why(self, position: TracePosition, answer: int) -> str:
        reason, causes = _reason(position, answer)
        sentence = SUPERFLUOUS if len(causes) > 1 else SUPERFLUOUS_BY_SINGLE
        return as_beginning(self._sentence(str(sentence), position, answer, reason, causes))

    def why_not(self, position: TracePosition, answer: int) -> str:
        if sentence := not_true(position, answer):
            return sentence
        analysis = conflict(position)
        if -answer not in analysis.derived:
            clause = literals_text(analysis.derived, position.words)
            return NOT_DERIVED.format(negation=position.name(-answer), clause=clause)
        if answer == analysis.implication_point:
            return ASSERTS.format(negation=position.name(-answer), level=analysis.level)
        reason, causes = _reason(position, answer)
        if reason < 0:
            return self._sentence(str(NOT_IMPLIED), position, answer, reason, causes)
        implied = _implied(position, {-literal for literal in analysis.derived} - {answer})
        missing_causes = [cause for cause in causes if cause not in implied]
        return self._sentence(str(NEEDS_MORE), position, answer, reason, missing_causes)

    @staticmethod
    def _sentence(sentence: str, position: TracePosition, answer: int, reason: int, causes: Sequence[int]) -> str:
        return sentence.format(
            literal=position.name(answer),
            negation=position.name(-answer),
            causes=position.names(causes),
            cause=position.names(causes[:1]),
            reason=position.clause_words(reason) if reason >= 0 else "",
        )


def _reason(position: TracePosition, literal: int) -> tuple[int, list[int]]:
    """The clause that forced a true literal, or a negative number, and the literals above level 0 that made it unit."""
    place = position.state.place(abs(literal))
    assert place is not None, "it is true"
    reason = position.state.reasons[place]
    clause = position.clause(reason) if reason >= 0 else ()
    return reason, [-other for other in clause if other != literal and position.level(other)]


def _implied(position: TracePosition, true: set[int]) -> set[int]:
    """These literals, those of level 0, and all literals of the trail whose reasons follow from them."""
    found = set(true)
    for literal in position.state.trail:
        reason, causes = _reason(position, literal)
        if not position.level(literal) or (reason >= 0 and found.issuperset(causes)):
            found.add(literal)
    return found


NO_CORE = lazy_gettext("the conflict depends on no decision, or on the other value of one")
ASK_OF_DECISIONS = lazy_gettext("ask at a conflict of a search by cdcl, above level 0")
IN_CORE = lazy_gettext("A path leads from the decision {literal} to the conflict.")
WAS_FORCED = lazy_gettext("{clause} forced {literal}: it was not decided.")


@dataclass(frozen=True)
class CoreDecision(LessonQuestion):
    """A decision that the conflict follows from; any of them is right. All of them together are a core of decisions."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext("Which decisions does the conflict follow from?")

    def right(self, position: TracePosition) -> frozenset[int]:
        unforced = [node.literal for node in _graph(position)[:-1] if node.reason is None]
        decided = frozenset(literal for literal in unforced if _reason(position, literal)[0] == DECIDED)
        core = decided if len(decided) == len(unforced) else frozenset()
        return require_any(core, str(NO_CORE), str(ASK_OF_DECISIONS))

    def why(self, position: TracePosition, answer: int) -> str:
        return IN_CORE.format(literal=position.name(answer))

    def why_not(self, position: TracePosition, answer: int) -> str:
        if sentence := not_true(position, answer):
            return sentence
        reason, _causes = _reason(position, answer)
        if reason >= 0:
            return as_beginning(WAS_FORCED.format(clause=position.clause_words(reason), literal=position.name(answer)))
        return NOT_INVOLVED.format(literal=position.name(answer))
