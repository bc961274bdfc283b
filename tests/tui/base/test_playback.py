"""How fast a recording is played."""

from tui.base.playback import EVERYTHING, SPEEDS, Playback


def test_as_many_events_are_due_as_the_speed_says() -> None:
    playback = Playback(10)
    for speed in SPEEDS:
        assert playback.speed == speed
        playback.play(True)
        assert sum(playback.due(tick / 10) for tick in range(100)) in (10 * speed, 10 * speed - 1)
        playback.change_speed(1)
    assert playback.speed == EVERYTHING


def test_a_slow_line_is_waited_for_and_no_event_is_lost() -> None:
    playback = Playback(10)
    playback.rate = 100.0
    playback.change_speed(4)
    playback.play(True)
    assert playback.due(0.0) == 2
    playback.sent(50, 0.0)
    assert [playback.due(tick / 10) for tick in range(1, 5)] == [0, 0, 0, 0]
    assert playback.due(0.5) == 13
