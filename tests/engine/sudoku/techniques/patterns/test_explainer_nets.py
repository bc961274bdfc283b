"""The chains and nets of Sudoku Explainer: the first step of a kind, with the rating that its length gives."""

from itertools import groupby
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import Cancelled
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.solving import solutions
from engine.sudoku.techniques.patterns.explainer_nets import ExplainerNets

CHAINS, CELLS_AND_HOUSES, NESTED = 20, 23, 28
GROUP = 4
"""Positions in a test."""

Case = tuple[int, list[int], list[int]]
"""A kind of `explainer.STAGES`, digits, masks of candidates."""


def case(line: str) -> Case:
    kind, digits, *masks = line.split()
    return int(kind), [int(digit) for digit in digits], [int(mask, 16) for mask in masks]


CASES = [
    case(line)
    for line in Path(__file__).with_name("explainer-nets.txt").read_text().splitlines()
    if not line.startswith("#")
]
GROUPS = [
    cases[start : start + GROUP]
    for cases in (list(group) for _, group in groupby(CASES, key=lambda case: case[0]))
    for start in range(0, len(cases), GROUP)
]


def first(grid: ExplainerNets, case: Case) -> str:
    """The first step: its rating, what it places, and what it removes; "-" if there is none."""
    kind, values, masks = case
    grid.load(values, masks)
    if not grid.first_net(kind):
        return "-"
    places = [f"r{cell // 9 + 1}c{cell % 9 + 1}={digit}" for cell, digit in grid.step_places()]
    removes = [f"r{cell // 9 + 1}c{cell % 9 + 1}-{digit}" for cell, digit in grid.step_removes()]
    return " ".join([f"{grid.step_rank():.1f}", *places, *removes])


@pytest.mark.parametrize("cases", GROUPS, ids=[f"{cases[0][0]}-{at}" for at, cases in enumerate(GROUPS)])
def test_the_first_step_of_a_kind(cases: list[Case], snapshot: SnapshotAssertion) -> None:
    grid = ExplainerNets()
    grid.allow(10**9)
    assert "\n".join(first(grid, case) for case in cases) == snapshot


@pytest.mark.parametrize("at", range(0, len(CASES), 12))
def test_a_step_keeps_the_solution(at: int) -> None:
    """Chains need no guess that the solution is the only one."""
    kind, values, masks = CASES[at]
    (solution,) = solutions(Puzzle(single(), tuple(values)))
    grid = ExplainerNets()
    grid.allow(10**9)
    grid.load(values, masks)
    assert grid.first_net(kind)
    assert all(solution[cell] == digit for cell, digit in grid.step_places())
    assert all(solution[cell] != digit for cell, digit in grid.step_removes())


def test_runs_are_counted_and_limited() -> None:
    kind, values, masks = next(case for case in CASES if case[0] == CELLS_AND_HOUSES)
    grid = ExplainerNets()
    grid.load(values, masks)
    grid.allow(10**9)
    assert grid.first_net(kind)
    assert not grid.is_exhausted()
    low, high = 0, 2 * sum(mask.bit_count() for mask in masks)
    while low < high:  # the fewest that are enough
        middle = (low + high) // 2
        grid.allow(middle)
        if grid.first_net(kind):
            high = middle
        else:
            assert grid.is_exhausted()
            low = middle + 1
    assert 1 < low <= sum(mask.bit_count() for mask in masks)  # each candidate is assumed once at most


def test_a_long_search_can_be_cancelled() -> None:
    kind, values, masks = next(case for case in CASES if case[0] == NESTED)
    grid = ExplainerNets()
    grid.load(values, masks)
    polls = []

    def cancel() -> bool:
        polls.append(True)
        return len(polls) > 1

    grid.allow(10**9, cancel)
    with pytest.raises(Cancelled):
        [grid.first_net(kind) for _ in range(1000)]
