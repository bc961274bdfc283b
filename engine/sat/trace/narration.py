"""Sentences about a recorded search: its events, its end, and how a clause is learned from a conflict.

Clauses are numbered from 1 here; learned clauses continue the numbering of the formula.
"""

from collections.abc import Iterable

from engine.base.language import _, lazy_gettext, ngettext, numeral
from engine.base.text import as_beginning
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.result import Status
from engine.sat.trace.analysis import ConflictAnalysis
from engine.sat.trace.events import FLIPPED, EventKind
from engine.sat.trace.trace import Trace

MAX_LITERALS = 8
"""Maximum number of literals of a clause in a sentence."""

RESOLVED = lazy_gettext("{literal} was forced by {clause}: resolving with it gives {resolvent}.")
CLAUSE, LEARNED_CLAUSE = lazy_gettext("clause {number:,}"), lazy_gettext("learned clause {number:,}")
LEARNED = lazy_gettext("Learned {clause} from the conflict, as clause {number:,}.")
CONFLICT = lazy_gettext("Conflict: {clause} is false.")
CONFLICT_AT_ROOT = lazy_gettext("Conflict with no decision in force: {clause} is false.")


def sentences(trace: Trace, position: int, words: Words = NUMBERS) -> list[str]:
    """A sentence on the event that leads to a position; at the end, a second one on the result.

    Raises IndexError outside 0..len.
    """
    sentence = _sentence(trace, position, words) if position else _("The search begins: every variable is free.")
    return [sentence, end_sentence(trace)] if position == len(trace) else [sentence]


def end_sentence(trace: Trace) -> str:
    """A sentence on the end of the recording."""
    result = trace.result
    if trace.cut:
        return _("Here {cut}.").format(cut=trace.cut)
    if result.status is Status.SATISFIABLE:
        return _("Every clause is satisfied: this is a model.")
    if result.status is Status.UNSATISFIABLE:
        return _("No decision is left to undo: the formula is unsatisfiable.")
    return (
        _("The search continues from here.")
        if trace.running
        else _("The search was stopped here: {reason}.").format(reason=result.reason and _(result.reason))
    )


def clause_at_work(trace: Trace, position: int) -> int | None:
    """The index of the clause that the event before a position refers to, or None.

    A backjump refers to the clause learned before it.
    """
    if position == 0:
        return None
    event = trace.event(position - 1)
    if event.kind is EventKind.BACKTRACK and position > 1 and trace.event(position - 2).kind is EventKind.LEARNED:
        return trace.event(position - 2).clause
    return event.clause


def clause_name(trace: Trace, index: int) -> str:
    """`clause 17`, or `learned clause 205`."""
    sentence = LEARNED_CLAUSE if index >= len(trace.formula) else CLAUSE
    return sentence.format(number=index + 1)


def literals_text(literals: Iterable[int], words: Words = NUMBERS, *, whole: bool = False) -> str:
    """`(3 -5 8)`; long clauses are shortened unless `whole`."""
    listed = tuple(literals)
    if whole:
        return f"({words.between.join(map(words.literal, listed))})"
    literals_shown = words.between.join(map(words.literal, listed[:MAX_LITERALS]))
    return (
        f"({literals_shown})"
        if len(listed) <= MAX_LITERALS
        else _("({literals} ... {count:,} literals)").format(literals=literals_shown, count=len(listed))
    )


def clause_text(trace: Trace, index: int, words: Words = NUMBERS) -> str:
    """`(3 -5 8)`, or the rule that the clause encodes: `(5 at least once in row 3)`."""
    rule = words.rule(index) if index < len(trace.formula) else ""
    return f"({rule})" if rule else literals_text(trace.clause(index), words)


