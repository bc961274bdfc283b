"""Formulas from multiplier circuits; `engine.sat.formula.families` has their definitions and sources.

Every gate has a variable for its output and clauses that define it (G. Tseitin: On the complexity of derivation in
propositional calculus, 1968). Numbers are lists of literals, lowest bit first.
"""

from collections.abc import Sequence
from itertools import combinations

from engine.sat.formula.constructions import Construction

_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
"""Bases of the primality test; see `_is_prime`."""


class Circuit:
    """Gates over literals: `clauses` define them, and `variables` counts the variables so far."""

    def __init__(self) -> None:
        self.variables = 0
        self.clauses: list[Sequence[int]] = []

    def inputs(self, count: int) -> list[int]:
        """Allocate `count` new variables."""
        self.variables += count
        return list(range(self.variables - count + 1, self.variables + 1))

    def conjunction(self, first: int, other: int) -> int:
        """The output of an AND gate."""
        (out,) = self.inputs(1)
        self.clauses += [(-out, first), (-out, other), (out, -first, -other)]
        return out

    def difference(self, first: int, other: int) -> int:
        """The output of an XOR gate."""
        (out,) = self.inputs(1)
        self.clauses += [(-out, first, other), (-out, -first, -other), (out, -first, other), (out, first, -other)]
        return out

    def sum(self, bits: Sequence[int]) -> tuple[int, int | None]:
        """The sum and the carry of one to three bits; one bit has no carry."""
        if len(bits) == 1:
            return bits[0], None
        half, carry = self.difference(*bits[:2]), self.conjunction(*bits[:2])
        if len(bits) == 2:
            return half, carry
        return self.difference(half, bits[2]), -self.conjunction(-carry, -self.conjunction(half, bits[2]))

    def product(self, first: Sequence[int], other: Sequence[int]) -> list[int]:
        """The product of two numbers, by long multiplication with row after row of adders."""
        low_bits: list[int] = []
        total: list[int] = []
        for factor in other:
            rest, carry = total, None
            total = []
            for place, bit in enumerate(first):
                column = [self.conjunction(bit, factor), *rest[place : place + 1]]
                out, carry = self.sum(column if carry is None else [*column, carry])
                total.append(out)
            if carry is not None:
                total.append(carry)
            low_bits.append(total.pop(0))
        return low_bits + total

    def construction(self, words: str, verdict: str) -> Construction:
        """The construction with all clauses so far."""
        return Construction(self.variables, self.clauses, sum(map(len, self.clauses)), words, verdict)


class RebuiltCircuit(Circuit):
    """The same functions built of other gates: no XOR gates, and carries that are majorities."""

    def difference(self, first: int, other: int) -> int:
        return -self.conjunction(-self.conjunction(first, -other), -self.conjunction(-first, other))

    def sum(self, bits: Sequence[int]) -> tuple[int, int | None]:
        if len(bits) < 3:
            return super().sum(bits)
        pairs = [-self.conjunction(*pair) for pair in combinations(bits, 2)]
        out = self.difference(self.difference(*bits[:2]), bits[2])
        return out, -self.conjunction(self.conjunction(*pairs[:2]), pairs[2])


def factor(number: int) -> Construction:
    """The product of two factors greater than 1 is `number`; the first factor has half as many bits."""
    width = number.bit_length()
    circuit = Circuit()
    factors = circuit.inputs((width + 1) // 2), circuit.inputs(width - 1)
    for place, bit in enumerate(circuit.product(*factors)):
        circuit.clauses.append([bit if number >> place & 1 else -bit])
    circuit.clauses += [bits[1:] for bits in factors]
    verdict = f"unsatisfiable, {number} is prime" if _is_prime(number) else f"satisfiable, {number} is not prime"
    words = f"{number} is the product of two numbers greater than 1: variables 1 to {len(factors[0])} and the next "
    return circuit.construction(f"{words}{len(factors[1])}, the lowest bit first", verdict)


def miter(bits: int) -> Construction:
    """Two multipliers whose inputs are exchanged, with outputs that differ."""
    circuit = Circuit()
    first, other = circuit.inputs(bits), circuit.inputs(bits)
    outputs = zip(circuit.product(first, other), circuit.product(other, first), strict=True)
    circuit.clauses.append([circuit.difference(*pair) for pair in outputs])
    words = f"a b is not b a: two multipliers of {bits} bits, a is variables 1 to {bits} and b the next"
    return circuit.construction(words, "unsatisfiable, multiplication commutes")


def multipliers(bits: int) -> Construction:
    """Two multipliers of the same inputs, built of different gates, with outputs that differ."""
    circuit, rebuilt = Circuit(), RebuiltCircuit()
    numbers = circuit.inputs(bits), circuit.inputs(bits)
    first = circuit.product(*numbers)
    rebuilt.variables, rebuilt.clauses = circuit.variables, circuit.clauses
    outputs = zip(first, rebuilt.product(*numbers), strict=True)
    circuit.clauses.append([rebuilt.difference(*pair) for pair in outputs])
    circuit.variables = rebuilt.variables
    words = f"a b is not a b: two multipliers of {bits} bits, a is variables 1 to {bits} and b the next"
    return circuit.construction(words, "unsatisfiable, both compute the product")


def _is_prime(number: int) -> bool:
    """Whether a number from 2 to 3.1e23 is prime, by the deterministic Miller-Rabin test.

    J. Sorenson, J. Webster: Strong pseudoprimes to twelve prime bases. Mathematics of Computation 86, 2017.
    """
    if number in _WITNESSES:
        return True
    twos = (number - 1 & 1 - number).bit_length() - 1
    odd = number - 1 >> twos
    return all(
        pow(base, odd, number) == 1 or any(pow(base, odd << i, number) == number - 1 for i in range(twos))
        for base in _WITNESSES
    )
