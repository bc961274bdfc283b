"""How fast a recording is played."""

import pytest

from tui.base import throttle
from tui.base.player import EVERYTHING, FRAMES, SPEEDS, Player
from tui.terminal.options import Options


class Owner:
    """Stands for a screen: its timer is turned by hand."""

    def set_interval(self, *_: object, **__: object) -> "Owner":
        return self

    def resume(self) -> None: ...

    def pause(self) -> None: ...


def test_as_many_events_are_played_as_the_speed_says() -> None:
    for number, speed in enumerate(SPEEDS):
        player = Player(lambda: 10**12, lambda: 0)
        for _ in range(number):
            player.change_speed(1)
        assert player.speed == speed
        player.toggle()
        for _ in range(10 * FRAMES):
            player.tick()
        assert player.position in (10 * speed, 10 * speed - 1)
    assert speed == EVERYTHING


def test_a_slow_line_is_waited_for_and_no_event_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(throttle.time, "perf_counter", lambda: now[0])
    player = Player(lambda: 10**6, lambda: 120, speed=25)  # a picture takes 0.48 s at 250 bytes a second
    player.begin(Owner(), Options(low_bandwidth=True))  # type: ignore[arg-type]
    player.toggle()
    positions = []
    for _ in range(12):
        now[0] += 1 / FRAMES
        player.tick()
        positions.append(player.position)
    assert positions == [2, 2, 2, 2, 2, 15, 15, 15, 15, 15, 27, 27]


def test_it_stops_at_the_end_begins_again_and_every_change_is_shown() -> None:
    shown: list[tuple[int, bool]] = []

    def show() -> int:
        shown.append((player.position, player.playing))
        return 0

    player = Player(lambda: 3, show, speed=10)
    player.toggle()
    for _ in range(3):
        player.tick()
    assert player.at_end
    player.toggle()
    player.go_to(99)
    player.step(-1)
    assert shown == [(0, True), (1, True), (2, True), (3, False), (0, True), (3, False), (2, False)]
