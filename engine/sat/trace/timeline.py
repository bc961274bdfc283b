"""Assignments and clause states of a recorded search over time.

Nothing is replayed: an assignment ends with the first later cut that leaves no more of the trail than was below it, and
the state of a clause changes only where an assignment of one of its variables begins or ends.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.base.flat_rows import int_view
from engine.sat.formula.assignment_state import Bytes, ClauseState
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace

Places = NDArray[np.int64]
"""Indexes of events, positions, or other numbers."""


class Timeline:
    """Queries about one trace; expensive results are cached."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def assignments(self, variables: list[int]) -> Places:
        """The indexes of the events that assign one of the variables, ascending."""
        mask = np.zeros(self._trace.formula.variables + 1, np.bool_)
        mask[variables] = True
        is_assignment = self._trace.kinds <= EventKind.PROPAGATION
        return np.flatnonzero(is_assignment & mask[np.abs(self._trace.literals * is_assignment)])

    def ends(self, events: Places) -> Places:
        """For events that assign a variable: the index of the event that unassigns it, or the length of the trace."""
        cuts = self._trace.cuts
        later = cuts.searchsorted(events)
        ending_cuts = self._remaining.find(later, self.trail_lengths(events))
        ends: Places = np.append(cuts, len(self._trace)).astype(np.int64)[ending_cuts]
        return ends

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
        literals = trace.literals[events].tolist()  # that become true
        true_change = np.array([counts[literal] for literal in literals], np.int64)
        assigned_change = true_change + np.array([counts[-literal] for literal in literals], np.int64)
        beginning = self._beginning(index)
        positions = np.concatenate((np.zeros(1, np.int64), events + 1, self.ends(events) + 1))
        order = np.argsort(positions, kind="stable")
        positions = positions[order]
        free = len(clause) - np.cumsum(np.concatenate(([0], assigned_change, -assigned_change))[order])
        true = np.cumsum(np.concatenate(([0], true_change, -true_change))[order])
        states = np.array([ClauseState.FALSE, ClauseState.UNIT, ClauseState.OPEN], np.uint8)[np.minimum(free, 2)]
        states[true > 0] = ClauseState.SATISFIED
        last = np.append(positions[1:] != positions[:-1], True)  # keep the last of several changes at a position
        positions, states = positions[last], states[last]
        first = int(positions.searchsorted(beginning, "right")) - 1
        within = positions[first:] <= len(trace)
        positions = np.maximum(positions[first:], beginning)
        return positions[within], states[first:][within]

    def becomes(self, index: int, state: ClauseState) -> Places:
        """The positions at which a clause enters a state."""
        positions, states = self.clause_states(index)
        in_state = states == state
        enters = in_state & ~np.concatenate(([False], in_state[:-1]))
        enters[0] &= positions[0] > 0  # there is nothing before the first event
        entries: Places = positions[enters]
        return entries

    @cached_property
    def glue(self) -> Places:
        """For each learned clause, the number of levels of its literals when it was learned, not counting level 0."""
        trace = self._trace
        learned = trace.where(EventKind.LEARNED).astype(np.int64)
        lengths = np.diff(trace.learned_starts)
        number = np.repeat(np.arange(len(learned)), lengths)
        variables = np.abs(int_view(trace.learned))
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

    def _beginning(self, index: int) -> int:
        """The position from which a clause exists: 0, or the one after it was learned."""
        number = index - len(self._trace.formula)
        return int(self._trace.where(EventKind.LEARNED)[number]) + 1 if number >= 0 else 0

    @cached_property
    def _no_assignments(self) -> Places:
        return np.flatnonzero(self._trace.kinds > EventKind.PROPAGATION)

    @cached_property
    def _remaining(self) -> "_FirstAtMost":
        """The lengths of the trail after the cuts."""
        return _FirstAtMost(self._trace.clauses[self._trace.cuts].astype(np.int64))


class _FirstAtMost:
    """A list of numbers that finds, for many starts at once, the first number from there on that is at most a bound.

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
        """The index of the first number at or after each start that is at most the bound, or the length."""
        found = np.full(len(starts), self._count, np.int64)
        heights = np.full(len(starts), -1)
        searching = np.flatnonzero(starts < self._count)
        at = starts[searching].astype(np.int64)
        for height, row in enumerate(self._rows):
            top = height == len(self._rows) - 1
            matches = (at % 2 == 1) | top
            matches[matches] = row[at[matches]] <= bounds[searching[matches]]
            heights[searching[matches]], found[searching[matches]] = height, at[matches]
            at, searching = (at[~matches] + 1) // 2, searching[~matches]
            if not top:
                inside = at < len(self._rows[height + 1])
                at, searching = at[inside], searching[inside]
        for height in range(len(self._rows) - 1, 0, -1):
            below = np.flatnonzero(heights >= height)
            children = 2 * found[below]
            found[below] = children + (self._rows[height - 1][children] > bounds[below])
        return found
