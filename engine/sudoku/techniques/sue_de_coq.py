"""Sue de Coq: as many cells of two intersecting houses as they have digits.

Take cells in both houses, some more in the first house and some more in the second, so that the latter two groups have
no digit in common. Then cells that can hold the same digit lie in one house, so each digit is in at most one of the
cells. If there are as many digits as cells, each digit is in one of them, and not in a cell that sees all its places
there.
"""

from engine.base.language import lazy_gettext as _
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, removal

SUE_DE_COQ = _(
    "{cells} hold only {digits}, as many digits as cells, and those that can hold the same digit see each other. So "
    "each of these digits is in one of them: {removal}."
)


def _sue_de_coq(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the two houses and the cells."""
    layout, (first, second, *numbers) = position.layout, pattern.numbers
    cells = union(numbers)
    candidates = position.candidates_of(cells)
    return Step(
        Technique.SUE_DE_COQ,
        explained(
            Technique.SUE_DE_COQ,
            SUE_DE_COQ,
            cells=cell_names(layout, members(cells)),
            digits=digit_names(sorted({digit for _, digit in candidates}), "and"),
            removal=removal(layout, pattern.removes),
        ),
        tuple(members(cells)),
        (first, second),
        candidates,
        removes=pattern.removes,
    )


sue_de_coq = PatternFinder((Technique.SUE_DE_COQ,), _sue_de_coq, key=lambda pattern: frozenset(pattern.numbers[2:]))
"""Up to three cells of both houses, and up to five of either alone; in the order of the houses."""
