"""The search kernel, compared with SAT, with brute force, with itself uncompiled, and on published puzzles."""

import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import Cancelled
from engine.sat.result import Status
from engine.sudoku.formats import parse
from engine.sudoku.layout import LAYOUTS, House, Layout, double, single
from engine.sudoku.puzzle import Digits, Puzzle, is_solution
from engine.sudoku.search import exact as kernel
from engine.sudoku.search.exact import GridSearch, fair_fill, random_solution, record
from engine.sudoku.search.recording import Action
from engine.sudoku.search.solving import count, solve


def _thin(solution: Digits, keep: float, dice: random.Random) -> list[int]:
    return [digit if dice.random() < keep else 0 for digit in solution]


@pytest.mark.compiled
def test_random_grids_of_4x4_are_fair() -> None:
    layout = LAYOUTS["4x4"]()
    search = GridSearch(layout, 1)
    expected = 100  # fillings of each grid
    counts = Counter(fair_fill(search, layout) for _ in range(288 * expected))
    assert len(counts) == 288
    # 287 degrees of freedom: more than 380 in one of 5,000 seeds; the quick fill has 1,200.
    assert sum((number - expected) ** 2 / expected for number in counts.values()) < 380


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", range(3))
def test_agrees_with_sat(layout: Layout, seed: int, solutions_by_sat: Callable[..., list[Digits]]) -> None:
    dice = random.Random(f"{layout.name} {seed}")
    solution = random_solution(layout, seed)
    large = len(layout.cells) > 200
    for keep in (0.25 + seed / 10,) if large else (0.1, 0.25, 0.35, 0.5):
        givens = _thin(solution, keep, dice)
        spoilt = list(givens)
        cell = dice.choice([cell for cell, digit in enumerate(givens) if not digit])
        spoilt[cell] = dice.randint(1, layout.size)
        for puzzle in (Puzzle(layout, tuple(givens)), Puzzle(layout, tuple(spoilt))):
            expected = solutions_by_sat(puzzle)
            assert count(puzzle) == len(expected)
            found = solve(puzzle)
            assert (found is not None and is_solution(puzzle, found)) == bool(expected)
            if len(expected) == 1:
                assert found == expected[0]


@pytest.mark.parametrize("name", ["small", "twins", "cages"])
@pytest.mark.parametrize("seed", range(20))
def test_counts_what_trying_everything_finds(
    layouts: dict[str, Layout], name: str, seed: int, solutions_by_trying: Callable[[Puzzle], list[Digits]]
) -> None:
    layout, dice = layouts[name], random.Random(seed)
    puzzle = Puzzle(layout, tuple(_thin(random_solution(layout, seed), 0.2, dice)))
    expected = solutions_by_trying(puzzle)
    assert count(puzzle, 10**6) == len(expected)
    search, found = GridSearch(layout), set()
    search.load(puzzle.givens)
    while search.run(len(found) + 1) > len(found):
        found.add(search.solution())
    assert found == set(expected)


@settings(deadline=None)
@given(st.lists(st.integers(0, 4), min_size=28, max_size=28))
def test_any_givens_have_as_many_solutions_as_trying_finds(
    layouts: dict[str, Layout], solutions_by_trying: Callable[[Puzzle], list[Digits]], givens: list[int]
) -> None:
    puzzle = Puzzle(layouts["twins"], tuple(digit if place % 4 == 0 else 0 for place, digit in enumerate(givens)))
    assert count(puzzle, 10**6) == len(solutions_by_trying(puzzle))


def test_counts_all_small_grids(layouts: dict[str, Layout]) -> None:
    assert count(Puzzle(layouts["small"], (0,) * 16), 10**6) == 288
    assert count(Puzzle(layouts["small"], (0,) * 16), 100) == 100
    assert count(Puzzle(layouts["small"], (1, 2, 3, 4) + (0,) * 12), 10**6) == 12


def test_slices_do_not_change_the_count(layouts: dict[str, Layout]) -> None:
    search = GridSearch(layouts["small"])
    search.load(bytes(16))
    slices = 1
    while not search.advance(10**6, 1):
        slices += 1
    assert search.run(10**6) == 288
    assert slices > 288


