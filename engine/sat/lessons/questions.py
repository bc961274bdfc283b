"""Questions about a position of a search.

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
from engine.sat.formula.formula import Literals
from engine.sat.lessons.implications import implications, path_around
from engine.sat.lessons.lesson_question import (
    NO_SUCH_CLAUSE,
    AnswerKind,
    LessonQuestion,
    Value,
    need_all_clauses,
    need_clause,
    require_any,
)
from engine.sat.lessons.symmetry import exchange, image, is_symmetry
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
NOTHING_FORCED = lazy_gettext("no clause is unit at this stop")


def assigned(moment: TracePosition, literal: int) -> str:
    """A sentence if the literal is already true or false; "" if it is free."""
    sentence = {1: TRUE_ALREADY, -1: FALSE_ALREADY}.get(moment.state.value(literal), "")
    return sentence.format(literal=moment.name(literal), negation=moment.name(-literal))


@dataclass(frozen=True)
class ForcedLiteral(LessonQuestion):
    """A literal that a unit clause forces now; any such literal is right."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext("Which literal is forced now?")

    def right(self, moment: TracePosition) -> frozenset[int]:
        need_all_clauses(moment)
        units = (index for index in range(moment.clauses) if moment.clause_state(index) is ClauseState.UNIT)
        return require_any(
            frozenset(moment.free(index)[0] for index in units), str(NOTHING_FORCED), _("ask right after a decision")
        )

    def why(self, moment: TracePosition, answer: int) -> str:
        index = next(index for index in range(moment.clauses) if self._forces(moment, index, answer))
        return as_beginning(FORCED.format(clause=moment.clause_words(index), literal=moment.name(answer)))

    def why_not(self, moment: TracePosition, answer: int) -> str:
        if reason := assigned(moment, answer):
            return reason
        name, negation = moment.name(answer), moment.name(-answer)
        for index in moment.containing(-answer):
            if self._forces(moment, index, -answer):
                return OTHER_SIGN.format(clause=moment.clause_words(index), negation=negation)
        clauses = moment.containing(answer)
        open_clauses = [index for index in clauses if moment.clause_state(index) is ClauseState.OPEN]
        if not open_clauses:
            return (ALL_SATISFIED if clauses else IN_NO_CLAUSE).format(literal=name)
        nearest = min(open_clauses, key=lambda index: len(moment.free(index)))
        others = moment.names(literal for literal in moment.free(nearest) if literal != answer)
        return STILL_OPEN.format(literal=name, clause=moment.clause_words(nearest), others=others)

    @staticmethod
    def _forces(moment: TracePosition, index: int, literal: int) -> bool:
        return moment.clause_state(index) is ClauseState.UNIT and moment.free(index) == (literal,)


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

    def right(self, moment: TracePosition) -> frozenset[int]:
        need_all_clauses(moment)
        found = (index for index in range(moment.clauses) if moment.clause_state(index) is self.state)
        nothing = NO_SUCH_STATE.format(state=self.state.name.lower())
        return require_any(frozenset(found), nothing, _("ask at another stop"))

    def why(self, moment: TracePosition, answer: int) -> str:
        state = moment.clause_state(answer)
        literals = moment.true(answer)[:1] if state is ClauseState.SATISFIED else moment.free(answer)
        description = _DESCRIPTIONS[state]
        return as_beginning(description.format(clause=moment.clause_words(answer), literals=moment.names(literals)))

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

    def question_text(self, moment: TracePosition, /) -> str:
        return self.text.format(literal=moment.name(self._forced(moment)[0]))

    def right(self, moment: TracePosition) -> frozenset[int]:
        literal, place = self._forced(moment)
        if place is None or moment.state.trail[place] != literal or moment.state.reasons[place] < 0:
            raise InputError(NO_REASON.format(literal=moment.name(literal)), advice=_('stop at an event "forced"'))
        clauses = moment.containing(literal)
        return frozenset(index for index in clauses if not self._obstacle(moment, index, literal, place))

    def why(self, moment: TracePosition, answer: int) -> str:
        literal, _ = self._forced(moment)
        return DID_FORCE.format(clause=moment.clause_words(answer), literal=moment.name(literal))

    def why_not(self, moment: TracePosition, answer: int) -> str:
        literal, place = self._forced(moment)
        clause, name = as_beginning(moment.clause_words(answer)), moment.name(literal)
        if literal not in moment.clause(answer) or place is None:
            return LITERAL_MISSING.format(clause=clause, literal=name)
        other = self._obstacle(moment, answer, literal, place)
        return WAS_NOT_UNIT.format(clause=clause, other=moment.name(other), literal=name)

    def _forced(self, moment: TracePosition) -> tuple[int, int | None]:
        """The literal, and its place on the trail."""
        literal = self.literal or (moment.last_event.literal if moment.last_event else 0)
        return literal, moment.state.place(abs(literal)) if literal else None

    @staticmethod
    def _obstacle(moment: TracePosition, index: int, literal: int, place: int) -> int:
        """Another literal of the clause that was not false before that place on the trail; 0 if there is none."""
        false = {-other for other in moment.state.trail[:place]}
        return next((other for other in moment.clause(index) if other not in (literal, *false)), 0)


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

    def right(self, moment: TracePosition) -> frozenset[int]:
        event = moment.next_event
        if event is None or event.kind is not EventKind.DECISION:
            raise InputError(NOT_DECIDED, advice=BEFORE_DECISION)
        ranked = self._ranked(moment)
        prefix_variables = {abs(literal) for literal in moment.trace.setup.prefix}
        if abs(event.literal) in prefix_variables or (ranked and ranked[0].literal != event.literal):
            raise InputError(NOT_BY_RULE, advice=_("ask about a later decision"))
        return frozenset((event.literal,))

    def why(self, moment: TracePosition, answer: int) -> str:
        rule, name, ranked = moment.trace.result.branching, moment.name(answer), self._ranked(moment)
        if self._repeats_last_value(moment, answer):
            return LAST_VALUE.format(rule=rule)
        if not ranked or ranked[0].rank is None:
            return RANKED_ALONE.format(rule=rule)
        best = ranked[0].rank
        if tied := [candidate.literal for candidate in ranked[1:] if candidate.rank == best]:
            return TIED.format(rule=rule, literal=name, rank=best, others=moment.names(tied))
        return RANKED.format(rule=rule, literal=name, rank=best)

    def why_not(self, moment: TracePosition, answer: int) -> str:
        if reason := assigned(moment, answer):
            return reason
        rule, ranked = moment.trace.result.branching, self._ranked(moment)
        rule_choice = next(iter(self.right(moment)))
        if answer == -rule_choice and self._repeats_last_value(moment, rule_choice):
            return OTHER_THAN_LAST.format(choice=moment.name(rule_choice))
        if answer == -rule_choice:
            return OTHER_VALUE.format(rule=rule, choice=moment.name(rule_choice))
        best = ranked[0].rank if ranked else None
        rank = next((candidate.rank for candidate in ranked if candidate.literal == answer), None)
        if best is None or rank is None:
            return UNRANKED.format(rule=rule, literal=moment.name(answer))
        if rank == best:
            return OTHER_OF_TIE.format(literal=moment.name(answer), rank=rank, choice=moment.name(rule_choice))
        return BELOW.format(rule=rule, literal=moment.name(answer), rank=rank, best=best)

    @staticmethod
    def _repeats_last_value(moment: TracePosition, literal: int) -> bool:
        """Whether the literal was true when its variable last had a value, in a search that repeats such values."""
        last = moment.trace.previous_assignment(moment.position + 1, (abs(literal),))
        learns = description_of(moment.trace.result.solver).learns
        return learns and last is not None and moment.trace.event(last - 1).literal == literal

    @staticmethod
    def _ranked(moment: TracePosition) -> list[RankedLiteral]:
        return candidates(moment.trace, moment.position) or []


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


