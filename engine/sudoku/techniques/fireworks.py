"""Fireworks: digits that two lines which cross in a box can hold outside it in one cell each.

Take complete lines that meet in one cell, the cross, and another house through it, as a rule a box. A digit that has
one place at most in either line outside the box, a wing, is in a wing or at the cross: if it is in no wing, both lines
have it in the box, which holds it once, so where they meet. So k such digits whose wings and crosses are k cells
together fill these cells, each of them once. Of a cross and both wings that is a triple; of two crosses with the same
wings, two digits each, a quadruple.

As each digit is there once, one line at least has it inside the box, where it is in no cell outside both lines.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from engine.base.text import listed
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, CellSet, Geometry, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import (
    FIREWORKS,
    FIREWORKS_AT,
    cell_names,
    digit_names,
    explained,
    house_names,
    removal,
)


class Cross(NamedTuple):
    """Two complete lines that meet in one cell, another house through it that has more of both, and the lines' rest."""

    cell: int
    lines: tuple[int, int]
    box: int
    outside: tuple[CellSet, CellSet]


class Firework(NamedTuple):
    """A digit that must be in one of these cells, the wings and the cross."""

    digit: int
    cross: Cross
    cells: CellSet


def fireworks(position: Position) -> Iterator[Step]:
    """Triples, then quadruples, in order of their crosses."""
    masks = position.masks
    found = [
        every for cross in crosses(position.geometry) if masks[cross.cell] and len(every := _at(position, cross)) > 1
    ]
    for every in found:
        for three in combinations(every, 3):
            yield from _step(position, three)
    narrow = [
        [(pair, cells) for pair in combinations(every, 2) if (cells := pair[0].cells | pair[1].cells).bit_count() <= 4]
        for every in found
    ]
    for (held, _), (_, every) in combinations(zip(narrow, found, strict=True), 2):
        cross = 1 << every[0].cross.cell
        for pair, cells in held:
            if (cells | cross).bit_count() <= 4:
                fitting = [each for each in every if (each.cells | cells).bit_count() == 4]
                for more in combinations(fitting, 2):
                    yield from _step(position, (*pair, *more))


@lru_cache(maxsize=16)
def crosses(geometry: Geometry) -> tuple[Cross, ...]:
    """The crosses of a layout, in order of their cells."""
    found = []
    for cell, through in enumerate(geometry.houses_of):
        lines = [house for house in through if geometry.lines[house] and geometry.complete[house]]
        for one, other in combinations(lines, 2):
            if geometry.houses[one] & geometry.houses[other] == 1 << cell:
                found += [
                    Cross(cell, (one, other), box, (
                        geometry.houses[one] & ~geometry.houses[box], geometry.houses[other] & ~geometry.houses[box]
                    ))
                    for box in through
                    if not geometry.lines[box]
                    and all((geometry.houses[box] & geometry.houses[line]).bit_count() > 1 for line in (one, other))
                ]
    return tuple(found)


def _at(position: Position, cross: Cross) -> list[Firework]:
    """The digits that must be at a cross or its wings, and may be in any of the three."""
    found, cells_with, (first, second) = [], position.cells_with, cross.outside
    for digit in members(position.masks[cross.cell]):
        one, other = cells_with[digit] & first, cells_with[digit] & second
        if not one & (one - 1) and not other & (other - 1):  # a cell in either at most
            found.append(Firework(digit, cross, one | other | 1 << cross.cell))
    return found


def _step(position: Position, chosen: tuple[Firework, ...]) -> Iterator[Step]:
    """What falls by these, if they are as many digits as cells."""
    cells, digits = reduce(or_, (one.cells for one in chosen)), union(one.digit for one in chosen)
    if cells.bit_count() != len(chosen) or digits.bit_count() != len(chosen):
        return
    layout, houses, proof = position.layout, position.geometry.houses, set[Candidate]()
    removes = set(position.candidates_of(cells, ~digits))
    for digit, cross, own in chosen:
        lines = houses[cross.lines[0]] | houses[cross.lines[1]]
        removes.update(position.candidates(houses[cross.box] & ~lines | cells & ~own, digit))
        proof.update(position.candidates(lines, digit))
    if removes:
        at = dict[Cross, list[int]]()
        for digit, cross, _ in chosen:
            at.setdefault(cross, []).append(digit)
        technique = Technique.FIREWORKS
        yield Step(
            technique,
            explained(
                technique,
                FIREWORKS,
                fireworks=listed(
                    FIREWORKS_AT.format(
                        digits=digit_names(digits_there, "and"),
                        lines=house_names(layout, cross.lines),
                        box=layout.houses[cross.box].label,
                        cross=layout.cell_name(cross.cell),
                    )
                    for cross, digits_there in at.items()
                ),
                digits=digit_names(members(digits), "and"),
                cells=cell_names(layout, members(cells)),
                removal=removal(layout, removes),
            ),
            tuple(members(cells)),
            tuple(dict.fromkeys(house for cross in at for house in (*cross.lines, cross.box))),
            tuple(sorted(proof | set(position.candidates_of(cells)))),
            removes=tuple(sorted(removes)),
        )
