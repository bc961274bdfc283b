from itertools import combinations

import pytest
from arguments import positions

from engine.base.kernels import plain
from engine.sudoku.layout import single
from engine.sudoku.techniques import links
from engine.sudoku.techniques.als import almost_locked_sets
from engine.sudoku.techniques.links import Kind, Net, Node, Reach, Walk, net
from engine.sudoku.techniques.position import Candidate, members, union


def strong_links(position):
    """The strong links between candidates, by definition."""
    for cell in members(position.bivalue):
        one, other = position.candidates_of(1 << cell)
        yield Node(one.digit, 1 << one.cell), Node(other.digit, 1 << other.cell)
    for house in position.layout.houses:
        for digit in range(1, position.layout.size + 1):
            places = [cell for cell in house.cells if position.masks[cell] >> digit & 1]
            if len(house.cells) == position.layout.size and len(places) == 2:
                one, other = sorted(places)
                yield Node(digit, 1 << one), Node(digit, 1 << other)


@pytest.mark.parametrize("name", ["single", "double", "cages", "diagonal"])
def test_the_links_of_candidates_are_what_they_are_defined_to_be(name, layouts):
    for position, _ in positions(layouts[name], range(3)):
        found = links._links_without_sets(position, groups=False)
        assert {(one, other) for one, other, *_ in found} == set(strong_links(position))


@pytest.mark.parametrize("name", ["single", "double", "cages", "diagonal"])
def test_the_links_of_groups_divide_a_house_into_two_meetings(name, layouts):
    layout = layouts[name]
    for position, _ in positions(layout, range(3)):
        expected = set()
        for house in layout.houses:
            for digit in range(1, layout.size + 1):
                places = [cell for cell in house.cells if position.masks[cell] >> digit & 1]
                if len(house.cells) == layout.size and 2 <= len(places) <= links.MOST_PLACES:
                    for count in range(1, len(places)):
                        for part in combinations(places, count):
                            rest = set(places) - set(part)
                            if all(
                                len(cells) == 1 or any(
                                    set(cells) <= set(other.cells) for other in layout.houses if other is not house
                                ) for cells in (part, rest)
                            ):
                                expected.add((digit, frozenset((union(part), union(rest)))))
        found = [link for link in links._links_without_sets(position, groups=True) if link[2] is Kind.HOUSE]
        assert {(one.digit, frozenset((one.cells, other.cells))) for one, other, *_ in found} == expected
        for one, other, _, house in found:
            assert one.cells | other.cells == position.geometry.houses[house] & position.cells_with[one.digit]


def test_a_cage_makes_no_strong_link(blank, layouts):
    position = blank(layouts["cages"], places={(1, "cage 1"): "r1c1 r2c2"})
    assert not list(links._links_without_sets(position, groups=False))


def test_almost_locked_sets_are_linked_digit_by_digit(blank):
    position = blank(single(), {"r1c1": "123", "r1c5": "23"})
    assert [one.cells for one in almost_locked_sets(position)][:2] == [1 << 4, 1 << 0 | 1 << 4]
    linked = {Node(1, 1), Node(2, 1 << 4), Node(3, 1 << 4), Node(2, 1 | 1 << 4), Node(3, 1 | 1 << 4)}
    assert linked <= set(net(position, Reach.SETS).nodes)


def test_the_links_of_a_position_are_made_once(blank):
    position = blank(single())
    assert net(position, Reach.GROUPS) is net(position, Reach.GROUPS)


def test_candidates_of_a_node_and_of_a_set(blank):
    reached = net(blank(single(), {"r1c1": "12"}), Reach.CANDIDATES)
    assert [reached.candidates(node) for node in range(2)] == [(Candidate(0, 1),), (Candidate(0, 2),)]
    assert reached.candidates_of(1 << 81 | 1 << 2 * 81 + 3) == (Candidate(0, 1), Candidate(3, 2))


@pytest.mark.parametrize("reach", Reach)
def test_compiled_and_plain_find_the_same(reach, layouts, monkeypatch):
    for position, _ in positions(layouts["twins"], range(6), keep=(0.5,)):
        compiled = list(Net(position, reach).chains(Walk()))
        with monkeypatch.context() as patch:
            patch.setattr(links, "ChainSearch", plain("engine.sudoku.techniques.chain_search").ChainSearch)
            assert list(Net(position, reach).chains(Walk())) == compiled
