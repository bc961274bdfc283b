"""The limits of a running solver."""

import os
import subprocess
import sys

import pytest
from programs import launched

from engine.sat.formula.families import make
from engine.sat.proof.proof import Proof
from engine.sat.result import Status
from engine.sat.solvers import limits as limits_module
from engine.sat.solvers.limits import MEGABYTE, Limits, SearchProgress, Stopwatch, Watch
from engine.sat.solvers.memory import resident
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.trace.events import Tape
from engine.sat.trace.trace import Recorder


def watching(limits: Limits, cancel=None) -> Watch:
    return Watch(limits, None, cancel, 0.1)


def test_no_limit_is_no_reason() -> None:
    watch = watching(Limits())
    assert watch.reason_to_stop() == watch.reason_to_refuse(lambda: 10**15) == ""


def test_the_reasons_and_which_comes_first() -> None:
    limits = Limits(0, 1)
    assert watching(limits, lambda: True).reason_to_stop() == "cancelled"
    assert watching(limits, lambda: False).reason_to_stop() == "time limit of 0 s"
    assert watching(Limits(100, 1_500_000)).reason_to_refuse(lambda: 1_500_001) == "memory limit of 1.5 MB"
    assert watching(Limits(100, 1_500_000)).reason_to_refuse(lambda: 1_500_000) == ""


class Clock:
    """A clock that stands still until it is advanced."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(limits_module, "perf_counter", lambda: self.now)

    def move(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_a_stopwatch_adds_up_the_time_in_which_it_runs(clock: Clock) -> None:
    stopwatch = Stopwatch()
    for seconds in (1.0, 2.0):
        clock.move(10)
        with stopwatch:
            clock.move(seconds)
    assert stopwatch.seconds == 3
    stopwatch.start(clock.now - 4)
    assert stopwatch.seconds == 7
    clock.move(1)
    stopwatch.stop(4.5)
    clock.move(10)
    assert stopwatch.seconds == 7.5


def test_only_the_search_clock_counts(clock: Clock) -> None:
    watch = watching(Limits(2))
    clock.move(100)
    with watch.clock:
        clock.move(1)
    clock.move(100)
    assert watch.reason_to_stop() == ""
    with watch.clock:
        clock.move(0.5)
        assert watch.reason_to_stop() == ""
        clock.move(0.5)
        assert watch.reason_to_stop() == "time limit of 2 s"


def test_a_stopwatch_for_the_processor_counts_what_works_and_what_is_included(clock: Clock) -> None:
    work = {"own": 5.0, "other": 50.0}
    stopwatch, other = Stopwatch(processor=True), Stopwatch()
    stopwatch.include(other)
    stopwatch.start(None, lambda: work["own"])
    other.start(None, lambda: work["other"], 40.0)
    clock.move(10)
    work["own"] += 1
    assert (stopwatch.seconds, stopwatch.wall, other.seconds) == (1 + 10, 10, 10)
    other.stop(3.0, 12.5)
    stopwatch.stop()
    clock.move(10)
    work["own"] += 1
    assert (stopwatch.seconds, stopwatch.wall, other.seconds) == (1 + 12.5, 10, 3)
    with stopwatch:  # this thread now
        clock.move(1)
    assert 13.5 <= stopwatch.seconds < 14.5


def test_a_limit_of_processor_time_also_limits_the_clock(clock: Clock) -> None:
    watch = watching(Limits(2, processor=True))
    with watch.clock:
        clock.move(4.9)
        assert watch.reason_to_stop() == ""
        clock.move(0.2)
        assert watch.time_is_over
        assert watch.reason_to_stop() == "wall-clock limit of 5 s"
    tighter = Limits(3, 50).within(Limits(2, processor=True))
    assert tighter == Limits(2, 50, processor=True)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["cdcl", "naive", "auto", "cadical", "glucose", "kissat"])
def test_every_search_is_limited_by_its_processor_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "wall_seconds", lambda _: 60.0)  # the machine may be busy
    if name not in SOLVERS:
        pytest.skip(f"there is no {name}")
    formula = make("random-ksat", ["450", "2070"])
    result = solve(formula, name, limits=Limits(0.3, processor=True))
    assert (result.status, result.reason) == (Status.UNKNOWN, "time limit of 0.3 s")
    assert result.seconds >= 0.3
    easy = solve(make("php", ["7", "6"]), name, limits=Limits(30, processor=True))
    assert 0 < easy.seconds <= easy.wall * (2 if name == "auto" else 1) + 0.05


@pytest.mark.parametrize("name", [name for name, solver in SOLVERS.items() if solver.records])
def test_watching_and_recording_take_nothing_from_the_limit(name: str, clock: Clock) -> None:
    """Slow listeners don't use up the time limit: the search reaches its end."""

    class Slow(Recorder):
        def take(self, tape: Tape, count: int) -> bool:
            clock.move(100)
            return super().take(tape, count)

    reports: list[SearchProgress] = []

    def report(progress: SearchProgress) -> None:
        reports.append(progress)
        clock.move(100)

    formula = make("php", ["6", "5"])
    result = solve(formula, name, limits=Limits(1), trace=Slow(), proof=Proof(), on_progress=report, interval=0.0)
    assert (result.status, result.reason) == (Status.UNSATISFIABLE, "")
    assert reports
    assert {progress.seconds for progress in reports} == {0.0} == {result.seconds}


def test_memory_already_in_use_does_not_count() -> None:
    watch = watching(Limits(memory=40 * MEGABYTE))
    assert watch.reason_to_stop() == ""
    held = os.urandom(60 * MEGABYTE)
    assert watch.reason_to_stop() == "memory limit of 40 MB"
    assert watching(Limits(memory=40 * MEGABYTE)).reason_to_stop() == ""
    assert len(held) == 60 * MEGABYTE


def test_everything_held_by_another_process_counts() -> None:
    program = "import os; held = os.urandom(60_000_000); print(flush=True); input()"
    with launched([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        other.stdout.readline()
        assert 60 * MEGABYTE < resident(other.pid) < 200 * MEGABYTE
        assert watching(Limits(memory=50 * MEGABYTE)).reason_to_stop(other.pid) == "memory limit of 50 MB"
        assert watching(Limits(memory=500 * MEGABYTE)).reason_to_stop(other.pid) == ""
        other.communicate(b"\n")
    assert resident(other.pid) == 0


def test_this_process_holds_something() -> None:
    assert 5 * MEGABYTE < resident() < 100_000 * MEGABYTE


def test_a_young_search_reports_more_often(clock: Clock) -> None:
    """So that a search of a twentieth of a second has some reports, and a long one not too many."""
    reports: list[float] = []
    watch = Watch(Limits(), lambda progress: reports.append(progress.seconds), None, 0.1)
    with watch.clock:
        for _ in range(5_000):
            clock.move(0.001)
            watch.report(lambda: SearchProgress(0, 0, 0, 0, watch.clock.seconds))
    assert sum(seconds < 0.05 for seconds in reports) > 8
    assert sum(1 < seconds < 3 for seconds in reports) in (19, 20, 21)
