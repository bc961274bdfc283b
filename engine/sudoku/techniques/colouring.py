"""Colouring: cells joined by strong links, in two colours of which one is true throughout and the other false.

Colouring of one digit goes by the strong links in houses; the remote pair colours cells that hold the same two digits.
The definitions are those of HoDoKu 2.2.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import or_
from typing import NamedTuple

from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import (
    KEPT,
    CellSet,
    DigitMask,
    Geometry,
    Position,
    members,
    strong_links,
    union,
)
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import cell_names, removal


class Cluster(NamedTuple):
    """The cells of one colour and those of the other: a digit of the cluster is in all of one and none of the other."""

    one: CellSet
    other: CellSet


def simple_colours(position: Position) -> Iterator[Step]:
    """One cluster of strong links of a digit.

    *Trap*: what sees both colours can't be the digit. *Wrap*: a colour of which two cells see each other is false.
    """
    geometry = position.geometry
    for digit, clusters in _clusters_of_digits(position):
        for cluster in clusters:
            fall = position.cells_with[digit] & _sees_both(geometry, cluster)
            if fall:
                why = f"{sign(digit)} is in {_either(position, *cluster)}"
                yield _step(position, Technique.SIMPLE_COLOURS_TRAP, why, [cluster], 1 << digit, fall)
            for colour in cluster:
                if colour & _seen(geometry, colour):
                    why = f"{_names(position, colour)} would be {sign(digit)} together, and two of them see each other"
                    yield _step(position, Technique.SIMPLE_COLOURS_WRAP, why, [cluster], 1 << digit, colour)


def multi_colours(position: Position) -> Iterator[Step]:
    """Two clusters of strong links of a digit, where a colour of one sees a colour of the other.

    *Type 1*: those two are not both true, so one of the opposite colours is, and what sees both of these can't be the
    digit. *Type 2*: a colour that sees both colours of the other cluster is false.
    """
    geometry = position.geometry
    for digit, clusters in _clusters_of_digits(position):
        for pair in combinations(clusters, 2):
            fall, reasons = 0, []
            for (one, left), (other, right) in product(*((cluster, cluster[::-1]) for cluster in pair)):
                seen = position.cells_with[digit] & _sees_both(geometry, Cluster(left, right))
                if seen and _seen(geometry, one) & other:
                    fall |= seen
                    reasons.append(f"in {_either(position, left, right)}")
            if fall:
                why = f"as the opposite cells see each other, {sign(digit)} is {', and '.join(reasons)}"
                yield _step(position, Technique.MULTI_COLOURS_1, why, pair, 1 << digit, fall)
            for cluster, opposite in (pair, pair[::-1]):
                for colour in cluster:
                    if all(_seen(geometry, colour) & part for part in opposite):
                        seers = _names(position, colour)
                        why = f"{sign(digit)} is in {_either(position, *opposite)}, and {seers} see some of both"
                        yield _step(position, Technique.MULTI_COLOURS_2, why, pair, 1 << digit, colour)


def remote_pairs(position: Position) -> Iterator[Step]:
    """Four or more cells of the same two candidates, each seeing the next: what sees both colours is neither digit."""
    geometry = position.geometry
    for mask in sorted({position.masks[cell] for cell in members(position.bivalue)}):
        first, second = members(mask)
        cells = position.bivalue & position.cells_with[first] & position.cells_with[second]
        for cluster in _clusters({cell: geometry.peers[cell] & cells for cell in members(cells)}):
            places = (position.cells_with[first] | position.cells_with[second]) & ~cells
            fall = places & _sees_both(geometry, cluster)
            if fall and (cluster.one | cluster.other).bit_count() >= 4:
                one, other = (_names(position, colour) for colour in cluster)
                why = f"one of {first} and {second} is in {one}, the other in {other}"
                yield _step(position, Technique.REMOTE_PAIR, why, [cluster], mask, fall)


def _clusters_of_digits(position: Position) -> Iterator[tuple[int, tuple[Cluster, ...]]]:
    """Each digit with its clusters by strong links in houses."""
    for digit in range(1, position.layout.size + 1):
        yield digit, _clusters_by_links(position.geometry, position.cells_with[digit])


@lru_cache(maxsize=KEPT)
def _clusters_by_links(geometry: Geometry, cells: CellSet) -> tuple[Cluster, ...]:
    """The clusters of a digit that can stand in these cells."""
    neighbours: dict[int, CellSet] = {}
    for link in strong_links(geometry, cells):
        for cell in members(link.places):
            neighbours[cell] = neighbours.get(cell, 0) | link.places ^ 1 << cell
    return _clusters(neighbours)


def _clusters(neighbours: dict[int, CellSet]) -> tuple[Cluster, ...]:
    """The connected parts of a graph, each in two colours: neighbours differ, where the graph allows it."""
    found, rest = [], union(neighbours)
    while rest:
        colours = [rest & -rest, 0]
        layer, turn = colours[0], 1
        while layer:
            rest &= ~layer
            layer = _merged(neighbours[cell] for cell in members(layer)) & rest
            colours[turn] |= layer
            turn = 1 - turn
        found.append(Cluster(*colours))
    return tuple(found)


def _seen(geometry: Geometry, cells: CellSet) -> CellSet:
    """What sees at least one of the cells."""
    return _merged(geometry.peers[cell] for cell in members(cells))


def _sees_both(geometry: Geometry, cluster: Cluster) -> CellSet:
    """What sees a cell of one colour and a cell of the other, and has no colour."""
    return _seen(geometry, cluster.one) & _seen(geometry, cluster.other) & ~(cluster.one | cluster.other)


def _merged(sets: Iterable[CellSet]) -> CellSet:
    return reduce(or_, sets, 0)


def _names(position: Position, cells: CellSet) -> str:
    return cell_names(position.layout, members(cells))


def _either(position: Position, one: CellSet, other: CellSet) -> str:
    return " or ".join(
        f"{'all of ' if cells.bit_count() > 1 else ''}{_names(position, cells)}" for cells in (one, other)
    )


def _step(
    position: Position,
    technique: Technique,
    why: str,
    clusters: Sequence[Cluster],
    digits: DigitMask,
    fall: CellSet,
) -> Step:
    """The step that takes the digits from the cells `fall`."""
    cells = _merged(cluster.one | cluster.other for cluster in clusters)
    removes = position.candidates_of(fall, digits)
    return Step(
        technique,
        f"{technique.title}: {why}; so {removal(position.layout, removes)}.",
        tuple(members(cells)),
        tuple(
            number for number, house in enumerate(position.geometry.houses)
            if any(house & cluster.one and house & cluster.other for cluster in clusters)
        ),
        position.candidates_of(cells, digits),
        removes=removes,
    )
