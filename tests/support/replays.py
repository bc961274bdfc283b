"""Recordings of searches, and their replay."""

from typing import Any

from screens import until_screen, until_shown
from textual.pilot import Pilot

from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import solve
from engine.sat.trace.trace import Recorder, Trace
from tui.base.requests import OpenReplay
from tui.features.replay.screen import ReplayScreen


def recorded(formula: Formula, solver: str) -> Trace:
    """A search with all of its events."""
    recorder = Recorder(1 << 24)
    return recorder.trace(formula, solve(formula, solver, trace=recorder))


async def opened(pilot: Pilot[Any], trace: Trace) -> ReplayScreen:
    """The replay of a recording, once it is shown."""
    pilot.app.post_message(OpenReplay("example.cnf", trace))
    screen: ReplayScreen = await until_screen(pilot, ReplayScreen)
    await until_shown(pilot, "trail")
    await pilot.app.workers.wait_for_complete()
    return screen
