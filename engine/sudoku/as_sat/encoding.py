"""A puzzle as a formula, and its model as digits.

Both forms are the extended encoding: a variable for each cell and digit, true if the cell holds the digit; each cell
holds at least one and at most one digit, and each digit stands at least once and at most once in each row, column and
box (I. Lynce and J. Ouaknine, "Sudoku as a SAT problem", 2006). They differ in the cells that grids share.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, combinations

from engine.base.errors import InputError
from engine.sat.formula.formula import Formula, Literals
from engine.sudoku.formats import write
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle


@dataclass(frozen=True)
class Form:
    """A form of encoding: the cell that each block of `size` variables is about, the rules, the numbering in words."""

    name: str
    summary: str
    places: Callable[[Layout], tuple[int, ...]]
    rules: Callable[[Layout], Iterator[Literals]]
    numbering: Callable[[int], str]


@dataclass(frozen=True)
class Encoding:
    """A puzzle's formula and what its variables mean.

    With n digits, variable n*p + d says that the cell at place p holds digit d. In form `shared` the places are the
    layout's cells. In form `course` they are the cells of grid 1 in reading order, then those of grid 2, and so on:
    for row i and column j of a 9x9 grid that is (i-1)81 + (j-1)9 + d, and 729 more in grid 2.
    """

    puzzle: Puzzle
    form: str
    formula: Formula
    places: tuple[int, ...] = field(repr=False)

    @property
    def layout(self) -> Layout:
        """The puzzle's layout."""
        return self.puzzle.layout

    @cached_property
    def copies(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the places it has: one, or one for each grid that holds it."""
        found: list[list[int]] = [[] for _ in self.layout.cells]
        for place, cell in enumerate(self.places):
            found[cell].append(place)
        return tuple(tuple(places) for places in found)

    def variable(self, cell: int, digit: int, grid: int | None = None) -> int:
        """The variable of a cell and digit; where every grid has its own, that of grid `grid` (None: of the first).

        Raises ValueError if the digit is outside 1..size or the grid does not hold the cell.
        """
        if not 1 <= digit <= self.layout.size:
            raise ValueError(f"digit {digit} is outside 1..{self.layout.size}")
        numbers = [held.number for held in self.layout.grids_of(cell)]
        if grid not in (None, *numbers):
            raise ValueError(f"{self.layout.cell_name(cell)} is not in grid {grid}")
        copies = self.copies[cell]
        place = copies[numbers.index(grid)] if grid is not None and len(copies) > 1 else copies[0]
        return place * self.layout.size + digit

    def meaning(self, variable: int) -> tuple[int, int]:
        """The cell and digit of a variable. Raises ValueError outside 1..variables."""
        if not 1 <= variable <= self.formula.variables:
            raise ValueError(f"variable {variable} is outside 1..{self.formula.variables}")
        place, digit = divmod(variable - 1, self.layout.size)
        return self.places[place], digit + 1

    def decode(self, model: Sequence[int]) -> Digits:
        """The digits of a model, given as literals. Raises ValueError if a cell gets no digit or two."""
        digits = [0] * len(self.layout.cells)
        for literal in model:
            if literal > 0:
                cell, digit = self.meaning(literal)
                if digits[cell] not in (0, digit):
                    raise ValueError(f"the model puts {digits[cell]} and {digit} into {self.layout.cell_name(cell)}")
                digits[cell] = digit
        if 0 in digits:
            raise ValueError(f"the model leaves {self.layout.cell_name(digits.index(0))} empty")
        return tuple(digits)


def encode(puzzle: Puzzle, form: str = "shared") -> Encoding:
    """The puzzle as a formula that is satisfiable exactly if the puzzle has a solution.

    The rules come first, then one unit clause for each given: in form `course` it is about the first grid that holds
    the cell, the equivalences carry it over. Raises InputError for an unknown form, and for `course` if a house lies
    in no grid.
    """
    if form not in FORMS:
        raise InputError(f"unknown form of encoding {form!r}", advice="use one of " + ", ".join(FORMS))
    layout, size = puzzle.layout, puzzle.layout.size
    places = FORMS[form].places(layout)
    givens = ((places.index(cell) * size + digit,) for cell, digit in enumerate(puzzle.givens) if digit)
    formula = Formula.of(chain(FORMS[form].rules(layout), givens), comments=_comments(puzzle, FORMS[form]))
    return Encoding(puzzle, form, formula, places)


def _comments(puzzle: Puzzle, form: Form) -> list[str]:
    name = " ".join(puzzle.name.split())
    title = f"{puzzle.layout.title}, holes: {puzzle.holes}" + f", {name}" * bool(name)
    grid = write(Puzzle(puzzle.layout, puzzle.givens), "grid" if puzzle.layout.size <= 9 else "spaced")
    numbering = form.numbering(puzzle.layout.size)
    about = [f"{form.name} encoding: {form.summary}", numbering, f"made by: satsudoku encode --form {form.name}"]
    return [title, "", *grid.splitlines(), "", *about]


def _shared_rules(layout: Layout) -> Iterator[Literals]:
    """The rules over the cells of the layout; that two cells differ, which two houses may say, is said once."""
    size, digits = layout.size, range(1, layout.size + 1)
    for cell in range(len(layout.cells)):
        yield from _exactly_one([cell * size + digit for digit in digits])
    said: set[tuple[int, int]] = set()
    for house in layout.houses:
        pairs = [pair for pair in combinations(house.cells, 2) if pair not in said]
        said.update(pairs)
        for digit in digits:
            if len(house.cells) == size:
                yield tuple(cell * size + digit for cell in house.cells)
            for first, second in pairs:
                yield -(first * size + digit), -(second * size + digit)


def _course_rules(layout: Layout) -> Iterator[Literals]:
    """The rules of each grid by itself, nothing left out, then two clauses for each digit of each shared cell."""
    size, digits = layout.size, range(1, layout.size + 1)
    start = 0
    copies: dict[int, list[int]] = {}
    encoded = set()
    for grid in layout.grids:
        places = {cell: start + place for place, cell in enumerate(grid.cells)}
        start += len(places)
        for cell, place in places.items():
            copies.setdefault(cell, []).append(place)
            yield from _exactly_one([place * size + digit for digit in digits])
        for number, house in enumerate(layout.houses):
            if places.keys() >= set(house.cells):
                encoded.add(number)
                for digit in digits:
                    at_least_one, *at_most_one = _exactly_one([places[cell] * size + digit for cell in house.cells])
                    if len(house.cells) == size:
                        yield at_least_one
                    yield from at_most_one
    if len(encoded) < len(layout.houses):
        raise InputError(f"{layout.title} has a house outside its grids", advice="use the form shared")
    for first, *others in copies.values():
        for other in others:
            for digit in digits:
                yield -(first * size + digit), other * size + digit
                yield first * size + digit, -(other * size + digit)


def _exactly_one(variables: Sequence[int]) -> list[Literals]:
    """At least one of the variables, then at most one, pair by pair."""
    return [tuple(variables), *((-one, -other) for one, other in combinations(variables, 2))]


FORMS = {
    form.name: form
    for form in (
        Form(
            "shared",
            "each cell once, no clause twice",
            lambda layout: tuple(range(len(layout.cells))),
            _shared_rules,
            lambda size: f"variable {size}c + d: cell c of the canvas, from 0 in reading order, holds digit d",
        ),
        Form(
            "course",
            "each grid by itself, and both copies of a shared cell equal",
            lambda layout: tuple(cell for grid in layout.grids for cell in grid.cells),
            _course_rules,
            lambda size: f"variable {size**3}(g-1) + {size**2}(i-1) + {size}(j-1) + d: in grid g, row i, column j is d",
        ),
    )
}
"""The forms of encoding by name."""
