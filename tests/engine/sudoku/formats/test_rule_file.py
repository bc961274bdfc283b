"""Our own format of puzzles with rules: round trips of every kind on every layout, and errors."""

import json
import random

import pytest
from rule_puzzles import random_rules

from engine.base.errors import InputError
from engine.sudoku.formats import parse, write
from engine.sudoku.layout import LAYOUTS, single
from engine.sudoku.layout.parts import grid_layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import KINDS
from engine.sudoku.search.exact import random_solution


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["single", "double", "samurai", "16x16"])
def test_all_kinds_come_back(name: str) -> None:
    layout, dice = LAYOUTS[name](), random.Random(name)
    solution = random_solution(layout, 1)
    rules = random_rules(KINDS, solution, layout, dice)
    assert len(rules) > len(KINDS) - 8
    givens = tuple(digit if dice.random() < 0.1 else 0 for digit in solution)
    puzzle = Puzzle(layout, givens, f"all kinds on {name}", rules=rules)
    assert parse(write(puzzle, "rules").encode()) == [puzzle]
    marked = Puzzle(layout, givens, candidates=((2 << layout.size) - 4,) * len(givens), rules=rules[:2])
    assert parse((write(puzzle, "rules") + write(marked, "rules")).encode()) == [puzzle, marked]


def test_a_layout_without_a_name_is_written_whole() -> None:
    layout = grid_layout(LAYOUTS["double"](), LAYOUTS["double"]().grids[1]).layout
    puzzle = Puzzle(layout, (0,) * 81)
    assert parse(write(puzzle, "rules").encode()) == [puzzle]


OBJECT = json.loads(write(Puzzle(single(), (0,) * 81), "rules"))


@pytest.mark.parametrize(("change", "words"), [
    ({"layout": "triple-decker"}, "no layout 'triple-decker'"),
    ({"layout": {"name": "x"}}, "the layout can't be read"),
    ({"layout": 5}, "the layout can't be read"),
    ({"givens": "12"}, "each of the 81 cells"),
    ({"givens": "A" * 81}, "not a digit from 1 to 9"),
    ({"candidates": [[]] * 81}, "candidates"),
    ({"candidates": [[10]] * 81}, "candidates"),
    ({"rules": ["r1c1 = 3", "r1c1 ="]}, "rule 2: line 1: the rule ends where"),
    ({"rules": [{"kind": "renban", "cells": ["r1c1", "r10c1"]}]}, "rule 1 can't be read"),
    ({"rules": [{"kind": "unheard of"}]}, "rule 1 can't be read"),
    ({"rules": [7]}, "rule 1 can't be read"),
    ({"rules": ["r1c1 = 3"] * 1001}, "more than 1000"),
])  # fmt: skip
def test_errors_are_named(change: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse(json.dumps(OBJECT | change).encode())
