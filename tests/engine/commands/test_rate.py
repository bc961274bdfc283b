"""`satsudoku rate`."""

from pathlib import Path

import pytest

from engine.sudoku import formats
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.rating import rate

EASY = generate(single(), 40, seed=1).puzzle
HARDER = generate(double(), 105, seed=1).puzzle


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "two.txt"
    path.write_text(formats.write(EASY) + "\n" + formats.write(HARDER))
    return path


def test_each_puzzle_in_a_line(satsudoku, path: Path):
    outcome = satsudoku("rate", path)
    easy, harder = outcome.out.splitlines()
    rating = rate(HARDER)
    assert outcome.code == (0 if rating.is_complete else 1)
    assert easy.startswith("single-40-1: easy, score 160: ")
    assert f"score {rating.score}" in harder
    assert harder.startswith("double-105-1: ")


def test_every_step_in_a_sentence(satsudoku, path: Path):
    lines = satsudoku("rate", "--steps", path).out.splitlines()
    assert len(lines) == 2 + len(rate(EASY).deduced.steps) + len(rate(HARDER).deduced.steps)
    assert lines[1].startswith("    1. ")
    assert lines[40].startswith("   40. ")


def test_only_easy_steps_end_early(satsudoku, path: Path):
    outcome = satsudoku("rate", "--up-to", "easy", path)
    assert outcome.code == 1
    assert "double-105-1: logic ends with " in outcome.out


def test_a_layout_that_the_file_does_not_tell(satsudoku, tmp_path: Path):
    puzzle = generate(LAYOUTS["x"](), 40, seed=1).puzzle
    path = tmp_path / "x.txt"
    path.write_text("".join(map(str, puzzle.givens)) + "\n")
    assert f"score {rate(puzzle).score}" in satsudoku("rate", "--layout", "x", path).out


def test_what_can_not_be_rated(satsudoku, tmp_path: Path):
    path = tmp_path / "none.txt"
    path.write_text(formats.write(Puzzle(single(), (5, 5, *(0,) * 79))))
    why = "5 appears twice in row 1: r1c1 and r1c2"
    assert satsudoku("rate", path)[:2] == (1, f"puzzle 1: it has no solution: {why}\n")
    path.write_text(formats.write(Puzzle(single(), (0,) * 81)))
    told = "puzzle 1: it has several solutions; logic ends with 81 cells empty, score 0 so far\n"
    assert satsudoku("rate", path)[:2] == (1, told)
    assert satsudoku("rate", tmp_path / "nowhere").code == 2
    assert satsudoku("rate", "--up-to", "silly", path).code == 2
