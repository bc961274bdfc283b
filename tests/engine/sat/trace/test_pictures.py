"""Pictures for reports: diagrams match the search, and their readers accept the files."""

import re
import shutil
import subprocess
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import solve
from engine.sat.trace.conflict_graph import ConflictGraph, conflict_graph
from engine.sat.trace.cut_sequence import beamer, cut_steps, page
from engine.sat.trace.diagrams import (
    Diagram,
    DiagramNode,
    Edge,
    Role,
    corners,
    decision_tree,
    depth_curve,
    implication_graph,
)
from engine.sat.trace.events import EventKind
from engine.sat.trace.pictures import curve_svg, curve_tikz, dot, svg, tex, tikz
from engine.sat.trace.search_tree import TreeNode, search_tree
from engine.sat.trace.trace import Recorder, Trace


def recorded(formula: Formula, solver: str, branching: str | None = None) -> Trace:
    recorder = Recorder(1 << 24)
    return recorder.trace(formula, solve(formula, solver, branching=branching, trace=recorder))


LEARNING = recorded(make("random-ksat", ["60", "258"], 3), "cdcl")
BACKTRACKING = recorded(make("php", ["5", "4"]), "dpll")
NAIVE = recorded(make("php", ["4", "3"]), "naive")


def conflict(trace: Trace, position: int) -> ConflictGraph:
    found = conflict_graph(trace, position)
    assert found is not None
    return found


GRAPH = implication_graph(LEARNING, conflict(LEARNING, 240))
TREE = decision_tree(search_tree(BACKTRACKING, len(BACKTRACKING), 40), len(BACKTRACKING))
HOSTILE = Diagram(
    'a "title" & <more> \\end{document} \n %',
    tuple(DiagramNode(n, n, text) for n, text in enumerate(("_^~#$%&{}\\", '</text>"', "r3c4 ≠ 5", "-1\n\x1b[2Jü"))),
    (Edge(0, 1, 'a "b" \\'),),
    ((0.5, -1), (0.5, 4)),
    "<cut>",
    frozenset({2, 3}),
)


@pytest.mark.parametrize("trace", [LEARNING, BACKTRACKING, NAIVE], ids=["cdcl", "dpll", "naive"])
def test_the_graph_is_that_of_the_conflict(trace: Trace) -> None:
    """For each cut: nodes behind it are to the right of its line, and no arrow passes through another node."""
    graph = conflict(trace, 240 if trace is LEARNING else len(trace))
    for number, cut in enumerate(graph.cuts):
        diagram = implication_graph(trace, graph, number=number)
        for index, (node, vertex) in enumerate(zip(graph.nodes, diagram.vertices, strict=True)):
            assert vertex.text == (f"{node.literal} @ {node.level}" if node.literal else "conflict")
            assert {edge.start for edge in diagram.edges if edge.end == index} == set(node.causes)
            assert (index in diagram.behind) == (index >= cut.first) == (vertex.column > cut_at(diagram, vertex.row))
        places = {(vertex.column, vertex.row) for vertex in diagram.vertices}
        assert len(places) == len(diagram.vertices)
        for edge in diagram.edges:
            columns = [diagram.vertices[edge.start].column, *(column for column, _row in edge.via)]
            assert [column + 1 for column in columns] == [*columns[1:], diagram.vertices[edge.end].column]
            assert not places & set(edge.via)
    if graph.point is not None:
        assert diagram.vertices[graph.point].role is Role.POINT


def cut_at(diagram: Diagram, row: float) -> float:
    """The column in which the line of the cut crosses a row."""
    return next(
        column for (column, top), (other, bottom) in pairwise(diagram.cut) if column == other and top <= row <= bottom
    )


