"""Drawings of real conflicts: readable, with few crossings, and cut according to the clause."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest
from rich.style import Style
from textual.geometry import Size

from engine.sat.formula.families import make
from engine.sat.solvers.solve import solve
from engine.sat.trace.conflict_graph import ConflictGraph, GraphNode, conflict_graph
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Trace
from tui.draw.lanes import GraphRow, lanes
from tui.draw.layered_graph import LEFT, RIGHT
from tui.draw.palette import ASCII, PALETTES, UNICODE, Glyphs
from tui.draw.picture import Picture
from tui.features.replay.graph_panels import graph_drawing, graph_picture
from tui.features.replay.graph_view import GraphDetail, signs
from tui.features.replay.scene import ReplayPane, ReplayScene, ViewState
from tui.features.replay.slides import cut_slides

CASES = {
    "random-ksat": ("60", "258"),
    "php": ("6", "5"),
    "queens": ("8",),
}
SIZES = (Size(76, 14), Size(112, 24), Size(152, 34))


@cache
def recorded(family: str, solver: str) -> Trace:
    recorder = Recorder(1 << 24)
    formula = make(family, list(CASES[family]), 3)
    return recorder.trace(formula, solve(formula, solver, trace=recorder))


def scenes(family: str, solver: str, most: int = 15) -> Iterator[tuple[ReplayScene, ConflictGraph]]:
    trace = recorded(family, solver)
    position = trace.next_position(0, EventKind.CONFLICT)
    while position is not None and most:
        graph = conflict_graph(trace, position)
        assert graph is not None
        yield ReplayScene(trace, position, PALETTES["dark"], UNICODE, ViewState(ReplayPane.GRAPH)), graph
        position, most = trace.next_position(position, EventKind.CONFLICT), most - 1


def crossings_in_lanes(causes: Sequence[tuple[int, ...]]) -> int:
    """The crossings if each node has a row, and its line goes straight down to its last successor."""
    signs, _ = lanes([GraphRow("", Style.null(), own) for own in causes], range(len(causes)), UNICODE)
    found = 0
    for line in signs.values():
        is_started = False
        for sign, between in zip(line.signs[::2], line.signs[1::2], strict=True):
            found += is_started and sign == "│"
            is_started = is_started or (between == "─" and sign != " ")
    return found


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("solver", ["cdcl", "dpll", "naive"])
@pytest.mark.parametrize("family", CASES)
def test_lines_cross_less_than_in_lanes(family: str, solver: str) -> None:
    """At each size, the initial drawing compared with lanes of the whole graph; and far fewer in total, compared with
    lanes of the same nodes."""
    ours = theirs = 0
    for scene, graph in scenes(family, solver):
        for size in SIZES:
            drawn = graph_drawing(scene, graph, size)
            place = {number: at for at, number in enumerate(drawn.visible)}
            boxes = {
                (column, y)
                for (x, y), width in zip(drawn.layout.places, drawn.layout.widths, strict=True)
                for column in range(x, x + width)
            }
            assert not boxes & set(drawn.layout.lines)
            whole = crossings_in_lanes([node.causes for node in graph.nodes])
            assert drawn.layout.crossings <= whole, (graph.position, size)
            if scene.analysis is not None:
                before = crossings_in_lanes([node.causes for node in scene.analysis.graph])
                assert drawn.layout.crossings <= before, (graph.position, size)
            ours += drawn.layout.crossings
            nodes = [graph.nodes[number] for number in drawn.visible]
            theirs += crossings_in_lanes(
                [tuple(place[cause] for cause in node.causes if cause in place) for node in nodes]
            )
    assert 3 * ours <= theirs


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("detail", [GraphDetail.AUTOMATIC, GraphDetail.EDGES, GraphDetail.LEVEL])
def test_the_literals_across_the_cut_form_its_clause(detail: GraphDetail, glyphs: Glyphs) -> None:
    """For each resolution: a line over the drawn cut comes from a literal of its clause, and each of these has one.

    Literals of earlier levels are in a box, or named below their consequences.
    """
    cuts = 0
    for scene, graph in scenes("random-ksat", "cdcl", 12):
        for number, cut in enumerate(graph.cuts):
            variant = replace(scene, glyphs=glyphs, view=replace(scene.view, detail=detail, cut=number))
            drawn = graph_drawing(variant, graph, Size(300, 60))
            columns = drawn.cut_columns(cut)
            if columns is None:
                assert not any(node < cut.first for node in drawn.visible)
                continue
            cuts += 1
            for at, (node, (x, y)) in enumerate(zip(drawn.visible, drawn.layout.places, strict=True)):
                assert (columns[y] < x) == (node >= cut.first), (graph.position, number, at)
            over = {
                (line.source, line.target)
                for (column, row), own in drawn.layout.lines.items()
                if column == columns[row]
                for line, mask in own.items()
                if mask == LEFT | RIGHT
            }
            sources = {drawn.visible[source] for source, _target in over if source is not None}
            for source, target in over:
                if source is None and target is not None:  # where lines to a box have joined
                    sources.update(graph.nodes[drawn.visible[target]].causes)
            expected = {node for node in cut.crossing if node in drawn.visible}
            assert expected <= sources
            assert sources - expected <= {node for node in sources if node not in drawn.visible}
            folded = {
                name
                for node, below in zip(drawn.visible, drawn.below, strict=True)
                if node >= cut.first
                for name in below.split()
                if below.startswith("+")
            }
            for node in set(cut.crossing) - expected:
                assert {str(graph.nodes[node].literal), glyphs.ellipsis} & folded
            picture = graph_picture(variant, graph, 300, 60)
            text = "".join(picture.chars)
            assert text.isascii() or glyphs is UNICODE
            assert "first UIP" in text
            assert glyphs.box[12] in text
    assert cuts > 50


def test_at_most_six_literals_are_listed_below_a_box() -> None:
    nodes = [GraphNode(literal, 1, None, (), literal - 1, earlier=True) for literal in range(1, 8)]
    ends = (GraphNode(8, 2, None, (), 7), GraphNode(9, 2, 0, (*range(6),), 8), GraphNode(0, 2, 1, (*range(9),), 9))
    graph = ConflictGraph(10, 2, (*nodes, *ends), 7, 7, (), (), None)
    names = {literal: str(literal) for literal in range(1, 10)}
    assert signs(graph, names, {}, UNICODE).folded[-2:] == ("+ 1 2 3 4 5 6", "+ 1 2 3 4 5 …")


@pytest.mark.parametrize(("width", "height"), [(58, 12), (78, 14), (118, 30)])
def test_the_names_of_the_steps_are_whole_and_the_decision_is_in_view(width: int, height: int) -> None:
    for scene, graph in scenes("random-ksat", "cdcl", 8):
        cut = replace(scene, view=replace(scene.view, cut=len(graph.cuts) - 1))
        picture = graph_picture(cut, graph, width, height)
        rows = ["".join(picture.chars[y * width : (y + 1) * width]) for y in range(height)]
        assert re.fullmatch(r"(level \d+|step \d+|\d+|before|conflict|\s+)*", rows[0])
        steps = [int(word) for word in rows[0].replace(f"level {graph.level}", "").split() if word.isdecimal()]
        assert steps == sorted(steps)
        if graph.start is not None and graph.point == graph.start and "level" in rows[0]:
            assert any("? " in row for row in rows[1:-1])


def test_a_graph_on_a_slide_is_in_the_middle() -> None:
    scene, _ = next(scenes("random-ksat", "cdcl", 1))
    for _number, slide in cut_slides(scene):
        picture = slide.picture(170, 60)
        assert isinstance(picture, Picture)
        used = [divmod(place, 170) for place, char in enumerate(picture.chars) if char.strip()]
        for last, places in ((59, [row for row, _column in used]), (169, [column for _row, column in used])):
            assert abs(min(places) - (last - max(places))) <= 1
