"""How hard a puzzle is on the scales that people know.

- Ours: the rounds (see `rounds`) by the techniques of the catalogue. The level is that of the hardest technique; the
  score adds up the technique's score for each round, and for each digit placed. What things are called is without
  influence.
- HoDoKu's: one step after the other in its order, with its scores; a sum above a level's limit raises the level. What
  digits are called decides which step comes first, so they are named in the order in which they appear; the order of
  rows and columns decides it too, here as with HoDoKu.
- Sudoku Explainer's: ER, the hardest step; EP, the hardest up to the first digit placed; ED, the first step. The
  numbers are those of Sudoku Explainer 1.2.1 by Nicolas Juillerat; a chain is the harder the longer it is. What it
  does not have as a technique of its own (turbot fish, colours, almost locked sets) is found as a chain or not at all;
  what it counts of forcing chains (the steps on all ways) is not known here, so these have the number they begin with.
  Ours that refute one candidate use all that it implies, which makes them its dynamic ones. What Sukaku Explainer has
  beside (wings of four and more cells) is left out, and so is aligned exclusion.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique, hardest
from engine.sudoku.techniques.finders import ALL, UNIQUENESS
from engine.sudoku.techniques.pattern import Finding, in_words
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.rating import Rating, rate, solutions_of
from engine.sudoku.techniques.rounds import Kind, Rank, Rounds, catalogue_kinds, rounds
from engine.sudoku.techniques.singles import hidden_singles

HODOKU_LIMITS = {Level.EASY: 800, Level.MEDIUM: 1000, Level.HARD: 1600, Level.UNFAIR: 1800}
"""The highest score of a puzzle of each level by HoDoKu; a higher one belongs to a harder level."""


@dataclass(frozen=True)
class Ours:
    """Level and score by rounds."""

    solved: Rounds

    @property
    def is_complete(self) -> bool:
        """Whether the steps solve the puzzle; if not, it is harder than the rest tells."""
        return self.solved.is_complete

    @cached_property
    def counts(self) -> dict[Technique, int]:
        """How often each technique was used, easiest first: in how many rounds, or for how many digits placed."""
        counts: dict[Technique, int] = {}
        for one in self.solved.taken:
            counts[one.technique] = counts.get(one.technique, 0) + max(len(one.places), 1)
        return {technique: counts[technique] for technique in Technique if technique in counts}

    @property
    def level(self) -> Level:
        """That of the hardest technique; EASY if there was none."""
        used = hardest(self.counts)
        return used.level if used else Level.EASY

    @property
    def score(self) -> int:
        """The sum of the techniques' scores."""
        return sum(technique.score * count for technique, count in self.counts.items())


def ours(puzzle: Puzzle, techniques: frozenset[Technique] = ALL, cancel: Callable[[], bool] | None = None) -> Ours:
    """Rate a puzzle by rounds."""
    kinds = catalogue_kinds(_sound(puzzle, techniques))
    return Ours(rounds(Position.of(puzzle.layout, puzzle.givens), kinds, cancel))


def _sound(puzzle: Puzzle, techniques: frozenset[Technique]) -> frozenset[Technique]:
    """Without those that argue from there being one solution, if there may be others."""
    return techniques if solutions_of(puzzle) == 1 else techniques - UNIQUENESS


def by_steps(puzzle: Puzzle, techniques: frozenset[Technique] = ALL) -> Rating:
    """Rate a puzzle as HoDoKu does, but for the level: see `hodoku_level`. The same whatever digits are called."""
    order = dict.fromkeys((*filter(None, puzzle.givens), *range(1, puzzle.layout.size + 1)))
    name = {0: 0, **{digit: place for place, digit in enumerate(order, 1)}}
    return rate(Puzzle(puzzle.layout, tuple(name[digit] for digit in puzzle.givens), puzzle.name), techniques)


def hodoku_level(level: Level, score: int) -> Level:
    """The level of a puzzle whose hardest step is of this one, with HoDoKu's limits to the score."""
    for limited, harder in pairwise(Level):
        if level is limited and score > HODOKU_LIMITS[limited]:
            level = harder
    return level


@dataclass(frozen=True)
class Explained:
    """What Sudoku Explainer calls ER, EP and ED, by the rounds in its order."""

    solved: Rounds

    @property
    def hardest(self) -> float:
        """ER: the hardest step; 0 if there was none."""
        return max((one.rank for one in self.solved.taken), default=0.0)

    @property
    def pearl(self) -> float:
        """EP: the hardest step up to the first digit placed."""
        ranks = [one.rank for one in self.solved.taken]
        first = next((place for place, one in enumerate(self.solved.taken) if one.places), len(ranks))
        return max(ranks[: first + 1], default=0.0)

    @property
    def diamond(self) -> float:
        """ED: the first step."""
        return self.solved.taken[0].rank if self.solved.taken else 0.0


