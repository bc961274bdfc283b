"""Lines between the layers of a graph, in terminal cells: tracks are vertical, rows horizontal.

A channel lies between two layers. A line leaves a place of the left layer, may branch at its own track, crosses the
middle of the channel in one row for each link, and may join others at the track of its target node. Each link has its
own row in the middle, so that lines share cells only at a common end; where two cross, the vertical one is unbroken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

_CLIMBS = 8
"""Maximum rounds of exchanging neighbouring tracks."""


@dataclass(frozen=True)
class Track:
    """A vertical line of a channel: its column, and the rows of its ends and joints."""

    column: int
    rows: tuple[int, ...]


@dataclass(frozen=True)
class LinkChannel:
    """The lines of a channel, with columns counted from its left edge.

    `rows` has the row of each link in the middle, which is the column `middle`. `leaving` and `entering` have the
    tracks by the row of their place. The arrows are in the last of the `width` columns; the column before and the first
    have only the lines of places.
    """

    rows: tuple[int, ...]
    leaving: dict[int, Track]
    entering: dict[int, Track]
    middle: int
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
    """Lay out links, each from a row of the left layer to a row of the right one, with few crossings."""
    best: LinkChannel | None = None
    fewest = 0
    for upward in (False, True):
        for from_source in (False, True):
            drawn = _drawn(links, upward=upward, from_source=from_source)
            crossings = drawn.crossings(links)
            if best is None or crossings < fewest:
                best, fewest = drawn, crossings
            if not fewest:
                return best
    assert best is not None, "there are several ways"
    return best


def _drawn(links: Sequence[tuple[int, int]], *, upward: bool, from_source: bool) -> LinkChannel:
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
    moved = {row: Track(first + 1 + count - track.column, track.rows) for row, track in entering.items()}
    return LinkChannel(tuple(middle), leaving, moved, first, first + count + 2 + bool(count))


def _middle_rows(
    links: Sequence[tuple[int, int]], sources: dict[int, list[int]], targets: dict[int, list[int]], *, upward: bool,
    from_source: bool,
) -> list[int]:  # fmt: skip
    """Return a row for each link in the middle of the channel, all different.

    With `upward`, the upper of two equally near rows is used. With `from_source`, links of several sources and targets
    are placed in the order of their sources, instead of the nearest targets first.

    A row of a place at the left or right belongs to a link of that place, unless the tracks can be ordered so that the
    place's own line turns away before it.
    """
    row_of: dict[int, int] = {}
    occupied: set[int] = set()
    before_left: dict[int, set[int]] = {}
    before_right: dict[int, set[int]] = {}
    lowest = max((row for link in links for row in link), default=0) + 1

    def possible(link: int, row: int) -> bool:
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
        return True

    def rank(link: int) -> tuple[int, int, int]:
        source, target = links[link]
        kind = 0 if source == target else 1 if len(targets[target]) == 1 else 2 if len(sources[source]) == 1 else 3
        near = abs(source - target)
        return (kind, source, near) if from_source else (kind, near, source)

    for link in sorted(range(len(links)), key=rank):
        source, target = links[link]
        ends = [target, source] if len(targets[target]) == 1 else [source, target]
        near = sorted(
            range(lowest + len(links)),
            key=lambda row: (abs(row - source) + abs(row - target), row if upward else -row),
        )
        row_of[link] = next(row for row in (*ends, *near) if row >= 0 and possible(link, row))
        occupied.add(row_of[link])
    return [row_of[link] for link in range(len(links))]


def _reaches(following: dict[int, set[int]], start: int, goal: int) -> bool:
    """Return whether the goal is reachable from the start."""
    waiting, seen = [start], {start}
    while waiting:
        for later in following.get(waiting.pop(), ()):
            if later == goal:
                return True
            if later not in seen:
                seen.add(later)
                waiting.append(later)
    return False


def _tracks(rows_of: dict[int, list[int]]) -> dict[int, Track]:
    """Return the tracks of the places of a layer, by row, in the order with the fewest crossings from the layer on.

    `rows_of` has the rows in the middle that each place is linked to. A place with only its own row needs no track.
    Columns count from 1 at the side of the layer.
    """
    nets = {row: tuple(sorted({row, *rows})) for row, rows in rows_of.items() if set(rows) != {row}}
    branches = {row: [other for other in rows_of[row] if other != row] for row in nets}
    order = _ordered(nets, branches)
    columns: dict[int, int] = {}
    for at, row in enumerate(order):
        columns[row] = 1 + max((columns[other] for other in order[:at] if _touch(nets[row], nets[other])), default=0)
    return {row: Track(columns[row], nets[row]) for row in nets}


def _touch(own: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Return whether two tracks need different columns: they overlap, or one begins in the row after the other."""
    return own[0] <= other[-1] + 1 and other[0] <= own[-1] + 1


def _ordered(nets: dict[int, tuple[int, ...]], branches: dict[int, list[int]]) -> list[int]:
    """Return the places in the order of their tracks, from the layer on."""

    def cost(near: int, far: int) -> float:
        """Return the number of crossings if one track is nearer to the layer than the other."""
        if far in branches[near]:
            return float("inf")
        crossed = nets[near][0] < far < nets[near][-1]
        return crossed + sum(nets[far][0] < row < nets[far][-1] for row in branches[near])

    order: list[int] = []
    waiting = sorted(nets)
    while waiting:  # those that must be nearest first
        row = next(row for row in waiting if all(cost(row, other) < float("inf") for other in waiting if other != row))
        order.append(row)
        waiting.remove(row)
    for _unused in range(_CLIMBS * len(order)):
        exchanged = False
        for at, (near, far) in enumerate(pairwise(order)):
            if cost(far, near) < cost(near, far):
                order[at], order[at + 1] = far, near
                exchanged = True
                break
        if not exchanged:
            break
    return order
