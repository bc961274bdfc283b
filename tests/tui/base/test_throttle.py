"""How often running work is drawn."""

import pytest

from tui.base import throttle as throttling
from tui.base.throttle import Throttle
from tui.terminal.options import Options


class Line:
    """A line with a clock that is advanced manually."""

    def __init__(self) -> None:
        self.now = 100.0
        self.sent = 5000

    def bytes_sent(self) -> int:
        return self.sent


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    line = Line()
    monkeypatch.setattr(throttling.time, "perf_counter", lambda: line.now)
    return line


def test_a_fast_line_waits_for_nothing(line: Line) -> None:
    throttle = Throttle(Options(), line.bytes_sent, 0.1, 0.4)
    assert throttle.interval == 0.1
    for _ in range(3):
        assert throttle.try_acquire()
        line.sent += 10**6


@pytest.mark.parametrize(("over_ssh", "most"), [(True, 800), (False, 250)])
def test_a_slow_line_is_never_sent_more_than_it_takes(
    over_ssh: bool, most: int, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    if over_ssh:
        monkeypatch.setenv("SSH_TTY", "/dev/pts/0")
    throttle = Throttle(Options(low_bandwidth=not over_ssh), line.bytes_sent, 0.1, 0.4)
    assert throttle.interval == 0.4
    before = line.sent
    for _ in range(400):
        line.now += throttle.interval
        if throttle.try_acquire():
            line.sent += 1000  # written only after it was drawn
    assert 0.75 * most <= (line.sent - before) / (400 * throttle.interval) <= most
    line.sent += 10**6
    assert not throttle.try_acquire()
    throttle.reset()
    assert throttle.try_acquire()


def test_other_input_counts_too(line: Line) -> None:
    throttle = Throttle(Options(low_bandwidth=True), line.bytes_sent, 0.1)
    assert throttle.interval == 0.1
    assert throttle.try_acquire()
    line.sent += 250
    assert not throttle.try_acquire()
    line.now += 1
    assert throttle.try_acquire()