def _sentence(trace: Trace, position: int, words: Words) -> str:
    """A sentence on the event that leads to the position."""
    kind, literal, clause, level = trace.event(position - 1)
    name = words.literal
    if kind is EventKind.DECISION:
        return _("Decision at level {level:,}: {literal} is assumed to be true.").format(
            level=level, literal=name(literal)
        )
    if kind is EventKind.FLIP:
        span = (
            _("as long as the decisions up to level {level:,} stand").format(level=level)
            if level
            else _("whatever is decided")
        )
        return _("{failed} has failed: {literal} must be true, {span}.").format(
            failed=name(-literal), literal=name(literal), span=span
        )
    if kind is EventKind.BACKTRACK:
        return _backtrack(trace, position, level, words)
    if kind is EventKind.RESTART:
        return _("Restart: back to level {level:,}; the learned clauses stay.").format(level=level)
    if kind is EventKind.DELETION:
        count = int(trace.literals[position - 1])
        return ngettext(
            "{dropped} of the less active learned clauses is deleted.",
            "{dropped} of the less active learned clauses are deleted.",
            count,
        ).format(dropped=numeral(count))
    assert clause is not None, "all other kinds of events have a clause"
    if kind is EventKind.LEARNED:
        learned, number = literals_text(trace.clause(clause), words), clause + 1
        if position == len(trace):
            return LEARNED.format(clause=learned, number=number)
        return _("Learned {clause} from the conflict, as clause {number:,}. Back to level {level:,}.").format(
            clause=learned, number=number, level=trace.level(position + 1)
        )
    clause_words = f"{clause_name(trace, clause)} {clause_text(trace, clause, words)}"
    if kind is EventKind.CONFLICT:
        return (CONFLICT if level else CONFLICT_AT_ROOT).format(clause=clause_words)
    return _("{clause} is unit: {literal} must be true.").format(
        clause=as_beginning(clause_words), literal=name(literal)
    )


def _backtrack(trace: Trace, position: int, level: int, words: Words) -> str:
    state, left = trace.state(position - 1), int(trace.clauses[position - 1])
    undone = len(state.trail) - left
    freed = ngettext("{undone} literal becomes free", "{undone} literals become free", undone).format(
        undone=numeral(undone)
    )
    if trace.event(position - 2).kind is EventKind.LEARNED:
        return _("Backjump from level {before:,} to level {level:,}: {freed}.").format(
            before=state.level, level=level, freed=freed
        )
    below = state.reasons[left:].count(FLIPPED)
    decision = words.literal(state.trail[left])
    if not below:
        return _("Backtrack to level {level:,}: the decision {decision} is undone, {freed}.").format(
            level=level, decision=decision, freed=freed
        )
    return _(
        "Backtrack to level {level:,}: the decision {decision} is undone, with {below:,} below it whose values both "
        "failed, {freed}."
    ).format(level=level, decision=decision, below=below, freed=freed)


def explain(trace: Trace, analysis: ConflictAnalysis, words: Words = NUMBERS) -> list[str]:
    """The analysis of a conflict, in sentences."""

    def named(clause: int) -> str:
        return f"{clause_name(trace, clause)} {clause_text(trace, clause, words)}"

    def listed(literals: Iterable[int]) -> str:
        return ", ".join(map(words.literal, literals))

    point, learned = analysis.implication_point, trace.clause(analysis.learned)
    lines = [
        _("{clause} is false at level {level:,}.").format(
            clause=as_beginning(named(analysis.conflict)), level=analysis.level
        )
    ]
    lines += [
        RESOLVED.format(
            literal=words.literal(step.literal),
            clause=named(step.clause),
            resolvent=literals_text(step.resolvent, words, whole=True),
        )
        for step in analysis.steps
    ]
    lines.append(
        _("Only {point} is left on level {level:,}, the first unique implication point: {clause}.").format(
            level=analysis.level, point=words.literal(point), clause=literals_text(analysis.derived, words, whole=True)
        )
    )
    if analysis.fixed:
        sentence = ngettext(
            "{literals} is false at level 0 and is removed.",
            "{literals} are false at level 0 and are removed.",
            len(analysis.fixed),
        )
        lines.append(sentence.format(literals=listed(analysis.fixed)))
    if redundant := [literal for literal in analysis.derived if literal not in learned]:
        sentence = ngettext(
            "{literals} is left out: it is false as soon as the rest is false.",
            "{literals} are left out: they are false as soon as the rest is false.",
            len(redundant),
        )
        lines.append(sentence.format(literals=listed(redundant)))
    lines += result_sentences(trace, analysis, words)
    return lines


def result_sentences(trace: Trace, analysis: ConflictAnalysis, words: Words = NUMBERS) -> list[str]:
    """The result of an analysis, in sentences: the learned clause and the backjump."""
    literals = literals_text(trace.clause(analysis.learned), words)
    lines = [_("Learned clause {learned:,} {literals}.").format(learned=analysis.learned + 1, literals=literals)]
    if analysis.back_to is not None:
        forced = words.literal(-analysis.implication_point)
        lines.append(
            _("Back to level {back_to:,}, where it is unit: {forced} must be true.").format(
                back_to=analysis.back_to, forced=forced
            )
        )
    return lines
