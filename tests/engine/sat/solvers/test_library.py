"""The process of a library's solver, at both ends."""

import sys
import time

import pytest

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers import library
from engine.sat.solvers.limits import Limits, Watch


class Hesitant(library.LibraryProcess):
    """Feeds its process after that has ended."""

    def _feed(self, formula: Formula) -> None:
        while self._process.returncode is None:
            time.sleep(0.01)
        time.sleep(0.1)
        super()._feed(formula)


def test_a_process_that_ends_before_its_input_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception in a thread makes the test fail."""
    monkeypatch.setattr(library, "COMMAND", [sys.executable, "-c", "raise SystemExit(3)"])
    with Hesitant(make("php", ["5", "4"]), library.LIBRARY_SOLVERS[0], Watch(Limits(), None, None, 0.1)) as process:
        while not (message := process.receive()):
            pass
        assert message == {"event": "end", "code": 3}
        process._feeder.join(10)
        assert not process._feeder.is_alive()
