"""Generated puzzles: unique by another solver's word, reproducible, and honest about what was not reached."""

from collections.abc import Callable

import pytest

from engine.errors import Cancelled, InputError
from engine.sudoku.formats import write
from engine.sudoku.generator import LEVELS, generate, levels
from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.puzzle import Digits, Puzzle, is_solution
from engine.sudoku.search import GridSearch

HOLES = {
    "single": 50, "double": 90, "small": 10, "six": 20, "twins": 18, "samurai": 180, "diagonal": 50, "cages": 10,
    "sixteen": 110,
}  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_sat_finds_the_solution_and_no_other(
    layout: Layout, seed: int, solutions_by_sat: Callable[..., list[Digits]]
) -> None:
    made = generate(layout, HOLES[layout.name], seed=seed)
    assert made.reached
    assert (made.puzzle.holes, made.wanted, made.seed) == (HOLES[layout.name], HOLES[layout.name], seed)
    assert is_solution(made.puzzle, made.solution)
    assert solutions_by_sat(made.puzzle) == [made.solution]


@pytest.mark.parametrize("name", LAYOUTS)
def test_levels(name: str) -> None:
    layout = LAYOUTS[name]()
    for holes in levels(layout).values():
        made = generate(layout, holes, seed=11)
        assert made.reached
        assert GridSearch(layout).count(made.puzzle.givens) == 1


def test_levels_get_harder(layout: Layout) -> None:
    assert list(levels(layout)) == list(LEVELS["double"]) == ["easy", "medium", "hard"]
    holes = list(levels(layout).values())
    assert holes == sorted(set(holes))
    assert holes[-1] < len(layout.cells)


def test_the_double_has_the_holes_of_the_course() -> None:
    assert levels(double()) == {"easy": 50, "medium": 70, "hard": 90}


@pytest.mark.parametrize("name", ["single", "double", "six"])
def test_when_not_reached_no_given_can_go(layouts: dict[str, Layout], name: str) -> None:
    layout = layouts[name]
    made = generate(layout, len(layout.cells) - 1, seed=1)
    assert not made.reached
    assert made.wanted == len(layout.cells) - 1
    search = GridSearch(layout)
    assert search.count(made.puzzle.givens) == 1
    for cell, digit in enumerate(made.puzzle.givens):
        if digit:
            givens = bytearray(made.puzzle.givens)
            givens[cell] = 0
            assert search.count(givens) == 2


def test_a_seed_gives_the_same_puzzle() -> None:
    made = {generate(double(), 70, seed=seed).puzzle.givens for seed in (1, 2, 1, 2, 3)}
    assert len(made) == 3
    line = write(generate(single(), 50, seed=2024).puzzle, "line").splitlines()[1]
    assert line == "4.37.2....5.9..64....4.1...5.9.....73..6....16.2.1..8.8.....4..73...6.25.6.548..."


def test_no_holes_at_all() -> None:
    made = generate(single(), 0, seed=1)
    assert made.puzzle == Puzzle(single(), made.solution, made.puzzle.name)


@pytest.mark.parametrize("holes", [-1, 82])
def test_refuses_impossible_numbers(holes: int) -> None:
    with pytest.raises(InputError, match=f"{holes} holes asked for"):
        generate(single(), holes, seed=1)


def test_progress() -> None:
    seen: list[tuple[int, int]] = []
    generate(double(), 60, seed=4, on_progress=lambda dug, wanted: seen.append((dug, wanted)))
    assert seen == [(dug, 60) for dug in range(1, 61)]


@pytest.mark.parametrize("after", [1, 2, 50, 200])
def test_cancel(after: int) -> None:
    polls: list[int] = []

    def cancel() -> bool:
        polls.append(1)
        return len(polls) == after

    with pytest.raises(Cancelled):
        generate(double(), 150, seed=1, cancel=cancel)
    assert len(polls) == after
