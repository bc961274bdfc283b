"""The steps of Sudoku Explainer without chains: the first of each kind, in positions that differ in what is found."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.sudoku.techniques.patterns.explainer_grid import ExplainerGrid

CHAINS = 20
KINDS = [kind for kind in range(22) if kind != CHAINS]
"""The kinds of steps that need no chain, as `explainer.STAGES` counts them."""
LINES = [
    line
    for line in Path(__file__).with_name("explainer-positions.txt").read_text().splitlines()
    if not line.startswith("#")
]


def name(cell: int) -> str:
    return f"r{cell // 9 + 1}c{cell % 9 + 1}"


def position(line: str) -> tuple[list[int], list[int]]:
    digits, *masks = line.split()
    return [int(digit) for digit in digits], [int(mask, 16) for mask in masks]


def loaded(line: str) -> ExplainerGrid:
    grid = ExplainerGrid()
    grid.load(*position(line))
    return grid


def step(grid: ExplainerGrid) -> str:
    """The step found: its rating, what it places, and what it removes in the order of the step."""
    places = [f"{name(cell)}={digit}" for cell, digit in grid.step_places()]
    removes: dict[int, str] = {}
    for cell, digit in grid.step_removes():
        removes[cell] = removes.get(cell, "") + str(digit)
    return " ".join([f"{grid.step_rank():.1f}", *places, *(f"{name(cell)}-{gone}" for cell, gone in removes.items())])


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_the_first_step_of_each_kind(line: str, snapshot: SnapshotAssertion) -> None:
    grid = loaded(line)
    found = [f"{kind}: {step(grid)}" for kind in KINDS if grid.first_pattern(kind)]
    assert "\n".join(found) == snapshot


@pytest.mark.parametrize("line", LINES[::8], ids=range(len(LINES[::8])))
def test_a_step_is_applied_to_both_cells_and_houses(line: str) -> None:
    """Afterwards the grid is as if newly loaded: the same steps follow, until there is none or the grid is full."""
    grid, fresh = loaded(line), ExplainerGrid()
    for _ in range(5):
        kind = next((kind for kind in KINDS if grid.first_pattern(kind)), None)
        if kind is None:
            break
        (values, masks), places, removes = grid.state(), grid.step_places(), grid.step_removes()
        assert places or removes
        assert all(masks[cell] >> digit & 1 for cell, digit in places + removes)
        grid.apply()
        after, left = grid.state()
        assert grid.is_solved() == all(after)
        assert grid.is_broken() == any(not value and not mask for value, mask in zip(after, left, strict=True))
        assert [cell for cell in range(81) if after[cell] != values[cell]] == [cell for cell, _ in places]
        for cell, digit in removes:
            assert not left[cell] >> digit & 1
        gone = set(removes)
        for cell, digit in places:
            assert after[cell] == digit
            assert not left[cell]
            sees = {c for c in range(81) if c // 9 == cell // 9 or c % 9 == cell % 9}
            sees |= {c for c in range(81) if c // 27 == cell // 27 and c % 9 // 3 == cell % 9 // 3}
            gone |= {(c, digit) for c in sees} | {(cell, other) for other in range(1, 10)}
        expected = [mask & ~sum(1 << d for d in range(1, 10) if (c, d) in gone) for c, mask in enumerate(masks)]
        assert list(left) == expected
        fresh.load(after, left)
        for kind in KINDS:
            found = grid.first_pattern(kind)
            assert fresh.first_pattern(kind) == found
            assert not found or step(fresh) == step(grid)
