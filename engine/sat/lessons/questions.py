"""Questions about a position of a search: forced literals, states of clauses, decisions, conflicts, backtracking.

The classes compute right answers and explanations from the recording. They contain no answers, so a lesson can't be
wrong about its own search. Their fields are keys in lesson files, and `KINDS` (of `kinds`) has their names. `right`
raises InputError if the question is impossible at that position.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from engine.base.errors import InputError
from engine.base.language import Sentence, _, lazy_gettext
from engine.base.text import as_beginning
from engine.sat.formula.assignment_state import ClauseState
from engine.sat.lessons.implications import implications, path_around
from engine.sat.lessons.lesson_question import (
    AnswerKind,
    LessonQuestion,
    Value,
    need_all_clauses,
    require_any,
)
from engine.sat.lessons.trace_position import TracePosition
from engine.sat.solvers.candidates import RankedLiteral, candidates
from engine.sat.solvers.solve import description_of
from engine.sat.trace.analysis import ConflictAnalysis
from engine.sat.trace.events import DECIDED, FLIPPED, EventKind
from engine.sat.trace.narration import literals_text

# literals that unit propagation makes true

TRUE_ALREADY = lazy_gettext("{literal} is already true.")
FALSE_ALREADY = lazy_gettext("{literal} is already false, because {negation} is true.")
FORCED = lazy_gettext(
    "{clause} is unit: {literal} is free and no other literal can satisfy it. So {literal} must be true."
)
OTHER_SIGN = lazy_gettext("It is the other way round: {clause} is unit and forces {negation}.")
STILL_OPEN = lazy_gettext("Nothing forces {literal} yet: {clause}, for example, can still be satisfied by {others}.")
ALL_SATISFIED = lazy_gettext("Every clause with {literal} is satisfied already, so none of them forces it.")
IN_NO_CLAUSE = lazy_gettext("{literal} is in no clause, so nothing can force it.")
NOT_NEXT = lazy_gettext("no literal becomes true after this stop")
NOTHING_FORCED = lazy_gettext("no clause is unit at this stop")


def value_sentence(position: TracePosition, literal: int) -> str:
    """A sentence if the literal is already true or false; "" if it is free."""
    sentence = {1: TRUE_ALREADY, -1: FALSE_ALREADY}.get(position.state.value(literal), "")
    return sentence.format(literal=position.name(literal), negation=position.name(-literal))


def next_true(position: TracePosition, literal: int | None) -> int:
    """The literal of the question, or that of the next event. Raises InputError."""
    if literal is None:
        event = position.next_event
        if event is None or not event.literal:
            raise InputError(NOT_NEXT, advice=_('stop "before decision N" or "before forced N", or name the literal'))
        return event.literal
    return literal


@dataclass(frozen=True)
class ForcedLiteral(LessonQuestion):
    """A literal that a unit clause forces now; any such literal is right."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext("Which literal is forced now?")

    def right(self, position: TracePosition) -> frozenset[int]:
        need_all_clauses(position)
        units = (index for index in range(position.clauses) if position.clause_state(index) is ClauseState.UNIT)
        return require_any(
            frozenset(position.free(index)[0] for index in units), str(NOTHING_FORCED), _("ask right after a decision")
        )

    def why(self, position: TracePosition, answer: int) -> str:
        index = next(index for index in range(position.clauses) if self._forces(position, index, answer))
        return as_beginning(FORCED.format(clause=position.clause_words(index), literal=position.name(answer)))

    def why_not(self, position: TracePosition, answer: int) -> str:
        if reason := value_sentence(position, answer):
            return reason
        name, negation = position.name(answer), position.name(-answer)
        for index in position.containing(-answer):
            if self._forces(position, index, -answer):
                return OTHER_SIGN.format(clause=position.clause_words(index), negation=negation)
        clauses = position.containing(answer)
        open_clauses = [index for index in clauses if position.clause_state(index) is ClauseState.OPEN]
        if not open_clauses:
            return (ALL_SATISFIED if clauses else IN_NO_CLAUSE).format(literal=name)
        nearest = min(open_clauses, key=lambda index: len(position.free(index)))
        others = position.names(literal for literal in position.free(nearest) if literal != answer)
        return STILL_OPEN.format(literal=name, clause=position.clause_words(nearest), others=others)

    @staticmethod
    def _forces(position: TracePosition, index: int, literal: int) -> bool:
        return position.clause_state(index) is ClauseState.UNIT and position.free(index) == (literal,)


