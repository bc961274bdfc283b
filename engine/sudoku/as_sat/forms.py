"""The forms of encoding: the variables of a sudoku's formula, and its clauses in the order written.

Both are the extended encoding: a variable for each cell and digit, true if the cell holds the digit; each cell
holds at least one and at most one digit, and each digit occurs at least once and at most once in each row, column and
box (I. Lynce and J. Ouaknine, "Sudoku as a SAT problem", 2006). They differ in the cells that grids share.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.base.language import N_
from engine.sat.formula.formula import Literals
from engine.sudoku.layout import Layout


@dataclass(frozen=True)
class Form:
    """A form of encoding: the cell of each block of `size` variables, the rules, the numbering in words."""

    name: str
    summary: str
    places: Callable[[Layout], tuple[int, ...]]
    rules: Callable[[Layout], Iterator[Literals]]
    numbering: Callable[[int], str]


def _shared_rules(layout: Layout) -> Iterator[Literals]:
    """The rules over the cells of the layout; each pair of cells in two houses gets its clauses only once."""
    size, digits = layout.size, range(1, layout.size + 1)
    for cell in range(len(layout.cells)):
        yield from _exactly_one([cell * size + digit for digit in digits])
    present: set[tuple[int, int]] = set()
    for house in layout.houses:
        pairs = [pair for pair in combinations(house.cells, 2) if pair not in present]
        present.update(pairs)
        for digit in digits:
            if len(house.cells) == size:
                yield tuple(cell * size + digit for cell in house.cells)
            for first, second in pairs:
                yield -(first * size + digit), -(second * size + digit)


def _course_rules(layout: Layout) -> Iterator[Literals]:
    """All rules of each grid separately, then two clauses for each digit of each shared cell."""
    size, digits = layout.size, range(1, layout.size + 1)
    start = 0
    copies: dict[int, list[int]] = {}
    for grid in layout.grids:
        places = {cell: start + place for place, cell in enumerate(grid.cells)}
        start += len(places)
        for cell, place in places.items():
            copies.setdefault(cell, []).append(place)
            yield from _exactly_one([place * size + digit for digit in digits])
        for house in layout.houses:
            if places.keys() >= set(house.cells):
                for digit in digits:
                    at_least_one, *at_most_one = _exactly_one([places[cell] * size + digit for cell in house.cells])
                    if len(house.cells) == size:
                        yield at_least_one
                    yield from at_most_one
    for first, *others in copies.values():
        for other in others:
            for digit in digits:
                yield -(first * size + digit), other * size + digit
                yield first * size + digit, -(other * size + digit)


def _exactly_one(variables: Sequence[int]) -> list[Literals]:
    """Clauses for at least one of the variables, then at most one, pair by pair."""
    return [tuple(variables), *((-first, -other) for first, other in combinations(variables, 2))]


FORMS = {
    form.name: form
    for form in (
        Form(
            "shared",
            N_("each cell once, no clause twice"),
            lambda layout: tuple(range(len(layout.cells))),
            _shared_rules,
            lambda size: f"variable {size}c + d: cell c of the canvas, from 0 in reading order, holds digit d",
        ),
        Form(
            "course",
            N_("each grid by itself, and both copies of a shared cell equal"),
            lambda layout: tuple(cell for grid in layout.grids for cell in grid.cells),
            _course_rules,
            lambda size: f"variable {size**3}(g-1) + {size**2}(i-1) + {size}(j-1) + d: in grid g, row i, column j is d",
        ),
    )
}
"""The forms of encoding by name."""
