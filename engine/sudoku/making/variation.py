"""Hard puzzles near a dug one: some holes are filled, others dug, and what is harder is varied further.

How hard a puzzle is, is judged quickly: by the candidates that are left where the commoner patterns end.
"""

from collections.abc import Callable, Collection, Iterator, MutableSequence

from engine.sudoku.layout import Layout
from engine.sudoku.making.digging import Dug, Orbit, dig
from engine.sudoku.puzzle import Digits
from engine.sudoku.search.bit_slices import SliceSearch
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.pattern import TECHNIQUES
from engine.sudoku.techniques.patterns.search import PatternSearch
from engine.sudoku.techniques.position import Position, geometry

COMMONER = (
    Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE, Technique.POINTING, Technique.CLAIMING, Technique.NAKED_PAIR,
    Technique.NAKED_TRIPLE, Technique.HIDDEN_PAIR, Technique.X_WING, Technique.SKYSCRAPER, Technique.TWO_STRING_KITE,
    Technique.TURBOT_FISH, Technique.XY_WING, Technique.W_WING,
)  # fmt: skip
"""What decides how hard a puzzle is thought to be: what is left after these, others seldom take far."""

FILLED = 3
"""How many holes are filled in a variation."""

DUG = 20
"""How many givens are tried to be dug then: enough to find what has become possible, as a rule."""

STILL = 8
"""After so many variations that were not harder a puzzle is as hard as its neighbours."""

VARIATIONS = 60
"""How many variations of one grid are tried."""

Shuffle = Callable[[MutableSequence[int]], None]


CHAINS = (
    Technique.CONTINUOUS_NICE_LOOP, Technique.GROUPED_CONTINUOUS_NICE_LOOP, Technique.ALS_XZ,
    Technique.ALS_CONTINUOUS_NICE_LOOP,
)  # fmt: skip
"""With all steps of these at once, and of those that are found with them, nearly all is solved that is not extreme."""


class Judge:
    """Tells quickly how hard puzzles of one layout are thought to be, by some techniques."""

    def __init__(self, layout: Layout, techniques: Collection[Technique]) -> None:
        self._layout = layout
        self._search = PatternSearch(geometry(layout))
        self._common, self._chains = (
            bytes(TECHNIQUES.index(technique) for technique in some if technique in techniques)
            for some in (COMMONER, CHAINS)
        )

    def hardness(self, givens: Digits, *, by_chains: bool = False) -> int:
        """How many candidates are left after the commoner techniques, or after these and chains: 0 if it is solved."""
        start = Position.of(self._layout, givens)
        self._search.load(start.values, start.masks)
        return self._search.exhaust(self._common, self._chains if by_chains else b"")


def harder_ones(
    counter: SliceSearch,
    judge: Judge,
    dug: Dug,
    orbits: Collection[Orbit],
    count: int,
    shuffle: Shuffle,
    cancel: Callable[[], bool] | None = None,
) -> Iterator[Dug]:
    """Puzzles of the same grid, each at least as hard as the one before, and as its neighbours.

    There is one at least. `wanted` is the most empty cells. Raises Cancelled.
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
    """Fill some holes at random and dig others, if they can be, and those just filled last. Raises Cancelled."""
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
