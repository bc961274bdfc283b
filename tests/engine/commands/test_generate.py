"""`satsudoku generate`."""

from pathlib import Path

import pytest

from engine.sudoku import formats, search
from engine.sudoku.formats import FORMATS
from engine.sudoku.generator import levels
from engine.sudoku.layout import LAYOUTS, double


def test_a_double_comes_as_fifteen_lines_below_its_command_and_its_name(satsudoku):
    outcome = satsudoku("generate", "--difficulty", "easy", "--seed", 7)
    assert outcome.code == 0
    command, name, *rows = outcome.out.splitlines()
    assert command == "# made by: satsudoku generate --difficulty easy --seed 7"
    assert name == "# double-easy-7"
    assert len(rows) == 15
    (puzzle,) = formats.parse(outcome.out.encode())
    assert puzzle.name == "double-easy-7"
    assert puzzle.holes == levels(double())["easy"]
    assert search.count(puzzle) == 1


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("form", FORMATS)
def test_every_layout_in_every_format_reads_back_and_is_made_again_by_its_comment(satsudoku, layout: str, form: str):
    argv = ["generate", "--layout", layout, "--holes", 20, "--count", 3, "--seed", 5, "--format", form]
    outcome = satsudoku(*argv)
    puzzles = formats.parse(outcome.out.encode())
    assert [(puzzle.layout.name, puzzle.holes) for puzzle in puzzles] == [(layout, 20)] * 3
    assert len({puzzle.givens for puzzle in puzzles}) == 3
    again = outcome.out.splitlines()[0].removeprefix("# made by: satsudoku ").split()
    assert satsudoku(*again) == outcome


def test_each_of_several_takes_the_next_seed(satsudoku):
    several = satsudoku("generate", "--holes", 10, "--count", 2, "--seed", 5).out
    alone = satsudoku("generate", "--holes", 10, "--seed", 6).out
    assert formats.parse(several.encode())[1] == formats.parse(alone.encode())[0]


def test_without_a_seed_the_comment_tells_the_one_that_was_taken(satsudoku):
    outcome = satsudoku("generate", "--holes", 10)
    again = outcome.out.splitlines()[0].removeprefix("# made by: satsudoku ").split()
    assert satsudoku(*again).out == outcome.out


def test_holes_out_of_reach_are_told_and_what_is_reachable_is_given(satsudoku):
    outcome = satsudoku("generate", "--layout", "single", "--holes", 70, "--seed", 1)
    assert outcome.code == 1
    (puzzle,) = formats.parse(outcome.out.encode())
    assert search.count(puzzle) == 1
    expected = f"{puzzle.name}: 70 holes can't be reached, {puzzle.holes} is the most that was found"
    assert outcome.err == f"satsudoku: {expected}\n"


def test_into_a_file(satsudoku, tmp_path: Path):
    path = tmp_path / "puzzle.txt"
    assert satsudoku("generate", "--holes", 10, "--seed", 2, "-o", path) == (0, "", "")
    assert path.read_text() == satsudoku("generate", "--holes", 10, "--seed", 2).out


@pytest.mark.parametrize(
    "argv",
    [
        ["--layout", "triple"],
        ["--holes", "154"],
        ["--holes", "-1"],
        ["--holes", "3", "--difficulty", "easy"],
        ["--count", "0"],
        ["--count", "many"],
        ["--format", "odd"],
        ["extra"],
    ],
)
def test_bad_arguments_are_refused_in_one_line(satsudoku, argv: list[str]):
    outcome = satsudoku("generate", *argv)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1


def test_a_folder_that_is_not_there(satsudoku, tmp_path: Path):
    outcome = satsudoku("generate", "--holes", 5, "-o", tmp_path / "no" / "where.txt")
    assert outcome.code == 2
    assert outcome.err.startswith(f"satsudoku: {tmp_path}/no/where.txt: can't be written")
