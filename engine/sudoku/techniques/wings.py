"""XY-wing, XYZ-wing and W-wing: whatever the middle holds, one of the ends holds their common digit."""

from engine.base.language import lazy_gettext as _
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, removal

W_WING = _(
    "in {house}, {digit} goes in {first} or {second}, so {ends} can't both be {digit}: one of them is {other}, and "
    "{removal}."
)
PIVOT_WING = _("whether {pivot} is {digits}, one of {ends} is {digit}, so {removal}.")


def _w_wing(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the two cells, the digit of the link, and its house."""
    layout = position.layout
    first, second, digit, house = pattern.numbers
    ends = union((first, second))
    places = position.cells_with[digit] & position.geometry.houses[house]
    other = (position.masks[first] ^ 1 << digit).bit_length() - 1
    start, end = (layout.cell_name(cell) for cell in members(places))
    sentence = explained(
        pattern.technique,
        W_WING,
        house=layout.houses[house].label,
        digit=sign(digit),
        first=start,
        second=end,
        ends=cell_names(layout, (first, second)),
        other=sign(other),
        removal=removal(layout, pattern.removes),
    )
    proof = position.candidates_of(ends) + position.candidates(places, digit)
    cells = tuple(members(ends | places))
    return Step(pattern.technique, sentence, cells, (house,), tuple(sorted(proof)), removes=pattern.removes)


def _pivot_wing(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the pivot, the two other cells, and their common digit."""
    layout = position.layout
    pivot, first, second, digit = pattern.numbers
    cells = union((pivot, first, second))
    ends = cells if position.masks[pivot] >> digit & 1 else cells ^ 1 << pivot
    sentence = explained(
        pattern.technique,
        PIVOT_WING,
        pivot=layout.cell_name(pivot),
        digits=digit_names(members(position.masks[pivot])),
        ends=cell_names(layout, members(ends)),
        digit=sign(digit),
        removal=removal(layout, pattern.removes),
    )
    proof = position.candidates_of(cells)
    return Step(pattern.technique, sentence, tuple(members(cells)), (), proof, removes=pattern.removes)


xy_wings = PatternFinder((Technique.XY_WING,), _pivot_wing)
"""A pivot with the digits x and y sees a cell with x and z and one with y and z: cells that see both are not z."""

xyz_wings = PatternFinder((Technique.XYZ_WING,), _pivot_wing)
"""An XY-wing whose pivot can be z too: cells that see all three are not z."""

w_wings = PatternFinder((Technique.W_WING,), _w_wing)
"""Two cells with the same digits x and y see the two ends of a strong link on x: cells that see both are not y."""
