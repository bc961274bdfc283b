"""Rules in words: each example of the documentation has the documented meaning, and errors are reported."""

import json
import random
import re
from collections.abc import Callable, Sequence
from itertools import combinations, islice, pairwise
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.puzzle import Puzzle, is_solution
from engine.sudoku.rules import broken, dump, load
from engine.sudoku.rules.kinds.in_words import RuleInWords
from engine.sudoku.rules.shapes import CellMark, Outline, OutsideClue
from engine.sudoku.rules.shapes import Path as Way
from engine.sudoku.rules.support import support
from engine.sudoku.search import solving
from engine.sudoku.search.exact import random_solution

PAGE = Path(__file__).parents[5] / "docs" / "rule-language.md"
EXAMPLES = [row.replace("\\|", "|") for row in re.findall(r"^\| `(.*?)` \|", PAGE.read_text(), re.MULTILINE)]
Digits = Sequence[int]


def row(values: Digits, number: int, count: int = 9) -> Digits:
    return values[9 * number : 9 * number + count]


def blocks(values: Digits) -> list[list[int]]:
    return [
        [values[9 * i + j], values[9 * i + j + 1], values[9 * i + j + 9], values[9 * i + j + 10]]
        for i in range(8)
        for j in range(8)
    ]


def camel(values: Digits) -> bool:
    far = [(a, b) for a, b in combinations(range(81), 2) if {abs(a // 9 - b // 9), abs(a % 9 - b % 9)} == {1, 3}]
    return all(values[a] != values[b] for a, b in far)


def sums(digits: Digits) -> list[int]:
    return [sum(digits[: at + 1]) for at in range(len(digits))]


DEMANDS: list[Callable[[Digits], bool]] = [
    lambda v: v[0] + v[1] + v[9] == 15,
    lambda v: 2 * v[0] - v[1] + 3 == v[20],
    lambda v: sum(row(v, 0, 4)) < sum(row(v, 1, 4)),
    lambda v: sum(row(v, 0, 3)) % 5 == 0,
    lambda v: v[0] * v[1] == v[2] or v[0] == v[1] + 4,
    lambda v: v[0] * v[1] * v[2] * v[3] == 24,
    lambda v: all(abs(a - b) >= 3 for a, b in pairwise(row(v, 0, 7))),
    lambda v: all(v[i] < v[i + 1] or v[i + 1] < v[i + 2] for i in range(4)),
    lambda v: all(abs(a - b) != 2 for a, b in combinations((v[0], v[10], v[20]), 2)),
    lambda v: bool(re.fullmatch("[1-3]*(45|[6-9])+.?", "".join(map(str, row(v, 0, 6))))),
    lambda v: max(row(v, 0, 5)) - min(row(v, 0, 5)) == 5,
    lambda v: len({v[10 * i] for i in range(6)}) == 3,
    lambda v: sum(d % 2 for d in row(v, 0, 6)) == 3,
    lambda v: row(v, 0).count(5) == [v[9 * i + 1] for i in range(9)].count(1),
    lambda v: all(min(block) <= 3 and max(block) >= 7 for block in blocks(v)),
    camel,
    lambda v: 10 not in sums(row(v, 0)),
    lambda v: 1 + sum(a < b for a, b in pairwise(row(v, 0, 6))) == 3,
    lambda v: sum(row(v, 0, 3)) == 6 or (v[0] == 9 and v[1] > v[9]),
    lambda v: sum(row(v, 0, 4)) == 20 or all(a == b + 1 for a, b in pairwise(row(v, 0, 4))),
]


def test_there_are_twenty_examples() -> None:
    assert len(EXAMPLES) == len(DEMANDS) == 20


@pytest.mark.parametrize(("text", "demand"), zip(EXAMPLES, DEMANDS, strict=True), ids=EXAMPLES)
def test_examples_match_their_demands(text: str, demand: Callable[[Digits], bool]) -> None:
    """On grids of random digits, changed towards the rule if none satisfies it."""
    layout, dice, met = single(), random.Random(text), 0
    rule = RuleInWords((), text)
    primitives = rule.primitives(layout)
    for number in range(amount(300)):
        values = [dice.choice((dice.randint(1, 9), dice.randint(1, 3))) for _ in range(81)]
        if number % 2:  # one that satisfies it as far as single constraints go
            masks = [1 << digit for digit in values]
            for primitive in dice.sample(primitives, len(primitives)):
                for cell in primitive.cells:
                    masks[cell] = 0b1111111110
                for cell in dice.sample(primitive.cells, len(primitive.cells)):
                    options = support(primitive, masks, lambda *_: False)[cell]
                    if options:
                        masks[cell] = 1 << dice.choice([d for d in range(1, 10) if options >> d & 1])
            values = [dice.choice([d for d in range(1, 10) if mask >> d & 1]) for mask in masks]
        assert all(primitive.allows(values) for primitive in primitives) == demand(values)
        assert bool(broken([rule], layout, values)) != demand(values)
        met += demand(values)
    assert met or len(primitives) > 20


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_are_searched_saved_and_worded(text: str) -> None:
    layout, rule = single(), RuleInWords((), text)
    assert load(json.loads(json.dumps(dump([rule]))), layout) == (rule,)
    assert rule.sentence(layout).endswith(".")
    assert rule.name(layout)
    for shape in rule.shapes(layout):
        assert isinstance(shape, Way | Outline)
    found = [*islice(solving.solutions(Puzzle(layout, (0,) * 81, rules=(rule,))), 3)]
    assert found
    assert all(DEMANDS[EXAMPLES.index(text)](digits) for digits in found)


@pytest.mark.parametrize("name", ["4x4", "double"])
def test_search_leaves_out_what_breaks_a_rule(name: str) -> None:
    layout = LAYOUTS[name]()
    for seed in range(amount(3)):
        dice, solution = random.Random(seed), random_solution(layout, seed)
        givens = list(solution)
        for cell in dice.sample(range(len(givens)), len(givens)):
            givens[cell] = 0
            if solving.count(Puzzle(layout, tuple(givens)), 200) == 200:
                givens[cell] = solution[cell]
        every = [*solving.solutions(Puzzle(layout, tuple(givens)))]
        for text, demand in {
            "r1c1-r1c4: count(x > 2) >= 2 and max != 4": lambda v: sum(d > 2 for d in v[:4]) >= 2 and max(v[:4]) != 4,
            "one of {r2c1 = 1} {r1c1-r1c3: side by side a < b}": lambda v: (
                v[layout.index[1, 0]] == 1 or v[0] < v[1] < v[2]
            ),
        }.items():
            puzzle = Puzzle(layout, tuple(givens), rules=(RuleInWords((), text),))
            expected = {digits for digits in every if demand(digits)}
            checked = {digits for digits in every if is_solution(puzzle, digits)}
            assert {*solving.solutions(puzzle)} == expected == checked


@pytest.mark.parametrize(("text", "words"), [
    ("", "a demand is expected"),
    ("r1c1 + = 3", "line 1: a number, a cell or a sum is expected instead of '='"),
    ("r1c1 = 3;\nr1c2 ! 4", "line 2: '!'"),
    ("r1c1 = 3;\nr10c1 = 4", "line 2: there is no cell r10c1"),
    ("r1c1 + r1c2", "the rule ends where one of = !="),
    ("r1c1-r2c3: sum = 3", "a cell in the same row, column or diagonal is expected instead of 'r2c3'"),
    ("row 12: sum = 3", "a number from 1 to 9 is expected instead of '12'"),
    ("every knight: sum = 3", "touching, step, 2x2 is expected instead of 'knight'"),
    ("every 10x2: sum = 3", "touching, step, 2x2 is expected instead of '10x2'"),
    ("r1c1-r1c3: matches [1-", "the rule ends where a digit"),
    ("r1c1-r1c3: matches 1{3,2}", "numbers from 1 to 50"),
    ("matches 123", "cells and a colon"),
    ("r1c1-r1c3: start s = 0 next t = 1", "one of s is expected instead of 't'"),
    ("r1c1-r1c3: start s = 0 next s = sum", "a number or one of x, n, s is expected instead of 'sum'"),
    ("r1c1-r1c3: start x = 0 next x = 1", "a name is expected instead of 'x'"),
    ("one of {r1c1 = 3}", "two rules in { }"),
    ("r1c1 = 3 draw circle", "one of line, cage, mark, clue, nothing is expected instead of 'circle'"),
    ("r1c1 = r1c2 r1c3", "the end is expected instead of 'r1c3'"),
    ("sum = 12", "cells in ( )"),
    ("1 = 2", "can never be met"),
    ("all: product = 12; all: distinct = 4", "too many cases"),
    ("(" * 100 + "r1c1" + ")" * 100 + " = 1", "fewer brackets"),
    ("r1c1 = 1" * 1000, "at most 4000"),
])  # fmt: skip
def test_errors_name_line_and_word(text: str, words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        RuleInWords.draw(single(), [[]], text)
    with pytest.raises(ValueError, match="too few cells"):
        load([{"kind": "rule in words", "cells": [], "text": text}], single())


def test_marked_cells_are_meant_where_none_are_named() -> None:
    rule = RuleInWords.draw(single(), [[0, 1, 2]], "sum = 12")
    assert rule.primitives(single()) == RuleInWords((), "r1c1-r1c3: sum = 12").primitives(single())
    assert rule.sentence(single()) == "Rule: r1c1-r1c3: sum = 12."


@pytest.mark.parametrize(("draw", "shape"), [
    ("line", Way), ("cage 12", Outline), ('mark "S"', CellMark), ('clue "7"', OutsideClue),
])  # fmt: skip
def test_drawn_content(draw: str, shape: type) -> None:
    (found, *_others) = RuleInWords((), f"r1c1-r1c3: sum = 12 draw {draw}").shapes(single())
    assert isinstance(found, shape)
    assert RuleInWords((), "r1c1-r1c3: sum = 12 draw nothing").shapes(single()) == []


@given(st.text("r1c23-: sumaxbdi()=<+*%{};ofnet,[]|.?\n", max_size=60))
def test_any_text_is_a_rule_or_an_error(text: str) -> None:
    try:
        rule = RuleInWords.draw(double(), [[0, 1]], text)
    except InputError:
        return
    assert load(json.loads(json.dumps(dump([rule]))), double()) == (rule,)
