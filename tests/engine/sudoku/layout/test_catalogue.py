"""Every named layout: its parts, and that everything works on it from its houses alone."""

import pickle
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sudoku.layout import LAYOUTS, Layout, describe, from_cliques, from_grids, recognised
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Digits, Puzzle, is_solution
from engine.sudoku.search import exact as search
from engine.sudoku.search import solving

SHAPES = {  # of some layouts: digits, cells, houses, grids
    "single": (9, 81, 27, 1),
    "double": (9, 153, 53, 2),
    "double-lower-left": (9, 153, 53, 2),
    "double-upper-right": (9, 153, 53, 2),
    "double-upper-left": (9, 153, 53, 2),
    "triple": (9, 225, 79, 3),
    "samurai": (9, 369, 131, 5),
    "x": (9, 81, 29, 1),
    "windows": (9, 81, 31, 1),
    "jigsaw": (9, 81, 27, 1),
    "3x3": (3, 9, 6, 1),
    "4x4": (4, 16, 12, 1),
    "5x5": (5, 25, 10, 1),
    "6x6": (6, 36, 18, 1),
    "7x7": (7, 49, 14, 1),
    "8x8": (8, 64, 24, 1),
    "16x16": (16, 256, 48, 1),
    "25x25": (25, 625, 75, 1),
}


@pytest.fixture(params=LAYOUTS)
def named(request: pytest.FixtureRequest) -> Layout:
    return LAYOUTS[request.param]()


def test_shapes() -> None:
    made = {name: make() for name, make in LAYOUTS.items()}
    found = {name: (lay.size, len(lay.cells), len(lay.houses), len(lay.grids)) for name, lay in made.items()}
    assert found.items() >= SHAPES.items()
    assert all(layout.name == name for name, layout in made.items())
    assert len({layout.title for layout in made.values()}) == len(made)


def test_houses_are_full_and_distinct(named: Layout) -> None:
    assert all(len(set(house.cells)) == named.size for house in named.houses)
    for distinct in ({house.cells for house in named.houses}, {house.name for house in named.houses}):
        assert len(distinct) == len(named.houses)
    boxes = [house for house in named.houses if house.kind == "box"]
    inside = [cell for house in boxes for cell in house.cells]
    assert len(inside) == len(set(inside)) == (len(named.cells) if boxes else 0)


def test_corners_of_the_doubles() -> None:
    doubles = {name: make() for name, make in LAYOUTS.items() if "double" in name}
    corners = {name: [(grid.row, grid.column) for grid in layout.grids] for name, layout in doubles.items()}
    assert corners == {
        "double": [(0, 0), (6, 6)],
        "double-lower-left": [(0, 6), (6, 0)],
        "double-upper-right": [(6, 0), (0, 6)],
        "double-upper-left": [(6, 6), (0, 0)],
    }


def test_the_boxes_of_the_jigsaw_are_connected() -> None:
    layout = LAYOUTS["jigsaw"]()
    again = from_cliques("", 9, [[layout.cells[cell] for cell in house.cells] for house in layout.houses])
    assert again is layout
    assert [house.kind for house in layout.houses].count("box") == 9


def test_a_layout_pickles_as_its_name(named: Layout) -> None:
    copied = pickle.dumps(Puzzle(named, (0,) * len(named.cells)))
    assert pickle.loads(copied).layout is named
    assert len(copied) < 300 + 2 * len(named.cells)


def test_any_other_layout_pickles_whole() -> None:
    for other in (from_grids("own", "my own", 2, 2, [(0, 0)]), replace(LAYOUTS["single"](), title="not the usual one")):
        assert other.peers  # cached now, and not pickled
        copy = pickle.loads(pickle.dumps(other))
        assert copy == other
        assert copy is not LAYOUTS["single"]()
        assert "peers" not in vars(copy)


def test_a_layout_is_recognised_by_its_houses(named: Layout) -> None:
    renamed = replace(named, name="other", title="other", houses=named.houses[::-1])
    match = recognised(renamed)
    assert match.cells == named.cells
    assert {house.cells for house in match.houses} == {house.cells for house in named.houses}
    assert recognised(replace(named, name="less", houses=named.houses[:-1])).name == "less"


