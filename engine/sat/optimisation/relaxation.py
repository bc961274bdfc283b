"""An objective as literals that cost something, and the best model so far."""

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from time import thread_time

from engine.base.errors import Cancelled
from engine.sat.formula.formula import Formula
from engine.sat.formula.objective import Objective
from engine.sat.incremental.solver import Solver
from engine.sat.solvers.limits import SearchProgress, Watch

_FIRST_PIECE, _MOST_PIECE = 0.02, 0.5
"""Seconds after which a query asks whether to stop: at first, and at most."""


class EndedBeside(Exception):
    """The other search has found the best model, or that there is none."""


class Relaxation:
    """The hard clauses in a solver of ours, and a literal of each soft clause that is true if the clause is violated.

    `weights` are those of these literals; `lower` and `upper` bound the cost of the best model; `upper` is that of
    `model`, None as long as there is none. `on_bounds` hears of each improvement. Steps of both methods are counted in
    `cores` and `models`.
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
        """The soft clauses of several literals, each with its penalty."""
        self.conflicts_beside = 0
        self.beside: Callable[[float], bool] | None = None
        """Runs another search for some seconds; returns whether it has ended."""
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
        for penalty in [each for each in weights if each > 0 and -each in weights]:
            both = min(weights[penalty], weights[-penalty])  # one of the two is violated in any case
            self.lower += both
            for literal in (penalty, -penalty):
                weights[literal] -= both
        self.weights = {literal: weight for literal, weight in weights.items() if weight}
        self.solver.set_phase([-literal for literal in self.weights])

    def solve(
        self, assumptions: Iterable[int] = (), *, conflicts: int | None = None, keeps_model: bool = True
    ) -> bool | None:
        """Whether there is a model under assumptions; None after some `conflicts`.

        With `keeps_model`, the model is kept if it is the best. Raises Cancelled with the reason if the watch says to
        stop, and EndedBeside if the search beside is over.
        """
        assumed, solver, piece = list(assumptions), self.solver, _FIRST_PIECE
        last = None if conflicts is None else solver.conflicts + conflicts
        while True:
            if reason := self._watch.reason_to_stop():
                raise Cancelled(reason)
            left = None if last is None else last - solver.conflicts
            if left is not None and left <= 0:
                return None
            began = thread_time()
            answer = solver.solve(assumed, time_limit=piece, conflict_limit=left)
            self.report()
            if answer is not None:
                break
            if self.beside is not None and self.beside(thread_time() - began):
                raise EndedBeside
            piece = min(2 * piece, _MOST_PIECE)
        if answer and keeps_model:
            self.take(solver.model[: self.variables])
        return answer

    def raise_lower(self, bound: int) -> None:
        """Take a better lower bound."""
        if bound > self.lower:
            self.lower = bound if self.upper is None else min(bound, self.upper)
            self._on_bounds()

    @property
    def conflicts(self) -> int:
        """The conflicts of both searches."""
        return self.solver.conflicts + self.conflicts_beside

    def progress(self) -> SearchProgress:
        """The progress of the search."""
        bounds = self.lower, self.upper
        return SearchProgress(None, None, self.conflicts, None, self._watch.clock.seconds, bounds=bounds)

    def report(self) -> None:
        """Report the progress if it is time."""
        self._watch.report(self.progress)

    def reason_to_stop(self) -> str:
        """Why the search must stop now; empty if it need not."""
        return self._watch.reason_to_stop()

    def take(self, model: Sequence[int]) -> None:
        """Take a model, which is kept if it is the best."""
        self.models += 1
        cost = self.objective.cost(model)
        if self.upper is None or cost < self.upper:
            self.upper, self.model = cost, array("i", model)
            self.solver.set_phase(model)
            self._on_bounds()
