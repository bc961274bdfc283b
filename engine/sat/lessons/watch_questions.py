"""Questions about two watched literals: the clauses that propagation visits, and the literals that they watch next."""

from dataclasses import dataclass, field
from typing import ClassVar

from engine.base.language import Sentence, _, lazy_gettext
from engine.base.text import as_beginning
from engine.sat.lessons.lesson_question import (
    AnswerKind,
    LessonQuestion,
    Value,
    need_clause,
    require_any,
)
from engine.sat.lessons.questions import next_true
from engine.sat.lessons.trace_position import TracePosition

NOTHING_VISITED = lazy_gettext("no clause watches {negation} at this stop")
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

    def question_text(self, position: TracePosition, /) -> str:
        return self.text.format(literal=position.name(next_true(position, self.literal)))

    def right(self, position: TracePosition) -> frozenset[int]:
        literal = next_true(position, self.literal)
        nothing = NOTHING_VISITED.format(negation=position.name(-literal))
        return require_any(frozenset(position.watches.visited(literal)), nothing, _("ask about another literal"))

    def why(self, position: TracePosition, answer: int) -> str:
        return self._sentence(str(VISITED), position, answer)

    def why_not(self, position: TracePosition, answer: int) -> str:
        contains = -next_true(position, self.literal) in position.clause(answer)
        return self._sentence(str(NOT_WATCHED if contains else NOT_IN), position, answer)

    def _sentence(self, sentence: str, position: TracePosition, index: int) -> str:
        literal, watched = next_true(position, self.literal), position.watches.watched[index]
        return sentence.format(
            clause=as_beginning(position.clause_words(index)),
            literal=position.name(literal),
            negation=position.name(-literal),
            watched=position.names(watched),
        )


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

    def right(self, position: TracePosition) -> frozenset[int]:
        need_clause(position, self.clause)
        false = -next_true(position, None)
        watched = position.watches.watched[self.clause]
        others = frozenset(
            literal
            for literal in position.clause(self.clause)
            if literal not in watched and position.state.value(literal) >= 0
        )
        nothing = as_beginning(NO_NEW_WATCH.format(clause=position.clause_words(self.clause)))
        return require_any(others if false in watched else frozenset(), nothing, _("ask about another clause"))

    def why(self, position: TracePosition, answer: int) -> str:
        return self._sentence(str(NEW_WATCH), position, answer)

    def why_not(self, position: TracePosition, answer: int) -> str:
        if answer not in position.clause(self.clause):
            return self._sentence(str(NOT_OF_CLAUSE), position, answer)
        if answer == -next_true(position, None) or position.state.value(answer) < 0:
            return self._sentence(str(FALSE_WATCH), position, answer)
        return as_beginning(self._sentence(str(WATCHED_ALREADY), position, answer))

    def _sentence(self, sentence: str, position: TracePosition, literal: int) -> str:
        return sentence.format(
            literal=position.name(literal),
            clause=position.clause_words(self.clause),
            false=position.name(-next_true(position, None)),
        )
