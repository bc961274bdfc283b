"""Varies a dug puzzle to find harder ones: some holes are filled, others dug, and harder results are varied further.

The estimate of a puzzle's hardness is the number of candidates that common techniques leave.
"""

from collections.abc import Callable, Collection, Iterator, MutableSequence

from engine.sudoku.layout import Layout
from engine.sudoku.making.digging import DugGrid, Orbit, dig
from engine.sudoku.puzzle import Digits
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.techniques.catalogue import Estimate, Technique
from engine.sudoku.techniques.pattern import TECHNIQUES
from engine.sudoku.techniques.patterns.search import PatternSearch
from engine.sudoku.techniques.position import geometry

SINGLE_COUNT = 2
"""Number of singles, the first of the common techniques: applied one step at a time, the others all at once."""

HOLES_FILLED = 3
"""Number of holes filled in a variation."""

GIVENS_TRIED = 20
"""Number of givens tried for removal in a variation: usually enough to find those that can now be removed."""

MAX_STALLED = 8
"""Number of variations without progress after which a puzzle counts as at least as hard as its neighbours."""

VARIATIONS = 60
"""Number of variations per grid."""

Shuffle = Callable[[MutableSequence[int]], None]


class HardnessEstimator:
    """Quickly estimates the hardness of puzzles of a layout, by some techniques."""

    def __init__(self, layout: Layout, techniques: Collection[Technique]) -> None:
        self._search = PatternSearch(geometry(layout))
        self._common, self._chains = (
            bytes(
                kind
                for kind, technique in enumerate(TECHNIQUES)
                if technique in techniques and technique.value.estimate is estimate
            )
            for estimate in Estimate
        )

    def hardness(self, givens: Digits, *, by_chains: bool = False) -> int:
        """The number of candidates left after the common techniques, or after these and chains; 0 if solved."""
        self._search.load_givens(givens)
        if by_chains:
            return self._search.exhaust(self._common, self._chains)
        return self._search.exhaust(self._common[:SINGLE_COUNT], self._common[SINGLE_COUNT:])


def harder_variants(
    counter: SliceSearch,
    estimator: HardnessEstimator,
    grid: DugGrid,
    orbits: Collection[Orbit],
    count: int,
    shuffle: Shuffle,
    cancel: Callable[[], bool] | None = None,
) -> Iterator[DugGrid]:
    """Yield one or more puzzles of the same grid, each at least as hard as the one before and as its neighbours.
    `count` is the maximum number of empty cells. Raises Cancelled.
    """
    hardness, stalled, is_new = estimator.hardness(grid.givens), 0, True
    for _ in range(VARIATIONS):
        variant = vary(counter, grid, orbits, count, shuffle, cancel)
        new_hardness = estimator.hardness(variant.givens)
        stalled = 0 if new_hardness > hardness else stalled + 1
        is_new = is_new or new_hardness > hardness
        if new_hardness >= hardness:
            grid, hardness = variant, new_hardness
        if stalled >= MAX_STALLED and is_new and hardness:
            yield grid
            stalled, is_new = 0, False
    if is_new:
        yield grid


def vary(
    counter: SliceSearch,
    grid: DugGrid,
    orbits: Collection[Orbit],
    count: int,
    shuffle: Shuffle,
    cancel: Callable[[], bool] | None = None,
) -> DugGrid:
    """Fill HOLES_FILLED random holes, then try to dig GIVENS_TRIED givens and the filled holes. Raises Cancelled."""
    indexes = list(range(len(grid.holes)))
    shuffle(indexes)
    filled_orbits = [grid.holes[index] for index in indexes[:HOLES_FILLED]]
    kept_holes = [grid.holes[index] for index in sorted(indexes[HOLES_FILLED:])]
    old_holes = set(grid.holes)
    given_orbits = [orbit for orbit in orbits if orbit not in old_holes]
    indexes = list(range(len(given_orbits)))
    shuffle(indexes)
    order = [given_orbits[index] for index in indexes[:GIVENS_TRIED]] + filled_orbits
    return dig(counter, grid.solution, count, order, cancel=cancel, holes=kept_holes)
