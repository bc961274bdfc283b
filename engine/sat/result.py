"""What a solver answers, the files that keep it, and the check of a model."""

from array import array
from dataclasses import dataclass
from enum import Enum


class Status(Enum):
    """A verdict on a formula. UNKNOWN: stopped before there was one."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Result:
    """The answer of one solver run.

    `model` has one literal for every variable, in order, and is there exactly when satisfiable; `seconds` is
    the time of the search alone. A counter is None where the solver does not tell it. `reason` says why a verdict is
    unknown ("time limit of 2 s", "cancelled").
    """

    status: Status
    solver: str
    branching: str | None = None
    model: "array[int] | None" = None
    seconds: float = 0.0
    decisions: int | None = None
    propagations: int | None = None
    conflicts: int | None = None
    reason: str = ""
