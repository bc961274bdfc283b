"""Makes puzzles by ER, Sudoku Explainer's rating: in a range, as pearls or diamonds, or with one bottleneck."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from engine.base.polling import poll
from engine.sudoku.layout import Layout
from engine.sudoku.making.digging import DugGrid, Orbit
from engine.sudoku.making.variation import Shuffle, vary
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.techniques.explainer import Explained, explained

SINGLE_RATINGS = frozenset((1.0, 1.2, 1.5, 2.3))
"""ER of a single: full house, hidden single in a box and in a line, naked single."""

_PLACING_RATINGS = SINGLE_RATINGS | {1.7, 1.9, 2.0, 2.5}
"""ER of steps that place a digit: singles, and direct pointing, claiming and subsets."""

MIN_PEARL, MIN_BOTTLENECK = 6.6, 2.6
"""The minimum ER of a pearl or diamond, and of a bottleneck, if no range is required."""

MAX_STALLED = 300
"""Number of variations without progress after which a grid has no pearl or diamond."""


@dataclass(frozen=True)
class RatingGoal:
    """A goal for the rating: ER from `low` to `high`, and the position of the hardest step on the path.

    `is_pearl`: no digit can be placed before the hardest step is taken (EP is ER). `is_diamond`: the first step is the
    hardest (ED is ER). `has_one_bottleneck`: exactly one step is not a single.
    """

    low: float = 0.0
    high: float = float("inf")
    is_pearl: bool = False
    is_diamond: bool = False
    has_one_bottleneck: bool = False

    def fits(self, rating: Explained) -> bool:
        """Whether a complete rating meets the goal."""
        return (
            not rating.is_least
            and rating.is_complete
            and self.low <= rating.hardest <= self.high
            and (not self.is_pearl or rating.pearl == rating.hardest)
            and (not self.is_diamond or rating.diamond == rating.hardest)
            and (not self.has_one_bottleneck or _harder_steps(rating.ranks) == 1)
        )

    def is_exceeded(self, ranks: Sequence[float]) -> bool:
        """Whether steps with these ratings are already too hard."""
        return ranks[-1] > self.high or (self.has_one_bottleneck and _harder_steps(ranks) > 1)


@dataclass(frozen=True)
class Bottleneck:
    """The hardest step of a puzzle: its ER, its number from 1, the number of steps, and of digits placed before it."""

    rank: float
    step: int
    steps: int
    digits: int


def bottleneck(puzzle: Puzzle, cancel: Callable[[], bool] | None = None) -> Bottleneck:
    """The first of the hardest steps of an ordinary 9x9 puzzle with empty cells. Raises Cancelled."""
    ranks = explained(puzzle, cancel=cancel).ranks
    index = ranks.index(max(ranks))
    return Bottleneck(ranks[index], index + 1, len(ranks), sum(rank in _PLACING_RATINGS for rank in ranks[:index]))


def rate_for(layout: Layout, grid: DugGrid, goal: RatingGoal, cancel: Callable[[], bool] | None = None) -> Explained:
    """Rate a puzzle; the rating ends when it exceeds the goal. Raises Cancelled."""
    return explained(Puzzle(layout, grid.givens), cancel=cancel, until=goal.is_exceeded)


def fill_to_goal(
    layout: Layout, grid: DugGrid, goal: RatingGoal, may_fill: bool, cancel: Callable[[], bool] | None = None
) -> DugGrid | None:
    """Fill the latest holes of a puzzle while it is too hard; None if the result does not meet the goal.

    With more givens a puzzle is easier, with few exceptions. Raises Cancelled.
    """
    rating = rate_for(layout, grid, goal, cancel)
    if goal.fits(rating):
        return grid
    if not may_fill or goal.is_pearl or goal.is_diamond or not goal.is_exceeded(rating.ranks or (0.0,)):
        return None
    low, high, best = 0, len(grid.holes), None
    while low < high:  # the most holes with which it is not too hard
        middle = (low + high) // 2
        candidate = DugGrid(grid.solution, grid.holes[:middle])
        rating = rate_for(layout, candidate, goal, cancel)
        if goal.is_exceeded(rating.ranks or (0.0,)):
            high = middle
        else:
            low = middle + 1
            best = candidate if goal.fits(rating) else None
    return best


def climb(
    counter: SliceSearch,
    layout: Layout,
    grid: DugGrid,
    goal: RatingGoal,
    orbits: Collection[Orbit],
    shuffle: Shuffle,
    cancel: Callable[[], bool] | None = None,
) -> DugGrid:
    """Vary a puzzle until its first step is hard, or MAX_STALLED variations bring no progress. Raises Cancelled."""
    low = goal.low or MIN_PEARL
    best_distance, stalled = _distance(layout, grid, goal, low, cancel), 0
    while best_distance and stalled < MAX_STALLED:
        poll(cancel)
        variant = vary(counter, grid, orbits, len(layout.cells), shuffle, cancel)
        distance = _distance(layout, variant, goal, low, cancel)
        stalled = 0 if distance < best_distance else stalled + 1
        if distance <= best_distance:
            grid, best_distance = variant, distance
    return grid


def _distance(layout: Layout, grid: DugGrid, goal: RatingGoal, low: float, cancel: Callable[[], bool] | None) -> int:
    """How far a puzzle is from a pearl or diamond: 2 per digit placed before the first step of at least ER `low`.

    For diamonds, other steps before it count 1. A puzzle without such a step is farther away than any with one.
    """
    rating = explained(Puzzle(layout, grid.givens), cancel=cancel, until=lambda ranks: ranks[-1] >= low)
    if not rating.ranks or rating.ranks[-1] < low:
        return 4 * len(layout.cells)
    if rating.ranks[-1] > goal.high:
        return 3 * len(layout.cells)
    *earlier, _hard = rating.ranks
    digits = sum(rank in _PLACING_RATINGS for rank in earlier)
    others = len(earlier) - digits if goal.is_diamond else 0
    return 2 * digits + others


def _harder_steps(ranks: Sequence[float]) -> int:
    """The number of steps that are not singles."""
    return sum(rank not in SINGLE_RATINGS for rank in ranks)
