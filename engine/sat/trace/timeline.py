"""Assignments and clause states of a recorded search over time.

Nothing is replayed: an assignment ends with the first later cut that leaves no more of the trail than was below it, and
the state of a clause changes only where an assignment of one of its variables begins or ends.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.sat.formula.assignment_state import Bytes, ClauseState
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace

Places = NDArray[np.int64]
"""Indexes of events, positions, or numbers."""


class Timeline:
    """Queries about one trace; expensive results are cached."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def assignments(self, variables: list[int]) -> Places:
        """The indexes of the events that assign one of the variables, ascending."""
        assignment_values = np.zeros(self._trace.formula.variables + 1, np.bool_)
        assignment_values[variables] = True
        assigned = self._trace.kinds <= EventKind.PROPAGATION
        return np.flatnonzero(assigned & assignment_values[np.abs(self._trace.literals * assigned)])

    def ends(self, events: Places) -> Places:
        """For events that assign a variable: the index of the event that unassigns it, or the length of the trace."""
        cuts = self._trace.cuts
        later = cuts.searchsorted(events)
        found = self._left.find(later, self.trail_lengths(events))
        index: Places = np.append(cuts, len(self._trace)).astype(np.int64)[found]
        return index

    def trail_lengths(self, positions: Places) -> Places:
        """The length of the trail at these positions."""
        cuts, others = self._trace.cuts, self._no_assignments
        lengths = positions - others.searchsorted(positions)
        last = cuts.searchsorted(positions) - 1
        after = last >= 0
        cut = cuts[last[after]]
        lengths[after] += self._trace.clauses[cut] - (cut - others.searchsorted(cut))
        return lengths

    def clause_states(self, index: int) -> tuple[Places, Bytes]:
        """The positions at which the state of a clause may change, ascending, and the state from each on.

        The first position is 0, for a learned clause the one after it was learned.
        """
        trace = self._trace
        clause = trace.clause(index)
        events = self.assignments(sorted({abs(literal) for literal in clause}))
        counts = {sign * literal: 0 for literal in clause for sign in (1, -1)}
        for literal in clause:
            counts[literal] += 1
        made = trace.literals[events].tolist()
        true = np.array([counts[literal] for literal in made], np.int64)
        true_now = true + np.array([counts[-literal] for literal in made], np.int64)
        born = self._birth(index)
        where = np.concatenate((np.zeros(1, np.int64), events + 1, self.ends(events) + 1))
        order = np.argsort(where, kind="stable")
        where = where[order]
        free = len(clause) - np.cumsum(np.concatenate(([0], true_now, -true_now))[order])
        trues = np.cumsum(np.concatenate(([0], true, -true))[order])
        states = np.array([ClauseState.FALSE, ClauseState.UNIT, ClauseState.OPEN], np.uint8)[np.minimum(free, 2)]
        states[trues > 0] = ClauseState.SATISFIED
        last = np.append(where[1:] != where[:-1], True)  # keep the last of several changes at a position
        where, states = where[last], states[last]
        first = int(where.searchsorted(born, "right")) - 1
        within = where[first:] <= len(trace)
        where = np.maximum(where[first:], born)
        return where[within], states[first:][within]

    def becomes(self, index: int, state: ClauseState) -> Places:
        """The positions at which a clause enters a state."""
        where, states = self.clause_states(index)
        there = states == state
        came = there & ~np.concatenate(([False], there[:-1]))
        came[0] &= where[0] > 0  # there is nothing before the first event
        positions: Places = where[came]
        return positions

    @cached_property
    def glue(self) -> Places:
        """For each learned clause, the number of levels of its literals when it was learned, not counting level 0."""
        trace = self._trace
        learned = trace.where(EventKind.LEARNED).astype(np.int64)
        lengths = np.diff(trace.learned_starts)
        number = np.repeat(np.arange(len(learned)), lengths)
        variables = np.abs(np.frombuffer(trace.learned, np.int32) if trace.learned else np.zeros(0, np.int32))
        events = np.flatnonzero(trace.kinds <= EventKind.PROPAGATION)
        span = len(trace) + 1
        keys = np.sort(np.abs(trace.literals[events]).astype(np.int64) * span + events)
        sought = variables.astype(np.int64) * span + learned[number]
        order = np.argsort(sought)  # sorted queries are much faster
        latest = np.empty_like(sought)
        latest[order] = keys[keys.searchsorted(sought[order]) - 1] % span
        levels = trace.levels(latest + 1).astype(np.int64)
        pairs = np.sort((number * (trace.formula.variables + 1) + levels)[levels > 0])
        pairs = pairs[np.append(True, pairs[1:] != pairs[:-1])[: len(pairs)]]
        return np.bincount(pairs // (trace.formula.variables + 1), minlength=len(learned)).astype(np.int64)

    def _birth(self, index: int) -> int:
        """The position from which a clause exists: 0, or the one after it was learned."""
        number = index - len(self._trace.formula)
        return int(self._trace.where(EventKind.LEARNED)[number]) + 1 if number >= 0 else 0

    @cached_property
    def _no_assignments(self) -> Places:
        return np.flatnonzero(self._trace.kinds > EventKind.PROPAGATION)

    @cached_property
    def _left(self) -> "_FirstAtMost":
        return _FirstAtMost(self._trace.clauses[self._trace.cuts].astype(np.int64))


class _FirstAtMost:
    """Finds, for many starts in a list of numbers at once, the first number from there on that is not above a bound.

    Each row holds the minima of pairs of the row below, up to a single number. A search goes up while it finds nothing,
    then down to the first match.
    """

    def __init__(self, numbers: Places) -> None:
        self._count = len(numbers)
        self._rows = [numbers]
        while len(self._rows[-1]) > 1:
            row = self._rows[-1]
            if len(row) % 2:
                self._rows[-1] = row = np.append(row, np.iinfo(np.int64).max)
            self._rows.append(np.minimum(row[::2], row[1::2]))

    def find(self, starts: Places, bounds: Places) -> Places:
        """The index of the first number at or after each start that is at most the bound; the length if there is none.
        """
        found = np.full(len(starts), self._count, np.int64)
        heights = np.full(len(starts), -1)
        searching = np.flatnonzero(starts < self._count)
        at = starts[searching].astype(np.int64)
        for height, row in enumerate(self._rows):
            top = height == len(self._rows) - 1
            here = (at % 2 == 1) | top
            here[here] = row[at[here]] <= bounds[searching[here]]
            heights[searching[here]], found[searching[here]] = height, at[here]
            at, searching = (at[~here] + 1) // 2, searching[~here]
            if not top:
                inside = at < len(self._rows[height + 1])
                at, searching = at[inside], searching[inside]
        for height in range(len(self._rows) - 1, 0, -1):
            below = np.flatnonzero(heights >= height)
            children = 2 * found[below]
            found[below] = children + (self._rows[height - 1][children] > bounds[below])
        return found
