"""Symmetries of a formula: exchanges of variables that do not change the set of clauses."""

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.sat.formula.formula import Formula, Literals


def exchange(pairs: Sequence[Sequence[int]]) -> dict[int, int]:
    """The image of each literal when the two literals of each pair are exchanged.

    Raises ValueError if a variable is in more than one of them.
    """
    images: dict[int, int] = {}
    for first, other in pairs:
        if {abs(first), abs(other)} & set(map(abs, images)):
            raise ValueError(f"variable {abs(first if abs(first) in map(abs, images) else other)} is exchanged twice")
        images |= {first: other, other: first, -first: -other, -other: -first}
    return images


def image(literals: Literals, images: Mapping[int, int]) -> Literals:
    """The images of these literals."""
    return tuple(images.get(literal, literal) for literal in literals)


def is_symmetry(formula: Formula, images: Mapping[int, int]) -> bool:
    """Whether the exchange leaves the set of clauses as it is, whatever the order of clauses and literals."""
    clauses = Counter(map(frozenset, formula))
    return clauses == Counter(frozenset(image(clause, images)) for clause in formula)