@pytest.mark.compiled
def test_excluding_a_digit_splits_the_solutions(
    layouts: dict[str, Layout], solutions_by_trying: Callable[[Puzzle], list[Digits]]
) -> None:
    layout = layouts["cages"]
    search = GridSearch(layout)
    for seed in range(5):
        puzzle = Puzzle(layout, tuple(_thin(random_solution(layout, seed), 0.15, random.Random(seed))))
        expected = solutions_by_trying(puzzle)
        for cell in range(16):
            for digit in range(1, 5):
                search.load(puzzle.givens)
                search.exclude(cell, digit)
                assert search.run(10**6) == sum(solution[cell] != digit for solution in expected)


@pytest.mark.parametrize("givens", [(5, 5), (1, 2, 3, 4, 5, 6, 7, 8, *(0,) * 9, 9)])
def test_contradictory_givens(givens: Digits) -> None:
    puzzle = Puzzle(single(), givens + (0,) * (81 - len(givens)))
    assert count(puzzle) == 0
    assert solve(puzzle) is None
    recording = record(puzzle)
    assert (len(recording), recording.status, recording.solution) == (0, Status.UNSATISFIABLE, None)


def test_a_search_is_used_again_and_again() -> None:
    search, other = GridSearch(double()), GridSearch(double(), 5)
    solution = other.fill()
    dice = random.Random(6)
    for _ in range(30):
        givens = _thin(solution, dice.random(), dice)
        assert search.count(givens) == count(Puzzle(double(), tuple(givens)))


def test_refuses_what_does_not_fit() -> None:
    search = GridSearch(single())
    for givens in (bytes(80), bytes([10]) + bytes(80)):
        with pytest.raises(ValueError, match="digit"):
            search.load(givens)
    too_many = House("row", "row", tuple(range(10)))
    with pytest.raises(ValueError, match="more cells in a house"):
        GridSearch(replace(single(), houses=(too_many,)))


def test_a_layout_without_complete_grids(layouts: dict[str, Layout]) -> None:
    diagonals = House("diagonal", "d", (0, 5, 10, 15)), House("diagonal", "u", (3, 6, 9, 12))
    knot = House("knot", "k", (0, 6, 9, 15))
    impossible = replace(layouts["small"], name="knot", houses=(*layouts["small"].houses, *diagonals, knot))
    expected = count(Puzzle(impossible, (0,) * 16))
    assert expected == 0
    with pytest.raises(ValueError, match="no complete grid"):
        random_solution(impossible, 1)


def test_starts_again_when_unlucky(monkeypatch: pytest.MonkeyPatch) -> None:
    polls = []
    monkeypatch.setattr(kernel, "RESTART", 0.56)
    search = GridSearch(single())
    for _ in range(10):
        solution = search.fill(lambda: bool(polls.append(1)))
        assert is_solution(Puzzle(single(), (0,) * 81), solution)
    assert polls


def test_a_cancelled_search_raises(layouts: dict[str, Layout]) -> None:
    polls: list[int] = []

    def third() -> bool:
        polls.append(1)
        return len(polls) == 3

    with pytest.raises(Cancelled):
        count(Puzzle(layouts["sixteen"], (0,) * 256), 10**9, third)
    assert len(polls) == 3


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no SIGALRM here")
def test_a_signal_ends_a_search(layouts: dict[str, Layout]) -> None:
    def ring(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            count(Puzzle(layouts["sixteen"], (0,) * 256), 10**9)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.compiled
def test_random_solutions() -> None:
    found = {random_solution(double(), seed) for seed in range(-3, 50)}
    assert len(found) == 53
    assert all(is_solution(Puzzle(double(), (0,) * 153), solution) for solution in found)
    assert random_solution(double(), 10**30) == random_solution(double(), 10**30)


@pytest.mark.compiled
def test_random_solutions_take_all_digits_everywhere() -> None:
    search = GridSearch(single(), 1)
    solutions = [search.fill() for _ in range(300)]
    for cell in range(81):
        seen = [solution[cell] for solution in solutions]
        assert all(10 < seen.count(digit) < 65 for digit in range(1, 10))  # 33 is the mean


def test_a_seed_gives_the_same_grid_everywhere() -> None:
    first = "".join(map(str, random_solution(single(), 2024)))
    assert first == "982536714617824593453179862271345986849617325536982147325498671768251439194763258"


def test_shuffling_permutes_the_items() -> None:
    search = GridSearch(single(), 9)
    firsts = set()
    for _ in range(200):
        items = list(range(6))
        search.shuffle(items)
        assert sorted(items) == list(range(6))
        firsts.add(items[0])
    assert firsts == set(range(6))


def _replay(puzzle: Puzzle, cap: int) -> None:
    """Play a recording and check that every event is possible, and that the end matches the status."""
    recording = record(puzzle, cap)
    board = list(puzzle.givens)
    guessed: set[int] = set()
    for action, cell, digit in recording:
        if action is Action.REMOVE:
            assert board[cell] == digit
            assert puzzle.givens[cell] == 0
            board[cell] = 0
            guessed.discard(cell)
        else:
            assert board[cell] == 0
            board[cell] = digit
            if action is Action.GUESS:
                guessed.add(cell)
    assert tuple(board) == recording.state(len(recording)).digits
    if recording.status is Status.SATISFIABLE:
        assert recording.solution == tuple(board)
        assert is_solution(puzzle, board)
    else:
        assert recording.solution is None
    if recording.status is Status.UNSATISFIABLE:
        assert not guessed
        rest = Puzzle(puzzle.layout, tuple(board))
        assert count(rest) == 0


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(4))
def test_recordings_can_be_played(layout: Layout, seed: int) -> None:
    dice = random.Random(seed)
    givens = _thin(random_solution(layout, seed), 0.25, dice)
    _replay(Puzzle(layout, tuple(givens)), 10**6)
    cell = dice.choice([cell for cell, digit in enumerate(givens) if not digit])
    for digit in range(1, layout.size + 1):
        givens[cell] = digit
        _replay(Puzzle(layout, tuple(givens)), 2000)


