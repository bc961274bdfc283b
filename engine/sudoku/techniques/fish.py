"""X-wing, swordfish and jellyfish; finned and sashimi ones.

n complete houses without a common cell (the base) hold a digit n times. Where n other houses (the cover) hold all its
places, the digit stands in each of them within the base, and nowhere else in the cover. Places of the base outside the
cover are fins: either one of them is the digit or the fish is right, so only what sees all fins falls. A finned fish
is sashimi if without the fins some base house has one place only.

The base are rows and the cover columns or the other way round, of whichever grids; covers may overlap. As a row and a
column meet in one cell at most, no row has more places to cover than there are columns for it.
"""

from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import NamedTuple

from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import KEPT, CellSet, Geometry, Position, members
from engine.sudoku.techniques.step import Step
from engine.sudoku.techniques.wording import FINNED_FISH, FISH, cell_names, explained, house_names, one_of, removal

PLAIN = {2: Technique.X_WING, 3: Technique.SWORDFISH, 4: Technique.JELLYFISH}
FINNED = {2: Technique.FINNED_X_WING, 3: Technique.FINNED_SWORDFISH, 4: Technique.FINNED_JELLYFISH}
SASHIMI = {2: Technique.SASHIMI_X_WING, 3: Technique.SASHIMI_SWORDFISH, 4: Technique.SASHIMI_JELLYFISH}

Houses = tuple[int, ...]


class _Line(NamedTuple):
    """A house that may serve in a base: its cells, the places the cover must hold, and houses this surely takes."""

    house: int
    cells: CellSet
    places: CellSet
    needed: int


class _Fish(NamedTuple):
    """Base and cover, the places of the base, those that the cover misses, and what falls."""

    base: Houses
    cover: Houses
    places: CellSet
    fins: CellSet
    falling: CellSet
    is_sashimi: bool


def x_wings(position: Position) -> Iterator[Step]:
    """Fish of two houses."""
    return _plain(position, 2)


def swordfish(position: Position) -> Iterator[Step]:
    """Fish of three houses."""
    return _plain(position, 3)


def jellyfish(position: Position) -> Iterator[Step]:
    """Fish of four houses."""
    return _plain(position, 4)


def finned_x_wings(position: Position) -> Iterator[Step]:
    """Fish of two houses with fins, sashimi or not."""
    return _finned(position, 2)


def finned_swordfish(position: Position) -> Iterator[Step]:
    """Fish of three houses with fins, sashimi or not."""
    return _finned(position, 3)


def finned_jellyfish(position: Position) -> Iterator[Step]:
    """Fish of four houses with fins, sashimi or not."""
    return _finned(position, 4)


def _plain(position: Position, size: int) -> Iterator[Step]:
    for direction, digit in product(range(2), range(1, position.layout.size + 1)):
        for fish in _plain_fish(position.geometry, position.cells_with[digit], direction, size):
            yield _step(position, PLAIN[size], digit, fish)


def _finned(position: Position, size: int) -> Iterator[Step]:
    for direction, digit in product(range(2), range(1, position.layout.size + 1)):
        for fish in _finned_fish(position.geometry, position.cells_with[digit], direction, size):
            yield _step(position, (SASHIMI if fish.is_sashimi else FINNED)[size], digit, fish)


@lru_cache(maxsize=KEPT)
def _plain_fish(geometry: Geometry, cells: CellSet, direction: int, size: int) -> tuple[_Fish, ...]:
    """The fish without fins of a digit that can stand in these cells."""
    houses, (bases, ways) = geometry.houses, _directions(geometry)[direction]
    lines = [
        _Line(house, houses[house], places, _needed(ways, places))
        for house in bases
        if 2 <= (places := cells & houses[house]).bit_count() <= size
    ]
    found = []
    for base in _bases(lines, size, size):
        places = reduce(or_, (line.places for line in base))
        for cover in _covers(ways, places, size):
            falling = cells & reduce(or_, (houses[house] for house in cover)) & ~places
            if falling:
                found.append(_Fish(tuple(line.house for line in base), cover, places, 0, falling, False))
    return tuple(found)


