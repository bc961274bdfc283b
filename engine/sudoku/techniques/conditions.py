"""The conditions of techniques: for each family a sentence on when it eliminates a candidate.

`{cell}` and `{digit}` are the candidate, `{size}` the number of cells, lines or houses of the technique.
"""

from engine.base.language import lazy_gettext as _

LOCKED_SET = _(
    "To lose {digit} by a locked set, {cell} must see all of {size} that lie in two houses at once and have just as "
    "many candidates between them, {digit} among these."
)
NAKED = _(
    "To lose {digit}, {cell} must share a house with {size} that have just as many candidates between them, {digit} "
    "among these."
)
HIDDEN = _(
    "To lose {digit}, {cell} must be one of {size} that are the only places in a house for as many other digits; "
    "{digit} is none of these."
)
FISH = _(
    "To lose {digit}, {cell} must lie in one of {size} (rows or columns) that hold all places for {digit} of as many "
    "lines across them; {cell} itself must be in none of those."
)
FINNED = _(
    "To lose {digit}, {cell} must lie in one of {size} (rows or columns) that hold, but for the fins, all places for "
    "{digit} of as many lines across them; and {cell} must see all the fins."
)
COMPLEX = _(
    "To lose {digit}, {cell} must lie in one of {size} that hold, but for the fins, all places for {digit} of as "
    "many houses in which it is not; and {cell} must see all the fins."
)
RECTANGLE = _(
    "To lose {digit} by this, {cell} must be a corner of a rectangle in two rows, two columns and two boxes, or see "
    "its corners, and only that candidate must keep two digits from filling all four corners."
)
LOOP = _(
    "To lose {digit} by this, {cell} must be on a loop of six or more cells with two digits in common, or see the "
    "cells of it that have another candidate."
)
CHAIN = _(
    "To lose {digit}, {cell} must see, or share a cell with, both ends of a chain of which one is true in any case; "
    "no such chain of this kind ends there."
)
SETS = _(
    "To lose {digit}, {cell} must see all places for {digit} in the almost locked sets at both ends, of which one "
    "must hold it; no such sets are linked there."
)

POINTING = _(
    "To lose {digit}, {cell} must share a row or column with all places for {digit} of a box in which it is not."
)
CLAIMING = _(
    "To lose {digit}, {cell} must share a house with all places for {digit} of a row or column in which it is "
    "not."
)
CROSS_GRID_LINE = _(
    "To lose {digit}, {cell} must lie in a line that runs through a shared box, outside that box; the rest of "
    "the same line in the other grid must need that place for other digits, or hold no {digit}."
)
REMOTE_PAIR = _(
    "To lose {digit}, {cell} must see both ends of a chain of four or more cells with the same two candidates, "
    "{digit} among them, with an odd number of links between the ends."
)
BUG_PLUS_ONE = _(
    "One empty cell has three candidates and all others two: only that cell loses candidates, all but the one "
    "that has three places in its houses."
)
SKYSCRAPER = _(
    "To lose {digit}, {cell} must see the far ends of two parallel lines with two places for {digit} each, "
    "whose near ends share a line."
)
TWO_STRING_KITE = _(
    "To lose {digit}, {cell} must see the far ends of a row and a column with two places for {digit} each, "
    "whose near ends share a box."
)
TURBOT_FISH = _(
    "To lose {digit}, {cell} must see the far ends of two houses with two places for {digit} each, whose near "
    "ends see each other."
)
EMPTY_RECTANGLE = _(
    "To lose {digit}, {cell} must see the far end of a line with two places for {digit}, and lie in a line "
    "through a box whose places for {digit} make a cross with the line of the near end."
)
W_WING = _(
    "To lose {digit}, {cell} must see two cells with the same two candidates, {digit} among them, that see "
    "the two places of their other digit in some house."
)
XY_WING = _(
    "To lose {digit}, {cell} must see two cells of two candidates that share {digit}, whose other candidates "
    "are the two of a cell that sees both."
)
XYZ_WING = _(
    "To lose {digit}, {cell} must see a cell of three candidates, {digit} among them, and two cells seen by "
    "that one that hold {digit} and one of its others each."
)
BUG_PLUS_N = _(
    "A few cells have more than two candidates; to lose {digit}, {cell} must contradict each of the candidates "
    "without which every cell had two."
)
SUE_DE_COQ = _(
    "To lose {digit}, {cell} must lie in a line or box whose meeting with the other, together with a set in "
    "each, has room for just its candidates, {digit} among them."
)
SIMPLE_COLOURS_TRAP = _(
    "To lose {digit}, {cell} must see places of both colours, joined by houses with two places for {digit}."
)
SIMPLE_COLOURS_WRAP = _(
    "To lose {digit}, {cell} must itself have a colour of which two places see each other; the places are "
    "joined by houses with two of them."
)
MULTI_COLOURS_1 = _("To lose {digit}, {cell} must see the colours of two clusters whose other colours see each other.")
MULTI_COLOURS_2 = _("To lose {digit}, {cell} must have, or see, a colour that sees both colours of another cluster.")
DEATH_BLOSSOM = _(
    "To lose {digit}, {cell} must see all places for {digit} in almost locked sets, one for each candidate of "
    "a cell, each of which that candidate would lock."
)
FIREWORKS = _(
    "To lose {digit}, {cell} must be where two lines cross, or the one place outside a box that one of them "
    "has for other digits; as many of these as there are such cells must fill them."
)
SK_LOOP = _(
    "To lose {digit}, {cell} must lie in a line or box of a ring of four boxes whose cells, but for the "
    "corners, have room for just as many digits as they are, {digit} among these."
)
JUNIOR_EXOCET = _(
    "To lose {digit}, {cell} must be a target of an exocet whose base can't hold {digit}, or a cell of the "
    "base where no target can hold it."
)
TRIDAGON = _(
    "To lose {digit}, {cell} must contradict every candidate that keeps twelve cells of four boxes from "
    "holding just three digits."
)
NISHIO = _("If {cell} were {digit}, singles alone would lead to no contradiction; a candidate falls where they do.")
CELL_FORCING = _("The candidates of no cell lead, each by singles, to {cell} not being {digit}.")
HOUSE_FORCING = _("The places of no digit in a house lead, each by singles, to {cell} not being {digit}.")
NESTED_FORCING = _("If {cell} were {digit}, assumptions within that one would lead to no contradiction.")

TWO_CELLS = _("two cells")
THREE_CELLS = _("three cells")
FOUR_CELLS = _("four cells")
TWO_LINES = _("two lines")
THREE_LINES = _("three lines")
FOUR_LINES = _("four lines")
TWO_HOUSES = _("two houses")
THREE_HOUSES = _("three houses")
FOUR_HOUSES = _("four houses")
