"""Positions made for one pattern, and a judge of what a step rests on."""

from collections.abc import Callable, Mapping
from functools import cache

import pytest
from pysat.solvers import Solver

from engine.sudoku.encoding import Encoding, encode
from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.clauses import clauses
from engine.sudoku.techniques.position import Candidate, CellSet, Position, union
from engine.sudoku.techniques.step import Step


@pytest.fixture(scope="session")
def cells() -> Callable[[Layout, str], CellSet]:
    """From names, as in `r1c2 r3c4`, to the set of cells."""

    def find(layout: Layout, names: str) -> CellSet:
        numbers = {layout.cell_name(cell): cell for cell in range(len(layout.cells))}
        return union(numbers[name] for name in names.split())

    return find


@pytest.fixture(scope="session")
def blank(cells: Callable[[Layout, str], CellSet]) -> Callable[..., Position]:
    """An empty board with every candidate, but for some cells and some houses.

    `only` gives the digits of cells by name; `places` gives, by digit and name of a house, the only cells of that
    house that keep the digit.
    """

    def make(
        layout: Layout, only: Mapping[str, str] = {}, places: Mapping[tuple[int, str], str] = {}
    ) -> Position:
        masks = [(2 << layout.size) - 2] * len(layout.cells)
        for name, digits in only.items():
            masks[cells(layout, name).bit_length() - 1] = union(map(int, digits))
        houses = {house.name: house for house in layout.houses}
        for (digit, name), kept in places.items():
            for cell in houses[name].cells:
                if not cells(layout, kept) >> cell & 1:
                    masks[cell] &= ~(1 << digit)
        return Position(layout, (0,) * len(layout.cells), tuple(masks))

    return make


@pytest.fixture(scope="session")
def removed(cells: Callable[[Layout, str], CellSet]) -> Callable[[Layout, str, int], set[Candidate]]:
    """The candidates `digit` in the cells with these names."""

    def make(layout: Layout, names: str, digit: int) -> set[Candidate]:
        return {Candidate(cells(layout, name).bit_length() - 1, digit) for name in names.split()}

    return make


@pytest.fixture(scope="session")
def at() -> Callable[[list[Step], Layout, str], list[Step]]:
    """Those of some steps whose cells have just these names."""

    def choose(steps: list[Step], layout: Layout, names: str) -> list[Step]:
        return [step for step in steps if {layout.cell_name(cell) for cell in step.cells} == set(names.split())]

    return choose


UNIQUENESS = {
    technique for technique in Technique if technique.name.startswith(("UNIQUE_RECTANGLE", "HIDDEN_RECTANGLE", "BUG"))
}


@cache
def rules(layout: Layout) -> Encoding:
    """The encoding of an empty board."""
    return encode(Puzzle(layout, (0,) * len(layout.cells)))


@pytest.fixture(scope="session")
def check_clauses() -> Callable[[Step, Position], None]:
    """Fails unless a step's clauses and what the position says imply every conclusion, and no clause less does.

    Steps that assume a single solution are passed over.
    """

    def check(step: Step, position: Position) -> None:
        if step.technique in UNIQUENESS:
            return
        encoding = rules(position.layout)
        chosen = clauses(step, position, encoding)
        facts = [
            encoding.variable(cell, digit) * (1 if position.values[cell] == digit else -1)
            for cell, mask in enumerate(position.masks)
            for digit in range(1, position.layout.size + 1)
            if not mask >> digit & 1
        ]
        contraries = [-encoding.variable(*place) for place in step.places]
        contraries += [encoding.variable(*removed) for removed in step.removes]

        def implied(indices: list[int]) -> bool:
            with Solver("minisat22", bootstrap_with=[encoding.formula[index] for index in indices]) as solver:
                return not any(solver.solve(assumptions=[*facts, contrary]) for contrary in contraries)

        assert implied(list(chosen)), step
        assert not any(implied([index for index in chosen if index != left_out]) for left_out in chosen), step

    return check
