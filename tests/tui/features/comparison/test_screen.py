"""Two searches side by side: moving in one moves in the other, to matching positions."""

import re
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from drawn import drawn as written
from drawn import in_rooms
from screens import screen_text, until, until_screen, until_shown
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Region
from textual.pilot import Pilot

from engine.sat.formula.families import make
from engine.sat.solvers.effort import Work
from engine.sat.solvers.side_by_side import Pace, Side
from engine.sat.solvers.solve import solve
from engine.sat.trace.trace import Recorder, Trace
from tui.app import SatSudoku
from tui.base.requests import CompareSearches, OpenReplay
from tui.draw.palette import ASCII, PALETTES, UNICODE, Glyphs
from tui.draw.panels import Drawing, Panel, draw
from tui.draw.picture import Picture
from tui.features.comparison import words
from tui.features.comparison.panels import ComparisonScene, panels_of
from tui.features.comparison.screen import ComparisonScreen, strategies
from tui.features.replay.screen import ReplayScreen


def recorded(solver: str) -> Trace:
    formula, recorder = make("php", ["6", "5"]), Recorder(1 << 24)
    return recorder.trace(formula, solve(formula, solver, trace=recorder))


LEARNING, PLAIN = recorded("cdcl"), recorded("dpll")


async def opened(pilot: Pilot[None], position: int = 0) -> ComparisonScreen:
    sides = ("cdcl:vsids", LEARNING), ("plain", PLAIN)
    pilot.app.post_message(CompareSearches("example.cnf", sides, position))
    await until_shown(pilot, "Compare with which search?")
    await pilot.press("enter")
    screen: ComparisonScreen = await until_screen(pilot, ComparisonScreen)
    await until(pilot, lambda: len(screen.scene.sides) == 2 and not screen.scene.status)
    return screen


def numbers(app: SatSudoku, name: str) -> list[str]:
    [line] = [line for line in screen_text(app).splitlines() if line.strip().startswith(name)]
    return re.split(r"\s{2,}", line.strip())[1:]


async def test_both_are_at_the_same_number_of_conflicts(app: SatSudoku) -> None:
    on, back = "right_curly_bracket", "left_curly_bracket"
    async with app.run_test() as pilot:
        screen = await opened(pilot)
        for keys in (
            [on] * 3, ["full_stop"] * 9, ["greater_than_sign"], [back], ["tab"], [on] * 2, ["comma"], ["end"], ["home"]
        ):  # fmt: skip
            await pilot.press(*keys)
            first, second = screen.positions
            least = min(trace.counters(len(trace)).conflicts for trace in (LEARNING, PLAIN))
            both = LEARNING.counters(first).conflicts, PLAIN.counters(second).conflicts
            assert both[0] == both[1] or min(both) == least
            assert numbers(app, "conflicts") == [f"{count:,}" for count in both]
            assert numbers(app, "events")[0] == f"{first:,} of {len(LEARNING):,}"


async def test_by_event_and_by_time(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await opened(pilot, 500)
        assert screen.positions[0] == 500
        await pilot.press("s")
        assert screen.scene.pace is Pace.TIME
        first, second = screen.positions
        works = [side.work for side in screen.scene.sides]
        assert works[0]
        assert works[1]
        assert second == works[1].position(works[0].at(first).seconds)
        await pilot.press("s")
        assert screen.scene.pace is Pace.EVENT
        assert screen.positions == (500, 500)
        await pilot.press("end")
        assert screen.positions == (len(LEARNING), min(len(LEARNING), len(PLAIN)))


async def test_the_work_at_the_end_is_that_of_the_results(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        screen = await opened(pilot)
        await pilot.press("end")
        for name, count in (("propagations", "propagations"), ("decisions", "decisions"), ("conflicts", "conflicts")):
            assert numbers(app, name)[0] == f"{getattr(LEARNING.result, count):,}"
        await pilot.press("tab", "end")
        assert screen.scene.leader == 1
        assert numbers(app, "propagations")[1] == f"{PLAIN.result.propagations:,}"


async def test_another_strategy_is_searched_and_the_replay_leads_here(app: SatSudoku) -> None:
    async with app.run_test() as pilot:
        app.post_message(OpenReplay("example.cnf", PLAIN))
        await until_screen(pilot, ReplayScreen)
        await pilot.press("g", *"77", "enter", "o")
        await until_shown(pilot, "Compare with which search?")
        assert "dpll:shortest-last" not in screen_text(app).partition("Beside")[2]
        await pilot.press("escape")
        screen: ComparisonScreen = await until_screen(pilot, ComparisonScreen)
        await until_shown(pilot, "There is no other search yet")
        await pilot.press("tab", "s", "full_stop", "o")
        await until_shown(pilot, "Compare with which search?")
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.scene.sides) == 2 and not screen.scene.status)
        assert screen.scene.sides[1].name == str(strategies()[0])
        assert screen.positions[0] == 78
        await pilot.press("space")
        await until(pilot, lambda: screen.positions[0] > 78)
        await pilot.press("escape")
        await until_screen(pilot, ReplayScreen)


