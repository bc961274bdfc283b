"""Consequences of the equations modulo 2 (XORs) in the clauses of a formula, with derivations.

Unit propagation comes first. Then equations are gathered from the clauses (see `gathering`) and solved (see
`elimination`). Variables found to be fixed, or equal or opposite to others, are replaced in the clauses, which may
reveal further equations; this is repeated until nothing new is found.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.base.freeing import free
from engine.base.polling import Pulse, pieces, poll
from engine.base.values import plain
from engine.sat.formula.formula import Formula
from engine.sat.kernels import units
from engine.sat.parity.elimination import SOLUTIONS, Elimination
from engine.sat.parity.gathering import TRUE, Gatherer
from engine.sat.proof.certificate import CertificateWriter

ROUNDS = 10
"""Maximum number of rounds."""
MAX_PER_CHANGE = 50
"""Maximum number of equations for each variable about which a round must learn something to be followed by another.

The search itself propagates what a round has derived, and each round solves all equations again.
"""


class Equation(NamedTuple):
    """The variables, ascending, whose sum modulo 2 is `right`."""

    variables: tuple[int, ...]
    right: int

    @property
    def clauses(self) -> list[tuple[int, ...]]:
        """The equivalent clauses, one or two. Raises ValueError for more than two variables."""
        if len(self.variables) > 2:
            raise ValueError("an equation of more than two variables is more than two clauses")
        if len(self.variables) < 2:
            return [tuple(v if self.right else -v for v in self.variables)]
        a, b = self.variables
        return [(a, b), (-a, -b)] if self.right else [(a, -b), (-a, b)]


class DerivationLine(NamedTuple):
    """A step of a derivation.

    If `is_sum`, the equation is the sum of the earlier `lines` (from 0); otherwise `clauses` (from 0) and these lines
    imply it by unit propagation.
    """

    equation: Equation
    clauses: Sequence[int]
    lines: Sequence[int]
    is_sum: bool


@dataclass(frozen=True, slots=True)
class _FoundEquation:
    """An equation and its origin.

    It comes either from clauses, simplified by the equations known in a round, or from an elimination, as a sum of
    equations that is computed on demand.
    """

    equation: Equation
    clauses: Sequence[int] = ()
    round_number: int = 0
    elimination: Elimination | None = None


@plain(
    _formula=Formula, _cancel=None, _found_equations=list, _system=list, _equation_set=set, _meaning=array,
    _definitions=list, derived=list, contradiction=int | None,
)  # fmt: skip
class ParityReasoning:
    """The equations of a formula and their consequences, identified by numbers.

    `given` are the equations found in the clauses, `derived` those of one or two variables that follow from several of
    them, and `contradiction` is 0 = 1, or None if that does not follow. Raises Cancelled if `cancel` returns True.
    """

    def __init__(self, formula: Formula, cancel: Callable[[], bool] | None = None) -> None:
        self._formula = formula
        self._cancel, self._pulse = cancel, Pulse(cancel)
        self._found_equations: list[_FoundEquation] = []
        self._system: list[int] = []  # the numbers of the equations to solve
        self._equation_set: set[Equation] = set()  # the same equations
        self._meaning = array("i", range(formula.variables + 1))  # see `gathering`
        poll(cancel)
        self._definitions: list[dict[int, int]] = [{}]  # by round and variable: its equation
        self.derived: list[int] = []
        self.contradiction: int | None = None
        self._propagate()
        rounds = 0
        while self.contradiction is None and rounds < ROUNDS and self._gather(rounds):
            self._definitions.append(dict(self._definitions[-1]))
            rounds += 1
            if MAX_PER_CHANGE * self._solve() < len(self._system):
                break

    def __getstate__(self) -> dict[str, Any]:
        # nobody cancels a copy in another process
        return {**vars(self), "_cancel": None, "_pulse": Pulse(None)}

    @property
    def given(self) -> list[int]:
        """The numbers of the equations found in the clauses, without the results of unit propagation."""
        return self._system

    def release(self) -> None:
        """Free the memory piece by piece; the object can't be used afterwards."""
        free([vars(self).pop(name) for name in ("_equation_set", "_definitions", "_system", "_found_equations")])

    def equation(self, number: int) -> Equation:
        """The equation with this number."""
        return self._found_equations[number].equation

    def derivation(self, numbers: Iterable[int]) -> list[DerivationLine]:
        """Lines that derive the equations with these numbers; each line follows those that it uses."""
        place: dict[int, int] = {}
        lines: list[DerivationLine] = []
        waiting = [*reversed(list(numbers))]
        uses: dict[int, list[int]] = {}
        while waiting:
            number = waiting[-1]
            if number not in uses:
                uses[number] = self._uses(number)
                waiting.extend(other for other in uses[number] if other not in place)
                continue
            waiting.pop()
            if number not in place:
                equation = self._found_equations[number]
                places = sorted(place[other] for other in uses[number])
                place[number] = len(lines)
                lines.append(
                    DerivationLine(equation.equation, equation.clauses, places, equation.elimination is not None)
                )
        return lines

    def _uses(self, number: int) -> list[int]:
        """The numbers of the equations that this equation is directly derived from."""
        cached = self._found_equations[number]
        if cached.elimination is not None:
            contradiction = cached.elimination.contradiction
            variables = cached.equation.variables
            places = cached.elimination.parts(variables) if variables or contradiction is None else contradiction
            return [self._system[place] for place in places]
        definition = self._definitions[cached.round_number]
        if not definition:
            return []
        names = {abs(literal) for clause in cached.clauses for literal in self._formula[clause]}
        return sorted({definition[name] for name in names if definition.get(name, number) != number})

    def _propagate(self) -> None:
        pairs = units.implied(self._formula, self._cancel)
        definition = self._definitions[0]
        for literal, clause in self._pulse.over(zip(pairs[::2], pairs[1::2], strict=True), 16):
            if not literal:
                self.contradiction = self._learn(_FoundEquation(Equation((), 1), (clause,)))
                return
            definition[abs(literal)] = self._learn(
                _FoundEquation(Equation((abs(literal),), int(literal > 0)), (clause,))
            )
            self._meaning[abs(literal)] = TRUE if literal > 0 else -TRUE

    def _learn(self, equation: _FoundEquation) -> int:
        self._found_equations.append(equation)
        return len(self._found_equations) - 1

    def _gather(self, round_number: int) -> bool:
        """Search the clauses for equations; returns whether there are new ones."""
        before = len(self._system)
        for piece in gathered_equations(self._formula, self._meaning, self._cancel):
            for equation, clauses in self._pulse.over(_unpack(piece), 32):
                if equation not in self._equation_set:
                    self._equation_set.add(equation)
                    self._system.append(self._learn(_FoundEquation(equation, clauses, round_number)))
        return len(self._system) > before

    def _solve(self) -> int:
        """Solve the equations; returns the number of variables about which more is known."""
        equations = [self.equation(number) for number in self._pulse.over(self._system)]
        elimination = Elimination(equations, self._cancel)
        if elimination.contradiction is not None:
            self.contradiction = self._learn(_FoundEquation(Equation((), 1), elimination=elimination))
            return 0
        changes = 0
        first = {0: -TRUE}  # by values with a 0 in front: the literal that has them
        found = elimination.values()
        for variable in self._pulse.over(range(1, self._formula.variables + 1), 1):
            values = found.get(variable)
            if values is None:
                continue
            self._pulse.did(15)
            opposite = values >> SOLUTIONS - 1
            values ^= -opposite & (1 << SOLUTIONS) - 1
            if values not in first:
                first[values] = -variable if opposite else variable
                continue
            literal = -first[values] if opposite else first[values]
            if literal == self._meaning[variable]:
                continue
            changes += 1
            self._meaning[variable] = literal
            names = (variable,) if abs(literal) == TRUE else (abs(literal), variable)
            equation = Equation(names, int(literal < 0) if len(names) == 2 else int(literal > 0))
            number = self._learn(_FoundEquation(equation, elimination=elimination))
            self._definitions[-1][variable] = number
            if equation not in self._equation_set:
                self.derived.append(number)
        return changes


