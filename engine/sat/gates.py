"""Gates of circuits among the clauses of a formula: a literal that is a function of others.

A conjunction o = a and b is the clauses (o -a -b), (-o a) and (-o b); a disjunction is the same with other signs. A
choice o = if c then t else e is two equalities under a condition, each of which is two clauses of three literals: if c
then o = t, if -c then o = e (N. Eén, A. Biere: Effective preprocessing in SAT through variable and clause elimination.
SAT 2005, section 3). A half adder is a sum modulo 2 and a conjunction of the same two variables, a full adder one of
three with their majority.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, product
from typing import TYPE_CHECKING

from engine.base.polling import poll
from engine.sat.cardinality.clauses import Remaining
from engine.sat.formula.formula import Formula

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_WIDTH = 12
"""Maximum number of literals of a clause that is recognised as a conjunction."""

MAX_VARIABLES = (1 << 20) - 1
"""Highest variable in clauses of three literals for which choices and full adders are searched."""

_OFTEN = 4096  # gates between two polls
_HASH_BITS = 22

Cancel = Callable[[], bool] | None


class GateKind(Enum):
    """The function of a gate; ADDERS have a sum and a carry."""

    AND = "and"
    OR = "or"
    CHOICE = "if-then-else"
    HALF_ADDER = "half adder"
    FULL_ADDER = "full adder"


@dataclass(frozen=True)
class Gate:
    """A gate: its outputs, and the literals from which it computes them.

    The inputs of a CHOICE are the condition and the two literals; an adder has the outputs carry and sum. The sum is
    correct except for its sign: it is a variable, the sum modulo 2 or its negation.
    """

    kind: GateKind
    outputs: tuple[int, ...]
    inputs: tuple[int, ...]

    def __str__(self) -> str:
        output, inputs = self.outputs[0], self.inputs
        if self.kind is GateKind.CHOICE:
            condition, then, otherwise = inputs
            return f"{output} = if {condition} then {then} else {otherwise}"
        if self.kind in (GateKind.AND, GateKind.OR):
            return f"{output} = {f' {self.kind.value} '.join(map(str, inputs))}"
        return f"{self.kind.value}: {' + '.join(map(str, inputs))}, sum {self.outputs[1]}, carry {output}"


def gates(formula: Formula, sums: Iterable[Sequence[int]] = (), cancel: Cancel = None) -> list[Gate]:
    """The gates of a formula, found after unit propagation; those in an adder are listed only as the adder.

    `sums` are the variables of each equation modulo 2 in the formula. Raises Cancelled.
    """
    remaining = Remaining.of(formula)
    if remaining is None:
        return []
    ternary = _Ternary(remaining)
    conjunctions = list(_conjunctions(remaining, cancel))
    adders = list(_adders(sums, conjunctions, ternary, cancel))
    parts = {_place(adder) for adder in adders}
    simple = [gate for gate in conjunctions if _place(gate) not in parts]
    return [*adders, *simple, *_choices(ternary, cancel)]


def components(formula: Formula) -> list["NDArray[np.int64]"]:
    """The variables of each component, the largest first; components share no variable in any clause.

    Variables that are in no clause of two or more literals after unit propagation are in no component.
    """
    import numpy as np

    remaining = Remaining.of(formula)
    if remaining is None:
        return []
    label = np.arange(formula.variables + 1)
    first, second = remaining.neighbours()
    occurring = np.zeros(formula.variables + 1, np.bool_)
    occurring[first] = occurring[second] = True
    while len(first):
        least = np.minimum(label[first], label[second])
        np.minimum.at(label, label[first], least)  # the root of each takes the lowest adjacent label
        np.minimum.at(label, label[second], least)
        while True:
            roots = label[label]
            if np.array_equal(roots, label):
                break
            label = roots
        apart = label[first] != label[second]
        first, second = first[apart], second[apart]
    variables = np.flatnonzero(occurring)
    variables = variables[np.argsort(label[variables], kind="stable")]
    parts = np.split(variables, np.flatnonzero(np.diff(label[variables])) + 1)
    return sorted((part for part in parts if len(part)), key=len, reverse=True)


def _conjunctions(remaining: Remaining, cancel: Cancel) -> Iterator[Gate]:
    """A clause of a literal and the negations of others is half of a conjunction; binary clauses are the other half."""
    import numpy as np

    binary = remaining.rows(2)[1]
    pairs = np.sort(_pair_codes(binary))
    count = np.bincount(_codes(binary).ravel(), minlength=2 * remaining.variables + 2)
    visited: set[tuple[int, frozenset[int]]] = set()
    for size in range(3, MAX_WIDTH + 1) if len(pairs) else ():
        poll(cancel)
        rows = remaining.rows(size)[1]
        partners = count[_codes(-rows)]  # by literal: number of binary clauses with its negation
        some = (partners > 0).all(axis=1) & (partners.max(axis=1, initial=0) >= size - 1)
        rows, partners = rows[some], partners[some]
        for place in range(size) if len(rows) else ():
            whole = partners[:, place] >= size - 1
            for other in range(size):
                if other != place and whole.any():
                    whole[whole] = _among(_pair_codes(-rows[whole][:, [place, other]]), pairs)
            for row in rows[whole].tolist():
                output = row.pop(place)
                # output = and of the negations, or with other signs: -output = or of these
                gate = (GateKind.AND, output, [-each for each in row]) if output > 0 else (GateKind.OR, -output, row)
                key = gate[1], frozenset(gate[2])
                if key not in visited:
                    visited.add(key)
                    yield Gate(gate[0], (gate[1],), tuple(sorted(gate[2], key=abs)))


class _Ternary:
    """The clauses of three literals with different variables, as numbers; none if these have too many variables.

    `rows` are the clauses whose variables, judging by hashes, may be those of another one.
    """

    def __init__(self, remaining: Remaining) -> None:
        import numpy as np

        rows = remaining.rows(3)[1].astype(np.int64)
        self._all = rows[_are_different(rows)]
        if len(self._all) and int(np.abs(self._all).max()) > MAX_VARIABLES:
            self._all = self._all[:0]
        self.rows = self._all[_share_variables(self._all)]
        self._there = np.sort(_triple_codes(self.rows))

    def have(self, rows: "NDArray[np.int64]") -> "NDArray[np.bool_]":
        """Whether each row of three literals, made from `rows` by flipping signs, is a clause."""
        import numpy as np

        return _among(_triple_codes(rows), self._there) if len(self._there) else np.zeros(len(rows), np.bool_)

    def thirds(self, variables: Iterable[int]) -> dict[tuple[int, int], set[int]]:
        """The third literals of clauses, by pairs of literals of these variables."""
        import numpy as np

        variable_array = np.fromiter(variables, np.int64)
        found: dict[tuple[int, int], set[int]] = defaultdict(set)
        if not len(variable_array):
            return found
        marked = np.isin(np.abs(self._all), variable_array)
        for row in self._all[marked.sum(axis=1) >= 2].tolist():
            for x, y, z in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
                found[_pair(row[x], row[y])].add(row[z])
        return found


def _choices(ternary: _Ternary, cancel: Cancel) -> Iterator[Gate]:
    """A variable that equals one literal under a condition and another one otherwise is a choice."""
    equal: dict[tuple[int, int], set[int]] = defaultdict(set)  # by condition and positive literal: its equal
    for place in range(3):
        poll(cancel)
        condition, a, b = (ternary.rows[:, (place + each) % 3] for each in range(3))
        rows = _columns(condition, a, b)[ternary.have(_columns(condition, -a, -b))]
        # If it equals the negation of that literal otherwise, it is a sum modulo 2.
        rows = rows[~ternary.have(_columns(-rows[:, 0], rows[:, 1], -rows[:, 2]))]
        for selector, first, other in rows.tolist():  # unless this is true, one is the negation of the other
            equal[-selector, abs(first)].add(-other if first > 0 else other)
            equal[-selector, abs(other)].add(-first if other > 0 else first)
    for (selector, output), then in equal.items():
        if selector > 0:
            for first, other in product(sorted(then), sorted(equal.get((-selector, output), ()))):
                if abs(first) != abs(other):
                    yield Gate(GateKind.CHOICE, (output,), (selector, first, other))


def _adders(
    sums: Iterable[Sequence[int]], conjunctions: Iterable[Gate], ternary: _Ternary, cancel: Cancel
) -> Iterator[Gate]:
    both: dict[frozenset[int], list[Gate]] = defaultdict(list)
    for gate in conjunctions:
        if len(gate.inputs) == 2:
            both[frozenset(map(abs, gate.inputs))].append(gate)
    sums = list(sums)
    thirds = ternary.thirds({variable for variables in sums if len(variables) == 4 for variable in variables})
    for number, variables in enumerate(sums):
        if number % _OFTEN == 0:
            poll(cancel)
        for output in variables if len(variables) in (3, 4) else ():
            inputs = tuple(sorted(set(variables) - {output}))
            if len(inputs) == 2:
                for gate in both.get(frozenset(inputs), ()):
                    sign = 1 if gate.kind is GateKind.AND else -1  # a disjunction is the negation of a conjunction
                    a, b = gate.inputs
                    yield Gate(GateKind.HALF_ADDER, (sign * gate.outputs[0], output), (sign * a, sign * b))
            elif len(inputs) == 3:
                yield from _full_adders(inputs, output, thirds)


def _full_adders(inputs: tuple[int, ...], output: int, thirds: Mapping[tuple[int, int], set[int]]) -> Iterator[Gate]:
    """Majorities of three variables with any signs, the first of which is positive; the others are their negations."""
    for signs in product((1, -1), repeat=2):
        literals = (inputs[0], inputs[1] * signs[0], inputs[2] * signs[1])
        pairs = list(combinations(literals, 2))
        carries = set.intersection(*(thirds.get(_pair(-a, -b), set()) for a, b in pairs))
        for carry in sorted(carries, key=abs):
            whole = all(-carry in thirds.get(_pair(a, b), ()) for a, b in pairs)
            if whole and abs(carry) != output:
                yield Gate(GateKind.FULL_ADDER, (carry, output), literals)


def _place(gate: Gate) -> tuple[int, frozenset[int]]:
    """A key that distinguishes the gate from all others, whatever its signs."""
    return abs(gate.outputs[0]), frozenset(map(abs, gate.inputs))


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _codes(literals: "NDArray[np.signedinteger]") -> "NDArray[np.int64]":
    """Literals as numbers from 2 on."""
    import numpy as np

    wide = literals.astype(np.int64)
    return np.where(wide > 0, 2 * wide, 1 - 2 * wide)


def _share_variables(rows: "NDArray[np.int64]") -> "NDArray[np.bool_]":
    """Whether each row has the same variables as another one, judging by hashes."""
    import numpy as np

    bits = min(_HASH_BITS, len(rows).bit_length() + 6)
    hashes = np.abs(rows).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    hashes *= hashes
    places = (hashes.sum(axis=1, dtype=np.uint64) >> np.uint64(64 - bits)).astype(np.int64)
    shared: NDArray[np.bool_] = np.bincount(places, minlength=1 << bits)[places] > 1
    return shared


def _pair_codes(rows: "NDArray[np.int32]") -> "NDArray[np.int64]":
    """A number for each pair of literals, whatever their order."""
    import numpy as np

    wide = rows.astype(np.int64)
    return (np.minimum(wide[:, 0], wide[:, 1]) << 32) + np.maximum(wide[:, 0], wide[:, 1])


def _columns(*columns: "NDArray[np.int64]") -> "NDArray[np.int64]":
    import numpy as np

    return np.stack(columns, axis=1)


def _are_different(rows: "NDArray[np.int64]") -> "NDArray[np.bool_]":
    """Whether each row of three literals has three variables."""
    import numpy as np

    a, b, c = np.abs(rows).T
    different: NDArray[np.bool_] = (a != b) & (a != c) & (b != c)
    return different


def _triple_codes(rows: "NDArray[np.int64]") -> "NDArray[np.int64]":
    """A number for each three literals of variables up to MAX_VARIABLES, whatever their order."""
    import numpy as np

    codes = np.sort(_codes(rows), axis=1)
    joined: NDArray[np.int64] = (codes[:, 0] << 42) + (codes[:, 1] << 21) + codes[:, 2]
    return joined


def _among(values: "NDArray[np.int64]", there: "NDArray[np.int64]") -> "NDArray[np.bool_]":
    """Whether each value is in a sorted array that is not empty."""
    import numpy as np

    places = np.minimum(np.searchsorted(there, values), len(there) - 1)
    found: NDArray[np.bool_] = there[places] == values
    return found
