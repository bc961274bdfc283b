"""The meaning of a model of a well-known kind of formula: queens on a board, a colouring of a graph, named variables.

The kind follows from the clauses, not from comments, except for the names of variables.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from engine.sat.formula.constructions import queens
from engine.sat.formula.formula import Formula
from engine.sat.formula.names import VariableNames, variable_names

_MAX_QUEENS = 40
"""Maximum number of rows of a recognised board, whose clauses are generated for comparison."""
_MAX_CLAUSES = 200_000
"""Maximum number of clauses of a formula in which a colouring is searched (0.3 s)."""
_MIN_COLOURS = 3


@dataclass(frozen=True)
class QueensBoard:
    """`size` queens on a board of as many rows; variable `size` (row - 1) + column is a queen, counted from 1."""

    size: int

    def squares(self, model: Sequence[int]) -> list[tuple[int, int]]:
        """Row and column, from 0, of each queen."""
        return [divmod(literal - 1, self.size) for literal in model if literal > 0]


@dataclass(frozen=True)
class GraphColouring:
    """A colouring: `choices` are the variables of each vertex, one a colour."""

    choices: tuple[tuple[int, ...], ...]

    def classes(self, model: Sequence[int]) -> list[list[int]]:
        """The vertices, from 1, of each colour; a vertex with several colours counts with its first."""
        found: list[list[int]] = [[] for _ in self.choices[0]]
        for vertex, variables in enumerate(self.choices, 1):
            colour = next((place for place, variable in enumerate(variables) if model[variable - 1] > 0), None)
            if colour is not None:
                found[colour].append(vertex)
        return found


Meaning = QueensBoard | GraphColouring | VariableNames


def meaning_of(formula: Formula) -> Meaning | None:
    """The meaning of the formula's models; None if it is unknown."""
    return _queens(formula) or _colouring(formula) or variable_names(formula)


def _queens(formula: Formula) -> QueensBoard | None:
    size = isqrt(formula.variables)
    if size * size != formula.variables or not 2 <= size <= _MAX_QUEENS:
        return None
    positive, negative = formula.polarity
    expected = queens(size)
    if positive + negative != expected.literals:
        return None
    pattern = Counter(frozenset(clause) for clause in expected.clauses)
    return QueensBoard(size) if Counter(map(frozenset, formula)) == pattern else None


def _colouring(formula: Formula) -> GraphColouring | None:
    """The clauses are: a colour for each vertex; not two for one vertex; not the same for both ends of an edge."""
    lengths = formula.lengths
    colours = max(lengths, default=0)
    if set(lengths) - {2, colours} or colours < _MIN_COLOURS or len(formula) > _MAX_CLAUSES:
        return None
    if lengths[colours] * colours != formula.variables or formula.polarity[0] != formula.variables:
        return None
    choices = [tuple(sorted(clause)) for clause in formula if len(clause) == colours]
    place = {
        variable: (vertex, colour)
        for vertex, variables in enumerate(choices)
        for colour, variable in enumerate(variables)
    }
    if len(place) != formula.variables or min(place) < 1:
        return None
    edges: Counter[tuple[int, int]] = Counter()
    for clause in formula:
        if len(clause) == colours:
            continue
        (vertex, colour), (other, other_colour) = sorted((place[-clause[0]], place[-clause[1]]))
        if vertex != other and colour != other_colour:
            return None
        edges[vertex, other] += vertex != other
    if any(count % colours for count in edges.values()):
        return None
    return GraphColouring(tuple(choices))
