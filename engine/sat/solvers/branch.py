"""What if: a search that does what a recorded one did up to a decision, takes another one there, and goes on.

The state of a solver at an event is more than its trail: the clauses it has learned, activities and phases, its place
in the schedule of restarts. So the recorded search is made once more, which takes no longer than it took, some million
events a second, and from that decision on it goes its own way. All solvers that are recorded do the same again when
told the same; the events are compared up to there all the same, because a recording may come from elsewhere.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engine.base.errors import InputError
from engine.base.language import _, lazy_gettext
from engine.sat.formula.assignment_state import view
from engine.sat.proof.proof import ProofSink
from engine.sat.result import Result, Status
from engine.sat.solvers.limits import Limits, SearchProgress
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.trace.events import Tape
from engine.sat.trace.recording import check_decision
from engine.sat.trace.trace import EVENT_BYTES, Recorder, Trace

BRANCH_BYTES = 1 << 27
"""How many bytes the events of a branch may take unless told (128 MiB), beside those that it shares."""
NOT_REPEATED = lazy_gettext("this program can't repeat the recorded search: event {event:,} differs")


class Branch:
    """A search from a decision of a recorded one on, recorded from its beginning."""

    def __init__(self, trace: Trace, fork: int, literal: int, limit_bytes: int = BRANCH_BYTES) -> None:
        """Take `literal` instead of what is decided in event `fork`.

        Raises InputError if it is not free there or in no clause, and for a solver that can't be told its decisions.
        """
        check_decision(trace, fork, literal)
        result = trace.result
        if result.solver not in SOLVERS or SOLVERS[result.solver].follow is None:
            raise InputError(_("{solver} does not take decisions").format(solver=result.solver))
        self.fork, self.literal = fork, literal
        self._trace = trace
        number = trace.counters(fork).decisions
        earlier = {at: other for at, other in trace.setup.instead.items() if at < number}
        setup = replace(trace.setup, instead={**earlier, number: literal})
        learned = int(trace.learned_starts[trace.counters(fork).learned])
        shared = EVENT_BYTES * fork + 4 * (learned + trace.notes_before(fork))
        self._recorder = Recorder(2 * shared + limit_bytes, setup=setup)  # keyframes take part of it
        self._different: int | None = None

    @property
    def has_begun(self) -> bool:
        """Whether the other decision is taken by now."""
        return len(self._recorder) > self.fork

    def so_far(self) -> Trace:
        """What is recorded by now of the search, which goes on."""
        return self._recorder.trace(
            self._trace.formula, Result(Status.UNKNOWN, self._trace.result.solver, self._trace.result.branching)
        )

    def run(
        self,
        limits: Limits = Limits(),  # noqa: B008 (frozen)
        *,
        on_progress: Callable[[SearchProgress], None] | None = None,
        cancel: Callable[[], bool] | None = None,
        interval: float = 0.1,
        proof: ProofSink | None = None,
    ) -> Trace:
        """Search, as `engine.sat.solvers.solve.solve` does; returns all of it.

        Raises InputError if the events up to the decision are not those recorded.
        """
        result, setup = self._trace.result, self._recorder.setup

        def stop() -> bool:
            return self._different is not None or (cancel is not None and cancel())

        found = solve(
            self._trace.formula, result.solver, branching=result.branching, limits=limits, seed=setup.seed,
            on_progress=on_progress, cancel=stop, interval=interval, trace=self, proof=proof,
            without=setup.without, prefix=setup.prefix, instead=setup.instead,
        )  # fmt: skip
        if self._different is not None:
            raise InputError(NOT_REPEATED.format(event=self._different + 1))
        return self._recorder.trace(self._trace.formula, found)

    def take(self, tape: Tape, count: int) -> bool:
        """Listen to the search: compare what is shared, and record."""
        start = len(self._recorder)
        shared = min(count, max(self.fork - start, 0))
        recorded_part = slice(start, start + shared)
        differ = np.zeros(shared, np.bool_)
        for own, recorded in (
            (tape.kinds, self._trace.kinds), (tape.literals, self._trace.literals), (tape.clauses, self._trace.clauses)
        ):  # fmt: skip
            differ |= view(own)[:shared] != recorded[recorded_part]
        if differ.any():
            self._different = start + int(np.argmax(differ))
        return self._recorder.take(tape, count)
