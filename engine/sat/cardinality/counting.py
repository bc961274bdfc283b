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
_SCALE = 10_000


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


def _at_most(literals: Iterable[int], most: int) -> CardinalityConstraint:
    """"At most `most` are true", as a lower bound on the negations."""
    negations = tuple(-literal for literal in literals)
    return CardinalityConstraint(negations, len(negations) - most)


def _near(
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
    near: list[list[int]] = []
    for clause in pulse.over(clauses, 8):
        pulse.did(sum(len(groups_of.get(literal, ())) for literal in clause) * len(clause))
        fitting = [
            [number for number in groups_of.get(literal, ()) if not members[number].issuperset(clause)]
            for literal in clause
        ]
        near.append(sorted(set().union(*fitting)) if all(fitting) else [])
    return near


def _by_matching(
    clauses: Sequence[Sequence[int]],
    groups: Sequence[tuple[Sequence[int], int]],
    pulse: Pulse,
) -> list[tuple[CardinalityConstraint, int]] | None:
    """Match clauses with groups; if a clause can't be matched, try the clauses and groups that block it."""
    near = _near(clauses, groups, pulse)
    matched: list[list[int]] = [[] for _ in groups]  # by group: the clauses matched with it
    room = [most for _, most in groups]
    for start in pulse.over(range(len(clauses))):
        if near[start] and (blocked := _augment(start, near, matched, room, pulse)) is not None:
            some, full = blocked
            pulse.did(16 * len(some) + sum(len(groups[number][0]) for number in full))
            literals_used = {literal for number in some for literal in clauses[number]}
            terms = [(CardinalityConstraint(tuple(clauses[number]), 1), 1) for number in sorted(some)]
            for number in full:
                shared = [literal for literal in groups[number][0] if literal in literals_used]
                if len(shared) > groups[number][1]:
                    terms.append((_at_most(shared, groups[number][1]), 1))
            if excess(terms) > 0:
                return terms
    return None


def _augment(
    start: int, near: Sequence[Sequence[int]], matched: Sequence[list[int]], room: Sequence[int], pulse: Pulse
) -> tuple[list[int], list[int]] | None:
    """Match one more clause by an augmenting path; otherwise returns the clauses and groups that block it."""
    came_from: dict[int, int] = {}  # by group: the clause that wants it
    asking = [start]
    matched_with: dict[int, int] = {}  # by clause that wants a group: its current group
    for clause in pulse.over(asking):
        for group in pulse.over(near[clause]):
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
                    asking.append(other)
    return asking, sorted(came_from)


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
    if len(counts) * (len(column) + len(counts)) > program.MOST_ENTRIES:
        return None
    a, b = np.zeros((len(counts), len(column))), np.zeros(len(counts))
    for row, count in enumerate(counts):
        for literal in count.literals:
            a[row, column[abs(literal)]] = 1.0 if literal > 0 else -1.0
        b[row] = count.bound - sum(literal < 0 for literal in count.literals)
    multipliers = program.infeasible(a, b, cancel)
    if multipliers is None:
        return None
    for scale in (*_DENOMINATORS, _SCALE):
        pulse.did(16 * len(counts))
        rounded = np.rint(multipliers * scale).astype(int).tolist()
        terms = [(count, times) for count, times in zip(counts, rounded, strict=True) if times]
        if excess(terms) > 0:
            return terms
    return None
