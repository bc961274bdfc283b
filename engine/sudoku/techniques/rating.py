"""Rates how hard a puzzle is for people, by the easiest steps that solve it.

The level of a puzzle is that of its hardest step, and its score is the sum over all steps. Techniques, their order,
levels and scores are those of HoDoKu by Bernhard Hobiger (see `engine.sudoku.techniques.catalogue`). HoDoKu also raises
the level for a high score; its limits are made for grids of 81 cells, so this is omitted here. Steps are found in a
fixed order, so that a puzzle always has the same rating.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.solving import search_of
from engine.sudoku.techniques.catalogue import Level, Technique, hardest
from engine.sudoku.techniques.deduction import Deduction, deduce
from engine.sudoku.techniques.finder import every_finder
from engine.sudoku.techniques.finders import ALL, finders_for, sound
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rules import RULE_STEPS

PATIENCE = 100_000_000
"""Effort (as in `engine.sudoku.search.bit_slices`; about a second) for showing that there is one solution."""


@dataclass(frozen=True)
class Rating:
    """The rating by the steps of a deduction.

    `solutions` is the number of solutions of the puzzle: 0, 1, 2 for several, None if unknown.
    """

    deduction: Deduction
    solutions: int | None = 1

    @property
    def is_complete(self) -> bool:
        """Whether the steps solve the puzzle; if not, the other figures are only of these steps."""
        return self.deduction.is_complete

    @cached_property
    def counts(self) -> dict[Technique, int]:
        """The number of steps of each technique, easiest first."""
        counts = Counter(item.technique for item in self.deduction.found)
        return {technique: counts[technique] for technique in Technique if counts[technique]}

    @property
    def hardest(self) -> Technique | None:
        """The technique of the highest score among those of the highest level; None if there was no step."""
        return hardest(self.counts)

    @property
    def level(self) -> Level:
        """The level of the hardest step; EASY if there was none."""
        return self.hardest.level if self.hardest else Level.EASY

    @cached_property
    def score(self) -> int:
        """The sum of the steps' scores."""
        return sum(technique.score * count for technique, count in self.counts.items())


def rate(puzzle: Puzzle, techniques: Collection[Technique] = ALL, cancel: Callable[[], bool] | None = None) -> Rating:
    """Solve the puzzle with these techniques, as far as possible.

    Techniques based on uniqueness are omitted if there is not one solution, or if deciding that takes too long. Polls
    `cancel` before each step and raises Cancelled.
    """
    solutions = solutions_of(puzzle)
    allowed = sound(puzzle, techniques, unique=solutions == 1)
    return Rating(solve(Position.of_puzzle(puzzle), allowed, cancel=cancel), solutions)


def provable(puzzle: Puzzle, techniques: frozenset[Technique]) -> frozenset[Technique]:
    """The techniques among these that are valid in the puzzle (see `finders.sound`)."""
    return sound(puzzle, techniques, unique=solutions_of(puzzle) == 1)


def solutions_of(puzzle: Puzzle) -> int | None:
    """The number of solutions: 0, 1, 2 for several; None if PATIENCE does not suffice."""
    search = search_of(puzzle, shared=True)
    return search.run(2) if search.advance(2, search.nodes_for(PATIENCE)) else None


def solve(
    position: Position,
    techniques: Collection[Technique] = ALL,
    level: Level = Level.EXTREME,
    cancel: Callable[[], bool] | None = None,
) -> Deduction:
    """Take the easiest step again and again, until there is none or it is harder than `level`.

    The steps are those of the rating; techniques after the last one of the level are not tried. Polls `cancel` before
    each step and raises Cancelled.
    """
    allowed = tried_techniques(level).intersection(techniques)
    beyond = _above(level)
    return deduce(position, finders_for(position, allowed), accepted=allowed | RULE_STEPS, beyond=beyond, cancel=cancel)


@lru_cache(maxsize=len(Level))
def tried_techniques(level: Level) -> frozenset[Technique]:
    """The techniques up to the last one of that level in the catalogue's order; some may be harder."""
    finders = [finder.techniques for finder in every_finder()]
    last = max(
        place for place, techniques in enumerate(finders) if any(technique.level is level for technique in techniques)
    )
    return frozenset(technique for techniques in finders[: last + 1] for technique in techniques)


@lru_cache(maxsize=len(Level))
def _above(level: Level) -> frozenset[Technique]:
    """The techniques that are harder than that level."""
    return frozenset(technique for technique in ALL if technique.level.is_above(level))


def up_to(level: Level) -> frozenset[Technique]:
    """The techniques of that level and the easier ones."""
    return ALL - _above(level)
