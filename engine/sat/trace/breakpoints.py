"""Breakpoints: conditions on the events of a recorded search, and the positions that fulfil them."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from engine.base.language import lazy_gettext as _
from engine.sat.formula.assignment_state import ClauseState
from engine.sat.formula.words import NUMBERS, Words
from engine.sat.trace.events import EventKind
from engine.sat.trace.timeline import Places, Timeline
from engine.sat.trace.trace import Trace


class BreakCondition(Enum):
    """The condition of a breakpoint. The values are the names used in files."""

    TRUE = "true"
    """One of the given literals becomes true."""
    UNIT = "unit"
    """The clause becomes unit: one literal is free and none is true."""
    FALSE = "false"
    """The clause becomes false."""
    USED = "used"
    """The clause forces a literal, or is found false."""
    LEARNED = "learned"
    """The clause is learned."""
    LEVEL = "level"
    """A decision leads to this level."""
    LENGTH = "length"
    """A clause with at most this many literals is learned."""
    GLUE = "glue"
    """A clause is learned whose literals are on at most this many levels, not counting level 0."""
    RESTART = "restart"
    """The search restarts."""


OF_CLAUSES = (BreakCondition.UNIT, BreakCondition.FALSE, BreakCondition.USED, BreakCondition.LEARNED)
"""Conditions on a single clause."""
_SENTENCES = {
    BreakCondition.TRUE: _("{literals} becomes true"),
    BreakCondition.UNIT: _("clause {number:,} becomes unit"),
    BreakCondition.FALSE: _("clause {number:,} becomes false"),
    BreakCondition.USED: _("clause {number:,} is used"),
    BreakCondition.LEARNED: _("clause {number:,} is learned"),
    BreakCondition.LEVEL: _("level {number:,} is reached"),
    BreakCondition.LENGTH: _("a clause of at most {number:,} literals is learned"),
    BreakCondition.GLUE: _("a clause of glue {number:,} or less is learned"),
    BreakCondition.RESTART: _("the search restarts"),
}


@dataclass(frozen=True)
class Breakpoint:
    """A condition with its numbers, and whether the breakpoint is on.

    The numbers are one or more literals, the index of a clause (learned clauses continue the numbering of the formula),
    a level, a length or a glue; a restart has none.
    """

    condition: BreakCondition
    numbers: tuple[int, ...] = ()
    on: bool = True

    def text(self, words: Words = NUMBERS) -> str:
        """The condition as a sentence, with clauses numbered from 1."""
        number = self.numbers[0] + (self.condition in OF_CLAUSES) if self.numbers else 0
        literals_text = " or ".join(map(words.literal, self.numbers)) if self.condition is BreakCondition.TRUE else ""
        return _SENTENCES[self.condition].format(number=number, literals=literals_text)

    def fits(self, trace: Trace) -> bool:
        """Whether the condition can have these numbers: literals of the formula, a clause that may be learned later."""
        numbers = self.numbers
        if self.condition is BreakCondition.RESTART:
            return not numbers
        if self.condition is BreakCondition.TRUE:
            return bool(numbers) and all(1 <= abs(literal) <= trace.formula.variables for literal in numbers)
        return len(numbers) == 1 and 0 <= numbers[0] < 1 << 31


class Stops:
    """The positions of breakpoints in one trace, cached by condition."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._timeline = Timeline(trace)
        self._cache: dict[tuple[BreakCondition, tuple[int, ...]], Places] = {}

    def positions(self, breakpoint_: Breakpoint) -> Places:
        """The positions at which the condition becomes true, ascending.

        Ignores whether the breakpoint is on.
        """
        key = breakpoint_.condition, breakpoint_.numbers
        if key not in self._cache:
            self._cache[key] = self._find(*key)
        return self._cache[key]

    def cached(self, breakpoint_: Breakpoint) -> Places | None:
        """The cached positions, or None."""
        return self._cache.get((breakpoint_.condition, breakpoint_.numbers))

    def next(self, position: int, breakpoints: Iterable[Breakpoint]) -> int | None:
        """The next position where a breakpoint that is on stops, or None."""
        found = [
            int(places[at])
            for places in self._active_positions(breakpoints)
            if (at := int(places.searchsorted(position, "right"))) < len(places)
        ]
        return min(found, default=None)

    def previous(self, position: int, breakpoints: Iterable[Breakpoint]) -> int | None:
        """The previous position where a breakpoint that is on stops, or None."""
        found = [
            int(places[at - 1])
            for places in self._active_positions(breakpoints)
            if (at := int(places.searchsorted(position))) > 0
        ]
        return max(found, default=None)

    def breakpoints_at(self, position: int, breakpoints: Iterable[Breakpoint]) -> list[Breakpoint]:
        """The breakpoints that are on and stop at a position, among those with cached positions."""

        def stops(places: Places | None) -> bool:
            return places is not None and places[places.searchsorted(position) :][:1].tolist() == [position]

        return [breakpoint_ for breakpoint_ in breakpoints if breakpoint_.on and stops(self.cached(breakpoint_))]

    def _active_positions(self, breakpoints: Iterable[Breakpoint]) -> list[Places]:
        return [self.positions(breakpoint_) for breakpoint_ in breakpoints if breakpoint_.on]

    def _find(self, condition: BreakCondition, numbers: tuple[int, ...]) -> Places:
        trace = self._trace
        if condition is BreakCondition.RESTART:
            return trace.where(EventKind.RESTART).astype(np.int64) + 1
        if condition is BreakCondition.TRUE:
            events = self._timeline.assignments([abs(literal) for literal in numbers])
            return _selection(events + 1, np.isin(trace.literals[events], numbers))
        [number] = numbers
        if condition is BreakCondition.LEVEL:
            decisions = trace.where(EventKind.DECISION).astype(np.int64) + 1
            return _selection(decisions, trace.levels(decisions) == number)
        if condition is BreakCondition.USED:
            return trace.uses(number) + 1
        learned = trace.where(EventKind.LEARNED).astype(np.int64) + 1
        if condition is BreakCondition.LENGTH:
            return _selection(learned, np.diff(trace.learned_starts) <= number)
        if condition is BreakCondition.GLUE:
            return _selection(learned, self._timeline.glue <= number)
        if number >= len(trace.formula) + len(learned):
            return learned[:0]
        if condition is BreakCondition.LEARNED:
            return learned[number - len(trace.formula) :][:1] if number >= len(trace.formula) else learned[:0]
        state = ClauseState.UNIT if condition is BreakCondition.UNIT else ClauseState.FALSE
        return self._timeline.becomes(number, state)


def _selection(positions: Places, mask: NDArray[np.bool_]) -> Places:
    selection: Places = positions[mask]
    return selection
