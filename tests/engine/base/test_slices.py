"""Work in slices, with a clock that the work itself advances."""

import pytest

from engine.base import slices as module
from engine.base.slices import SLICE_SECONDS, slices


class Worker:
    """Takes a number of seconds per unit of work, and records how much it was given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        self.now, self.seconds, self.given = 0.0, seconds, []
        monkeypatch.setattr(module, "perf_counter", lambda: self.now)

    def run(self, work: int) -> int:
        self.given.append(work)
        self.now += self.seconds * work
        return len(self.given)


@pytest.mark.parametrize("seconds", [1e-9, 1e-7, 1e-6])
def test_slices_grow_until_they_take_as_long_as_they_are_meant_to(
    monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    worker = Worker(monkeypatch, seconds)
    for answer in slices(worker.run, 2000):
        if answer == 60:
            break
    assert worker.given[0] == 2000
    assert all(later <= 4 * earlier for earlier, later in zip(worker.given, worker.given[1:], strict=False))
    assert worker.given[-1] * seconds == pytest.approx(SLICE_SECONDS, rel=0.01)


def test_the_first_slices_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even work of a hundredth of a second is interrupted several times."""
    worker = Worker(monkeypatch, 1e-6)
    looks = 0
    for _ in slices(worker.run, 100):
        looks += 1
        if worker.now > 0.01:
            break
    assert looks > 6


def test_a_slice_that_took_too_long_is_followed_by_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker(monkeypatch, 1e-6)
    for answer in slices(worker.run, 1_000_000):
        if answer == 2:
            break
    assert worker.given == [1_000_000, 20_000]


def test_no_slice_is_too_short_to_be_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker(monkeypatch, 1.0)
    for answer in slices(worker.run, 1_000_000):
        if answer == 3:
            break
    assert worker.given == [1_000_000, 1000, 1000]


def test_a_truncated_answer_says_nothing_about_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker(monkeypatch, 1e-9)
    for answer in slices(worker.run, 5000, cut_short=lambda: len(worker.given) < 4):
        if answer == 5:
            break
    assert worker.given == [5000, 5000, 5000, 5000, 20_000]
