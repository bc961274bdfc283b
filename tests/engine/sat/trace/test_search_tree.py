"""The decision tree around a position, compared with a tree built event by event."""

from dataclasses import dataclass, field

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import EventKind
from engine.sat.trace.search_tree import SearchCounts, TreeWalk, failed_subtree, path, undone_decisions
from engine.sat.trace.trace import Recorder, Trace


def recorded(formula: Formula, solver: str, branching: str | None = None) -> Trace:
    recorder = Recorder(1 << 24)
    return recorder.trace(formula, solve(formula, solver, branching=branching, trace=recorder))


@dataclass
class Grown:
    """A step of the growing path: what was tried below it so far, and below the failed value before it."""

    literal: int
    event: int
    flipped: bool = False
    forced: int = 0
    tried: list[int] = field(default_factory=lambda: [0, 0])
    failed: SearchCounts | None = None


def grow(trace: Trace) -> list[list[Grown]]:
    """The path at every position of a DPLL search."""
    steps: list[Grown] = []
    failed: Grown | None = None
    paths: list[list[Grown]] = [[]]
    for index in range(len(trace)):
        event = trace.event(index)
        if event.kind is EventKind.DECISION:
            for step in steps:
                step.tried[0] += 1
            steps.append(Grown(event.literal, index))
        elif event.kind is EventKind.CONFLICT:
            for step in steps:
                step.tried[1] += 1
        elif event.kind is EventKind.PROPAGATION and steps:
            steps[-1].forced += 1
        elif event.kind is EventKind.BACKTRACK:
            while steps[-1].flipped:
                steps.pop()
            failed = steps.pop()
        elif event.kind is EventKind.FLIP:
            assert failed is not None
            steps.append(Grown(event.literal, index, True, failed=SearchCounts(failed.tried[0] + 1, failed.tried[1])))
        paths.append([Grown(s.literal, s.event, s.flipped, s.forced, list(s.tried), s.failed) for s in steps])
    return paths


@settings(max_examples=amount(20))
@given(
    seed=st.integers(0, 10_000),
    run=st.sampled_from([("naive", "first"), ("naive", "shortest-last"), ("dpll", "most-frequent"), ("dpll", "vsids")]),
)
def test_paths_and_closed_subtrees(seed: int, run: tuple[str, str]) -> None:
    trace = recorded(make("random-ksat", ["14", "64"], seed), *run)
    for position, steps in enumerate(grow(trace)):
        branches = path(trace.state(position))
        assert [(b.literal, b.event, b.flipped, b.forced) for b in branches] == [
            (s.literal, s.event, s.flipped, s.forced) for s in steps
        ]
        for branch, step in zip(branches, steps, strict=True):
            if step.failed:
                assert failed_subtree(trace, branch) == step.failed
        levels = [b.level for b in branches]
        assert levels == [sum(not b.flipped for b in branches[: n + 1]) for n in range(len(branches))]


@pytest.mark.parametrize("solver", ["naive", "dpll", "cdcl"])
def test_decisions_that_were_taken_back(solver: str) -> None:
    """The steps of the previous path that are not on the new path."""
    trace = recorded(make("php", ["5", "4"]), solver)
    jumps = 0
    for position in range(1, len(trace) + 1):
        paths = (path(trace.state(at)) for at in (position - 1, position))
        before, after = ([branch.literal for branch in steps if not branch.flipped] for steps in paths)
        moves = undone_decisions(trace, position)
        if trace.event(position - 1).kind in (EventKind.BACKTRACK, EventKind.RESTART):
            assert [*after, *moves] == before
            jumps += len(moves) > 1
        else:
            assert not moves
    assert undone_decisions(trace, 0) == ()
    assert (jumps > 0) == (solver == "cdcl")


def test_the_whole_tree_is_counted() -> None:
    """In a complete refutation with one decision at the root, every conflict except the last is below it."""
    trace = recorded(make("php", ["5", "4"]), "dpll", "first")
    flips = [n for n in range(len(trace)) if trace.event(n).kind is EventKind.FLIP and trace.level(n + 1) == 0]
    last = path(trace.state(flips[-1] + 1))
    counts = trace.counters(flips[-1])
    total = [failed_subtree(trace, branch) for branch in last]
    assert sum(tried.decisions for tried in total) == counts.decisions
    assert sum(tried.conflicts for tried in total) == counts.conflicts


@pytest.mark.parametrize(("solver", "branching"), [("dpll", "first"), ("cdcl", "vsids")])
def test_the_whole_tree_is_walked(solver: str, branching: str) -> None:
    """Completely unfolded it has all steps once, in the order of the search; folded again it is as before."""
    trace = recorded(make("php", ["5", "4"]), solver, branching)
    tree = TreeWalk(trace, len(trace), 4)
    first = list(tree.rows)
    assert any(row.has_children and not row.is_open for row in first)
    at = 0
    while at < len(tree.rows):
        if tree.rows[at].has_children and not tree.rows[at].is_open:
            tree.set_open(at, is_open=True)
        at += 1
    steps = [n for n in range(len(trace)) if trace.event(n).kind in (EventKind.DECISION, EventKind.FLIP)]
    assert [row.event for row in tree.rows] == [-1, *steps]
    counts = trace.counters(len(trace))
    assert (tree.rows[0].decisions, tree.rows[0].conflicts) == (counts.decisions, counts.conflicts)
    for row, visible in enumerate(tree.rows[1:], 1):
        above = tree.rows[tree.parent_row(row)]
        assert above.depth == visible.depth - 1
        assert above.event < visible.event
    opened = list(tree.rows)
    tree.set_open(0, is_open=False)
    assert [row.event for row in tree.rows] == [-1]
    tree.set_open(0, is_open=True)
    assert tree.rows == opened
