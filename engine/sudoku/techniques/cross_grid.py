"""The cross-grid line: a conclusion from two grids that share a box.

A row of one grid and a row of the other may run through the same three cells. Each row holds every digit once, so the
other six cells of each, the *remainders*, hold the same digits. Subsets see a remainder only within its own grid; this
technique compares both. (In jigsaw sudokus the argument is known as the law of leftovers.)
"""

from engine.base.language import lazy_gettext as _
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, removal

CROSS_GRID_LINE = _(
    "outside the cells they share, {first} and {second} hold the same digits. {cells} can only be {digits}, and in "
    "the rest of {second} these can only go in {room}: {removal}."
)


def _cross_grid_line(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the houses, the mask of the digits, and the cells of the first house."""
    layout, geometry = position.layout, position.geometry
    first, second, digits, *cells = pattern.numbers
    first_cells, second_cells = geometry.houses[first], geometry.houses[second]
    rest = second_cells & ~first_cells
    room = [cell for cell in members(rest) if (position.masks[cell] or 1 << position.values[cell]) & digits]
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
        tuple(sorted({*position.candidates_of(union(cells)), *position.candidates_of(second_cells, digits)})),
        removes=pattern.removes,
    )


cross_grid_lines = PatternFinder(
    (Technique.CROSS_GRID_LINE,),
    _cross_grid_line,
    key=lambda pattern: (frozenset(pattern.numbers[:2]), pattern.removes),
)
"""Only digits of a set D are candidates in k cells of one remainder, and only k cells of the other can hold digits of
D.

The k digits are in the other remainder too, in its k cells, which then hold only digits of D. As that is all the room
for D there, no other cell of the first remainder can hold a digit of D. If D has k digits, this is a naked subset in
one house and a hidden one in the other; here D has more, so that no house alone shows it.

The houses are complete, share at least two cells, and belong to different grids. Of two steps with the same conclusion
(one from each house) the one with fewer cells is taken.
"""
