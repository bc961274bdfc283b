"""Skyscraper, two-string kite, turbot fish and empty rectangle: one digit, two complete houses, a link between them.

Two strong links whose near ends see each other: one of the far ends is the digit, so what sees both is not. Which
houses make the links gives the pattern its name. In an empty rectangle, a box whose places lie in two crossing lines
stands for the second link: if the digit is not in the one line, it is in the other.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import (
    KEPT,
    CellSet,
    Geometry,
    Position,
    StrongLink,
    members,
    strong_links,
    union,
)
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import EMPTY_RECTANGLE, TWO_STRONG_LINKS, explained, removal


def skyscrapers(position: Position) -> Iterator[Step]:
    """Two rows linked by a column, or two columns by a row."""
    return _linked_pairs(position, Technique.SKYSCRAPER)


def two_string_kites(position: Position) -> Iterator[Step]:
    """A row and a column linked by a box, or by any house that is no line."""
    return _linked_pairs(position, Technique.TWO_STRING_KITE)


def turbot_fish(position: Position) -> Iterator[Step]:
    """Any other two strong links."""
    return _linked_pairs(position, Technique.TURBOT_FISH)


def empty_rectangles(position: Position) -> Iterator[Step]:
    """A box whose places lie in two crossing lines, and a strong link in a line from a cell of one of these."""
    geometry = position.geometry
    for digit, cells in enumerate(position.cells_with):
        links = [link for link in position.strong_links[digit] if geometry.lines[link.house]]
        if not links:
            continue
        for box, first, second in _crosses(geometry):
            inner, near, far = geometry.houses[box], geometry.houses[first], geometry.houses[second]
            places = cells & inner
            if places.bit_count() < 2 or places & ~(near | far) or not (places & near & ~far and places & far & ~near):
                continue
            for link in links:
                if link.places & inner or (link.places & near).bit_count() != 1:
                    continue
                end = (link.places & ~near).bit_length() - 1
                falling = cells & far & ~inner & ~link.places & geometry.peers[end]
                if falling:
                    yield _empty_rectangle(position, digit, (box, first, second), link, falling)


def _empty_rectangle(
    position: Position, digit: int, cross: tuple[int, int, int], link: StrongLink, falling: CellSet
) -> Step:
    layout, houses = position.layout, position.geometry.houses
    box, near, far, line = (layout.houses[house].name for house in (*cross, link.house))
    technique = Technique.EMPTY_RECTANGLE
    places = position.cells_with[digit] & houses[cross[0]] | link.places
    removes = position.candidates(falling, digit)
    start, end = (layout.cell_name(part.bit_length() - 1) for part in (
        link.places & houses[cross[1]], link.places & ~houses[cross[1]]
    ))
    sentence = explained(
        technique,
        EMPTY_RECTANGLE,
        box=box,
        near=near,
        far=far,
        line=line,
        digit=sign(digit),
        start=start,
        end=end,
        removal=removal(layout, removes),
    )
    proof = position.candidates(places, digit)
    return Step(technique, sentence, tuple(members(places)), (*cross, link.house), proof, removes=removes)


class _Pair(NamedTuple):
    """Two strong links that join, by which name; start, near, far and end of the chain; what falls."""

    technique: Technique
    houses: tuple[int, int]
    chain: tuple[int, int, int, int]
    falling: CellSet


def _linked_pairs(position: Position, technique: Technique) -> Iterator[Step]:
    layout = position.layout
    for digit, cells in enumerate(position.cells_with):
        for pair in _pairs(position.geometry, cells):
            if pair.technique is technique:
                removes = position.candidates(pair.falling, digit)
                start, near, far, end = (layout.cell_name(cell) for cell in pair.chain)
                first, second = (layout.houses[house].name for house in pair.houses)
                sentence = explained(
                    technique,
                    TWO_STRONG_LINKS,
                    first=first,
                    second=second,
                    digit=sign(digit),
                    start=start,
                    near=near,
                    far=far,
                    end=end,
                    removal=removal(layout, removes),
                )
                proof = position.candidates(union(pair.chain), digit)
                yield Step(technique, sentence, tuple(sorted(pair.chain)), pair.houses, proof, removes=removes)


@lru_cache(maxsize=KEPT)
def _pairs(geometry: Geometry, cells: CellSet) -> tuple[_Pair, ...]:
    """For a digit that can stand in these cells the pairs of links without a common cell by which something falls."""
    peers, found = geometry.peers, []
    for first, second in combinations(strong_links(geometry, cells), 2):
        if not first.places & second.places:
            for start, near in permutations(members(first.places)):
                for far in members(second.places & peers[near]):
                    end = (second.places ^ 1 << far).bit_length() - 1
                    falling = cells & peers[start] & peers[end] & ~(first.places | second.places)
                    if falling:
                        name = _name(geometry, first, second, near, far)
                        found.append(_Pair(name, (first.house, second.house), (start, near, far, end), falling))
    return tuple(found)


def _name(geometry: Geometry, first: StrongLink, second: StrongLink, near: int, far: int) -> Technique:
    """What the pattern is called whose links join at the cells `near` and `far`."""
    between = geometry.houses_with(1 << near | 1 << far)
    if geometry.lines[first.house] and geometry.lines[second.house]:
        houses = geometry.layout.houses
        if houses[first.house].kind == houses[second.house].kind:
            if any(geometry.lines[house] for house in between):
                return Technique.SKYSCRAPER
        elif any(not geometry.lines[house] for house in between):
            return Technique.TWO_STRING_KITE
    return Technique.TURBOT_FISH


@lru_cache(maxsize=16)
def _crosses(geometry: Geometry) -> tuple[tuple[int, int, int], ...]:
    """A complete house that is no line, and two lines that cross within it."""
    found = []
    for box, cells in enumerate(geometry.houses):
        if geometry.complete[box] and not geometry.lines[box]:
            through = [
                line for line, other in enumerate(geometry.houses)
                if geometry.lines[line] and (cells & other).bit_count() > 1
            ]
            found += [
                (box, first, second) for first, second in permutations(through, 2)
                if geometry.houses[first] & geometry.houses[second] & cells
            ]
    return tuple(found)
