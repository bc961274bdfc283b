"""Death blossom: a cell, and for each of its candidates an almost locked set that must do without that digit.

If the cell takes a digit and sees all places of it in a set, the set holds each of its other digits. So a digit common
to all sets is in one of them in any case, and cells that see all its places in all sets can't hold it.
"""

from engine.base.language import lazy_gettext as _
from engine.base.text import joined_list
from engine.sudoku.techniques.als import read_set
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, is_true, removal

PETAL = _("if {start}, {cells} must hold {digits}")
DEATH_BLOSSOM = _("{petals}. In any case {removal}.")


def _death_blossom(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the cell, and for each of its candidates the digit and its set."""
    layout, numbers = position.layout, iter(pattern.numbers)
    stem = next(numbers)
    cells, houses, petals = 1 << stem, [], []
    for digit in numbers:
        first = read_set(position, numbers)
        cells |= first.cells
        houses.append(first.house)
        petals.append(
            PETAL.format(
                start=is_true(layout, [Candidate(stem, digit)]),
                cells=cell_names(layout, members(first.cells)),
                digits=digit_names((other for other in members(first.digits) if other != digit), "and"),
            )
        )
    return Step(
        Technique.DEATH_BLOSSOM,
        explained(
            Technique.DEATH_BLOSSOM, DEATH_BLOSSOM, petals=joined_list(petals), removal=removal(layout, pattern.removes)
        ),
        tuple(members(cells)),
        tuple(dict.fromkeys(houses)),
        position.candidates_of(cells),
        removes=pattern.removes,
    )


death_blossoms = PatternFinder((Technique.DEATH_BLOSSOM,), _death_blossom)
"""Death blossoms in the order of the cells and of the eliminated digits, with the smallest sets."""
