"""A local search as a trace: its assignments, flip by flip.

A trace knows no flips. So each assignment is a decision of every variable, and a flip is a restart followed by the
next assignment. That is enough to look at the clauses; levels and decisions mean nothing here.
"""

from array import array
from collections.abc import Callable

import numpy as np

from engine.base.errors import Cancelled
from engine.sat.formula.formula import Formula
from engine.sat.kernels.walk import Walk
from engine.sat.result import Result, Status
from engine.sat.solvers.driver import STATUSES
from engine.sat.trace.events import DECIDED, EventKind
from engine.sat.trace.trace import Recorder, Trace

WALK = "walk"
"""The name of the solver."""
MAX_FLIPS = 2000
"""Maximum number of flips; after them, a search ends without a verdict."""


def record_walk(formula: Formula, seed: int, recorder: Recorder, cancel: Callable[[], bool] | None = None) -> Trace:
    """Record a local search until it finds a model, or has made MAX_FLIPS flips. Raises Cancelled."""
    walk, status, flips = Walk(formula, seed), Status.UNKNOWN, -1
    while status is Status.UNKNOWN and walk.flips < MAX_FLIPS and not recorder.cut:
        if cancel is not None and cancel():
            raise Cancelled
        status = STATUSES[walk.run(1)]  # prepares the first assignment, or makes one flip
        if walk.flips > flips and not walk.beginning and status is not Status.UNSATISFIABLE:
            _add(recorder, walk.assignment(), is_flip=flips >= 0)
            flips = walk.flips
    model = walk.model() if status is Status.SATISFIABLE else None
    return recorder.trace(formula, Result(status, WALK, model=model, flips=walk.flips))


def _add(recorder: Recorder, assignment: "array[int]", is_flip: bool) -> None:
    """Record an assignment, by variable."""
    values = np.array(assignment[1:], np.int32)
    literals = (values * np.arange(1, len(values) + 1)).astype(np.int32)
    kinds = np.full(len(literals), EventKind.DECISION, np.uint8)
    clauses = np.full(len(literals), DECIDED, np.int32)
    nothing = array("i")
    if is_flip:
        recorder.add(np.array([EventKind.RESTART], np.uint8), np.zeros(1, np.int32), np.zeros(1, np.int32), nothing)
    recorder.add(kinds, literals, clauses, nothing)
