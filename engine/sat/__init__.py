"""Boolean satisfiability: formulas, their files, and solvers. Knows nothing of sudoku.

`Solver` is the incremental solver to build on, `UserPropagator` the class of rules that you give it.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.sat.incremental.propagator import UserPropagator
    from engine.sat.incremental.solver import Solver

__all__ = ["Solver", "UserPropagator"]


def __getattr__(name: str) -> object:
    """Import a class when it is used, as other parts of the package need none."""
    if name == "Solver":
        from engine.sat.incremental.solver import Solver

        return Solver
    if name == "UserPropagator":
        from engine.sat.incremental.propagator import UserPropagator

        return UserPropagator
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