@pytest.mark.parametrize("share", [0.2, 0.4, 0.5])
def test_puzzles_can_be_made(named: Layout, share: float) -> None:
    made = generate(named, int(share * len(named.cells)), seed=5)
    assert made.reached
    assert is_solution(made.puzzle, made.solution)
    assert solving.solve(made.puzzle) == made.solution


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name == "25x25" else []) for name in LAYOUTS]
)
def test_sat_agrees(name: str, solutions_by_sat: Callable[..., list[Digits]]) -> None:
    layout = LAYOUTS[name]()
    made = generate(layout, len(layout.cells) // 2, seed=8)
    assert solutions_by_sat(made.puzzle) == [made.solution]
    if len(layout.cells) < 200:
        assert solutions_by_sat(made.puzzle, form="course") == [made.solution]


def test_seeds_give_different_grids(named: Layout) -> None:
    assert search.random_solution(named, 1) == search.random_solution(named, 1)
    if named.size > 3:
        assert len({search.random_solution(named, seed) for seed in range(5)}) > 1


def test_a_search_that_would_not_end_is_given_up() -> None:
    layout = LAYOUTS["25x25"]()
    kernel = search.GridSearch(layout, 3)
    solution = kernel.fill()
    kernel.load([digit if cell % 3 == 0 else 0 for cell, digit in enumerate(solution)])
    assert kernel.run(7, patience=5) == 7
    kernel.load(solution)
    assert kernel.run(7, patience=5) == 1


@given(st.integers(0, 3), st.integers(-20, 20), st.integers(-20, 20))
def test_the_canvas_begins_where_the_layout_does(corner: int, row: int, column: int) -> None:
    there = [(row, column), (row + 6 * (-1) ** (corner // 2), column + 6 * (-1) ** (corner % 2))]
    layout = from_grids("moved", "moved", 3, 3, there)
    assert min(row for row, _ in layout.cells) == min(column for _, column in layout.cells) == 0
    assert (layout.rows, layout.columns) == (15, 15)
    for grid in layout.grids:
        assert layout.cells[grid.cells[0]] == (grid.row, grid.column)
        assert len(grid.cells) == 81


@pytest.mark.parametrize(
    ("size", "cliques", "reason"),
    [
        (9, [], "a layout without houses"),
        (0, [[(0, 0), (0, 1)]], "0 digits; 1 to 25 are possible"),
        (26, [[(0, 0), (0, 1)]], "26 digits; 1 to 25 are possible"),
        (
            2,
            [[(0, 0), (0, 1)], [(0, 0), (0, 1), (0, 2)]],
            "house 2 has 3 cells; 2 to 2 are possible, one per digit",
        ),
        (2, [[(0, 0), (0, 0)]], "house 1 has 1 cells; 2 to 2 are possible, one per digit"),
        (2, [[(0, 0), (0, 500)]], "a layout of more than 1000 cells, 400 houses or 99 rows"),
        (2, [[(0, 0), (0, 1)]] * 401, "a layout of more than 1000 cells, 400 houses or 99 rows"),
        (25, [[(r, c) for c in range(25)] for r in range(45)], "a layout of more than 1000 cells"),
    ],
)
def test_cliques_that_make_no_layout(size: int, cliques: list[list[tuple[int, int]]], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        from_cliques("", size, cliques)


def test_kinds_of_cliques() -> None:
    rows = [[(r, c) for c in range(4)] for r in range(4)]
    columns = [[(r, c) for r in range(4)] for c in range(4)]
    scattered, corner = [(0, 0), (1, 1), (2, 2), (3, 3)], [(0, 0), (0, 1), (1, 0), (1, 1)]
    overlapping, short = [(1, 1), (1, 2), (2, 1), (2, 2)], [(0, 3), (1, 2)]
    layout = from_cliques("four", 4, [*rows, *columns, scattered, corner, overlapping, short])
    assert [house.name for house in layout.houses[8:]] == ["extra house 1", "box 1", "extra house 2", "pair r1c4/r2c3"]
    assert layout.houses[-1].label == "pair r1c4/r2c3"
    assert layout.cells[3] in map(layout.cells.__getitem__, layout.marked_cells), "a pair alone is marked"
    assert (layout.name, layout.title, layout.grids) == ("custom", "four", ())


@pytest.mark.parametrize("name", LAYOUTS)
def test_lines_mark_data_that_they_do_not_show(name: str) -> None:
    layout = LAYOUTS[name]()
    marked = {"x": 17, "windows": 36}.get(name, 0)
    assert len(layout.marked_cells) == marked
    if name == "x":
        assert {layout.cells[cell] for cell in layout.marked_cells} == {(i, j) for i in range(9) for j in (i, 8 - i)}
    assert {house.kind for house in layout.houses if house.is_plain} <= {"row", "column", "box"}


def test_houses_of_any_kind_from_a_file_are_to_be_marked() -> None:
    layout = describe("layout caged\nsize 4\nboxes 2x2\ngrid 1 1\nhouse cage r1c1 r2c2 r3c3\n")
    assert [layout.cell_name(cell) for cell in sorted(layout.marked_cells)] == ["r1c1", "r2c2", "r3c3"]
