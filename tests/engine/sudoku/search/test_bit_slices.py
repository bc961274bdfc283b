"""Counting by bit slices, compared with the search that can be watched, on every layout, compiled and not."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from amounts import amount

from engine.base import kernels
from engine.base.errors import Cancelled
from engine.sudoku.formats import parse
from engine.sudoku.formats.grid_rules import GridRules, usual_boxes
from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.puzzle import Digits, Puzzle, is_solution
from engine.sudoku.search import bit_slices
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.exact import GridSearch, random_solution
from engine.sudoku.search.slice_tables import tables
from engine.sudoku.search.solving import solutions


def thin(solution: Digits, keep: float, dice: random.Random) -> Digits:
    return tuple(digit if dice.random() < keep else 0 for digit in solution)


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(4))
def test_counts_as_the_other_search_does(layout: Layout, seed: int) -> None:
    """Puzzles with one, several and no solutions, and puzzles with a cell that has no candidate."""
    dice = random.Random(f"{layout.name} {seed}")
    solution = random_solution(layout, seed)
    fast, slow = SliceSearch(layout), GridSearch(layout)
    is_slow = len(layout.cells) > 200 or not kernels.state().compiled
    for keep in (0.6, 0.45, 0.35) if is_slow else (0.6, 0.4, 0.3, 0.2):
        puzzle = Puzzle(layout, thin(solution, keep, dice))
        found = fast.count(puzzle.givens, 50)
        assert found == slow.count(puzzle.givens, 50) > 0
        assert is_solution(puzzle, fast.solution())
        if found < 50:
            assert len(set(solutions(puzzle))) == found
        empty = [cell for cell, digit in enumerate(puzzle.givens) if not digit]
        cell = dice.choice(empty)
        for digit in (solution[cell], dice.randint(1, layout.size)):
            for search in (fast, slow):
                search.load(puzzle.givens)
                search.exclude(cell, digit)
            assert fast.run(50) == slow.run(50)
        spoilt = list(puzzle.givens)
        spoilt[cell] = dice.randint(1, layout.size)
        assert fast.count(spoilt, 50) == slow.count(spoilt, 50)


@pytest.mark.parametrize(
    "puzzle",
    [
        ".57....93.........8..5........1..8.2..........43...........9.......7..4.2.......1",
        "3.......4.....2..5.1..............................912....4........6......29....7.",
    ],
)
def test_guesses_a_place_of_a_digit_where_no_cell_has_two_candidates(puzzle: str) -> None:
    """In the first cell with three candidates instead, the guesses for a second solution are more than 10,000."""
    search = SliceSearch(single())
    search.load([0 if sign == "." else int(sign) for sign in puzzle])
    assert search.advance(2, 40)


def test_every_house_counts_though_a_few_are_not_searched() -> None:
    layout = LAYOUTS["samurai"]()
    assert tables(layout, wide=False).houses < len(layout.houses)
    search, solution = SliceSearch(layout), random_solution(layout, 1)
    for house in layout.houses:
        first, other = house.cells[0], house.cells[-1]
        spoilt = [digit if cell == first else 0 for cell, digit in enumerate(solution)]
        spoilt[other] = solution[first]
        assert search.count(spoilt) == 0
        holes = [0 if cell in house.cells else digit for cell, digit in enumerate(solution)]
        assert search.count(holes) == 1
        assert search.solution() == solution


def test_one_node_at_a_time() -> None:
    search = SliceSearch(LAYOUTS["4x4"]())
    slices = 1
    while not search.advance(10**6, 1):
        slices += 1
    assert search.run(10**6) == 288
    assert slices > 288


def test_patience_and_cancelling() -> None:
    search = SliceSearch(single())
    search.load(bytes(81))
    assert search.run(10**9, patience=100) == 10**9
    search.load(bytes(81))
    with pytest.raises(Cancelled):
        search.run(10**9, lambda: True)


@pytest.mark.parametrize("givens", [(5, 5), (1, 2, 3, 4, 5, 6, 7, 8, *(0,) * 9, 9)])
def test_contradictory_givens(givens: Digits) -> None:
    assert SliceSearch(single()).count(givens + (0,) * (81 - len(givens))) == 0


def test_refuses_what_does_not_fit() -> None:
    search = SliceSearch(single())
    for givens in (bytes(80), bytes([10]) + bytes(80)):
        with pytest.raises(ValueError, match="digit"):
            search.load(givens)


@pytest.mark.parametrize("make", LAYOUTS.values(), ids=LAYOUTS)
def test_tables_in_words_of_64_bits_and_of_any(make: type[Layout]) -> None:
    """A wide number is the same number, cut into words of 64 bits."""
    layout = make()
    if layout.size > 16:
        return
    narrow, wide = tables(layout, wide=False), tables(layout, wide=True)
    counts = {
        "all_cells": narrow.cell_words,
        "all_slots": narrow.slot_words,
        "peers": narrow.cell_words,
        "cell_houses": narrow.house_words,
        "meetings": narrow.slot_words,
        "locked": narrow.cell_words,
    }
    for name, count in counts.items():
        words = list(getattr(narrow, name))
        numbers = [words[start : start + count] for start in range(0, len(words), count)]
        assert [sum(word << 64 * at for at, word in enumerate(number)) for number in numbers] == getattr(wide, name)
    size, within = layout.size, (1 << 64 * narrow.house_words) - 1
    for name in ("peer_houses", "positions"):  # word by word, and in each one position by position
        words = list(getattr(narrow, name))
        numbers = [
            sum(words[start + at * size + position] << 64 * at for at in range(narrow.house_words))
            for start in range(0, len(words), size * narrow.house_words)
            for position in range(size)
        ]
        assert numbers == [number & within for number in getattr(wide, name)]


PURE = """
import json, random
from engine.sudoku.layout import double, single
from engine.sudoku.search import bit_slices
from engine.sudoku.search.exact import random_solution
assert bit_slices.__file__.endswith(".py")
out = []
for make in (single, double):
    layout, dice = make(), random.Random(3)
    search = bit_slices.SliceSearch(layout)
    for seed in range(4):
        givens = [digit if dice.random() < 0.3 else 0 for digit in random_solution(layout, seed)]
        search.load(givens)
        nodes = 1
        while not search.advance(5, 1):
            nodes += 1
        out.append([search.run(5), search.solution(), nodes])
