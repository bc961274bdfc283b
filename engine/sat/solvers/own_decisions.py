"""A search that waits for the decisions of the caller; the solver propagates, learns and backtracks."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engine.base.errors import Cancelled, InputError
from engine.base.language import _, lazy_gettext
from engine.sat.formula.formula import Formula, Literals
from engine.sat.result import Status
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import EventKind, Tape
from engine.sat.trace.trace import Recorder, Setup, Trace

MAX_SIZE = 1 << 26
"""Maximum size of a recording in bytes."""
WAITING = lazy_gettext("it waits for a decision")
"""The reason in the result of a search that waits."""


class _DecisionCounter:
    """A listener that records events and counts decisions."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self.decisions = 0

    def take(self, tape: Tape, count: int) -> bool:
        """Record the events; returns False if there is no room for them."""
        self.decisions += int(np.count_nonzero(np.frombuffer(tape.kinds, np.uint8)[:count] == EventKind.DECISION))
        return self._recorder.take(tape, count)


def search(formula: Formula, solver: str, decisions: Literals, cancel: Callable[[], bool] = lambda: False) -> Trace:
    """Run a solver with these decisions, until it would take another one or has a verdict.

    Each decision must be free when it is due. A search that waits is UNKNOWN, with WAITING as its reason. Raises
    InputError if the solver does not accept decisions or there are too many events to record, and Cancelled.
    """
    instead = dict(enumerate(decisions))
    recorder = Recorder(MAX_SIZE, setup=Setup(instead=instead))
    listener = _DecisionCounter(recorder)

    def must_stop() -> bool:
        return listener.decisions > len(decisions) or bool(recorder.cut) or cancel()

    result = solve(formula, solver, cancel=must_stop, trace=listener, instead=instead)
    if cancel():
        raise Cancelled
    trace = recorder.trace(formula, result)
    positions = trace.where(EventKind.DECISION)
    if len(positions) <= len(decisions):
        if recorder.cut:
            raise InputError(recorder.cut, advice=_("take a smaller formula"))
        return trace
    return _beginning(trace, int(positions[len(decisions)]))


def _beginning(trace: Trace, position: int) -> Trace:
    """The trace up to the position at which the search waits."""
    result = replace(trace.result, status=Status.UNKNOWN, model=None, reason=str(WAITING))
    return Recorder.after(trace, position, MAX_SIZE, trace.setup).trace(trace.formula, result)
