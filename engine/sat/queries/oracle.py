"""An incremental solver: answers many queries about one formula and keeps its learned clauses."""

from array import array
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from engine.base.errors import Cancelled, InputError
from engine.base.language import _
from engine.base.polling import poll
from engine.base.slices import slices
from engine.sat.formula.formula import Formula
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.result import Status
from engine.sat.solvers import memory
from engine.sat.solvers.driver import FIRST_WORK, STATUSES
from engine.sat.solvers.limits import SearchProgress, Watch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Stopped(Exception):
    """A `Watch` has stopped the query; the text is the reason."""


class Oracle:
    """A solver that says whether a formula, with the clauses added since, has a model under assumptions.

    `calls` counts the searches. `summary` returns a sentence on the progress of the query that asks.
    """

    def __init__(self, formula: Formula, watch: Watch, summary: Callable[[], str] = str) -> None:
        """Load the formula. Raises Stopped at a limit of memory or time."""
        if reason := watch.reason_to_stop() or watch.reason_to_refuse(lambda: memory.of_cdcl(formula)):
            raise Stopped(reason)
        self.calls = 0
        self.summary = summary
        self._watch = watch
        try:
            self._kernel = Cdcl(formula, cancel=watch.stops)
            while self._kernel.loaded < len(formula):
                poll(watch.stops)
                self._kernel.run(0)
        except Cancelled:
            raise Stopped(watch.reason_to_stop()) from None

    @property
    def conflicts(self) -> int:
        """The number of conflicts in all searches."""
        conflicts: int = self._kernel.conflicts
        return conflicts

    def has_model(self, assumptions: Iterable[int] = ()) -> bool:
        """Whether there is a model in which the assumptions are true. Raises Stopped."""
        result = self.search(assumptions)
        assert result is not None, "a search without a limit has a result"
        return result

    def search(self, assumptions: Iterable[int], max_conflicts: int | None = None) -> bool | None:
        """Like `has_model`, but None if about `max_conflicts` conflicts decide nothing. Raises Stopped."""
        kernel, watch = self._kernel, self._watch
        last_conflict = None if max_conflicts is None else kernel.conflicts + max_conflicts
        if reason := watch.reason_to_stop():
            raise Stopped(reason)
        self.calls += 1
        kernel.assume(assumptions)
        code = 0
        for code in slices(self._run, FIRST_WORK):
            if code:
                break
            if reason := watch.reason_to_stop():
                raise Stopped(reason)
            if last_conflict is not None and kernel.conflicts >= last_conflict:
                return None
            watch.report(self._progress)
        watch.report(self._progress)
        return STATUSES[code] is Status.SATISFIABLE

    def model(self) -> "NDArray[np.int8]":
        """The model of the last search, by variable: 1 (true) or -1 (false); index 0 has no meaning."""
        import numpy as np

        values = np.frombuffer(self._kernel.assignment(), np.int8).copy()
        values[values == 0] = 1
        return values

    def core(self) -> "array[int]":
        """Assumptions of the last search that can't all hold; empty if there is no model under any assumptions."""
        core: array[int] = self._kernel.core()
        return core

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause permanently."""
        self._kernel.add_clause(clause)

    def _run(self, work: int) -> int:
        code: int = self._kernel.run(work)
        return code

    def _progress(self) -> SearchProgress:
        kernel = self._kernel
        return SearchProgress(
            kernel.decisions,
            kernel.propagations,
            kernel.conflicts,
            kernel.level,
            self._watch.clock.seconds,
            kernel.assignment(),
            found=self.summary(),
        )


def check_literals(formula: Formula, literals: Iterable[int], subject: str) -> None:
    """Raise InputError if a literal has a variable beyond the formula; `subject` names the literals in the message."""
    foreign = next((literal for literal in literals if abs(literal) > formula.variables), None)
    if foreign is not None:
        raise InputError(
            _("{subject}: {literal} is not a literal of this formula").format(subject=subject, literal=foreign),
            advice=_("its variables are 1 to {variables}").format(variables=formula.variables),
        )
