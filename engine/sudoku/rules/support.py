"""Supported candidates, used by some solution of a constraint: plain Python, for hints on one constraint.

No supported candidate is lost. Unsupported ones may be kept in cells that all differ and in multisets, judged by one
digit at a time, and in sums with repeats among cells of which only some see each other; all other kinds are exact.
"""

from collections.abc import Callable, Iterable, Sequence
from math import comb

from engine.sudoku.rules.primitives import (
    AllDifferent,
    Automaton,
    DigitSets,
    Domain,
    Multiset,
    PairTable,
    Primitive,
    WeightedSum,
)

_MOST_SETS = 5000

Masks = dict[int, int]
"""By cell: the digits it may hold, bit d for digit d; one bit if it holds a digit."""


def support(primitive: Primitive, masks: Sequence[int], differ: Callable[[int, int], bool]) -> Masks:
    """The supported digits of each cell for a primitive; `differ` says which cells can't be equal."""
    cells = primitive.cells
    match primitive:
        case Domain(cell, mask):
            return {cell: masks[cell] & mask}
        case PairTable((first, second), allowed):
            both = range(masks[first].bit_length()), range(masks[second].bit_length())
            ways = [
                (a, b) for a in both[0] for b in both[1]
                if masks[first] >> a & 1 and masks[second] >> b & 1 and allowed[a] >> b & 1
                and (first != second or a == b)
            ]  # fmt: skip
            return {first: _union(a for a, _ in ways), second: _union(b for _, b in ways)}
        case AllDifferent():
            held = {cell: masks[cell] for cell in cells if masks[cell].bit_count() == 1}
            return {cell: masks[cell] & ~_or(mask for other, mask in held.items() if other != cell) for cell in cells}
        case WeightedSum(_, weights, total, _):
            distinct = _is_small(cells, masks) and all(differ(a, b) for at, a in enumerate(cells) for b in cells[:at])
            return _sum_support(cells, weights, total, masks, distinct)
        case Automaton(_, layers):
            return _layered(
                cells, masks, lambda at, state, digit: next(
                    (after for before, mask, after in layers[at] if before == state and mask >> digit & 1), None
                )
            )  # fmt: skip
        case Multiset(_, digits):
            return _multiset_support(cells, digits, masks)
        case DigitSets(_, sets):
            return sets_support(cells, sets, masks)


def demanded(primitive: Primitive, masks: Sequence[int], differ: Callable[[int, int], bool]) -> int:
    """The digits not yet placed that every solution of a sum of different digits uses.

    Also for cells whose digits are one of some sets.
    """
    if isinstance(primitive, DigitSets):
        return _common(
            option for option in primitive.sets if any(sets_support(primitive.cells, (option,), masks).values())
        ) & ~_or(masks[cell] for cell in primitive.cells if masks[cell].bit_count() == 1)
    if not isinstance(primitive, WeightedSum) or not primitive.cells:
        return 0
    cells = primitive.cells
    if {*primitive.weights} != {1} or not _is_small(cells, masks):
        return 0
    if not all(differ(a, b) for at, a in enumerate(cells) for b in cells[:at]):
        return 0
    ways = {(0, 0)}
    for cell in cells:
        ways = {
            (total + digit, used | 1 << digit)
            for total, used in ways
            for digit in range(masks[cell].bit_length())
            if masks[cell] >> digit & 1 and not used >> digit & 1
        }
    needed = _common(used for total, used in ways if total == primitive.total)
    return needed & ~_or(masks[cell] for cell in cells if masks[cell].bit_count() == 1)


def _is_small(cells: Sequence[int], masks: Sequence[int]) -> bool:
    """Whether the sets of digits that some of the cells may hold are few enough to enumerate."""
    digits = _or(masks[cell] for cell in cells).bit_count()
    return comb(digits, min(len(cells), digits // 2)) <= _MOST_SETS


def _sum_support(
    cells: Sequence[int], weights: Sequence[int], total: int, masks: Sequence[int], distinct: bool
) -> Masks:
    """Support by reachable sums; together with the digits used if all cells differ."""

    def step(at: int, state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        reached, used = state
        if used >> digit & 1:
            return None
        return reached + weights[at] * digit, used | 1 << digit if distinct else 0

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
    for at, cell in enumerate(cells):
        moves: dict[object, list[tuple[int, object]]] = {}
        for state in states:
            for digit in range(masks[cell].bit_length()):
                if masks[cell] >> digit & 1 and (after := step(at, state, digit)) is not None:
                    moves.setdefault(state, []).append((digit, after))
        rows.append(moves)
        states = {after for found in moves.values() for _, after in found}
    alive = {state for state in states if accepts(state)}
    found: Masks = {}
    for cell, moves in zip(reversed(cells), reversed(rows), strict=True):
        used = [(state, digit) for state, ways in moves.items() for digit, after in ways if after in alive]
        found[cell] = found.get(cell, -1) & _union(digit for _, digit in used)
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
            found[cell] &= _union(digits)
    return found


def sets_support(cells: Sequence[int], sets: Sequence[int], masks: Sequence[int]) -> Masks:
    """The supported digits of each cell if the cells' digits are one of the sets (each as large as the cells)."""
    found = dict.fromkeys(cells, 0)
    for option in sets:
        if all(masks[cell] & option for cell in cells):
            ways = _layered(
                cells, [mask & option for mask in masks],
                lambda _, used, digit: None if used >> digit & 1 else used | 1 << digit, 0, lambda used: True,
            )  # fmt: skip
            found = {cell: found[cell] | ways[cell] for cell in cells}
    return found


def _union(digits: Iterable[int]) -> int:
    mask = 0
    for digit in digits:
        mask |= 1 << digit
    return mask


def _common(sets: Iterable[int]) -> int:
    """The digits common to all sets; none if there is no set."""
    common = -1
    for mask in sets:
        common &= mask
    return common if common > 0 else 0


def _or(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
