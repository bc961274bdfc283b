"""The difficulty of a puzzle on our scale and on well-known ones.

- Ours: the rounds (see `rounds`) by the techniques of the catalogue. The level is the level of the hardest technique;
  the score adds up the technique's weight for each round and for each digit placed. Renaming rows, columns or digits
  changes neither. A round takes all steps of a technique at once, so with HoDoKu's scores a puzzle with one hard round
  would score less than one with many easier rounds: weights grow faster than scores, see `weight`. On puzzles from the
  easiest to the hardest known, the score ranks as ER does (Spearman 0.96).
- HoDoKu's: one step at a time in its order (see `hodoku_order`), with its scores; a sum above a level's limit raises
  the level. As in HoDoKu, the names of digits and the order of rows and columns matter. On layouts that it lacks,
  digits are renamed in the order in which they appear, and singles come in the order of the cells.
- Sudoku Explainer's: see `explainer`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import PLACES, Level, Technique, hardest
from engine.sudoku.techniques.finders import ALL, sound
from engine.sudoku.techniques.hodoku_order import hodoku_path
from engine.sudoku.techniques.position import Position, members, union
from engine.sudoku.techniques.rating import Rating, provable, rate, solutions_of
from engine.sudoku.techniques.rounds import counted_rounds

HODOKU_LIMITS = {Level.EASY: 800, Level.MEDIUM: 1000, Level.HARD: 1600, Level.UNFAIR: 1800}
"""The highest score of a puzzle of each level by HoDoKu; a higher one belongs to a harder level."""


@dataclass(frozen=True)
class OwnRating:
    """Level and score by rounds: technique and number of digits placed of each round, and the final position."""

    rounds: tuple[tuple[Technique, int], ...]
    end: Position

    @cached_property
    def is_complete(self) -> bool:
        """Whether the steps solve the puzzle; if not, it is harder than level and score say."""
        return self.end.is_solved and not self.end.is_broken

    @cached_property
    def counts(self) -> dict[Technique, int]:
        """The uses of each technique, easiest first: rounds, or digits placed."""
        counts: dict[Technique, int] = {}
        for technique, placed in self.rounds:
            counts[technique] = counts.get(technique, 0) + (placed or 1)
        return {technique: counts[technique] for technique in sorted(counts, key=PLACES.__getitem__)}

    @cached_property
    def level(self) -> Level:
        """The level of the hardest technique; EASY if there is none."""
        technique = hardest(self.counts)
        return technique.level if technique else Level.EASY

    @property
    def score(self) -> int:
        """The sum of the techniques' weights; a lower bound if the rating is not complete."""
        return sum(weight(technique) * count for technique, count in self.counts.items())


SCORE_OF_A_DIGIT = 20
"""A technique with this HoDoKu score or less weighs as much as a digit placed."""


def weight(technique: Technique) -> int:
    """The contribution of a round or a digit of a technique to our score: (its score / 20) cubed, at least 1."""
    return max(technique.score**3 // SCORE_OF_A_DIGIT**3, 1)


def own_rating(
    puzzle: Puzzle,
    techniques: frozenset[Technique] = ALL,
    cancel: Callable[[], bool] | None = None,
    *,
    solutions: int | None = None,
) -> OwnRating:
    """Rate a puzzle by rounds; `solutions` is 1 if the puzzle is known to have one solution."""
    start = Position.of_puzzle(puzzle)
    allowed = sound(puzzle, techniques, unique=True) if solutions == 1 else provable(puzzle, techniques)
    return OwnRating(*counted_rounds(start, allowed, cancel))


def by_steps(puzzle: Puzzle, techniques: frozenset[Technique] = ALL) -> Rating:
    """Rate a puzzle as HoDoKu does, except for the level (see `hodoku_level`).

    On layouts other than ordinary 9x9 grids, renaming digits changes nothing.
    """
    if puzzle.layout == single() and not puzzle.rules and puzzle.candidates is None:
        solutions = solutions_of(puzzle)
        allowed = sound(puzzle, techniques, unique=solutions == 1)
        return Rating(hodoku_path(Position.of_puzzle(puzzle), allowed), solutions)
    order = dict.fromkeys((*filter(None, puzzle.givens), *range(1, puzzle.layout.size + 1)))
    name = {0: 0, **{digit: place for place, digit in enumerate(order, 1)}}
    givens = tuple(name[digit] for digit in puzzle.givens)
    masks = puzzle.candidates and tuple(union(name[digit] for digit in members(mask)) for mask in puzzle.candidates)
    return rate(replace(puzzle, givens=givens, candidates=masks), techniques)


def hodoku_level(level: Level, score: int) -> Level:
    """The level of a puzzle whose hardest step has this level, raised by HoDoKu's limits on the score."""
    for limited, harder in pairwise(Level):
        if level is limited and score > HODOKU_LIMITS[limited]:
            level = harder
    return level
