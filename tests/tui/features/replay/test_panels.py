"""The panels of a replay as text: each pane at several positions and sizes, with and without colours."""

import pytest
from drawn import drawn
from syrupy.assertion import SnapshotAssertion

from engine.sat.formula.families import make
from engine.sat.lessons.lesson import LessonSearch
from engine.sat.trace.trace import Trace
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.features.replay.panels import draw
from tui.features.replay.scene import ReplayPane, ReplayScene, ViewState

SIZES = [(80, 24), (150, 46), (60, 16)]


@pytest.fixture(scope="module", params=["cdcl", "dpll"])
def trace(request: pytest.FixtureRequest) -> Trace:
    formula = make("random-ksat", ["12", "56"], 5)
    branching = {"dpll": "dlcs", "cdcl": "vsids"}[request.param]
    return LessonSearch("main", formula, solver=request.param, branching=branching).record()


@pytest.mark.every_combination
@pytest.mark.parametrize("pane", [ReplayPane.ALL, ReplayPane.TREE, ReplayPane.GRAPH], ids=lambda pane: pane.name)
def test_panes(trace: Trace, pane: ReplayPane, snapshot: SnapshotAssertion) -> None:
    pictures = []
    conflict = next(position for position in range(len(trace)) if trace.event(position).kind.name == "CONFLICT") + 1
    for number, position in enumerate((0, 3, conflict, conflict + 1, len(trace) * 2 // 3, len(trace))):
        width, height = SIZES[number % len(SIZES)]
        palette, glyphs = (PALETTES["mono"], ASCII) if number == 3 else (PALETTES["dark"], UNICODE)
        view = ViewState(pane, place=number or None)
        scene = ReplayScene(trace, position, palette, glyphs, view, playing=number % 2 == 1, speed=number + 1)
        pictures.append(f"{position} of {len(trace)}, {width} x {height}\n{drawn(draw(scene, width, height).picture)}")
    assert "\n\n".join(pictures) == snapshot