# clauses by their state

SATISFIED = lazy_gettext("{clause} is satisfied: {literals} is true, and one true literal is enough.")
UNIT = lazy_gettext("{clause} is unit: {literals} is free and no other literal can satisfy it.")
FALSE = lazy_gettext("{clause} is false: all of its literals are false.")
OPEN = lazy_gettext("{clause} is open: no literal is true, and {literals} are free.")
NO_SUCH_STATE = lazy_gettext("no clause is {state} at this stop")
_DESCRIPTIONS = {
    ClauseState.SATISFIED: SATISFIED, ClauseState.UNIT: UNIT, ClauseState.FALSE: FALSE, ClauseState.OPEN: OPEN,
}  # fmt: skip


@dataclass(frozen=True)
class ClauseOfState(LessonQuestion):
    """A clause that is open, satisfied, unit or false; any such clause is right."""

    asks: ClassVar[AnswerKind] = AnswerKind.CLAUSE
    text: ClassVar[Sentence] = lazy_gettext("Choose a clause that is {state}.")
    state: ClauseState = field(metadata={"value": Value.STATE})

    def question_text(self, _: TracePosition, /) -> str:
        return self.text.format(state=self.state.name.lower())

    def right(self, position: TracePosition) -> frozenset[int]:
        need_all_clauses(position)
        found = (index for index in range(position.clauses) if position.clause_state(index) is self.state)
        nothing = NO_SUCH_STATE.format(state=self.state.name.lower())
        return require_any(frozenset(found), nothing, _("ask at another stop"))

    def why(self, position: TracePosition, answer: int) -> str:
        state = position.clause_state(answer)
        literals = position.true(answer)[:1] if state is ClauseState.SATISFIED else position.free(answer)
        description = _DESCRIPTIONS[state]
        return as_beginning(description.format(clause=position.clause_words(answer), literals=position.names(literals)))

    why_not = why


# the clause that forced a literal

DID_FORCE = lazy_gettext("All other literals of {clause} were false, so {literal} had to be true.")
LITERAL_MISSING = lazy_gettext("{clause} does not contain {literal}, so it can't force it.")
WAS_NOT_UNIT = lazy_gettext("{clause} was not unit then: {other} was not false when {literal} was assigned.")
NO_REASON = lazy_gettext("{literal} was not forced by a clause at this stop")


@dataclass(frozen=True)
class Reason(LessonQuestion):
    """A clause that could have forced a literal, by default that of the last event; any such clause is right."""

    asks: ClassVar[AnswerKind] = AnswerKind.CLAUSE
    text: ClassVar[Sentence] = lazy_gettext("Which clause has forced {literal}?")
    literal: int | None = field(default=None, metadata={"value": Value.LITERAL})

    def question_text(self, position: TracePosition, /) -> str:
        return self.text.format(literal=position.name(self._forced(position)[0]))

    def right(self, position: TracePosition) -> frozenset[int]:
        literal, place = self._forced(position)
        if place is None or position.state.trail[place] != literal or position.state.reasons[place] < 0:
            raise InputError(NO_REASON.format(literal=position.name(literal)), advice=_('stop at an event "forced"'))
        clauses = position.containing(literal)
        return frozenset(index for index in clauses if not self._obstacle(position, index, literal, place))

    def why(self, position: TracePosition, answer: int) -> str:
        literal, _ = self._forced(position)
        return DID_FORCE.format(clause=position.clause_words(answer), literal=position.name(literal))

    def why_not(self, position: TracePosition, answer: int) -> str:
        literal, place = self._forced(position)
        clause, name = as_beginning(position.clause_words(answer)), position.name(literal)
        if literal not in position.clause(answer) or place is None:
            return LITERAL_MISSING.format(clause=clause, literal=name)
        other = self._obstacle(position, answer, literal, place)
        return WAS_NOT_UNIT.format(clause=clause, other=position.name(other), literal=name)

    def _forced(self, position: TracePosition) -> tuple[int, int | None]:
        """The literal, and its place on the trail."""
        literal = self.literal or (position.last_event.literal if position.last_event else 0)
        return literal, position.state.place(abs(literal)) if literal else None

    @staticmethod
    def _obstacle(position: TracePosition, index: int, literal: int, place: int) -> int:
        """Another literal of the clause that was not false before that place on the trail; 0 if there is none."""
        false = {-other for other in position.state.trail[:place]}
        return next((other for other in position.clause(index) if other not in (literal, *false)), 0)


