"""Lines of a CNF file that say an exclusive or, turned into clauses.

`x1 2 -3 0` says that an odd number of the literals is true, as in CryptoMiniSat (M. Soos, K. Nohl, C. Castelluccia:
Extending SAT solvers to cryptographic problems. SAT 2009). One of up to WIDTH variables becomes a clause for every
assignment that it forbids, 2^(WIDTH - 1) of them. A longer one is cut into a chain of such, each with the next in a new
variable, which is the sum of all before it.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from engine.sat.formula.formula import Literals

WIDTH = 4
"""How many variables a sum that is not cut may have."""


def xor_clauses(literals: Sequence[int], highest: int) -> tuple[list[Literals], int]:
    """The clauses of one XOR line, and the highest variable then; new variables are those above `highest`."""
    odd = True
    variables: dict[int, None] = {}
    for literal in literals:  # a variable that is there twice cancels out, and a negation changes the sum
        odd ^= literal < 0
        if abs(literal) in variables:
            del variables[abs(literal)]
        else:
            variables[abs(literal)] = None
    clauses: list[Literals] = []
    rest = list(variables)
    while len(rest) > WIDTH:
        highest += 1
        clauses += _sum((*rest[: WIDTH - 1], highest), False)
        rest = [highest, *rest[WIDTH - 1 :]]
    clauses += _sum(rest, odd)
    return clauses, highest


def _sum(variables: Sequence[int], odd: bool) -> Iterator[Literals]:
    """A clause for each assignment in which the number of true variables is not odd, or not even."""
    for values in product((False, True), repeat=len(variables)):
        if sum(values) % 2 != odd:
            yield tuple(-variable if value else variable for variable, value in zip(variables, values, strict=True))
