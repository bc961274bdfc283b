"""The structure of a formula for display: equations modulo 2, groups of literals, gates, equal gates, components.

Each of these is a part of the formula, and each part is a condition that selects its clauses.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from engine.base.language import _, lazy_gettext
from engine.base.polling import poll
from engine.base.text import pluralized
from engine.sat.cardinality.clauses import Remaining
from engine.sat.cardinality.groups import MAX_BOUND, Group, ImplicationGraph, at_most_one, at_most_some
from engine.sat.equivalence.equivalences import NO_GATES, EqualLiterals, Equivalences, equal_literals
from engine.sat.formula.formula import Formula
from engine.sat.formula.names import VariableNames, variable_names
from engine.sat.formula.selection import ClauseFilter
from engine.sat.gates import Gate, components, gates
from engine.sat.parity.reasoning import Equation, ParityReasoning
from engine.sat.proof.certificate import equation_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_INDEX = re.compile(r"[\W_]*(\d+\W*)*$")
"""The end of a variable's name that distinguishes it from others of its block: `_{1,2}`, `[3]`, `12`."""
_BLOCK = lazy_gettext("{name}: {variables:,} variables")
_COMPONENT, _LARGE_COMPONENT = (
    lazy_gettext("{variables:,} variables: {names}"),
    lazy_gettext("{variables:,} variables: {names} ..."),
)
_MAX_LISTED = 12
"""Number of variables of a component that are named."""
_STAGES = 5
"""Equations, groups, gates, equal gates, components."""
MIN_GROUP = 3
"""Minimum number of literals of a group with at most one true literal; one of two is a single clause."""


class PartKind(Enum):
    """The kinds of parts. EQUIVALENCES are equations of two variables. BLOCKS are based on the names of variables."""

    EQUATIONS = "equations"
    EQUIVALENCES = "equivalences"
    IMPLIED = "implied"
    GROUPS = "groups"
    GATES = "gates"
    EQUAL = "equal"
    COMPONENTS = "components"
    BLOCKS = "blocks"


@dataclass(frozen=True, eq=False)
class OfEquation:
    """Is a clause of an equation, or of the equations whose sum it is."""

    parity: ParityReasoning
    number: int

    @property
    def equation(self) -> Equation:
        return self.parity.equation(self.number)

    @property
    def literals(self) -> frozenset[int]:
        return _in_both_signs(self.equation.variables)

    def of(self, formula: Formula, states: "NDArray[np.uint8] | None") -> "NDArray[np.bool_]":  # noqa: ARG002
        import numpy as np

        found = np.zeros(len(formula), np.bool_)
        for line in self.parity.derivation([self.number]):
            found[list(line.clauses)] = True
        return found

    def __str__(self) -> str:
        return equation_line(self.equation)


@dataclass(frozen=True)
class MadeOf:
    """Has only these literals, at least two of them, after unit propagation."""

    literals: frozenset[int]
    part: Group | Gate

    def of(self, formula: Formula, states: "NDArray[np.uint8] | None") -> "NDArray[np.bool_]":  # noqa: ARG002
        import numpy as np

        found = np.zeros(len(formula), np.bool_)
        if (remaining := Remaining.of(formula)) is not None:
            found[[clause for clause, _ in remaining.clauses_over(self.literals)]] = True
        return found

    def __str__(self) -> str:
        return group_line(self.part) if isinstance(self.part, Group) else str(self.part)


@dataclass(frozen=True)
class OfEqualGates:
    """Has only the literals of a gate that computes one of these equal literals, after unit propagation."""

    equal: EqualLiterals

    @property
    def literals(self) -> frozenset[int]:
        return _in_both_signs(map(abs, self.equal.literals))

    def of(self, formula: Formula, states: "NDArray[np.uint8] | None") -> "NDArray[np.bool_]":  # noqa: ARG002
        import numpy as np

        found = np.zeros(len(formula), np.bool_)
        remaining = Remaining.of(formula)
        if remaining is None:
            return found
        gates_literals = [frozenset(map(abs, (each.output, *each.inputs))) for each in self.equal.functions]
        for number, clause in remaining.clauses_over(_in_both_signs(frozenset().union(*gates_literals))):
            variables = set(map(abs, clause))
            found[number] = any(variables <= literals for literals in gates_literals)
        return found

    def __str__(self) -> str:
        return str(self.equal)


