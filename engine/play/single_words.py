"""What a hint says of a single before it names the digit: where to look, which kind it is, and which digits block."""

from typing import NamedTuple

from engine.base.language import lazy_gettext as _
from engine.sudoku.signs import sign
from engine.sudoku.techniques.blockers import blockers, fullest_house
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names

LOOK = _("Look at {names}.")

KINDS = {
    Technique.FULL_HOUSE: _("Full house: {house} has one empty cell."),
    Technique.HIDDEN_SINGLE: _("Hidden single: one digit has only one place left in {house}."),
    Technique.NAKED_SINGLE: _("Naked single: a cell of {house} can only hold one digit."),
}
"""The kinds of singles, without the digit."""

_IN_HOUSE = {
    (True, False): _("{digit} in {cells} leaves only one cell of {house}."),
    (True, True): _("{digit} in {cells}, with the candidates already removed, leaves only one cell of {house}."),
    (False, True): _("The candidates already removed leave {digit} only one cell of {house}."),
    (False, False): _("{house} has no other empty cell for {digit}."),
}
"""What leaves a digit one place: by whether digits block, and whether removed candidates do."""

_IN_CELL = {
    (True, False): _("{cell} sees {digits}."),
    (True, True): _("{cell} sees {digits}; steps before have removed its other candidates."),
    (False, True): _("Steps before have removed the other candidates of {cell}."),
}
"""What leaves a cell one digit, likewise."""


class SingleStage(NamedTuple):
    """A sentence about a single, and the cells and houses to mark."""

    sentence: str
    cells: tuple[int, ...] = ()
    houses: tuple[int, ...] = ()


def stages(position: Position, step: Step) -> tuple[SingleStage, ...]:
    """Where to look, which kind, and what blocks; a full house needs no more than the first two."""
    layout, (place,) = position.layout, step.places
    house = step.houses[0] if step.houses else fullest_house(position, place.cell)
    label = layout.houses[house].label
    look = SingleStage(LOOK.format(names=label), houses=(house,))
    kind = SingleStage(KINDS[step.technique].format(house=label), houses=(house,))
    if step.technique is Technique.FULL_HOUSE:
        return look, kind
    found = blockers(position, step.technique, place, step.houses[0] if step.houses else None)
    state = bool(found.cells), bool(found.removed)
    if step.technique is Technique.HIDDEN_SINGLE:
        sentence = _IN_HOUSE[state].format(
            digit=sign(place.digit), cells=cell_names(layout, found.cells), house=label
        )
    else:
        digits = digit_names(sorted(position.values[cell] for cell in found.cells), "and")
        sentence = _IN_CELL[state].format(cell=layout.cell_name(place.cell), digits=digits)
    return look, kind, SingleStage(sentence, found.cells, found.houses)