def conflict(moment: TracePosition) -> ConflictAnalysis:
    """The analysis of the conflict that led here. Raises InputError."""
    analysis = moment.analysis
    if analysis is None or analysis.position != moment.position:
        raise InputError(NO_CONFLICT, advice=AT_CONFLICT)
    return analysis


@dataclass(frozen=True)
class FirstUip(LessonQuestion):
    """The first unique implication point of the conflict."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext("Which literal is the first unique implication point?")

    def right(self, moment: TracePosition) -> frozenset[int]:
        return frozenset((conflict(moment).implication_point,))

    def why(self, moment: TracePosition, answer: int) -> str:
        return FIRST_UIP.format(decision=self._decision(moment), literal=moment.name(answer))

    def why_not(self, moment: TracePosition, answer: int) -> str:
        name, level, top = moment.name(answer), moment.level(answer), conflict(moment).level
        if reason := not_true(moment, answer):
            return reason
        if level != top:
            return OTHER_LEVEL.format(literal=name, level=level, top=top)
        graph = implications(moment.trace, moment.position)
        if all(node.literal != answer for node in graph):
            return NOT_INVOLVED.format(literal=name)
        if path := path_around(graph, answer):
            return NO_UIP.format(decision=self._decision(moment), literal=name, way=moment.names(path))
        return LATER_UIP.format(decision=self._decision(moment), literal=name)

    @staticmethod
    def _decision(moment: TracePosition) -> str:
        places = range(len(moment.state.trail) - 1, -1, -1)
        return moment.name(next(moment.state.trail[at] for at in places if moment.state.reasons[at] == DECIDED))


def not_true(moment: TracePosition, literal: int) -> str:
    """A sentence if the literal is not true; "" if it is."""
    value = moment.state.value(literal)
    if value > 0:
        return ""
    name, negation = moment.name(literal), moment.name(-literal)
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

    def right(self, moment: TracePosition) -> frozenset[int]:
        return frozenset(moment.trace.clause(conflict(moment).learned))

    def why(self, moment: TracePosition, answer: int) -> str:
        learned = literals_text(moment.trace.clause(conflict(moment).learned), moment.words)
        return IS_LEARNED.format(learned=learned, literal=moment.name(answer))

    def why_not(self, moment: TracePosition, answer: int) -> str:
        name, analysis = moment.name(answer), conflict(moment)
        value = moment.state.value(answer)
        if value >= 0:
            return (TRUE_NOW if value else FREE).format(literal=name)
        if answer in analysis.fixed:
            return OF_LEVEL_0.format(literal=name)
        if answer in analysis.derived:
            return IMPLIED.format(literal=name)
        if any(step.literal == -answer for step in analysis.steps):
            return REPLACED.format(negation=moment.name(-answer))
        if any(node.literal == -answer for node in implications(moment.trace, moment.position)):
            return ONLY_BY_OTHERS.format(negation=moment.name(-answer))
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

    def right(self, moment: TracePosition) -> frozenset[int]:
        back_to = self._analysis(moment).back_to
        if back_to is None:
            raise InputError(NO_CONFLICT, advice=AT_CONFLICT)
        return frozenset((back_to,))

    def why(self, moment: TracePosition, answer: int) -> str:
        analysis = self._analysis(moment)
        sentence = BACK_TO_0 if len(moment.trace.clause(analysis.learned)) == 1 else BACK
        literal, clause = moment.name(-analysis.implication_point), moment.clause_words(analysis.learned)
        return as_beginning(sentence.format(clause=clause, literal=literal, level=answer))

    def why_not(self, moment: TracePosition, answer: int) -> str:
        analysis = self._analysis(moment)
        clause = moment.clause_words(analysis.learned)
        if not 0 <= answer <= analysis.level:
            return NO_LEVEL.format(level=answer, top=analysis.level)
        if answer == analysis.level:
            return NO_JUMP.format(level=answer, clause=clause)
        sentence = TOO_NEAR if answer > (analysis.back_to or 0) else TOO_FAR
        return sentence.format(level=answer, clause=clause)

    @staticmethod
    def _analysis(moment: TracePosition) -> ConflictAnalysis:
        """The analysis of the conflict that led here, or to the learned clause before. Raises InputError."""
        analysis = moment.analysis
        if analysis is None or moment.position - analysis.position > 1:
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

    def right(self, moment: TracePosition) -> frozenset[int]:
        event = moment.next_event
        if event is None or event.kind not in (EventKind.BACKTRACK, EventKind.RESTART):
            raise InputError(NOTHING_UNDONE, advice=_('stop "before backtrack N" or "before restart N"'))
        left = int(moment.trace.clauses[moment.position])
        return require_any(frozenset(moment.state.trail[:left]), str(NOTHING_STAYS), _("ask at another stop"))

    def why(self, moment: TracePosition, answer: int) -> str:
        return self._sentence(str(STAYS), moment, answer)

    def why_not(self, moment: TracePosition, answer: int) -> str:
        return not_true(moment, answer) or self._sentence(str(BECOMES_FREE), moment, answer)

    @staticmethod
    def _sentence(sentence: str, moment: TracePosition, literal: int) -> str:
        event = moment.next_event
        assert event is not None, "the question is about the next event"
        return sentence.format(literal=moment.name(literal), level=moment.level(literal), back_to=event.level)


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

    def right(self, moment: TracePosition) -> frozenset[int]:
        event = moment.next_event
        if event is not None and event.kind is EventKind.BACKTRACK and moment.position + 1 < len(moment.trace):
            event = moment.trace.event(moment.position + 1)
        if event is None or event.kind is not EventKind.FLIP:
            raise InputError(NOT_TURNED, advice=_('stop at an event "conflict" of a search that does not learn'))
        return frozenset((event.literal,))

    def why(self, moment: TracePosition, answer: int) -> str:
        return TURNED.format(decision=moment.name(-answer), literal=moment.name(answer))

    def why_not(self, moment: TracePosition, answer: int) -> str:
        [right] = self.right(moment)
        name, negation = moment.name(answer), moment.name(-answer)
        if answer == -right:
            return SAME_AGAIN.format(literal=name)
        place = moment.state.place(abs(answer))
        if place is None:
            return FREE.format(literal=name)
        reason = moment.state.reasons[place]
        if reason == DECIDED:
            return EARLIER.format(decision=moment.name(moment.state.trail[place]))
        if reason == FLIPPED:
            return TRIED.format(literal=moment.name(moment.state.trail[place]))
        if moment.state.value(answer) > 0:
            return TRUE_ALREADY.format(literal=name)
        if not moment.state.levels[place]:
            return WITHOUT_DECISION.format(negation=negation)
        return NO_DECISION.format(negation=negation)


# two watched literals

NOTHING_VISITED = lazy_gettext("no clause watches {negation} at this stop")
NOT_NEXT = lazy_gettext("no literal becomes true after this stop")
VISITED = lazy_gettext("{clause} watches {negation}, which becomes false: it must be visited.")
NOT_IN = lazy_gettext("{clause} does not contain {negation}: nothing changes in it.")
NOT_WATCHED = lazy_gettext("{clause} contains {negation} but watches {watched}, so it is not visited.")


@dataclass(frozen=True)
class VisitedClause(LessonQuestion):
    """A clause that must be visited when a literal becomes true, by two watched literals; any such clause is right.

    The default literal is that of the next event.
    """

    asks: ClassVar[AnswerKind] = AnswerKind.CLAUSE
    text: ClassVar[Sentence] = lazy_gettext("{literal} becomes true. Which clause must be visited?")
    literal: int | None = field(default=None, metadata={"value": Value.LITERAL})

    def question_text(self, moment: TracePosition, /) -> str:
        return self.text.format(literal=moment.name(next_true(moment, self.literal)))

    def right(self, moment: TracePosition) -> frozenset[int]:
        literal = next_true(moment, self.literal)
        nothing = NOTHING_VISITED.format(negation=moment.name(-literal))
        return require_any(frozenset(moment.watches.visited(literal)), nothing, _("ask about another literal"))

    def why(self, moment: TracePosition, answer: int) -> str:
        return self._sentence(str(VISITED), moment, answer)

    def why_not(self, moment: TracePosition, answer: int) -> str:
        contains = -next_true(moment, self.literal) in moment.clause(answer)
        return self._sentence(str(NOT_WATCHED if contains else NOT_IN), moment, answer)

    def _sentence(self, sentence: str, moment: TracePosition, index: int) -> str:
        literal, watched = next_true(moment, self.literal), moment.watches.watched[index]
        return sentence.format(
            clause=as_beginning(moment.clause_words(index)), literal=moment.name(literal),
            negation=moment.name(-literal), watched=moment.names(watched),
        )  # fmt: skip


def next_true(moment: TracePosition, literal: int | None) -> int:
    """The literal of the question, or that of the next event. Raises InputError."""
    if literal is None:
        event = moment.next_event
        if event is None or not event.literal:
            raise InputError(NOT_NEXT, advice=_('stop "before decision N" or "before forced N", or name the literal'))
        return event.literal
    return literal


NEW_WATCH = lazy_gettext("{literal} is not false and not watched yet: {clause} can watch it instead of {false}.")
WATCHED_ALREADY = lazy_gettext("{clause} watches {literal} already: two watches on one literal are one.")
FALSE_WATCH = lazy_gettext("{literal} is false: a clause that watched it would not notice when it becomes unit.")
NOT_OF_CLAUSE = lazy_gettext("{literal} is not in {clause}.")
NO_NEW_WATCH = lazy_gettext("{clause} finds no other literal to watch at this stop")


@dataclass(frozen=True)
class NewWatch(LessonQuestion):
    """A literal that a clause may watch instead of one that becomes false in the next event."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext("Which literal can clause {clause} watch instead?")
    clause: int = field(metadata={"value": Value.CLAUSE})

    def question_text(self, _: TracePosition, /) -> str:
        return self.text.format(clause=self.clause + 1)

    def right(self, moment: TracePosition) -> frozenset[int]:
        need_clause(moment, self.clause)
        false = -next_true(moment, None)
        watched = moment.watches.watched[self.clause]
        others = frozenset(
            literal for literal in moment.clause(self.clause)
            if literal not in watched and moment.state.value(literal) >= 0
        )  # fmt: skip
        nothing = as_beginning(NO_NEW_WATCH.format(clause=moment.clause_words(self.clause)))
        return require_any(others if false in watched else frozenset(), nothing, _("ask about another clause"))

    def why(self, moment: TracePosition, answer: int) -> str:
        return self._sentence(str(NEW_WATCH), moment, answer)

    def why_not(self, moment: TracePosition, answer: int) -> str:
        if answer not in moment.clause(self.clause):
            return self._sentence(str(NOT_OF_CLAUSE), moment, answer)
        if answer == -next_true(moment, None) or moment.state.value(answer) < 0:
            return self._sentence(str(FALSE_WATCH), moment, answer)
        return as_beginning(self._sentence(str(WATCHED_ALREADY), moment, answer))

    def _sentence(self, sentence: str, moment: TracePosition, literal: int) -> str:
        return sentence.format(
            literal=moment.name(literal), clause=moment.clause_words(self.clause),
            false=moment.name(-next_true(moment, None)),
        )  # fmt: skip


