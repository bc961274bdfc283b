"""Exchanges of two digits with rules beyond houses: only those that keep every rule are shown."""

import random
from dataclasses import replace

import pytest
from amounts import amount
from rule_puzzles import random_rule, random_rules, unique_puzzle

from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import KINDS, Rule, primitives_of
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.in_words import RuleInWords
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.exchange import keeps_rules
from engine.sudoku.techniques.finders import ALL, finders_of, sound, steps
from engine.sudoku.techniques.patterns.tables import rectangles
from engine.sudoku.techniques.position import Position, geometry, members
from engine.sudoku.techniques.route import Route

LAYOUT = LAYOUTS["single"]()
EXCHANGES = frozenset(t for t in ALL if t.name.startswith(("UNIQUE_RECT", "HIDDEN_RECT", "AVOIDABLE", "UNIQUE_LOOP")))


def position(rules: tuple[Rule, ...], **cells: str) -> Position:
    """An empty board with these rules and only these candidates in some cells, named as `r1c1`."""
    found = Position.of_puzzle(Puzzle(LAYOUT, (0,) * 81, rules=rules))
    masks = list(found.masks)
    for name, digits in cells.items():
        masks[LAYOUT.index[int(name[1]) - 1, int(name[3]) - 1]] = sum(1 << int(digit) for digit in digits)
    return replace(found, masks=tuple(masks))


def rectangle(*rules: Rule, **more: str) -> Position:
    return position(rules, r1c1="12", r1c4="12", r2c1="12", r2c4="123", **more)


def is_found(start: Position) -> bool:
    """By each way to a step; they must agree."""
    techniques = frozenset({Technique.UNIQUE_RECTANGLE_1})
    (finder,) = finders_of(techniques)
    route = Route(start, (finder,), techniques)
    found = {
        any(step.technique in techniques for step in steps(start, techniques)),
        any(finding.technique in techniques for finding in route.every(finder)),
        route.first() is not None,
        bool(route.count_rounds()),
    }
    assert len(found) == 1
    return found.pop()


def test_an_exchange_is_found_if_it_keeps_every_rule() -> None:
    assert is_found(rectangle())
    assert is_found(rectangle(KillerCage((0, 3, 4), 12))), "both digits are in the cage"
    assert not is_found(rectangle(KillerCage((0, 1), 12))), "one is not"
    assert is_found(rectangle(KillerCage((80, 79), 12))), "the cage is elsewhere"
    assert not is_found(rectangle(RuleInWords((0, 3), "r1c1 < r1c4")))
    assert is_found(rectangle(RuleInWords((0, 8), "r1c1 < r1c9"), r1c9="56")), "both digits are smaller"
    assert not is_found(rectangle(RuleInWords((0, 8), "r1c1 < r1c9"), r1c9="256"))


@pytest.mark.parametrize("kind", KINDS)
def test_the_primitives_agree(kind: str) -> None:
    """Where an exchange is said to keep the rules, it does, for any digits in the other cells."""
    for seed in range(amount(3)):
        dice = random.Random(f"{kind} {seed}")
        solution = random_solution(LAYOUT, seed)
        rule = random_rule(kind, solution, LAYOUT, dice)
        if rule is None:
            continue
        own = {*rule.scope(LAYOUT)}
        near = [each for each in rectangles(geometry(LAYOUT)) if own.intersection(members(each[0] | each[1]))]
        masks = [2 << digit - 1 | 2 << dice.randrange(9) for digit in solution]
        start = replace(Position.of_puzzle(Puzzle(LAYOUT, (0,) * 81, rules=(rule,))), masks=tuple(masks))
        for halves in dice.sample(near, min(len(near), 20)):
            first, other = dice.sample(range(1, 10), 2)
            if not keeps_rules(start, halves, (first, other)):
                continue
            for _ in range(20):
                values = [
                    dice.choice([*members(mask)]) if dice.random() < 0.5 else solution[cell]
                    for cell, mask in enumerate(masks)
                ]
                after = list(values)
                for half, digit, changed in zip(halves, (first, other), (other, first), strict=True):
                    for cell in members(half):
                        values[cell], after[cell] = digit, changed
                assert all(each.allows(values) == each.allows(after) for each in primitives_of(rule, LAYOUT))


def test_exchanges_hold_in_puzzles_with_rules() -> None:
    found = 0
    for seed in range(amount(8)):
        dice = random.Random(seed)
        solution = random_solution(LAYOUT, seed)
        kinds = [dice.choice(("killer cage", "even", "whispers", "ratio", "thermometer")) for _ in range(4)]
        rules = random_rules(kinds, solution, LAYOUT, dice)
        puzzle = unique_puzzle(LAYOUT, solution, rules)
        assert sound(puzzle, unique=True) >= EXCHANGES
        assert not EXCHANGES & sound(puzzle, unique=False)
        start = Position.of_puzzle(puzzle)
        for share in (0.5, 0.3, 0.1):
            false = [each for each in start.candidates_of(start.empty) if solution[each.cell] != each.digit]
            fewer = start.remove([each for each in false if dice.random() > share])
            for find in finders_of(EXCHANGES):
                for step in find(fewer):
                    found += 1
                    assert all(solution[cell] == digit for cell, digit in step.places), step.sentence
                    assert not any(solution[cell] == digit for cell, digit in step.removes), step.sentence
    assert found