# decisions

NOT_DECIDED = lazy_gettext("no decision follows this stop")
BEFORE_DECISION = lazy_gettext('stop "before decision N"')
NOT_BY_RULE = lazy_gettext('the decision after this stop is one that "decide" asks for, not the rule\'s own')
RANKED = lazy_gettext("The rule {rule} ranks {literal} highest: {rank:,g}.")
RANKED_ALONE = lazy_gettext("That is what the branching rule {rule} decides here.")
TIED = lazy_gettext(
    "The rule {rule} ranks {literal} highest, {rank:,g}, as high as {others}; the tie goes to {literal}."
)
LAST_VALUE = lazy_gettext("The rule {rule} decides this variable, and gives it the value that it had last.")
OTHER_THAN_LAST = lazy_gettext("The variable is right, but it is given the value that it had last: {choice}.")
BELOW = lazy_gettext("The rule {rule} ranks {literal} lower, at {rank:,g}: there is one at {best:,g}.")
OTHER_OF_TIE = lazy_gettext("{literal} is ranked as high, {rank:,g}, but a tie goes to {choice}.")
OTHER_VALUE = lazy_gettext("The variable is right, but the rule {rule} makes {choice} true first.")
UNRANKED = lazy_gettext("The rule {rule} does not consider {literal} here.")