@lru_cache(maxsize=KEPT)
def _finned_fish(geometry: Geometry, cells: CellSet, direction: int, size: int) -> tuple[_Fish, ...]:
    """The fish with fins. Led by the cell that falls: what it does not see of the base lies in the other cover houses.

    (Those that it is not in.)
    """
    houses, (bases, ways) = geometry.houses, _directions(geometry)[direction]
    found: dict[tuple[Houses, Houses], _Fish | None] = {}
    candidates = [(house, places) for house in bases if (places := cells & houses[house]) & (places - 1)]
    for cell in members(cells):
        lines = [
            _Line(house, houses[house], unseen, _needed(ways, unseen))
            for house, places in candidates
            if 1 <= (unseen := places & ~geometry.peers[cell]).bit_count() < size and not places >> cell & 1
        ]
        for base in _bases(lines, size, size - 1):
            unseen_places = reduce(or_, (line.places for line in base))
            for rest in _covers(ways, unseen_places, size - 1):
                for through in ways[cell]:
                    cover = tuple(sorted((*rest, through)))
                    key = tuple(line.house for line in base), cover
                    if key not in found:
                        found[key] = _with_fins(geometry, cells, *key)
    return tuple(fish for fish in found.values() if fish is not None)


def _with_fins(geometry: Geometry, cells: CellSet, base: Houses, cover: Houses) -> _Fish | None:
    """The fish of this base and cover, if it has fins and something falls."""
    houses = geometry.houses
    covered = reduce(or_, (houses[house] for house in cover))
    places = cells & reduce(or_, (houses[house] for house in base))
    fins = places & ~covered
    falling = cells & covered & ~places & geometry.common_peers(fins)
    if not (fins and falling):
        return None
    bodies = [cells & houses[house] & covered for house in base]
    return _Fish(base, cover, places, fins, falling, any(body & (body - 1) == 0 for body in bodies))


def _step(position: Position, technique: Technique, digit: int, fish: _Fish) -> Step:
    layout = position.layout
    removes = position.candidates(fish.falling, digit)
    fins = tuple(members(fish.fins))
    sentence = explained(
        technique,
        FINNED_FISH if fins else FISH,
        base=house_names(layout, fish.base),
        cover=house_names(layout, fish.cover),
        digit=sign(digit),
        fins=cell_names(layout, fins, "or") if fins else "",
        fin=one_of(layout, fins) if fins else "",
        targets=cell_names(layout, members(fish.falling)),
        removal=removal(layout, removes),
    )
    proof = position.candidates(fish.places, digit)
    return Step(technique, sentence, tuple(members(fish.places)), fish.base + fish.cover, proof, removes=removes)


def _bases(lines: list[_Line], size: int, limit: int) -> list[tuple[_Line, ...]]:
    """The groups of `size` lines without a common cell that surely take no more than `limit` cover houses."""
    groups: list[tuple[tuple[_Line, ...], int, CellSet, int]] = [((), 0, 0, 0)]
    for _ in range(size):
        groups = [
            ((*group, line), index, cells | line.cells, needed | line.needed)
            for group, start, cells, needed in groups
            for index, line in enumerate(lines[start:], start + 1)
            if not cells & line.cells and (needed | line.needed).bit_count() <= limit
        ]
    return [group for group, *_ in groups]


def _covers(ways: tuple[Houses, ...], places: CellSet, size: int) -> list[Houses]:
    """The ways to hold `places` in `size` houses of the cover, none of them idle."""
    held: dict[int, CellSet] = {}
    for cell in members(places):
        for house in ways[cell]:
            held[house] = held.get(house, 0) | 1 << cell
    found = set()

    def extend(cover: frozenset[int], left: CellSet) -> None:
        if not left and len(cover) == size:
            found.add(tuple(sorted(cover)))
        elif left and len(cover) < size:
            for house in ways[left.bit_length() - 1]:
                extend(cover | {house}, left & ~held[house])

    extend(frozenset(), places)
    return sorted(found)


def _needed(ways: tuple[Houses, ...], places: CellSet) -> int:
    """The cover houses, as a set, of those places that only one house could cover."""
    needed = 0
    for cell in members(places):
        if len(ways[cell]) == 1:
            needed |= 1 << ways[cell][0]
    return needed


@lru_cache(maxsize=16)
def _directions(geometry: Geometry) -> tuple[tuple[Houses, tuple[Houses, ...]], ...]:
    """Rows, then columns as base: the complete ones, and for each cell the houses of the other kind that hold it."""
    layout = geometry.layout

    def direction(base: str, cover: str) -> tuple[Houses, tuple[Houses, ...]]:
        bases = (house for house, complete in enumerate(geometry.complete) if complete)
        return (
            tuple(house for house in bases if layout.houses[house].kind == base),
            tuple(tuple(h for h in numbers if layout.houses[h].kind == cover) for numbers in layout.houses_of),
        )

    return direction("row", "column"), direction("column", "row")
