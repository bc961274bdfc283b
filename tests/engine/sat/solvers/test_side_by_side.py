"""Comparison of two searches."""

import pytest

from engine.sat.formula.families import make
from engine.sat.solvers.side_by_side import after_conflicts, levels_at
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
