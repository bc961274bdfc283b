"""What a running solver is held to."""

import os
import subprocess
import sys

from engine.sat.solvers.limits import MEGABYTE, Limits, Watch
from engine.sat.solvers.memory import resident


def watching(limits: Limits, cancel=None) -> Watch:
    return Watch(limits, None, cancel, 0.1)


def test_no_limit_is_no_reason() -> None:
    watch = watching(Limits())
    assert watch.reason_to_stop() == watch.reason_to_refuse(10**15) == ""


def test_the_reasons_and_which_comes_first() -> None:
    limits = Limits(0, 1)
    assert watching(limits, lambda: True).reason_to_stop() == "cancelled"
    assert watching(limits, lambda: False).reason_to_stop() == "time limit of 0 s"
    assert watching(Limits(100, 1_500_000)).reason_to_refuse(1_500_001) == "memory limit of 1.5 MB"
    assert watching(Limits(100, 1_500_000)).reason_to_refuse(1_500_000) == ""


def test_what_this_process_holds_already_does_not_count() -> None:
    watch = watching(Limits(memory=40 * MEGABYTE))
    assert watch.reason_to_stop() == ""
    held = os.urandom(60 * MEGABYTE)
    assert watch.reason_to_stop() == "memory limit of 40 MB"
    assert watching(Limits(memory=40 * MEGABYTE)).reason_to_stop() == ""
    assert len(held) == 60 * MEGABYTE


def test_all_that_another_process_holds_counts() -> None:
    program = "import os; held = os.urandom(60_000_000); print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert 60 * MEGABYTE < resident(other.pid) < 200 * MEGABYTE
        assert watching(Limits(memory=50 * MEGABYTE)).reason_to_stop(other.pid) == "memory limit of 50 MB"
        assert watching(Limits(memory=500 * MEGABYTE)).reason_to_stop(other.pid) == ""
        other.communicate(b"\n")
    assert resident(other.pid) == 0


def test_this_process_holds_something() -> None:
    assert 5 * MEGABYTE < resident() < 100_000 * MEGABYTE
