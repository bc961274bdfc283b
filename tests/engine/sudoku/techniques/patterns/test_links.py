"""The links between which the kernel searches for chains match the definitions."""

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest
from arguments import positions

from engine.base import kernels
from engine.sudoku.layout import Layout
from engine.sudoku.techniques.patterns.search import PatternSearch
from engine.sudoku.techniques.position import Position, members

CANDIDATES, GROUPS = 0, 1

MAX_PLACES = 8
"""Maximum number of places of a digit in a house that are divided into two nodes."""

NAMES = ["cages", "diagonal", *(["single", "double"] if kernels.state().compiled else [])]
"""Uncompiled, positions of the others take a minute."""

Node = tuple[int, tuple[int, ...]]
"""A digit and cells."""


def found_links(position: Position, reach: int) -> list[tuple[Node, Node, int]]:
    search = PatternSearch(position.geometry)
    search.load(position.values, position.masks)
    return [(tuple(first), tuple(other), house) for first, other, house in search.strong_links(reach)]


def links_of_candidates(position: Position) -> Iterator[tuple[Node, Node]]:
    """The strong links between candidates, by definition."""
    for cell in members(position.bivalue):
        first, other = position.candidates_of(1 << cell)
        yield (first.digit, (first.cell,)), (other.digit, (other.cell,))
    for house in position.layout.houses:
        for digit in range(1, position.layout.size + 1):
            places = [cell for cell in house.cells if position.masks[cell] >> digit & 1]
            if len(house.cells) == position.layout.size and len(places) == 2:
                low, high = sorted(places)
                yield (digit, (low,)), (digit, (high,))


@pytest.mark.parametrize("name", NAMES)
def test_the_links_of_candidates_are_what_they_are_defined_to_be(name: str, layouts: dict[str, Layout]) -> None:
    for position, _ in positions(layouts[name], range(3)):
        found = found_links(position, CANDIDATES)
        assert {frozenset(link[:2]) for link in found} == set(map(frozenset, links_of_candidates(position)))
        assert len(found) == len({frozenset(link[:2]) for link in found})


@pytest.mark.parametrize("name", NAMES)
def test_the_links_of_groups_divide_a_house_into_two_meetings(name: str, layouts: dict[str, Layout]) -> None:
    """Without groups whose cells no other place of the digit sees: no chain leads there."""
    layout = layouts[name]
    for position, _ in positions(layout, range(3)):

        def is_node(cells: tuple[int, ...], house: int, seen: int) -> bool:
            others = (set(other.cells) for number, other in enumerate(layout.houses) if number != house)
            return len(cells) == 1 or (bool(seen) and any(set(cells) <= other for other in others))

        expected = set()
        for number, house in enumerate(layout.houses):
            for digit in range(1, layout.size + 1):
                places = sorted(cell for cell in house.cells if position.masks[cell] >> digit & 1)
                if len(house.cells) == layout.size and 2 <= len(places) <= MAX_PLACES:
                    for count in range(1, len(places)):
                        for part in combinations(places, count):
                            rest = tuple(cell for cell in places if cell not in part)
                            if all(
                                is_node(
                                    cells,
                                    number,
                                    position.geometry.common_peers(sum(1 << cell for cell in cells))
                                    & position.cells_with[digit],
                                )
                                for cells in (part, rest)
                            ):
                                expected.add(frozenset(((digit, part), (digit, rest))))
        found = [link for link in found_links(position, GROUPS) if link[2] >= 0]
        assert {frozenset(link[:2]) for link in found} == expected
        for (digit, first), (_, other), number in found:
            both = sum(1 << cell for cell in first + other)
            assert both == position.geometry.houses[number] & position.cells_with[digit]


def test_a_cage_makes_no_strong_link(blank: Callable[..., Position], layouts: dict[str, Layout]) -> None:
    position = blank(layouts["cages"], places={(1, "cage 1"): "r1c1 r2c2"})
    assert not found_links(position, CANDIDATES)
