"""Formulas that keep a solver busy for a limited time."""

from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula


def random_formula(solver: str) -> Formula:
    """Random 3-SAT at the threshold; smaller for a solver without unit propagation, whose time grows much faster."""
    size = ["18", "78"] if solver == "backtracking" else ["36", "155"]
    return make("random-ksat", size, 7)
