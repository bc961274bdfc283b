"""XOR lines of a CNF file, encoded as clauses.

`x1 2 -3 0` says that an odd number of the literals is true, as in CryptoMiniSat (M. Soos, K. Nohl, C. Castelluccia:
Extending SAT solvers to cryptographic problems. SAT 2009). A line of n variables, up to WIDTH, becomes a clause for
each of the 2^(n - 1) assignments that it forbids. A longer one is split into a chain, in which a new variable is the
sum of all variables before it.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from engine.sat.formula.formula import Literals

WIDTH = 4
"""Maximum number of variables of a sum that is not split."""


def xor_clauses(literals: Sequence[int], highest: int) -> tuple[list[Literals], int]:
    """The clauses of one XOR line, and the highest variable afterwards; new variables are those above `highest`."""
    odd = True
    variables: dict[int, None] = {}
    for literal in literals:  # a repeated variable cancels out, and a negation flips the sum
        odd ^= literal < 0
        if abs(literal) in variables:
            del variables[abs(literal)]
        else:
            variables[abs(literal)] = None
    clauses: list[Literals] = []
    rest = list(variables)
    while len(rest) > WIDTH:
        highest += 1
        clauses += parity_clauses((*rest[: WIDTH - 1], highest), 0)
        rest = [highest, *rest[WIDTH - 1 :]]
    clauses += parity_clauses(rest, odd)
    return clauses, highest


def parity_clauses(literals: Sequence[int], right: int) -> Iterator[Literals]:
    """The clauses of an equation modulo 2: one for each assignment in which the sum of the literals is not `right`."""
    for signs in product((1, -1), repeat=len(literals)):  # -1: the forbidden assignment makes the literal true
        if signs.count(-1) % 2 != right:
            yield tuple(sign * literal for sign, literal in zip(signs, literals, strict=True))
