"""The text graph: every line leads from a row to its consequences, and nowhere else."""

import re

from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from engine.sat.formula.families import make
from engine.sat.solvers.solve import solve
from engine.sat.trace.analysis import analyse
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.features.replay.implication_graph import GraphRow, graph_lines, graph_vertices, lanes
from tui.features.replay.scene import ReplayScene

CAUSES = st.lists(st.lists(st.integers(0, 30), max_size=4), min_size=1, max_size=16)


@given(expected=CAUSES)
def test_lanes_connect_causes_and_effects(expected: list[list[int]]) -> None:
    causes = [tuple(sorted({cause % row for cause in given})) if row else () for row, given in enumerate(expected)]
    vertices = [GraphRow("", Style.null(), own) for own in causes]
    drawn, width = lanes(vertices, range(len(vertices)), UNICODE)
    lane_of: dict[int, int] = {}
    passing: dict[int, int] = {}
    for row, (signs, lanes_below) in drawn.items():
        assert len(signs) == width
        later = {source for source in range(row + 1) if any(source in own for own in causes[row + 1 :])}
        new = lanes_below - set(passing.values())
        lane_of |= dict.fromkeys({row} & later, next(iter(new), -1))
        assert {lane_of[source] for source in later} == lanes_below
        assert len(lanes_below) == len(later)
        for source, lane in passing.items():
            joins, goes_on = source in causes[row], source in later
            allowed = ("├┼" if goes_on else "└┴") if joins else "│"
            assert signs[2 * lane] in allowed, (row, source)
        if row in later:
            assert signs[2 * lane_of[row]] in "┌┬"
        passing = {source: lane_of[source] for source in later}


def test_every_part_of_the_graph_exists() -> None:
    """With enough room, each literal has its row, the cut is below the implication point, and the conflict is last."""
    recorder = Recorder(1 << 24)
    formula = make("random-ksat", ["60", "258"], 3)
    trace = recorder.trace(formula, solve(formula, "cdcl", trace=recorder))
    position = trace.next_position(0, EventKind.CONFLICT)
    while position is not None and (analysis := analyse(trace, position)) is not None:
        for glyphs in (UNICODE, ASCII):
            scene = ReplayScene(trace, position, PALETTES["dark"], glyphs)
            for height in (len(analysis.graph) + 1, 12, 5):
                drawn = graph_lines(*graph_vertices(analysis, scene, height), scene, 120, height)
                assert len(drawn) <= height
                lines = ["".join(segment.text for segment in line).rstrip() for line in drawn]
                assert lines[-1].endswith(f"clause {analysis.conflict + 1:,} is false")
                cut = next(y for y, line in enumerate(lines) if line.endswith("cut of the first UIP"))
                if height == len(analysis.graph) + 1:
                    assert f" {analysis.implication_point}  level {analysis.level}, first UIP" in lines[cut - 1]
                    above = [re.search(r" (-?\d+)  level", line) for line in lines[:cut]]
                    assert {-int(found[1]) for found in above if found} == set(analysis.derived)
                if glyphs is ASCII:
                    assert "".join(lines).isascii()
        position = trace.next_position(position, EventKind.CONFLICT)
