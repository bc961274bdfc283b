"""Colouring: strong links give cells two colours, one of which is true in all its cells and the other false.

Colouring of one digit follows the strong links in houses; remote pairs colour cells with the same two candidates. The
definitions are those of HoDoKu 2.2.
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import CellSet, DigitMask, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, removal

SIMPLE_COLOURS_TRAP = _(
    "either all cells of colour A ({A}) are {digit} or all of colour B ({B}). Cells that see both colours are not: "
    "{removal}."
)
SIMPLE_COLOURS_WRAP = _(
    "either all cells of colour A ({A}) are {digit} or all of colour B ({B}). Two cells of colour {wrong} see each "
    "other, so {removal}."
)
MULTI_COLOURS = _(
    "either all cells of colour A ({A}) are {digit} or all of colour B ({B}), and either all of colour C ({C}) or all "
    "of colour D ({D}). {reasons}: {removal}."
)
MULTI_COLOURS_TRAP = _(
    "Colours {first} and {second} see each other, so all of colour {left} or all of colour {right} are {digit}"
)
MULTI_COLOURS_WRAP = _("Colour {wrong} sees both colours {first} and {second}, one of which is {digit}")
REMOTE_PAIR = _(
    "one of {pair} is in all cells of colour A ({A}), the other in all of colour B ({B}). Cells that see both "
    "colours are neither: {removal}."
)

COLOURS = "ABCD"
"""The names of the colours of one or two clusters; the second is opposite to the first, the fourth to the third."""

OPPOSITE = dict(zip(COLOURS, "BADC", strict=True))
"""The opposite of each colour."""

TOUCHING = (("A", "C"), ("A", "D"), ("B", "C"), ("B", "D"))
"""Colours of two clusters that may see each other, by their bits in the numbers of a pattern."""


def _simple(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the digit, the number of the colour that is false in a wrap, and the
    colours.
    """
    digit, wrong, *colours = pattern.numbers
    sentence = SIMPLE_COLOURS_WRAP if pattern.technique is Technique.SIMPLE_COLOURS_WRAP else SIMPLE_COLOURS_TRAP
    return _step(position, pattern, sentence, 1 << digit, colours, digit=sign(digit), wrong=COLOURS[wrong])


def _multi(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the digit, a number, and the colours.

    In type 1, the bits of the number are the pairs of `TOUCHING` that see each other. In type 2, it is the number of
    the false colour.
    """
    digit, number, *colours = pattern.numbers
    if pattern.technique is Technique.MULTI_COLOURS_1:
        reasons = [
            MULTI_COLOURS_TRAP.format(
                first=first, second=other, left=OPPOSITE[first], right=OPPOSITE[other], digit=sign(digit)
            )
            for bit, (first, other) in enumerate(TOUCHING)
            if number >> bit & 1
        ]
    else:
        colour, other = ("C", "D") if COLOURS[number] in "AB" else ("A", "B")
        reasons = [MULTI_COLOURS_WRAP.format(wrong=COLOURS[number], first=colour, second=other, digit=sign(digit))]
    return _step(position, pattern, MULTI_COLOURS, 1 << digit, colours, digit=sign(digit), reasons=". ".join(reasons))


def _remote_pair(position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose numbers are the mask of the pair and the colours."""
    mask, *colours = pattern.numbers
    return _step(position, pattern, REMOTE_PAIR, mask, colours, pair=digit_names(members(mask), "and"))


def _step(
    position: Position, pattern: Pattern, sentence: Sentence, digits: DigitMask, numbers: Sequence[int], **parts: str
) -> Step:
    """The step that eliminates digits by colours, which are named A, B, ... in order."""
    colours = list(_colours(numbers))
    names = {name: cell_names(position.layout, members(colour)) for name, colour in zip(COLOURS, colours, strict=False)}
    cells = reduce(or_, colours)
    return Step(
        pattern.technique,
        explained(pattern.technique, sentence, removal=removal(position.layout, pattern.removes), **names, **parts),
        tuple(members(cells)),
        tuple(
            number
            for number, house in enumerate(position.geometry.houses)
            if any(house & first and house & other for first, other in zip(colours[::2], colours[1::2], strict=True))
        ),
        position.candidates_of(cells, digits),
        removes=pattern.removes,
    )


def _colours(numbers: Sequence[int]) -> Iterator[CellSet]:
    """The colours, each given as its size and its cells."""
    start = 0
    while start < len(numbers):
        end = start + 1 + numbers[start]
        yield union(numbers[start + 1 : end])
        start = end


simple_colours = PatternFinder((Technique.SIMPLE_COLOURS_TRAP, Technique.SIMPLE_COLOURS_WRAP), _simple)
"""One cluster of strong links of a digit.

*Trap*: cells that see both colours can't be the digit. *Wrap*: a colour with two cells that see each other is false.
"""

multi_colours = PatternFinder((Technique.MULTI_COLOURS_1, Technique.MULTI_COLOURS_2), _multi)
"""Two clusters of strong links of a digit, where a colour of one sees a colour of the other.

*Type 1*: these two are not both true, so one of the opposite colours is, and cells that see both of those can't be the
digit. *Type 2*: a colour that sees both colours of the other cluster is false.
"""

remote_pairs = PatternFinder((Technique.REMOTE_PAIR,), _remote_pair)
"""Four or more cells with the same two candidates, each seeing the next: cells that see both colours lose both digits.
"""
