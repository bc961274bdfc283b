"""The solver's state on the screen: watch lists, counters, rankings, uses of clauses, restarts."""

import re
from typing import Any

import pytest
from replays import opened
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.solve import solve
from engine.sat.solvers.watches import WatchHistory
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Setup, Trace
from tui.app import SatSudoku
from tui.base.rows import PickList
from tui.features.replay.lists import TreeList
from tui.features.replay.scene import ReplayPane


def recorded(formula: Formula, solver: str, branching: str | None = None, seed: int = 0) -> Trace:
    recorder = Recorder(1 << 24, setup=Setup(seed))
    return recorder.trace(formula, solve(formula, solver, branching=branching, seed=seed, trace=recorder))


LEARNING = recorded(make("php", ["6", "5"]), "cdcl", seed=246)
"""A search with several restarts."""
QUEENS = recorded(make("queens", ["6"]), "dpll")


async def go(pilot: Pilot[None], position: int) -> None:
    await pilot.press("g", *str(position), "enter")
    await until_shown(pilot, f"event {position:,} of")


async def test_the_watch_list_is_that_of_the_event(app: SatSudoku) -> None:
    """Of the current literal, of the one under the cursor, and of one that you type; forwards and back."""
    history = WatchHistory(LEARNING)
    async with app.run_test() as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press("l")
        for position in (40, 41, 300, 60):
            await go(pilot, position)
            expected = history.at(position, None)
            assert expected is not None
            await until_shown(pilot, f"{expected.literal} is in ", f"{len(expected.watches)} watch it now")
            assert len(re.findall(r"^ *\d+  blocker -?\d+  ", screen_text(app), re.M)) <= len(expected.watches)
        await pilot.press("up", "up")
        false = -LEARNING.state(60).trail[-2]
        await until_shown(pilot, f"{false} has been false since event")
        await pilot.press("L", *"7", "enter")
        await until_shown(pilot, "7 is in")
        await pilot.press("L", *"700", "enter")
        assert screen.view.literal == 7
        await pilot.press("escape")
        assert screen.view.pane is ReplayPane.ALL


async def test_a_search_that_learns_nothing_shows_its_counters(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        await opened(pilot, QUEENS)
        await pilot.press("l")
        await until_shown(pilot, "Nothing to show at this event")
        await pilot.press("L", *"-1", "enter")
        await until_shown(pilot, "dpll (DPLL with counters) has no watches")
        inside = [clause for clause in QUEENS.formula if -1 in clause]
        assert f"-1 is in {len(inside)} clauses" in " ".join(screen_text(app).split())
        await pilot.press("pagedown")


@pytest.mark.parametrize(("solver", "branching", "message"), [
    ("cdcl", "vsids", "The queue"), ("dpll", "vsids", "Activity"), ("naive", "first", "rank by order"),
])  # fmt: skip
async def test_ranks_are_shown(app: SatSudoku, solver: str, branching: str, message: str) -> None:
    trace = recorded(make("random-ksat", ["40", "172"], 3), solver, branching)
    async with app.run_test() as pilot:
        await opened(pilot, trace)
        await go(pilot, len(trace) // 2)
        await pilot.press("A")
        await until_shown(pilot, message)


async def test_the_next_use_of_a_learned_clause_and_the_next_restart(app: SatSudoku) -> None:
    async with app.run_test(notifications=True) as pilot:
        screen = await opened(pilot, LEARNING)
        learned = next(
            int(at) for at in LEARNING.where(EventKind.LEARNED) if len(LEARNING.uses(int(LEARNING.clauses[at]))) > 2
        )
        clause = int(LEARNING.clauses[learned])
        events = map(LEARNING.event, range(len(LEARNING)))
        uses = [
            position
            for position, event in enumerate(events, 1)
            if event.kind in (EventKind.PROPAGATION, EventKind.CONFLICT) and event.clause == clause
        ]
        await go(pilot, learned + 1)
        assert f"used {len(uses)} times, next at event {uses[0]:,}" in screen_text(app)
        for use in uses:
            await pilot.press("u")
            assert screen.position == use
        await pilot.press("u")
        await until_shown(pilot, "not used after this event")
        await pilot.press("U")
        assert screen.position == uses[-2]
        restarts = [int(at) + 1 for at in LEARNING.where(EventKind.RESTART)]
        await pilot.press("home", "r", "r")
        assert screen.position == restarts[1]
        await pilot.press("R")
        assert screen.position == restarts[0]
        await pilot.press("R")
        await until_shown(pilot, "No restart before this event")
        await pilot.press("home", "u")
        await until_shown(pilot, "This event refers to no clause")


async def test_moving_on_while_it_is_looked_for_shows_the_last_place(app: SatSudoku) -> None:
    history = WatchHistory(LEARNING)
    async with app.run_test() as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press("l", *["full_stop"] * 12, "end", *["comma"] * 5)
        expected = history.at(len(LEARNING) - 5, None)
        await until(pilot, lambda: screen.scene.solver_state == expected)


@pytest.mark.parametrize(
    ("key", "size"),
    [("l", (80, 24)), ("l", (160, 50)), ("A", (80, 24))],
    ids=["watches-80x24", "watches-160x50", "ranks-80x24"],
)
def test_as_a_picture(snap_compare: Any, app: SatSudoku, key: str, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[None]) -> None:
        screen = await opened(pilot, LEARNING)
        await go(pilot, 300)
        await pilot.press(key)
        await until(pilot, lambda: screen.scene.solver_state and not isinstance(screen.scene.solver_state, str))
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=before)


@pytest.mark.parametrize("trace", [QUEENS, LEARNING], ids=["dpll", "cdcl"])
async def test_the_whole_tree_is_opened_folded_and_gone_to(app: SatSudoku, trace: Trace) -> None:
    async with app.run_test() as pilot:
        screen = await opened(pilot, trace)
        await pilot.press("end", "d", "enter")
        dialog = await until_screen(pilot, TreeList)
        rows = dialog.query_one(PickList)
        assert (rows.marked or "").lstrip().startswith("[-] root")
        await until_shown(pilot, "The root, before any decision")
        await pilot.press("left")
        assert (rows.marked or "").lstrip().startswith("[+] root")
        assert len(rows) == 1
        await pilot.press("right", "right")
        assert rows.cursor == 1
        await pilot.press("left" if not (rows.marked or "").lstrip().startswith("[-]") else "home")
        assert rows.cursor == 0
        await pilot.press("down")
        first = next(n for n in range(len(trace)) if trace.event(n).kind is EventKind.DECISION)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        await until(pilot, lambda: screen.position == first + 1)
        await pilot.press("D")
        await until_screen(pilot, TreeList)
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is screen and screen.position == 0)
