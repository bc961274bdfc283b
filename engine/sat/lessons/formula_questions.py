"""Questions about the clauses of a formula: subsumption, elimination of variables, cores and flips."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from engine.base.errors import InputError
from engine.base.language import Sentence, _, lazy_gettext
from engine.base.text import as_beginning, joined, paragraph
from engine.sat.formula.formula import Formula, Literals
from engine.sat.lessons.lesson_question import (
    AnswerKind,
    LessonQuestion,
    Value,
    need_all_clauses,
    need_clause,
    require_any,
)
from engine.sat.lessons.questions import TRUE_ALREADY
from engine.sat.lessons.trace_position import TracePosition
from engine.sat.result import Result, Status
from engine.sat.solvers.solve import solve
from engine.sat.trace.narration import clause_name, literals_text

MAX_CLAUSES = 300
"""Maximum number of clauses of a formula in questions on cores, which leave out each clause in turn."""

# subsumption

NOT_SUBSUMED = lazy_gettext("no clause is subsumed by another at this stop")
SUBSUMES = lazy_gettext(
    "All literals of {smaller} are in {clause}: what satisfies the first satisfies the second, which can be removed."
)
SUBSUMED_BY_NONE = lazy_gettext("No other clause has all its literals in {clause}.")
LITERAL_LACKING = lazy_gettext(
    "{clause} does not contain {literal} of {smaller}, so it can be false when {smaller} is true."
)
SAME_CLAUSE = lazy_gettext("{clause} does not remove itself.")


@dataclass(frozen=True)
class SubsumedClause(LessonQuestion):
    """A clause that another one, or that of the question, subsumes; any of them is right."""

    asks: ClassVar[AnswerKind] = AnswerKind.CLAUSE
    text: ClassVar[Sentence] = lazy_gettext("Which clause is subsumed by another one?")
    text_of_clause: ClassVar[Sentence] = lazy_gettext("Which clause does clause {clause} subsume?")
    clause: int | None = field(default=None, metadata={"value": Value.CLAUSE})

    def question_text(self, _: TracePosition, /) -> str:
        return str(self.text) if self.clause is None else self.text_of_clause.format(clause=self.clause + 1)

    def right(self, position: TracePosition) -> frozenset[int]:
        need_all_clauses(position)
        found = (index for index in range(position.clauses) if self._smaller(position, index) is not None)
        return require_any(frozenset(found), str(NOT_SUBSUMED), _("ask at another stop"))

    def why(self, position: TracePosition, answer: int) -> str:
        smaller = self._smaller(position, answer)
        assert smaller is not None, "the answer is right"
        return SUBSUMES.format(smaller=position.clause_words(smaller), clause=position.clause_words(answer))

    def why_not(self, position: TracePosition, answer: int) -> str:
        if self.clause is None:
            return SUBSUMED_BY_NONE.format(clause=position.clause_words(answer))
        if answer == self.clause:
            return as_beginning(SAME_CLAUSE.format(clause=position.clause_words(answer)))
        clause = position.clause(answer)
        lacking = next(literal for literal in position.clause(self.clause) if literal not in clause)
        clause_text, smaller = as_beginning(position.clause_words(answer)), clause_name(position.trace, self.clause)
        return LITERAL_LACKING.format(clause=clause_text, literal=position.name(lacking), smaller=smaller)

    def _smaller(self, position: TracePosition, index: int) -> int | None:
        """A clause that subsumes this one; of equal clauses the first subsumes the others. None if there is none."""
        clause = set(position.clause(index))
        if self.clause is not None:
            need_clause(position, self.clause)
            return self.clause if index != self.clause and clause.issuperset(position.clause(self.clause)) else None
        for other in range(position.clauses):
            literals = set(position.clause(other))
            if literals < clause or (literals == clause and other < index):
                return other
        return None


NO_STRENGTHENING = lazy_gettext("the resolvent of these two clauses does not subsume clause {clause:,}")
STRENGTHENED = lazy_gettext(
    "The resolvent of both on {literal} is {resolvent}: it subsumes {clause}, so {literal} can be removed."
)
NOT_PIVOT = lazy_gettext("Only the literal that is in both clauses with different signs can go: {literal} stays.")


@dataclass(frozen=True)
class StrengthenedLiteral(LessonQuestion):
    """The literal that a clause loses because its resolvent with another clause subsumes it."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext(
        "Which literal can be removed from clause {clause} because of clause {other}?"
    )
    clause: int = field(metadata={"value": Value.CLAUSE})
    other: int = field(metadata={"value": Value.CLAUSE})

    def question_text(self, _: TracePosition, /) -> str:
        return self.text.format(clause=self.clause + 1, other=self.other + 1)

    def right(self, position: TracePosition) -> frozenset[int]:
        for index in (self.clause, self.other):
            need_clause(position, index)
        clause, other = set(position.clause(self.clause)), set(position.clause(self.other))
        pivots = frozenset(
            literal for literal in clause if -literal in other and other - {-literal} <= clause - {literal}
        )
        return require_any(pivots, NO_STRENGTHENING.format(clause=self.clause + 1), _("ask about other clauses"))

    def why(self, position: TracePosition, answer: int) -> str:
        resolvent = (literal for literal in position.clause(self.clause) if literal != answer)
        return STRENGTHENED.format(
            literal=position.name(answer),
            resolvent=literals_text(resolvent, position.words),
            clause=clause_name(position.trace, self.clause),
        )

    def why_not(self, position: TracePosition, answer: int) -> str:
        return NOT_PIVOT.format(literal=position.name(answer))


