"""Branches: a search that follows a recorded one up to a decision, takes another literal there, and continues.

The state of a solver at an event is more than its trail: it includes learned clauses, activities, phases and the
restart schedule. So the recorded search is run again, at some million events per second, and leaves the recording at
that decision. Recordable solvers are deterministic; the events are compared all the same, because a recording may come
from another version or another person.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engine.base.errors import InputError
from engine.base.flat_rows import view
from engine.base.language import _, lazy_gettext
from engine.sat.proof.proof import ProofSink
from engine.sat.result import Result, Status
from engine.sat.solvers.continuation import Continuation
from engine.sat.solvers.limits import Limits, SearchProgress
from engine.sat.solvers.solve import SOLVERS, solve
from engine.sat.trace.events import Tape
from engine.sat.trace.recording import check_decision
from engine.sat.trace.search_log import OTHER_SOLVER
from engine.sat.trace.trace import EVENT_BYTES, Recorder, Trace

BRANCH_BYTES = 1 << 27
"""Default limit in bytes for the events of a branch (128 MiB), not counting those shared with its parent."""
NOT_REPEATED = lazy_gettext("this program can't repeat the recorded search: event {event:,} differs")


def branch_of(trace: Trace, fork: int, literal: int) -> "Branch | Continuation":
    """The search that takes `literal` instead of the one decided in event `fork`.

    It is the recorded search run again or, if this program lacks its solver, a search by one of ours that continues it.
    Raises InputError as `Branch` does.
    """
    return (Continuation if trace.result.solver == OTHER_SOLVER else Branch)(trace, fork, literal)


class Branch:
    """A search that leaves a recorded one at a decision, itself recorded from the beginning."""

    def __init__(self, trace: Trace, fork: int, literal: int, limit_bytes: int = BRANCH_BYTES) -> None:
        """Take `literal` instead of the literal decided in event `fork`.

        Raises InputError if the literal is not free there or occurs in no clause, or if the solver does not accept
        decisions.
        """
        check_decision(trace, fork, literal)
        result = trace.result
        if result.solver not in SOLVERS or not SOLVERS[result.solver].follow:
            raise InputError(_("{solver} does not accept decisions").format(solver=result.solver))
        self.fork, self.literal = fork, literal
        self._trace = trace
        number = trace.counters(fork).decisions
        earlier = {decision: other for decision, other in trace.setup.instead.items() if decision < number}
        setup = replace(trace.setup, instead={**earlier, number: literal})
        learned = int(trace.learned_starts[trace.counters(fork).learned])
        shared = EVENT_BYTES * fork + 4 * (learned + trace.notes_before(fork))
        self._recorder = Recorder(2 * shared + limit_bytes, setup=setup)  # part of it goes to keyframes
        self._different: int | None = None
        """The index of the first event before the fork that differs from the recording."""

    @property
    def is_past_start(self) -> bool:
        """Whether the search has passed the fork."""
        return len(self._recorder) > self.fork

    def so_far(self) -> Trace:
        """The events recorded so far; the search continues."""
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
        """Run the search and return its whole trace; the arguments are those of `engine.sat.solvers.solve.solve`.

        Raises InputError if the events before the fork differ from the recorded ones.
        """
        result, setup = self._trace.result, self._recorder.setup

        def must_stop() -> bool:
            return self._different is not None or (cancel is not None and cancel())

        branch_result = solve(
            self._trace.formula, result.solver, branching=result.branching, limits=limits, seed=setup.seed,
            on_progress=on_progress, cancel=must_stop, interval=interval, trace=self, proof=proof,
            without=setup.without, prefix=setup.prefix, instead=setup.instead,
        )  # fmt: skip
        if self._different is not None:
            raise InputError(NOT_REPEATED.format(event=self._different + 1))
        return self._recorder.trace(self._trace.formula, branch_result)

    def take(self, tape: Tape, count: int) -> bool:
        """Listener: compare the shared events, then record all of them."""
        start = len(self._recorder)
        shared = min(count, max(self.fork - start, 0))
        recorded_part = slice(start, start + shared)
        differ = np.zeros(shared, np.bool_)
        for column, recorded in (
            (tape.kinds, self._trace.kinds),
            (tape.literals, self._trace.literals),
            (tape.clauses, self._trace.clauses),
        ):
            differ |= view(column)[:shared] != recorded[recorded_part]
        if differ.any():
            self._different = start + int(np.argmax(differ))
        return self._recorder.take(tape, count)
