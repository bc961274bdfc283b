"""Links by rules hold in every solution, and chains and forcing use them on every kind of rule."""

import random
from itertools import islice

import pytest
from amounts import amount
from rule_puzzles import random_rules, unique_puzzle

from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import KINDS
from engine.sudoku.rules.kinds.in_words import RuleInWords
from engine.sudoku.rules.kinds.lines import Whispers
from engine.sudoku.search.exact import random_solution
from engine.sudoku.search.solving import solutions
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import UNIQUENESS, finders_of, first_step, steps
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.rule_chains import rule_chains
from engine.sudoku.techniques.rule_links import rule_links
from engine.sudoku.techniques.step import Step

LAYOUT = LAYOUTS["single"]()
FORCING = finders_of(frozenset({Technique.NISHIO, Technique.CELL_FORCING, Technique.HOUSE_FORCING}))


def holds(step: Step, solution: tuple[int, ...]) -> bool:
    return all(solution[cell] == digit for cell, digit in step.places) and not any(
        solution[cell] == digit for cell, digit in step.removes
    )


@pytest.mark.parametrize("kind", KINDS)
def test_links_and_steps_hold_in_every_solution(kind: str) -> None:
    """Also with several solutions, and with false candidates left out."""
    for seed in range(amount(3)):
        dice = random.Random(f"{kind} {seed}")
        solution = random_solution(LAYOUT, seed)
        rules = random_rules([kind] * 6, solution, LAYOUT, dice)
        if not rules:
            continue
        givens = tuple(digit if dice.random() < 0.4 else 0 for digit in solution)
        found = [*islice(solutions(Puzzle(LAYOUT, givens, rules=rules)), 100)]
        if len(found) == 100:
            found = [solution]
        position = Position.of_puzzle(Puzzle(LAYOUT, givens, rules=rules))
        false = [
            each for each in position.candidates_of(position.empty) if all(s[each.cell] != each.digit for s in found)
        ]
        position = position.remove([each for each in false if dice.random() < 0.6])
        for (cell, digit), others in rule_links(position).items():
            for other, excluded in others:
                assert not any(s[cell] == digit and s[other] == excluded for s in found)
        for step in [*rule_chains(position), *(step for find in FORCING for step in islice(find(position), 20))]:
            assert all(holds(step, each) for each in found), step.sentence


def without(position: Position, **cells: str) -> Position:
    """The position with only these candidates in some cells, named as `r1c1`."""
    removes = []
    for name, digits in cells.items():
        cell = LAYOUT.index[int(name[1]) - 1, int(name[3]) - 1]
        removes += [Candidate(cell, digit) for digit in range(1, 10) if str(digit) not in digits]
    return position.remove([each for each in removes if position.masks[each.cell] >> each.digit & 1])


def test_a_chain_goes_over_whispers_to_other_digits() -> None:
    """Whichever of r5c1 and r5c9 is 1, r2c5 beside it on a line is at least 6."""
    rules = (Whispers((36, 13)), Whispers((44, 13)))
    row = {f"r5c{column}": "23456789" for column in range(2, 9)}
    position = without(Position.of_puzzle(Puzzle(LAYOUT, (0,) * 81, rules=rules)), **row)
    step = next(rule_chains(position))
    assert {*step.removes} == {(13, digit) for digit in range(1, 6)}
    assert {*step.rules} == {*rules}
    assert "in row 5, 1 goes to r5c9" in step.sentence
    assert all(rule.sentence(LAYOUT) in step.sentence for rule in rules)


def test_forcing_names_the_rules_that_it_uses() -> None:
    seen = 0
    for seed in range(amount(12)):
        dice = random.Random(seed)
        solution = random_solution(LAYOUT, seed)
        kinds = [dice.choice(("whispers", "ratio", "thermometer", "arrow")) for _ in range(10)]
        rules = random_rules(kinds, solution, LAYOUT, dice)
        position = Position.of_puzzle(unique_puzzle(LAYOUT, solution, rules))
        for find in FORCING:
            for step in islice(find(position), 10):
                assert all(rule in rules and rule.sentence(LAYOUT) in step.sentence for rule in step.rules)
                seen += bool(step.rules)
    assert seen


def test_no_way_leads_to_an_exchange_that_breaks_a_rule() -> None:
    plain = without(Position.of(LAYOUT, (0,) * 81), r1c1="12", r1c4="12", r2c1="12", r2c4="123")
    assert first_step(plain, {Technique.UNIQUE_RECTANGLE_1}) is not None
    rules = (RuleInWords((0, 3), "r1c1 < r1c4"),)
    with_rule = without(
        Position.of_puzzle(Puzzle(LAYOUT, (0,) * 81, rules=rules)), r1c1="12", r1c4="12", r2c1="12", r2c4="123"
    )
    assert not any(step.technique in UNIQUENESS for step in steps(with_rule, UNIQUENESS))