# elimination of variables


def resolvents(clauses: Sequence[Literals], variable: int) -> frozenset[frozenset[int]]:
    """The different resolvents on a variable that are not tautologies."""
    positive, negative = ([set(clause) for clause in clauses if literal in clause] for literal in (variable, -variable))
    found = (frozenset((first - {variable}) | (second - {-variable})) for first in positive for second in negative)
    return frozenset(clause for clause in found if not any(-literal in clause for literal in clause))


def elimination_counts(position: TracePosition, literal: int) -> tuple[int, int]:
    """The number of clauses with the variable of a literal, and that of the resolvents that would replace them."""
    variable = abs(literal)
    clauses = [position.clause(index) for index in range(position.clauses)]
    replaced = [clause for clause in clauses if variable in clause or -variable in clause]
    return len(replaced), len(resolvents(replaced, variable))


NOT_CHEAPER = lazy_gettext("the elimination of any variable adds clauses at this stop")
NOT_MORE = lazy_gettext(
    "Clauses with {variable}: {clauses:,}. Resolvents in their place: {resolvents:,}, which is no more."
)
MORE_CLAUSES = lazy_gettext(
    "Clauses with {variable}: {clauses:,}. Resolvents in their place: {resolvents:,}, which is more."
)


@dataclass(frozen=True)
class EliminatedVariable(LessonQuestion):
    """A variable whose elimination does not increase the number of clauses; any of them is right."""

    asks: ClassVar[AnswerKind] = AnswerKind.VARIABLE
    text: ClassVar[Sentence] = lazy_gettext("Which variable can be eliminated without more clauses than before?")

    def right(self, position: TracePosition) -> frozenset[int]:
        need_all_clauses(position)
        found = []
        for variable in range(1, position.trace.formula.variables + 1):
            clauses, count = elimination_counts(position, variable)
            if clauses and count <= clauses:
                found.append(variable)
        return require_any(frozenset(found), str(NOT_CHEAPER), _("ask about another formula"))

    def why(self, position: TracePosition, answer: int) -> str:
        return self._sentence(str(NOT_MORE), position, answer)

    def why_not(self, position: TracePosition, answer: int) -> str:
        return self._sentence(str(MORE_CLAUSES), position, answer)

    @staticmethod
    def _sentence(sentence: str, position: TracePosition, answer: int) -> str:
        clauses, count = elimination_counts(position, answer)
        return sentence.format(variable=position.name(answer), clauses=clauses, resolvents=count)


# cores

IS_SATISFIABLE = lazy_gettext("the formula is satisfiable, so it has no core")
TOO_LARGE_FOR_CORES = lazy_gettext("a question about cores needs a formula of at most {most:,} clauses")
IN_NO_SINGLE = lazy_gettext("the formula stays unsatisfiable without any one of its clauses")
MODEL_WITHOUT = lazy_gettext("Without {clause} there is a model: {model}. So every core contains this clause.")
CORE_WITHOUT = lazy_gettext("Without {clause} the formula is still unsatisfiable: {core} are a core by themselves.")