def explained(
    puzzle: Puzzle, techniques: frozenset[Technique] = ALL, cancel: Callable[[], bool] | None = None
) -> Explained:
    """Rate a puzzle as Sudoku Explainer does, easiest step first by its numbers."""
    sound = _sound(puzzle, techniques)
    kinds = (Kind(kind.techniques & sound, kind.rank) for kind in EXPLAINER)
    start = Position.of(puzzle.layout, puzzle.givens)
    return Explained(rounds(start, [kind for kind in kinds if kind.techniques], cancel))


def longer(length: int) -> float:
    """What Sudoku Explainer adds for the length of a chain: 0.1 above 4, 6, 8, 12, 16, 24 ... candidates each."""
    added, limit, odd = 0, 4, False
    while length > limit:
        added += 1
        limit = limit * 4 // 3 if odd else limit * 3 // 2
        odd = not odd
    return added / 10


def _kind(rank: float, *techniques: Technique) -> Kind:
    return Kind(
        frozenset(techniques),
        lambda position, found: round(rank + longer(len(in_words(found, position).chain)), 1),
    )


def _direct(rank: float, technique: Technique) -> Kind:
    """Steps after which a digit has one place left in a house."""

    def directly(position: Position, found: Finding) -> float | None:
        after = position.place(found.places).remove(found.removes)
        return rank if any(hidden_singles(after)) else None

    return Kind(frozenset((technique,)), directly)


def _in_box(box: float, line: float) -> Rank:
    def rank(position: Position, found: Finding) -> float:
        return box if position.layout.houses[in_words(found, position).houses[0]].kind == "box" else line

    return rank


EXPLAINER = (
    _kind(1.0, Technique.FULL_HOUSE),
    Kind(frozenset((Technique.HIDDEN_SINGLE,)), _in_box(1.2, 1.5)),
    _direct(1.7, Technique.POINTING),
    _direct(1.9, Technique.CLAIMING),
    _direct(2.0, Technique.HIDDEN_PAIR),
    _kind(2.3, Technique.NAKED_SINGLE),
    _direct(2.5, Technique.HIDDEN_TRIPLE),
    _kind(2.6, Technique.POINTING),
    _kind(2.8, Technique.CLAIMING),
    _kind(3.0, Technique.NAKED_PAIR, Technique.LOCKED_PAIR),
    _kind(3.2, Technique.X_WING),
    _kind(3.4, Technique.HIDDEN_PAIR),
    _kind(3.6, Technique.NAKED_TRIPLE, Technique.LOCKED_TRIPLE),
    _kind(3.8, Technique.SWORDFISH),
    _kind(4.0, Technique.HIDDEN_TRIPLE),
    _kind(4.2, Technique.XY_WING),
    _kind(4.4, Technique.XYZ_WING),
    _kind(
        4.5, Technique.UNIQUE_RECTANGLE_1, Technique.UNIQUE_RECTANGLE_2, Technique.UNIQUE_RECTANGLE_3,
        Technique.UNIQUE_RECTANGLE_4,
    ),
    _kind(
        4.6, Technique.UNIQUE_LOOP_1, Technique.UNIQUE_LOOP_2, Technique.UNIQUE_LOOP_3, Technique.UNIQUE_LOOP_4,
    ),
    _kind(5.0, Technique.NAKED_QUADRUPLE),
    _kind(5.2, Technique.JELLYFISH),
    _kind(5.4, Technique.HIDDEN_QUADRUPLE),
    _kind(5.6, Technique.BUG_PLUS_ONE),
    _kind(5.7, Technique.BUG_PLUS_N),
    _kind(6.6, Technique.TURBOT_FISH, Technique.SKYSCRAPER, Technique.TWO_STRING_KITE, Technique.X_CHAIN),
    _kind(7.0, Technique.XY_CHAIN, Technique.CONTINUOUS_NICE_LOOP, Technique.DISCONTINUOUS_NICE_LOOP, Technique.AIC),
    _kind(8.0, Technique.CELL_FORCING, Technique.HOUSE_FORCING),
    _kind(8.5, Technique.NISHIO),
    _kind(9.5, Technique.NESTED_FORCING),
)  # fmt: skip
"""The kinds of steps of Sudoku Explainer, easiest first."""
