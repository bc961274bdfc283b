"""Boolean satisfiability: formulas, their files, and solvers. Knows nothing of sudoku.

`Solver` is the incremental solver to build on.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.sat.incremental.solver import Solver

__all__ = ["Solver"]


def __getattr__(name: str) -> object:
    """Import `Solver` when it is used, as other parts of the package need none."""
    if name == "Solver":
        from engine.sat.incremental.solver import Solver

        return Solver
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
