"""Full house, naked single and hidden single: the steps that place a digit."""

from collections.abc import Iterator

from engine.sudoku.signs import sign
from engine.sudoku.techniques import wording
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, CellSet, Position
from engine.sudoku.techniques.step import Step


def full_houses(position: Position) -> Iterator[Step]:
    """The last empty cell of a complete house takes the digit that is left."""
    for house, complete in enumerate(position.geometry.complete):
        open_cells = position.geometry.houses[house] & position.empty
        if complete and open_cells.bit_count() == 1:
            cell = open_cells.bit_length() - 1
            if position.masks[cell].bit_count() == 1:
                digit = position.masks[cell].bit_length() - 1
                yield _single(
                    position, Technique.FULL_HOUSE, Candidate(cell, digit), (house,),
                    wording.FULL_HOUSE,
                )


def naked_singles(position: Position) -> Iterator[Step]:
    """A cell with one candidate takes it."""
    for cell, mask in enumerate(position.masks):
        if mask.bit_count() == 1:
            yield _single(
                position, Technique.NAKED_SINGLE, Candidate(cell, mask.bit_length() - 1), (),
                wording.NAKED_SINGLE,
            )


def hidden_singles(position: Position) -> Iterator[Step]:
    """A digit with one place in a complete house stands there; once for each such house."""
    for house, cells in enumerate(position.geometry.houses):
        if position.geometry.complete[house]:
            for digit, cell in _only_places(position, cells):
                yield _single(
                    position, Technique.HIDDEN_SINGLE, Candidate(cell, digit), (house,),
                    wording.HIDDEN_SINGLE,
                )


def _only_places(position: Position, house: CellSet) -> Iterator[tuple[int, int]]:
    """The digits with one place in a house, with that place."""
    for digit, cells in enumerate(position.cells_with):
        places = cells & house
        if places and not places & (places - 1):
            yield digit, places.bit_length() - 1


def _single(
    position: Position, technique: Technique, place: Candidate, houses: tuple[int, ...], sentence: str
) -> Step:
    layout = position.layout
    words = wording.explained(
        technique,
        sentence,
        cell=layout.cell_name(place.cell),
        digit=sign(place.digit),
        house=layout.houses[houses[0]].name if houses else "",
    )
    return Step(technique, words, (place.cell,), houses, (place,), places=(place,))
