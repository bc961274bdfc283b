"""Supported candidates, which some solution of a constraint uses; in plain Python, for hints on one constraint.

No supported candidate is lost. All kinds are exact except three, which may keep unsupported candidates: cells that all
differ and multisets, which are judged by one digit at a time, and sums in which only some of the cells must differ.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import combinations
from math import comb
from operator import and_, or_

from engine.sudoku.bit_sets import members, union
from engine.sudoku.rules.primitives import (
    AllDifferent,
    Automaton,
    DigitSets,
    Domain,
    Multiset,
    PairTable,
    Primitive,
    WeightedSum,
    sets_with_sum,
)

_MAX_SETS = 5000
"""Maximum number of sets of digits to enumerate."""

Masks = dict[int, int]
"""By cell: the digits it may hold, bit d for digit d; one bit if it holds a digit."""


def support(primitive: Primitive, masks: Sequence[int], differ: Callable[[int, int], bool]) -> Masks:
    """The supported digits of each cell for a primitive; `differ` says which cells can't be equal."""
    cells = primitive.cells
    match primitive:
        case Domain(cell, mask):
            return {cell: masks[cell] & mask}
        case PairTable((first, second), allowed):
            solutions = [
                (a, b)
                for a in members(masks[first])
                for b in members(masks[second])
                if allowed[a] >> b & 1 and (first != second or a == b)
            ]
            return {first: union(a for a, _ in solutions), second: union(b for _, b in solutions)}
        case AllDifferent():
            placed = {cell: masks[cell] for cell in cells if masks[cell].bit_count() == 1}
            return {
                cell: masks[cell] & ~reduce(or_, (mask for other, mask in placed.items() if other != cell), 0)
                for cell in cells
            }
        case WeightedSum(_, weights, total, _):
            distinct = _is_small(cells, masks) and all(differ(a, b) for a, b in combinations(cells, 2))
            return _sum_support(cells, weights, total, masks, distinct)
        case Automaton(_, layers):
            return _layered(
                cells,
                masks,
                lambda place, state, digit: next(
                    (after for before, mask, after in layers[place] if before == state and mask >> digit & 1), None
                ),
            )
        case Multiset(_, digits):
            return _multiset_support(cells, digits, masks)
        case DigitSets(_, sets):
            return sets_support(cells, sets, masks)


def demanded(primitive: Primitive, masks: Sequence[int], differ: Callable[[int, int], bool]) -> int:
    """The digits not yet placed that every solution uses; only of sums of different digits and of `DigitSets`."""
    if isinstance(primitive, DigitSets):
        return _common(
            option for option in primitive.sets if any(sets_support(primitive.cells, (option,), masks).values())
        ) & ~_placed_digits(primitive.cells, masks)
    if not isinstance(primitive, WeightedSum) or not primitive.cells:
        return 0
    cells = primitive.cells
    if {*primitive.weights} != {1} or not _is_small(cells, masks):
        return 0
    if not all(differ(a, b) for a, b in combinations(cells, 2)):
        return 0
    partial_sums = {(0, 0)}
    for cell in cells:
        partial_sums = {
            (total + digit, used | 1 << digit) for total, used in partial_sums for digit in members(masks[cell] & ~used)
        }
    needed = _common(used for total, used in partial_sums if total == primitive.total)
    return needed & ~_placed_digits(cells, masks)


def _placed_digits(cells: Sequence[int], masks: Sequence[int]) -> int:
    """The mask of the digits that these cells hold."""
    return reduce(or_, (masks[cell] for cell in cells if masks[cell].bit_count() == 1), 0)


def _is_small(cells: Sequence[int], masks: Sequence[int]) -> bool:
    """Whether the sets of digits that some of the cells may hold are few enough to enumerate."""
    digits = reduce(or_, (masks[cell] for cell in cells), 0).bit_count()
    return comb(digits, min(len(cells), digits // 2)) <= _MAX_SETS


def _sum_support(
    cells: Sequence[int], weights: Sequence[int], total: int, masks: Sequence[int], distinct: bool
) -> Masks:
    """Support by reachable sums; together with the digits used if all cells differ."""

    def step(place: int, state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        reached, used = state
        if used >> digit & 1:
            return None
        return reached + weights[place] * digit, used | 1 << digit if distinct else 0

    return _layered(cells, masks, step, (0, 0), lambda state: state[0] == total)


def _layered(
    cells: Sequence[int],
    masks: Sequence[int],
    step: Callable[..., object],
    start: object = 0,
    accepts: Callable[..., bool] = lambda state: state == 0,
) -> Masks:
    """The digits on some path from the start through all cells to an accepting state."""
    rows: list[dict[object, list[tuple[int, object]]]] = []
    states: set[object] = {start}
    for place, cell in enumerate(cells):
        moves: dict[object, list[tuple[int, object]]] = {}
        for state in states:
            for digit in members(masks[cell]):
                if (after := step(place, state, digit)) is not None:
                    moves.setdefault(state, []).append((digit, after))
        rows.append(moves)
        states = {after for transitions in moves.values() for _, after in transitions}
    alive = {state for state in states if accepts(state)}
    found: Masks = {}
    for cell, moves in zip(reversed(cells), reversed(rows), strict=True):
        used = [
            (state, digit) for state, transitions in moves.items() for digit, after in transitions if after in alive
        ]
        found[cell] = found.get(cell, -1) & union(digit for _, digit in used)
        alive = {state for state, _ in used}
    return found


def _multiset_support(cells: Sequence[int], digits: Sequence[int], masks: Sequence[int]) -> Masks:
    found = {cell: masks[cell] for cell in cells}
    for digit in {*digits}:
        places = [cell for cell in cells if masks[cell] >> digit & 1]
        if len(places) < digits.count(digit):
            return dict.fromkeys(cells, 0)
        if len(places) == digits.count(digit):
            for cell in places:
                found[cell] &= 1 << digit
    if len(digits) == len(cells):
        for cell in cells:
            found[cell] &= union(digits)
    return found


def sets_support(cells: Sequence[int], sets: Sequence[int], masks: Sequence[int]) -> Masks:
    """The supported digits of each cell if the cells' digits are one of the sets (each as large as the cells)."""
    found = dict.fromkeys(cells, 0)
    for option in sets:
        if all(masks[cell] & option for cell in cells):
            supported = _layered(
                cells,
                [mask & option for mask in masks],
                lambda _, used, digit: None if used >> digit & 1 else used | 1 << digit,
                0,
                lambda used: True,
            )
            found = {cell: found[cell] | supported[cell] for cell in cells}
    return found


def sets_left(cells: Sequence[int], total: int, size: int, masks: Sequence[int]) -> list[int]:
    """The sets of different digits with this sum that can fill the cells."""
    return [
        mask for mask in sets_with_sum(len(cells), total, size) if any(sets_support(cells, (mask,), masks).values())
    ]


def _common(sets: Iterable[int]) -> int:
    """The digits common to all sets; none if there is no set."""
    common = reduce(and_, sets, -1)
    return common if common > 0 else 0