@dataclass(frozen=True)
class Decision(LessonQuestion):
    """The next decision of the branching rule."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext("Which literal will be decided next?")

    def right(self, position: TracePosition) -> frozenset[int]:
        event = position.next_event
        if event is None or event.kind is not EventKind.DECISION:
            raise InputError(NOT_DECIDED, advice=BEFORE_DECISION)
        ranked = self._ranked(position)
        prefix_variables = {abs(literal) for literal in position.trace.setup.prefix}
        if abs(event.literal) in prefix_variables or (ranked and ranked[0].literal != event.literal):
            raise InputError(NOT_BY_RULE, advice=_("ask about a later decision"))
        return frozenset((event.literal,))

    def why(self, position: TracePosition, answer: int) -> str:
        rule, name, ranked = position.trace.result.branching, position.name(answer), self._ranked(position)
        if self._repeats_last_value(position, answer):
            return LAST_VALUE.format(rule=rule)
        if not ranked or ranked[0].rank is None:
            return RANKED_ALONE.format(rule=rule)
        best = ranked[0].rank
        if tied := [candidate.literal for candidate in ranked[1:] if candidate.rank == best]:
            return TIED.format(rule=rule, literal=name, rank=best, others=position.names(tied))
        return RANKED.format(rule=rule, literal=name, rank=best)

    def why_not(self, position: TracePosition, answer: int) -> str:
        if reason := value_sentence(position, answer):
            return reason
        rule, ranked = position.trace.result.branching, self._ranked(position)
        rule_choice = next(iter(self.right(position)))
        if answer == -rule_choice and self._repeats_last_value(position, rule_choice):
            return OTHER_THAN_LAST.format(choice=position.name(rule_choice))
        if answer == -rule_choice:
            return OTHER_VALUE.format(rule=rule, choice=position.name(rule_choice))
        best = ranked[0].rank if ranked else None
        rank = next((candidate.rank for candidate in ranked if candidate.literal == answer), None)
        if best is None or rank is None:
            return UNRANKED.format(rule=rule, literal=position.name(answer))
        if rank == best:
            return OTHER_OF_TIE.format(literal=position.name(answer), rank=rank, choice=position.name(rule_choice))
        return BELOW.format(rule=rule, literal=position.name(answer), rank=rank, best=best)

    @staticmethod
    def _repeats_last_value(position: TracePosition, literal: int) -> bool:
        """Whether the literal was true when its variable last had a value, in a search that repeats such values."""
        last = position.trace.previous_assignment(position.index + 1, (abs(literal),))
        learns = description_of(position.trace.result.solver).learns
        return learns and last is not None and position.trace.event(last - 1).literal == literal

    @staticmethod
    def _ranked(position: TracePosition) -> list[RankedLiteral]:
        return candidates(position.trace, position.index) or []


# conflicts

NO_CONFLICT = lazy_gettext("no conflict from which a clause is learned led to this stop")
AT_CONFLICT = lazy_gettext('stop at an event "conflict" above level 0, in a search by cdcl')
FIRST_UIP = lazy_gettext(
    "Every path on this level from the decision {decision} to the conflict passes through {literal}, and no later "
    "literal lies on every path. So {literal} is the first unique implication point."
)
LATER_UIP = lazy_gettext(
    "Every path on this level from the decision {decision} to the conflict passes through {literal}, so it is a "
    "unique implication point. But it is not the first one, counted from the conflict: another lies between it and the "
    "conflict."
)
NO_UIP = lazy_gettext(
    "There is a path from the decision {decision} to the conflict that avoids {literal}: {way}, conflict. A unique "
    "implication point lies on every path."
)
OTHER_LEVEL = lazy_gettext(
    "{literal} is on level {level:,}. A unique implication point lies on the level of the conflict, which is {top:,}."
)
NOT_INVOLVED = lazy_gettext("{literal} does not lead to this conflict.")
FREE = lazy_gettext("{literal} is free.")


def conflict(position: TracePosition) -> ConflictAnalysis:
    """The analysis of the conflict that led here. Raises InputError."""
    analysis = position.analysis
    if analysis is None or analysis.position != position.index:
        raise InputError(NO_CONFLICT, advice=AT_CONFLICT)
    return analysis


@dataclass(frozen=True)
class FirstUip(LessonQuestion):
    """The first unique implication point of the conflict."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext("Which literal is the first unique implication point?")

    def right(self, position: TracePosition) -> frozenset[int]:
        return frozenset((conflict(position).implication_point,))

    def why(self, position: TracePosition, answer: int) -> str:
        return FIRST_UIP.format(decision=self._decision(position), literal=position.name(answer))

    def why_not(self, position: TracePosition, answer: int) -> str:
        name, level, top = position.name(answer), position.level(answer), conflict(position).level
        if reason := not_true(position, answer):
            return reason
        if level != top:
            return OTHER_LEVEL.format(literal=name, level=level, top=top)
        graph = implications(position.trace, position.index)
        if all(node.literal != answer for node in graph):
            return NOT_INVOLVED.format(literal=name)
        if path := path_around(graph, answer):
            return NO_UIP.format(decision=self._decision(position), literal=name, way=position.names(path))
        return LATER_UIP.format(decision=self._decision(position), literal=name)

    @staticmethod
    def _decision(position: TracePosition) -> str:
        places = range(len(position.state.trail) - 1, -1, -1)
        return position.name(next(position.state.trail[at] for at in places if position.state.reasons[at] == DECIDED))


def not_true(position: TracePosition, literal: int) -> str:
    """A sentence if the literal is not true; "" if it is."""
    value = position.state.value(literal)
    if value > 0:
        return ""
    name, negation = position.name(literal), position.name(-literal)
    return FALSE_ALREADY.format(literal=name, negation=negation) if value else FREE.format(literal=name)


