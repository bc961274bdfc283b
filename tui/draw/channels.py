"""Lines between two layers of a graph, in terminal cells.

The channel between the layers has vertical tracks and horizontal rows. A line leaves a place of the left layer, may
branch at the track of its source, crosses the middle of the channel in one row for each link, and may join others at
the track of its target. Each link has its own row in the middle, so that lines share cells only at a common end. Where
two cross, the vertical one is unbroken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

_MAX_EXCHANGES = 8
"""Maximum exchanges of neighbouring tracks, for each track of a layer."""


@dataclass(frozen=True)
class Track:
    """A vertical line of a channel: its column, and the rows of its ends and joints."""

    column: int
    rows: tuple[int, ...]


@dataclass(frozen=True)
class LinkChannel:
    """The lines of a channel, with columns counted from its left edge.

    The first column and the last but one have only the lines of places; the last one has the arrows.
    """

    rows: tuple[int, ...]
    """The row of each link in the middle."""
    leaving: dict[int, Track]
    """The tracks of sources, by the row of their place."""
    entering: dict[int, Track]
    """The tracks of targets, by the row of their place."""
    middle: int
    """A column between all tracks of sources and those of targets."""
    width: int

    def crossings(self, links: Sequence[tuple[int, int]]) -> int:
        """The number of cells in which a horizontal line crosses a track."""
        spans: set[tuple[int, int, int]] = set()  # row, first and last column
        for (source, target), row in zip(links, self.rows, strict=True):
            start = self.leaving[source].column if source in self.leaving else -1
            stop = self.entering[target].column if target in self.entering else self.width
            spans |= {(row, start, stop), (source, -1, max(start, 0)), (target, stop, self.width)}
        tracks = (*self.leaving.values(), *self.entering.values())
        return sum(
            first < track.column < last and track.rows[0] < row < track.rows[-1]
            for row, first, last in spans
            for track in tracks
        )


def channel(links: Sequence[tuple[int, int]]) -> LinkChannel:
    """Lay out links, each from a row of the left layer to a row of the right one.

    Of four heuristic layouts, the first with the fewest crossings is returned.
    """
    layouts = (
        _lay_out(links, upward=upward, from_source=from_source)
        for upward in (False, True)
        for from_source in (False, True)
    )
    best = next(layouts)
    fewest = best.crossings(links)
    while fewest and (layout := next(layouts, None)):
        crossings = layout.crossings(links)
        if crossings < fewest:
            best, fewest = layout, crossings
    return best


def _lay_out(links: Sequence[tuple[int, int]], *, upward: bool, from_source: bool) -> LinkChannel:
    sources: dict[int, list[int]] = {}
    targets: dict[int, list[int]] = {}
    for index, (source, target) in enumerate(links):
        sources.setdefault(source, []).append(index)
        targets.setdefault(target, []).append(index)
    middle = _middle_rows(links, sources, targets, upward=upward, from_source=from_source)
    leaving = _tracks({row: [middle[link] for link in own] for row, own in sources.items()})
    entering = _tracks({row: [middle[link] for link in own] for row, own in targets.items()})
    first = 1 + max((track.column for track in leaving.values()), default=0)
    count = max((track.column for track in entering.values()), default=0)
    mirrored = {row: Track(first + 1 + count - track.column, track.rows) for row, track in entering.items()}
    return LinkChannel(tuple(middle), leaving, mirrored, first, first + count + 2 + bool(count))


def _middle_rows(
    links: Sequence[tuple[int, int]], sources: dict[int, list[int]], targets: dict[int, list[int]], *, upward: bool,
    from_source: bool,
) -> list[int]:  # fmt: skip
    """Return a row for each link in the middle of the channel, all different.

    With `upward`, the upper of two equally near rows is used. With `from_source`, links are placed in the order of
    their sources, instead of the shortest first; links that need fewer tracks come before others in both orders.

    The row of a place is for a link of that place, unless the tracks can be ordered so that the place's own line turns
    away before it. `before_left` and `before_right` are these orders: the places whose tracks come after that of a
    place.
    """
    row_of: dict[int, int] = {}
    occupied: set[int] = set()
    before_left: dict[int, set[int]] = {}
    before_right: dict[int, set[int]] = {}
    lowest = max((row for link in links for row in link), default=0) + 1

    def reserve(link: int, row: int) -> bool:
        """Give a row to a link, if the orders of tracks allow it; return whether they do."""
        source, target = links[link]
        if row in occupied:
            return False
        at_left = row != source and row in sources
        at_right = row != target and row in targets
        if (at_left and _reaches(before_left, source, row)) or (at_right and _reaches(before_right, target, row)):
            return False
        if at_left:
            before_left.setdefault(row, set()).add(source)
        if at_right:
            before_right.setdefault(row, set()).add(target)
        occupied.add(row)
        return True

    def rank(link: int) -> tuple[int, int, int]:
        source, target = links[link]
        kind = 0 if source == target else 1 if len(targets[target]) == 1 else 2 if len(sources[source]) == 1 else 3
        length = abs(source - target)
        return (kind, source, length) if from_source else (kind, length, source)

    for link in sorted(range(len(links)), key=rank):
        source, target = links[link]
        ends = [target, source] if len(targets[target]) == 1 else [source, target]
        nearest = sorted(
            range(lowest + len(links)),
            key=lambda row: (abs(row - source) + abs(row - target), row if upward else -row),
        )
        row_of[link] = next(row for row in (*ends, *nearest) if reserve(link, row))
    return [row_of[link] for link in range(len(links))]


def _reaches(successors: dict[int, set[int]], start: int, goal: int) -> bool:
    """Return whether a path of successors leads from the start to the goal."""
    stack, seen = [start], {start}
    while stack:
        for successor in successors.get(stack.pop(), ()):
            if successor == goal:
                return True
            if successor not in seen:
                seen.add(successor)
                stack.append(successor)
    return False


def _tracks(rows_of: dict[int, list[int]]) -> dict[int, Track]:
    """Return the tracks of the places of a layer, by row, in an order with few crossings.

    `rows_of` has, for the row of each place, the rows of its links in the middle. A place with only its own row needs
    no track. Columns count from 1 at the layer.
    """
    nets = {row: tuple(sorted({row, *rows})) for row, rows in rows_of.items() if set(rows) != {row}}
    branches = {row: [other for other in rows_of[row] if other != row] for row in nets}
    columns: dict[int, int] = {}
    for row in _track_order(nets, branches):
        columns[row] = 1 + max((columns[other] for other in columns if _touch(nets[row], nets[other])), default=0)
    return {row: Track(columns[row], nets[row]) for row in nets}


def _touch(own: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Return whether two tracks need different columns, because they overlap or are adjacent."""
    return own[0] <= other[-1] + 1 and other[0] <= own[-1] + 1


def _track_order(nets: dict[int, tuple[int, ...]], branches: dict[int, list[int]]) -> list[int]:
    """Return the rows of places in the order of their tracks, from the layer on.

    `nets` has the rows of each track, `branches` those of its links. Exchanges of neighbours save crossings.
    """

    def cost(near: int, far: int) -> float:
        """Return the crossings if one track is nearer to the layer than the other; infinite if it can't be."""
        if far in branches[near]:
            return inf
        is_crossed = nets[near][0] < far < nets[near][-1]
        return is_crossed + sum(nets[far][0] < row < nets[far][-1] for row in branches[near])

    order: list[int] = []
    unordered = sorted(nets)
    while unordered:
        row = next(row for row in unordered if all(cost(row, other) < inf for other in unordered if other != row))
        order.append(row)
        unordered.remove(row)
    for _unused in range(_MAX_EXCHANGES * len(order)):
        pairs = enumerate(pairwise(order))
        index = next((index for index, (near, far) in pairs if cost(far, near) < cost(near, far)), None)
        if index is None:
            break
        order[index : index + 2] = order[index + 1], order[index]
    return order
