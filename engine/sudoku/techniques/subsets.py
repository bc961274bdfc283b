"""Naked and hidden pairs, triples and quadruples.

n cells of a house with n digits between them hold just these, so cells that see all of them through a house lose the
digits (naked). n digits of a complete house with n places between them fill just these (hidden).
"""

from functools import reduce
from operator import or_

from engine.base.language import lazy_gettext as _
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, house_names, removal

NAKED_SUBSET = _("{cells} hold {digits} between them, so no other cell of {houses} can hold these: {removal}.")
HIDDEN_SUBSET = _("in {house}, {digits} can only go in {cells}, so these cells hold nothing else: {removal}.")


def naked_subset(position: Position, pattern: Pattern) -> Step:
    """A naked subset as a step; the numbers of the pattern are its cells."""
    layout, geometry = position.layout, position.geometry
    cells = union(pattern.numbers)
    digits = reduce(or_, (position.masks[cell] for cell in pattern.numbers))
    affected_cells = union(cell for cell, _ in pattern.removes)
    affected_houses = [house for house in geometry.houses_with(cells) if geometry.houses[house] & affected_cells]
    sentence = explained(
        pattern.technique,
        NAKED_SUBSET,
        cells=cell_names(layout, members(cells)),
        digits=digit_names(members(digits), "and"),
        houses=house_names(layout, affected_houses, "or"),
        removal=removal(layout, pattern.removes),
    )
    return Step(
        pattern.technique,
        sentence,
        tuple(members(cells)),
        tuple(affected_houses),
        position.candidates_of(cells, digits),
        removes=pattern.removes,
    )


def _hidden_subset(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the house and the mask of the digits."""
    layout, (house, digits) = position.layout, pattern.numbers
    places = reduce(or_, (position.cells_with[digit] for digit in members(digits)))
    cells = position.geometry.houses[house] & places
    sentence = explained(
        pattern.technique,
        HIDDEN_SUBSET,
        house=layout.houses[house].label,
        digits=digit_names(members(digits), "and"),
        cells=cell_names(layout, members(cells)),
        removal=removal(layout, pattern.removes),
    )
    proof = position.candidates_of(cells, digits)
    return Step(pattern.technique, sentence, tuple(members(cells)), (house,), proof, removes=pattern.removes)


naked_pairs = PatternFinder((Technique.NAKED_PAIR,), naked_subset)
"""Two cells with two digits between them that are not locked."""

naked_triples = PatternFinder((Technique.NAKED_TRIPLE,), naked_subset)
"""Three cells with three digits between them that are not locked."""

naked_quadruples = PatternFinder((Technique.NAKED_QUADRUPLE,), naked_subset)
"""Four cells with four digits between them."""

hidden_pairs = PatternFinder((Technique.HIDDEN_PAIR,), _hidden_subset)
"""Two digits with two places between them."""

hidden_triples = PatternFinder((Technique.HIDDEN_TRIPLE,), _hidden_subset)
"""Three digits with three places between them."""

hidden_quadruples = PatternFinder((Technique.HIDDEN_QUADRUPLE,), _hidden_subset)
"""Four digits with four places between them."""
