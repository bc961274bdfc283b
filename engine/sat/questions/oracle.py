"""A solver of ours that is asked again and again about one formula, and keeps what it has learned."""

from array import array
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from engine.base.errors import Cancelled, InputError
from engine.base.language import _
from engine.base.polling import poll
from engine.base.slices import slices
from engine.sat.formula.formula import Formula
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.solvers import memory
from engine.sat.solvers.limits import SearchProgress, Watch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_FIRST_WORK = 20_000  # steps; some 0.1 ms compiled


class Stopped(Exception):
    """`Watch` has said to stop; the text says why."""


class Oracle:
    """Answers whether the formula, with the clauses added since, has a model under assumptions.

    `calls` counts how often it was asked. `found` says in words how far the question is, for those who watch.
    """

    def __init__(self, formula: Formula, watch: Watch, found: Callable[[], str] = str) -> None:
        """Raises Stopped if there is no memory for it, or no time."""
        if reason := watch.reason_to_stop() or watch.reason_to_refuse(lambda: memory.of_cdcl(formula)):
            raise Stopped(reason)
        self.calls = 0
        self.found = found
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
        """Conflicts in all calls."""
        conflicts: int = self._kernel.conflicts
        return conflicts

    def has_model(self, assumptions: Iterable[int] = ()) -> bool:
        """Whether there is one in which the assumptions are true. Raises Stopped."""
        answer = self.finds_model(assumptions)
        assert answer is not None, "there is no limit"
        return answer

    def finds_model(self, assumptions: Iterable[int], conflicts: int | None = None) -> bool | None:
        """The same; None if that takes more than about so many conflicts. Raises Stopped."""
        kernel, watch = self._kernel, self._watch
        last = None if conflicts is None else kernel.conflicts + conflicts
        if reason := watch.reason_to_stop():
            raise Stopped(reason)
        self.calls += 1
        kernel.assume(assumptions)
        answer = 0
        for answer in slices(self._run, _FIRST_WORK):
            if answer:
                break
            if reason := watch.reason_to_stop():
                raise Stopped(reason)
            if last is not None and kernel.conflicts >= last:
                return None
            watch.report(self._progress)
        watch.report(self._progress)
        return bool(answer == 10)

    def model(self) -> "NDArray[np.int8]":
        """After a model was found: by variable 1 (true) or -1 (false), at 0 nothing of meaning."""
        import numpy as np

        values = np.frombuffer(self._kernel.assignment(), np.int8).copy()
        values[values == 0] = 1
        return values

    def core(self) -> "array[int]":
        """After none was found: assumptions that can't all hold; none if there is no model whatever is assumed."""
        core: array[int] = self._kernel.core()
        return core

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause for good."""
        self._kernel.add_clause(clause)

    def _run(self, work: int) -> int:
        answer: int = self._kernel.run(work)
        return answer

    def _progress(self) -> SearchProgress:
        kernel = self._kernel
        return SearchProgress(
            kernel.decisions, kernel.propagations, kernel.conflicts, kernel.level, self._watch.clock.seconds,
            kernel.assignment(), found=self.found(),
        )  # fmt: skip


def check_literals(formula: Formula, literals: Iterable[int], subject: str) -> None:
    """Raise InputError if one is of a variable that the formula does not have; `what` the literals are, in words."""
    beyond = next((literal for literal in literals if abs(literal) > formula.variables), None)
    if beyond is not None:
        raise InputError(
            _("{what}: {beyond} is not a literal of this formula").format(what=subject, beyond=beyond),
            advice=_("its variables are 1 to {variables}").format(variables=formula.variables),
        )
