"""The time machine: every key leads where it says, and the screen shows the state of the trace there."""

import re
from pathlib import Path
from typing import Any

import pytest
from screens import shown, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.sat import dimacs
from engine.sat.events import Kind
from engine.sat.families import make
from engine.sat.formula import Formula
from engine.sat.solvers import solve
from engine.sat.strategy import Strategy
from engine.sat.trace import Recorder, Trace
from tui.app import SatSudoku
from tui.messages import SolveFile, StepThrough
from tui.palette import ASCII, PALETTES, UNICODE, Glyphs
from tui.screens.machine import FRAMES, SPEEDS, MachineScreen
from tui.screens.solve import SolveScreen, State
from tui.terminal import Options
from tui.widgets.machine_picture import Scene, curve_width, draw
from tui.widgets.patchwork import Picture


def recorded(formula: Formula, solver: str) -> Trace:
    recorder = Recorder(1 << 24)
    return recorder.trace(formula, solve(formula, solver, trace=recorder))


PIGEONS = recorded(make("php", ["4", "3"]), "naive")
QUEENS = recorded(make("queens", ["8"]), "dpll")
LEARNING = recorded(make("php", ["6", "5"]), "cdcl")


def drawn(trace: Trace, position: int, size: tuple[int, int], glyphs: Glyphs) -> Picture:
    levels = trace.levels_sampled(curve_width(size[0]))
    return draw(Scene(trace, position, False, 1, levels), *size, PALETTES["dark"], glyphs)


async def opened(pilot: Pilot[None], trace: Trace) -> MachineScreen:
    pilot.app.post_message(StepThrough("example.cnf", trace))
    screen: MachineScreen = await until_screen(pilot, MachineScreen)
    await until_shown(pilot, "trail")
    return screen


async def test_the_keys_lead_where_they_say(app: SatSudoku) -> None:
    trace = LEARNING
    async with app.run_test() as pilot:
        screen = await opened(pilot, trace)
        for keys, expected in (
            (["full_stop", "right", "right"], 3),
            (["comma", "left"], 1),
            (["end", "full_stop"], len(trace)),
            (["left_curly_bracket"], trace.previous_position(len(trace), Kind.CONFLICT)),
            (["home", "comma", "left_curly_bracket", "less_than_sign"], 0),
            (["right_curly_bracket"], trace.next_position(0, Kind.CONFLICT)),
            (["less_than_sign"], trace.previous_position(trace.next_position(0, Kind.CONFLICT) or 0, Kind.DECISION)),
            (["home", "greater_than_sign", "greater_than_sign"],
             trace.next_position(trace.next_position(0, Kind.DECISION) or 0, Kind.DECISION)),
            (["g", *"3,0", "enter"], 30),
            (["g", *"999999", "enter"], len(trace)),
            (["g", *"soon", "enter"], len(trace)),
            (["g", "escape"], len(trace)),
        ):  # fmt: skip
            await pilot.press(*keys)
            await until(pilot, lambda: app.screen is screen)
            assert screen.position == expected, keys
            assert f"event {expected:,} of {len(trace):,}" in shown(app)


