"""Supported digits are those of some solution, found here by trying all digits in all cells."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from engine.sudoku.puzzle import Digits
from engine.sudoku.rules.primitives import (
    AllDifferent,
    Automaton,
    DigitSets,
    Domain,
    Multiset,
    PairTable,
    Primitive,
    WeightedSum,
    all_digits,
    automaton,
    pair,
    sets_with_sum,
    sum_of,
    weighted,
)
from engine.sudoku.rules.support import demanded, sets_support, support

SIZE, CELLS, TRIES = 5, 6, 40
EXACT = {"Domain", "PairTable", "Automaton", "WeightedSum", "DigitSets"}


def _primitive(kind: str, cells: tuple[int, ...], dice: random.Random) -> Primitive:
    a, b = dice.sample(range(1, SIZE + 1), 2)
    match kind:
        case "Domain":
            return Domain(cells[0], dice.randrange(2, all_digits(SIZE), 2))
        case "PairTable":
            return pair(cells[0], cells[-1], SIZE, lambda x, y: (a * x + b * y) % 3 == 1)
        case "Automaton":
            return automaton(cells, SIZE, 0, lambda state, digit, _: (state + digit * a) % b, lambda state: state == 0)
        case "WeightedSum":
            return weighted(((cell, dice.choice((-2, -1, 1, 1, 2))) for cell in cells), dice.randint(-3, 9), SIZE)
        case "DigitSets":
            return DigitSets(cells, sets_with_sum(len(cells), dice.randint(3, 14), SIZE))
        case "AllDifferent":
            return AllDifferent(cells)
    return Multiset(cells, tuple(sorted((a, b, a)[: dice.randint(1, len(cells))])))


def _masks(dice: random.Random) -> list[int]:
    """Masks of a few digits, of which some are single."""
    return [sum(1 << d for d in dice.sample(range(1, SIZE + 1), dice.choice((1, 2, 3, 3, 4)))) for _ in range(CELLS)]


def _solutions(primitive: Primitive, masks: list[int], differ: bool) -> Iterator[Digits]:
    """The digits of the primitive's cells in each of its solutions."""
    values = [0] * CELLS
    for digits in product(*([d for d in range(1, SIZE + 1) if masks[cell] >> d & 1] for cell in primitive.cells)):
        for cell, digit in zip(primitive.cells, digits, strict=True):
            values[cell] = digit
        if primitive.allows(values) and not (differ and len({*digits}) < len(digits)):
            yield digits


def _cases(kind: str) -> Iterator[tuple[Primitive, list[int], bool]]:
    for seed in range(TRIES):
        dice = random.Random(f"{kind} {seed}")
        cells = tuple(dice.sample(range(CELLS), dice.randint(2, 4)))
        yield _primitive(kind, cells, dice), _masks(dice), dice.random() < 0.5


@pytest.mark.parametrize("kind", [*sorted(EXACT), "AllDifferent", "Multiset"])
def test_a_digit_is_supported_if_a_solution_contains_it(kind: str) -> None:
    removed = 0
    for primitive, masks, differ in _cases(kind):
        expected = dict.fromkeys(primitive.cells, 0)
        for digits in _solutions(primitive, masks, differ and kind == "WeightedSum"):
            for cell, digit in zip(primitive.cells, digits, strict=True):
                expected[cell] |= 1 << digit
        found = support(primitive, masks, lambda _a, _b, differ=differ: differ)  # type: ignore[misc]
        assert found.keys() == expected.keys()
        removed += sum(masks[cell] != mask for cell, mask in found.items())
        for cell, mask in found.items():
            assert not mask & ~masks[cell]
            assert mask == expected[cell] if kind in EXACT else not expected[cell] & ~mask
    assert removed


def test_cells_that_differ_lose_the_digits_of_the_others() -> None:
    masks = [0b10, 0b110, 0b1110, 0b100]
    found = support(AllDifferent((0, 1, 2)), masks, lambda _a, _b: True)
    assert found == {0: 0b10, 1: 0b100, 2: 0b1100}
    assert support(AllDifferent((0, 1)), [0b10, 0b10], lambda _a, _b: True) == {0: 0, 1: 0}