IS_LEARNED = lazy_gettext("The learned clause is {learned}: {literal} is in it.")
TRUE_NOW = lazy_gettext(
    "{literal} is true in this conflict. All literals of a learned clause are false when it is learned."
)
REPLACED = lazy_gettext(
    "{negation} lies between the first unique implication point and the conflict: it was resolved away."
)
OF_LEVEL_0 = lazy_gettext("{literal} is false on level 0, without any decision: it is removed.")
IMPLIED = lazy_gettext(
    "{literal} is left out: propagation makes it false as soon as all other literals of the clause are false."
)
ONLY_BY_OTHERS = lazy_gettext(
    "{negation} leads to this conflict only through literals whose negations are left in the clause after resolution."
)
NOT_LEARNED = lazy_gettext("{literal} takes no part in this conflict.")


@dataclass(frozen=True)
class LearnedLiteral(LessonQuestion):
    """A literal of the clause learned from the conflict; any of them is right."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext("Choose a literal of the clause that is learned.")

    def right(self, position: TracePosition) -> frozenset[int]:
        return frozenset(position.trace.clause(conflict(position).learned))

    def why(self, position: TracePosition, answer: int) -> str:
        learned = literals_text(position.trace.clause(conflict(position).learned), position.words)
        return IS_LEARNED.format(learned=learned, literal=position.name(answer))

    def why_not(self, position: TracePosition, answer: int) -> str:
        name, analysis = position.name(answer), conflict(position)
        value = position.state.value(answer)
        if value >= 0:
            return (TRUE_NOW if value else FREE).format(literal=name)
        if answer in analysis.fixed:
            return OF_LEVEL_0.format(literal=name)
        if answer in analysis.derived:
            return IMPLIED.format(literal=name)
        if any(step.literal == -answer for step in analysis.steps):
            return REPLACED.format(negation=position.name(-answer))
        if any(node.literal == -answer for node in implications(position.trace, position.index)):
            return ONLY_BY_OTHERS.format(negation=position.name(-answer))
        return NOT_LEARNED.format(literal=name)


BACK = lazy_gettext(
    "Apart from {literal}, the highest level of a literal in {clause} is {level:,}. On that level {literal} is free "
    "and the others are still false: the clause is unit."
)
BACK_TO_0 = lazy_gettext("{clause} has no literal but {literal}, so it is unit without any decision.")
TOO_FAR = lazy_gettext("On level {level:,} more than one literal of {clause} is free, so it would force nothing there.")
TOO_NEAR = lazy_gettext(
    "On level {level:,} {clause} is unit, but it is unit on a lower level already. The search goes back to the lowest."
)
NO_JUMP = lazy_gettext("Level {level:,} is that of the conflict: there all literals of {clause} are false.")
NO_LEVEL = lazy_gettext("There is no level {level:,} here: the conflict is on level {top:,}.")


@dataclass(frozen=True)
class Backjump(LessonQuestion):
    """The level to which the search goes back after the conflict."""

    asks: ClassVar[AnswerKind] = AnswerKind.NUMBER
    text: ClassVar[Sentence] = lazy_gettext("To which level does the search go back?")

    def right(self, position: TracePosition) -> frozenset[int]:
        back_to = self._analysis(position).back_to
        if back_to is None:
            raise InputError(NO_CONFLICT, advice=AT_CONFLICT)
        return frozenset((back_to,))

    def why(self, position: TracePosition, answer: int) -> str:
        analysis = self._analysis(position)
        sentence = BACK_TO_0 if len(position.trace.clause(analysis.learned)) == 1 else BACK
        literal, clause = position.name(-analysis.implication_point), position.clause_words(analysis.learned)
        return as_beginning(sentence.format(clause=clause, literal=literal, level=answer))

    def why_not(self, position: TracePosition, answer: int) -> str:
        analysis = self._analysis(position)
        clause = position.clause_words(analysis.learned)
        if not 0 <= answer <= analysis.level:
            return NO_LEVEL.format(level=answer, top=analysis.level)
        if answer == analysis.level:
            return NO_JUMP.format(level=answer, clause=clause)
        sentence = TOO_NEAR if answer > (analysis.back_to or 0) else TOO_FAR
        return sentence.format(level=answer, clause=clause)

    @staticmethod
    def _analysis(position: TracePosition) -> ConflictAnalysis:
        """The analysis of the conflict that led here, or to the learned clause before. Raises InputError."""
        analysis = position.analysis
        if analysis is None or position.index - analysis.position > 1:
            raise InputError(NO_CONFLICT, advice=AT_CONFLICT)
        return analysis


# backtracking: literals that stay, and the one that is flipped

NOTHING_UNDONE = lazy_gettext("the next event does not make literals free")
STAYS = lazy_gettext("{literal} is on level {level:,}. Everything up to level {back_to:,} stays.")
BECOMES_FREE = lazy_gettext("{literal} is on level {level:,}. Everything above level {back_to:,} becomes free.")
NOTHING_STAYS = lazy_gettext("every literal becomes free at this stop")


@dataclass(frozen=True)
class StayingLiteral(LessonQuestion):
    """A literal that stays true when the search goes back next; any such literal is right."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext("Which literal stays true?")

    def right(self, position: TracePosition) -> frozenset[int]:
        event = position.next_event
        if event is None or event.kind not in (EventKind.BACKTRACK, EventKind.RESTART):
            raise InputError(NOTHING_UNDONE, advice=_('stop "before backtrack N" or "before restart N"'))
        left = int(position.trace.clauses[position.index])
        return require_any(frozenset(position.state.trail[:left]), str(NOTHING_STAYS), _("ask at another stop"))

    def why(self, position: TracePosition, answer: int) -> str:
        return self._sentence(str(STAYS), position, answer)

    def why_not(self, position: TracePosition, answer: int) -> str:
        return not_true(position, answer) or self._sentence(str(BECOMES_FREE), position, answer)

    @staticmethod
    def _sentence(sentence: str, position: TracePosition, literal: int) -> str:
        event = position.next_event
        assert event is not None, "the question is about the next event"
        return sentence.format(literal=position.name(literal), level=position.level(literal), back_to=event.level)


