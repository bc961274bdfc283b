"""Steps in puzzles with rules: none takes away what the solution has, and none argues from there being one solution."""

import random

import pytest
from amounts import amount
from rule_puzzles import random_cages, random_rule, unique_puzzle

from engine.sudoku.layout import LAYOUTS, double
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import KINDS
from engine.sudoku.rules.cage import KillerCage
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import UNIQUENESS, first_step, sound
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import solve
from engine.sudoku.techniques.rules import RULE_STEPS, rule_steps


def checked(puzzle: Puzzle, solution: tuple[int, ...], level: Level = Level.HARD) -> int:
    """Solve as far as logic goes; every step must keep the solution. How many steps there were."""
    found = solve(Position.of_puzzle(puzzle), sound(puzzle, unique=True), level)
    for step in found.steps:
        assert not any(solution[cell] == digit for cell, digit in step.removes), step.sentence
        assert all(solution[cell] == digit for cell, digit in step.places), step.sentence
        assert step.technique not in UNIQUENESS
    return len(found.found)


@pytest.mark.parametrize("name", ["6x6", "single", "double"])
def test_steps_of_fresh_killers_are_sound(name: str) -> None:
    layout, used = LAYOUTS[name](), 0
    for seed in range(amount(3)):
        dice = random.Random(f"{name} {seed}")
        solution = random_solution(layout, seed)
        used += checked(unique_puzzle(layout, solution, random_cages(layout, solution, dice)), solution)
    assert used > 16 * amount(3)


@pytest.mark.parametrize("kind", KINDS)
def test_steps_with_any_kind_are_sound(kind: str) -> None:
    """Also where there are several solutions: what falls has a place in none."""
    layout = LAYOUTS["single"]()
    for seed in range(amount(2)):
        dice = random.Random(f"{kind} {seed}")
        solution = random_solution(layout, seed)
        rules = tuple(rule for _ in range(4) if (rule := random_rule(kind, solution, layout, dice)))
        if rules:
            givens = tuple(digit if dice.random() < 0.35 else 0 for digit in solution)
            checked(Puzzle(layout, givens, rules=rules), solution)


def test_a_double_killer_is_solved_by_its_cages() -> None:
    """Small cages and hardly any givens."""
    layout = double()
    solution = random_solution(layout, 3)
    puzzle = unique_puzzle(layout, solution, random_cages(layout, solution, random.Random(3), 3))
    assert len(solution) - puzzle.holes < 10
    found = solve(Position.of_puzzle(puzzle), sound(puzzle, unique=True), Level.HARD)
    assert {item.technique for item in found.found} & RULE_STEPS
    assert sum(digit == right for digit, right in zip(found.values, solution, strict=True)) > 20
    assert checked(puzzle, solution) == len(found.found)


def test_the_step_of_a_cage_names_it_and_what_falls() -> None:
    layout = LAYOUTS["single"]()
    puzzle = Puzzle(layout, (0,) * 81, rules=(KillerCage((0, 1), 17),))
    step = first_step(Position.of_puzzle(puzzle), sound(puzzle, unique=False))
    assert step is not None
    assert step.technique is Technique.RULE
    assert {digit for _, digit in step.removes} == set(range(1, 8))
    assert "Cage at r1c1: 2 different digits add up to 17." in step.sentence
    after = step.apply(Position.of_puzzle(puzzle))
    needed = [step for step in rule_steps(after) if step.technique is Technique.RULE_DIGIT]
    assert {removed.digit for step in needed for removed in step.removes} == {8, 9}
    assert {removed.cell for step in needed for removed in step.removes} == {*range(2, 9), 9, 10, 11, 18, 19, 20}
