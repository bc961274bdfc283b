"""The forms without a command, as course assignments ask for them."""

from itertools import permutations
from pathlib import Path

import pytest

from engine.sudoku import formats
from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.making.generator import generate
from engine.sudoku.making.grids import grids
from engine.sudoku.puzzle import Puzzle, is_solution

SIZES = {size: LAYOUTS["single" if size == 9 else f"{size}x{size}"]() for size in range(3, 10)}
MADE = [generate(single(), 40, seed=seed) for seed in range(5)]
EMPTY_CELL = Puzzle(single(), (1, 2, 3, 4, 5, 6, 7, 8, *[0] * 8, 0, 9, *[0] * 63))
"""Without a solution: the last cell of the first row can only be 9, which its column already has."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory, to which the forms write."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def spaced(*digits: tuple[int, ...], size: int = 9) -> str:
    """Grids in the format of the assignments."""
    return (
        "\n\n".join(
            "\n".join(" ".join(map(str, grid[row : row + size])) for row in range(0, size * size, size))
            for grid in digits
        )
        + "\n"
    )


@pytest.mark.parametrize("argv", [["-c", "300"], ["-c300"]])
def test_grids(satsudoku, folder: Path, argv: list[str]):
    assert satsudoku(*argv) == (0, "", "")
    assert (folder / "sudoku.txt").read_bytes() == b"".join(grids(300))


@pytest.mark.parametrize("argv", [["-c", "20", "--first", "4"], ["--first", "4", "-c", "20"]])
def test_grids_with_an_upper_left_digit(satsudoku, folder: Path, argv: list[str]):
    assert satsudoku(*argv) == (0, "", "")
    made = (folder / "sudoku.txt").read_text().split("\n\n")
    assert len(set(made)) == 20
    assert all(grid.startswith("4 ") for grid in made)


def test_solving(satsudoku, folder: Path):
    (folder / "puzzles").write_text(spaced(*(made.puzzle.givens for made in MADE)))
    assert satsudoku("-s", "puzzles") == (0, "", "")
    assert (folder / "sudoku.txt").read_text() == spaced(*(made.solution for made in MADE))


@pytest.mark.parametrize("form", [name for name, form in formats.FORMATS.items() if not form.is_single])
def test_solving_in_any_format(satsudoku, folder: Path, form: str):
    (folder / "puzzles").write_text(formats.write_all([made.puzzle for made in MADE], form))
    assert satsudoku("-s", "puzzles") == (0, "", "")
    assert (folder / "sudoku.txt").read_text() == spaced(*(made.solution for made in MADE))


def test_one_of_several_solutions_is_written_and_reported(satsudoku, folder: Path):
    several = (*MADE[0].solution[:9], *[0] * 72)
    (folder / "puzzles").write_text(spaced(MADE[0].puzzle.givens, several))
    expected = "satsudoku: puzzles: puzzle 2: it has several solutions, and one of them is written\n"
    assert satsudoku("-s", "puzzles") == (0, "", expected)
    _, written = formats.parse((folder / "sudoku.txt").read_bytes())
    assert is_solution(Puzzle(single(), several), written.givens)


def test_without_a_solution_the_zeros_stay_in_their_place(satsudoku, folder: Path):
    (folder / "puzzles").write_text(spaced(MADE[0].puzzle.givens, EMPTY_CELL.givens, MADE[1].puzzle.givens))
    assert satsudoku("-s", "puzzles") == (
        1,
        "",
        "satsudoku: puzzles: puzzle 2: it has no solution and keeps its zeros\n",
    )
    expected = spaced(MADE[0].solution, EMPTY_CELL.givens, MADE[1].solution)
    assert (folder / "sudoku.txt").read_text() == expected


@pytest.mark.parametrize("options", [("-s", "in"), ("-m", 9, "-n", 1, "-i", "in", "-o", "out")])
def test_a_contradiction_is_reported_by_cell_and_house(satsudoku, folder: Path, options: tuple[object, ...]):
    (folder / "in").write_text(spaced((*[0] * 70, 4, *[0] * 8, 4, 0)))
    expected = "it has no solution (4 appears twice in column 8: r8c8 and r9c8) and keeps its zeros"
    assert satsudoku(*options) == (1, "", f"satsudoku: in: puzzle 1: {expected}\n")


@pytest.mark.parametrize("options", [("-s",), ("-m", 9, "-n", 27, "-o", "out", "-i")])
def test_every_puzzle_that_keeps_zeros_is_reported(satsudoku, folder: Path, options: tuple[object, ...]):
    (folder / "puzzles").write_text(spaced(*[EMPTY_CELL.givens] * 27))
    outcome = satsudoku(*options, "puzzles")
    assert outcome.code == 1
    errors = [line.removeprefix("satsudoku: puzzles: puzzle ").partition(":")[0] for line in outcome.err.splitlines()]
    assert errors == [str(number) for number in range(1, 28)]


def deducible(layout: Layout, count: int) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    made = [generate(layout, len(layout.cells) // 3, seed=seed) for seed in range(count)]
    return [result.puzzle.givens for result in made], [result.solution for result in made]


@pytest.mark.parametrize("size", SIZES)
def test_deducing_every_size(satsudoku, folder: Path, size: int):
    puzzles, solutions = deducible(SIZES[size], 3)
    (folder / "in").write_text(spaced(*puzzles, size=size))
    assert satsudoku("-m", size, "-n", 3, "-i", "in", "-o", "out") == (0, "", "")
    assert (folder / "out").read_text() == spaced(*solutions, size=size)


def test_boxes_of_the_sizes_that_have_them():
    with_boxes = (layout for size, layout in SIZES.items() if len(layout.houses) > 2 * size)
    shapes = {layout.size: (layout.box_rows, layout.box_columns) for layout in with_boxes}
    assert shapes == {4: (2, 2), 6: (2, 3), 8: (4, 2), 9: (3, 3)}


@pytest.mark.parametrize("order", permutations(range(4)))
def test_options_in_any_order(satsudoku, folder: Path, order: tuple[int, ...]):
    puzzles, solutions = deducible(SIZES[4], 2)
    (folder / "in").write_text(spaced(*puzzles, size=4))
    options = [["-m", "4"], ["-n", "2"], ["-i", "in"], ["-o", "out"]]
    assert satsudoku(*(word for index in order for word in options[index])) == (0, "", "")
    assert (folder / "out").read_text() == spaced(*solutions, size=4)


def test_only_the_requested_number(satsudoku, folder: Path):
    puzzles, solutions = deducible(single(), 3)
    (folder / "in").write_text(spaced(*puzzles))
    assert satsudoku("-m", 9, "-n", 2, "-i", "in", "-o", "out") == (0, "", "")
    assert (folder / "out").read_text() == spaced(*solutions[:2])


def test_nothing_is_guessed_where_logic_ends(satsudoku, folder: Path):
    (folder / "in").write_text(spaced((0,) * 81, EMPTY_CELL.givens))
    outcome = satsudoku("-m", 9, "-n", 2, "-i", "in", "-o", "out")
    assert outcome.code == 1
    assert outcome.err.splitlines() == [
        "satsudoku: in: puzzle 1: logic gets stuck with 81 empty cells, which keep their zeros",
        "satsudoku: in: puzzle 2: it has no solution (r1c9 has no digit left) and keeps its zeros",
    ]
    first, second = spaced((0,) * 81), spaced(EMPTY_CELL.givens)
    assert (folder / "out").read_text() == (
        f"# puzzle 1: logic gets stuck with 81 empty cells, which keep their zeros\n{first}\n"
        f"# puzzle 2: it has no solution (r1c9 has no digit left) and keeps its zeros\n{second}"
    )
    back = formats.parse((folder / "out").read_bytes())
    assert [puzzle.givens for puzzle in back] == [(0,) * 81, EMPTY_CELL.givens]
    assert back[0].name == "puzzle 1: logic gets stuck with 81 empty cells, which keep their zeros"


def test_puzzles_are_not_reported_if_nothing_is_written(satsudoku, folder: Path):
    (folder / "in").write_text(spaced((0,) * 81, EMPTY_CELL.givens))
    expected = "satsudoku: in: it contains 2 puzzles, and 3 are asked for; name another file\n"
    assert satsudoku("-m", 9, "-n", 3, "-i", "in", "-o", "out") == (2, "", expected)
    assert not (folder / "out").exists()


def test_solved_results_are_not_overwritten(satsudoku, folder: Path):
    (folder / "sudoku.txt").write_text(spaced(MADE[0].puzzle.givens))
    advice = "rename it, or run this in another folder: the solutions are written to sudoku.txt in the current one"
    expected = f"satsudoku: sudoku.txt: the output would overwrite the input; {advice}\n"
    assert satsudoku("-s", "./sudoku.txt") == (2, "", expected)
    assert (folder / "sudoku.txt").read_text() == spaced(MADE[0].puzzle.givens)
    (folder / "sudoku.txt").rename(folder / "mine.txt")  # as advised
    assert satsudoku("-s", "mine.txt") == (0, "", "")


FORMS = "use one form: -c N, or -s PATH, or -m SIZE -n N -i IN -o OUT"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("-c", "argument -c: expected one argument; see satsudoku --help"),
        ("-c x", "argument -c: 'x' is not a whole number; see satsudoku --help"),
        ("-c 0", "0 grids asked for; ask for 1 to 52254720"),
        ("-c -1", "-1 grids asked for; ask for 1 to 52254720"),
        ("-c 99999999", "99999999 grids asked for; ask for 1 to 52254720"),
        ("-c 5 --first 10", "upper left digit 10 asked for; ask for 1 to 9"),
        ("-c 5 more", "unrecognized arguments: more; see satsudoku --help"),
        ("-c 5 -c 5", "argument -c: given twice; see satsudoku --help"),
        ("-m 9 -n 1 -i in -o out -m 4", "argument -m: given twice; see satsudoku --help"),
        ("-c 5 -s in", f"-c and -s can't be combined; {FORMS}"),
        ("-s in -m 9", f"-s and -m can't be combined; {FORMS}"),
        ("-s in --first 3", f"-s and --first can't be combined; {FORMS}"),
        ("-s nothing", "nothing: can't be read: No such file or directory; check the path and its permissions"),
        ("-s .", ".: is a folder, not a regular file; name a regular file"),
        ("-s empty", "empty: it contains no puzzle; name another file"),
        ("-s short", "short:3: no puzzle begins with a line of 3 cells; the first line of a puzzle has 9 or 81"),
        ("-m 9", "-n is missing; write satsudoku -m SIZE -n N -i IN -o OUT"),
        ("-o out -n 2 -m 9", "-i is missing; write satsudoku -m SIZE -n N -i IN -o OUT"),
        ("-m 10 -n 1 -i in -o out", "argument -m: invalid choice: 10 "),
        ("-m nine -n 1 -i in -o out", "argument -m: 'nine' is not a whole number; see satsudoku --help"),
        ("-m 9 -n 0 -i in -o out", "-n asks for 0 puzzles; ask for 1 or more"),
        ("-m 9 -n 7 -i in -o out", "in: it contains 2 puzzles, and 7 are asked for; name another file"),
        (f"-m 9 -n {10**30} -i in -o out", f"in: it contains 2 puzzles, and {10**30} are asked for; name another file"),
        ("-m 9 -n 2 -i in -o in", "in: the output would overwrite the input; name another file for the output"),
        ("-m 4 -n 1 -i in -o out", "in:1: no puzzle begins with a line of 9 cells; the first line of a puzzle has 4"),
        ("-m 9 -n 1 -i in -o no/out", "no/out: can't be written: No such file or directory"),
        ("-m 9 -n 1 -i in -o .", ".: is a folder, not a regular file"),
    ],
)
def test_errors_are_reported_and_nothing_is_written(satsudoku, folder: Path, line: str, expected: str):
    (folder / "in").write_text(spaced(MADE[0].puzzle.givens, MADE[1].puzzle.givens))
    (folder / "empty").write_text("\n\n")
    (folder / "short").write_text("\n\n1 2 3\n")
    outcome = satsudoku(*line.split())
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err.startswith(f"satsudoku: {expected}")
    assert sorted(path.name for path in folder.iterdir()) == ["empty", "in", "short"]


def test_the_help_lists_the_forms(satsudoku, capsys: pytest.CaptureFixture[str]):
    for argv in (["--help"], ["-m", "9", "--help"]):
        with pytest.raises(SystemExit) as ended:
            satsudoku(*argv)
        assert ended.value.code == 0
        assert "-m SIZE -n N -i IN -o OUT" in capsys.readouterr().out