# symmetry

NO_SYMMETRY = lazy_gettext("this exchange is not a symmetry: it changes the clauses of the formula")
BECOMES = lazy_gettext("The exchange turns {literal} into {answer}.")
BECOMES_OTHER = lazy_gettext("{answer} takes the place of {source}, not of {literal}.")
CLAUSE_BECOMES = lazy_gettext("The exchange turns {clause} into {image}, which is {answer}.")
CLAUSE_BECOMES_OTHER = lazy_gettext("{answer} takes the place of {image}, not of {clause}.")


def _symmetry(moment: TracePosition, pairs: tuple[Literals, ...]) -> dict[int, int]:
    """The exchange of these literals. Raises InputError if it changes the formula."""
    try:
        images = exchange(pairs)
    except ValueError as error:
        raise InputError(str(error), advice=_("name each variable once")) from None
    if not is_symmetry(moment.trace.formula, images):
        raise InputError(NO_SYMMETRY, advice=_("exchange all variables that belong together"))
    return images


@dataclass(frozen=True)
class Image(LessonQuestion):
    """The image of a literal under an exchange of literals that does not change the formula."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext("Which literal takes the place of {literal}?")
    literal: int = field(metadata={"value": Value.LITERAL})
    exchange: tuple[Literals, ...] = field(metadata={"value": Value.PAIRS})

    def question_text(self, moment: TracePosition, /) -> str:
        return self.text.format(literal=moment.name(self.literal))

    def right(self, moment: TracePosition) -> frozenset[int]:
        return frozenset((_symmetry(moment, self.exchange).get(self.literal, self.literal),))

    def why(self, moment: TracePosition, answer: int) -> str:
        return BECOMES.format(literal=moment.name(self.literal), answer=moment.name(answer))

    def why_not(self, moment: TracePosition, answer: int) -> str:
        source = _symmetry(moment, self.exchange).get(answer, answer)
        return BECOMES_OTHER.format(
            literal=moment.name(self.literal), source=moment.name(source), answer=moment.name(answer)
        )


@dataclass(frozen=True)
class ClauseImage(LessonQuestion):
    """The image of a clause under an exchange of literals that does not change the formula."""

    asks: ClassVar[AnswerKind] = AnswerKind.CLAUSE
    text: ClassVar[Sentence] = lazy_gettext("Which clause does clause {clause} become?")
    clause: int = field(metadata={"value": Value.CLAUSE})
    exchange: tuple[Literals, ...] = field(metadata={"value": Value.PAIRS})

    def question_text(self, _: TracePosition, /) -> str:
        return self.text.format(clause=self.clause + 1)

    def right(self, moment: TracePosition) -> frozenset[int]:
        if self.clause >= len(moment.trace.formula):
            raise InputError(NO_SUCH_CLAUSE.format(number=self.clause + 1, clauses=len(moment.trace.formula)))
        literals = frozenset(image(moment.clause(self.clause), _symmetry(moment, self.exchange)))
        formula = range(len(moment.trace.formula))
        return frozenset(index for index in formula if frozenset(moment.clause(index)) == literals)

    def why(self, moment: TracePosition, answer: int) -> str:
        return self._sentence(str(CLAUSE_BECOMES), moment, self.clause, moment.clause_words(answer))

    def why_not(self, moment: TracePosition, answer: int) -> str:
        return self._sentence(str(CLAUSE_BECOMES_OTHER), moment, answer, as_beginning(moment.clause_words(answer)))

    def _sentence(self, sentence: str, moment: TracePosition, clause: int, answer: str) -> str:
        literals = image(moment.clause(clause), _symmetry(moment, self.exchange))
        image_text = literals_text(literals, moment.words)
        return sentence.format(image=image_text, clause=moment.clause_words(self.clause), answer=answer)


# clauses by their literals

NOT_THERE = lazy_gettext("the formula has no clause of these literals")
SAYS = lazy_gettext("{clause} says that at least one of {literals} is true.")
SAYS_OTHER = lazy_gettext("{clause} does not: it lacks {lacking}.")
SAYS_MORE = lazy_gettext("{clause} says less: it is satisfied by {more} too.")


@dataclass(frozen=True)
class ClauseOfLiterals(LessonQuestion):
    """The clause with exactly these literals."""

    asks: ClassVar[AnswerKind] = AnswerKind.CLAUSE
    text: ClassVar[Sentence] = lazy_gettext("Which clause says: {literals}?")
    literals: Literals = field(metadata={"value": Value.LITERALS})

    def question_text(self, moment: TracePosition, /) -> str:
        return self.text.format(literals=literals_text(self.literals, moment.words))

    def right(self, moment: TracePosition) -> frozenset[int]:
        clause_literals = frozenset(self.literals)
        found = (index for index in range(moment.clauses) if frozenset(moment.clause(index)) == clause_literals)
        return require_any(frozenset(found), str(NOT_THERE), _("name all literals of a clause"))

    def why(self, moment: TracePosition, answer: int) -> str:
        clause = as_beginning(moment.clause_words(answer))
        return SAYS.format(clause=clause, literals=moment.names(moment.clause(answer)))

    def why_not(self, moment: TracePosition, answer: int) -> str:
        clause, literals = as_beginning(moment.clause_words(answer)), moment.clause(answer)
        if lacking := [literal for literal in self.literals if literal not in literals]:
            return SAYS_OTHER.format(clause=clause, lacking=moment.names(lacking))
        more = (literal for literal in literals if literal not in self.literals)
        return SAYS_MORE.format(clause=clause, more=moment.names(more))


# resolution

NO_CLASH = lazy_gettext(
    "these two clauses can't be resolved: exactly one variable must be in both, with different signs"
)
IN_RESOLVENT = lazy_gettext("{pivot} and {negation} drop out, all other literals stay: the resolvent is {resolvent}.")
PIVOT = lazy_gettext(
    "{pivot} is true or false. If it is false, the rest of {true_clause} must hold, otherwise the rest of "
    "{false_clause}. So {literal} drops out."
)
IN_NEITHER = lazy_gettext("{literal} is in neither of the two clauses. The resolvent is {resolvent}.")


@dataclass(frozen=True)
class Resolvent(LessonQuestion):
    """A literal of the resolvent of two clauses; any of them is right."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext(
        "Resolve clause {clause} with clause {other}. Choose a literal of the resolvent."
    )
    clause: int = field(metadata={"value": Value.CLAUSE})
    other: int = field(metadata={"value": Value.CLAUSE})

    def question_text(self, _: TracePosition, /) -> str:
        return self.text.format(clause=self.clause + 1, other=self.other + 1)

    def right(self, moment: TracePosition) -> frozenset[int]:
        pivot, literals = self._resolved(moment)
        nothing = _("the resolvent is empty") if pivot else str(NO_CLASH)
        return require_any(literals, nothing, _("ask about other clauses"))

    def why(self, moment: TracePosition, answer: int) -> str:
        return self._sentence(str(IN_RESOLVENT), moment, answer)

    def why_not(self, moment: TracePosition, answer: int) -> str:
        pivot, _ = self._resolved(moment)
        return self._sentence(str(PIVOT if abs(answer) == abs(pivot) else IN_NEITHER), moment, answer)

    def _resolved(self, moment: TracePosition) -> tuple[int, frozenset[int]]:
        """The pivot as it occurs in the first clause, and the resolvent; no pivot unless there is exactly one."""
        for index in (self.clause, self.other):
            need_clause(moment, index)
        first, second = frozenset(moment.clause(self.clause)), frozenset(moment.clause(self.other))
        pivots = [literal for literal in first if -literal in second]
        if len(pivots) != 1:
            return 0, frozenset()
        return pivots[0], (first - {pivots[0]}) | (second - {-pivots[0]})

    def _sentence(self, sentence: str, moment: TracePosition, literal: int) -> str:
        pivot, literals = self._resolved(moment)
        clauses = [moment.clause_words(index) for index in (self.clause, self.other)]
        return sentence.format(
            literal=moment.name(literal), pivot=moment.name(abs(pivot)), negation=moment.name(-abs(pivot)),
            true_clause=clauses[pivot < 0], false_clause=clauses[pivot > 0],
            resolvent=literals_text(sorted(literals, key=abs), moment.words),
        )  # fmt: skip
