"""Branches of searches by solvers that this program does not have, known from their logs.

Such a search can't be run again, so one of our solvers continues it from the state at a decision. If clauses were
learned before, that is our CDCL kernel with these clauses, brought to the same trail by the same decisions; otherwise
it is plain DPLL, which goes on flipping decisions where the other solver did.
"""

from array import array
from collections import defaultdict
from collections.abc import Callable

import numpy as np

from engine.base.errors import InputError
from engine.base.language import lazy_gettext
from engine.sat.formula.assignment_state import SolverState
from engine.sat.formula.formula import Formula, Literals
from engine.sat.incremental.recorder import QueryRecorder
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.proof.proof import ProofSink
from engine.sat.result import Result, Status
from engine.sat.solvers.driver import drive
from engine.sat.solvers.limits import Limits, SearchProgress, Watch
from engine.sat.trace.events import DECIDED, FLIPPED, EventKind, Tape
from engine.sat.trace.recording import check_decision
from engine.sat.trace.search_log import OTHER_SOLVER
from engine.sat.trace.trace import EVENT_BYTES, Recorder, Trace

_NOT_REACHED = lazy_gettext(
    "the search can't be continued from here: at event {event:,} its trail is not what unit propagation makes of its "
    "decisions"
)
_STEPS = 2000
"""Number of events between two polls of the plain search."""
_LIMIT = 1 << 27
"""Maximum size of the events of a branch in bytes."""
_NO_LIMIT = 1 << 60
"""A number of steps that no run reaches."""


class Continuation:
    """A branch of a search that can't be run again; used like `engine.sat.solvers.branch.Branch`."""

    is_past_start = False

    def __init__(self, trace: Trace, fork: int, literal: int) -> None:
        """Take `literal` instead of the one decided in event `fork`. Raises InputError as `Branch` does."""
        check_decision(trace, fork, literal)
        self.fork, self.literal = fork, literal
        self._trace = trace

    def so_far(self) -> Trace:
        """The events before the decision."""
        result = Result(Status.UNKNOWN, OTHER_SOLVER, "")
        return _recorder_at(self._trace, self.fork).trace(self._trace.formula, result)

    def run(
        self,
        limits: Limits = Limits(),  # noqa: B008 (frozen)
        *,
        on_progress: Callable[[SearchProgress], None] | None = None,
        cancel: Callable[[], bool] | None = None,
        interval: float = 0.1,
        proof: ProofSink | None = None,  # noqa: ARG002 (the earlier steps are not proved)
    ) -> Trace:
        """Run the search and return its whole trace; see `Branch.run`.

        Raises InputError if our kernel can't be brought to the state before the decision.
        """
        watch = Watch(limits, on_progress, cancel, interval)
        if self._trace.counters(self.fork).learned:
            return self._learn(watch)
        return _PlainSearch(self._trace, self.fork).run(self.literal, watch)

    def _learn(self, watch: Watch) -> Trace:
        """Continue by clause learning."""
        trace, fork = self._trace, self.fork
        formula, state = trace.formula, trace.state(fork)
        learned = _in_force(trace, fork)
        extended = Formula.of([*formula, *map(trace.clause, learned)], formula.variables)
        decisions = [literal for literal, reason in zip(state.trail, state.reasons, strict=True) if reason == DECIDED]
        recorder = QueryRecorder.after(trace, fork, learned, _LIMIT)
        tape = Tape(formula.variables, [recorder])
        kernel = Cdcl(extended, tape=tape)
        kernel.follow([*decisions, self.literal])
        kernel.halt = len(decisions)
        kernel.room += formula.variables  # these events fit on the tape in any case
        kernel.run(_NO_LIMIT, 1)
        kernel.room -= formula.variables
        if _kernel_levels(kernel, tape) != _state_levels(state):
            raise InputError(_NOT_REACHED.format(event=fork))
        kernel.recorded = kernel.recorded_literals = 0  # these events are those before the fork
        kernel.halt = -1
        kernel_result = drive(OTHER_SOLVER, "", kernel, watch, lambda: tape.read(kernel))
        status, model, seconds = kernel_result.status, kernel_result.model, kernel_result.seconds
        result = Result(status, OTHER_SOLVER, "", model, seconds, reason=kernel_result.reason)
        return recorder.trace(formula, result)


def _recorder_at(trace: Trace, fork: int) -> Recorder:
    """A recorder with the events before the fork, and room for those of the branch."""
    learned = int(trace.learned_starts[trace.counters(fork).learned])
    return Recorder.after(trace, fork, _LIMIT + 2 * EVENT_BYTES * fork + 16 * learned)


def _in_force(trace: Trace, fork: int) -> list[int]:
    """The indexes of the clauses learned before the fork and not deleted there."""
    count, first = trace.counters(fork).learned, len(trace.formula)
    deletions = trace.where(EventKind.DELETION)
    deleted = {index for event in deletions[deletions < fork].tolist() for index in trace.deleted(event) or ()}
    return [index for index in range(first, first + count) if index not in deleted]


