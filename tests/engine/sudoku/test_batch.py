"""Solving in pieces: a line for each puzzle, in one process or several, from the beginning or resumed."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.base.executors import WorkerPool, in_order, workers
from engine.sudoku.batch import after, solve
from engine.sudoku.formats import write
from engine.sudoku.formats.chunks import LINE_END, PuzzleChunk, TextChunk, cut
from engine.sudoku.formats.shapes import line
from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search import bit_slices
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.search.exact import random_solution

MADE = [generate(single(), 45, seed=seed) for seed in range(40)]
PIECES = [
    PuzzleChunk(single(), tuple(bytes(made.puzzle.givens) for made in MADE[start : start + 7]))
    for start in range(0, 40, 7)
]
SOLUTIONS = b"".join(bytes(48 + digit for digit in made.solution) + b"\n" for made in MADE)


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_solutions_come_in_order(jobs: int) -> None:
    with workers(jobs) as by:
        found = [solved for _, solved in in_order(solve, PIECES, by)]
    assert b"".join(solved.text for solved in found) == SOLUTIONS
    assert [solved.puzzles for solved in found] == [7, 7, 7, 7, 7, 5]


@pytest.mark.parametrize("jobs", [1, 2])
def test_stopped_early(jobs: int) -> None:
    pieces = iter(PIECES * 100)
    with workers(jobs) as by:
        assert next(in_order(solve, pieces, by))[1].puzzles == 7
    assert sum(1 for _ in pieces) > 500


def test_errors_travel_between_processes() -> None:
    error = InputError("odd", line=3, advice="mend it")
    with workers(2) as by:
        for _, solved in in_order(solve, [PuzzleChunk(single(), (error,))] * 3, by):
            assert str(solved.errors[0]) == "line 3: odd; mend it"
            assert solved.text == b"# not read: line 3: odd; mend it\n"


def test_threads_of_one_process_do_not_share_a_search() -> None:
    """Like those of a worker with several threads."""
    with ThreadPoolExecutor(4) as threads:
        found = [solved for _, solved in in_order(solve, PIECES * 20, WorkerPool(threads, lambda: 12))]
    assert b"".join(solved.text for solved in found) == SOLUTIONS * 20


@pytest.mark.parametrize("name", [name for name in LAYOUTS if name != "25x25"])
def test_a_line_reads_back_as_the_solution(name: str) -> None:
    layout = LAYOUTS[name]()
    made = generate(layout, len(layout.cells) // 3, seed=1)
    (line,) = solve(PuzzleChunk(layout, (bytes(made.puzzle.givens),))).text.splitlines()
    (again,) = (givens for piece in cut([line], layout) for givens in piece)
    assert tuple(again) == made.solution
    if layout.size <= 9:
        assert line.decode() == write(Puzzle(layout, made.solution), "line").splitlines()[-1]


def test_no_solution_and_several() -> None:
    none, several = bytes([1, 1, *[0] * 79]), bytes(81)
    first, second, third = solve(PuzzleChunk(single(), (none, several, none))).text.splitlines()
    assert first == third == b"# no solution"
    remark, _, example = second.rpartition(b" ")
    assert remark == b"# several solutions, such as"
    assert sorted(example) == sorted(b"123456789" * 9)


@pytest.mark.parametrize("done", range(41))
def test_after_some_are_done(done: int) -> None:
    left = b"".join(solve(piece).text for piece in after(PIECES, done))
    assert left == b"".join(SOLUTIONS.splitlines(keepends=True)[done:])


LINE = "".join(map(str, MADE[0].puzzle.givens))
ODD = [
    LINE, LINE.replace("0", "."), LINE + "\r", "", "# a remark", LINE[:-1], LINE + "5", LINE[:-1] + "x", "0" * 81,
    "11" + "0" * 79, LINE.replace("0", "-"), LINE + " ",
]  # fmt: skip


@pytest.mark.parametrize("last", ["", "\n", "\r\n"])
def test_lines_of_any_kind_equal_the_lines_alone(last: str) -> None:
    text = ("\n".join(ODD * 2) + last).encode()
    whole = TextChunk(single(), text, 1, LINE_END)
    solved, each = solve(whole), solve(PuzzleChunk(single(), tuple(whole)))
    assert (solved.text, solved.puzzles) == (each.text, each.puzzles)
    assert list(map(str, solved.errors)) == list(map(str, each.errors))
    assert solved.text.count(b"\n") == solved.puzzles > len(ODD)
    assert [error.line for error in solved.errors] == [6, 7, 18, 19]


@pytest.mark.parametrize("layout", [LAYOUTS["4x4"](), single(), double()], ids=str)
@given(seed=st.integers(0, 1 << 32))
def test_a_mixture_of_lines_equals_the_lines_alone(layout: Layout, seed: int) -> None:
    """Puzzles with one solution, several and none, remarks and unreadable lines, in output of any length."""
    dice = random.Random(seed)
    lines = []
    for _ in range(dice.randint(1, 12)):
        keep, solution = dice.uniform(0.3, 0.7), random_solution(layout, dice.randrange(9))
        digits = [digit if dice.random() < keep else 0 for digit in solution]
        if dice.random() < 0.4:
            digits[dice.randrange(len(digits))] = dice.randint(1, layout.size)
        found = write(Puzzle(layout, tuple(digits)), "line").splitlines()[-1]
        lines.append(dice.choice([found] * 8 + ["", "# a remark", found[1:], found.replace(".", "0")]))
    whole = TextChunk(layout, "\n".join(lines).encode(), 1, LINE_END)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bit_slices, "OUTPUT", dice.choice([1, 300, bit_slices.OUTPUT]))
        solved = solve(whole)
    each = solve(PuzzleChunk(layout, tuple(whole)))
    assert (solved.text, solved.puzzles) == (each.text, each.puzzles)
    assert list(map(str, solved.errors)) == list(map(str, each.errors))


SHARED = (60, 61, 62, 69, 70, 71, 78, 79, 80)
"""The box of grid 1 in a line that two grids share."""


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_remarks_and_empty_lines_between_are_passed_over(newline: bytes) -> None:
    layout = single()
    puzzles = [write(generate(layout, 50, seed=seed).puzzle, "line").split()[-1].encode() for seed in range(4)]
    plain = solve(TextChunk(layout, newline.join(puzzles) + newline, 1, LINE_END))
    apart = [part for puzzle in puzzles for part in (b"# layout: double", b"", puzzle)]
    assert solve(TextChunk(layout, newline.join([*apart, b"#", b""]), 1, LINE_END)) == plain
    assert solve(TextChunk(layout, newline.join([*apart, b"# the last line, without an end"]), 1, LINE_END)) == plain
    broken = solve(TextChunk(layout, newline.join([*apart, b"12x", *apart]), 1, LINE_END))
    assert [error.line for error in broken.errors] == [len(apart) + 1]


def test_a_cell_that_two_grids_share_must_be_the_same_in_both() -> None:
    puzzle = generate(double(), 60, seed=1).puzzle
    text = write(puzzle, "line").splitlines()[-1]
    shared = next(place for place in SHARED if text[place] not in ".5")
    text = f"{text}\n{text[:shared]}5{text[shared + 1 :]}\n{text}\n"
    solved = solve(TextChunk(double(), text.encode(), 1, LINE_END))
    assert [line.startswith(b"# not read") for line in solved.text.splitlines()] == [False, True, False]
    assert [error.line for error in solved.errors] == [2]


def test_a_search_that_takes_longer_than_a_slice_is_ended_all_the_same() -> None:
    text = write(Puzzle(LAYOUTS["samurai"](), (0,) * 369), "line").splitlines()[-1].encode()
    search = SliceSearch(LAYOUTS["samurai"]())
    search.slice_nodes = 2
    search.set_line(line(LAYOUTS["samurai"]()).rows[0].cells)
    assert search.solve_lines(text, 0) == (0, True, b"")


def test_after_more_than_there_are() -> None:
    with pytest.raises(InputError, match="2 lines more than there are puzzles"):
        list(after(PIECES, 42))
