"""Why a candidate selected by the player does not meet the condition of a technique.

The conditions are in the catalogue of techniques. For singles, the sentence says what the position has instead; for a
technique without a condition, just that it does not apply.
"""

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.wording import digit_names

FULL_HOUSE = _("Of the houses of {cell}, {house} has the fewest empty cells: {count}. A full house has one.")
FULL_HOUSE_DIGIT = _("{cell} is the last empty cell of {house}, but {digit} is not the digit missing there.")
NAKED_SINGLE = _("{cell} has the candidates {digits}; a naked single has just one.")
HIDDEN_SINGLE = _("In {house}, {digit} still has {places}; for a hidden single {cell} must be the only one.")
NOT_HERE = _("{technique} does not eliminate {digit} from {cell} here.")


def unmet_condition(position: Position, technique: Technique, pointed: Candidate) -> str:
    """The condition that a candidate of the position does not meet for the technique."""
    layout, name, digit = position.layout, position.layout.cell_name(pointed.cell), sign(pointed.digit)
    houses = [house for house in layout.houses_of[pointed.cell] if position.geometry.complete[house]]
    if technique is Technique.FULL_HOUSE:
        holes = {house: (position.geometry.houses[house] & position.empty).bit_count() for house in houses}
        fewest = min(houses, key=holes.__getitem__)
        sentence = FULL_HOUSE_DIGIT if holes[fewest] == 1 else FULL_HOUSE
        return sentence.format(cell=name, house=layout.houses[fewest].label, count=holes[fewest], digit=digit)
    if technique is Technique.NAKED_SINGLE:
        digits = digit_names(members(position.masks[pointed.cell]), "and")
        return NAKED_SINGLE.format(cell=name, digits=digits)
    if technique is Technique.HIDDEN_SINGLE:
        places = {
            house: (position.geometry.houses[house] & position.cells_with[pointed.digit]).bit_count()
            for house in houses
        }
        fewest = min(houses, key=places.__getitem__)
        count_text = pluralized(places[fewest], "place")
        return HIDDEN_SINGLE.format(cell=name, house=layout.houses[fewest].label, digit=digit, places=count_text)
    return technique.condition(name, digit) or NOT_HERE.format(technique=technique.title, cell=name, digit=digit)
