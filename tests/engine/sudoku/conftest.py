"""Layouts of many shapes, and independent solutions by SAT."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

import pytest
from pysat.solvers import Solver

from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.step_clauses import clauses
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.layout import House, Layout, double, from_grids, single
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.techniques.catalogue import Premise, Technique
from engine.sudoku.techniques.position import Candidate, CellSet, Position, union
from engine.sudoku.techniques.step import Step


def _with_diagonals(layout: Layout) -> Layout:
    span = range(layout.size)
    down = tuple(layout.index[i, i] for i in span)
    up = tuple(sorted(layout.index[i, layout.size - 1 - i] for i in span))
    houses = (*layout.houses, House("diagonal", "diagonal 1", down), House("diagonal", "diagonal 2", up))
    return replace(layout, name="diagonal", title="diagonal sudoku", houses=houses)


def _with_cages(layout: Layout) -> Layout:
    """Houses with fewer cells than digits: they need not have every digit."""
    cages = (House("cage", "cage 1", (0, 5, 10)), House("cage", "cage 2", (3, 6)))
    return replace(layout, name="cages", title="sudoku 4x4 with cages", houses=layout.houses + cages)


LAYOUTS = {
    layout.name: layout
    for layout in (
        single(),
        double(),
        from_grids("small", "sudoku 4x4", 2, 2, [(0, 0)]),
        from_grids("six", "sudoku 6x6", 2, 3, [(0, 0)]),
        from_grids("twins", "two 4x4 that share a box", 2, 2, [(0, 2), (2, 0)]),
        from_grids("samurai", "samurai", 3, 3, [(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)]),
        _with_diagonals(single()),
        _with_cages(from_grids("small", "sudoku 4x4", 2, 2, [(0, 0)])),
        from_grids("sixteen", "sudoku 16x16", 4, 4, [(0, 0)]),
    )
}


@pytest.fixture(scope="session")
def layouts() -> dict[str, Layout]:
    """Many layouts by name, from ordinary ones to five grids and houses of two cells."""
    return LAYOUTS


@pytest.fixture(scope="session", params=LAYOUTS.values(), ids=LAYOUTS)
def layout(request: pytest.FixtureRequest) -> Layout:
    """Each of these layouts."""
    return request.param


@pytest.fixture(scope="session")
def solutions_by_sat() -> Callable[..., list[Digits]]:
    """Up to `limit` solutions of a puzzle by a SAT solver; each is blocked before the next search."""

    def solutions(puzzle: Puzzle, limit: int = 2, form: str = "shared") -> list[Digits]:
        encoding = encode(puzzle, form)
        found: list[Digits] = []
        with Solver("cadical153", bootstrap_with=list(encoding.formula)) as solver:
            while len(found) < limit and solver.solve():
                found.append(encoding.decode(solver.get_model()))
                solver.add_clause([-encoding.variable(cell, digit) for cell, digit in enumerate(found[-1])])
        return found

    return solutions


@pytest.fixture(scope="session")
def solutions_by_trying() -> Callable[[Puzzle], list[Digits]]:
    """All solutions of a small puzzle, by plain backtracking over the peers."""

    def solutions(puzzle: Puzzle) -> list[Digits]:
        layout, found = puzzle.layout, []
        board = list(puzzle.givens)

        def allowed(cell: int, digit: int) -> bool:
            return all(board[peer] != digit for peer in layout.peers[cell])

        def fill(cell: int) -> None:
            if cell == len(board):
                found.append(tuple(board))
            elif board[cell]:
                if allowed(cell, board[cell]):
                    fill(cell + 1)
            else:
                for digit in range(1, layout.size + 1):
                    if allowed(cell, digit):
                        board[cell] = digit
                        fill(cell + 1)
                board[cell] = 0

        fill(0)
        return found

    return solutions


@pytest.fixture(scope="session")
def cells() -> Callable[[Layout, str], CellSet]:
    """The set of cells with these names, as in `r1c2 r3c4`."""

    def find(layout: Layout, names: str) -> CellSet:
        numbers = {layout.cell_name(cell): cell for cell in range(len(layout.cells))}
        return union(numbers[name] for name in names.split())

    return find


@pytest.fixture(scope="session")
def blank(cells: Callable[[Layout, str], CellSet]) -> Callable[..., Position]:
    """An empty board with every candidate, except in some cells and houses.

    `only` gives the digits of cells by name; `places` gives, by digit and name of a house, the only cells of that house
    that keep the digit.
    """

    def make(layout: Layout, only: Mapping[str, str] = {}, places: Mapping[tuple[int, str], str] = {}) -> Position:
        masks = [(2 << layout.size) - 2] * len(layout.cells)
        for name, digits in only.items():
            masks[cells(layout, name).bit_length() - 1] = union(map(int, digits))
        houses = {house.name: house for house in layout.houses}
        for (digit, name), names in places.items():
            for cell in houses[name].cells:
                if not cells(layout, names) >> cell & 1:
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
    """The steps whose cells have exactly these names."""

    def choose(steps: list[Step], layout: Layout, names: str) -> list[Step]:
        return [step for step in steps if {layout.cell_name(cell) for cell in step.cells} == set(names.split())]

    return choose


UNIQUENESS = {
    technique
    for technique in Technique
    if technique.value.premise is not Premise.RULES and technique is not Technique.NESTED_FORCING
}


@cache
def rules(layout: Layout) -> SudokuFormula:
    """The encoding of an empty board."""
    return encode(Puzzle(layout, (0,) * len(layout.cells)))


@pytest.fixture(scope="session")
def check_clauses() -> Callable[[Step, Position], None]:
    """Fails unless a step's clauses and the position imply every conclusion, and no fewer clauses do.

    Steps that assume a unique solution are skipped.
    """

    def check(step: Step, position: Position) -> None:
        if step.technique in UNIQUENESS:
            return
        encoding = rules(position.layout)
        selection = clauses(step, position, encoding)
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

        assert implied(list(selection)), step
        assert not any(implied([index for index in selection if index != left_out]) for left_out in selection), step

    return check
