"""Our solver with the interface of python-sat's `Solver`, so that python-sat's algorithms run on ours.

from pysat.examples import rc2
with running_on_ours(rc2):
    rc2.RC2(formula).compute()
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import process_time
from types import ModuleType
from typing import Any, Self

from engine.sat.incremental.solver import Solver

# ruff: noqa: ARG002 (the parameters are python-sat's)


class PythonSatSolver:
    """The methods of `pysat.solvers.Solver`, on a `Solver`. Native cardinality constraints are not supported."""

    def __init__(
        self, name: str = "", bootstrap_with: Iterable[Sequence[int]] | None = None, use_timer: bool = False, **_: Any
    ) -> None:
        """Load clauses. The name of a solver, and options of a single one, are ignored."""
        self._solver = Solver()
        self._clauses = 0
        self._status: bool | None = None
        self._conflict_budget: int | None = None
        self._seconds = self._all_seconds = 0.0
        self.append_formula(bootstrap_with or ())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.delete()

    def delete(self) -> None:
        """Free the memory."""
        self._solver.close()

    def add_clause(self, clause: Sequence[int], no_return: bool = True) -> bool | None:
        """Add a clause; with `no_return=False`, whether unit propagation finds no contradiction then."""
        self._solver.add_clause(clause)
        self._clauses += 1
        return None if no_return else self._solver.propagate()[0]

    def append_formula(self, formula: Iterable[Sequence[int]], no_return: bool = True) -> bool | None:
        """Add clauses."""
        for clause in formula:
            self.add_clause(clause)
        return None if no_return else self._solver.propagate()[0]

    def add_atmost(self, lits: Sequence[int], k: int, no_return: bool = True) -> None:
        """Raise NotImplementedError: the constraint must be encoded."""
        raise NotImplementedError("there are no native cardinality constraints: encode them")

    def supports_atmost(self) -> bool:
        """False."""
        return False

    def activate_atmost(self) -> None:
        """Raise NotImplementedError."""
        self.add_atmost((), 0)

    def solve(self, assumptions: Iterable[int] = ()) -> bool | None:
        """Whether there is a model under the assumptions."""
        return self._timed(assumptions, None)

    def solve_limited(self, assumptions: Iterable[int] = (), expect_interrupt: bool = False) -> bool | None:
        """Like `solve`, within the budget of conflicts; None if it is used up, or after `interrupt`."""
        return self._timed(assumptions, self._conflict_budget)

    def _timed(self, assumptions: Iterable[int], conflict_limit: int | None) -> bool | None:
        begin = process_time()
        self._status = self._solver.solve(assumptions, conflict_limit=conflict_limit)
        self._seconds = process_time() - begin
        self._all_seconds += self._seconds
        return self._status

    def conf_budget(self, budget: int = -1) -> None:
        """Limit the conflicts of `solve_limited`; -1 for no limit."""
        self._conflict_budget = None if budget < 0 else budget

    def interrupt(self) -> None:
        """End the current query."""
        self._solver.interrupt()

    def clear_interrupt(self) -> None:
        """Do nothing: an interrupted query clears the interrupt itself."""

    def get_status(self) -> bool | None:
        """The answer of the last query."""
        return self._status

    def get_model(self) -> list[int] | None:
        """The model of the last query, None if it has none."""
        return self._solver.model if self._status else None

    def get_core(self) -> list[int] | None:
        """The core of the last query; None if it has none, or an empty one."""
        return self._solver.core or None if self._status is False else None

    def propagate(self, assumptions: Iterable[int] = (), phase_saving: int = 0) -> tuple[bool, list[int]]:
        """Unit propagation from assumptions."""
        return self._solver.propagate(assumptions)

    def set_phases(self, literals: Iterable[int] = ()) -> None:
        """Prefer literals in decisions."""
        self._solver.set_phase(literals)

    def enum_models(self, assumptions: Iterable[int] = ()) -> Iterator[list[int]]:
        """Yield models under assumptions. Each is excluded for good, as in python-sat."""
        literals = list(assumptions)
        while self.solve(literals):
            model = self._solver.model
            yield model
            self.add_clause([-literal for literal in model])

    def nof_vars(self) -> int:
        """The number of variables."""
        return self._solver.variables

    def nof_clauses(self) -> int:
        """The number of clauses added after the first ones."""
        return self._clauses

    def accum_stats(self) -> dict[str, int]:
        """The number of conflicts."""
        return {"conflicts": self._solver.conflicts}

    def time(self) -> float:
        """The processor seconds of the last query."""
        return self._seconds

    def time_accum(self) -> float:
        """The processor seconds of all queries."""
        return self._all_seconds


@contextmanager
def running_on_ours(*modules: ModuleType) -> Iterator[None]:
    """Replace the class `Solver` in these modules of python-sat by ours for a `with` block."""
    originals = [getattr(module, "Solver") for module in modules]  # noqa: B009 (mypy knows no such attribute)
    for module in modules:
        setattr(module, "Solver", PythonSatSolver)  # noqa: B010
    try:
        yield
    finally:
        for module, solver in zip(modules, originals, strict=True):
            setattr(module, "Solver", solver)  # noqa: B010
