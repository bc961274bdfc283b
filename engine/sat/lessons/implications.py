"""The causes of a conflict, back to the decisions, and the paths from a decision to it."""

from collections import deque

from engine.sat.formula.assignment_state import SolverState
from engine.sat.formula.formula import Literals
from engine.sat.trace.analysis import ImplicationNode
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace


def implications(trace: Trace, position: int) -> tuple[ImplicationNode, ...]:
    """The literals that lead to the conflict just before the position, in the order of the trail, without level 0.

    The conflict itself comes last, as literal 0. Raises ValueError if the event before the position is not a conflict.
    """
    event = trace.event(position - 1) if position else None
    if event is None or event.kind is not EventKind.CONFLICT or event.clause is None:
        raise ValueError("no conflict led to this position")
    state = trace.state(position)
    causes = {len(state.trail): _causes(trace, state, event.clause, 0)}
    for at in range(len(state.trail) - 1, -1, -1):
        if any(at in places for places in causes.values()):
            reason = state.reasons[at]
            causes[at] = _causes(trace, state, reason, state.trail[at]) if reason >= 0 else ()
    places = sorted(causes)
    number = {at: index for index, at in enumerate(places)}
    nodes = [
        ImplicationNode(
            state.trail[at],
            state.levels[at],
            state.reasons[at] if state.reasons[at] >= 0 else None,
            tuple(number[cause] for cause in causes[at]),
        )
        for at in places[:-1]
    ]
    return (*nodes, ImplicationNode(0, state.level, event.clause, tuple(number[cause] for cause in causes[places[-1]])))


def path_around(graph: tuple[ImplicationNode, ...], literal: int) -> Literals | None:
    """The shortest path from the last decision to the conflict that avoids the literal; None if there is none.

    All its literals are of the conflict's level; the conflict itself is not included.
    """
    level = graph[-1].level
    effects: dict[int, list[int]] = {}
    for index, node in enumerate(graph):
        for cause in node.causes:
            if graph[cause].level == level and graph[cause].literal != literal:
                effects.setdefault(cause, []).append(index)
    start = next(index for index, node in enumerate(graph) if node.level == level)
    before: dict[int, int | None] = {start: None}
    waiting = deque([start])
    while waiting:
        cause = waiting.popleft()
        for effect in effects.get(cause, ()):
            if effect not in before:
                before[effect] = cause
                waiting.append(effect)
    path, step = [], before.get(len(graph) - 1)
    while step is not None:
        path.append(graph[step].literal)
        step = before[step]
    return tuple(reversed(path)) or None


def _causes(trace: Trace, state: SolverState, clause: int, literal: int) -> tuple[int, ...]:
    """The trail positions, above level 0, of the literals that make the clause false, or unit for this literal."""
    places = {state.place(abs(other)) for other in trace.clause(clause) if other != literal}
    return tuple(sorted(at for at in places if at is not None and state.levels[at]))
