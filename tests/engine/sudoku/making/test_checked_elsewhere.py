"""Generated puzzles have one solution and the requested level, by checkers that share no code with ours.

Solutions are counted by qqwing, if installed, for the layout that it supports, and by python-sat from the houses alone.
"""

import shutil
import subprocess
from itertools import combinations

import pytest
from pysat.solvers import Solver

from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.scales import own_rating

MANY = {
    "single": 300, "double": 160, "x": 120, "windows": 80, "jigsaw": 80, "double-upper-left": 60, "triple": 60,
    "samurai": 40, "8x8": 40, "7x7": 30, "16x16": 30,
}  # fmt: skip
"""Number of puzzles for each of the five levels: 5,000 in all."""


def has_one_solution(puzzle: Puzzle, solution: Digits) -> bool:
    """Whether the solution is unique, because any other digit in a cell is contradictory: by python-sat."""
    size, cells = puzzle.layout.size, range(len(puzzle.layout.cells))
    with Solver("cadical153") as solver:
        for cell in cells:
            solver.add_clause([cell * size + digit for digit in range(1, size + 1)])
        for house in puzzle.layout.houses:
            for first, other in combinations(house.cells, 2):
                for digit in range(1, size + 1):
                    solver.add_clause([-first * size - digit, -other * size - digit])
        for cell in cells:
            if puzzle.givens[cell]:
                solver.add_clause([cell * size + puzzle.givens[cell]])
        numbers = [cell * size + solution[cell] for cell in cells]
        for cell in cells:
            for first, other in combinations(range(1, size + 1), 2):
                solver.add_clause([-cell * size - first, -cell * size - other])
        if not solver.solve(assumptions=numbers):
            return False
        solver.add_clause([-number for number in numbers])
        return not solver.solve()


def counted_by_qqwing(puzzles: list[Puzzle]) -> list[str]:
    """The number of solutions that qqwing finds for each."""
    text = "".join("".join(map(str, puzzle.givens)) + "\n" for puzzle in puzzles)
    command = ["qqwing", "--solve", "--count-solutions", "--csv"]
    output = subprocess.run(command, input=text, text=True, capture_output=True, check=True).stdout
    return [line.split(",")[1] for line in output.splitlines()[1:]]


@pytest.mark.slow
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("name", MANY)
def test_every_puzzle_has_one_solution_and_its_level(name: str, level: Level) -> None:
    layout, puzzles = LAYOUTS[name](), list[Puzzle]()
    for seed in range(MANY[name]):
        made = generate(layout, GeneratorOptions(level=level), seed=seed)
        assert made.reached, seed
        assert has_one_solution(made.puzzle, made.solution), seed
        rating = own_rating(made.puzzle)
        assert (rating.is_complete, rating.level) == (True, level), seed
        puzzles.append(made.puzzle)
    if name == "single" and shutil.which("qqwing"):
        assert counted_by_qqwing(puzzles) == ["1"] * len(puzzles)
