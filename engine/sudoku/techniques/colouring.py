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
from engine.sudoku.techniques.wording import (
    MULTI_COLOURS,
    MULTI_COLOURS_TRAP,
    MULTI_COLOURS_WRAP,
    REMOTE_PAIR,
    SIMPLE_COLOURS_TRAP,
    SIMPLE_COLOURS_WRAP,
    cell_names,
    digit_names,
    explained,
    removal,
)

COLOURS = "ABCD"
"""What the colours of one or two clusters are called."""


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
                yield _step(
                    position, Technique.SIMPLE_COLOURS_TRAP, SIMPLE_COLOURS_TRAP, [cluster], 1 << digit, fall,
                    digit=sign(digit),
                )
            for colour, name in zip(cluster, COLOURS, strict=False):
                if colour & _seen(geometry, colour):
                    yield _step(
                        position, Technique.SIMPLE_COLOURS_WRAP, SIMPLE_COLOURS_WRAP, [cluster], 1 << digit, colour,
                        digit=sign(digit), wrong=name,
                    )


def multi_colours(position: Position) -> Iterator[Step]:
    """Two clusters of strong links of a digit, where a colour of one sees a colour of the other.

    *Type 1*: those two are not both true, so one of the opposite colours is, and what sees both of these can't be the
    digit. *Type 2*: a colour that sees both colours of the other cluster is false.
    """
    geometry = position.geometry
    for digit, clusters in _clusters_of_digits(position):
        for pair in combinations(clusters, 2):
            fall, reasons = 0, []
            colours = dict(zip(COLOURS, (*pair[0], *pair[1]), strict=True))
            for (one, left), (other, right) in product(*((names, names[::-1]) for names in ("AB", "CD"))):
                seen = position.cells_with[digit] & _sees_both(geometry, Cluster(colours[left], colours[right]))
                if seen and _seen(geometry, colours[one]) & colours[other]:
                    fall |= seen
                    reasons.append(MULTI_COLOURS_TRAP.format(
                        one=one, other=other, left=left, right=right, digit=sign(digit)
                    ))
            if fall:
                yield _step(
                    position, Technique.MULTI_COLOURS_1, MULTI_COLOURS, pair, 1 << digit, fall,
                    digit=sign(digit), reasons=". ".join(reasons),
                )
            for names, opposite in (("AB", "CD"), ("CD", "AB")):
                for wrong in names:
                    if all(_seen(geometry, colours[wrong]) & colours[part] for part in opposite):
                        reason = MULTI_COLOURS_WRAP.format(
                            wrong=wrong, one=opposite[0], other=opposite[1], digit=sign(digit)
                        )
                        yield _step(
                            position, Technique.MULTI_COLOURS_2, MULTI_COLOURS, pair, 1 << digit, colours[wrong],
                            digit=sign(digit), reasons=reason,
                        )


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
                pair = digit_names((first, second), "and")
                yield _step(position, Technique.REMOTE_PAIR, REMOTE_PAIR, [cluster], mask, fall, pair=pair)


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


def _step(
    position: Position,
    technique: Technique,
    sentence: str,
    clusters: Sequence[Cluster],
    digits: DigitMask,
    fall: CellSet,
    **parts: str,
) -> Step:
    """The step that takes the digits from the cells `fall`; the colours have the letters A, B, ... in order."""
    colours = [colour for cluster in clusters for colour in cluster]
    names = {
        name: cell_names(position.layout, members(colour)) for name, colour in zip(COLOURS, colours, strict=False)
    }
    cells = _merged(cluster.one | cluster.other for cluster in clusters)
    removes = position.candidates_of(fall, digits)
    return Step(
        technique,
        explained(technique, sentence, removal=removal(position.layout, removes), **names, **parts),
        tuple(members(cells)),
        tuple(
            number for number, house in enumerate(position.geometry.houses)
            if any(house & cluster.one and house & cluster.other for cluster in clusters)
        ),
        position.candidates_of(cells, digits),
        removes=removes,
    )
