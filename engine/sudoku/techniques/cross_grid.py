"""The cross-grid line: what two grids tell each other through a box they share.

A row of one grid and a row of the other may run through the same three cells. Each row holds every digit once, so what
is left of them beside these cells, six cells here and six there, holds the same digits: the *remainders* are equal.
Subsets see a remainder only from its own grid; this compares the two. (Jigsaw players know the argument as the law of
leftovers.)
"""

from engine.base.language import lazy_gettext as _
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, removal

CROSS_GRID_LINE = (
    _("outside the cells they share, {first} and {second} hold the same digits. {cells} can only be {digits}, and in "
    "the rest of {second} these can only go in {room}: {removal}.")
)


def _cross_grid_line(position: Position, pattern: Pattern) -> Step:
    """The numbers of the pattern are the houses, the mask of the digits, and the cells of the first house."""
    layout, geometry = position.layout, position.geometry
    first, second, digits, *cells = pattern.numbers
    near, far = geometry.houses[first], geometry.houses[second]
    held = far & ~near
    room = [cell for cell in members(held) if (position.masks[cell] or 1 << position.values[cell]) & digits]
    return Step(
        pattern.technique,
        explained(
            pattern.technique,
            CROSS_GRID_LINE,
            first=layout.houses[first].label,
            second=layout.houses[second].label,
            cells=cell_names(layout, cells),
            digits=digit_names(members(digits)),
            room=cell_names(layout, room),
            removal=removal(layout, pattern.removes),
        ),
        tuple(sorted((*cells, *room))),
        (first, second),
        tuple(sorted({*position.candidates_of(union(cells)), *position.candidates_of(far, digits)})),
        removes=pattern.removes,
    )


cross_grid_lines = PatternFinder(
    (Technique.CROSS_GRID_LINE,),
    _cross_grid_line,
    same=lambda pattern: (frozenset(pattern.numbers[:2]), pattern.removes),
)
"""k cells of one remainder hold digits of a set D only, and only k cells of the other can hold a digit of D.

The k digits stand in the other remainder too, so in its k cells, which then hold digits of D only; and as that is all
the room for D there, no other cell of the first remainder holds one. With k digits in D this would be a naked subset in
one house and a hidden one in the other; with more, as is asked here, no house shows it by itself.

The houses are complete, meet in two cells at least, and belong to different grids. Of two steps with the same
conclusion (there is one from either house) that with fewer cells is taken.
"""