NOT_TURNED = lazy_gettext("the other value of a decision is not tried after this stop")
TURNED = lazy_gettext(
    "Every case with {decision} has led to a conflict, so {literal} must be true as long as the earlier decisions "
    "stand. This is not a new decision."
)
EARLIER = lazy_gettext(
    "{decision} is still in force, but is not the last decision: its other value is tried when everything "
    "below it has failed."
)
TRIED = lazy_gettext(
    "{literal} is the other value of a decision already: both values have failed below, so it is undone too."
)
NO_DECISION = lazy_gettext(
    "{negation} was not decided: it was forced, and falls with the decision that it follows from."
)
WITHOUT_DECISION = lazy_gettext("{negation} is true without any decision, so it stays true.")
SAME_AGAIN = lazy_gettext("{literal} has just failed.")


@dataclass(frozen=True)
class OtherValue(LessonQuestion):
    """The literal that becomes true because the last decision with an untried value has failed."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext("Which literal must be true now?")

    def right(self, position: TracePosition) -> frozenset[int]:
        event = position.next_event
        if event is not None and event.kind is EventKind.BACKTRACK and position.index + 1 < len(position.trace):
            event = position.trace.event(position.index + 1)
        if event is None or event.kind is not EventKind.FLIP:
            raise InputError(NOT_TURNED, advice=_('stop at an event "conflict" of a search that does not learn'))
        return frozenset((event.literal,))

    def why(self, position: TracePosition, answer: int) -> str:
        return TURNED.format(decision=position.name(-answer), literal=position.name(answer))

    def why_not(self, position: TracePosition, answer: int) -> str:
        [right] = self.right(position)
        name, negation = position.name(answer), position.name(-answer)
        if answer == -right:
            return SAME_AGAIN.format(literal=name)
        place = position.state.place(abs(answer))
        if place is None:
            return FREE.format(literal=name)
        reason = position.state.reasons[place]
        if reason == DECIDED:
            return EARLIER.format(decision=position.name(position.state.trail[place]))
        if reason == FLIPPED:
            return TRIED.format(literal=position.name(position.state.trail[place]))
        if position.state.value(answer) > 0:
            return TRUE_ALREADY.format(literal=name)
        if not position.state.levels[place]:
            return WITHOUT_DECISION.format(negation=negation)
        return NO_DECISION.format(negation=negation)
