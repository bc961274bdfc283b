"""Steps in puzzles with rules: none contradicts the solution, and none assumes that it is unique if it is not."""

import random

import pytest
from amounts import amount
from rule_puzzles import random_cages, random_rule, random_rules, unique_puzzle

from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import KINDS
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.lines import Renban
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import UNIQUENESS, first_step, sound
from engine.sudoku.techniques.next_step import next_step
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.rating import solve
from engine.sudoku.techniques.rule_pairs import shared_house_steps
from engine.sudoku.techniques.rules import RULE_STEPS, rule_steps, single_rule_steps
from engine.sudoku.techniques.step import Step


def checked(puzzle: Puzzle, solution: tuple[int, ...], *, unique: bool = True) -> int:
    """Solve as far as logic goes; every step must keep the solution. Returns the number of steps."""
    found = solve(Position.of_puzzle(puzzle), sound(puzzle, unique=unique), Level.HARD)
    for step in found.steps:
        assert not any(solution[cell] == digit for cell, digit in step.removes), step.sentence
        assert all(solution[cell] == digit for cell, digit in step.places), step.sentence
        assert unique or step.technique not in UNIQUENESS
    return len(found.found)


@pytest.mark.few(1)
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
    """Also with several solutions: eliminated candidates are in none of them."""
    layout = LAYOUTS["single"]()
    for seed in range(amount(2)):
        dice = random.Random(f"{kind} {seed}")
        solution = random_solution(layout, seed)
        rules = random_rules([kind] * 4, solution, layout, dice)
        if rules:
            givens = tuple(digit if dice.random() < 0.35 else 0 for digit in solution)
            checked(Puzzle(layout, givens, rules=rules), solution, unique=False)


@pytest.mark.long
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


def found_in(*rules: KillerCage | Renban, without: tuple[tuple[int, int], ...] = ()) -> list[Step]:
    """The steps of rules that share a house on an empty board, without some candidates."""
    position = Position.of_puzzle(Puzzle(LAYOUTS["single"](), (0,) * 81, rules=rules))
    return [*shared_house_steps(position.remove([Candidate(cell, digit) for cell, digit in without]))]


def test_a_killer_pair_takes_its_digits_from_the_house() -> None:
    """A cage of 5 always has 1 or 2 (1 4, 2 3), and so has another cell of the row."""
    without = tuple((8, digit) for digit in range(3, 10))
    (step,) = [
        step
        for step in found_in(KillerCage((0, 1), 5), without=without)
        if {digit for _, digit in step.removes} == {1, 2} and step.houses == (0,)
    ]
    assert step.technique is Technique.KILLER_SUBSET
    assert {cell for cell, _ in step.removes} == {*range(2, 8)}
    assert "In row 1, r1c1, r1c2 and r1c9 hold 1 and 2 between them" in step.sentence
    triple = [step for step in found_in(Renban((0, 1, 2, 3, 4))) if step.technique is Technique.KILLER_SUBSET]
    assert not triple, "of five digits in a row only 5 is in every set"


def test_two_cages_of_a_house_leave_room_for_each_other() -> None:
    """4 is 1 and 3, so that 7 in the same row is 2 and 5."""
    (conflict,) = [
        step
        for step in found_in(KillerCage((0, 1), 4), KillerCage((7, 8), 7))
        if step.technique is Technique.RULE_CONFLICT
    ]
    assert {*conflict.removes} == {(cell, digit) for cell in (7, 8) for digit in (1, 3, 4, 6, 7, 8, 9)}
    assert "Both lie in row 1 and share no digit" in conflict.sentence


@pytest.mark.long
def test_all_steps_of_rules_in_a_house_are_sound() -> None:
    """Every step at every position, not only the first, on the solution paths of killers and renban lines."""
    seen = 0
    for seed in range(amount(4)):
        layout, dice = LAYOUTS["single"](), random.Random(seed)
        solution = random_solution(layout, seed)
        lines = (random_rule("renban", solution, layout, dice) for _ in range(4))
        rules = (*random_cages(layout, solution, dice), *(line for line in lines if line))
        position = Position.of_puzzle(unique_puzzle(layout, solution, rules))
        while step := first_step(position, sound(Puzzle(layout, (0,) * 81, rules=rules), unique=True)):
            for other in shared_house_steps(position):
                assert not any(solution[cell] == digit for cell, digit in other.removes), other.sentence
                seen += 1
            position = step.apply(position)
    assert seen > 10


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


def test_a_cage_lists_the_sums_that_are_left() -> None:
    cages = (KillerCage((0, 1), 4), KillerCage((40,), 5), KillerCage((60, 61), 12))
    position = Position.of_puzzle(Puzzle(single(), (0,) * 81, rules=cages))
    pair, alone, large = list(single_rule_steps(position))
    assert "Cage at r1c1: 2 different digits add up to 4. With the candidates left that is 1+3, so" in pair.sentence
    assert alone.sentence.startswith("Rule: Cage at r5c5: its only cell holds 5. So r5c5 can't be 1, 2, 3, 4, 6, 7")
    assert "that is 3+9, 4+8 or 5+7, so" in large.sentence
    without = position.remove([Candidate(60, 4)])
    assert "4+8 or 5+7, and not every digit fits in every cell, so" in list(single_rule_steps(without))[-1].sentence
    easiest = next_step(position)
    assert easiest is not None
    assert easiest.cells == (40,)
