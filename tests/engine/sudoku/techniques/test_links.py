from itertools import combinations

import pytest
from arguments import positions

from engine.sudoku.layout import single
from engine.sudoku.techniques.links import links
from engine.sudoku.techniques.position import Candidate, members


@pytest.mark.parametrize("name", ["single", "double", "cages", "diagonal"])
def test_links_are_what_they_are_defined_to_be(name, layouts):
    layout = layouts[name]
    for position, _ in positions(layout, range(2)):
        net = links(position)
        every = position.candidates_of(position.empty)
        assert net.candidates(net.nodes) == every
        for one, other in combinations(every, 2):
            places = [
                {cell for cell in house.cells if position.masks[cell] >> one.digit & 1}
                for house in layout.houses if len(house.cells) == layout.size
            ]
            in_house = one.digit == other.digit and {one.cell, other.cell} in places
            in_cell = one.cell == other.cell and position.masks[one.cell].bit_count() == 2
            sees = one.digit == other.digit and other.cell in layout.peers[one.cell]
            a, b = net.node(one), net.node(other)
            for graph, strong, weak in (
                (net.in_houses, in_house, sees),
                (net.in_cells, in_cell, one.cell == other.cell),
                (net.all, in_house or in_cell, sees or one.cell == other.cell),
            ):
                assert (graph.strong[a] >> b & 1, graph.strong[b] >> a & 1) == (strong, strong)
                assert (graph.weak[a] >> b & 1, graph.weak[b] >> a & 1) == (weak, weak)
            if in_house:
                house = layout.houses[net.house(one, other)]
                assert {cell for cell in house.cells if position.masks[cell] >> one.digit & 1} == {one.cell, other.cell}
            elif in_cell:
                assert net.house(one, other) is None


def test_a_cage_makes_no_strong_link(blank, layouts):
    cages = layouts["cages"]
    position = blank(cages, places={(1, "cage 1"): "r1c1 r2c2"})
    net = links(position)
    one, other = (net.node(Candidate(cell, 1)) for cell in (0, 5))
    assert not net.in_houses.strong[one] >> other & 1
    assert net.in_houses.weak[one] >> other & 1


def test_nodes_and_candidates_are_the_same_thing(blank):
    net = links(blank(single()))
    assert [net.node(net.candidate(node)) for node in members(net.nodes)] == list(members(net.nodes))


def test_the_links_of_a_position_are_made_once(blank):
    position = blank(single())
    assert links(position) is links(position)
