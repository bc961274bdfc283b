"""The stages of a hint about a single that precede its digit: where to look, the kind, and the digits that block."""

from typing import NamedTuple

from engine.base.language import lazy_gettext as _
from engine.sudoku.signs import sign
from engine.sudoku.techniques.blockers import blockers, fullest_house
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names

LOOK = _("Look at {names}.")

_IN_HOUSE = {
    (True, False): _("{digit} in {cells} leaves only one cell of {house}."),
    (True, True): _("{digit} in {cells}, with the candidates already removed, leaves only one cell of {house}."),
    (False, True): _("The candidates already removed leave {digit} only one cell of {house}."),
    (False, False): _("{house} has no other empty cell for {digit}."),
}
"""Why a digit has one place: by whether digits block, and whether removed candidates do."""

_IN_CELL = {
    (True, False): _("{cell} sees {digits}."),
    (True, True): _("{cell} sees {digits}; earlier steps have removed its other candidates."),
    (False, True): _("Earlier steps have removed the other candidates of {cell}."),
}
"""Why a cell has one digit: by whether digits block, and whether removed candidates do."""


class SingleStage(NamedTuple):
    """A sentence about a single, with cells and houses to mark."""

    sentence: str
    cells: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()


def stages(position: Position, step: Step) -> tuple[SingleStage, ...]:
    """The stages: where to look, the kind, and what blocks; a full house needs only the first two.

    Empty for steps that are not singles.
    """
    kind_sentence = step.technique.value.look
    if kind_sentence is None:
        return ()
    layout, (place,) = position.layout, step.places
    house = step.houses[0] if step.houses else fullest_house(position, place.cell)
    label = layout.houses[house].label
    look = SingleStage(LOOK.format(names=label), houses=(house,))
    kind = SingleStage(kind_sentence.format(house=label), houses=(house,))
    if step.technique is Technique.FULL_HOUSE:
        return look, kind
    blocking = blockers(position, step.technique, place, step.houses[0] if step.houses else None)
    key = bool(blocking.cells), bool(blocking.removed)
    if step.technique is Technique.HIDDEN_SINGLE:
        sentence = _IN_HOUSE[key].format(digit=sign(place.digit), cells=cell_names(layout, blocking.cells), house=label)
    else:
        digits = digit_names(sorted(position.values[cell] for cell in blocking.cells), "and")
        sentence = _IN_CELL[key].format(cell=layout.cell_name(place.cell), digits=digits)
    return look, kind, SingleStage(sentence, blocking.cells, blocking.houses)
