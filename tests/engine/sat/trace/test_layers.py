"""Graphs in layers: every line is there, few lines cross, and rows keep their order and distances."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from engine.sat.trace.layers import Order, Slot, layered, ordered

Causes = tuple[tuple[int, ...], ...]


def random_graph(seed: int) -> tuple[tuple[int, ...], Causes]:
    dice = random.Random(seed)
    layers = sorted(dice.choices(range(4), k=dice.randint(4, 12)))
    layers = [sorted(set(layers)).index(layer) for layer in layers]
    causes = []
    for layer in layers:
        earlier = [node for node, other in enumerate(layers) if other < layer]
        causes.append(tuple(dice.sample(earlier, dice.randint(1, min(3, len(earlier)))) if earlier else ()))
    return tuple(layers), tuple(causes)


def exchanged(order: Order, layer: int, upper: int) -> Order:
    """The order with a slot and the one below it exchanged."""
    place = {upper: upper + 1, upper + 1: upper}
    slots = [list(column) for column in order.slots]
    slots[layer][upper : upper + 2] = reversed(slots[layer][upper : upper + 2])
    links = [list(pairs) for pairs in order.links]
    if layer < len(links):
        links[layer] = [(place.get(source, source), target) for source, target in links[layer]]
    if layer:
        links[layer - 1] = [(source, place.get(target, target)) for source, target in links[layer - 1]]
    return Order(tuple(map(tuple, slots)), tuple(map(tuple, links)))


def test_lines_pass_the_layers_between() -> None:
    order = ordered((0, 1, 2, 2), ((), (0,), (0, 1, 1), (1,)))
    assert order.slots[0] == (Slot(0, False),)
    assert set(order.slots[1]) == {Slot(1, False), Slot(0, True)}
    assert set(order.slots[2]) == {Slot(2, False), Slot(3, False)}
    named = [
        {(order.slots[layer][source].node, order.slots[layer + 1][target].node) for source, target in links}
        for layer, links in enumerate(order.links)
    ]
    assert named == [{(0, 1), (0, 0)}, {(0, 2), (1, 2), (1, 3)}]
    assert order.crossings == 0


def test_crossings_are_counted_once_and_not_at_common_ends() -> None:
    slots = tuple(tuple(Slot(3 * layer + place, False) for place in range(3)) for layer in range(2))
    for links, count in (
        ([(0, 0), (1, 1), (2, 2)], 0), ([(0, 2), (1, 1), (2, 0)], 3), ([(0, 0), (0, 2), (1, 1)], 1),
        ([(0, 1), (1, 1), (2, 1)], 0), ([(0, 1), (1, 0), (1, 2), (2, 0)], 3),
    ):  # fmt: skip
        assert Order(slots, (tuple(links),)).crossings == count


def test_an_order_without_crossings_is_found() -> None:
    """Two chains that cross as given, and a tree whose leaves are mixed."""
    assert ordered((0, 0, 1, 1, 2, 2), ((), (), (1,), (0,), (3,), (2,))).crossings == 0
    assert (
        ordered((0, 1, 1, 1, 2, 2, 2, 2, 2, 2), ((), (0,), (0,), (0,), (3,), (1,), (2,), (1,), (3,), (2,))).crossings
        == 0
    )


@pytest.mark.parametrize("seed", range(8))
def test_no_exchange_of_neighbours_has_fewer_crossings(seed: int) -> None:
    for number in range(8):
        layers, causes = random_graph(100 * seed + number)
        order = ordered(layers, causes)
        assert sorted(slot.node for column in order.slots for slot in column if not slot.passing) == [
            *range(len(layers))
        ]
        for layer, column in enumerate(order.slots):
            for upper in range(len(column) - 1):
                assert exchanged(order, layer, upper).crossings >= order.crossings


@pytest.mark.parametrize("seed", range(8))
def test_rows_keep_order_and_distances(seed: int) -> None:
    dice = random.Random(seed)
    order = ordered(*random_graph(seed))
    gaps = {
        (above.node, below.node): dice.randint(1, 4) for column in order.slots for above in column for below in column
    }
    found = layered(order, lambda above, below: gaps[above.node, below.node])
    assert (found.slots, found.links) == (order.slots, order.links)
    assert min(row for rows in found.rows for row in rows) == 0
    assert found.height == 1 + max(row for rows in found.rows for row in rows)
    for column, rows in zip(found.slots, found.rows, strict=True):
        assert len(column) == len(rows)
        for (above, below), (upper, lower) in zip(pairwise(column), pairwise(rows), strict=True):
            assert lower - upper >= gaps[above.node, below.node]
    for height in (0, found.height, found.height + 1, 3 * found.height):
        stretched = found.stretched(height)
        assert stretched.height == max(height, found.height)
        assert replace(stretched, rows=found.rows) == found
        for rows in stretched.rows:
            assert all(lower > upper for upper, lower in pairwise(rows))


def test_a_chain_is_straight_and_has_one_row() -> None:
    chain = layered(ordered((0, 1, 2), ((), (0,), (1,))))
    assert chain.rows == ((0,), (0,), (0,))
    assert chain.height == 1
    assert chain.stretched(5) is chain
    assert layered(ordered((), ())).height == 0


def test_a_node_stands_in_the_middle_of_what_follows() -> None:
    fan = layered(ordered((0, 1, 1, 1), ((), (0,), (0,), (0,))), lambda _above, _below: 2)
    assert fan.rows == ((2,), (0, 2, 4))
