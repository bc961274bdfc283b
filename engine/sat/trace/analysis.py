"""Conflict analysis of a recorded CDCL search: the resolution steps, and the implication graph that they traverse."""

from dataclasses import dataclass

from engine.sat.formula.assignment_state import SolverState
from engine.sat.formula.formula import Literals
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace


@dataclass(frozen=True)
class Resolution:
    """A resolution step, which replaces a true literal of the conflict level by the `clause` that forced it.

    `resolvent` is the result; its literals of the conflict level come first, the latest assigned first.
    """

    literal: int
    clause: int
    resolvent: Literals


@dataclass(frozen=True)
class ImplicationNode:
    """A true literal of an implication graph, or the conflict (literal 0).

    `reason` is the clause that forced the literal, or the false clause; None if the graph ends here. `causes` are the
    indexes of the nodes that this clause depends on.
    """

    literal: int
    level: int
    reason: int | None
    causes: tuple[int, ...]


@dataclass(frozen=True)
class ConflictAnalysis:
    """The derivation of a learned clause from a conflict.

    J. Marques-Silva and K. Sakallah, IEEE Trans. Computers 48, 1999. `position` is the position after the conflict,
    which happened at `level` in the clause `conflict`. The `steps` lead from that clause to the clause `derived`, which
    has one literal of that level left: the negation of `implication_point`. The literals in `fixed` are false at level
    0 and were dropped. `learned` is the number of the learned clause, `back_to` the level after the backjump, None if
    the recording ends before it.

    `graph` is the implication graph in the order of the trail, with the conflict last. Its first `cut` nodes are the
    reason side of the cut, the implication point last; their negations form the clause `derived`.
    """

    position: int
    level: int
    conflict: int
    steps: tuple[Resolution, ...]
    implication_point: int
    derived: tuple[int, ...]
    fixed: tuple[int, ...]
    learned: int
    back_to: int | None
    graph: tuple[ImplicationNode, ...]
    cut: int


def analyse(trace: Trace, position: int) -> ConflictAnalysis | None:
    """Analyse the last conflict at or before a position; None if there is none that led to a learned clause."""
    after = trace.previous_position(position + 1, EventKind.CONFLICT)
    if after is None or after == len(trace) or trace.event(after).kind is not EventKind.LEARNED:
        return None
    state = trace.state(after)
    conflict, learned = trace.event(after - 1).clause, trace.event(after).clause
    assert conflict is not None, "a conflict has a clause"
    assert learned is not None, "a learned clause has a number"
    waiting: set[int] = set()  # trail positions of literals to be replaced
    derived: dict[int, None] = {}
    fixed: dict[int, None] = {}
    replaced: list[int] = []
    steps: list[Resolution] = []

    def resolve_with(clause: int) -> None:
        for literal in trace.clause(clause):
            at = _place(state, literal)
            if state.trail[at] == literal:  # the literal that the clause forced
                continue
            if state.levels[at] == 0:
                fixed[literal] = None
            elif state.levels[at] == state.level:
                waiting.add(at)
            else:
                derived[literal] = None

    resolve_with(conflict)
    while len(waiting) > 1:
        last = max(waiting)
        waiting.remove(last)
        replaced.append(last)
        resolve_with(state.reasons[last])
        resolvent = (*(-state.trail[at] for at in sorted(waiting, reverse=True)), *derived, *fixed)
        steps.append(Resolution(state.trail[last], state.reasons[last], resolvent))
    at = waiting.pop()
    point = state.trail[at]
    sources = [*sorted(_place(state, literal) for literal in derived), at]
    return ConflictAnalysis(
        after,
        state.level,
        conflict,
        tuple(steps),
        point,
        (-point, *derived),
        tuple(fixed),
        learned,
        trace.level(after + 2) if after + 2 <= len(trace) else None,
        _graph(trace, state, sources, replaced[::-1], conflict),
        len(sources),
    )


def _place(state: SolverState, literal: int) -> int:
    """The trail position of an assigned literal or its negation."""
    place = state.place(abs(literal))
    assert place is not None, "all literals that lead to a conflict are assigned"
    return place


def _graph(
    trace: Trace, state: SolverState, sources: list[int], forced: list[int], conflict: int
) -> tuple[ImplicationNode, ...]:
    """The nodes at these trail positions (first those without reasons, then those with), and the conflict."""
    number = {at: index for index, at in enumerate([*sources, *forced])}

    def causes(clause: int, literal: int) -> tuple[int, ...]:
        places = {_place(state, other) for other in trace.clause(clause) if other != literal}
        return tuple(sorted(number[at] for at in places if state.levels[at]))

    reasons = [(state.trail[at], state.reasons[at]) for at in forced] + [(0, conflict)]
    return (
        *(ImplicationNode(state.trail[at], state.levels[at], None, ()) for at in sources),
        *(ImplicationNode(literal, state.level, reason, causes(reason, literal)) for literal, reason in reasons),
    )
