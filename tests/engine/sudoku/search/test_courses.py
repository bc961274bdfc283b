"""The courses of the searches on fixed puzzles: nodes, events, solutions in order, and grids by their seeds.

A change of heuristics changes these numbers on purpose (`--snapshot-update`); any other change should not.
"""

import random
from collections.abc import Iterable
from itertools import islice
from zlib import crc32

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search import backtracking, exact, solving
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.exact import GridSearch, random_solution

SMALL = ("4x4", "6x6", "single", "x", "jigsaw")


def checksum(values: Iterable[object]) -> int:
    return crc32(repr([*values]).encode())


def puzzles(layout: Layout) -> list[tuple[Puzzle, list[int]]]:
    """Puzzles of few and of many givens, each with candidates of which some are excluded; one has no solution."""
    found = []
    for seed, share in enumerate((0.0, 0.25, 0.35, 0.5)):
        dice, solution = random.Random(seed), random_solution(layout, seed)
        givens = [digit if dice.random() < share else 0 for digit in solution]
        masks = [(2 << layout.size) - 2 & ~(1 << dice.randint(1, layout.size)) | 1 << digit for digit in solution]
        found.append((Puzzle(layout, tuple(givens)), masks))
    wrong = [*givens]
    cell = next(cell for cell, digit in enumerate(wrong) if digit)
    wrong[cell] = wrong[cell] % layout.size + 1
    return [*found, (Puzzle(layout, tuple(wrong)), masks)]


def nodes_of(search: GridSearch | SliceSearch, limit: int) -> int:
    """The number of nodes until a number of solutions is found, at most 60."""
    nodes = 1
    while nodes < 60 and not search.advance(limit, 1):
        nodes += 1
    return nodes


@pytest.mark.every_combination
@pytest.mark.parametrize("name", [*SMALL[:3], *(pytest.param(name, marks=pytest.mark.compiled) for name in SMALL[3:])])
def test_counting(name: str, snapshot: SnapshotAssertion) -> None:
    layout, found = LAYOUTS[name](), []
    searches: list[GridSearch | SliceSearch] = [GridSearch(layout), SliceSearch(layout)]
    for puzzle, masks in puzzles(layout):
        for search in searches:
            for candidates in (None, masks):
                search.load(puzzle.givens, candidates)
                nodes = nodes_of(search, 20)
                search.load(puzzle.givens, candidates)
                search.exclude(layout.size, 1)
                few = search.run(3, patience=60)
                found.append(f"{type(search).__name__} {nodes} nodes, {few} found, {checksum(search.solution())}")
        found.append(f"in order {checksum(islice(solving.solutions(puzzle), 2))}")
    assert "\n".join(found) == snapshot


@pytest.mark.every_combination
@pytest.mark.parametrize("name", SMALL[:4])
def test_recordings(name: str, snapshot: SnapshotAssertion) -> None:
    found = []
    for puzzle, _ in puzzles(LAYOUTS[name]())[1:]:
        both = exact.record(puzzle, 3000), backtracking.record(puzzle, max_steps=3000)
        found += [f"{made.status.value} {len(made)} {checksum(islice(made, 1000))}" for made in both]
    assert "\n".join(found) == snapshot


@pytest.mark.few(2)
@pytest.mark.every_combination
@pytest.mark.parametrize(
    "name", [*SMALL[:4], *(pytest.param(name, marks=pytest.mark.compiled) for name in (SMALL[4], "double"))]
)
def test_random_grids(name: str, snapshot: SnapshotAssertion) -> None:
    """The same seed makes the same grid in each release, as puzzles are made again from their seeds."""
    layout, found = LAYOUTS[name](), []
    for seed in range(2):
        search = GridSearch(layout, seed)
        order = [*range(20)]
        found.append(f"{checksum(search.fill())} {checksum(search.fill())} {checksum(random_solution(layout, seed))}")
        search.seed(seed)
        search.shuffle(order)
        found.append(f"{order} {search.nodes_for(100_000)}")
    assert "\n".join(found) == snapshot
