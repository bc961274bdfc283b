"""The literals that unit propagation would force at a position if a literal became true."""

from collections.abc import Collection, Mapping

from engine.sat.formula.formula import Literals
from engine.sat.lessons.trace_position import TracePosition


def false_literals(position: TracePosition, literals: Collection[int]) -> frozenset[int]:
    """The literals that are false at the position once these are true as well."""
    return frozenset(-literal for literal in (*position.state.trail, *literals))


def open_literals(position: TracePosition, index: int, false: Collection[int]) -> Literals:
    """The literals of a clause that are not false."""
    return tuple(literal for literal in position.clause(index) if literal not in false)


def forced_by(position: TracePosition, literal: int) -> Mapping[int, int] | None:
    """The literals that unit propagation forces if this one becomes true, in that order, each with its clause.

    None if a clause becomes false.
    """
    found: dict[int, int] = {}
    true = {*position.state.trail, literal}
    while True:
        before = len(found)
        for index in range(position.clauses):
            clause = position.clause(index)
            if true.intersection(clause):
                continue
            free = [other for other in clause if -other not in true]
            if not free:
                return None
            if len(free) == 1:
                found[free[0]] = index
                true.add(free[0])
        if len(found) == before:
            return found
