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
    cells = position.empty if is_full_house else position.cells_with[place.digit]
    houses = position.geometry.houses
    house = next(house for house in position.layout.houses_of[place.cell] if (houses[house] & cells).bit_count() == 1)
    return _step(technique, FULL_HOUSE if is_full_house else HIDDEN_SINGLE, position, place, (house,))


full_houses = PatternFinder((Technique.FULL_HOUSE,), partial(_single, FULL_HOUSE))
"""The last empty cell of a complete house takes the missing digit."""

naked_singles = PatternFinder((Technique.NAKED_SINGLE,), partial(_single, NAKED_SINGLE))
"""A cell with one candidate takes it."""

hidden_singles = PatternFinder((Technique.HIDDEN_SINGLE,), partial(_single, HIDDEN_SINGLE))
"""A digit with one place in a complete house goes there; one step for each such house."""
