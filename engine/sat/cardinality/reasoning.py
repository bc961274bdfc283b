"""Refutation of formulas by counting: groups of literals, and a contradiction between them with a certificate."""

from collections.abc import Callable, Iterable

from engine.base.polling import Pulse, poll
from engine.sat.cardinality.clauses import Remaining
from engine.sat.cardinality.counting import CardinalityConstraint, contradiction
from engine.sat.cardinality.groups import MAX_BOUND, Group, ImplicationGraph, at_most_one, at_most_some
from engine.sat.formula.formula import Formula
from engine.sat.proof.certificate import CertificateWriter

MAX_LITERALS = 20_000_000
"""Maximum number of literals of a formula."""


class CardinalityReasoning:
    """The at-most-k groups of a formula, and a contradiction that follows by counting.

    Unit propagation comes first. `groups` are over the literals of clauses that could be part of a contradiction;
    `contradiction` has constraints with multipliers whose sum is 0 >= 1, or is None. Raises Cancelled if `cancel`
    returns True.
    """

    def __init__(self, formula: Formula, cancel: Callable[[], bool] | None = None) -> None:
        self._formula = formula
        self._cancel = cancel
        self.groups: list[Group] = []
        self.contradiction: list[tuple[CardinalityConstraint, int]] | None = None
        remaining = Remaining.of(formula, cancel) if len(formula.literals) <= MAX_LITERALS else None
        self._reasons = {} if remaining is None else remaining.reasons
        if remaining is not None:
            self._look(remaining)

    def _look(self, remaining: Remaining) -> None:
        """Find groups by single clauses, then by chains of implications, until there is a contradiction."""
        pulse = Pulse(self._cancel)
        larger = [group for size in range(3, MAX_BOUND + 2) for group in at_most_some(remaining, size, self._cancel)]
        self._implications = ImplicationGraph(remaining, cancel=self._cancel)
        candidates = {literal for group in larger for literal in group.literals}.union(self._implications.literals)
        encoding = {literals for group in larger for literals in pulse.over(group.subsets(), 8)}
        over_candidates = pulse.over(remaining.clauses_over(candidates, self._cancel), 8)
        clauses = [literals for _number, literals in over_candidates if frozenset(literals) not in encoding]
        for far in (False, True):
            groups = at_most_one(self._implications, set().union(*clauses), far=far, cancel=self._cancel)
            self.contradiction = contradiction(
                clauses, [(group.literals, group.most) for group in groups + larger], self._cancel
            )
            if not far or self.contradiction is not None:
                self.groups = groups + larger
            if self.contradiction is not None:
                break
            clauses = self._without_neighbours(clauses)

    def _without_neighbours(self, clauses: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The long clauses with a literal that directly excludes no literal of another long clause.

        Clauses of three or more literals are long. Empty if these are less than half of them: then the clauses are not
        separated by new variables of an encoding.
        """
        long = [literals for literals in clauses if len(literals) > 2]
        pulse = Pulse(self._cancel)
        all_literals = set().union(*long)
        excluded = {
            literal: self._implications.excluded(literal) & all_literals for literal in pulse.over(all_literals, 16)
        }
        separate = [
            literals
            for literals, members in pulse.over(zip(long, map(frozenset, long), strict=True), 16)
            if any(excluded[literal] <= members for literal in literals)
        ]
        return separate if 2 * len(separate) >= len(long) else []

    def certificate(self) -> str:
        """The contradiction as a certificate. Raises ValueError if there is none."""
        if self.contradiction is None:
            raise ValueError("there is no contradiction to be certified")
        writer = _CertificateWriter(self._formula, self._reasons)
        remaining = Remaining.of(self._formula, self._cancel)
        assert remaining is not None, "a contradiction needs clauses"
        literals = {literal for count, _ in self.contradiction for literal in count.literals}
        by_literals = {frozenset(clause): number for number, clause in remaining.clauses_over(literals)}
        lines: dict[int, int] = {}
        for count, times in self.contradiction:
            poll(self._cancel)
            if frozenset(count.literals) in by_literals and count.bound == 1:
                clauses: Iterable[int] = (by_literals[frozenset(count.literals)],)
            else:
                group = Group(tuple(-literal for literal in count.literals), len(count.literals) - count.bound)
                clauses = self._clauses_of(group, by_literals)
            lines[writer.count(count, clauses)] = times
        return writer.text(lines)

    def _clauses_of(self, group: Group, by_literals: dict[frozenset[int], int]) -> set[int]:
        """The clauses that imply a group."""
        if group.most > 1:
            return {by_literals[literals] for literals in group.subsets()}
        clauses: set[int] = set()
        for place, literal in enumerate(group.literals):
            rest = group.literals[place + 1 :]
            direct = {other: by_literals.get(frozenset((-literal, -other))) for other in rest}
            clauses.update(number for number in direct.values() if number is not None)
            far = [-other for other, number in direct.items() if number is None]
            clauses |= self._implications.clauses_between(literal, far)
        return clauses


class _CertificateWriter:
    """A writer of lines, each after those of the units that it depends on."""

    def __init__(self, formula: Formula, reasons: dict[int, int]) -> None:
        self._formula = formula
        self._reasons = reasons
        self._writer = CertificateWriter()
        self._lines: dict[int, int] = {}  # by true literal

    def count(self, count: CardinalityConstraint, clauses: Iterable[int]) -> int:
        """Write a constraint implied by these clauses; returns the number of its line."""
        clauses = list(clauses)
        return self._writer.count(*count, clauses, self._units(clauses))

    def text(self, lines: dict[int, int]) -> str:
        """The certificate, ended by the contradictory sum of lines with their multipliers."""
        self._writer.sum_of_counts((), 1, lines)
        return self._writer.text()

    def _units(self, clauses: Iterable[int]) -> set[int]:
        """The lines of the units that falsify literals of these clauses."""
        units = self._falsifying(clauses)
        waiting = sorted(units)
        while waiting:
            literal = waiting[-1]
            needed = self._falsifying((self._reasons[literal],)) - {literal} - self._lines.keys()
            if literal not in self._lines and not needed:
                reason = self._reasons[literal]
                earlier = {self._lines[other] for other in self._falsifying((reason,))}
                self._lines[literal] = self._writer.count((literal,), 1, (reason,), earlier)
            if needed:
                waiting.extend(needed)
            else:
                waiting.pop()
        return {self._lines[literal] for literal in units}

    def _falsifying(self, clauses: Iterable[int]) -> set[int]:
        """The true literals whose negations are in these clauses."""
        if not self._reasons:
            return set()
        return {-lit for clause in clauses for lit in self._formula[clause] if -lit in self._reasons}
