"""Formulas with equations modulo 2 and counts hidden among random clauses, for tests."""

from collections.abc import Sequence
from itertools import combinations, count, product
from random import Random

import pytest

from engine.sat.formula.formula import Formula
from engine.sat.solvers import structure

Clause = list[int]


def look_at_once(patch: pytest.MonkeyPatch, conflicts: int = 0) -> None:
    """Let searches look for equations and equal gates after so many conflicts, however long that takes."""
    patch.setattr(structure, "FIRST_LOOK", conflicts)
    patch.setattr(structure, "survey_wait", lambda _: 0)
    patch.setattr(structure, "look_at_parity", lambda _: 0)
    patch.setattr(structure, "look_at_equivalence", lambda _: 0)


def equation(variables: Sequence[int], right: int) -> list[Clause]:
    """The clauses of an equation modulo 2."""
    return [
        [-v if value else v for v, value in zip(variables, values, strict=True)]
        for values in product((0, 1), repeat=len(variables))
        if sum(values) % 2 != right
    ]


def at_most(most: int, literals: Sequence[int]) -> list[Clause]:
    """A clause against each choice of one more than allowed."""
    return [[-literal for literal in some] for some in combinations(literals, most + 1)]


def at_most_one_in_sequence(literals: Sequence[int], fresh: "count[int]") -> list[Clause]:
    """At most one of two or more literals, with new variables for "one of the first ones" (C. Sinz, CP 2005)."""
    seen = next(fresh)
    clauses = [[-literals[0], seen]]
    for literal in literals[1:-1]:
        now = next(fresh)
        clauses += [[-literal, now], [-seen, now], [-seen, -literal]]
        seen = now
    return [*clauses, [-seen, -literals[-1]]]


def shuffled(clauses: Sequence[Clause], rng: Random) -> Formula:
    """The formula with shuffled clauses and literals, renamed variables and changed signs."""
    highest = max((abs(literal) for clause in clauses for literal in clause), default=0)
    names = rng.sample(range(1, highest + 1), highest)
    literals = [0, *(name * rng.choice((1, -1)) for name in names)]
    renamed = [
        [literals[abs(literal)] * (1 if literal > 0 else -1) for literal in rng.sample(clause, len(clause))]
        for clause in clauses
    ]
    rng.shuffle(renamed)
    return Formula.of(renamed, highest)


def planted(rng: Random) -> Formula:
    """Equations and groups among random clauses over few variables, satisfiable or not.

    Some clauses of equations are shortened, which makes them stronger, or lengthened by a literal that a unit clause or
    an equivalent literal removes again.
    """
    variables = rng.randint(4, 18)
    fresh = count(variables + 1)
    names = range(1, variables + 1)

    def some(size: int) -> list[int]:
        return [name * rng.choice((1, -1)) for name in rng.sample(names, min(size, variables))]

    clauses: list[Clause] = [some(rng.choice((2, 3, 3, 4))) for _ in range(rng.randint(0, 2 * variables))]
    for _ in range(rng.randint(0, variables)):
        clauses += equation([abs(literal) for literal in some(rng.choice((1, 2, 3, 3, 3, 4, 5)))], rng.randint(0, 1))
    for _ in range(rng.randint(0, 4)):
        literals = some(rng.randint(2, 6))
        clauses += at_most(rng.randint(1, 3), literals)
        clauses.append(list(literals))
    if rng.random() < 0.3:
        literals = some(rng.randint(3, 6))
        clauses += at_most_one_in_sequence(literals, fresh)
        clauses.append(list(literals))
    for clause in rng.sample(clauses, len(clauses) // 8):
        change = rng.random()
        if change < 0.3 and len(clause) > 2:
            clause.remove(rng.choice(clause))
        elif change < 0.5:
            new = next(fresh)
            clause.append(-new)
            clauses.append([new])
        elif change < 0.7:
            new, old = next(fresh), clause.pop()
            clause.append(new)
            clauses += [[-new, old], [new, -old]]
    return shuffled(clauses, rng)


def equations_among_clauses(variables: int, equations: int, clauses: int, rng: Random) -> Formula:
    """Equations of four variables among clauses of three literals, for which the consequences of sums matter."""
    names = range(1, variables + 1)
    made: list[Clause] = []
    for _ in range(equations):
        made += equation(rng.sample(names, 4), rng.randint(0, 1))
    made += [[name * rng.choice((1, -1)) for name in rng.sample(names, 3)] for _ in range(clauses)]
    return shuffled(made, rng)