def gathered_equations(
    formula: Formula, meaning: "array[int]", cancel: Callable[[], bool] | None = None
) -> "Iterator[array[int]]":
    """The equations in the clauses, with variables replaced as in `gathering`, in the form of a Gatherer's results.

    Raises Cancelled.
    """
    gatherer = Gatherer(formula, meaning)
    for bounds in pieces(len(formula), cancel):
        gatherer.count_clauses(*bounds)
    if gatherer.longest >= 0:
        for bounds in pieces(len(formula), cancel):
            gatherer.gather(*bounds)
        for bounds in pieces(gatherer.sets, cancel):
            yield gatherer.equations(*bounds)


def _unpack(equations: "array[int]") -> Iterator[tuple[Equation, Sequence[int]]]:
    """The equations in the result of a Gatherer, and the clauses that encode them."""
    place = 0
    while place < len(equations):
        size, right = equations[place], equations[place + 1]
        middle = place + 2 + size
        end = middle + 1 + equations[middle]
        yield Equation(tuple(equations[place + 2 : middle]), right), equations[middle + 1 : end]
        place = end


def certificate(lines: Iterable[DerivationLine]) -> str:
    """The certificate of a derivation whose last line is a contradiction."""
    writer = CertificateWriter()
    write_lines(writer, lines)
    return writer.text()


def write_lines(writer: CertificateWriter, lines: Iterable[DerivationLine]) -> list[int]:
    """Write a derivation; returns the number of each of its lines in the certificate."""
    numbers: list[int] = []
    for line in lines:
        earlier = [numbers[place] for place in line.lines]
        if line.is_sum:
            numbers.append(writer.sum_of_equations(*line.equation, earlier))
        else:
            numbers.append(writer.equation(*line.equation, line.clauses, earlier))
    return numbers