@dataclass(frozen=True, eq=False)
class OfVariables:
    """Has one of these variables, which have a name together."""

    variables: "NDArray[np.int64]"
    name: str

    @property
    def literals(self) -> frozenset[int]:
        return frozenset()  # all, or nearly all, have these variables

    def of(self, formula: Formula, states: "NDArray[np.uint8] | None") -> "NDArray[np.bool_]":  # noqa: ARG002
        import numpy as np

        marked = np.zeros(formula.variables + 1, np.bool_)
        marked[self.variables] = True
        found = np.zeros(len(formula), np.bool_)
        if formula.literals:
            hits = np.flatnonzero(marked[np.abs(np.frombuffer(formula.literals, np.int32))])
            found[np.searchsorted(np.frombuffer(formula.starts, np.int32), hits, side="right") - 1] = True
        return found

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class PropagationResult:
    """The result of unit propagation: the number of literals that become true, and of remaining clauses.

    `conflict`: it makes a clause false.
    """

    forced: int
    left: int
    conflict: bool = False

    @classmethod
    def of(cls, formula: Formula, cancel: Callable[[], bool] | None = None) -> "PropagationResult":
        """Propagate units. Raises Cancelled."""
        remaining = Remaining.of(formula, cancel)
        if remaining is None:
            return cls(0, 0, conflict=len(formula) > 0)
        return cls(len(remaining.reasons), len(formula) - remaining.count(0))

    def __str__(self) -> str:
        """A sentence; empty if there is nothing to propagate."""
        if self.conflict:
            return _("unit propagation makes a clause false: the formula is unsatisfiable")
        if not self.forced:
            return ""
        literals = pluralized(self.forced, "literal")
        if not self.left:
            template = _("unit propagation decides everything: it makes {literals} true, and every clause is satisfied")
            return template.format(literals=literals)
        return _("unit propagation makes {literals} true and leaves {clauses}").format(
            literals=literals, clauses=pluralized(self.left, "clause")
        )