def test_the_sequence_has_a_step_for_each_cut() -> None:
    """As a page that browsers read, and as a beamer frame with as many overlays."""
    graph = conflict(LEARNING, 240)
    steps = cut_steps(LEARNING, graph)
    assert len(steps) == len(graph.cuts) > 3
    assert [step.clause for step in steps] == [f"({' '.join(map(str, cut.resolvent))})" for cut in graph.cuts]
    html = page(steps)
    assert html.count("<section>") == html.count("</section>") == html.count("<svg") == len(steps)
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
    heads = re.findall(r'<marker id="(.*?)"', html)  # a browser draws none of a hidden picture
    assert len(set(heads)) == len(steps)
    for section, head in zip(re.findall(r"<section>.*?</section>", html, re.DOTALL), heads, strict=True):
        assert set(re.findall(r"marker-end=\"url\(#(.*?)\)", section)) == {head}
    for step in steps:
        assert f'<p class="clause">{step.clause}</p>' in html
    for section in re.findall(r"<section>.*?</section>", html, re.DOTALL):
        ElementTree.fromstring(section)
    frame = beamer(steps)
    assert {int(number) for number in re.findall(r"\\only<(\d+)>", frame)} == set(range(1, len(steps) + 1))
    assert len(re.findall(r"\\onslide<", frame)) == len(steps[-1].diagram.behind)
    unescaped = re.sub(r"\\[{}]", "", frame)
    assert unescaped.count("{") == unescaped.count("}")


@pytest.mark.parametrize("trace", [BACKTRACKING, NAIVE, LEARNING], ids=["dpll", "naive", "cdcl"])
def test_the_whole_tree_has_every_decision_and_conflict(trace: Trace) -> None:
    for position in (0, len(trace) // 3, len(trace)):
        root = search_tree(trace, position, len(trace) + 1)
        counters = trace.counters(position)
        assert (root.decisions, root.conflicts) == (counters.decisions, counters.conflicts)
        seen: list[TreeNode] = []
        waiting = [root]
        while waiting:
            seen.append(node := waiting.pop())
            waiting += node.children
            assert not node.folded
            own = int(bool(node.literal) and not node.flipped)
            assert node.decisions == own + sum(child.decisions for child in node.children)
        steps = (EventKind.DECISION, EventKind.FLIP)
        events = [index for index in range(position) if trace.event(index).kind in steps]
        assert sorted(node.event for node in seen) == [-1, *events]


def test_a_refutation_without_learning_is_a_binary_tree() -> None:
    """Every inner node has tried both values of one variable, and every leaf is a conflict."""
    waiting = [search_tree(BACKTRACKING, len(BACKTRACKING), len(BACKTRACKING))]
    while waiting:
        node = waiting.pop()
        if node.children:
            first, second = node.children
            assert (first.flipped, second.flipped, second.literal) == (False, True, -first.literal)
            waiting += node.children
        else:
            assert node.is_conflict
            position, clause = BACKTRACKING.next_position(node.event, EventKind.CONFLICT), node.clause
            assert position is not None
            assert clause is not None
            state = BACKTRACKING.state(position)
            assert all(state.value(literal) < 0 for literal in BACKTRACKING.clause(clause))


@pytest.mark.parametrize("most", [1, 5, 20])
def test_a_tree_is_folded_at_its_least_eventful_parts(most: int) -> None:
    root = search_tree(BACKTRACKING, len(BACKTRACKING), most)
    whole_root = search_tree(BACKTRACKING, len(BACKTRACKING), len(BACKTRACKING))
    assert (root.decisions, root.conflicts) == (whole_root.decisions, whole_root.conflicts)
    count, waiting = 0, [root]
    while waiting:
        node = waiting.pop()
        count += 1
        waiting += node.children
        assert node.folded is (not node.children and not node.is_conflict)
    assert most <= count <= most + 1


def test_a_curve_is_the_level() -> None:
    curve = depth_curve(BACKTRACKING, 20)
    assert max(curve.values) == max(BACKTRACKING.level(position) for position in range(len(BACKTRACKING) + 1))
    assert curve.position == 20 / len(BACKTRACKING)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=40))
def test_a_curve_is_drawn_through_all_its_points(values: list[int]) -> None:
    turning_points = corners(values)
    for (x1, y1), (x2, y2) in pairwise(turning_points):
        assert all(y1 + (y2 - y1) * (x - x1) / (x2 - x1) == values[x] for x in range(x1, x2 + 1))
    assert [turning_points[0], turning_points[-1]] == [(0, values[0]), (len(values) - 1, values[-1])]


