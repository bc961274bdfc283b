"""The replay: every key leads to its position, and the screen shows the state of the trace there."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from replays import opened, recorded
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.base.text import pluralized
from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.result import Result, Status
from engine.sat.solvers.solve import solve
from engine.sat.solvers.strategy import Strategy
from engine.sat.trace.events import DECIDED, EventKind
from engine.sat.trace.search_tree import SearchCounts, TreeWalk, failed_subtree, path
from engine.sat.trace.trace import Recorder, Trace
from tui.app import SatSudoku
from tui.base.playback import SPEEDS
from tui.base.playback_line import BAR
from tui.base.requests import OpenReplay, SolveFile
from tui.base.search_phase import Ready
from tui.draw.palette import ASCII, PALETTES, UNICODE, Glyphs
from tui.features.inspect.screen import InspectorScreen
from tui.features.replay.graph_view import GraphDetail
from tui.features.replay.panels import CURVE, draw
from tui.features.replay.scene import ReplayPane, ReplayScene, ViewState
from tui.features.replay.screen import ReplayScreen
from tui.features.solve.screen import SolveScreen
from tui.terminal.options import Options

PIGEONS = recorded(make("php", ["4", "3"]), "naive")
QUEENS = recorded(make("queens", ["8"]), "dpll")
LEARNING = recorded(make("php", ["6", "5"]), "cdcl")
TANGLED = recorded(make("random-ksat", ["60", "258"], 3), "cdcl")


def drawn(trace: Trace, position: int, size: tuple[int, int], glyphs: Glyphs = UNICODE, **facts: Any) -> str:
    """The text of a picture."""
    picture = draw(ReplayScene(trace, position, PALETTES["dark"], glyphs, ViewState(**facts)), *size).picture
    return "\n".join("".join(picture.chars[y * size[0] : (y + 1) * size[0]]) for y in range(size[1]))


async def test_the_keys_lead_to_the_named_screens(app: SatSudoku) -> None:
    trace = LEARNING
    second = trace.event(1).literal
    again = trace.next_assignment(2, {abs(second)})
    async with app.run_test() as pilot:
        screen = await opened(pilot, trace)
        for keys, expected in (
            (["full_stop", "right", "right"], 3),
            (["comma", "left"], 1),
            (["end", "full_stop"], len(trace)),
            (["left_curly_bracket"], trace.previous_position(len(trace), EventKind.CONFLICT)),
            (["home", "comma", "left_curly_bracket", "less_than_sign"], 0),
            (["right_curly_bracket"], trace.next_position(0, EventKind.CONFLICT)),
            (
                ["less_than_sign"],
                trace.previous_position(trace.next_position(0, EventKind.CONFLICT) or 0, EventKind.DECISION),
            ),
            (
                ["home", "greater_than_sign", "greater_than_sign"],
                trace.next_position(trace.next_position(0, EventKind.DECISION) or 0, EventKind.DECISION),
            ),
            (["g", *"3,0", "enter"], 30),
            (["g", *"999999", "enter"], len(trace)),
            (["g", *"soon", "enter"], len(trace)),
            (["g", "escape"], len(trace)),
            (["home", "slash", *str(abs(second)), "enter"], 2),
            (["n"], again),
            (["N"], 2),
            (["slash", *"0", "enter"], 2),
            (["slash", *"r1c1", "enter"], 2),
            (["full_stop", *["up"] * 3, "enter"], 1),
            (["g", *"900", "enter", "pageup", "enter"], trace.state(900).events[len(trace.state(900).trail) - 1] + 1),
        ):
            await pilot.press(*keys)
            await until(pilot, lambda: app.screen is screen)
            assert screen.position == expected, keys
            assert f"event {expected:,} of {len(trace):,}" in screen_text(app)


@pytest.mark.long
async def test_a_variable_is_found_where_it_was_set_before_or_after(app: SatSudoku) -> None:
    """From every position: the assignment in force, else the next one, else the last one."""
    trace = LEARNING
    async with app.run_test() as pilot:
        screen = await opened(pilot, trace)
        for position in (0, 1, len(trace) // 2, len(trace) - 1):
            for variable in (1, trace.formula.variables):
                await pilot.press("g", *str(position), "enter", "slash", *str(variable), "enter")
                await until(pilot, lambda: app.screen is screen)
                state = trace.state(position)
                place = state.place(variable)
                after = trace.next_assignment(position, frozenset((variable,)))
                before = trace.previous_assignment(position, frozenset((variable,)))
                expected = after if after is not None else before if before is not None else position
                if place is not None:
                    expected = state.events[place] + 1
                assert screen.position == expected, (position, variable)
                found = trace.event(expected - 1)
                assert place is None or abs(found.literal or 0) == variable


async def test_without_learned_clauses_there_is_a_graph_too(app: SatSudoku) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await opened(pilot, QUEENS)
        await pilot.press("i")
        await until_shown(pilot, "There is no conflict up to this event.")
        await pilot.press("right_curly_bracket")
        await until_shown(pilot, "first UIP", "why clause")


async def test_the_cut_moves_resolution_by_resolution(app: SatSudoku) -> None:
    """Comma and full stop move the cut, arrows the selection; a key shows one reason, and escape goes back."""
    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press("right_curly_bracket", "i")
        graph = screen.scene.conflict
        assert graph is not None
        total, position = len(graph.cuts), screen.position
        await until_shown(pilot, f"cut {total} of {total}", "is left on level")
        await pilot.press(*["comma"] * (total - 1))
        await until_shown(pilot, f"cut 1 of {total}", "At level")
        await pilot.press("comma")
        await until_shown(pilot, "This is the first cut")
        await pilot.press("full_stop")
        await until_shown(pilot, f"cut 2 of {total}", "was forced by clause")
        assert screen.position == position
        await pilot.press("right", "enter")
        node = screen.view.node
        assert node is not None
        await until_shown(pilot, "causes", "follows")
        await pilot.press("left")
        assert screen.view.node == (graph.nodes[node].causes or (node,))[-1]
        await pilot.press("escape")
        assert screen.view.detail is GraphDetail.AUTOMATIC
        await pilot.press("z")
        assert screen.view.detail is GraphDetail.EDGES
        await pilot.press("right_curly_bracket")
        assert screen.view.cut is None
        assert screen.view.node is None


async def test_playback_stops_at_the_end_and_restarts(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press("minus")
        assert screen.player.speed == 1
        await pilot.press(*["plus"] * len(SPEEDS), "space")
        assert screen.player.speed == SPEEDS[-1]
        await until(pilot, lambda: not screen.player.playing)
        assert screen.position == len(LEARNING)
        await until_shown(pilot, "the formula is unsatisfiable")
        await pilot.press(*["minus"] * len(SPEEDS), "space")
        assert screen.player.playing
        await until_shown(pilot, "playing, 1 a second")
        await pilot.press("full_stop")
        assert not screen.player.playing


async def test_a_long_conflict_can_be_seen_to_its_ends(app: SatSudoku) -> None:
    """The selection is always visible: from the start to the conflict, and at each node in between."""
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, TANGLED)
        await pilot.press("g", *"212", "enter", "i")
        await until_shown(pilot, "first UIP")
        graph = screen.scene.conflict
        assert graph is not None
        shown_nodes = [number for number, node in enumerate(graph.nodes) if not node.earlier]
        for number in shown_nodes:
            screen.view = replace(screen.view, node=number)
            name = str(graph.nodes[number].literal) if graph.nodes[number].literal else UNICODE.wrong
            assert re.search(rf"\[[?●]*\s?{re.escape(name)}\]", screen_text(app)), number
        await pilot.press(*["left"] * len(graph.nodes))
        assert screen.view.node == graph.start
        await pilot.press("left_curly_bracket")
        assert screen.view.node is None


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("size", [(80, 22), (100, 30), (120, 38), (160, 48)], ids=str)
@pytest.mark.parametrize("trace", [PIGEONS, QUEENS, LEARNING], ids=["naive", "dpll", "cdcl"])
def test_pictures_show_the_state(trace: Trace, size: tuple[int, int], glyphs: Glyphs) -> None:
    """At every kind of position and size: the newest literal with its reason, the clause and its values, the
    counters."""
    for position in range(0, len(trace) + 1, 1 + len(trace) // 60):
        text = drawn(trace, position, size, glyphs)
        counters, state = trace.counters(position), trace.state(position)
        assert f"{len(state.trail)}/{trace.formula.variables}" in text
        for name in ("decisions", "conflicts", "forced", "learned", "restarts"):
            assert re.search(rf"{name} +{getattr(counters, name):,}(?!\d)", text), name
        event = trace.event(position - 1) if position else None
        marked = [line for line in text.splitlines() if line.startswith(" > ")]
        if event and event.literal:
            [row] = marked
            assert f" {event.literal} " in row
            if event.clause is not None:
                assert re.search(rf"(clause|learned) {event.clause + 1:,}( |$)", row)
        elif event and event.kind is EventKind.CONFLICT:
            [row] = marked
            assert f"{glyphs.wrong} " in row
            assert event.clause is not None
            for literal in trace.clause(event.clause)[: 2 if size[1] < 30 else 3]:
                assert f"{literal} {glyphs.wrong} false" in text
        else:
            assert not marked
        if size[0] >= 120:
            for branch in path(state, 6):
                assert re.search(rf"{re.escape(glyphs.box[4])}\S {branch.literal} ", text)
        if glyphs is ASCII:
            assert text.isascii()


@pytest.mark.parametrize("trace", [PIGEONS, QUEENS], ids=["naive", "dpll"])
def test_the_tree_shows_closed_branches(trace: Trace) -> None:
    for position in range(0, len(trace) + 1, 1 + len(trace) // 40):
        text = drawn(trace, position, (80, 40), pane=ReplayPane.TREE)
        branches = path(trace.state(position))
        is_legend_there = int(position > 0)
        assert text.count("its first value failed") == is_legend_there
        assert text.count("closed: ") - is_legend_there == sum(branch.flipped for branch in branches)
        for branch in branches:
            if branch.flipped:
                tried = failed_subtree(trace, branch)
                message = (
                    f"closed: {pluralized(tried.decisions, 'decision')}, {pluralized(tried.conflicts, 'conflict')} "
                )
                assert re.search(rf"├─✗ {-branch.literal} +{message}", text)
                rows = TreeWalk(trace, position, len(trace)).rows
                decided = trace.last_decision(-branch.literal, branch.event)
                [row] = [row for row in rows if row.event == decided]
                assert SearchCounts(row.decisions, row.conflicts) == tried, "the whole tree has the same counts"
    assert "The search begins here" in " ".join(drawn(trace, 0, (80, 40), pane=ReplayPane.TREE).split())


def test_the_trail_can_be_stepped_through() -> None:
    """Wherever the cursor is, the literal there is visible, with its level and reason."""
    position = max(range(len(QUEENS) + 1), key=lambda at: len(QUEENS.state(at).trail))
    state = QUEENS.state(position)
    assert len(state.trail) > 40
    for place in range(len(state.trail)):
        text = drawn(QUEENS, position, (80, 22), place=place)
        reason = state.reasons[place]
        why = f"clause {reason + 1:,}" if reason >= 0 else "decided" if reason == DECIDED else "has failed"
        assert re.search(rf" {state.trail[place]}  .*{why}", text)


def test_an_empty_search_is_drawn() -> None:
    for size in ((80, 22), (160, 48)):
        for pane in (ReplayPane.ALL, ReplayPane.TREE, ReplayPane.GRAPH):
            drawn(recorded(Formula.of([]), "cdcl"), 0, size, pane=pane)


async def test_the_terminal_may_change_its_size(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await opened(pilot, LEARNING)
        await pilot.press("right_curly_bracket")
        assert "last conflict" not in screen_text(app)
        await pilot.resize_terminal(160, 50)
        await until_shown(pilot, "last conflict", "decision tree", "first UIP", "where it is unit: ", "i the graph")
        await pilot.resize_terminal(45, 20)
        await until_shown(pilot, "current clause", "(-10 -15) is false", "event 31")
        await pilot.resize_terminal(29, 20)
        await until_shown(pilot, "This screen needs 30 columns")
        await pilot.resize_terminal(80, 24)
        await until_shown(pilot, "current clause")
        assert "last conflict" not in screen_text(app)


async def test_it_is_reached_from_a_search_that_was_recorded(tmp_path: Path) -> None:
    """One that was stopped, up to that point."""
    path = tmp_path / "pigeons.cnf"
    path.write_bytes(dimacs.dumps(make("php", ["12", "11"])))
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test() as pilot:
        app.post_message(SolveFile(path))
        solving: SolveScreen = await until_screen(pilot, SolveScreen)
        await until(pilot, lambda: isinstance(solving.state.phase, Ready))
        assert "replay" not in screen_text(app)
        solving.state = replace(solving.state, strategy=Strategy("dpll", "first"))
        solving.action_start()
        await until(pilot, lambda: solving.latest is not None)
        await until_shown(pilot, "w replay")
        solving.action_stop()
        await until(pilot, lambda: solving.state.outcome is not None)
        first = solving.state.outcome
        assert first is not None
        await pilot.press("w")
        machine: ReplayScreen = await until_screen(pilot, ReplayScreen)
        assert machine.trace is first.trace
        await until_shown(pilot, "solve › replay of a search", "every variable is free")
        await pilot.press("end")
        await until_shown(pilot, "The search was stopped here")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is solving)


async def test_pages_and_the_way_back(app: SatSudoku) -> None:
    """Tree and graph come to the front and go away; escape leaves the screen only if nothing is in front."""
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press("right_curly_bracket", "d")
        assert "decision tree" in screen_text(app)
        await pilot.press("i")
        assert "first UIP" in screen_text(app)
        assert "selected" in screen_text(app)
        await pilot.press("b", "c", "i", "d", "escape")
        assert "current clause" in screen_text(app)
        await pilot.press("up", "escape")
        assert app.screen is screen
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is not screen)


async def test_a_running_search_begins_where_it_is_and_end_leads_on(app: SatSudoku) -> None:
    recorder, formula = Recorder(1 << 24), make("php", ["6", "5"])
    result = solve(formula, "naive", trace=recorder)
    now = recorder.trace(formula, Result(Status.UNKNOWN, "naive"))
    then = recorder.trace(formula, result)
    early = replace(now, kinds=now.kinds[:9], literals=now.literals[:9], clauses=now.clauses[:9])
    async with app.run_test() as pilot:
        pilot.app.post_message(OpenReplay("example.cnf", early, newest=lambda: then))
        screen: ReplayScreen = await until_screen(pilot, ReplayScreen)
        await until_shown(pilot, "event 9 of 9", "The search continues from here.")
        await pilot.press("comma", "end")
        assert screen.position == len(then)
        await until_shown(pilot, "the formula is unsatisfiable")


async def test_the_mouse_goes_along_the_bar_and_the_curve(app: SatSudoku) -> None:
    total = len(LEARNING)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, LEARNING)
        areas = draw(screen.scene, 80, 22).areas
        bar, curve = areas[BAR].translate((0, 1)), areas[CURVE].translate((0, 1))
        await pilot.mouse_down(offset=(bar.right - 1, bar.y))
        assert screen.position == total
        await pilot.hover(offset=(bar.x, bar.y + 5))
        assert screen.position == 0
        await pilot.hover(offset=(2, bar.y))
        assert screen.position == 0
        await pilot.mouse_up(offset=(bar.x, bar.y))
        await pilot.hover(offset=(bar.right - 1, bar.y))
        assert screen.position == 0
        await pilot.click(offset=(curve.x + curve.width // 2, curve.y))
        assert abs(screen.position - total // 2) <= total // curve.width
        half = screen.position
        await pilot.click(offset=(5, 8))
        assert screen.position == half


async def test_the_clauses_are_shown_as_they_are(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened(pilot, LEARNING)
        await pilot.press("right_curly_bracket")
        await pilot.press("k")
        await until_screen(pilot, InspectorScreen)
        await until_shown(pilot, f"example.cnf, event {screen.position}", "81 clauses")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is screen)


@pytest.mark.parametrize("trace", [PIGEONS, LEARNING, recorded(Formula.of([[1], [2]], 2), "dpll")])
def test_the_mark_on_the_curve_goes_from_its_beginning_to_its_end(trace: Trace) -> None:
    size = 80, 22
    curve = draw(ReplayScene(trace, 0, PALETTES["dark"], UNICODE), *size).areas[CURVE]
    positions = sorted({*range(0, len(trace), 1 + len(trace) // 60), len(trace)})
    marks = [drawn(trace, p, size).splitlines()[curve.y].find(UNICODE.box[1]) for p in positions]
    assert marks == sorted(marks)
    assert (marks[0], marks[-1]) == (curve.x, curve.right - 1)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=["80x24", "160x50"])
def test_a_conflict_as_a_picture(snap_compare: Any, app: SatSudoku, size: tuple[int, int]) -> None:
    async def before(pilot: Pilot[None]) -> None:
        await opened(pilot, LEARNING)
        await pilot.press(*["right_curly_bracket"] * 5)

    assert snap_compare(app, terminal_size=size, run_before=before)
