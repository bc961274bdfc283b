"""Fireworks: digits that two lines crossing in a box can hold outside it in at most one cell each.

Take complete lines that meet in one cell, the cross, and another house through it, usually a box. Consider a digit with
at most one place in either line outside the box (a wing). If it is in no wing, both lines have it in the box, which
holds it once, so it is where they meet. So it is in a wing or at the cross. k such digits whose wings and crosses are k
cells together fill these cells. One cross with both wings is a triple; two crosses with the same wings, two digits
each, are a quadruple.

As the box holds each digit once, at least one line has it inside the box, and cells of the box outside both lines do
not.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import accumulate, combinations
from operator import itemgetter, or_
from typing import NamedTuple

from engine.base.language import lazy_gettext as _
from engine.base.text import joined_list
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finder import finds
from engine.sudoku.techniques.position import Candidate, CellSet, DigitMask, Geometry, Position, members, union
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, digit_names, explained, house_names, removal

FIREWORKS_AT = _(
    "{digits} have one place at most in each of {lines} outside {box}, and if one of them is in none of these, it is "
    "in {cross}, where both lines meet"
)
FIREWORKS = _("{fireworks}. So {cells} hold {digits}, each of them once: {removal}.")


class Cross(NamedTuple):
    """Two complete lines that meet in one cell, another house that shares more cells with both, and the rest of the
    lines.
    """

    cell: int
    lines: tuple[int, int]
    box: int
    outside: tuple[tuple[int, ...], tuple[int, ...]]


class Firework(NamedTuple):
    """A digit that must be in one of these cells, the wings and the cross."""

    digit: int
    cross: Cross
    cells: CellSet


@finds(Technique.FIREWORKS, tables=True)
def fireworks(position: Position) -> Iterator[Step]:
    """Triples, then quadruples, in the order of their crosses."""
    masks, places = position.masks, position.cells_with
    parts, tables = _parts(position.geometry)
    repeated = [-1] * len(parts)
    found = []
    for cross, wings, outside in tables:
        digits = masks[cross.cell]
        for part in outside:
            if digits & (digits - 1):
                if repeated[part] < 0:
                    repeated[part] = _repeated_digits(position, parts[part])
                digits &= ~repeated[part]
        if digits & (digits - 1):
            cell = 1 << cross.cell
            found.append([Firework(digit, cross, places[digit] & wings | cell) for digit in members(digits)])
    for group in found:
        for triple in combinations(group, 3):
            if (triple[0].cells | triple[1].cells | triple[2].cells).bit_count() == 3:
                yield from _step(position, triple)
    for pair, group in _pairs(found):
        cells = pair[0].cells | pair[1].cells
        fitting = [firework for firework in group if (firework.cells | cells).bit_count() == 4]
        for other_pair in combinations(fitting, 2):
            yield from _step(position, (*pair, *other_pair))


def _pairs(groups: list[list[Firework]]) -> Iterator[tuple[tuple[Firework, Firework], list[Firework]]]:
    """Pairs of fireworks of a cross, each with the fireworks of a later cross that may fill four cells with it.

    The order is that of the first cross, then of the later one. Either the four cells include the later cross, or the
    pair has three cells in common with the fireworks of the later cross.
    """
    reaches = [reduce(or_, (firework.cells for firework in group)) for group in groups]
    cross_cells = [1 << group[0].cross.cell for group in groups]
    later_reach = list(accumulate(reversed(reaches), or_, initial=0))[::-1]
    later_crosses = list(accumulate(reversed(cross_cells), or_, initial=0))[::-1]
    for number, group in enumerate(groups):
        pairs = list[tuple[int, tuple[Firework, Firework]]]()
        for pair in combinations(group, 2):
            cells = pair[0].cells | pair[1].cells
            size = cells.bit_count()
            if size > 4 or not (size < 3 or cells & (later_crosses if size == 4 else later_reach)[number + 1]):
                continue
            near = cross_cells if size == 4 else reaches
            pairs += [(later, pair) for later in range(number + 1, len(groups)) if size < 3 or cells & near[later]]
        for later, pair in sorted(pairs, key=itemgetter(0)):
            yield pair, groups[later]


@lru_cache(maxsize=16)
def _parts(geometry: Geometry) -> tuple[list[tuple[int, ...]], list[tuple[Cross, CellSet, tuple[int, ...]]]]:
    """The parts of lines outside boxes; for each cross the cells of both lines there, and its two parts."""
    numbers = dict[tuple[int, ...], int]()
    tables = [
        (
            cross,
            union(cell for cells in cross.outside for cell in cells),
            tuple(numbers.setdefault(cells, len(numbers)) for cells in cross.outside),
        )
        for cross in crosses(geometry)
    ]
    return list(numbers), tables


@lru_cache(maxsize=16)
def crosses(geometry: Geometry) -> tuple[Cross, ...]:
    """The crosses of a layout, in the order of their cells."""
    found = []
    for cell, cell_houses in enumerate(geometry.houses_of):
        lines = [house for house in cell_houses if geometry.lines[house] and geometry.complete[house]]
        for first, other in combinations(lines, 2):
            if geometry.houses[first] & geometry.houses[other] == 1 << cell:
                found += [
                    Cross(
                        cell,
                        (first, other),
                        box,
                        (
                            tuple(members(geometry.houses[first] & ~geometry.houses[box])),
                            tuple(members(geometry.houses[other] & ~geometry.houses[box])),
                        ),
                    )
                    for box in cell_houses
                    if not geometry.lines[box]
                    and all((geometry.houses[box] & geometry.houses[line]).bit_count() > 1 for line in (first, other))
                ]
    return tuple(found)


def _repeated_digits(position: Position, cells: tuple[int, ...]) -> DigitMask:
    """The digits that have more than one place in the given cells."""
    once = repeated = 0
    for cell in cells:
        repeated |= once & position.masks[cell]
        once |= position.masks[cell]
    return repeated


def _step(position: Position, group: tuple[Firework, ...]) -> Iterator[Step]:
    """The step of these fireworks, if they are as many digits as cells."""
    cells = reduce(or_, (firework.cells for firework in group))
    digits = union(firework.digit for firework in group)
    if cells.bit_count() != len(group) or digits.bit_count() != len(group):
        return
    layout, houses, proof = position.layout, position.geometry.houses, set[Candidate]()
    removes = set(position.candidates_of(cells, ~digits))
    for digit, cross, firework_cells in group:
        lines = houses[cross.lines[0]] | houses[cross.lines[1]]
        removes.update(position.candidates(houses[cross.box] & ~lines | cells & ~firework_cells, digit))
        proof.update(position.candidates(lines, digit))
    if removes:
        digits_by_cross = dict[Cross, list[int]]()
        for digit, cross, _ in group:
            digits_by_cross.setdefault(cross, []).append(digit)
        technique = Technique.FIREWORKS
        yield Step(
            technique,
            explained(
                technique,
                FIREWORKS,
                fireworks=joined_list(
                    FIREWORKS_AT.format(
                        digits=digit_names(digits_of_cross, "and"),
                        lines=house_names(layout, cross.lines),
                        box=layout.houses[cross.box].label,
                        cross=layout.cell_name(cross.cell),
                    )
                    for cross, digits_of_cross in digits_by_cross.items()
                ),
                digits=digit_names(members(digits), "and"),
                cells=cell_names(layout, members(cells)),
                removal=removal(layout, removes),
            ),
            tuple(members(cells)),
            tuple(dict.fromkeys(house for cross in digits_by_cross for house in (*cross.lines, cross.box))),
            tuple(sorted(proof | set(position.candidates_of(cells)))),
            removes=tuple(sorted(removes)),
        )
