"""The clauses of each kind of constraint have the models that it allows, on three cells of a small board."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import pytest

from engine.sat.formula.formula import Formula
from engine.sat.result import Status
from engine.sat.solvers.solve import solve
from engine.sudoku.as_sat.rule_clauses import rule_clauses
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.rules import Rule
from engine.sudoku.rules.primitives import (
    AllDifferent,
    DigitSets,
    Domain,
    Multiset,
    Primitive,
    automaton,
    pair,
    sets_with_sum,
    sum_of,
    weighted,
)

FOUR, SIZE = LAYOUTS["4x4"](), 4
CELLS = (5, 2, 7)


@dataclass(frozen=True)
class Made(Rule):
    """A rule of the given constraints."""

    parts: tuple[Primitive, ...]

    def primitives(self, layout: Layout) -> Sequence[Primitive]:
        return self.parts

    def name(self, layout: Layout) -> str:
        return "made"


def _rules() -> dict[str, tuple[Primitive, ...]]:
    dice = random.Random(1)
    remainder = automaton(CELLS, SIZE, 0, lambda state, digit, place: (state + digit * place) % 3, lambda s: s == 1)
    return {
        "domain": (Domain(5, 0b10100),),
        "nothing": (Domain(5, 0),),
        "different": (AllDifferent(CELLS),),
        "pair": (pair(5, 7, SIZE, lambda a, b: (a * b) % 3 == 2),),
        "one digit": (Multiset(CELLS, (3,)),),
        "two digits": (Multiset(CELLS, (3, 1)),),
        "a digit twice": (Multiset(CELLS, (2, 2, 4)),),
        "too many": (Multiset(CELLS, (2, 2, 2, 2)),),
        "sets": (DigitSets(CELLS, sets_with_sum(3, 7, SIZE)),),
        "no set": (DigitSets(CELLS, ()),),
        "remainder": (remainder,),
        "sum": (sum_of(CELLS, 8, SIZE),),
        "sum of different digits": (AllDifferent(CELLS), sum_of(CELLS, 8, SIZE)),
        "weights": (weighted(zip(CELLS, (2, -1, 1), strict=True), 3, SIZE),),
        "impossible sum": (sum_of(CELLS, 13, SIZE),),
        "two": (sum_of(CELLS[:2], 5, SIZE), pair(2, 7, SIZE, lambda a, b: a < b), Domain(7, dice.choice((0b11000,)))),
    }


@pytest.mark.parametrize("name", _rules())
def test_models(name: str) -> None:
    rule = Made((), _rules()[name])
    written = rule_clauses(rule, FOUR)
    clauses, values = [*written.clauses], [0] * 16
    most = max((abs(literal) for clause in clauses for literal in clause), default=0)
    assert most <= 16 * SIZE + written.auxiliary
    for digits in product(range(1, SIZE + 1), repeat=3):
        for cell, digit in zip(CELLS, digits, strict=True):
            values[cell] = digit
        units = [
            [(1 if digit == values[cell] else -1) * (cell * SIZE + digit)]
            for cell in CELLS
            for digit in range(1, SIZE + 1)
        ]
        status = solve(Formula.of([*clauses, *units]), "dpll").status
        allowed = all(primitive.allows(values) for primitive in rule.parts)
        assert (status is Status.SATISFIABLE) == allowed
