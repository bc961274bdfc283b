"""What a recorded search does, in sentences: every event, the end, and how a clause is learned from a conflict.

Clauses are counted from 1 here, as people do; learned ones go on from those of the formula.
"""

from collections.abc import Iterable

from engine.base.text import counted
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.result import Status
from engine.sat.trace.analysis import Analysis
from engine.sat.trace.events import FLIPPED, Kind
from engine.sat.trace.trace import Trace

MOST_LITERALS = 8
"""Longer clauses are cut in a sentence."""


RESOLVED = "{literal} was forced by {clause}: resolving with it gives {resolvent}."


def sentences(trace: Trace, position: int, words: Words = NUMBERS) -> list[str]:
    """What led to this position of the trace, in one sentence; at the end, what the search came to in another.

    Raises IndexError outside 0..len.
    """
    said = _sentence(trace, position, words) if position else "The search begins: every variable is free."
    return [said, closing(trace)] if position == len(trace) else [said]


def closing(trace: Trace) -> str:
    """How the recording ends."""
    result = trace.result
    if trace.cut:
        return f"Here {trace.cut}."
    if result.status is Status.SATISFIABLE:
        return "Every clause is satisfied: this is a model."
    if result.status is Status.UNSATISFIABLE:
        return "No decision is left to take back: the formula is unsatisfiable."
    return "From here the search goes on." if trace.running else f"Here the search was stopped: {result.reason}."


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


def literals_text(literals: Iterable[int], words: Words = NUMBERS, *, whole: bool = False) -> str:
    """`(3 -5 8)`; of a long clause the beginning, unless it is wanted `whole`."""
    listed = tuple(literals)
    if whole:
        return f"({words.between.join(map(words.literal, listed))})"
    shown = words.between.join(map(words.literal, listed[:MOST_LITERALS]))
    return f"({shown})" if len(listed) <= MOST_LITERALS else f"({shown} ... {len(listed):,} literals)"


def clause_text(trace: Trace, index: int, words: Words = NUMBERS) -> str:
    """`(3 -5 8)`, or what the clause says: `(5 at least once in row 3)`."""
    rule = words.rule(index) if index < len(trace.formula) else ""
    return f"({rule})" if rule else literals_text(trace.clause(index), words)


def _sentence(trace: Trace, position: int, words: Words) -> str:
    """The event that leads to the position."""
    kind, literal, clause, level = trace.event(position - 1)
    name = words.literal
    if kind is Kind.DECISION:
        return f"Decision at level {level:,}: {name(literal)} is assumed to be true."
    if kind is Kind.FLIP:
        span = f"as long as the decisions up to level {level:,} stand" if level else "whatever is decided"
        return f"{name(-literal)} has failed: {name(literal)} must be true, {span}."
    if kind is Kind.BACKTRACK:
        return _backtrack(trace, position, level, words)
    if kind is Kind.RESTART:
        return f"Restart: back to level {level:,}; the learned clauses stay."
    if kind is Kind.DELETION:
        dropped = int(trace.literals[position - 1])
        return f"{dropped:,} learned clause{'s are' if dropped != 1 else ' is'} deleted, the less active ones."
    assert clause is not None, "what is left are events of clauses"
    if kind is Kind.LEARNED:
        went = f" Back to level {trace.level(position + 1):,}." if position < len(trace) else ""
        return f"Learned {literals_text(trace.clause(clause), words)} from it, as clause {clause + 1:,}.{went}"
    what = f"{clause_name(trace, clause)} {clause_text(trace, clause, words)}"
    if kind is Kind.CONFLICT:
        return f"Conflict{' with no decision in force' * (level == 0)}: {what} is false."
    return f"{what[0].upper()}{what[1:]} is unit: {name(literal)} must be true."


def _backtrack(trace: Trace, position: int, level: int, words: Words) -> str:
    state, left = trace.state(position - 1), int(trace.clauses[position - 1])
    undone = len(state.trail) - left
    freed = f"{counted(undone, 'literal')} {'becomes' if undone == 1 else 'become'} free"
    if trace.event(position - 2).kind is Kind.LEARNED:
        return f"Backjump from level {state.level:,} to level {level:,}: {freed}."
    below = state.reasons[left:].count(FLIPPED)
    both = f" with {below:,} below it of which both values failed" if below else ""
    return f"Backtrack to level {level:,}: the decision {words.literal(state.trail[left])} is undone{both}, {freed}."


def explain(trace: Trace, analysis: Analysis, words: Words = NUMBERS) -> list[str]:
    """An analysis in sentences."""

    def named(clause: int) -> str:
        return f"{clause_name(trace, clause)} {clause_text(trace, clause, words)}"

    def begun(sentence: str) -> str:
        return sentence[0].upper() + sentence[1:]

    def listed(literals: Iterable[int]) -> str:
        return ", ".join(map(words.literal, literals))

    point, learned = analysis.implication_point, trace.clause(analysis.learned)
    lines = [f"{begun(named(analysis.conflict))} is false at level {analysis.level:,}."]
    lines += [
        RESOLVED.format(
            literal=words.literal(step.literal), clause=named(step.clause),
            resolvent=literals_text(step.resolvent, words, whole=True),
        )
        for step in analysis.steps
    ]  # fmt: skip
    lines.append(
        f"All of level {analysis.level:,} that is left is {words.literal(point)}, the first unique implication point: "
        f"{literals_text(analysis.derived, words, whole=True)}."
    )
    if analysis.fixed:
        verbs = "is false at level 0 and falls" if len(analysis.fixed) == 1 else "are false at level 0 and fall"
        lines.append(f"{listed(analysis.fixed)} {verbs} away.")
    if redundant := [literal for literal in analysis.derived if literal not in learned]:
        verbs = "follows from the rest and is" if len(redundant) == 1 else "follow from the rest and are"
        lines.append(f"{listed(redundant)} {verbs} left out.")
    lines += outcome(trace, analysis, words)
    return lines


def outcome(trace: Trace, analysis: Analysis, words: Words = NUMBERS) -> list[str]:
    """What an analysis led to, in sentences: the learned clause and the backjump."""
    literals = literals_text(trace.clause(analysis.learned), words)
    lines = [f"Learned clause {analysis.learned + 1:,} {literals}."]
    if analysis.back_to is not None:
        forced = words.literal(-analysis.implication_point)
        lines.append(f"Back to level {analysis.back_to:,}, where it is unit: {forced} must be true.")
    return lines