@dataclass(frozen=True)
class NeededClause(LessonQuestion):
    """A clause of every core: without it, the formula is satisfiable; any such clause is right."""

    asks: ClassVar[AnswerKind] = AnswerKind.CLAUSE
    text: ClassVar[Sentence] = lazy_gettext("Without which clause would the formula be satisfiable?")

    def right(self, position: TracePosition) -> frozenset[int]:
        formula = position.trace.formula
        if len(formula) > MAX_CLAUSES:
            raise InputError(TOO_LARGE_FOR_CORES.format(most=MAX_CLAUSES), advice=_("take a smaller one"))
        indexes = range(len(formula))
        if _solve_clauses(formula, indexes).status is not Status.UNSATISFIABLE:
            raise InputError(IS_SATISFIABLE, advice=_("ask about an unsatisfiable formula"))
        needed = (index for index in indexes if _without(formula, indexes, index).status is Status.SATISFIABLE)
        return require_any(frozenset(needed), str(IN_NO_SINGLE), _("ask about another formula"))

    def why(self, position: TracePosition, answer: int) -> str:
        formula = position.trace.formula
        model = _without(formula, range(len(formula)), answer).model
        assert model is not None, "the rest of the formula is satisfiable"
        return MODEL_WITHOUT.format(clause=position.clause_words(answer), model=literals_text(model, position.words))

    def why_not(self, position: TracePosition, answer: int) -> str:
        formula = position.trace.formula
        core = [index for index in range(len(formula)) if index != answer]
        for index in [*core]:
            if _without(formula, core, index).status is Status.UNSATISFIABLE:
                core.remove(index)
        core_names = joined(clause_name(position.trace, index) for index in core)
        return CORE_WITHOUT.format(clause=position.clause_words(answer), core=core_names)


def _solve_clauses(formula: Formula, indexes: Collection[int]) -> Result:
    return solve(Formula.of([formula[index] for index in indexes], formula.variables), "cdcl")


def _without(formula: Formula, indexes: Collection[int], index: int) -> Result:
    """The result for these clauses without one of them."""
    return _solve_clauses(formula, [other for other in indexes if other != index])


# flips of local search

NOT_COMPLETE = lazy_gettext("a variable is free at this stop: local search gives a value to each")
AT_A_FLIP = lazy_gettext('stop at an event "flip" of a search by walk')
ALL_TRUE = lazy_gettext("no clause is false at this stop")
FLIP_LEAVES = lazy_gettext(
    "If {literal} becomes true: clauses that become true {makes:,}, clauses that become false {breaks:,}, false clauses"
    " then {left:,}."
)
NO_FEWER = lazy_gettext("No flip leaves fewer.")
FEWER_BY = lazy_gettext("Another flip leaves fewer: {left:,}.")


def flip_counts(position: TracePosition, literal: int) -> tuple[int, int]:
    """The number of clauses that become true, and of those that become false, if a false literal becomes true.

    Raises InputError unless all variables have values.
    """
    need_all_clauses(position)
    if len(position.state.trail) < position.trace.formula.variables:
        raise InputError(NOT_COMPLETE, advice=AT_A_FLIP)
    makes = sum(literal in clause and not true for clause, true in _with_true(position))
    breaks = sum(true == {-literal} and literal not in clause for clause, true in _with_true(position))
    return makes, breaks


def _with_true(position: TracePosition) -> list[tuple[Literals, set[int]]]:
    """Each clause, with its true literals."""
    return [(position.clause(index), set(position.true(index))) for index in range(position.clauses)]


@dataclass(frozen=True)
class BestFlip(LessonQuestion):
    """The literal that local search would make true to leave the fewest false clauses; any such literal is right."""

    asks: ClassVar[AnswerKind] = AnswerKind.LITERAL
    text: ClassVar[Sentence] = lazy_gettext("Which literal must become true so that the fewest clauses are false?")

    def right(self, position: TracePosition) -> frozenset[int]:
        left = self._left(position)
        return frozenset(literal for literal, count in left.items() if count == min(left.values()))

    def why(self, position: TracePosition, answer: int) -> str:
        return paragraph([self._sentence(position, answer), NO_FEWER])

    def why_not(self, position: TracePosition, answer: int) -> str:
        if position.state.value(answer) > 0:
            return TRUE_ALREADY.format(literal=position.name(answer))
        fewest = min(self._left(position).values())
        return paragraph([self._sentence(position, answer), FEWER_BY.format(left=fewest)])

    @staticmethod
    def _left(position: TracePosition) -> dict[int, int]:
        """The number of clauses that are false once a false literal is true, by literal. Raises InputError."""
        false = sum(not true for _, true in _with_true(position))
        if not false:
            raise InputError(ALL_TRUE, advice=AT_A_FLIP)
        counts = {-literal: flip_counts(position, -literal) for literal in position.state.trail}
        return {literal: false - makes + breaks for literal, (makes, breaks) in counts.items()}

    def _sentence(self, position: TracePosition, literal: int) -> str:
        makes, breaks = flip_counts(position, literal)
        left = self._left(position)[literal]
        return FLIP_LEAVES.format(literal=position.name(literal), makes=makes, breaks=breaks, left=left)