print(json.dumps(out))
"""


@pytest.mark.slow
def test_uncompiled_does_the_same() -> None:
    folder = Path(bit_slices.__file__).parents[3]
    runs = []
    for pure in ("1", "0"):
        source = PURE if pure == "1" else PURE.replace('assert bit_slices.__file__.endswith(".py")', "")
        environment = {**os.environ, "SATSUDOKU_PURE": pure}
        run = subprocess.run(
            [sys.executable, "-c", source], capture_output=True, text=True, check=True, env=environment, cwd=folder
        )
        runs.append(json.loads(run.stdout))
    assert runs[0] == runs[1]


@pytest.mark.parametrize(("file", "sample"), [("double-97.txt", 97), ("hard-500.txt", 500), ("17clue-4916.txt", 4916)])
def test_puzzles_of_others_have_one_solution(data: Path, file: str, sample: int) -> None:
    puzzles = parse((data / "sudoku" / file).read_bytes())
    assert len(puzzles) == sample
    search = SliceSearch(puzzles[0].layout)
    for puzzle in puzzles[: amount(sample)]:
        assert search.count(puzzle.givens) == 1
        assert is_solution(puzzle, search.solution())


def test_a_solution_is_kept_while_the_next_puzzle_is_loaded() -> None:
    solution = random_solution(double(), 1)
    search = SliceSearch(double())
    assert search.count(solution) == 1
    search.load(bytes(153))
    assert search.solution() == solution


HARD_WINDOKU = (
    "...D......7....A2.F....B6D..4......8.6..............4..A.....9.."
    "9.2.....4....F.G...F9.....23..........43...F...B.8......E...C.7."
    ".G6..5..A...28.1.4...A....F.3.D....E.......6...C....3D..B.5....."
    ".E7..B..F...6..91...6....3.7D......4C...2.61.....6.....5..G.1..."
)
"""A puzzle of 16 digits with nine windows, with 70 givens."""


@pytest.mark.compiled
def test_locked_candidates_spare_guesses_on_large_grids() -> None:
    """Without them after the first guess, this search has more than 10,000 nodes."""
    corners = [(row, column) for row in (1, 6, 11) for column in (1, 6, 11)]
    windows = tuple(frozenset((row + down, column + right) for down in range(4) for right in range(4))
                    for row, column in corners)  # fmt: skip
    search = SliceSearch(GridRules(16, tuple(usual_boxes(16)), False, False, False, False, windows).layout())
    search.load([".123456789ABCDEFG".index(sign) for sign in HARD_WINDOKU])
    assert search.run(2, None, 1000) == 1
