"""Locked candidates, locked pairs and locked triples, in the intersection of two houses.

If all places of a digit in a complete house lie in another house too, the digit is there and nowhere else in the other
house. (From a box this is called pointing, from any other house claiming.) A naked pair or triple is locked if it lies
in several houses and each of them loses candidates.
"""

from engine.base.language import lazy_gettext as _
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import Position, members
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.subsets import naked_subset
from engine.sudoku.techniques.wording import cell_names, explained, removal

LOCKED_CANDIDATES = _("in {first}, {digit} can only go in {cells}, which lie in {second} too, so {removal}.")


def _locked_candidates(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the two houses and the digit."""
    layout, (first, second, digit) = position.layout, pattern.numbers
    places = position.cells_with[digit] & position.geometry.houses[first]
    sentence = explained(
        pattern.technique,
        LOCKED_CANDIDATES,
        first=layout.houses[first].label,
        second=layout.houses[second].label,
        digit=sign(digit),
        cells=cell_names(layout, members(places)),
        removal=removal(layout, pattern.removes),
    )
    proof = position.candidates(places, digit)
    return Step(pattern.technique, sentence, tuple(members(places)), (first, second), proof, removes=pattern.removes)


pointing = PatternFinder((Technique.POINTING,), _locked_candidates)
"""Locked candidates from a box to another house."""

claiming = PatternFinder((Technique.CLAIMING,), _locked_candidates)
"""Locked candidates from any house other than a box to another house."""

locked_pairs = PatternFinder((Technique.LOCKED_PAIR,), naked_subset)
"""Naked pairs that eliminate candidates in several houses."""

locked_triples = PatternFinder((Technique.LOCKED_TRIPLE,), naked_subset)
"""Naked triples that eliminate candidates in several houses."""
