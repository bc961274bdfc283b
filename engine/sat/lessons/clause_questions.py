"""Questions about clauses as sets of literals: symmetries, clauses with given literals, and resolvents."""

from dataclasses import dataclass, field
from typing import ClassVar

from engine.base.errors import InputError
from engine.base.language import Sentence, _, lazy_gettext
from engine.base.text import as_beginning
from engine.sat.formula.formula import Literals
from engine.sat.lessons.lesson_question import (
    NO_SUCH_CLAUSE,
    AnswerKind,
    LessonQuestion,
    Value,
    need_clause,
    require_any,
)
from engine.sat.lessons.symmetry import exchange, image, is_symmetry
from engine.sat.lessons.trace_position import TracePosition
from engine.sat.trace.narration import literals_text

# symmetry

NO_SYMMETRY = lazy_gettext("this exchange is not a symmetry: it changes the clauses of the formula")
BECOMES = lazy_gettext("The exchange turns {literal} into {answer}.")
BECOMES_OTHER = lazy_gettext("{answer} takes the place of {source}, not of {literal}.")
CLAUSE_BECOMES = lazy_gettext("The exchange turns {clause} into {image}, which is {answer}.")
CLAUSE_BECOMES_OTHER = lazy_gettext("{answer} takes the place of {image}, not of {clause}.")


def _symmetry(position: TracePosition, pairs: tuple[Literals, ...]) -> dict[int, int]:
    """The exchange of these literals. Raises InputError if it changes the formula."""
    try:
        images = exchange(pairs)
    except ValueError as error:
        raise InputError(str(error), advice=_("name each variable once")) from None
    if not is_symmetry(position.trace.formula, images):
        raise InputError(NO_SYMMETRY, advice=_("exchange all variables that belong together"))
    return images


@dataclass(frozen=True)
class Image(LessonQuestion):
    """The image of a literal under an exchange of literals that does not change the formula."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext("Which literal takes the place of {literal}?")
    literal: int = field(metadata={"value": Value.LITERAL})
    exchange: tuple[Literals, ...] = field(metadata={"value": Value.PAIRS})

    def question_text(self, position: TracePosition, /) -> str:
        return self.text.format(literal=position.name(self.literal))

    def right(self, position: TracePosition) -> frozenset[int]:
        return frozenset((_symmetry(position, self.exchange).get(self.literal, self.literal),))

    def why(self, position: TracePosition, answer: int) -> str:
        return BECOMES.format(literal=position.name(self.literal), answer=position.name(answer))

    def why_not(self, position: TracePosition, answer: int) -> str:
        source = _symmetry(position, self.exchange).get(answer, answer)
        return BECOMES_OTHER.format(
            literal=position.name(self.literal), source=position.name(source), answer=position.name(answer)
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

    def right(self, position: TracePosition) -> frozenset[int]:
        if self.clause >= len(position.trace.formula):
            raise InputError(NO_SUCH_CLAUSE.format(number=self.clause + 1, clauses=len(position.trace.formula)))
        literals = frozenset(image(position.clause(self.clause), _symmetry(position, self.exchange)))
        formula = range(len(position.trace.formula))
        return frozenset(index for index in formula if frozenset(position.clause(index)) == literals)

    def why(self, position: TracePosition, answer: int) -> str:
        return self._sentence(str(CLAUSE_BECOMES), position, self.clause, position.clause_words(answer))

    def why_not(self, position: TracePosition, answer: int) -> str:
        return self._sentence(str(CLAUSE_BECOMES_OTHER), position, answer, as_beginning(position.clause_words(answer)))

    def _sentence(self, sentence: str, position: TracePosition, clause: int, answer: str) -> str:
        literals = image(position.clause(clause), _symmetry(position, self.exchange))
        image_text = literals_text(literals, position.words)
        return sentence.format(image=image_text, clause=position.clause_words(self.clause), answer=answer)


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

    def question_text(self, position: TracePosition, /) -> str:
        return self.text.format(literals=literals_text(self.literals, position.words))

    def right(self, position: TracePosition) -> frozenset[int]:
        clause_literals = frozenset(self.literals)
        found = (index for index in range(position.clauses) if frozenset(position.clause(index)) == clause_literals)
        return require_any(frozenset(found), str(NOT_THERE), _("name all literals of a clause"))

    def why(self, position: TracePosition, answer: int) -> str:
        clause = as_beginning(position.clause_words(answer))
        return SAYS.format(clause=clause, literals=position.names(position.clause(answer)))

    def why_not(self, position: TracePosition, answer: int) -> str:
        clause, literals = as_beginning(position.clause_words(answer)), position.clause(answer)
        if lacking := [literal for literal in self.literals if literal not in literals]:
            return SAYS_OTHER.format(clause=clause, lacking=position.names(lacking))
        more = (literal for literal in literals if literal not in self.literals)
        return SAYS_MORE.format(clause=clause, more=position.names(more))


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

    def right(self, position: TracePosition) -> frozenset[int]:
        pivot, literals = self._resolved(position)
        nothing = _("the resolvent is empty") if pivot else str(NO_CLASH)
        return require_any(literals, nothing, _("ask about other clauses"))

    def why(self, position: TracePosition, answer: int) -> str:
        return self._sentence(str(IN_RESOLVENT), position, answer)

    def why_not(self, position: TracePosition, answer: int) -> str:
        pivot, _ = self._resolved(position)
        return self._sentence(str(PIVOT if abs(answer) == abs(pivot) else IN_NEITHER), position, answer)

    def _resolved(self, position: TracePosition) -> tuple[int, frozenset[int]]:
        """The pivot as it occurs in the first clause, and the resolvent; no pivot unless there is exactly one."""
        for index in (self.clause, self.other):
            need_clause(position, index)
        first, second = frozenset(position.clause(self.clause)), frozenset(position.clause(self.other))
        pivots = [literal for literal in first if -literal in second]
        if len(pivots) != 1:
            return 0, frozenset()
        return pivots[0], (first - {pivots[0]}) | (second - {-pivots[0]})

    def _sentence(self, sentence: str, position: TracePosition, literal: int) -> str:
        pivot, literals = self._resolved(position)
        clauses = [position.clause_words(index) for index in (self.clause, self.other)]
        return sentence.format(
            literal=position.name(literal),
            pivot=position.name(abs(pivot)),
            negation=position.name(-abs(pivot)),
            true_clause=clauses[pivot < 0],
            false_clause=clauses[pivot > 0],
            resolvent=literals_text(sorted(literals, key=abs), position.words),
        )
