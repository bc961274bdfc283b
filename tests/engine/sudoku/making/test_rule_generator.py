"""Puzzles with rules of selected kinds: one solution, the requested kinds, minimal and of a level on request."""

import random
from itertools import islice

import pytest
from rule_puzzles import is_met

from engine.base.errors import InputError
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.generator import GeneratorOptions
from engine.sudoku.making.levels import level_of
from engine.sudoku.making.rule_drawing import RuleSampler
from engine.sudoku.making.rule_generator import generate_with_rules, make_puzzle
from engine.sudoku.making.rule_mixes import MIXES
from engine.sudoku.puzzle import Puzzle, is_solution
from engine.sudoku.rules import KINDS, Rule
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.decoration import Decoration
from engine.sudoku.rules.kinds.dots import NoMarks
from engine.sudoku.rules.kinds.everywhere import BoardRule
from engine.sudoku.rules.kinds.fog import Fog
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.search.solving import count, solutions
from engine.sudoku.techniques.catalogue import Level


def made(layout: str, *kinds: str, seed: int = 1, level: Level | None = None, minimal: bool = False) -> Puzzle:
    options = GeneratorOptions(kinds=kinds, level=level, minimal=minimal)
    generated = generate_with_rules(LAYOUTS[layout](), options, seed=seed)
    assert generated.reached
    assert is_solution(generated.puzzle, generated.solution)
    assert list(islice(solutions(generated.puzzle), 2)) == [generated.solution]
    for rule in generated.puzzle.rules:
        assert is_met(rule, generated.solution, generated.puzzle.layout)
    return generated.puzzle


@pytest.mark.parametrize("layout", ["single", "double", "jigsaw", "4x4", "6x6", "triple"])
def test_killers_cover_every_layout_without_givens(layout: str) -> None:
    puzzle = made(layout, "killer cage")
    cells = [cell for rule in puzzle.rules for cell in rule.cells]
    assert sorted(cells) == list(range(len(puzzle.layout.cells)))
    assert not any(puzzle.givens)


@pytest.mark.parametrize("mix", MIXES)
def test_mixes_have_all_their_kinds(mix: str) -> None:
    puzzle = made("single", *MIXES[mix].kinds)
    assert {rule.kind for rule in puzzle.rules} == {*MIXES[mix].kinds}


def test_rules_of_the_whole_board_and_negative_ones() -> None:
    assert {rule.kind for rule in made("6x6", "disjoint groups", "thermometer").rules} >= {"disjoint groups"}
    assert made("4x4", "no other difference").rules


@pytest.mark.long
def test_the_same_seed_makes_the_same_puzzle() -> None:
    kinds = ("killer cage", "arrow")
    assert made("double", *kinds, seed=5) == made("double", *kinds, seed=5) != made("double", *kinds, seed=6)


def test_nothing_of_a_minimal_killer_can_go() -> None:
    puzzle = made("single", "killer cage", minimal=True)
    plain = made("single", "killer cage")
    assert len(puzzle.rules) < len(plain.rules)
    for rule in random.Random(1).sample(puzzle.rules, 6):
        others = tuple(each for each in puzzle.rules if each != rule)
        beside = [each for each in others if {*each.cells} & {*_around(puzzle, rule)}]
        for other in beside:
            cells = (*rule.cells, *other.cells)
            solution = next(solutions(puzzle))
            digits = [solution[cell] for cell in cells]
            if len(cells) <= 6 and len({*digits}) == len(digits):
                joined = KillerCage(tuple(sorted(cells)), sum(digits))
                rules = (*(each for each in others if each != other), joined)
                assert count(Puzzle(puzzle.layout, puzzle.givens, rules=rules)) == 2


def _around(puzzle: Puzzle, rule: Rule) -> list[int]:
    index = puzzle.layout.index
    places = [puzzle.layout.cells[cell] for cell in rule.cells]
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return [index[r + i, c + j] for r, c in places for i, j in steps if (r + i, c + j) in index]


def test_no_rule_of_a_minimal_mixed_puzzle_is_superfluous() -> None:
    puzzle = made("6x6", "thermometer", "ratio", minimal=True)
    kinds = [rule.kind for rule in puzzle.rules]
    for rule in puzzle.rules:
        if kinds.count(rule.kind) > 1:
            others = tuple(each for each in puzzle.rules if each != rule)
            assert count(Puzzle(puzzle.layout, puzzle.givens, rules=others)) == 2


@pytest.mark.few(1)
@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD])
def test_a_level_is_reached(level: Level) -> None:
    assert level_of(made("single", "killer cage", level=level)) is level


@pytest.mark.parametrize(
    "kind",
    [each for each in KINDS.values() if not issubclass(each, BoardRule | NoMarks | Decoration | Fog)],
    ids=lambda kind: kind.kind,
)
def test_rules_of_every_kind_are_drawn_into_a_grid(kind: type[Rule]) -> None:
    layout, drawn = LAYOUTS["double"](), []
    for seed in range(12):
        solution = GridSearch(layout, seed).fill()
        rule = RuleSampler(layout, solution, random.Random(seed)).draw(kind, lambda _: False)
        if rule:
            drawn.append(rule)
            assert type(rule) is kind
            assert is_met(rule, solution, layout)
    assert drawn


def test_questions_refused_for_puzzles_with_rules() -> None:
    layout = LAYOUTS["single"]()
    for options in (
        GeneratorOptions(kinds=("killer cage",), holes=40),
        GeneratorOptions(kinds=("killer cage",), symmetry="rotation"),
        GeneratorOptions(kinds=("no such kind",)),
    ):
        with pytest.raises(InputError):
            make_puzzle(layout, options, seed=1)
