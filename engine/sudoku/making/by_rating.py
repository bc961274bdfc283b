"""Makes puzzles by ER, Sudoku Explainer's rating: in a range, as pearls or diamonds, or with one bottleneck."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from engine.base.polling import poll
from engine.sudoku.layout import Layout
from engine.sudoku.making.digging import Dug, Orbit
from engine.sudoku.making.variation import Shuffle, vary
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.techniques.explainer import Explained, explained

SINGLES = frozenset((1.0, 1.2, 1.5, 2.3))
"""ER of a single: full house, hidden single in a box and in a line, naked single."""

_PLACES = SINGLES | {1.7, 1.9, 2.0, 2.5}
"""ER of steps that place a digit: singles, and direct patterns."""

LEAST_PEARL, LEAST_BOTTLENECK = 6.6, 2.6
"""The lowest ER of a pearl or diamond, and of a bottleneck, for which no range is asked."""

STILL = 300
"""Number of variations without progress after which a grid has no pearl or diamond."""


@dataclass(frozen=True)
class RatingGoal:
    """A goal for the rating: ER from `low` to `high`, and the place of the hardest step.

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

    def is_passed(self, ranks: Sequence[float]) -> bool:
        """Whether steps with these ratings are already too hard."""
        return ranks[-1] > self.high or (self.has_one_bottleneck and _harder_steps(ranks) > 1)


@dataclass(frozen=True)
class Bottleneck:
    """The hardest step of a puzzle: its ER, its number and that of all steps, and the digits placed before it."""

    rank: float
    step: int
    steps: int
    digits: int


def bottleneck(puzzle: Puzzle, cancel: Callable[[], bool] | None = None) -> Bottleneck:
    """The first of the hardest steps of an ordinary 9x9 puzzle with empty cells. Raises Cancelled."""
    ranks = explained(puzzle, cancel=cancel).ranks
    place = ranks.index(max(ranks))
    return Bottleneck(ranks[place], place + 1, len(ranks), sum(rank in _PLACES for rank in ranks[:place]))


def rate_for(layout: Layout, dug: Dug, goal: RatingGoal, cancel: Callable[[], bool] | None = None) -> Explained:
    """Rate a puzzle, until it is too hard for the goal. Raises Cancelled."""
    return explained(Puzzle(layout, dug.givens), cancel=cancel, until=goal.is_passed)


def filled_to(
    layout: Layout, dug: Dug, goal: RatingGoal, may_fill: bool, cancel: Callable[[], bool] | None = None
) -> Dug | None:
    """Fill the latest holes of a puzzle while it is too hard; None if the result does not meet the goal.

    With more givens a puzzle is easier, with few exceptions. Raises Cancelled.
    """
    rating = rate_for(layout, dug, goal, cancel)
    if goal.fits(rating):
        return dug
    if not may_fill or goal.is_pearl or goal.is_diamond or not goal.is_passed(rating.ranks or (0.0,)):
        return None
    low, high, best = 0, len(dug.holes), None
    while low < high:  # the most holes with which it is not too hard
        middle = (low + high) // 2
        part = Dug(dug.solution, dug.holes[:middle])
        rating = rate_for(layout, part, goal, cancel)
        if goal.is_passed(rating.ranks or (0.0,)):
            high = middle
        else:
            low = middle + 1
            best = part if goal.fits(rating) else None
    return best


def climb(
    counter: SliceSearch,
    layout: Layout,
    dug: Dug,
    goal: RatingGoal,
    orbits: Collection[Orbit],
    shuffle: Shuffle,
    cancel: Callable[[], bool] | None = None,
) -> Dug:
    """Vary a puzzle until nothing stands before its first hard step, or there is no progress. Raises Cancelled."""
    low = goal.low or LEAST_PEARL
    best, still = _before(layout, dug, goal, low, cancel), 0
    while best and still < STILL:
        poll(cancel)
        other = vary(counter, dug, orbits, len(layout.cells), shuffle, cancel)
        found = _before(layout, other, goal, low, cancel)
        still = 0 if found < best else still + 1
        if found <= best:
            dug, best = other, found
    return dug


def _before(layout: Layout, dug: Dug, goal: RatingGoal, low: float, cancel: Callable[[], bool] | None) -> int:
    """How much stands before the first step of the goal's hardness: digits, which count twice; for diamonds also other
    steps. A puzzle without such a step has much before it.
    """
    rating = explained(Puzzle(layout, dug.givens), cancel=cancel, until=lambda ranks: ranks[-1] >= low)
    if not rating.ranks or rating.ranks[-1] < low:
        return 4 * len(layout.cells)
    if rating.ranks[-1] > goal.high:
        return 3 * len(layout.cells)
    *earlier, _hard = rating.ranks
    digits = sum(rank in _PLACES for rank in earlier)
    others = len(earlier) - digits if goal.is_diamond else 0
    return 2 * digits + others


def _harder_steps(ranks: Sequence[float]) -> int:
    """The number of steps that are no singles."""
    return sum(rank not in SINGLES for rank in ranks)