def _state_levels(state: SolverState) -> list[set[int]]:
    """The true literals of each level."""
    levels: list[set[int]] = [set() for _ in range(state.level + 1)]
    for literal, level in zip(state.trail, state.levels, strict=True):
        levels[level].add(literal)
    return levels


def _kernel_levels(kernel: Cdcl, tape: Tape) -> list[set[int]] | None:
    """The true literals of each level of a kernel, by its events; None if these are not only assignments."""
    levels: list[set[int]] = [set()]
    for kind, literal in zip(tape.kinds[: kernel.recorded], tape.literals, strict=False):
        if kind not in (EventKind.DECISION, EventKind.PROPAGATION):
            return None
        if kind == EventKind.DECISION:
            levels.append(set())
        levels[-1].add(literal)
    return levels


class _PlainSearch:
    """DPLL from a given state: unit propagation, and the other value of the last decision after a conflict."""

    def __init__(self, trace: Trace, fork: int) -> None:
        self._formula = trace.formula
        self._recorder = _recorder_at(trace, fork)
        self._clauses: list[Literals] = [tuple(dict.fromkeys(clause)) for clause in trace.formula]
        self._occurrences: defaultdict[int, list[int]] = defaultdict(list)
        """The clauses with each literal."""
        for number, clause in enumerate(self._clauses):
            for literal in clause:
                self._occurrences[literal].append(number)
        state = trace.state(fork)
        self._trail = list(state.trail)
        self._true = set(self._trail)
        self._starts = [place for place, reason in enumerate(state.reasons) if reason == DECIDED]
        """The length of the trail before each decision."""
        self._kinds, self._literals, self._numbers = array("B"), array("i"), array("i")

    def run(self, literal: int, watch: Watch) -> Trace:
        """Search, beginning with the decision of this literal."""
        reason, status, model = "", Status.UNKNOWN, None
        with watch.clock:
            self._decide(literal)
            while not reason:
                conflict = self._propagate()
                if conflict is not None:
                    self._add(EventKind.CONFLICT, 0, conflict)
                    if not self._starts:
                        status = Status.UNSATISFIABLE
                        break
                    self._flip()
                elif choice := self._choice():
                    self._decide(choice)
                else:
                    status = Status.SATISFIABLE
                    variables = range(1, self._formula.variables + 1)
                    model = array("i", (-variable if -variable in self._true else variable for variable in variables))
                    break
                if len(self._kinds) >= _STEPS:
                    reason = watch.reason_to_stop() or self._flush()
        cut = self._flush()
        reason = "" if status is not Status.UNKNOWN else reason or cut
        return self._recorder.trace(
            self._formula, Result(status, OTHER_SOLVER, "", model, watch.clock.seconds, reason=reason)
        )

    def _flush(self) -> str:
        """Record the events; returns the reason if there is no room for them, or an empty string."""
        self._recorder.add(
            np.frombuffer(self._kinds, np.uint8),
            np.frombuffer(self._literals, np.int32),
            np.frombuffer(self._numbers, np.int32),
            array("i"),
        )
        self._kinds, self._literals, self._numbers = array("B"), array("i"), array("i")
        return self._recorder.cut

    def _add(self, kind: EventKind, literal: int, number: int) -> None:
        self._kinds.append(kind)
        self._literals.append(literal)
        self._numbers.append(number)

    def _assign(self, kind: EventKind, literal: int, number: int) -> None:
        self._add(kind, literal, number)
        self._trail.append(literal)
        self._true.add(literal)

    def _decide(self, literal: int) -> None:
        self._starts.append(len(self._trail))
        self._assign(EventKind.DECISION, literal, DECIDED)

    def _flip(self) -> None:
        start = self._starts.pop()
        decision = self._trail[start]
        self._true.difference_update(self._trail[start:])
        del self._trail[start:]
        self._add(EventKind.BACKTRACK, len(self._starts), start)
        self._assign(EventKind.FLIP, -decision, FLIPPED)

    def _propagate(self) -> int | None:
        """Make the literals of unit clauses true; returns a false clause, if any. Looks at the whole trail."""
        true, place = self._true, 0
        while place < len(self._trail):
            for number in self._occurrences[-self._trail[place]]:
                clause = self._clauses[number]
                if any(literal in true for literal in clause):
                    continue
                free = [literal for literal in clause if -literal not in true]
                if not free:
                    return number
                if len(free) == 1:
                    self._assign(EventKind.PROPAGATION, free[0], number)
            place += 1
        return None

    def _choice(self) -> int:
        """The first free literal of the first clause that is not satisfied; 0 if all are."""
        for clause in self._clauses:
            if not any(literal in self._true for literal in clause):
                return next(literal for literal in clause if -literal not in self._true)
        return 0
