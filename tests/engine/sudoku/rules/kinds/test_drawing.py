"""Rules as a person draws them: every kind has a drawing, with a parameter that a solution satisfies."""

import random

import pytest
from rule_puzzles import is_met
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.rules import KINDS, Rule, dump, load
from engine.sudoku.rules.drawing import CellForm
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.clone import Clone
from engine.sudoku.rules.kinds.dots import DifferenceDot, NoDifferences, Ratio
from engine.sudoku.rules.kinds.inequality import Inequality
from engine.sudoku.rules.kinds.outside import LittleKiller, OutsideRule, Sandwich
from engine.sudoku.rules.kinds.quadruple import Quadruple
from engine.sudoku.rules.rule import complete
from engine.sudoku.search.exact import GridSearch

MARKED = {
    CellForm.BOARD: [],
    CellForm.CELL: [10],
    CellForm.PAIR: [1, 0],
    CellForm.CORNER: [0],
    CellForm.CELLS: [9, 0, 1],
    CellForm.LINE: [0, 1, 2],
    CellForm.RAY: [0, 9],
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_kind_is_drawn_and_saved(kind: type[Rule]) -> None:
    layout, marked = single(), MARKED[kind.drawing.form]
    parts = [marked, [cell + 30 for cell in marked]] if kind.drawing.parts else [marked]
    rule = kind.draw(layout, parts, kind.drawing.default or "12")
    assert type(rule) is kind
    assert load(dump([rule]), layout) == (rule,)
    least = kind.drawing.least if kind.drawing.most is None else kind.drawing.most
    for too_few in range(least):
        with pytest.raises(InputError, match="at least"):
            kind.draw(layout, [*parts[:-1], parts[-1][:too_few]], "12")


@pytest.mark.parametrize(
    "kind", [each for each in KINDS.values() if each.drawing.parameter], ids=lambda kind: kind.kind
)
def test_the_parameter_is_one_that_the_solution_meets(kind: type[Rule]) -> None:
    layout, dice, met = double(), random.Random(3), 0
    for seed in range(30):
        digits = GridSearch(layout, seed).fill()
        marked = [
            cell + (dice.randrange(50) if kind.drawing.form is CellForm.CELL else 0)
            for cell in MARKED[kind.drawing.form]
        ]
        marked = [0, 9 if seed % 2 else 1] if kind.drawing.form is CellForm.RAY else marked
        parts = kind.formed(layout, [marked])
        rule = kind.draw(layout, [marked], kind.parameter(layout, parts, digits))
        holds = is_met(rule, digits, layout)
        assert all(primitive.allows(digits) for primitive in rule.primitives(layout)) == holds
        met += holds
    always = issubclass(kind, OutsideRule | Quadruple | DifferenceDot) or kind.kind == "pair sum"
    assert met == 30 if always else met > 0 or kind.kind == "whispers"


def test_typed_input_of_a_cage() -> None:
    layout = single()
    assert KillerCage.draw(layout, [[9, 0]], "15") == KillerCage((0, 9), 15)
    assert KillerCage.draw(layout, [[9, 0]], " 15* ") == KillerCage((0, 9), 15, repeats=True)
    assert KillerCage.draw(layout, [[9, 0]], "") == KillerCage((0, 9))
    for wrong in ("0", "19", "fifteen", "*"):
        with pytest.raises(InputError, match="1 to 18"):
            KillerCage.draw(layout, [[9, 0]], wrong)


def test_negative_rules_follow_the_dots() -> None:
    dots = (DifferenceDot((0, 1), 3), Ratio((1, 2), 2))
    negative = NoDifferences.draw(single(), [[]])
    assert complete((negative, *dots)) == (NoDifferences((0, 1, 1, 2), (3,)), *dots)
    assert complete((NoDifferences((0, 1), (3,)),)) == (NoDifferences((), (1,)),)


def test_an_inequality_sign_is_typed() -> None:
    for text, cells, sign in (("<", (0, 1), "<"), (">", (1, 0), ">"), ("", (0, 1), "<")):
        rule = Inequality.draw(single(), [[1, 0]], text)
        assert (rule.cells, rule.sign(single())) == (cells, sign)
    assert [Inequality.draw(single(), [[0, 9]], text).sign(single()) for text in "<>"] == ["^", "v"]
    with pytest.raises(InputError, match="type < or >"):
        Inequality.draw(single(), [[0, 1]], "3")


@pytest.mark.parametrize(
    "kind", [each for each in KINDS.values() if each.drawing.parameter], ids=lambda kind: kind.kind
)
def test_parameters(kind: type[Rule], snapshot: SnapshotAssertion) -> None:
    """What is proposed on boards of each size, and which numbers are taken."""
    found = []
    for name in ("4x4", "6x6", "single", "16x16"):
        layout, marked = LAYOUTS[name](), MARKED[kind.drawing.form]
        if kind.drawing.form is CellForm.RAY:
            marked = [0, layout.index[1, 1] if kind is LittleKiller else layout.index[1, 0]]
        parts = kind.formed(layout, [marked])
        digits = GridSearch(layout, 1).fill()
        numbers, reason = list[int](), ""
        for number in (*range(12), 15, 16, 17, 18, 19, 30, 45, 46, 200):
            try:
                kind.draw(layout, [marked], str(number))
                numbers.append(number)
            except InputError as error:
                reason = str(error)
        found.append(f"{name}: {kind.parameter(layout, parts, digits)!r} {numbers} {reason}")
    assert "\n".join(found) == snapshot


def test_the_number_outside_a_row_may_be_zero() -> None:
    layout = single()
    assert Sandwich.draw(layout, [list(range(9))], "0") == Sandwich(tuple(range(9)), 0)


def test_clones_are_of_one_size() -> None:
    layout = single()
    assert Clone.draw(layout, [[0, 1], [30, 31]]) == Clone((0, 1), (30, 31))
    for first, second in (([0, 1], [30]), ([0], [30, 31])):
        with pytest.raises(InputError, match="different numbers"):
            Clone.draw(layout, [first, second])
