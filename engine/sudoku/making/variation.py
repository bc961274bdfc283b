"""Varies a dug puzzle to find harder ones: some holes are filled, others dug, and harder results are varied further.

A quick estimate of a puzzle's hardness is the number of candidates left where common patterns end.
"""

from collections.abc import Callable, Collection, Iterator, MutableSequence

from engine.sudoku.layout import Layout
from engine.sudoku.making.digging import Dug, Orbit, dig
from engine.sudoku.puzzle import Digits
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.techniques.catalogue import Estimate, Technique
from engine.sudoku.techniques.pattern import TECHNIQUES
from engine.sudoku.techniques.patterns.search import PatternSearch
from engine.sudoku.techniques.position import geometry

SINGLES = 2
"""The number of common techniques, the singles, applied one step at a time. Steps of the others are taken all at once
if no chains follow."""

FILLED = 3
"""Number of holes filled in a variation."""

DUG = 20
"""Number of givens to try to dig then: usually enough to find the ones that can now be removed."""

STILL = 8
"""Number of variations without progress after which a puzzle counts as hard as its neighbours."""

VARIATIONS = 60
"""Number of variations per grid."""

Shuffle = Callable[[MutableSequence[int]], None]


class Judge:
    """Quickly estimates the hardness of puzzles of a layout, by some techniques."""

    def __init__(self, layout: Layout, techniques: Collection[Technique]) -> None:
        self._search = PatternSearch(geometry(layout))
        self._common, self._chains = (
            bytes(
                kind
                for kind, technique in enumerate(TECHNIQUES)
                if technique in techniques and technique.value.estimate is part
            )
            for part in Estimate
        )

    def hardness(self, givens: Digits, *, by_chains: bool = False) -> int:
        """The number of candidates left after the common techniques, or after these and chains; 0 if solved."""
        self._search.load_givens(givens)
        if by_chains:
            return self._search.exhaust(self._common, self._chains)
        return self._search.exhaust(self._common[:SINGLES], self._common[SINGLES:])


def harder_ones(
    counter: SliceSearch,
    judge: Judge,
    dug: Dug,
    orbits: Collection[Orbit],
    count: int,
    shuffle: Shuffle,
    cancel: Callable[[], bool] | None = None,
) -> Iterator[Dug]:
    """Yields puzzles of the same grid, each at least as hard as the one before and as its neighbours.

    Yields at least one. `count` is the maximum number of empty cells. Raises Cancelled.
    """
    hardness, still, is_new = judge.hardness(dug.givens), 0, True
    for _ in range(VARIATIONS):
        other = vary(counter, dug, orbits, count, shuffle, cancel)
        found = judge.hardness(other.givens)
        still = 0 if found > hardness else still + 1
        is_new = is_new or found > hardness
        if found >= hardness:
            dug, hardness = other, found
        if still >= STILL and is_new and hardness:
            yield dug
            still, is_new = 0, False
    if is_new:
        yield dug


def vary(
    counter: SliceSearch,
    dug: Dug,
    orbits: Collection[Orbit],
    count: int,
    shuffle: Shuffle,
    cancel: Callable[[], bool] | None = None,
) -> Dug:
    """Fill some random holes and dig others if possible, the filled ones last. Raises Cancelled."""
    places = list(range(len(dug.holes)))
    shuffle(places)
    filled = [dug.holes[place] for place in places[:FILLED]]
    filled_holes = [dug.holes[place] for place in sorted(places[FILLED:])]
    before = set(dug.holes)
    closed = [orbit for orbit in orbits if orbit not in before]
    places = list(range(len(closed)))
    shuffle(places)
    order = [closed[place] for place in places[:DUG]] + filled
    return dig(counter, dug.solution, count, order, cancel=cancel, holes=filled_holes)
