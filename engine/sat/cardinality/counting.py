"""Contradictions between cardinality constraints: lower bounds on some literals, upper bounds on others.

The pattern is that of pigeons that need a hole each, and holes that take one pigeon each. Clauses (at least one
literal) are matched with groups (at most some literals) that share a literal with them and have capacity left. If that
fails, some clauses have fewer groups than they need (P. Hall: On representatives of subsets. J. London Math. Soc. 10,
1935), and the sum of these clauses and groups is a contradiction. Small cases that are less obvious are left to linear
programming. Either way the result is a list of constraints with multipliers whose sum is 0 >= 1, a cutting-planes
refutation without cuts (W. Cook, C. Coullard, G. Turán: On the complexity of cutting-plane proofs. Discrete Applied
Mathematics 18, 1987).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from engine.base.polling import Pulse
from engine.sat.cardinality import program

_DENOMINATORS = range(1, 61)
"""Common denominators of multipliers, tried in turn."""
_SCALE = 10_000
"""The denominator tried last."""


class CardinalityConstraint(NamedTuple):
    """At least `bound` of the literals are true."""

    literals: tuple[int, ...]
    bound: int


def contradiction(
    clauses: Sequence[Sequence[int]],
    groups: Sequence[tuple[Sequence[int], int]],
    cancel: Callable[[], bool] | None = None,
) -> list[tuple[CardinalityConstraint, int]] | None:
    """Constraints with multipliers that contradict each other; None if none are found.

    At least one literal of each clause is true, and at most the given number of each group. Raises Cancelled if
    `cancel` returns True.
    """
    pulse = Pulse(cancel)
    found = _by_matching(clauses, groups, pulse)
    return found if found is not None else _by_program(clauses, groups, pulse, cancel)


def excess(terms: Iterable[tuple[CardinalityConstraint, int]]) -> int:
    """The bound of the sum of constraints minus the maximum of its left side; a contradiction if positive."""
    weights: dict[int, int] = {}
    bound = 0
    for count, times in terms:
        bound += times * count.bound
        for literal in count.literals:
            weights[literal] = weights.get(literal, 0) + times
    return bound - sum(
        max(weights.get(variable, 0), weights.get(-variable, 0)) for variable in {abs(literal) for literal in weights}
    )


def _at_most(literals: Iterable[int], bound: int) -> CardinalityConstraint:
    """At most `bound` of the literals are true, as a lower bound on their negations."""
    negations = tuple(-literal for literal in literals)
    return CardinalityConstraint(negations, len(negations) - bound)


def _usable_groups(
    clauses: Sequence[Sequence[int]], groups: Sequence[tuple[Sequence[int], int]], pulse: Pulse
) -> list[list[int]]:
    """For each clause, the groups that it can be matched with; none if one of its literals is in no group.

    Groups that contain the whole clause are left out: that a pigeon is in at most one hole does not help.
    """
    groups_of: dict[int, list[int]] = {}
    for number, (literals, _) in pulse.over(enumerate(groups)):
        pulse.did(len(literals))
        for literal in literals:
            groups_of.setdefault(literal, []).append(number)
    members = [frozenset(literals) for literals, _ in pulse.over(groups, 8)]
    usable: list[list[int]] = []
    for clause in pulse.over(clauses, 8):
        pulse.did(sum(len(groups_of.get(literal, ())) for literal in clause) * len(clause))
        fitting = [
            [number for number in groups_of.get(literal, ()) if not members[number].issuperset(clause)]
            for literal in clause
        ]
        usable.append(sorted(set().union(*fitting)) if all(fitting) else [])
    return usable


def _by_matching(
    clauses: Sequence[Sequence[int]],
    groups: Sequence[tuple[Sequence[int], int]],
    pulse: Pulse,
) -> list[tuple[CardinalityConstraint, int]] | None:
    """Match clauses with groups; if a clause can't be matched, try the clauses and groups that block it."""
    usable = _usable_groups(clauses, groups, pulse)
    matched: list[list[int]] = [[] for _ in groups]  # by group: the clauses matched with it
    room = [bound for _literals, bound in groups]
    for start in pulse.over(range(len(clauses))):
        if usable[start] and (blockage := _augment(start, usable, matched, room, pulse)) is not None:
            blocked, full = blockage
            pulse.did(16 * len(blocked) + sum(len(groups[number][0]) for number in full))
            blocked_literals = {literal for number in blocked for literal in clauses[number]}
            terms = [(CardinalityConstraint(tuple(clauses[number]), 1), 1) for number in sorted(blocked)]
            for number in full:
                shared = [literal for literal in groups[number][0] if literal in blocked_literals]
                if len(shared) > groups[number][1]:
                    terms.append((_at_most(shared, groups[number][1]), 1))
            if excess(terms) > 0:
                return terms
    return None


def _augment(
    start: int, usable: Sequence[Sequence[int]], matched: Sequence[list[int]], room: Sequence[int], pulse: Pulse
) -> tuple[list[int], list[int]] | None:
    """Match one more clause by an augmenting path; otherwise returns the clauses and groups that block it."""
    came_from: dict[int, int] = {}  # by group: the clause that wants it
    waiting = [start]
    matched_with: dict[int, int] = {}  # by clause that wants a group: its current group
    for clause in pulse.over(waiting):  # grows meanwhile
        for group in pulse.over(usable[clause]):
            if group in came_from:
                continue
            came_from[group] = clause
            if len(matched[group]) < room[group]:
                while True:
                    clause = came_from[group]
                    matched[group].append(clause)
                    if clause == start:
                        return None
                    group = matched_with[clause]
                    matched[group].remove(clause)
            for other in matched[group]:
                if other not in matched_with and other != start:
                    matched_with[other] = group
                    waiting.append(other)
    return waiting, sorted(came_from)


def _by_program(
    clauses: Sequence[Sequence[int]],
    groups: Sequence[tuple[Sequence[int], int]],
    pulse: Pulse,
    cancel: Callable[[], bool] | None,
) -> list[tuple[CardinalityConstraint, int]] | None:
    """Find multipliers by linear programming, and round them until the exact sum is a contradiction."""
    import numpy as np

    counts = [CardinalityConstraint(tuple(clause), 1) for clause in pulse.over(clauses)]
    counts += [_at_most(*group) for group in pulse.over(groups, 32)]
    column = {
        variable: place
        for place, variable in enumerate(
            sorted({abs(literal) for count in pulse.over(counts) for literal in count.literals})
        )
    }
    if len(counts) * (len(column) + len(counts)) > program.MAX_ENTRIES:
        return None
    a, b = np.zeros((len(counts), len(column))), np.zeros(len(counts))
    for row, count in enumerate(counts):
        for literal in count.literals:
            a[row, column[abs(literal)]] = 1.0 if literal > 0 else -1.0
        b[row] = count.bound - sum(literal < 0 for literal in count.literals)
    multipliers = program.infeasibility_multipliers(a, b, cancel)
    if multipliers is None:
        return None
    for scale in (*_DENOMINATORS, _SCALE):
        pulse.did(16 * len(counts))
        rounded = np.rint(multipliers * scale).astype(int).tolist()
        terms = [(count, times) for count, times in zip(counts, rounded, strict=True) if times]
        if excess(terms) > 0:
            return terms
    return None
