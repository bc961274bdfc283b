"""The speed of playback."""

from dataclasses import replace
from typing import Any

import pytest

from engine.sat.formula.families import make
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Recorder, Trace
from tui.app import SatSudoku
from tui.base import throttle
from tui.base.playback import FRAMES, NO_LIMIT, SPEEDS, Playback, SearchPage


def test_the_speed_determines_the_number_of_events() -> None:
    for number, speed in enumerate(SPEEDS):
        player = Playback(lambda: 10**12, lambda: None)
        for _ in range(number):
            player.change_speed(1)
        assert player.speed == speed
        player.toggle()
        for _ in range(10 * FRAMES):
            player.tick()
        assert player.position in (10 * speed, 10 * speed - 1)
    assert speed == NO_LIMIT


async def test_a_slow_line_is_waited_for_and_no_event_is_lost(app: SatSudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    now, sent = [100.0], [0]

    def show() -> None:
        sent[0] += 120  # which take 0.48 s at 250 bytes a second

    monkeypatch.setattr(throttle.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(app, "bytes_sent", lambda: sent[0])
    app.options = replace(app.options, low_bandwidth=True)
    async with app.run_test():
        player = Playback(lambda: 10**6, show, speed=25)
        player.begin(app.screen)
        player.playing = True  # its timer stands still: ticks are made here
        positions = []
        for _ in range(12):
            now[0] += 1 / FRAMES
            player.tick()
            positions.append(player.position)
        assert positions == [2, 2, 2, 2, 2, 15, 15, 15, 15, 15, 27, 27]


def test_it_stops_at_the_end_begins_again_and_every_change_is_shown() -> None:
    visible: list[tuple[int, bool]] = []

    def show() -> None:
        visible.append((player.position, player.playing))

    player = Playback(lambda: 3, show, speed=10)
    player.toggle()
    for _ in range(3):
        player.tick()
    assert player.is_at_end
    player.toggle()
    player.go_to(99)
    player.go_to(player.position - 1)
    assert visible == [(0, True), (1, True), (2, True), (3, False), (0, True), (3, False), (2, False)]


class Pages:
    """The parts of a page that moves along a recorded search."""

    go_to, position_after = SearchPage.go_to, SearchPage.position_after

    def __init__(self) -> None:
        formula, recorder = make("php", ["4", "3"]), Recorder(1 << 20)
        self.trace: Trace = recorder.trace(formula, solve(formula, "cdcl", trace=recorder))
        self.shows = 0
        self.player = Playback(lambda: len(self.trace), self.show, speed=5)

    def show(self) -> None:
        self.shows += 1


def test_keys_along_a_recorded_search() -> None:
    page: Any = Pages()
    end = len(page.trace)
    for act, step, kind in (
        (SearchPage.action_decision, 1, EventKind.DECISION),
        (SearchPage.action_conflict, 1, EventKind.CONFLICT),
        (SearchPage.action_conflict, -1, EventKind.CONFLICT),
        (SearchPage.action_decision, -1, EventKind.DECISION),
    ):
        page.player.go_to(0 if step > 0 else end)
        found, expected = [], [int(at) + 1 for at in page.trace.where(kind)]
        if step < 0:
            expected = [at for at in expected[::-1] if at < end]
        for _ in expected:
            act(page, step)
            found.append(page.player.position)
        assert found == expected
        page.player.playing = True
        shows = page.shows
        act(page, step)
        assert (page.player.position, page.player.playing, page.shows) == (found[-1], False, shows + 1)


def test_keys_of_the_player() -> None:
    page: Any = Pages()
    end = len(page.trace)
    SearchPage.action_step(page, 3)
    assert page.player.position == 3
    SearchPage.action_step(page, -2)
    assert page.player.position == 1
    SearchPage.action_finish(page)
    assert (page.player.position, page.player.is_at_end) == (end, True)
    SearchPage.action_start(page)
    assert page.player.position == 0
    SearchPage.action_play(page)
    assert page.player.playing
    SearchPage.action_speed(page, 1)
    assert page.player.speed == 10
    SearchPage.action_speed(page, -3)
    assert page.player.speed == 1
    SearchPage.action_speed(page, 99)
    assert page.player.speed == NO_LIMIT
