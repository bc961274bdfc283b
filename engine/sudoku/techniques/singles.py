"""Full house, naked single and hidden single: the steps that place a digit."""

from functools import partial

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import Pattern, PatternFinder
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import explained

FULL_HOUSE = _("{cell} is the last empty cell of {house} and takes its last digit, {digit}.")
NAKED_SINGLE = _("{cell} can only be {digit}: no other digit is left for it.")
HIDDEN_SINGLE = _("{cell} is the only place for {digit} in {house}.")


def house_rank(position: Position, house: int | None) -> int:
    """How hard a house is to see: 0 for a box, then a row, a column, any other."""
    kinds = ("box", "row", "column")
    kind = position.layout.houses[house].kind if house is not None else ""
    return kinds.index(kind) if kind in kinds else len(kinds)


def _single(sentence: Sentence, position: Position, pattern: Pattern) -> Step:
    """The step of a pattern, whose number is the house that shows it, if any."""
    (place,) = pattern.places
    return _step(pattern.technique, sentence, position, place, pattern.numbers)


def _step(
    technique: Technique, sentence: Sentence, position: Position, place: Candidate, houses: tuple[int, ...]
) -> Step:
    layout = position.layout
    words = explained(
        technique,
        sentence,
        cell=layout.cell_name(place.cell),
        digit=sign(place.digit),
        house=layout.houses[houses[0]].label if houses else "",
    )
    return Step(technique, words, (place.cell,), houses, (place,), places=(place,))


def step_of_single(technique: Technique, place: Candidate, position: Position) -> Step:
    """The step that places a digit by a single of this kind; the digit must be such a single."""
    if technique is Technique.NAKED_SINGLE:
        return _step(technique, NAKED_SINGLE, position, place, ())
    is_full_house = technique is Technique.FULL_HOUSE
    house = _easiest_house(technique, place, position)
    return _step(technique, FULL_HOUSE if is_full_house else HIDDEN_SINGLE, position, place, (house,))


def _easiest_house(technique: Technique, place: Candidate, position: Position) -> int:
    """Of the complete houses that show a full house or hidden single, the one that is easiest to see."""
    layout, houses = position.layout, position.geometry.houses
    cells = position.empty if technique is Technique.FULL_HOUSE else position.cells_with[place.digit]
    found = (
        house
        for house in layout.houses_of[place.cell]
        if position.geometry.complete[house] and (houses[house] & cells).bit_count() == 1
    )
    return min(found, key=lambda house: house_rank(position, house))


def _easiest(position: Position, pattern: Pattern) -> Pattern:
    """The pattern of the easiest house that shows the same digit."""
    return pattern._replace(numbers=(_easiest_house(pattern.technique, pattern.places[0], position),))


full_houses = PatternFinder((Technique.FULL_HOUSE,), partial(_single, FULL_HOUSE), easiest=_easiest)
"""The last empty cell of a complete house takes the missing digit."""

naked_singles = PatternFinder((Technique.NAKED_SINGLE,), partial(_single, NAKED_SINGLE))
"""A cell with one candidate takes it."""

hidden_singles = PatternFinder((Technique.HIDDEN_SINGLE,), partial(_single, HIDDEN_SINGLE), easiest=_easiest)
"""A digit with one place in a complete house goes there; one step for each such house."""
