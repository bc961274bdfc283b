"""The row below the bar, with the positions of conflicts, restarts and breakpoints."""

from dataclasses import replace

import numpy as np
import pytest

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Trace
from tui.draw.bars import progress
from tui.draw.cells import width_of
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.features.replay.marks import mark_row, search_marks
from tui.features.replay.scene import ReplayScene
from tui.features.replay.words import event_chip


def recorded(formula: Formula) -> Trace:
    recorder = Recorder(1 << 24)
    return recorder.trace(formula, solve(formula, "cdcl", trace=recorder))


QUEENS, PIGEONS = recorded(make("queens", ["8"])), recorded(make("php", ["7", "6"]))


def row(scene: ReplayScene, width: int) -> str:
    (line,) = mark_row(scene, width, 1)
    return "".join(piece.text for piece in line)


@pytest.mark.parametrize("width", [7, 40, 73, 200])
def test_the_end_of_the_bar_stands_above_the_mark_of_each_conflict(width: int) -> None:
    marks = row(ReplayScene(QUEENS, 0, PALETTES["dark"], UNICODE), width)
    assert len(marks) == width
    for position in (QUEENS.where(EventKind.CONFLICT) + 1).tolist():
        done, _ = progress(position / len(QUEENS), width, PALETTES["dark"], UNICODE)
        assert marks[max(done.cell_length, 1) - 1] != " "


def test_many_conflicts_are_columns_that_are_highest_where_most_are() -> None:
    scene, counts = ReplayScene(PIGEONS, 0, PALETTES["dark"], UNICODE), search_marks(PIGEONS, 40).conflicts
    assert sum(counts) == len(PIGEONS.where(EventKind.CONFLICT))
    visible = row(scene, 40)
    free = [column for column, sign in enumerate(visible) if sign not in (UNICODE.restart, UNICODE.level)]
    ranks = [UNICODE.heights.index(visible[column]) for column in free]
    assert sorted(ranks) == [rank for _, rank in sorted(zip((counts[column] for column in free), ranks, strict=True))]


def test_breakpoints_stand_before_restarts_and_restarts_before_conflicts() -> None:
    scene = ReplayScene(PIGEONS, 0, PALETTES["dark"], ASCII)
    restarts = PIGEONS.where(EventKind.RESTART) + 1
    assert ASCII.restart in row(scene, 60)
    with_stops = row(replace(scene, stops=restarts), 60)
    assert ASCII.restart not in with_stops
    assert with_stops.count(ASCII.level) == row(scene, 60).count(ASCII.restart)
    assert width_of(mark_row(replace(scene, stops=np.array([], int)), 60, 1)[0]) == 60


def test_the_chip_names_the_conflict_and_how_many_there_are() -> None:
    conflicts = QUEENS.where(EventKind.CONFLICT) + 1
    chip = event_chip(QUEENS, int(conflicts[2]))
    assert chip is not None
    assert (chip.text, chip.ink) == (f"conflict 3 of {len(conflicts)}", "bad")
    learned = event_chip(QUEENS, int(QUEENS.where(EventKind.LEARNED)[0]) + 1)
    assert learned is not None
    assert learned.text == "learned"
    assert event_chip(QUEENS, 0) is None
    assert event_chip(QUEENS, 1) is None
