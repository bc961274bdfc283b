"""What a recorded search does, in sentences: every event, the end, and how a clause is learned from a conflict.

Clauses are counted from 1 here, as people do; learned ones go on from those of the formula.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.sat.events import Kind
from engine.sat.result import Status
from engine.sat.trace import Trace

MOST_LITERALS = 8
"""Longer clauses are cut in a sentence."""


def narrate(trace: Trace, position: int) -> str:
    """What led to this position of the trace, in one sentence; at the end, what the search came to in another.

    Raises IndexError outside 0..len.
    """
    said = _sentence(trace, position) if position else "The search begins: every variable is free."
    return f"{said} {closing(trace)}" if position == len(trace) else said


def closing(trace: Trace) -> str:
    """How the recording ends."""
    result = trace.result
    if trace.cut:
        return f"Here {trace.cut}."
    if result.status is Status.SATISFIABLE:
        return "Every clause is satisfied: this is a model."
    if result.status is Status.UNSATISFIABLE:
        return "No decision is left to take back: the formula is unsatisfiable."
    return f"Here the search was stopped: {result.reason}."


def clause_at_work(trace: Trace, position: int) -> int | None:
    """The clause (from 0) that the last event before the position is about; None if there is none.

    A learned clause is still at work in the backjump that follows it.
    """
    if position == 0:
        return None
    event = trace.event(position - 1)
    if event.kind is Kind.BACKTRACK and position > 1 and trace.event(position - 2).kind is Kind.LEARNED:
        return trace.event(position - 2).clause
    return event.clause


def clause_name(trace: Trace, index: int) -> str:
    """`clause 17`, or `learned clause 205`."""
    return f"{'learned ' * (index >= len(trace.formula))}clause {index + 1:,}"


def literals_text(literals: Iterable[int]) -> str:
    """`(3 -5 8)`; of a long clause the beginning."""
    listed = tuple(literals)
    shown = " ".join(map(str, listed[:MOST_LITERALS]))
    return f"({shown})" if len(listed) <= MOST_LITERALS else f"({shown} ... {len(listed):,} literals)"


def _sentence(trace: Trace, position: int) -> str:
    """The event that leads to the position."""
    kind, literal, clause, level = trace.event(position - 1)
    if kind is Kind.DECISION:
        return f"Decision at level {level:,}: {literal} is assumed to be true."
    if kind is Kind.FLIP:
        return f"{-literal} has failed: {literal} must be true, as a consequence of level {level:,}."
    if kind is Kind.BACKTRACK:
        return _backtrack(trace, position, level)
    if kind is Kind.RESTART:
        return f"Restart: back to level {level:,}; the learned clauses stay."
    assert clause is not None, "what is left are events of clauses"
    if kind is Kind.LEARNED:
        went = f" Back to level {trace.level(position + 1):,}." if position < len(trace) else ""
        return f"Learned {literals_text(trace.clause(clause))} from it, as clause {clause + 1:,}.{went}"
    what = f"{clause_name(trace, clause)} {literals_text(trace.clause(clause))}"
    if kind is Kind.CONFLICT:
        return f"Conflict: {what} is false" + (", and no decision is in force." if level == 0 else ".")
    return f"{what[0].upper()}{what[1:]} is unit: {literal} must be true."


def _backtrack(trace: Trace, position: int, level: int) -> str:
    trail, left = trace.state(position - 1).trail, int(trace.clauses[position - 1])
    undone = len(trail) - left
    freed = f"{undone:,} literal{'s' * (undone != 1)} become{'s' * (undone == 1)} free"
    if trace.event(position - 2).kind is Kind.LEARNED:
        return f"Backjump from level {trace.level(position - 1):,} to level {level:,}: {freed}."
    return f"Backtrack to level {level:,}: the decision {trail[left]} and what followed are undone, {freed}."


@dataclass(frozen=True)
class Resolution:
    """A literal of the conflict's level, true on the trail, that is replaced by what forced it: the clause."""

    literal: int
    clause: int


@dataclass(frozen=True)
class Analysis:
    """How a clause was learned from a conflict: J. Marques-Silva and K. Sakallah, IEEE Trans. Computers 48, 1999.

    `position` is the moment of the conflict, of `level`, and `conflict` its clause. `steps` lead from it to the clause
    `derived`, with one literal of that level left: the negation of `implication_point`. `learned` is the number of the
    clause that was kept, and `back_to` the level after it, None where the recording ends before.
    """

    position: int
    level: int
    conflict: int
    steps: tuple[Resolution, ...]
    implication_point: int
    derived: tuple[int, ...]
    learned: int
    back_to: int | None


def analyse(trace: Trace, position: int) -> Analysis | None:
    """The analysis of the last conflict at or before a position; None if there is none from which was learned."""
    found = trace.previous_position(position + 1, Kind.CONFLICT)
    if found is None or found == len(trace) or trace.event(found).kind is not Kind.LEARNED:
        return None
    state = trace.state(found)
    place = {abs(literal): index for index, literal in enumerate(state.trail)}
    conflict, learned = trace.event(found - 1).clause, trace.event(found).clause
    assert conflict is not None, "a conflict has a clause"
    assert learned is not None, "a learned clause has a number"
    waiting: set[int] = set()  # the places on the trail of what is to be replaced
    derived: dict[int, None] = {}
    steps: list[Resolution] = []

    def add(clause: int) -> None:
        for literal in trace.clause(clause):
            at = place[abs(literal)]
            if state.trail[at] == literal or state.levels[at] == 0:  # what the clause forced; what is always false
                continue
            if state.levels[at] == state.level:
                waiting.add(at)
            else:
                derived[literal] = None

    add(conflict)
    while len(waiting) > 1:
        last = max(waiting)
        waiting.remove(last)
        steps.append(Resolution(state.trail[last], state.reasons[last]))
        add(state.reasons[last])
    point = state.trail[waiting.pop()]
    back_to = trace.level(found + 2) if found + 2 <= len(trace) else None
    return Analysis(found, state.level, conflict, tuple(steps), point, (-point, *derived), learned, back_to)


def explain(trace: Trace, analysis: Analysis) -> list[str]:
    """The analysis in sentences."""

    def named(clause: int) -> str:
        return f"{clause_name(trace, clause)} {literals_text(trace.clause(clause))}"

    point, learned = analysis.implication_point, trace.clause(analysis.learned)
    lines = [f"{named(analysis.conflict).capitalize()} is false at level {analysis.level:,}."]
    lines += [f"{step.literal} was forced by {named(step.clause)}: resolve with it." for step in analysis.steps]
    lines.append(
        f"All of level {analysis.level:,} that is left is {point}, the first unique implication point: "
        f"{literals_text(analysis.derived)}."
    )
    if redundant := [literal for literal in analysis.derived if literal not in learned]:
        verbs = "follows from the rest and is" if len(redundant) == 1 else "follow from the rest and are"
        lines.append(f"{' '.join(map(str, redundant))} {verbs} left out.")
    lines.append(f"Learned {named(analysis.learned).removeprefix('learned ')}.")
    if analysis.back_to is not None:
        lines.append(f"Back to level {analysis.back_to:,}, where it is unit: {-point} must be true.")
    return lines
