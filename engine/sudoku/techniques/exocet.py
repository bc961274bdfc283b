"""The junior exocet: two cells of a box hold the same two digits as two other cells.

Two cells in the intersection of a line and a box, the *base*, have three or four candidates together. Three complete
lines across that line, without a common cell, are the *cross lines*: one through the rest of the intersection and two
elsewhere, each of these with a *target* cell in its box. A digit of the base is in each of the cross lines, but not
where it would see the base cells that can hold it. If outside the targets its other places there lie in two houses, it
is there at most twice, so one of the targets holds it. This holds for both digits of the base: the targets hold exactly
these two digits, and a digit that no target can hold is not in the base.

The argument needs three complete lines that do not meet, and houses that forbid repetition. In a 9x9 grid with 3x3
boxes, for which David Bird described the pattern, places in the band of the base are excluded because the base sees
them, and the cells beside the targets must not have the digits. Here places count wherever they are, so a cell that two
grids share needs no special rule. A digit placed in a cross line needs no place there.
"""

from engine.base.language import lazy_gettext as _
from engine.base.text import joined_list
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import DigitMask, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, house_names, removal

EXOCET_ONLY = _("{digit} can only go in {houses}")
EXOCET_NOWHERE = _("{digit} can go nowhere")
EXOCET = _(
    "{base} hold two of {digits}. What they hold must also be in each of {lines}, but outside {targets} there are "
    "too few places there: {places}. So {targets} hold the same two digits, and {removal}."
)


def _exocet(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the base, the targets, the lines, and for each digit the houses of its
    other places.
    """
    layout, houses = position.layout, position.geometry.houses
    numbers = iter(pattern.numbers)
    base, targets = (next(numbers), next(numbers)), (next(numbers), next(numbers))
    lines = (next(numbers), next(numbers), next(numbers))
    covers = {digit: [next(numbers) for _ in range(next(numbers))] for digit in numbers}
    digits: DigitMask = union(covers)
    proof = {candidate for digit in covers for line in lines for candidate in position.candidates(houses[line], digit)}
    cells = union((*base, *targets))
    return Step(
        pattern.technique,
        explained(
            pattern.technique,
            EXOCET,
            base=cell_names(layout, base),
            digits=digit_names(members(digits), "and"),
            targets=cell_names(layout, targets),
            lines=house_names(layout, sorted(lines)),
            places=joined_list(
                EXOCET_ONLY.format(digit=sign(digit), houses=house_names(layout, sorted(cover)))
                if cover
                else EXOCET_NOWHERE.format(digit=sign(digit))
                for digit, cover in covers.items()
            ),
            removal=removal(layout, pattern.removes),
        ),
        tuple(members(cells)),
        lines,
        tuple(sorted(proof | set(position.candidates_of(cells)))),
        removes=pattern.removes,
    )


exocets = PatternFinder((Technique.JUNIOR_EXOCET,), _exocet, tables=True)
"""Junior exocets in the order of their bases."""
