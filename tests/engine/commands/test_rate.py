"""`satsudoku rate`."""

import json
from pathlib import Path

import pytest

from engine.sudoku import formats
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.making.rule_generator import generate_with_rules
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.overlap import shares, where_to_start
from engine.sudoku.techniques.rating import rate
from engine.sudoku.techniques.scales import by_steps, hodoku_level, own_rating

EASY = generate(single(), 40, seed=1).puzzle
HARDER = generate(double(), 105, seed=1).puzzle

MIDDLING = generate(double(), 90, seed=1).puzzle
UNFAIR = generate(single(), GeneratorOptions(level=Level.UNFAIR), seed=2).puzzle


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "two.txt"
    path.write_text(formats.write(EASY) + "\n" + formats.write(HARDER))
    return path


def test_each_puzzle_in_a_line(satsudoku, path: Path):
    outcome = satsudoku("rate", path)
    easy, harder = outcome.out.splitlines()
    rating = own_rating(HARDER)
    assert outcome.code == (0 if rating.is_complete else 1)
    assert easy.startswith("single-40-1: easy, score 40: ")
    assert f"score {rating.score}" in harder
    assert harder.startswith("double-105-1: ")


def test_every_step_in_a_sentence(satsudoku, path: Path):
    lines = satsudoku("rate", "--steps", path).out.splitlines()
    assert len(lines) == 2 + len(rate(EASY).deduction.steps) + len(rate(HARDER).deduction.steps)
    assert lines[1].startswith("    1. ")
    assert lines[40].startswith("   40. ")


def test_other_scales(satsudoku, path: Path):
    path.write_text(formats.write(EASY) + "\n" + formats.write(MIDDLING))
    easy, harder = satsudoku("rate", "--scale", "hodoku", path).out.splitlines()
    rating = by_steps(MIDDLING)
    assert easy.startswith("single-40-1: easy, score 160: ")
    assert f"{hodoku_level(rating.level, rating.score).value}, score {rating.score}: " in harder
    easy, harder = satsudoku("rate", "--scale", "se", path).out.splitlines()
    assert easy.startswith("single-40-1: ER/EP/ED 1.")
    assert harder.startswith("double-90-1: ER/EP/ED ")
    path.write_text(formats.write(UNFAIR))
    assert " ER/EP/ED 7.1/" in satsudoku("rate", "--scale", "se", path).out
    assert " ER/EP/ED 5.6/" in satsudoku("rate", "--scale", "sukaku", path).out


def test_digits_that_each_grid_yields_alone(satsudoku, path: Path):
    path.write_text(formats.write(EASY) + "\n" + formats.write(MIDDLING))
    first, second, start = satsudoku("rate", "--grids", path).out.splitlines()[2:]
    found = shares(MIDDLING, rate(MIDDLING))
    assert first.startswith(f"    grid 1: {found[0].by_itself} of {found[0].holes} empty cells by itself; its hardest")
    assert second.startswith("    grid 2: ")
    assert start == f"    {where_to_start(found)}"


def test_only_easy_steps_end_early(satsudoku, path: Path):
    outcome = satsudoku("rate", "--up-to", "easy", path)
    assert outcome.code == 1
    assert "double-105-1: beyond: at least easy, score " in outcome.out
    assert "; logic gets stuck with " in outcome.out.splitlines()[1]


def test_a_layout_missing_in_the_file(satsudoku, tmp_path: Path):
    puzzle = generate(LAYOUTS["x"](), 40, seed=1).puzzle
    path = tmp_path / "x.txt"
    path.write_text("".join(map(str, puzzle.givens)) + "\n")
    assert f"score {own_rating(puzzle).score}" in satsudoku("rate", "--layout", "x", path).out


def test_puzzles_that_can_not_be_rated(satsudoku, tmp_path: Path):
    path = tmp_path / "none.txt"
    path.write_text(formats.write(Puzzle(single(), (5, 5, *(0,) * 79))))
    why = "5 appears twice in row 1: r1c1 and r1c2"
    assert satsudoku("rate", path)[:2] == (1, f"puzzle 1: it has no solution: {why}\n")
    path.write_text(formats.write(Puzzle(single(), (0,) * 81)))
    message = "puzzle 1: it has several solutions; beyond: logic gets stuck with 81 cells empty\n"
    assert satsudoku("rate", path)[:2] == (1, message)
    assert satsudoku("rate", tmp_path / "nowhere").code == 2
    assert satsudoku("rate", "--up-to", "silly", path).code == 2


def test_ratings_and_their_steps_are_printed_as_data(satsudoku, tmp_path: Path):
    killer = generate_with_rules(single(), GeneratorOptions(kinds=("killer cage",)), seed=3)
    path = tmp_path / "killer.json"
    path.write_text(formats.write(killer.puzzle, "fpuzzles"))
    outcome = satsudoku("rate", "--json", "--steps", path)
    data = json.loads(outcome.out)
    plain = satsudoku("rate", path)
    assert f"{data['level']}, score {data['score']}" in plain.out
    assert (outcome.code == 0) == data["complete"] == (data["empty"] == 0)
    assert any(step["rules"] for step in data["steps"])
    cells = {single().cell_name(cell): cell for cell in range(81)}
    for step in data["steps"]:
        for cell, digit in step["removes"]:
            assert killer.solution[cells[cell]] != digit
        for cell, digit in step["places"]:
            assert killer.solution[cells[cell]] == digit
    explained = json.loads(satsudoku("rate", "--json", "--scale", "se", "puzzles/single/hard-1.txt").out)
    assert (
        f"ER/EP/ED {explained['er']:.1f}/{explained['ep']:.1f}/{explained['ed']:.1f}"
        in satsudoku("rate", "--scale", "se", "puzzles/single/hard-1.txt").out
    )
    assert satsudoku("rate", "--json", "--grids", path).code == 2
