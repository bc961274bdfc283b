"""Strategies: a solver with one of its branchings."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.base.errors import InputError
from engine.base.language import _
from engine.sat.formula.formula import Formula
from engine.sat.result import Result
from engine.sat.solvers.branching import Branching
from engine.sat.solvers.limits import Limits, SearchProgress
from engine.sat.solvers.solve import SOLVERS, solve


@dataclass(frozen=True)
class Strategy:
    """A solver and its branching, None if the solver has none. Its text form is `solver:branching`."""

    solver: str
    branching: str | None = None

    @classmethod
    def parse(cls, text: str) -> "Strategy":
        """Parse `solver:branching`, or `solver` with its default branching.

        Raises InputError for an unknown solver, or a branching that the solver does not have.
        """
        name, colon, branching = text.strip().partition(":")
        if name not in SOLVERS:
            raise InputError(
                _("no solver is called {name!r}").format(name=name),
                advice=_("choose one of {list}").format(list=", ".join(SOLVERS)),
            )
        solver = SOLVERS[name]
        if not colon:
            return cls(name, solver.default_branching or None)
        if branching not in solver.branchings:
            advice = (
                _("choose one of {list}").format(list=", ".join(solver.branchings))
                if solver.branchings
                else _("write {name} alone").format(name=name)
            )
            raise InputError(
                _("{name} has no branching called {branching!r}").format(name=name, branching=branching), advice=advice
            )
        return cls(name, branching)

    @property
    def rule(self) -> Branching | None:
        """The definition of its branching; clause-learning solvers may define a name differently."""
        if self.branching is None:
            return None
        return SOLVERS[self.solver].rules[self.branching]

    def solve(
        self,
        formula: Formula,
        *,
        limits: Limits,
        seed: int = 0,
        on_progress: Callable[[SearchProgress], None] | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> Result:
        """Solve the formula with this strategy; see `engine.sat.solvers.solve.solve`."""
        return solve(
            formula,
            self.solver,
            branching=self.branching,
            limits=limits,
            seed=seed,
            on_progress=on_progress,
            cancel=cancel,
        )

    def __str__(self) -> str:
        return f"{self.solver}:{self.branching}" if self.branching else self.solver
