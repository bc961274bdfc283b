"""What a technique asks for, and what a place lacks that a player took for one of its effects.

Each sentence of the table says when a candidate falls by the technique; it is told of the cell and digit pointed at.
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

_LOCKED_SET = (
    _("To lose {digit} by a locked set, {cell} must see all of {size} that lie in two houses at once and have just as "
    "many candidates between them, {digit} among these.")
)
_NAKED = (
    _("To lose {digit}, {cell} must share a house with {size} that have just as many candidates between them, {digit} "
    "among these.")
)
_HIDDEN = (
    _("To lose {digit}, {cell} must be one of {size} that are the only places in a house for as many other digits; "
    "{digit} is none of these.")
)
_FISH = (
    _("To lose {digit}, {cell} must lie in one of {size} (rows or columns) that hold all places for {digit} of as many "
    "lines across them; {cell} itself must be in none of those.")
)
_FINNED = (
    _("To lose {digit}, {cell} must lie in one of {size} (rows or columns) that hold, but for the fins, all places for "
    "{digit} of as many lines across them; and {cell} must see all the fins.")
)
_COMPLEX = (
    _("To lose {digit}, {cell} must lie in one of {size} that hold, but for the fins, all places for {digit} of as "
    "many houses in which it is not; and {cell} must see all the fins.")
)
_RECTANGLE = (
    _("To lose {digit} by this, {cell} must be a corner of a rectangle in two rows, two columns and two boxes, or see "
    "its corners, and only that candidate must keep two digits from filling all four corners.")
)
_LOOP = (
    _("To lose {digit} by this, {cell} must be on a loop of six or more cells with two digits in common, or see the "
    "cells of it that have another candidate.")
)
_CHAIN = (
    _("To lose {digit}, {cell} must see, or share a cell with, both ends of a chain of which one is true in any case; "
    "no such chain of this kind ends there.")
)
_SETS = (
    _("To lose {digit}, {cell} must see all places for {digit} in the almost locked sets at both ends, of which one "
    "must hold it; no such sets are linked there.")
)

_TWO, _THREE, _FOUR = _("two cells"), _("three cells"), _("four cells")
_SIZES = {
    Technique.LOCKED_PAIR: _TWO, Technique.LOCKED_TRIPLE: _THREE,
    Technique.NAKED_PAIR: _TWO, Technique.NAKED_TRIPLE: _THREE, Technique.NAKED_QUADRUPLE: _FOUR,
    Technique.HIDDEN_PAIR: _TWO, Technique.HIDDEN_TRIPLE: _THREE, Technique.HIDDEN_QUADRUPLE: _FOUR,
    Technique.X_WING: _("two lines"), Technique.SWORDFISH: _("three lines"), Technique.JELLYFISH: _("four lines"),
    Technique.FINNED_X_WING: _("two lines"), Technique.SASHIMI_X_WING: _("two lines"),
    Technique.FINNED_SWORDFISH: _("three lines"), Technique.SASHIMI_SWORDFISH: _("three lines"),
    Technique.FINNED_JELLYFISH: _("four lines"), Technique.SASHIMI_JELLYFISH: _("four lines"),
    Technique.FRANKEN_X_WING: _("two houses"), Technique.FINNED_FRANKEN_X_WING: _("two houses"),
    Technique.FRANKEN_SWORDFISH: _("three houses"), Technique.FINNED_FRANKEN_SWORDFISH: _("three houses"),
    Technique.FRANKEN_JELLYFISH: _("four houses"), Technique.FINNED_FRANKEN_JELLYFISH: _("four houses"),
    Technique.MUTANT_X_WING: _("two houses"), Technique.FINNED_MUTANT_X_WING: _("two houses"),
    Technique.MUTANT_SWORDFISH: _("three houses"), Technique.FINNED_MUTANT_SWORDFISH: _("three houses"),
    Technique.MUTANT_JELLYFISH: _("four houses"), Technique.FINNED_MUTANT_JELLYFISH: _("four houses"),
}  # fmt: skip
"""How many of what the sentences of a family speak of."""

_CONDITIONS = {
    Technique.LOCKED_PAIR: _LOCKED_SET,
    Technique.LOCKED_TRIPLE: _LOCKED_SET,
    Technique.POINTING: (
        _("To lose {digit}, {cell} must share a row or column with all places for {digit} of a box in which it is not.")
    ),
    Technique.CLAIMING: (
        _(
            "To lose {digit}, {cell} must share a house with all places for {digit} of a row or column in which it is "
            "not."
        )
    ),
    Technique.NAKED_PAIR: _NAKED,
    Technique.NAKED_TRIPLE: _NAKED,
    Technique.NAKED_QUADRUPLE: _NAKED,
    Technique.HIDDEN_PAIR: _HIDDEN,
    Technique.HIDDEN_TRIPLE: _HIDDEN,
    Technique.HIDDEN_QUADRUPLE: _HIDDEN,
    Technique.X_WING: _FISH,
    Technique.SWORDFISH: _FISH,
    Technique.JELLYFISH: _FISH,
    Technique.CROSS_GRID_LINE: (
        _(
            "To lose {digit}, {cell} must lie in a line that runs through a shared box, outside that box; the rest of "
            "the same line in the other grid must need that place for other digits, or hold no {digit}."
        )
    ),
    Technique.REMOTE_PAIR: (
        _(
            "To lose {digit}, {cell} must see both ends of a chain of four or more cells with the same two candidates, "
            "{digit} among them, with an odd number of links between the ends."
        )
    ),
    Technique.BUG_PLUS_ONE: (
        _(
            "One empty cell has three candidates and all others two: only that cell loses candidates, all but the one "
            "that has three places in its houses."
        )
    ),
    Technique.SKYSCRAPER: (
        _(
            "To lose {digit}, {cell} must see the far ends of two parallel lines with two places for {digit} each, "
            "whose near ends share a line."
        )
    ),
    Technique.TWO_STRING_KITE: (
        _(
            "To lose {digit}, {cell} must see the far ends of a row and a column with two places for {digit} each, "
            "whose near ends share a box."
        )
    ),
    Technique.TURBOT_FISH: (
        _(
            "To lose {digit}, {cell} must see the far ends of two houses with two places for {digit} each, whose near "
            "ends see each other."
        )
    ),
    Technique.EMPTY_RECTANGLE: (
        _(
            "To lose {digit}, {cell} must see the far end of a line with two places for {digit}, and lie in a line "
            "through a box whose places for {digit} make a cross with the line of the near end."
        )
    ),
    Technique.W_WING: (
        _(
            "To lose {digit}, {cell} must see two cells with the same two candidates, {digit} among them, that see "
            "the two places of their other digit in some house."
        )
    ),
    Technique.XY_WING: (
        _(
            "To lose {digit}, {cell} must see two cells of two candidates that share {digit}, whose other candidates "
            "are the two of a cell that sees both."
        )
    ),
    Technique.XYZ_WING: (
        _(
            "To lose {digit}, {cell} must see a cell of three candidates, {digit} among them, and two cells seen by "
            "that one that hold {digit} and one of its others each."
        )
    ),
    Technique.UNIQUE_RECTANGLE_1: _RECTANGLE,
    Technique.UNIQUE_RECTANGLE_2: _RECTANGLE,
    Technique.UNIQUE_RECTANGLE_3: _RECTANGLE,
    Technique.UNIQUE_RECTANGLE_4: _RECTANGLE,
    Technique.UNIQUE_RECTANGLE_5: _RECTANGLE,
    Technique.UNIQUE_RECTANGLE_6: _RECTANGLE,
    Technique.HIDDEN_RECTANGLE: _RECTANGLE,
    Technique.AVOIDABLE_RECTANGLE_1: _RECTANGLE,
    Technique.AVOIDABLE_RECTANGLE_2: _RECTANGLE,
    Technique.UNIQUE_LOOP_1: _LOOP,
    Technique.UNIQUE_LOOP_2: _LOOP,
    Technique.UNIQUE_LOOP_3: _LOOP,
    Technique.UNIQUE_LOOP_4: _LOOP,
    Technique.BUG_PLUS_N: (
        _(
            "A few cells have more than two candidates; to lose {digit}, {cell} must contradict each of the candidates "
            "without which every cell had two."
        )
    ),
    Technique.FINNED_X_WING: _FINNED,
    Technique.SASHIMI_X_WING: _FINNED,
    Technique.FINNED_SWORDFISH: _FINNED,
    Technique.SASHIMI_SWORDFISH: _FINNED,
    Technique.FINNED_JELLYFISH: _FINNED,
    Technique.SASHIMI_JELLYFISH: _FINNED,
    Technique.SUE_DE_COQ: (
        _(
            "To lose {digit}, {cell} must lie in a line or box whose meeting with the other, together with a set in "
            "each, has room for just its candidates, {digit} among them."
        )
    ),
    Technique.SIMPLE_COLOURS_TRAP: (
        _("To lose {digit}, {cell} must see places of both colours, joined by houses with two places for {digit}.")
    ),
    Technique.SIMPLE_COLOURS_WRAP: (
        _(
            "To lose {digit}, {cell} must itself have a colour of which two places see each other; the places are "
            "joined by houses with two of them."
        )
    ),
    Technique.MULTI_COLOURS_1: (
        _("To lose {digit}, {cell} must see the colours of two clusters whose other colours see each other.")
    ),
    Technique.MULTI_COLOURS_2: (
        _("To lose {digit}, {cell} must have, or see, a colour that sees both colours of another cluster.")
    ),
    Technique.X_CHAIN: _CHAIN,
    Technique.XY_CHAIN: _CHAIN,
    Technique.CONTINUOUS_NICE_LOOP: _CHAIN,
    Technique.DISCONTINUOUS_NICE_LOOP: _CHAIN,
    Technique.AIC: _CHAIN,
    Technique.GROUPED_CONTINUOUS_NICE_LOOP: _CHAIN,
    Technique.GROUPED_DISCONTINUOUS_NICE_LOOP: _CHAIN,
    Technique.GROUPED_AIC: _CHAIN,
    Technique.ALS_XZ: _SETS,
    Technique.ALS_XY_WING: _SETS,
    Technique.ALS_CHAIN: _SETS,
    Technique.DEATH_BLOSSOM: (
        _(
            "To lose {digit}, {cell} must see all places for {digit} in almost locked sets, one for each candidate of "
            "a cell, each of which that candidate would lock."
        )
    ),
    Technique.ALS_CONTINUOUS_NICE_LOOP: _CHAIN,
    Technique.ALS_DISCONTINUOUS_NICE_LOOP: _CHAIN,
    Technique.ALS_AIC: _CHAIN,
    Technique.FIREWORKS: (
        _(
            "To lose {digit}, {cell} must be where two lines cross, or the one place outside a box that one of them "
            "has for other digits; as many of these as there are such cells must fill them."
        )
    ),
    **dict.fromkeys(
        (
            Technique.FRANKEN_X_WING, Technique.FRANKEN_SWORDFISH, Technique.FRANKEN_JELLYFISH,
            Technique.FINNED_FRANKEN_X_WING, Technique.FINNED_FRANKEN_SWORDFISH, Technique.FINNED_FRANKEN_JELLYFISH,
            Technique.MUTANT_X_WING, Technique.MUTANT_SWORDFISH, Technique.MUTANT_JELLYFISH,
            Technique.FINNED_MUTANT_X_WING, Technique.FINNED_MUTANT_SWORDFISH, Technique.FINNED_MUTANT_JELLYFISH,
        ),
        _COMPLEX,
    ),
    Technique.SK_LOOP: (
        _(
            "To lose {digit}, {cell} must lie in a line or box of a ring of four boxes whose cells, but for the "
            "corners, have room for just as many digits as they are, {digit} among these."
        )
    ),
    Technique.JUNIOR_EXOCET: (
        _(
            "To lose {digit}, {cell} must be a target of an exocet whose base can't hold {digit}, or a cell of the "
            "base where no target can hold it."
        )
    ),
    Technique.TRIDAGON: (
        _(
            "To lose {digit}, {cell} must contradict every candidate that keeps twelve cells of four boxes from "
            "holding just three digits."
        )
    ),
    Technique.NISHIO: (
        _("If {cell} were {digit}, singles alone would lead to no contradiction; a candidate falls where they do.")
    ),
    Technique.CELL_FORCING: _("The candidates of no cell lead, each by singles, to {cell} not being {digit}."),
    Technique.HOUSE_FORCING: _("The places of no digit in a house lead, each by singles, to {cell} not being {digit}."),
    Technique.NESTED_FORCING: _("If {cell} were {digit}, assumptions within that one would lead to no contradiction."),
}


def unmet_condition(position: Position, technique: Technique, pointed: Candidate) -> str:
    """What a candidate of the position lacks that does not follow, or fall, by the technique."""
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
    return _CONDITIONS[technique].format(cell=name, digit=digit, size=_SIZES.get(technique, ""))
