"""Layouts of many shapes, and a second opinion by SAT."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from pysat.solvers import Solver

from engine.sudoku.encoding import encode
from engine.sudoku.layout import House, Layout, double, from_grids, single
from engine.sudoku.puzzle import Digits, Puzzle


def _with_diagonals(layout: Layout) -> Layout:
    span = range(layout.size)
    down = tuple(layout.index[i, i] for i in span)
    up = tuple(sorted(layout.index[i, layout.size - 1 - i] for i in span))
    houses = (*layout.houses, House("diagonal", "diagonal 1", down), House("diagonal", "diagonal 2", up))
    return replace(layout, name="diagonal", title="diagonal sudoku", houses=houses)


def _with_cages(layout: Layout) -> Layout:
    """Houses with fewer cells than digits: they need not hold every digit."""
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
    """Many layouts by name, from the ordinary to five grids and houses of two cells."""
    return LAYOUTS


@pytest.fixture(scope="session", params=LAYOUTS.values(), ids=LAYOUTS)
def layout(request: pytest.FixtureRequest) -> Layout:
    """Each of these layouts."""
    return request.param


@pytest.fixture(scope="session")
def solutions_by_sat() -> Callable[..., list[Digits]]:
    """Up to `limit` solutions of a puzzle by a SAT solver, each blocked before the next is looked for."""

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
    """All solutions of a small puzzle, by filling cell after cell and looking at the peers: nothing clever."""

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