@pytest.mark.parametrize("diagram", [GRAPH, TREE, HOSTILE], ids=["graph", "tree", "hostile"])
def test_the_files_match_the_diagram(diagram: Diagram) -> None:
    drawn = ElementTree.fromstring(svg(diagram))
    texts = [element.text for element in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert set(texts) >= {"".join(c if c.isprintable() else "?" for c in vertice.text) for vertice in diagram.vertices}
    graphviz = dot(diagram)
    assert graphviz.count(" -> ") == len(diagram.edges)
    assert len(re.findall(r"^  n\d+ \[label=", graphviz, re.MULTILINE)) == len(diagram.vertices)
    picture = tikz(diagram)
    assert picture.count(r"\draw[->]") == len(diagram.edges)
    assert picture.count(r"\node[vertex") == len(diagram.vertices) + len(diagram.legend)
    for role, name in diagram.legend:
        assert role in {vertex.role for vertex in diagram.vertices}
        assert name in texts
        assert f'label="{name}"' in graphviz
        assert f"label=right:{{{tex(name)}}}" in picture
    assert picture.isascii()


@given(st.text())
def test_any_text_is_safe_in_latex(text: str) -> None:
    """No LaTeX command is left except those of the table."""
    written = tex(text)
    assert written.isascii()
    assert written.isprintable()
    orders = re.findall(r"\\([a-z]+|.)", written)
    bare = re.sub(r"\\[{}]", "", written)
    assert bare.count("{") == bare.count("}")
    assert set(orders) <= {"textbackslash", "textasciicircum", "textasciitilde", "neq", *"{}#$%&_"}


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="there is no pdflatex")
@pytest.mark.parametrize(
    "picture",
    [tikz(GRAPH), tikz(TREE), tikz(HOSTILE), curve_tikz(depth_curve(BACKTRACKING, 20))],
    ids=["graph", "tree", "hostile", "curve"],
)
def test_a_picture_compiles_alone(picture: str, tmp_path: Path) -> None:
    alone = re.sub(r"^%(?=\\)", "", picture, flags=re.MULTILINE)
    (tmp_path / "alone.tex").write_text(alone)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "alone.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert b"Overfull" not in done.stdout


@pytest.mark.skipif(not shutil.which("dot"), reason="there is no Graphviz")
@pytest.mark.parametrize("diagram", [GRAPH, TREE, HOSTILE], ids=["graph", "tree", "hostile"])
def test_graphviz_reads_it(diagram: Diagram) -> None:
    done = subprocess.run(["dot", "-Tplain"], input=dot(diagram).encode(), capture_output=True, timeout=60, check=True)
    assert len(re.findall(rb"^node ", done.stdout, re.MULTILINE)) == len(diagram.vertices) + len(diagram.legend)


def test_curves_are_written() -> None:
    curve = depth_curve(BACKTRACKING, 20)
    drawn = ElementTree.fromstring(curve_svg(curve))
    [line] = drawn.iter("{http://www.w3.org/2000/svg}polyline")
    assert len(line.attrib["points"].split()) == len(corners(curve.values))
    assert str(max(curve.values)) in [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("form", [svg, dot, tikz])
def test_whole_files(form: Callable[[Diagram], str], snapshot: SnapshotAssertion) -> None:
    assert "\n".join(map(form, (GRAPH, TREE, HOSTILE))) == snapshot


def test_whole_sequences_and_curves(snapshot: SnapshotAssertion) -> None:
    trace = recorded(make("php", ["4", "3"]), "cdcl")
    steps = cut_steps(trace, conflict(trace, len(trace)))
    curve = depth_curve(BACKTRACKING, 20)
    assert "\n".join([page(steps), beamer(steps), curve_svg(curve), curve_tikz(curve)]) == snapshot


@pytest.mark.parametrize("diagram", [GRAPH, TREE], ids=["graph", "tree"])
def test_the_legend_explains_every_colour_but_that_of_the_root(diagram: Diagram) -> None:
    steps = diagram.vertices if diagram is GRAPH else diagram.vertices[:-1]
    assert {role for role, _ in diagram.legend} == {vertex.role for vertex in steps}
