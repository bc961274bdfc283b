"""The speed of playback."""

from dataclasses import replace

import pytest

from tui.app import SatSudoku
from tui.base import throttle
from tui.base.playback import FRAMES, NO_LIMIT, SPEEDS, Playback


def test_as_many_events_are_played_as_the_speed_says() -> None:
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


async def test_a_slow_line_is_waited_for_and_no_event_is_lost(
    app: SatSudoku, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    assert player.at_end
    player.toggle()
    player.go_to(99)
    player.go_to(player.position - 1)
    assert visible == [(0, True), (1, True), (2, True), (3, False), (0, True), (3, False), (2, False)]
