"""Weak links by rules beyond houses: pairs of candidates that a rule forbids together."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from engine.sudoku.layout import Layout
from engine.sudoku.rules import Rule, primitives_of
from engine.sudoku.rules.primitives import PairTable
from engine.sudoku.rules.support import support
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.rules import all_masks, differing

MAX_CELLS = 9
"""Maximum number of open cells of a rule that is analysed as a whole; of longer rules only pairs of cells are."""

_MAX_CONSTRAINTS = 12
"""Maximum number of constraints of a rule that is analysed as a whole."""

RuleLinks = Mapping[Candidate, Mapping[Candidate, Rule]]
"""For each candidate the candidates that are false if it is true, each with a rule that says so."""


@lru_cache(maxsize=2)
def rule_links(position: Position) -> RuleLinks:
    """The weak links by the rules of a position, both ways, without those that houses give too."""
    masks, peers = all_masks(position), position.layout.peers
    found: dict[Candidate, dict[Candidate, Rule]] = {}
    for number, rule in enumerate(position.rules):
        cells = _cells(rule, position.layout)
        for first, other in _links(position.layout, position.rules, number, tuple(masks[cell] for cell in cells)):
            is_open = not (position.values[first.cell] or position.values[other.cell])
            if is_open and not (first.digit == other.digit and other.cell in peers[first.cell]):
                found.setdefault(first, {}).setdefault(other, rule)
                found.setdefault(other, {}).setdefault(first, rule)
    return found


@lru_cache(maxsize=1024)
def _cells(rule: Rule, layout: Layout) -> tuple[int, ...]:
    """The cells of the constraints of a rule, ascending."""
    return tuple(sorted({cell for primitive in primitives_of(rule, layout) for cell in primitive.cells}))


@lru_cache(maxsize=4096)
def _links(
    layout: Layout, rules: tuple[Rule, ...], number: int, masks: tuple[int, ...]
) -> tuple[tuple[Candidate, Candidate], ...]:
    """The links by one rule whose cells have these candidates."""
    rule = rules[number]
    cells, constraints = _cells(rule, layout), primitives_of(rule, layout)
    mask_of = dict(zip(cells, masks, strict=True))
    found = {link for table in constraints if isinstance(table, PairTable) for link in _links_of_table(table, mask_of)}
    open_cells = [cell for cell in cells if mask_of[cell].bit_count() > 1]
    if len(open_cells) <= MAX_CELLS and len(constraints) <= _MAX_CONSTRAINTS:
        found.update(_links_of_rule(layout, rules, number, mask_of, open_cells))
    return tuple(sorted(found))


def _links_of_table(table: PairTable, mask_of: Mapping[int, int]) -> Iterator[tuple[Candidate, Candidate]]:
    """The pairs of candidates that a table forbids."""
    first, other = table.cells
    if first != other:
        for digit in members(mask_of[first]):
            for excluded in members(mask_of[other] & ~table.allowed[digit]):
                yield Candidate(first, digit), Candidate(other, excluded)


def _links_of_rule(
    layout: Layout, rules: tuple[Rule, ...], number: int, mask_of: Mapping[int, int], open_cells: list[int]
) -> Iterator[tuple[Candidate, Candidate]]:
    """The consequences of each candidate of a rule, by the constraints of the rule."""
    differ, constraints = differing(layout, rules), primitives_of(rules[number], layout)
    for cell in open_cells:
        for digit in members(mask_of[cell]):
            masks = [0] * len(layout.cells)
            for place, mask in mask_of.items():
                masks[place] = mask
            masks[cell] = 1 << digit
            changed = True
            while changed:
                changed = False
                for primitive in constraints:
                    for place, supported in support(primitive, masks, differ).items():
                        if masks[place] & ~supported:
                            masks[place] &= supported
                            changed = True
                if not all(masks[place] for place in mask_of):
                    break  # the candidate itself is false, which another technique finds
            else:
                for place in open_cells:
                    for excluded in members(mask_of[place] & ~masks[place]) if place != cell else ():
                        yield Candidate(cell, digit), Candidate(place, excluded)
