"""Derivations of equations modulo 2 as DRAT steps, for checkers that do not support equations.

An equation of n variables takes 2^(n-1) clauses, so each is written with new variables for its partial sums in
ascending order of variables: s(0) = 0, s(i) = s(i-1) + x(i), s(n) = right side (T. Philipp, A. Rebola-Pardo: DRAT
proofs for XOR reasoning. JELIA 2016, LNCS 10021, 415-429, also split equations with new variables). To add two
equations with such sums, the partial sums of the result are defined, and s(i) of the first + s(j) of the second + s(k)
of the result = 0 follows from variable to variable, by unit propagation after a case distinction. So the length of a
proof is proportional to the total length of the equations added, some 100 numbers per variable. The shortest equation
is always added to the shortest of those that share a variable with it.
"""

from array import array
from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from engine.sat.formula.xor_lines import parity_clauses
from engine.sat.parity.reasoning import DerivationLine, Equation

LIMIT = 1 << 21
"""Maximum number of ints in the steps of a derivation (some 10 MB as text)."""


class TooLongError(Exception):
    """A derivation with more ints than its limit."""


class _SummedEquation(NamedTuple):
    """An equation whose partial sums of 0, 1, 2 ... variables are these literals."""

    equation: Equation
    sums: Sequence[int]
    clauses: Sequence[Sequence[int]]


def drat(lines: Iterable[DerivationLine], variables: int, limit: int = LIMIT) -> "array[int]":
    """Derive the clauses of equations of up to two variables, including 0 = 1, as steps for `ProofSink.write_steps`.

    New variables are numbered above `variables`. Raises TooLongError.
    """
    writer = _DratWriter(variables, limit)
    for line in lines:
        writer.derive(line)
    writer.end()
    return writer.steps


class _DratWriter:
    """A writer of the steps. `_true` is a variable that is true, so that s(0) is a literal like the other sums."""

    def __init__(self, variables: int, limit: int) -> None:
        self.steps = array("i")
        self._limit = limit
        self._true = variables + 1
        self._next = variables + 2
        self._equations: list[Equation] = []  # by line
        self._temporary: list[Sequence[int]] = []  # clauses of lines that are deleted at the end
        self._add((self._true,))

    def derive(self, line: DerivationLine) -> None:
        """Add the clauses of a line; the lines that it needs must be added before."""
        self._equations.append(line.equation)
        if line.is_sum:
            self._derive_sum(line)
            return
        for clause in parity_clauses(line.equation.variables, line.equation.right):
            self._add(clause)
            if len(line.equation.variables) > 2:
                self._temporary.append(clause)

    def end(self) -> None:
        """Delete the temporary clauses; those of equations of one or two variables stay."""
        self._delete(self._temporary)

    def _derive_sum(self, line: DerivationLine) -> None:
        rows = {number: self._with_sums(self._equations[number]) for number in line.lines}
        containing: dict[int, set[int]] = {}
        for number, row in rows.items():
            for variable in row.equation.variables:
                containing.setdefault(variable, set()).add(number)
        waiting = [(len(row.equation.variables), number) for number, row in rows.items()]
        heapify(waiting)
        fresh = len(self._equations)
        while len(rows) > 1:
            _, equation = heappop(waiting)
            if equation not in rows:
                continue
            neighbours = set().union(*(containing[variable] for variable in rows[equation].equation.variables))
            candidates = neighbours - {equation} or rows.keys() - {equation}
            other = min(candidates, key=lambda number: (len(rows[number].equation.variables), number))
            a, b = rows.pop(equation), rows.pop(other)
            for number, row in ((equation, a), (other, b)):
                for variable in row.equation.variables:
                    containing[variable].remove(number)
            rows[fresh] = c = self._sum(a, b)
            for variable in c.equation.variables:
                containing[variable].add(fresh)
            heappush(waiting, (len(c.equation.variables), fresh))
            fresh += 1
        (row,) = rows.values()
        for clause in parity_clauses(row.equation.variables, row.equation.right):
            self._add(clause)
        if row.equation.variables or not row.equation.right:
            self._delete(row.clauses)

    def _with_sums(self, equation: Equation) -> _SummedEquation:
        """Define the partial sums of an equation whose clauses have been added."""
        sums, clauses = self._define(equation.variables)
        helpers: list[Sequence[int]] = []
        names = equation.variables
        for place in range(len(names)):
            rest = names[place + 1 :]
            for clause in parity_clauses((sums[place + 1], *rest), equation.right):
                for literal in (names[place], -names[place]):
                    self._add(longer := (*clause, literal))
                    helpers.append(longer)
                self._add(clause)
                (helpers if rest else clauses).append(clause)
        self._delete(helpers)
        return _SummedEquation(equation, sums, clauses)

    def _sum(self, a: _SummedEquation, b: _SummedEquation) -> _SummedEquation:
        """Add two equations; their partial sums are deleted."""
        equation = Equation(
            tuple(sorted(set(a.equation.variables) ^ set(b.equation.variables))), a.equation.right ^ b.equation.right
        )
        sums, clauses = self._define(equation.variables)
        places = [0, 0, 0]
        before: list[Sequence[int]] = []
        for variable in sorted(set(a.equation.variables) | set(b.equation.variables)):
            for index, names in enumerate((a.equation.variables, b.equation.variables, equation.variables)):
                places[index] += variable in names[places[index] : places[index] + 1]
            current = [row[place] for row, place in zip((a.sums, b.sums, sums), places, strict=True)]
            helpers: list[Sequence[int]] = []
            after: list[Sequence[int]] = []
            for clause in parity_clauses(current, 0):
                for literal in (variable, -variable):
                    self._add(longer := (*clause, literal))
                    helpers.append(longer)
                self._add(clause)
                after.append(clause)
            self._delete(helpers)
            self._delete(before)
            before = after
        end = (sums[-1] if equation.right else -sums[-1],)
        self._add(end)
        clauses.append(end)
        self._delete(before)
        self._delete(a.clauses)
        self._delete(b.clauses)
        return _SummedEquation(equation, sums, clauses)

    def _define(self, variables: Sequence[int]) -> tuple[list[int], list[Sequence[int]]]:
        """New variables for the partial sums, and the clauses that define them, which are RAT."""
        sums = [-self._true]
        clauses: list[Sequence[int]] = []
        for variable in variables:
            name = self._next
            self._next += 1
            clauses += ([sign * name, *rest] for sign, rest in _definition(sums[-1], variable))
            sums.append(name)
        for clause in clauses:
            self._add(clause)
        return sums, clauses

    def _add(self, clause: Sequence[int]) -> None:
        self._write(2 * len(clause), clause)

    def _delete(self, clauses: Iterable[Sequence[int]]) -> None:
        for clause in clauses:
            self._write(2 * len(clause) + 1, clause)

    def _write(self, head: int, clause: Sequence[int]) -> None:
        self.steps.append(head)
        self.steps.extend(clause)
        if len(self.steps) > self._limit:
            raise TooLongError


def _definition(before: int, variable: int) -> list[tuple[int, tuple[int, int]]]:
    """The clauses of s = before + variable, as pairs of the sign of s, which comes first, and the other literals."""
    return [
        (-1, (before, variable)),
        (-1, (-before, -variable)),
        (1, (-before, variable)),
        (1, (before, -variable)),
    ]
