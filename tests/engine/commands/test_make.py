"""`satsudoku make`."""

from pathlib import Path

import pytest

from engine.sat.formula import dimacs
from engine.sat.formula.families import FAMILIES


@pytest.mark.parametrize("argv", [["make"], ["make", "--list"]])
def test_the_families_are_listed_with_their_arguments(satsudoku, argv: list[str]):
    outcome = satsudoku(*argv)
    assert outcome.code == 0
    assert all(family.usage in outcome.out for family in FAMILIES.values())


def test_the_formula_goes_to_standard_output_or_into_a_file(satsudoku, tmp_path: Path):
    printed = satsudoku("make", "queens", 5)
    path = tmp_path / "queens.cnf"
    written = satsudoku("make", "queens", 5, "-o", path)
    assert (printed.code, written.code, written.out) == (0, 0, "")
    assert path.read_text() == printed.out
    assert dimacs.read(path).formula.variables == 25


def test_the_seed_decides_and_may_stand_anywhere(satsudoku):
    first = satsudoku("make", "random-ksat", 10, 20, "--seed", 3).out
    assert satsudoku("make", "--seed", 3, "random-ksat", 10, 20).out == first
    assert satsudoku("make", "random-ksat", "--seed", 3, 10, 20).out == first
    assert satsudoku("make", "random-ksat", 10, 20, "--seed", 4).out != first


@pytest.mark.parametrize(
    "argv",
    [["nonsense", 3], ["queens"], ["queens", "many"], ["queens", 3, 4], ["queens", 3, "--seed", "x"], ["-o", "x.cnf"]],
)
def test_bad_arguments_are_refused_in_one_line(satsudoku, argv: list[object]):
    outcome = satsudoku("make", *argv)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("satsudoku: ")
    assert outcome.err.count("\n") == 1