@dataclass(frozen=True)
class Structure:
    """The equations that are among the clauses, those of one and two variables that several of them imply, and the
    groups of literals with a bound on the true ones; the gates of circuits, those that compute the same, and the
    numbers of variables of the components that share none, largest first. All of this is after unit propagation.

    If the equations have no solution at all, they are `inconsistent`, and nothing is implied. `parts` are all of these
    as conditions, and the blocks of variables whose names begin alike.
    """

    equations: tuple[Equation, ...]
    implied: tuple[Equation, ...]
    inconsistent: bool
    groups: tuple[Group, ...]
    gates: tuple[Gate, ...] = ()
    equivalences: Equivalences = NO_GATES
    equal: tuple[EqualLiterals, ...] = ()
    components: tuple[int, ...] = ()
    parts: Mapping[PartKind, Sequence[ClauseFilter]] = field(default_factory=dict, repr=False, compare=False)
    propagation: PropagationResult = PropagationResult(0, 0)

    @classmethod
    def of(
        cls,
        formula: Formula,
        cancel: Callable[[], bool] | None = None,
        on_progress: Callable[[int, int], None] | None = None,
    ) -> "Structure":
        """Find the structure (1 to 3 s for a million clauses, and 20 microseconds for each part that is found).

        Comparing gates takes about a microsecond for each literal, and more where many are equal.

        `on_progress` receives the finished stages and their total. Raises Cancelled when `cancel` returns True.
        """
        stages = iter(range(_STAGES + 1))

        def begin_stage() -> None:
            poll(cancel)
            if on_progress is not None:
                on_progress(next(stages), _STAGES)

        begin_stage()
        parity = ParityReasoning(formula, cancel)
        equations = tuple(map(parity.equation, parity.given))
        derived = parity.derived if parity.contradiction is None else []
        begin_stage()
        groups = tuple(_groups(formula, cancel))
        begin_stage()
        found = tuple(gates(formula, (equation.variables for equation in equations), cancel))
        begin_stage()
        equal, classes = equal_literals(formula, cancel)
        begin_stage()
        apart = components(formula)
        begin_stage()
        two = [number for number in parity.given if len(parity.equation(number).variables) == 2]
        others = [number for number in parity.given if len(parity.equation(number).variables) != 2]
        return cls(
            equations,
            tuple(map(parity.equation, derived)),
            parity.contradiction is not None,
            groups,
            found,
            equal,
            tuple(classes),
            tuple(map(len, apart)),
            {
                PartKind.EQUATIONS: [OfEquation(parity, number) for number in others],
                PartKind.EQUIVALENCES: [OfEquation(parity, number) for number in two],
                PartKind.IMPLIED: [OfEquation(parity, number) for number in derived],
                PartKind.GROUPS: [MadeOf(frozenset(-each for each in group.literals), group) for group in groups],
                PartKind.GATES: [
                    MadeOf(_in_both_signs(map(abs, (*gate.outputs, *gate.inputs))), gate) for gate in found
                ],
                PartKind.EQUAL: [OfEqualGates(each) for each in classes],
                PartKind.COMPONENTS: [OfVariables(part, _name_of(part)) for part in apart] if len(apart) > 1 else [],
                PartKind.BLOCKS: blocks(variable_names(formula)),
            },
            PropagationResult.of(formula, cancel),
        )

    @property
    def equation_sizes(self) -> dict[int, int]:
        """The number of equations by number of variables, fewest first."""
        return dict(sorted(Counter(len(equation.variables) for equation in self.equations).items()))

    @property
    def gate_kinds(self) -> dict[str, int]:
        """The number of gates of each kind."""
        return dict(sorted(Counter(gate.kind.value for gate in self.gates).items()))

    @property
    def group_sizes(self) -> dict[tuple[int, int], int]:
        """The number of groups by bound and number of literals."""
        return dict(sorted(Counter((group.most, len(group.literals)) for group in self.groups).items()))


def blocks(names: VariableNames | None) -> list[OfVariables]:
    """The variables whose names are equal except for the numbers at their ends, the largest block first."""
    import numpy as np

    found: dict[str, list[int]] = defaultdict(list)
    for literal, name in (names.names if names else {}).items():
        found[_INDEX.sub("", name, count=1)].append(abs(literal))
    apart = sorted(found.items(), key=lambda block: -len(block[1]))
    return [OfVariables(np.array(part), _BLOCK.format(name=name, variables=len(part))) for name, part in apart]


def _name_of(component: "NDArray[np.int64]") -> str:
    """The lowest variables of a component."""
    excerpt = " ".join(map(str, component[:_MAX_LISTED].tolist()))
    return (_COMPONENT if len(component) <= _MAX_LISTED else _LARGE_COMPONENT).format(
        variables=len(component), names=excerpt
    )


def _in_both_signs(variables: Iterable[int]) -> frozenset[int]:
    return frozenset(literal for variable in variables for literal in (variable, -variable))


def equation_line(equation: Equation) -> str:
    """`1 + 4 + 7 = 1`: an odd number of these is true."""
    return equation_text(*equation)


def group_line(group: Group) -> str:
    """`at most 1 of 1 4 -7`."""
    return _("at most {most} of {list}").format(
        most=group.most, list=" ".join(map(str, sorted(group.literals, key=abs)))
    )


def _groups(formula: Formula, cancel: Callable[[], bool] | None) -> list[Group]:
    remaining = Remaining.of(formula)
    if remaining is None:
        return []
    implications = ImplicationGraph(remaining, for_groups=True, cancel=cancel)
    groups_found = at_most_one(implications, implications.literals, cancel=cancel)
    some = [group for size in range(3, MAX_BOUND + 2) for group in at_most_some(remaining, size, cancel)]
    return [group for group in groups_found if len(group.literals) >= MIN_GROUP] + some
