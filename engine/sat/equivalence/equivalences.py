"""Which literals of a formula are equal because gates compute the same."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.sat.equivalence.congruence import Congruence
from engine.sat.equivalence.functions import functions
from engine.sat.equivalence.sweeping import Sweeping
from engine.sat.formula.formula import Formula
from engine.sat.proof.proof import ProofSink


@dataclass(frozen=True)
class Equivalences:
    """Equal literals of a formula.

    `gates` is the number of literals that are functions of others, `equal` the number of those found to equal another
    literal or a constant. `clauses` say so, in one and two literals each. `refuted`: a literal equals its negation.
    """

    gates: int = 0
    equal: int = 0
    clauses: tuple[tuple[int, ...], ...] = ()
    refuted: bool = False


def equivalences(
    formula: Formula, most: int, *, proof: ProofSink | None = None, cancel: Callable[[], bool] | None = None
) -> Equivalences:
    """Find equal literals by congruence closure, then by sweeping for about `most` steps, more if it finds many.

    `proof` gets the steps that show the clauses. Raises Cancelled if `cancel` returns True.
    """
    found = functions(formula, cancel)
    if not found:
        return Equivalences()
    congruence = Congruence(formula.variables, found, proof, cancel)
    congruence.close()
    if not congruence.refuted:
        Sweeping(congruence, found, proof, cancel).run(most)
    gates = len({abs(function.output) for function in found})
    return Equivalences(gates, congruence.equalities, tuple(congruence.clauses), congruence.refuted)
