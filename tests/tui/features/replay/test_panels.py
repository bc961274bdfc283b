"""The panels of a replay as text: each pane at several positions and sizes, with and without colours."""

from functools import partial

import numpy as np
import pytest
from drawn import drawn, in_rooms
from syrupy.assertion import SnapshotAssertion

from engine.sat.formula.families import make
from engine.sat.lessons.lesson import LessonSearch
from engine.sat.solvers.variable_ranking import RankingHistory
from engine.sat.solvers.watches import WatchHistory
from engine.sat.trace.trace import Trace
from engine.sudoku.as_sat.cell_words import CellWords
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.features.replay.graph_view import GraphDetail
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


LEARNING = LessonSearch("main", make("php", ["5", "4"]), solver="cdcl", branching="vsids").record()


@pytest.mark.few(1)
@pytest.mark.parametrize("pane", ReplayPane, ids=lambda pane: pane.name)
def test_any_room(pane: ReplayPane, snapshot: SnapshotAssertion) -> None:
    """Panes of a formula and of a sudoku, with all that a person can choose in them."""
    found, dark = [], PALETTES["dark"]
    puzzle = Puzzle(LAYOUTS["4x4"](), (1, *(0,) * 15))
    sudoku = encode(puzzle, "shared")
    filling = LessonSearch("main", sudoku.formula, solver="dpll", branching="first").record()
    cells = CellWords(sudoku, UNICODE.unequal)
    inside = {
        ReplayPane.WATCHES: lambda position: WatchHistory(LEARNING).at(position, None) or "none",
        ReplayPane.RANKS: lambda position: RankingHistory(LEARNING).at(position, 20) or "none",
    }.get(pane, lambda _position: "")
    last = len(LEARNING) * 3 // 4
    for position, choice in (
        (0, {}),
        (last, {"place": 2, "cut": 1, "node": 3}),
        (len(LEARNING), {"top": 2, "place": 0, "trail_top": 1}),
    ):
        if pane is ReplayPane.BOARD:
            break  # there is none
        view = ViewState(pane, in_cells=False, detail=[*GraphDetail][position % len(GraphDetail)], **choice)
        stops = np.array([3, last])
        scene = ReplayScene(
            LEARNING, position, dark, UNICODE, view, note="A note.", solver_state=inside(position), stops=stops,
            key=lambda action: action[0],
        )  # fmt: skip
        found.append(f"{position} {in_rooms(partial(draw, scene))}")
        found.append(drawn(draw(scene, 80, 24).picture))
    for position, cell in ((len(filling) // 2, 6), (len(filling), None)):
        view = ViewState(pane, cell=cell, place=1 if cell else None)
        scene = ReplayScene(filling, position, dark, UNICODE, view, cells, solver_state="not known")
        found.append(f"{position} {in_rooms(partial(draw, scene))}")
        found.append(drawn(draw(scene, 120, 38).picture))
    assert "\n".join(found) == snapshot
