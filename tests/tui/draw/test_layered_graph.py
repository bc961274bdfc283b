"""Graphs in layers: each line leads to its target, none runs through a box, and lines share cells only to cross."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sat.trace.layers import Slot, layered, ordered
from tui.draw.layered_graph import DOWN, LEFT, RIGHT, UP, LayeredGraph, layered_graph

STEPS = {RIGHT: (1, 0), UP: (0, -1), DOWN: (0, 1), LEFT: (-1, 0)}
OPPOSITE = {RIGHT: LEFT, LEFT: RIGHT, UP: DOWN, DOWN: UP}


def graph_of(expected: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Layers and causes of a graph, from any lists of numbers."""
    causes = tuple(
        tuple(sorted({number % node for number in own})) if node else () for node, own in enumerate(expected)
    )
    layers: list[int] = []
    for own in causes:
        layers.append(max((layers[cause] + 1 for cause in own), default=0))
    return tuple(layers), causes


def reached(drawn: LayeredGraph, node: int) -> set[int]:
    """The nodes that a reader reaches by following the lines from the right edge of a box, never to the left.

    At a crossing, the reader goes straight on; at a branch, in every direction but back.
    """
    x, y = drawn.places[node]
    found: set[int] = set()
    start = x + drawn.widths[node], y
    waiting = [(start, RIGHT)] if start in drawn.lines or start in drawn.arrows else []
    seen = set(waiting)
    while waiting:
        cell, heading = waiting.pop()
        if cell in drawn.arrows:
            found.add(drawn.arrows[cell])
            continue
        masks = drawn.lines[cell].values()
        through = heading | OPPOSITE[heading]
        mask = next(mask for mask in masks if mask & OPPOSITE[heading])
        ways = heading if len(masks) > 1 else mask & ~OPPOSITE[heading] & ~LEFT
        assert len(masks) == 1 or mask == through, "where two lines share a cell, both go straight on"
        for way, (dx, dy) in STEPS.items():
            after = ((cell[0] + dx, cell[1] + dy), way)
            if way & ways and after not in seen:
                seen.add(after)
                waiting.append(after)
    return found


def check(drawn: LayeredGraph, causes: Sequence[Sequence[int]]) -> None:
    """Fails unless a drawing matches this graph and is readable."""
    boxes = {
        (column, y) for (x, y), width in zip(drawn.places, drawn.widths, strict=True) for column in range(x, x + width)
    }
    assert len(boxes) == sum(drawn.widths), "no two boxes share a cell"
    assert not boxes & set(drawn.lines), "no line runs through a box"
    for cell, own in drawn.lines.items():
        assert len(own) <= 2
        if len(own) == 2:
            assert sorted(own.values()) == [LEFT | RIGHT, UP | DOWN], cell
    for node in range(len(causes)):
        assert reached(drawn, node) == {later for later, own in enumerate(causes) if node in own}
    assert all(0 <= column < drawn.width and 0 <= row < drawn.height for column, row in drawn.lines)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 40), max_size=5), min_size=1, max_size=22), st.integers(1, 3), st.integers(0, 9)
)
def test_every_line_leads_where_it_should(expected: list[list[int]], gap: int, spare: int) -> None:
    layers, causes = graph_of(expected)

    def apart(above: Slot, below: Slot) -> int:
        return 1 if above.passing and below.passing else gap

    laid = layered(ordered(layers, causes), apart)
    for slots, rows in zip(laid.slots, laid.rows, strict=True):
        assert all(
            below - above >= apart(first, second)
            for first, second, above, below in zip(slots, slots[1:], rows, rows[1:], strict=False)
        )
    check(layered_graph(laid, [3 + len(own) % 3 for own in causes], spare=spare), causes)


def test_a_tree_has_no_crossings() -> None:
    """Not even if its nodes come in an order with many crossings."""
    causes = ((), (0,), (0,), (2,), (1,), (2,), (1,), (3,), (4,), (5,), (6,))
    layers: list[int] = []
    for own in causes:
        layers.append(max((layers[cause] + 1 for cause in own), default=0))
    order = ordered(tuple(layers), causes)
    assert order.crossings == 0
    assert layered_graph(layered(order), [3] * len(causes)).crossings == 0
