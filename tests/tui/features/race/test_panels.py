"""The panels of a race in rooms of any size, with each kind of run."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from drawn import drawn, in_rooms
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Region

from engine.sat.compare.comparison import Comparison, ComparisonProgress, Plan, Run, Time
from engine.sat.result import Status
from engine.sat.solvers.limits import SearchProgress
from engine.sat.solvers.strategy import Strategy
from tui.base.search_phase import Ready, Searching
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.draw.panels import Drawing, Panel, draw
from tui.features.race.job import ALL_PAGE, RaceFinished, RaceProgress, RaceState
from tui.features.race.panels import RaceScene, foot, head, heading, lanes

SAT, UNSAT, UNKNOWN = Status.SATISFIABLE, Status.UNSATISFIABLE, Status.UNKNOWN
NAIVE, DPLL, CDCL = Strategy("naive", "first"), Strategy("dpll", "dlcs"), Strategy("cdcl", "vsids")
PLAN = Plan(NAIVE, (DPLL, CDCL), limit=60.0, repeats=3, seed=7, memory=2_000_000_000)
RUNS = {
    "small.cnf": (
        Run(NAIVE, SAT, Time(0.5), 1234, 99_999, 56, spread=(0.4, 0.7), repeats=3),
        Run(DPLL, SAT, Time(0.01), 12, 3456, 7),
        Run(CDCL, SAT, Time(0.002), 1_234_567, 12_345_678, 345),
    ),
    "a/very/long/path/to/a/formula-of-a-long-name.cnf": (
        Run(NAIVE, UNKNOWN, Time(60.0, at_least=True), 5, 6, 7, reason="time limit of 60 s"),
        Run(DPLL, UNSAT, Time(12.5), 99, 98, 97),
        Run(CDCL, SAT, None, 1, 1, 1, fault="clause 3 is false"),
    ),
    "broken.cnf": (
        Run(NAIVE, UNKNOWN, reason="memory limit of 2 MB", failed=True),
        Run(DPLL, UNSAT, Time(0.0), None, None, None),
    ),
}


def _comparison(name: str) -> Comparison:
    return Comparison(name, 40, 170, NAIVE, RUNS[name])


ALL = tuple(map(_comparison, RUNS))


def _states() -> list[RaceState]:
    files = tuple(map(Path, RUNS))
    state = RaceState(PLAN, Ready(), files, files)
    running = ComparisonProgress(ALL[2], CDCL, 2, SearchProgress(9, 8, 7, 6, 5.5))
    searching = replace(state, phase=Searching(), progress=RaceProgress(ALL[:2], running))
    return [
        state,
        replace(state, phase=Ready("no file")),
        searching,
        replace(searching, progress=RaceProgress(ALL[:2], replace(running, progress=None)), page=0),
        replace(state, phase=RaceFinished(), progress=RaceProgress(ALL[:1])),
        replace(state, phase=RaceFinished(), progress=RaceProgress(ALL)),
        replace(state, phase=RaceFinished(), progress=RaceProgress(ALL), page=1),
        replace(state, phase=RaceFinished(), progress=RaceProgress((ALL[1],) * 3), page=2),
        replace(state, phase=RaceFinished(), progress=RaceProgress(ALL), page=ALL_PAGE),
    ]


@pytest.mark.parametrize("number", range(len(_states())))
def test_any_room(number: int, snapshot: SnapshotAssertion) -> None:
    state = _states()[number]
    palette, glyphs = (PALETTES["mono"], ASCII) if number % 3 == 2 else (PALETTES["dark"], UNICODE)
    every = lanes(state, palette)
    scene = RaceScene(state, palette, glyphs, every[number % len(every)] if every else None, start="s")

    def drawing(width: int, height: int) -> Drawing:
        return draw(Panel(partial(foot, scene)), Region(0, 0, width, height), palette, glyphs)

    found = ["".join(piece.text for piece in line) for line in head(scene)] + [heading(state, 100)]
    found += [str(replace(lane, ink=str(lane.ink))) for lane in every]  # type: ignore[arg-type]
    assert "\n".join([*found, in_rooms(drawing, least=40), drawn(drawing(80, 24).picture)]) == snapshot
