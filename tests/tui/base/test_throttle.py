"""How often something that runs is drawn."""

import pytest

from tui.base import throttle as pacing
from tui.base.throttle import Pace
from tui.terminal.options import Options


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still at its only entry."""
    now = [100.0]
    monkeypatch.setattr(pacing.time, "perf_counter", lambda: now[0])
    return now


def test_a_fast_line_waits_for_nothing(clock: list[float]) -> None:
    pace = Pace(Options(), 0.1, 0.4)
    assert pace.interval == 0.1
    pace.sent(10**6)
    assert pace.is_due


@pytest.mark.parametrize(("over_ssh", "most"), [(True, 800), (False, 250)])
def test_a_slow_line_is_never_sent_more_than_it_takes(
    over_ssh: bool, most: int, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    if over_ssh:
        monkeypatch.setenv("SSH_TTY", "/dev/pts/0")
    pace = Pace(Options(low_bandwidth=not over_ssh), 0.1, 0.4)
    assert pace.interval == 0.4
    sent = 0
    for _ in range(400):
        clock[0] += pace.interval
        if pace.is_due:
            pace.sent(1000)
            sent += 1000
    assert 0.75 * most <= sent / (400 * pace.interval) <= most
    pace.sent(10**6)
    assert not pace.is_due
    pace.begin()
    assert pace.is_due
