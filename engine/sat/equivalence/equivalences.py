"""Equal literals of a formula: outputs of gates that compute the same function."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.base.kernels import state
from engine.base.language import lazy_gettext
from engine.sat.equivalence.congruence import Congruence
from engine.sat.equivalence.functions import Function, functions
from engine.sat.equivalence.sweeping import Sweeping
from engine.sat.formula.formula import Formula
from engine.sat.proof.proof import ProofSink

Cancel = Callable[[], bool] | None

_STEPS = 200 if state().compiled else 2
"""Number of steps of a sweep per literal of a formula, which take about a microsecond."""
_GATES = lazy_gettext("{gates:,} gates, {equal:,} of them equal to another or constant")
_TRUE = lazy_gettext("{literals}: always true")


@dataclass(frozen=True)
class Equivalences:
    """Equal literals of a formula.

    `gates` is the number of literals that are functions of others, `equal` the number of those found to equal another
    literal or a constant. `clauses` are these equalities, in one or two literals. `refuted`: a literal equals its
    negation.
    """

    gates: int = 0
    equal: int = 0
    clauses: tuple[tuple[int, ...], ...] = ()
    refuted: bool = False

    def __str__(self) -> str:
        """Both numbers in a phrase."""
        return _GATES.format(gates=self.gates, equal=self.equal)


NO_GATES = Equivalences()


@dataclass(frozen=True)
class EqualLiterals:
    """Literals that are equal, the lowest variable first; or that are always true, if they are constant.

    `functions` are the gates that compute them.
    """

    literals: tuple[int, ...]
    functions: tuple[Function, ...]
    is_constant: bool = False

    def __str__(self) -> str:
        """`7 = -12 = 20`."""
        if self.is_constant:
            return _TRUE.format(literals=", ".join(map(str, self.literals)))
        return " = ".join(map(str, self.literals))


def usual_steps(formula: Formula) -> int:
    """The default number of steps of a sweep: about a microsecond for each literal."""
    return _STEPS * len(formula.literals)


def equivalences(
    formula: Formula, steps: int, *, proof: ProofSink | None = None, cancel: Cancel = None
) -> Equivalences:
    """Find equal literals by congruence closure, then by sweeping for about `steps` steps, more if it finds many.

    `proof` gets the steps that show the clauses. Raises Cancelled if `cancel` returns True.
    """
    found = functions(formula, cancel)
    return _summary(found, _closure(formula, found, steps, proof, cancel)) if found else NO_GATES


def equal_literals(formula: Formula, cancel: Cancel = None) -> tuple[Equivalences, list[EqualLiterals]]:
    """Find equal literals, with their classes and the gates that compute them; none if one equals its negation.

    Raises Cancelled.
    """
    found = functions(formula, cancel)
    if not found:
        return NO_GATES, []
    congruence = _closure(formula, found, usual_steps(formula), None, cancel)
    summary = _summary(found, congruence)
    if summary.refuted:
        return summary, []
    outputs: defaultdict[int, list[Function]] = defaultdict(list)
    for function in found:
        outputs[abs(congruence.find(function.output))].append(function)
    true = congruence.true
    return summary, [
        EqualLiterals(
            tuple(literal for literal in group if literal != true),
            tuple(outputs[abs(congruence.find(group[0]))]),
            is_constant=true in group,
        )
        for group in congruence.classes()
    ]


def _closure(
    formula: Formula, found: Sequence[Function], steps: int, proof: ProofSink | None, cancel: Cancel
) -> Congruence:
    congruence = Congruence(formula.variables, found, proof, cancel)
    congruence.close()
    if not congruence.refuted:
        Sweeping(congruence, found, proof, cancel).run(steps)
    return congruence


def _summary(found: Sequence[Function], congruence: Congruence) -> Equivalences:
    gates = len({abs(function.output) for function in found})
    return Equivalences(gates, congruence.equalities, tuple(congruence.clauses), congruence.refuted)