@pytest.mark.parametrize(
    ("digits", "masks", "expected"),
    [
        ((1, 2), [0b110, 0b110, 0b1000], [0b110, 0b110, 0b1000]),
        ((1, 1), [0b110, 0b110, 0b1000], [0b10, 0b10, 0b1000]),
        ((3,), [0b110, 0b1110, 0b110], [0b110, 0b1000, 0b110]),
        ((3, 3), [0b110, 0b1110, 0b110], [0, 0, 0]),
        ((1, 2, 2), [0b1110, 0b1110, 0b1110], [0b110, 0b110, 0b110]),
    ],
)
def test_a_digit_takes_its_only_places(digits: tuple[int, ...], masks: list[int], expected: list[int]) -> None:
    found = support(Multiset((0, 1, 2), digits), masks, lambda _a, _b: False)
    assert found == dict(enumerate(expected))


def test_a_cell_paired_with_itself_holds_one_digit() -> None:
    assert support(pair(0, 0, 4, lambda a, b: a + b == 4), [0b11110], lambda _a, _b: False) == {0: 0b100}


def test_a_cell_of_an_automaton_named_twice_holds_one_digit() -> None:
    turns = automaton((0, 0), 3, 0, lambda state, digit, _: digit if not state else digit - state, lambda end: end == 0)
    assert isinstance(turns, Automaton)
    assert support(turns, [0b1110], lambda _a, _b: False) == {0: 0b1110}


@pytest.mark.parametrize("kind", ["WeightedSum", "DigitSets"])
def test_demanded_digits_are_in_every_solution_and_not_placed(kind: str) -> None:
    demands = 0
    for case, masks, _ in _cases(kind):
        primitive = case
        if isinstance(case, WeightedSum):
            primitive = sum_of(case.cells, random.Random(str(case)).randint(3, 14), SIZE)
        common, solved = all_digits(SIZE), False
        for digits in _solutions(primitive, masks, differ=True):
            common, solved = common & sum(1 << digit for digit in digits), True
        placed = sum({masks[cell] for cell in primitive.cells if masks[cell].bit_count() == 1})
        expected = common & ~placed if solved else 0
        assert demanded(primitive, masks, lambda _a, _b: True) == expected
        demands += expected != 0
    assert demands > 3


def test_sums_demand_nothing_if_digits_may_repeat_or_weigh() -> None:
    masks = [0b1100, 0b1100, 0b1100]
    assert demanded(sum_of((0, 1), 5, 4), masks, lambda _a, _b: True) == 0b1100
    assert demanded(sum_of((0, 1), 5, 4), masks, lambda a, b: {a, b} != {0, 1}) == 0
    assert demanded(weighted([(0, 2), (1, 1)], 8, 4), masks, lambda _a, _b: True) == 0
    assert demanded(sum_of((), 0, 4), masks, lambda _a, _b: True) == 0
    assert demanded(AllDifferent((0, 1)), masks, lambda _a, _b: True) == 0
    assert demanded(PairTable((0, 1), (0, 4, 4, 4)), masks, lambda _a, _b: True) == 0


def test_many_digits_are_enumerated_only_up_to_a_limit() -> None:
    """17 digits in 9 cells are too many sets: digits may then repeat, and none is demanded."""
    size, cells = 17, tuple(range(9))
    masks = [all_digits(size)] * 9
    found = support(sum_of(cells, 9, size), masks, lambda _a, _b: True)
    assert found == dict.fromkeys(cells, 0b10)
    assert demanded(sum_of(cells, 45, size), masks, lambda _a, _b: True) == 0
    few = [all_digits(9)] * 9
    assert demanded(sum_of(cells, 45, 9), few, lambda _a, _b: True) == all_digits(9)
    assert not any(support(sum_of(cells, 9, 9), few, lambda _a, _b: True).values())


def test_sets_that_have_no_place_support_nothing() -> None:
    assert sets_support((0, 1), (0b110, 0b11000), [0b10, 0b1110]) == {0: 0b10, 1: 0b100}
    assert sets_support((0, 1), (0b110,), [0b10, 0b10]) == {0: 0, 1: 0}
    assert sets_support((0, 1), (), [0b10, 0b100]) == {0: 0, 1: 0}