def test_a_recording_is_cut_at_its_cap() -> None:
    empty = Puzzle(double(), (0,) * 153)
    whole = record(empty)
    assert (whole.status, len(whole) >= 153) == (Status.SATISFIABLE, True)
    for cap in (1, 10, len(whole) - 1):
        cut = record(empty, cap)
        assert (cut.status, list(cut), cut.solution) == (Status.UNKNOWN, list(whole)[:cap], None)
    assert record(empty, len(whole)) == whole


PURE = """
import json
from engine.sudoku.search import exact as search
from engine.sudoku.search import solving
from engine.sudoku.layout import double, single
assert search.__file__.endswith(".py")
out = []
for make in (single, double):
    layout = make()
    for seed in range(2):
        solution = search.random_solution(layout, seed)
        givens = tuple(0 if cell % 3 else digit for cell, digit in enumerate(solution))
        recording = search.record(search.Puzzle(layout, givens), 500)
        out.append([solution, solving.count(search.Puzzle(layout, givens)), recording.events.packed.tolist()])
print(json.dumps(out))
"""


@pytest.mark.slow
def test_uncompiled_does_the_same() -> None:
    environment = {**os.environ, "SATSUDOKU_PURE": "1"}
    folder = Path(kernel.__file__).parents[3]
    run = subprocess.run(
        [sys.executable, "-c", PURE], capture_output=True, text=True, check=True, env=environment, cwd=folder
    )
    uncompiled = iter(json.loads(run.stdout))
    for make in (single, double):
        layout = make()
        for seed in range(2):
            solution = random_solution(layout, seed)
            puzzle = Puzzle(layout, tuple(0 if cell % 3 else digit for cell, digit in enumerate(solution)))
            same = [list(solution), count(puzzle), record(puzzle, 500).events.packed.tolist()]
            assert next(uncompiled) == same


@pytest.mark.compiled
@pytest.mark.parametrize(("file", "sample"), [("double-97.txt", 97), ("hard-500.txt", 500), ("17clue-4916.txt", 500)])
def test_puzzles_of_others_have_one_solution(data: Path, file: str, sample: int) -> None:
    puzzles = parse((data / "sudoku" / file).read_bytes())[:sample]
    search = GridSearch(puzzles[0].layout)
    assert len(puzzles) == sample
    for puzzle in puzzles:
        assert search.count(puzzle.givens) == 1
        assert is_solution(puzzle, search.solution())


def test_diagonal_puzzles_of_others(data: Path, layouts: dict[str, Layout]) -> None:
    puzzles = parse((data / "sudoku" / "x-sudoku-20.txt").read_bytes(), layout=layouts["diagonal"])
    assert [count(puzzle) for puzzle in puzzles] == [1] * 20
    plain = [Puzzle(single(), puzzle.givens) for puzzle in puzzles]
    assert any(count(puzzle) == 2 for puzzle in plain)
