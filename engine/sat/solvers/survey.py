"""A count of the structure in a formula, by which the search decides when to look for it.

The count takes 0.05 microseconds a literal. A look, which takes a hundred times as long, comes only if the count shows
that it may find something, and once the search has taken so many more steps that its cost is small; sooner if much is
to be found.
"""

from array import array
from collections.abc import Callable
from dataclasses import dataclass

from engine.base.kernels import state
from engine.sat.equivalence.functions_kernel import FunctionFinder
from engine.sat.formula.formula import Formula
from engine.sat.kernels import units
from engine.sat.parity.gathering import TRUE
from engine.sat.parity.reasoning import gathered_equations

MAX_LITERALS = 20_000_000
"""Maximum number of literals of a formula whose structure is counted, for which the count takes 200 MB."""
_STEPS = 200 if state().compiled else 2
"""Approximate number of steps of the search per microsecond."""
_SHARE = 20
"""Steps of the search for each step of a look."""
_PROMISING = 4
"""The same for a look that will probably find much."""
_SOON = 100_000 * _STEPS
"""Steps of the search before a promising look, beyond `_PROMISING` of it, however short it is."""


@dataclass(frozen=True)
class Survey:
    """The number of literals of a formula and of its functions (see `engine.sat.equivalence.functions`).

    `candidates` of the functions may equal another literal. There are `equations` modulo 2, of which the `core` is left
    when those that only continue other gates are removed one after another.
    """

    literals: int
    functions: int
    candidates: int
    equations: int
    core: int


def survey(formula: Formula, cancel: Callable[[], bool] | None = None) -> Survey:
    """Count the structure of a formula, unless it has too many literals. Raises Cancelled if `cancel` returns True."""
    if len(formula.literals) > MAX_LITERALS:
        return Survey(len(formula.literals), 0, 0, 0, 0)
    true = units.implied(formula, cancel)[::2]
    finder = FunctionFinder(formula, true)
    finder.find(cancel)
    meaning = array("i", range(formula.variables + 1))
    for literal in true:
        meaning[abs(literal)] = TRUE if literal > 0 else -TRUE
    equations = array("i")
    for piece in gathered_equations(formula, meaning, cancel) if 0 not in true else ():
        equations += piece
    count, core = finder.core(equations)
    return Survey(len(formula.literals), finder.count, finder.candidates(cancel), count, core)


def survey_wait(formula: Formula) -> int:
    """The number of search steps before the count itself."""
    return _STEPS * len(formula.literals)


def look_at_parity(found: Survey) -> int | None:
    """The number of search steps before looking for equations, which takes 25 microseconds each; None: not at all."""
    if 5 * found.core < found.equations or not found.core:
        return None
    return (_PROMISING if 2 * found.core >= found.equations else _SHARE) * 25 * _STEPS * found.equations


def look_at_equivalence(found: Survey) -> int | None:
    """The number of search steps before looking for equal gates; None: not at all.

    Looking takes some 8 microseconds per function, one per literal, and some milliseconds if there are candidates.
    """
    if not found.candidates:
        return None
    steps = (4_000 + 8 * found.functions + found.literals) * _STEPS
    if 10 * found.candidates >= found.functions:
        return min(_SHARE * steps, _SOON + _PROMISING * steps)
    return _SHARE * steps


def look_at_cardinality(found: Survey) -> int | None:
    """The number of search steps before looking for counts, which takes microseconds per literal and function."""
    return _SHARE * (3 * found.literals + 20 * found.functions) * _STEPS
