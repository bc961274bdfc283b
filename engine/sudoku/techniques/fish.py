"""X-wing, swordfish and jellyfish; finned and sashimi fish; Franken and mutant fish.

n complete houses without a common cell (the base) hold a digit n times. If n other houses (the cover) contain all its
places in the base, the digit is in each of them within the base, and nowhere else in the cover. Places of the base
outside the cover are fins: either a fin is the digit or the fish is valid, so only places that see all fins are
eliminated. A finned fish is sashimi if without the fins some base house has only one place.

The base consists of rows and the cover of columns of any grids, or the other way round; covers may overlap. A row and a
column share at most one cell, so no row has more places than there are columns to cover them. Franken and mutant fish
have other houses too. The houses of their base may share cells; places there are fins as well, because without them the
base holds the digit n times.
"""

from functools import reduce
from itertools import combinations
from operator import or_

from engine.base.language import lazy_gettext as _
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, explained, house_names, one_of, removal

FISH = _("in {base}, {digit} can only go in {cover}, so {removal}.")
FINNED_FISH = _(
    "in {base}, {digit} can only go in {cover} or in {fins}. If {fin} is {digit}, it is seen by {targets}; if not, "
    "each of {cover} has its {digit} in {base}. Either way {removal}."
)


def _fish(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the digit, the houses of the base, and as many of the cover."""
    layout, houses = position.layout, position.geometry.houses
    digit, *numbers = pattern.numbers
    base, cover = numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :]
    places = position.cells_with[digit] & reduce(or_, (houses[house] for house in base))
    shared = reduce(or_, (houses[first] & houses[other] for first, other in combinations(base, 2)))
    fins = tuple(members(places & (shared | ~reduce(or_, (houses[house] for house in cover)))))
    sentence = explained(
        pattern.technique,
        FINNED_FISH if fins else FISH,
        base=house_names(layout, base),
        cover=house_names(layout, sorted(cover)),
        digit=sign(digit),
        fins=cell_names(layout, fins, "or") if fins else "",
        fin=one_of(layout, fins) if fins else "",
        targets=cell_names(layout, members(union(cell for cell, _ in pattern.removes))),
        removal=removal(layout, pattern.removes),
    )
    proof = position.candidates(places, digit)
    return Step(pattern.technique, sentence, tuple(members(places)), tuple(numbers), proof, removes=pattern.removes)


x_wings = PatternFinder((Technique.X_WING,), _fish)
"""Fish of two houses."""

swordfish = PatternFinder((Technique.SWORDFISH,), _fish)
"""Fish of three houses."""

jellyfish = PatternFinder((Technique.JELLYFISH,), _fish)
"""Fish of four houses."""

finned_x_wings = PatternFinder((Technique.FINNED_X_WING, Technique.SASHIMI_X_WING), _fish)
"""Fish of two houses with fins, sashimi or not."""

finned_swordfish = PatternFinder((Technique.FINNED_SWORDFISH, Technique.SASHIMI_SWORDFISH), _fish)
"""Fish of three houses with fins, sashimi or not."""

finned_jellyfish = PatternFinder((Technique.FINNED_JELLYFISH, Technique.SASHIMI_JELLYFISH), _fish)
"""Fish of four houses with fins, sashimi or not."""

franken_fish = PatternFinder(
    (
        Technique.FRANKEN_X_WING,
        Technique.FRANKEN_SWORDFISH,
        Technique.FRANKEN_JELLYFISH,
        Technique.FINNED_FRANKEN_X_WING,
        Technique.FINNED_FRANKEN_SWORDFISH,
        Technique.FINNED_FRANKEN_JELLYFISH,
    ),
    _fish,
)
"""Fish of two to four houses, with or without fins: rows and boxes covered by columns and boxes, or columns by rows."""

mutant_fish = PatternFinder(
    (
        Technique.MUTANT_X_WING,
        Technique.MUTANT_SWORDFISH,
        Technique.MUTANT_JELLYFISH,
        Technique.FINNED_MUTANT_X_WING,
        Technique.FINNED_MUTANT_SWORDFISH,
        Technique.FINNED_MUTANT_JELLYFISH,
    ),
    _fish,
)
"""Fish of two to four houses of any other kinds, with or without fins."""
