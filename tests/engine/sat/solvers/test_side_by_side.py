"""Comparison of two searches."""

from typing import cast

import pytest

from engine.sat.formula.families import make
from engine.sat.solvers.effort import Effort, Work
from engine.sat.solvers.side_by_side import (
    Pace,
    Side,
    after_conflicts,
    column_of,
    depths,
    extent,
    levels_at,
    matching_position,
)
from engine.sat.solvers.solve import solve
from engine.sat.trace.trace import Recorder, Trace


def recorded(solver: str) -> Trace:
    formula, recorder = make("php", ["5", "4"]), Recorder(1 << 22)
    return recorder.trace(formula, solve(formula, solver, trace=recorder))


@pytest.mark.parametrize(("first", "other"), [("dpll", "cdcl"), ("cdcl", "naive")])
def test_by_conflicts_both_are_at_the_same_number_of_conflicts(first: str, other: str) -> None:
    leading, following = recorded(first), recorded(other)
    most = following.counters(len(following)).conflicts
    for position in range(len(leading) + 1):
        count = leading.counters(position).conflicts
        there = after_conflicts(following, count)
        assert following.counters(there).conflicts == min(count, most)
        assert there == len(following) or there == 0 or following.counters(there - 1).conflicts == count - 1


@pytest.mark.parametrize("solver", ["dpll", "cdcl"])
def test_the_highest_level_of_each_stretch(solver: str) -> None:
    trace = recorded(solver)
    for positions in ([0, 10, 30, 31, len(trace)], [*range(0, len(trace) + 1, 7), len(trace)], [0, 0, 5, 5]):
        ends = [*positions[1:], positions[-1] + 1]
        expected = [
            max(trace.level(at) for at in range(start, max(end, start + 1)))
            for start, end in zip(positions, ends, strict=True)
        ]
        assert levels_at(trace, positions) == expected


class SteadyWork:
    """Work that takes the same time for each event."""

    def __init__(self, rate: float) -> None:
        self.rate = rate

    def at(self, position: int) -> Effort:
        return Effort(0, 0, 0, position * self.rate)

    def position(self, seconds: float) -> int:
        return round(seconds / self.rate)


def sides(*, timed: bool = True) -> tuple[Side, Side]:
    """A leading and a following search, whose events take 1 and 0.5 seconds."""
    work = [cast(Work, SteadyWork(rate)) if timed else None for rate in (1.0, 0.5)]
    return Side("a", recorded("dpll"), work[0]), Side("b", recorded("cdcl"), work[1])


def test_matching_positions_have_the_quantity_in_common() -> None:
    (leading, following), (plain, other) = sides(), sides(timed=False)
    shorter, end = len(following.trace), len(leading.trace)
    for position in range(end + 1):
        by_event = matching_position(Pace.EVENT, leading, position, following)
        assert by_event == min(position, shorter)
        conflicts = leading.trace.counters(position).conflicts
        by_conflict = matching_position(Pace.CONFLICT, leading, position, following)
        assert by_conflict == after_conflicts(following.trace, conflicts)
        assert matching_position(Pace.TIME, plain, position, following) == by_event
        assert matching_position(Pace.TIME, leading, position, other) == by_event
        if position < end:
            assert matching_position(Pace.TIME, leading, position, following) == 2 * position
    is_longer = leading.trace.result.seconds >= following.trace.result.seconds
    assert matching_position(Pace.TIME, leading, end, following) == (shorter if is_longer else 2 * end)


def test_extents_and_columns() -> None:
    leading, following = sides()
    end, conflicts = len(leading.trace), leading.trace.counters(len(leading.trace)).conflicts
    assert [extent(pace, leading) for pace in Pace] == [end, conflicts + 1, float(end)]
    assert extent(Pace.TIME, following) == len(following.trace) / 2
    assert extent(Pace.TIME, sides(timed=False)[1]) == len(following.trace)
    for pace, side in ((Pace.EVENT, leading), (Pace.CONFLICT, leading), (Pace.TIME, following)):
        whole = extent(pace, side)
        columns = [column_of(pace, side, position, whole, 10) for position in range(len(side.trace) + 1)]
        assert columns == sorted(columns)
        assert (columns[0], columns[-1]) == (0, 9)
        for position, column in enumerate(columns):
            done = {
                Pace.EVENT: position,
                Pace.CONFLICT: side.trace.counters(position).conflicts,
                Pace.TIME: position / 2,
            }[pace]
            assert column <= done * 10 / whole <= column + 1
        assert column_of(pace, side, len(side.trace), 0, 10) == 0


@pytest.mark.parametrize("pace", Pace)
def test_depths_are_the_highest_levels_of_equal_stretches(pace: Pace) -> None:
    side = sides()[1]
    whole, width, trace = extent(pace, side), 8, side.trace
    marks = [whole * column / width for column in range(width)]
    starts = {
        Pace.EVENT: [int(mark) for mark in marks],
        Pace.CONFLICT: [after_conflicts(trace, int(mark)) for mark in marks],
        Pace.TIME: [round(2 * mark) for mark in marks],
    }[pace]
    ends = [*starts[1:], len(trace)]
    expected = [max(map(trace.level, range(a, max(b, a + 1)))) for a, b in zip(starts, ends, strict=True)]
    assert depths(pace, side, whole, width) == expected
    assert len(depths(pace, side, 2 * whole, width)) == width // 2
    assert len(depths(pace, side, 1000 * whole, width)) == 1
    assert len(depths(pace, side, whole / 2, width)) == width
    assert depths(pace, side, 0, width) == depths(pace, side, whole, 0) == []