def drawn(scene: ComparisonScene, width: int, height: int) -> Picture:
    root = Panel(partial(panels_of, scene))
    return draw(root, Region(0, 0, width, height), scene.palette, scene.glyphs).picture


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("size", [(80, 22), (160, 48), (100, 30)])
@pytest.mark.parametrize("pace", Pace)
def test_every_moment_can_be_drawn(glyphs: Glyphs, size: tuple[int, int], pace: Pace) -> None:
    """Only the signs of the legend and the line of the position are below the legend."""
    sides = (Side("one", LEARNING, Work(LEARNING)), Side("other", PLAIN, Work(PLAIN)))
    for position in (0, 100, len(LEARNING)):
        scene = ComparisonScene(sides, (position, min(position, len(PLAIN))), 0, pace, PALETTES["mono"], glyphs)
        picture = drawn(scene, *size)
        text = ["".join(picture.chars[y * size[0] : (y + 1) * size[0]]) for y in range(size[1])]
        legend = next(y for y, line in enumerate(text) if "both" in line)
        assert set("".join(text[legend + 1 :])) <= {*glyphs.shades[:4], glyphs.box[1]}
        assert pace is Pace.TIME or glyphs.shades[3] in text[-1]  # how much time they share differs from run to run


@pytest.mark.parametrize("width", [80, 160])
def test_long_names_of_numbers_leave_room_for_both_searches(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "LEARNED", "clauses learned by now, and kept")
    sides = (Side("one", LEARNING, None), Side("other", PLAIN, None))
    scene = ComparisonScene(sides, (len(LEARNING), 0), 0, Pace.EVENT, PALETTES["mono"], UNICODE)
    picture = drawn(scene, width, 48)
    text = ["".join(picture.chars[y * width : (y + 1) * width]) for y in range(48)]
    (row,) = (line for line in text if "clauses learned by now, and kept" in line)
    assert row.split()[6:8] == [f"{LEARNING.counters(len(LEARNING)).learned:,}", "0"]


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=["80x24", "160x50"])
def test_as_a_picture(
    snap_compare: Any, app: SatSudoku, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without times, which always differ."""
    at = Work.at
    monkeypatch.setattr(Work, "at", lambda self, position: at(self, position)._replace(seconds=0.0))

    async def before(pilot: Pilot[None]) -> None:
        await opened(pilot, 500)
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=before)


@pytest.mark.parametrize("pace", Pace)
def test_any_room(pace: Pace, snapshot: SnapshotAssertion) -> None:
    found = []
    sides = (Side("cdcl:vsids", LEARNING), Side("a long name of a branch that is plain", PLAIN))
    ends = len(LEARNING), len(PLAIN)
    for number, positions in enumerate(((0, 0), (40, 70), (ends[0], 100), (20, ends[1]), ends)):
        palette, glyphs = (PALETTES["mono"], ASCII) if number == 2 else (PALETTES["dark"], UNICODE)
        scene = ComparisonScene(sides, positions, number % 2, pace, palette, glyphs, playing=number == 1, speed=25)

        def drawing(width: int, height: int, scene: ComparisonScene = scene) -> Drawing:
            area = Region(0, 0, width, height)
            return draw(Panel(partial(panels_of, scene)), area, scene.palette, scene.glyphs)

        found += [in_rooms(drawing, least=57), written(drawing(120, 20).picture)]
    waiting = replace(scene, sides=sides[:1], status="It is repeated to measure the work of each event. " * 2)
    found.append(in_rooms(lambda width, height: drawing(width, height, waiting)))
    assert "\n".join(found) == snapshot
