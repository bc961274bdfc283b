"""Conflict graphs: cuts are resolutions, each clause of a cut is implied, and all solvers have them."""

from collections.abc import Iterator

import pytest

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import solve
from engine.sat.trace.analysis import analyse
from engine.sat.trace.conflict_graph import ConflictGraph, conflict_graph
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Trace

FORMULAS = {
    "random": make("random-ksat", ["60", "258"], 3),
    "large": make("random-ksat", ["120", "510"], 5),
    "pigeons": make("php", ["6", "5"]),
    "queens": make("queens", ["8"]),
}


def recorded(formula: Formula, solver: str) -> Trace:
    recorder = Recorder(1 << 24)
    return recorder.trace(formula, solve(formula, solver, trace=recorder))


def graphs(trace: Trace, most: int) -> Iterator[ConflictGraph]:
    """The graphs of the first conflicts."""
    position = trace.next_position(0, EventKind.CONFLICT)
    while position is not None and most:
        graph = conflict_graph(trace, position)
        assert graph is not None
        assert graph.position == position
        yield graph
        position, most = trace.next_position(position, EventKind.CONFLICT), most - 1


def resolved(clause: set[int], other: set[int], literal: int) -> set[int]:
    assert literal in other
    assert -literal in clause
    return (clause - {-literal}) | (other - {literal})


@pytest.mark.few(2)
@pytest.mark.parametrize("solver", ["cdcl", "dpll", "naive", "backtracking"])
@pytest.mark.parametrize("name", ["random", "pigeons", "queens"])
def test_each_cut_is_a_resolution(solver: str, name: str) -> None:
    """The clause of a cut is the resolvent, and the literals that cross the cut make it false."""
    trace = recorded(FORMULAS[name], solver)
    count = 0
    for graph in graphs(trace, 40):
        nodes, clause = graph.nodes, set(trace.clause(trace.event(graph.position - 1).clause or 0))
        state = trace.state(graph.position)
        for number, cut in enumerate(graph.cuts):
            node = nodes[cut.first]
            assert node.clause is not None
            if number:
                clause = resolved(clause, set(trace.clause(node.clause)), node.literal)
            assert set(cut.resolvent) == clause
            assert all(state.value(literal) == -1 for literal in clause)
            crossing = {cause for at in range(cut.first, len(nodes)) for cause in nodes[at].causes if cause < cut.first}
            assert set(cut.crossing) == crossing
        if graph.point is not None:
            count += 1
            assert graph.start is not None
            at_level = [at for at in graph.cuts[-1].crossing if at >= graph.start]
            assert at_level == [graph.point]
            for cut in graph.cuts[:-1]:
                assert sum(at >= graph.start for at in cut.crossing) > 1
    assert count or solver == "backtracking"


@pytest.mark.parametrize("name", FORMULAS)
def test_the_last_cut_is_the_learned_clause(name: str) -> None:
    trace = recorded(FORMULAS[name], "cdcl")
    for graph in graphs(trace, 80):
        analysis = analyse(trace, graph.position)
        if analysis is None or graph.point is None:
            assert graph.level == 0 or graph.learned is None
            continue
        assert graph.nodes[graph.point].literal == analysis.implication_point
        assert set(graph.cuts[-1].resolvent) == {*analysis.derived, *analysis.fixed}
        assert [graph.nodes[cut.first].literal for cut in graph.cuts[1:]] == [step.literal for step in analysis.steps]
        assert graph.learned == analysis.learned


@pytest.mark.parametrize("solver", ["cdcl", "dpll", "naive"])
def test_layers_follow_the_edges_and_the_trail(solver: str) -> None:
    """So a cut separates all layers but one; literals of earlier levels are never behind the last cut."""
    for graph in graphs(recorded(FORMULAS["random"], solver), 40):
        layers = graph.layers
        assert min(layers) == 0
        for number, node in enumerate(graph.nodes):
            assert all(layers[cause] < layers[number] for cause in node.causes)
        own = [layer for layer, node in zip(layers, graph.nodes, strict=True) if not node.earlier]
        assert own == sorted(own)
        if graph.point is not None:
            earlier = [layer for layer, node in zip(layers, graph.nodes, strict=True) if node.earlier]
            assert max(earlier, default=0) <= layers[graph.point]


def test_before_the_first_conflict_there_is_no_graph() -> None:
    trace = recorded(FORMULAS["queens"], "cdcl")
    first = trace.next_position(0, EventKind.CONFLICT)
    assert first is not None
    assert conflict_graph(trace, first - 1) is None
    assert conflict_graph(trace, first) == conflict_graph(trace, first + 1)
