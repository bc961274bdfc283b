"""What the clauses of a formula stand for, to be shown: equations modulo 2, groups of literals, gates, components."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from engine.sat.cardinality.clauses import Remaining
from engine.sat.cardinality.groups import MOST, Group, Implications, at_most_one, at_most_some
from engine.sat.formula.formula import Formula
from engine.sat.gates import Gate, components, gates
from engine.sat.parity.reasoning import Equation, ParityReasoning
from engine.sat.proof.certificate import equation_text

_LEAST = 3
"""Literals of a group of which at most one is true; one of two is a single clause."""


@dataclass(frozen=True)
class Structure:
    """The equations that are among the clauses, those of one and two variables that several of them imply, and the
    groups of literals of which at most some can be true; the gates of circuits, and the numbers of variables of the
    components that share none, largest first. All is seen after unit propagation.

    If the equations have no solution at all, they are `inconsistent`, and nothing is implied.
    """

    equations: tuple[Equation, ...]
    implied: tuple[Equation, ...]
    inconsistent: bool
    groups: tuple[Group, ...]
    gates: tuple[Gate, ...] = ()
    components: tuple[int, ...] = ()

    @classmethod
    def of(cls, formula: Formula, cancel: Callable[[], bool] | None = None) -> "Structure":
        """Find them (some 2 s for a million clauses, and 20 microseconds for each that is found). Raises Cancelled
        when `cancel` says so."""
        parity = ParityReasoning(formula, cancel)
        equations = tuple(map(parity.equation, parity.given))
        return cls(
            equations,
            tuple(map(parity.equation, parity.derived)) if parity.contradiction is None else (),
            parity.contradiction is not None,
            tuple(_groups(formula, cancel)),
            tuple(gates(formula, (equation.variables for equation in equations), cancel)),
            tuple(map(len, components(formula))),
        )

    @property
    def equation_sizes(self) -> dict[int, int]:
        """How many equations there are of each number of variables, fewest first."""
        return dict(sorted(Counter(len(equation.variables) for equation in self.equations).items()))

    @property
    def gate_kinds(self) -> dict[str, int]:
        """How many gates there are of each kind."""
        return dict(sorted(Counter(gate.kind.value for gate in self.gates).items()))

    @property
    def group_sizes(self) -> dict[tuple[int, int], int]:
        """How many groups there are by how many of how many literals can be true."""
        return dict(sorted(Counter((group.most, len(group.literals)) for group in self.groups).items()))


def equation_line(equation: Equation) -> str:
    """`1 + 4 + 7 = 1`: an odd number of these is true."""
    return equation_text(*equation)


def group_line(group: Group) -> str:
    """`at most 1 of 1 4 -7`."""
    return f"at most {group.most} of {' '.join(map(str, sorted(group.literals, key=abs)))}"


def _groups(formula: Formula, cancel: Callable[[], bool] | None) -> list[Group]:
    remaining = Remaining.of(formula)
    if remaining is None:
        return []
    implications = Implications(remaining, for_groups=True)
    ones = at_most_one(implications, implications.literals, cancel=cancel)
    some = [group for size in range(3, MOST + 2) for group in at_most_some(remaining, size, cancel)]
    return [group for group in ones if len(group.literals) >= _LEAST] + some
