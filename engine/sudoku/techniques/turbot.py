"""Skyscraper, two-string kite, turbot fish and empty rectangle: two complete houses with a link for one digit.

The near ends of two strong links see each other, so one of the far ends is the digit, and cells that see both are not.
The houses of the links determine the name of the pattern. In an empty rectangle, a box whose places lie in two crossing
lines stands for the second link: if the digit is not in one of the lines, it is in the other.
"""

from engine.base.language import lazy_gettext as _
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import explained, removal

TWO_STRONG_LINKS = _(
    "in {first}, {digit} goes in {start} or {near}; in {second}, it goes in {far} or {end}. {near} and {far} see each "
    "other, so one of {start} and {end} is {digit}, and {removal}."
)
EMPTY_RECTANGLE = _(
    "in {box}, {digit} can only go in {near} or {far}; in {line}, only in {start} or {end}. If {end} is not {digit}, "
    "{start} is, and {box} has its {digit} in {far}. Either way {removal}."
)


def _linked_pair(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the digit, the houses of the links, and the chain: start, near, far,
    end.
    """
    layout = position.layout
    digit, *houses_and_chain = pattern.numbers
    houses, chain = tuple(houses_and_chain[:2]), houses_and_chain[2:]
    start, near, far, end = (layout.cell_name(cell) for cell in chain)
    first, second = (layout.houses[house].label for house in houses)
    sentence = explained(
        pattern.technique,
        TWO_STRONG_LINKS,
        first=first,
        second=second,
        digit=sign(digit),
        start=start,
        near=near,
        far=far,
        end=end,
        removal=removal(layout, pattern.removes),
    )
    proof = position.candidates(union(chain), digit)
    return Step(pattern.technique, sentence, tuple(sorted(chain)), houses, proof, removes=pattern.removes)


def _empty_rectangle(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the digit, the box, its crossing lines, and the line of the link.

    The first of the crossing lines meets the link.
    """
    layout, houses = position.layout, position.geometry.houses
    digit, *numbers = pattern.numbers
    inner, meeting, _, crossing = (houses[number] for number in numbers)
    box, near, far, line = (layout.houses[number].label for number in numbers)
    link = position.cells_with[digit] & crossing
    start, end = (layout.cell_name(part.bit_length() - 1) for part in (link & meeting, link & ~meeting))
    sentence = explained(
        pattern.technique,
        EMPTY_RECTANGLE,
        box=box,
        near=near,
        far=far,
        line=line,
        digit=sign(digit),
        start=start,
        end=end,
        removal=removal(layout, pattern.removes),
    )
    places = position.cells_with[digit] & inner | link
    proof = position.candidates(places, digit)
    return Step(pattern.technique, sentence, tuple(members(places)), tuple(numbers), proof, removes=pattern.removes)


skyscrapers = PatternFinder((Technique.SKYSCRAPER,), _linked_pair)
"""Two rows linked by a column, or two columns by a row."""

two_string_kites = PatternFinder((Technique.TWO_STRING_KITE,), _linked_pair)
"""A row and a column linked by a box, or by any other house that is not a line."""

turbot_fish = PatternFinder((Technique.TURBOT_FISH,), _linked_pair)
"""Any other two strong links."""

empty_rectangles = PatternFinder((Technique.EMPTY_RECTANGLE,), _empty_rectangle)
"""A box whose places lie in two crossing lines, and a strong link in a line from a cell of one of them."""