async def test_playing_stops_at_the_end_and_begins_again(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press("minus")
        assert screen.speed == 1
        await pilot.press(*["plus"] * len(SPEEDS), "space")
        assert screen.speed == SPEEDS[-1]
        await until(pilot, lambda: not screen.playing)
        assert screen.position == len(LEARNING)
        await until_shown(pilot, "the formula is unsatisfiable")
        await pilot.press(*["minus"] * len(SPEEDS), "space")
        assert screen.playing
        await until_shown(pilot, "playing, 1 a second")
        await pilot.press("full_stop")
        assert not screen.playing


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("size", [(80, 22), (100, 30), (120, 38), (160, 48)], ids=str)
@pytest.mark.parametrize("trace", [PIGEONS, QUEENS, LEARNING], ids=["naive", "dpll", "cdcl"])
def test_pictures_show_the_state(trace: Trace, size: tuple[int, int], glyphs: Glyphs) -> None:
    """At every kind of place and size: the newest literal with its reason, the clause and its values, the counters."""
    for position in range(0, len(trace) + 1, 1 + len(trace) // 60):
        picture = drawn(trace, position, size, glyphs)
        lines = ["".join(picture.chars[y * size[0] : (y + 1) * size[0]]) for y in range(size[1])]
        text = "\n".join(lines)
        counters, state = trace.counters(position), trace.state(position)
        assert f"{len(state.trail)}/{trace.formula.variables}" in text
        for name in ("decisions", "conflicts", "propagations", "learned", "restarts"):
            assert re.search(rf"{name} +{getattr(counters, name):,}(?!\d)", text), name
        event = trace.event(position - 1) if position else None
        marked = [line for line in lines if line.startswith(" > ")]
        if event and event.literal:
            [row] = marked
            assert f" {event.literal} " in row
            if event.clause is not None:
                assert re.search(rf"(clause|learned) {event.clause + 1:,}( |$)", row)
        elif event and event.kind is Kind.CONFLICT:
            [row] = marked
            assert f"{glyphs.wrong} " in row
            assert event.clause is not None
            for literal in trace.clause(event.clause)[:3]:
                assert f"{literal} {glyphs.wrong} false" in text
        else:
            assert not marked
        if size[0] >= 120:
            for literal, reason in zip(state.trail, state.reasons, strict=True):
                assert reason >= 0 or f"{glyphs.box[4]} {literal} " in text
        if glyphs is ASCII:
            assert text.isascii()


async def test_a_picture_waits_on_a_slow_line(tmp_path: Path) -> None:
    """The search goes on meanwhile: the next picture is of where it has come to."""
    app = SatSudoku(Options(path=tmp_path, low_bandwidth=True))
    async with app.run_test() as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press(*["plus"] * 5)
        screen._tick()
        first = screen.position
        assert first == screen.speed // FRAMES
        screen._tick()
        assert screen.position == first
        screen._next_picture = 0.0
        screen._tick()
        assert screen.position == 3 * first


def test_an_empty_search_is_drawn() -> None:
    for size in ((80, 22), (160, 48)):
        drawn(recorded(Formula.of([]), "cdcl"), 0, size, UNICODE)


async def test_the_terminal_may_change_its_size(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, LEARNING)
        await pilot.press("right_curly_bracket")
        assert "last conflict" not in shown(app)
        await pilot.resize_terminal(160, 50)
        await until_shown(pilot, "last conflict", "decision tree", "that is left is 28", "where it is unit: -28")
        await pilot.resize_terminal(60, 20)
        await until_shown(pilot, "This needs 80 columns")
        await pilot.resize_terminal(80, 24)
        await until_shown(pilot, "clause at work")
        assert "last conflict" not in shown(app)


async def test_it_is_reached_from_a_search_that_was_recorded(tmp_path: Path) -> None:
    """One of an own solver, finished or stopped; not one of `auto`, which may have been a library's."""
    path = tmp_path / "pigeons.cnf"
    path.write_bytes(dimacs.dumps(make("php", ["12", "11"])))
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test() as pilot:
        app.post_message(SolveFile(path))
        solving: SolveScreen = await until_screen(pilot, SolveScreen)
        await until(pilot, lambda: solving.state is State.READY)
        assert "replay" not in shown(app)
        solving.strategy = Strategy("dpll", "first")
        solving.action_start()
        await until(pilot, lambda: solving.moment is not None)
        solving.action_stop()
        await until_shown(pilot, "w replay")
        first = solving.outcome
        assert first is not None
        await pilot.press("w")
        machine: MachineScreen = await until_screen(pilot, MachineScreen)
        assert machine.trace is first.trace
        await until_shown(pilot, "pigeons.cnf", "every variable is free")
        await pilot.press("end")
        await until_shown(pilot, "Here the search was stopped")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is solving)
        solving.strategy, solving.limit = Strategy("auto"), 0.05
        solving.action_start()
        await until(pilot, lambda: len(solving.outcomes) == 2)
        assert [outcome.trace for outcome in solving.outcomes] == [None, None]
        await until(pilot, lambda: "replay" not in shown(app))


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=["80x24", "160x50"])
def test_a_conflict_as_a_picture(snap_compare: Any, app: SatSudoku, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await opened(pilot, LEARNING)
        await pilot.press(*["right_curly_bracket"] * 5)

    assert snap_compare(app, terminal_size=size, run_before=before)
