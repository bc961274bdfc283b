"""Candidates: the ranking that a branching rule gives to the free literals at a decision of a recorded search.

The rules of DPLL are recomputed from their descriptions (`engine.sat.solvers.branching`), by code that shares nothing
with the solver. The rankings of a clause-learning search are not in the recording, so that search is run again up to
the decision.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.base.errors import Cancelled, InputError
from engine.base.flat_rows import view
from engine.sat.formula.formula import Formula
from engine.sat.solvers.branching import LiteralScore, Rank, Ranking, Scope
from engine.sat.solvers.rerun import NOT_REPEATED, kernel_of
from engine.sat.solvers.solve import description_of
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace

Numbers = NDArray[np.int64]

MAX_CANDIDATES = 100
"""Maximum number of candidates returned."""
_WORK = 1 << 22
"""Number of steps of a search between two checks for cancellation."""
_HALVING_INTERVAL = 256
"""Number of conflicts after which `dpll` halves all activities."""
_MAX_LENGTH = 30
"""Maximum length in the weight 2^-length of a clause; longer clauses get the weight of this length."""


@dataclass(frozen=True)
class RankedLiteral:
    """A candidate for a decision, with its rank, the score of the literal, and that of its negation.

    The scores are None for rules that do not score literals; `rank` is too for rules that use the order alone.
    """

    literal: int
    rank: float | None = None
    score: float | None = None
    negation_score: float | None = None


def candidates(trace: Trace, fork: int, cancel: Callable[[], bool] = lambda: False) -> list[RankedLiteral] | None:
    """The candidates for the decision in event `fork`, the best first; None for a rule without a ranking.

    The first candidate is the rule's selection, which the search took unless a decision was prescribed. Raises
    Cancelled, and InputError if the recorded search can't be repeated.
    """
    description = description_of(trace.result.solver)
    if description.learns:
        return _by_rerun(trace, fork, cancel)
    ranking = description.rules[trace.result.branching].ranking if trace.result.branching else None
    if ranking is None:
        return None
    if ranking.scope is not Scope.OCCURRING:
        return _ranked(ranking, _OpenLiterals(trace.formula, view(trace.state(fork).assignment)))[:MAX_CANDIDATES]
    if ranking.score is LiteralScore.ACTIVITY:
        return _by_activity(trace, fork)
    return [RankedLiteral(int(variable)) for variable in _free(trace, fork)[:MAX_CANDIDATES]]


def _ranked(ranking: Ranking, literals: "_OpenLiterals") -> list[RankedLiteral]:
    eligible = _SCOPES[ranking.scope](literals)
    if ranking.score is LiteralScore.ORDER:
        return _in_order(eligible.literals)
    if ranking.score is LiteralScore.REVERSE_ORDER:
        return _in_order(eligible.literals[::-1])
    scored = eligible if ranking.scope is Scope.SHORTEST else literals
    score = scored.score(scored.weights if ranking.score is LiteralScore.WEIGHTS else None)
    match ranking.rank:
        case Rank.HIGHER:
            return _by_literal(eligible, score)
        case Rank.SUM_OF_VARIABLE:
            return _by_sum_of_variable(eligible, score)
        case Rank.SUM_AND_PRODUCT:
            return _by_variable(eligible, score, _sum_and_product)
        case rank:
            return _by_variable(eligible, score, _sum, always_true=rank is Rank.SUM_POSITIVE)


class _OpenLiterals:
    """The free literals of the open clauses in file order, each with its clause and the length of that clause."""

    def __init__(self, formula: Formula, values: NDArray[np.integer]) -> None:
        literals = view(formula.literals)
        lengths = np.diff(view(formula.starts))
        clause = np.repeat(np.arange(len(formula)), lengths)
        truth = np.sign(literals) * values[np.abs(literals)]
        satisfied = np.bincount(clause[truth > 0], minlength=len(formula)) > 0
        is_open = (truth == 0) & ~satisfied[clause]
        self.variables = formula.variables
        self.literals: Numbers = literals[is_open].astype(np.int64)
        self.clause: Numbers = clause[is_open]
        self.length: Numbers = np.bincount(self.clause, minlength=len(formula))[self.clause]

    def score(self, weights: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """The number of occurrences or the sum of weights, indexed by literal (negative ones count from the end)."""
        size = 2 * self.variables + 1
        return np.bincount(self.literals % size, weights, size).astype(np.float64)

    def shortest(self) -> "_OpenLiterals":
        """The part in the shortest open clauses."""
        return self.part(self.length == self.length.min(initial=np.iinfo(np.int64).max))

    def part(self, mask: NDArray[np.bool_]) -> "_OpenLiterals":
        """A part of the literals; clause lengths stay those of the whole."""
        part = object.__new__(_OpenLiterals)
        part.variables = self.variables
        part.literals, part.clause, part.length = self.literals[mask], self.clause[mask], self.length[mask]
        return part

    @property
    def weights(self) -> NDArray[np.float64]:
        """2^-length for each literal."""
        return np.exp2(-np.minimum(self.length, _MAX_LENGTH).astype(np.float64))


RankOfVariables = Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]
"""Maps the scores of all v and of all -v to the ranks of the variables."""


def _sum(positive: NDArray[np.float64], negative: NDArray[np.float64]) -> NDArray[np.float64]:
    return positive + negative


def _sum_and_product(positive: NDArray[np.float64], negative: NDArray[np.float64]) -> NDArray[np.float64]:
    return (positive + negative) * 1024 + positive * negative


def _by_variable(
    eligible: _OpenLiterals, score: NDArray[np.float64], rank: RankOfVariables, always_true: bool = False
) -> list[RankedLiteral]:
    """The variables by rank, ties to the lowest, each as its literal of higher score (the positive one on a tie)."""
    variables = np.unique(np.abs(eligible.literals))
    positive, negative = score[variables], score[-variables]
    ranks = rank(positive, negative)
    order = np.argsort(-ranks, kind="stable")[:MAX_CANDIDATES]
    return [
        RankedLiteral(int(v), float(r), float(p), float(n))
        if always_true or p >= n
        else RankedLiteral(-int(v), float(r), float(n), float(p))
        for v, r, p, n in zip(variables[order], ranks[order], positive[order], negative[order], strict=True)
    ]


def _by_literal(eligible: _OpenLiterals, score: NDArray[np.float64]) -> list[RankedLiteral]:
    """The literals by score; ties go to the lowest variable, then to the positive literal."""
    literals = np.unique(eligible.literals)
    order = np.lexsort((-literals, np.abs(literals), -score[literals]))[:MAX_CANDIDATES]
    return [
        RankedLiteral(int(literal), float(score[literal]), float(score[literal]), float(score[-literal]))
        for literal in literals[order]
    ]


def _in_order(literals: Numbers) -> list[RankedLiteral]:
    return [RankedLiteral(literal) for literal in dict.fromkeys(literals.tolist())]


def _by_sum_of_variable(eligible: _OpenLiterals, score: NDArray[np.float64]) -> list[RankedLiteral]:
    """The literals by the score of their variable, ties in file order."""
    literals = np.array(list(dict.fromkeys(eligible.literals.tolist())), np.int64)
    ranks = score[literals] + score[-literals]
    order = np.argsort(-ranks, kind="stable")[:MAX_CANDIDATES]
    return [RankedLiteral(int(literals[at]), float(ranks[at])) for at in order]


def _first_clause(literals: _OpenLiterals) -> _OpenLiterals:
    return literals.part(literals.clause == literals.clause.min(initial=np.iinfo(np.int64).max))


def _positive_clauses(literals: _OpenLiterals) -> _OpenLiterals:
    positive = ~np.isin(literals.clause, np.unique(literals.clause[literals.literals < 0]))
    return literals.part(positive) if positive.any() else literals


_SCOPES: dict[Scope, Callable[[_OpenLiterals], _OpenLiterals]] = {
    Scope.OPEN: lambda literals: literals,
    Scope.SHORTEST: lambda literals: literals.shortest(),
    Scope.SHORTEST_SO_FAR: lambda literals: literals.part(literals.length <= np.minimum.accumulate(literals.length)),
    Scope.POSITIVE: _positive_clauses,
    Scope.FIRST: _first_clause,
    Scope.FIRST_SHORTEST: lambda literals: _first_clause(literals.shortest()),
}


def _by_activity(trace: Trace, fork: int) -> list[RankedLiteral]:
    """The literals by their VSIDS activity after the conflicts before the decision."""
    size = 2 * trace.formula.variables + 1
    occurring = view(trace.formula.literals)
    activity = np.bincount(occurring % size, minlength=size)
    conflicts = trace.where(EventKind.CONFLICT)
    for number, event in enumerate(conflicts[: conflicts.searchsorted(fork)].tolist(), 1):
        for literal in trace.clause(int(trace.clauses[event])):
            activity[literal] += 1
        if number % _HALVING_INTERVAL == 0:
            activity //= 2
    free = _free(trace, fork)
    literals = np.concatenate((free, -free)).astype(np.int64)
    order = np.lexsort((-literals, np.abs(literals), -activity[literals]))[:MAX_CANDIDATES]
    return [RankedLiteral(int(literal), float(activity[literal])) for literal in literals[order]]


def _free(trace: Trace, fork: int) -> Numbers:
    """The free variables that occur in the formula, ascending."""
    values = view(trace.state(fork).assignment)
    variables = np.unique(np.abs(view(trace.formula.literals)))
    free: Numbers = variables[values[variables] == 0].astype(np.int64)
    return free


def _by_rerun(trace: Trace, fork: int, cancel: Callable[[], bool]) -> list[RankedLiteral]:
    """The ranking of a clause-learning search, run again up to the decision."""
    kernel = kernel_of(trace)
    kernel.halt = trace.counters(fork).decisions
    before = -1
    while kernel.work != before or kernel.decisions < kernel.halt:  # a halted kernel does no more work
        before = kernel.work
        if kernel.run(_WORK):
            raise InputError(NOT_REPEATED)
        if cancel():
            raise Cancelled
    literals, ranks = (view(numbers) for numbers in kernel.preferences())
    order = np.argsort(-ranks, kind="stable")[:MAX_CANDIDATES]
    return [RankedLiteral(int(literals[at]), float(ranks[at])) for at in order]
