"""Gaussian elimination over GF(2) that records of which equations each result is the sum.

While rows are short, the variable in the fewest rows is eliminated by the shortest of these, to limit fill-in (as in
structured elimination: B. LaMacchia, A. Odlyzko: Solving large sparse linear systems over finite fields. CRYPTO 1990,
LNCS 537, 109-133). The rest, once dense, is converted to bit sets, with one Python integer per row.

The triangular form shows whether the equations have a solution. Variables that are fixed, and those that are equal or
opposite in every solution, are detected from 128 random solutions. The sums of equations that prove this are derived
exactly, on demand.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from random import Random
from typing import Any

from engine.base import values
from engine.base.polling import Pulse

values.send_by_key(Pulse, lambda _: 0, lambda _: Pulse(None))  # nobody cancels a copy in another process

SOLUTIONS = 128
"""Number of random solutions compared: variables agree in all of them by chance with probability 2^-128."""
MAX_DENSE = 1 << 36
"""Limit of the dense part, as rows squared times bits per row (3,000 equations of 3,000 variables).

A larger dense part is left out: the consequences of the other equations remain valid.
"""
MAX_SPARSE = 20_000_000
"""Limit of visits of variables in the sparse part, some seconds; beyond it the rest is dense."""

Equation = tuple[Iterable[int], int]
"""The distinct variables of an equation, and its right side."""


@dataclass(frozen=True, slots=True)
class _TriangularRow:
    """A row of the triangular form: its pivot variable, all its variables, the right side, and its origin.

    The row is the sum of the `equations` and of the earlier `rows`.
    """

    pivot: int
    variables: Iterable[int]
    right: int
    equations: Sequence[int]
    rows: Sequence[int]


@values.plain(_pulse=Pulse, _rows=list, _order=dict, contradiction=list[int] | None)
class Elimination:
    """The triangular form of equations modulo 2.

    `contradiction` has the indexes of equations whose sum is 0 = 1, None if none was found. `cancel` is polled;
    Cancelled is raised if it returns True.
    """

    def __init__(self, equations: Sequence[Equation], cancel: Callable[[], bool] | None = None) -> None:
        self._rows: list[_TriangularRow] = []  # in the order of elimination
        self._order: dict[int, int] = {}  # the row of each pivot variable
        self.contradiction: list[int] | None = None
        self._pulse = Pulse(cancel)
        rest = _Sparse(equations, self._add, self._pulse).run()
        self._finish(rest)

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_pulse": Pulse(None)}  # nobody cancels a copy in another process

    def values(self, seed: int = 0) -> dict[int, int]:
        """The values of each variable in SOLUTIONS random solutions, as the bits of an integer."""
        rng = Random(seed)
        value: dict[int, int] = {}
        for row in self._pulse.over(reversed(self._rows), 8):
            total = -row.right & _ALL
            for variable in row.variables:
                self._pulse.did(4)
                if variable != row.pivot:
                    if variable not in value:
                        value[variable] = rng.getrandbits(SOLUTIONS)
                    total ^= value[variable]
            value[row.pivot] = total
        return value

    def parts(self, variables: Iterable[int]) -> list[int]:
        """The equations whose sum has exactly these variables. Raises ValueError if there is no such sum."""
        left = set(variables)
        waiting = [self._order[variable] for variable in left if variable in self._order]
        heapify(waiting)
        used_rows: list[int] = []
        while waiting:
            number = heappop(waiting)
            row = self._rows[number]
            if row.pivot in left:
                used_rows.append(number)
                for variable in row.variables:
                    left ^= {variable}
                    if variable in left and variable in self._order:
                        heappush(waiting, self._order[variable])
        if left:
            raise ValueError("no sum of the equations has these variables alone")
        return self._expand((), used_rows)

    def _add(self, row: _TriangularRow) -> int:
        self._order[row.pivot] = len(self._rows)
        self._rows.append(row)
        return len(self._rows) - 1

    def _expand(self, equations: Iterable[int], rows: Iterable[int]) -> list[int]:
        """Expand a sum of equations and rows to a sum of equations alone."""
        odd = set(equations)
        waiting = [-number for number in rows]
        heapify(waiting)
        while waiting:
            number, times = -heappop(waiting), 1
            while waiting and -waiting[0] == number:
                heappop(waiting)
                times += 1
            if times % 2:
                odd.symmetric_difference_update(self._rows[number].equations)
                for earlier in self._rows[number].rows:
                    heappush(waiting, -earlier)
        return sorted(odd)

    def _finish(self, rest: "list[_UnsolvedRow]") -> None:
        """Eliminate the remaining rows as bit sets, unless they show a contradiction."""
        for row in rest:
            if not row.variables and row.right:
                self.contradiction = self._expand((row.equation,), row.rows)
                return
        variables = sorted({variable for row in self._pulse.over(rest) for variable in row.variables})
        base = len(rest) + 1  # the bits below say which rows are in the sum; bit base - 1 is the right side
        if len(rest) ** 2 * (len(variables) + base) > MAX_DENSE:
            return
        place = {variable: 1 << base + index for index, variable in enumerate(variables)}
        pivots: dict[int, int] = {}
        for number, row in self._pulse.over(enumerate(rest), 256):
            bits = sum(place[variable] for variable in row.variables) | row.right << base - 1 | 1 << number
            while (length := bits.bit_length()) > base and length in pivots:
                bits ^= pivots[length]
                self._pulse.did(1 + length // 1024)
            if length > base:
                pivots[length] = bits
            elif length == base:
                self.contradiction = self._expand(*self._origin(rest, bits ^ 1 << base - 1))
                return
        for length in self._pulse.over(sorted(pivots, reverse=True), 256):
            bits = pivots[length]
            names = [variables[index] for index in _one_bits(bits >> base)]
            right = bits >> base - 1 & 1
            self._add(
                _TriangularRow(
                    variables[length - base - 1], names, right, *self._origin(rest, bits & (1 << base - 1) - 1)
                )
            )

    @staticmethod
    def _origin(rest: "list[_UnsolvedRow]", bits: int) -> tuple[list[int], list[int]]:
        """The equations and earlier rows whose sum is a sum of open rows."""
        equations: list[int] = []
        rows: list[int] = []
        for number in _one_bits(bits):
            equations.append(rest[number].equation)
            rows += rest[number].rows
        return equations, rows


_ALL = (1 << SOLUTIONS) - 1


@dataclass(slots=True)
class _UnsolvedRow:
    """A row that is not solved for a variable yet: its equation, and the rows added to it."""

    equation: int
    variables: set[int]
    right: int
    rows: list[int]


class _Sparse:
    """The elimination while rows are short."""

    def __init__(self, equations: Sequence[Equation], add: Callable[[_TriangularRow], int], pulse: Pulse) -> None:
        self._add = add
        self._pulse = pulse
        numbered = pulse.over(enumerate(equations), 16)
        self._rows = [_UnsolvedRow(number, set(names), right, []) for number, (names, right) in numbered]
        self._rows_with: dict[int, set[int]] = {}  # the open rows that contain a variable
        for row in pulse.over(self._rows, 16):
            for variable in row.variables:
                self._rows_with.setdefault(variable, set()).add(row.equation)
        self._open = len(self._rows)
        self._work = 0

    def run(self) -> list[_UnsolvedRow]:
        """Eliminate while it pays; returns the remaining rows, or only the row 0 = 1 if found."""
        if wrong := [row for row in self._rows if not row.variables and row.right]:
            return wrong[:1]
        waiting = [(len(rows), variable) for variable, rows in self._pulse.over(self._rows_with.items())]
        heapify(waiting)
        while waiting:
            count, variable = heappop(waiting)
            self._pulse.did(8)
            rows = self._rows_with[variable]
            if len(rows) != count or not rows:
                continue
            self._pulse.did(8 * len(rows))
            pivot = self._rows[min(rows, key=lambda number: (len(self._rows[number].variables), number))]
            effort = (count - 1) * len(pivot.variables)
            self._work += effort + len(pivot.variables)
            if effort > self._open or self._work > MAX_SPARSE:
                break
            if (wrong_row := self._eliminate(variable, pivot)) is not None:
                return [wrong_row]
            for name in pivot.variables:
                if self._rows_with[name]:
                    heappush(waiting, (len(self._rows_with[name]), name))
        left = sorted(set().union(*self._rows_with.values()))
        return [self._rows[number] for number in left]

    def _eliminate(self, variable: int, pivot: _UnsolvedRow) -> _UnsolvedRow | None:
        """Solve the pivot row for the variable and add it to the other rows; returns the row 0 = 1 if one appears."""
        for name in pivot.variables:
            self._rows_with[name].discard(pivot.equation)
        number = self._add(_TriangularRow(variable, pivot.variables, pivot.right, (pivot.equation,), pivot.rows))
        self._open -= 1
        for other in self._pulse.over(sorted(self._rows_with[variable]), 8 * len(pivot.variables)):
            row = self._rows[other]
            for name in pivot.variables:
                if name in row.variables:
                    row.variables.remove(name)
                    self._rows_with[name].remove(other)
                else:
                    row.variables.add(name)
                    self._rows_with[name].add(other)
            row.right ^= pivot.right
            row.rows.append(number)
            if not row.variables:
                self._open -= 1
                if row.right:
                    return row
        return None


def _one_bits(bits: int) -> Iterable[int]:
    """The positions of the ones, lowest first."""
    text = bin(bits)[:1:-1]
    place = text.find("1")
    while place >= 0:
        yield place
        place = text.find("1", place + 1)
