"""An objective as literals with costs, and the best model so far."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from time import thread_time

from engine.base.errors import Cancelled
from engine.sat.formula.formula import Formula
from engine.sat.formula.objective import Objective
from engine.sat.incremental.solver import Solver
from engine.sat.solvers.limits import SearchProgress, Watch

_FIRST_STRETCH, _MAX_STRETCH = 0.02, 0.5
"""Seconds of a search between two looks at the watch: at first, and at most."""


class CompanionFinished(Exception):
    """The companion has proved that the best model is optimal, or that there is none."""


class Relaxation:
    """The hard clauses in a solver, and a penalty for each soft clause: a literal that is true if it is violated.

    `weights` are the costs of the penalties. `lower` and `upper` bound the least cost; `upper` is the cost of the best
    `model`, and both are None before the first. `cores` and `models` count what the methods have found. `on_bounds` is
    called when a bound improves.
    """

    def __init__(self, formula: Formula, objective: Objective, watch: Watch, on_bounds: Callable[[], None]) -> None:
        self.solver = Solver(formula, variables=formula.variables + len(objective.soft))
        self.formula, self.variables = formula, formula.variables
        self.objective = objective
        self.lower = objective.constant
        self.upper: int | None = None
        self.model: array[int] | None = None
        self.cores = self.models = 0
        self.relaxed: list[tuple[int, ...]] = []
        """The soft clauses of several literals, each followed by its penalty."""
        self.companion: Callable[[float], bool] | None = None
        """Runs another search for some seconds of processor time; returns whether it is finished."""
        self.companion_conflicts = 0
        self._watch, self._on_bounds = watch, on_bounds
        weights: defaultdict[int, int] = defaultdict(int)
        fresh = formula.variables
        for weight, clause in objective.soft:
            if len(clause) == 1:
                penalty = -clause[0]
            elif not clause:
                self.lower += weight
                continue
            else:
                fresh += 1
                penalty = fresh
                self.relaxed.append((*clause, penalty))
            weights[penalty] += weight
        self.solver.add_clauses(self.relaxed)
        for penalty in [literal for literal in weights if literal > 0 and -literal in weights]:
            both = min(weights[penalty], weights[-penalty])  # one of the two is violated in any case
            self.lower += both
            for literal in (penalty, -penalty):
                weights[literal] -= both
        self.weights = {literal: weight for literal, weight in weights.items() if weight}
        self.solver.set_phase([-literal for literal in self.weights])

    def solve(
        self, assumptions: Iterable[int] = (), *, max_conflicts: int | None = None, keeps_model: bool = True
    ) -> bool | None:
        """Whether there is a model under assumptions; None if about `max_conflicts` conflicts decide nothing.

        With `keeps_model`, the model is kept if it is the best. The companion searches as long as this search does.
        Raises Cancelled with the reason if the watch says to stop, and CompanionFinished.
        """
        assumed, solver, stretch = list(assumptions), self.solver, _FIRST_STRETCH
        last_conflict = None if max_conflicts is None else solver.conflicts + max_conflicts
        while True:
            if reason := self._watch.reason_to_stop():
                raise Cancelled(reason)
            remaining = None if last_conflict is None else last_conflict - solver.conflicts
            if remaining is not None and remaining <= 0:
                return None
            start = thread_time()
            has_model = solver.solve(assumed, time_limit=stretch, conflict_limit=remaining)
            self.report()
            if has_model is not None:
                break
            if self.companion is not None and self.companion(thread_time() - start):
                raise CompanionFinished
            stretch = min(2 * stretch, _MAX_STRETCH)
        if has_model and keeps_model:
            self.add_model(solver.model[: self.variables])
        return has_model

    def raise_lower(self, bound: int) -> None:
        """Raise the lower bound, if this one is higher."""
        if bound > self.lower:
            self.lower = bound if self.upper is None else min(bound, self.upper)
            self._on_bounds()

    @property
    def conflicts(self) -> int:
        """The number of conflicts, with those of the companion."""
        return self.solver.conflicts + self.companion_conflicts

    def progress(self) -> SearchProgress:
        """The progress of the search."""
        bounds = self.lower, self.upper
        return SearchProgress(None, None, self.conflicts, None, self._watch.clock.seconds, bounds=bounds)

    def report(self) -> None:
        """Report the progress, if a report is due."""
        self._watch.report(self.progress)

    def reason_to_stop(self) -> str:
        """Why the search must stop now; empty if it may continue."""
        return self._watch.reason_to_stop()

    def add_model(self, model: Sequence[int]) -> None:
        """Count a model, and keep it if it is the best."""
        self.models += 1
        cost = self.objective.cost(model)
        if self.upper is None or cost < self.upper:
            self.upper, self.model = cost, array("i", model)
            self.solver.set_phase(model)
            self._on_bounds()
