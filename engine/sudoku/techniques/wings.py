"""XY-wing, XYZ-wing and W-wing: whatever holds in the middle, one of two ends is the digit that both can be."""

from collections.abc import Iterator
from itertools import combinations

from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Position, members
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import PIVOT_WING, W_WING, cell_names, digit_names, explained, removal


def xy_wings(position: Position) -> Iterator[Step]:
    """A pivot with the digits x and y sees a cell with x and z and one with y and z: what sees both is not z."""
    for pivot in members(position.bivalue):
        for first, second, digit in _pincers(position, pivot):
            if not position.masks[pivot] >> digit & 1:
                yield from _wing(position, Technique.XY_WING, pivot, first, second, digit)


def xyz_wings(position: Position) -> Iterator[Step]:
    """As an XY-wing, but the pivot can be z too: what sees all three cells is not z."""
    for pivot, mask in enumerate(position.masks):
        if mask.bit_count() == 3:
            for first, second, digit in _pincers(position, pivot):
                if position.masks[first] | position.masks[second] == mask:
                    yield from _wing(position, Technique.XYZ_WING, pivot, first, second, digit)


def w_wings(position: Position) -> Iterator[Step]:
    """Two cells with the same digits x and y see the two ends of a strong link on x: what sees both cells is not y."""
    layout, geometry, technique = position.layout, position.geometry, Technique.W_WING
    for first, second in combinations(members(position.bivalue), 2):
        mask = position.masks[first]
        if mask != position.masks[second] or geometry.peers[first] >> second & 1:
            continue
        ends = 1 << first | 1 << second
        for digit in members(mask):
            other = (mask ^ 1 << digit).bit_length() - 1
            removes = position.candidates(geometry.common_peers(ends), other)
            if not removes:
                continue
            for house, places in position.strong_links[digit]:
                one, two = members(places)
                if places & ends or not (
                    geometry.peers[first] >> one & geometry.peers[second] >> two & 1
                    or geometry.peers[first] >> two & geometry.peers[second] >> one & 1
                ):
                    continue
                sentence = explained(
                    technique,
                    W_WING,
                    house=layout.houses[house].name,
                    digit=sign(digit),
                    one=layout.cell_name(one),
                    two=layout.cell_name(two),
                    ends=cell_names(layout, (first, second)),
                    other=sign(other),
                    removal=removal(layout, removes),
                )
                proof = position.candidates_of(ends) + position.candidates(places, digit)
                cells = tuple(members(ends | places))
                yield Step(technique, sentence, cells, (house,), tuple(sorted(proof)), removes=removes)


def _pincers(position: Position, pivot: int) -> Iterator[tuple[int, int, int]]:
    """Two cells seen by the pivot that share a digit with each other, and each its other digit with the pivot.

    With the digit that the two share; the pivot may have it or not.
    """
    masks = position.masks
    seen = members(position.bivalue & position.geometry.peers[pivot])
    near = [cell for cell in seen if masks[cell] & masks[pivot]]
    for first, second in combinations(near, 2):
        shared = masks[first] & masks[second]
        others = masks[first] ^ masks[second]
        if shared.bit_count() == 1 and not others & ~masks[pivot]:
            yield first, second, shared.bit_length() - 1


def _wing(
    position: Position, technique: Technique, pivot: int, first: int, second: int, digit: int
) -> Iterator[Step]:
    layout = position.layout
    cells = 1 << pivot | 1 << first | 1 << second
    ends = cells if position.masks[pivot] >> digit & 1 else cells ^ 1 << pivot
    removes = position.candidates(position.geometry.common_peers(ends), digit)
    if removes:
        sentence = explained(
            technique,
            PIVOT_WING,
            pivot=layout.cell_name(pivot),
            digits=digit_names(members(position.masks[pivot])),
            ends=cell_names(layout, members(ends)),
            digit=sign(digit),
            removal=removal(layout, removes),
        )
        proof = position.candidates_of(cells)
        yield Step(technique, sentence, tuple(members(cells)), (), proof, removes=removes)
