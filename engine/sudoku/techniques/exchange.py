"""Checks whether the rules of a puzzle still hold after two digits are exchanged in some cells.

Techniques that rely on one solution show that in a deadly pattern two digits could be exchanged: every house would keep
its digits. With rules beyond houses that makes a second solution only if the rules hold after the exchange whenever
they hold before. Each primitive that has a cell of the pattern is compared before and after, for all digits that its
other cells may still hold. If that takes too long, the primitive counts as changed.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from math import prod

from engine.sudoku.layout import Layout
from engine.sudoku.rules import Rule, primitives_of
from engine.sudoku.rules.primitives import Automaton, PairTable, Primitive, WeightedSum
from engine.sudoku.techniques.position import CellSet, Position, members

MAX_FILLINGS = 500
"""Maximum number of fillings of the other cells of a primitive, or of pairs of states of an automaton, to compare."""

Digits = Mapping[int, int]
"""The digit of each cell of a pattern."""


def keeps_rules(position: Position, halves: tuple[CellSet, CellSet], pair: tuple[int, int]) -> bool:
    """Whether the position's rules hold with a pair of digits in two halves exactly if they hold after an exchange.

    The first digit is in the first half, the second in the other. False if the comparison takes too long.
    """
    if not position.rules:
        return True
    before = {cell: digit for half, digit in zip(halves, pair, strict=True) for cell in members(half)}
    after = {cell: pair[0] + pair[1] - digit for cell, digit in before.items()}
    table = _primitives_by_cell(position.rules, position.layout)
    affected = {id(primitive): primitive for cell in before for primitive in table[cell]}
    return all(_is_unchanged(primitive, position, before, after) for primitive in affected.values())


@lru_cache(maxsize=8)
def _primitives_by_cell(rules: tuple[Rule, ...], layout: Layout) -> tuple[tuple[Primitive, ...], ...]:
    """The primitives of each cell."""
    found: list[list[Primitive]] = [[] for _ in layout.cells]
    for rule in rules:
        for primitive in primitives_of(rule, layout):
            for cell in {*primitive.cells}:
                found[cell].append(primitive)
    return tuple(map(tuple, found))


def _is_unchanged(primitive: Primitive, position: Position, before: Digits, after: Digits) -> bool:
    if isinstance(primitive, WeightedSum):
        terms = zip(primitive.cells, primitive.weights, strict=True)
        return not sum(weight * (after[cell] - before[cell]) for cell, weight in terms if cell in before)
    if isinstance(primitive, Automaton):
        return _accepts_same_fillings(primitive, position, before, after)
    exchanged = [cell for cell in primitive.cells if cell in before]
    is_ordered = isinstance(primitive, PairTable)
    if not is_ordered and sorted(before[cell] for cell in exchanged) == sorted(after[cell] for cell in exchanged):
        return True
    others = [cell for cell in primitive.cells if cell not in before]
    options = [_options(position, cell) for cell in others]
    if prod(map(len, options)) > MAX_FILLINGS:
        return False
    first, second = list(position.values), list(position.values)
    for cell in exchanged:
        first[cell], second[cell] = before[cell], after[cell]
    for digits in product(*options):
        for cell, digit in zip(others, digits, strict=True):
            first[cell] = second[cell] = digit
        if primitive.allows(first) != primitive.allows(second):
            return False
    return True


def _options(position: Position, cell: int) -> tuple[int, ...]:
    """The digits that a cell holds or may hold."""
    return (position.values[cell],) if position.values[cell] else tuple(members(position.masks[cell]))


def _accepts_same_fillings(primitive: Automaton, position: Position, before: Digits, after: Digits) -> bool:
    """Whether an automaton accepts the same fillings of its other cells before and after.

    Follows the pairs of the sets of states that are possible before and after.
    """
    pairs = {(frozenset({0}), frozenset({0}))}
    for cell, edges in zip(primitive.cells, primitive.layers, strict=True):
        options = [(before[cell], after[cell])] if cell in before else [(d, d) for d in _options(position, cell)]
        pairs = {
            (_next_states(edges, first, digit), _next_states(edges, second, exchanged))
            for first, second in pairs
            for digit, exchanged in options
        }
        if len(pairs) > MAX_FILLINGS:
            return False
    return all(bool(first) == bool(second) for first, second in pairs)


def _next_states(edges: tuple[tuple[int, int, int], ...], states: frozenset[int], digit: int) -> frozenset[int]:
    """The states after a digit. Those of the last layer are only 0."""
    return frozenset(end for start, digits, end in edges if start in states and digits >> digit & 1)
