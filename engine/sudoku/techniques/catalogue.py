"""The techniques by name, with what they cost.

The scores and levels are those of HoDoKu 2.2 by Bernhard Hobiger (its standard step configuration), so that ratings
can be compared. What it does not have is scored by us: the cross-grid line, which only overlapping grids have, like a
swordfish; unique loops and BUG+n a little above their smallest cases; chains with almost locked sets, which it counts
among the grouped ones, above chains of such sets alone; nested forcing like its forcing nets.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """How hard a technique is, in HoDoKu's words."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    UNFAIR = "unfair"
    EXTREME = "extreme"

    def is_above(self, other: "Level") -> bool:
        """Whether it is harder."""
        order = list(Level)
        return order.index(self) > order.index(other)


@dataclass(frozen=True)
class _Entry:
    title: str
    code: str
    level: Level
    score: int


class Technique(Enum):
    """The techniques known here, in the order in which HoDoKu tries them.

    Each has a title, a code in HoDoKu's library of examples ("" for none), a level and a score.
    """

    FULL_HOUSE = _Entry("Full house", "0000", Level.EASY, 4)
    NAKED_SINGLE = _Entry("Naked single", "0003", Level.EASY, 4)
    HIDDEN_SINGLE = _Entry("Hidden single", "0002", Level.EASY, 14)
    LOCKED_PAIR = _Entry("Locked pair", "0110", Level.MEDIUM, 40)
    LOCKED_TRIPLE = _Entry("Locked triple", "0111", Level.MEDIUM, 60)
    POINTING = _Entry("Locked candidates (pointing)", "0100", Level.MEDIUM, 50)
    CLAIMING = _Entry("Locked candidates (claiming)", "0101", Level.MEDIUM, 50)
    NAKED_PAIR = _Entry("Naked pair", "0200", Level.MEDIUM, 60)
    NAKED_TRIPLE = _Entry("Naked triple", "0201", Level.MEDIUM, 80)
    HIDDEN_PAIR = _Entry("Hidden pair", "0210", Level.MEDIUM, 70)
    HIDDEN_TRIPLE = _Entry("Hidden triple", "0211", Level.MEDIUM, 100)
    NAKED_QUADRUPLE = _Entry("Naked quadruple", "0202", Level.HARD, 120)
    HIDDEN_QUADRUPLE = _Entry("Hidden quadruple", "0212", Level.HARD, 150)
    X_WING = _Entry("X-wing", "0300", Level.HARD, 140)
    SWORDFISH = _Entry("Swordfish", "0301", Level.HARD, 150)
    JELLYFISH = _Entry("Jellyfish", "0302", Level.HARD, 160)
    CROSS_GRID_LINE = _Entry("Cross-grid line", "", Level.HARD, 150)
    REMOTE_PAIR = _Entry("Remote pair", "0703", Level.HARD, 110)
    BUG_PLUS_ONE = _Entry("BUG+1", "0610", Level.HARD, 100)
    SKYSCRAPER = _Entry("Skyscraper", "0400", Level.HARD, 130)
    TWO_STRING_KITE = _Entry("Two-string kite", "0401", Level.HARD, 150)
    TURBOT_FISH = _Entry("Turbot fish", "0403", Level.HARD, 120)
    EMPTY_RECTANGLE = _Entry("Empty rectangle", "0402", Level.HARD, 120)
    W_WING = _Entry("W-wing", "0803", Level.HARD, 150)
    XY_WING = _Entry("XY-wing", "0800", Level.HARD, 160)
    XYZ_WING = _Entry("XYZ-wing", "0801", Level.HARD, 180)
    UNIQUE_RECTANGLE_1 = _Entry("Unique rectangle type 1", "0600", Level.HARD, 100)
    UNIQUE_RECTANGLE_2 = _Entry("Unique rectangle type 2", "0601", Level.HARD, 100)
    UNIQUE_RECTANGLE_3 = _Entry("Unique rectangle type 3", "0602", Level.HARD, 100)
    UNIQUE_RECTANGLE_4 = _Entry("Unique rectangle type 4", "0603", Level.HARD, 100)
    UNIQUE_RECTANGLE_5 = _Entry("Unique rectangle type 5", "0604", Level.HARD, 100)
    UNIQUE_RECTANGLE_6 = _Entry("Unique rectangle type 6", "0605", Level.HARD, 100)
    HIDDEN_RECTANGLE = _Entry("Hidden rectangle", "0606", Level.HARD, 100)
    AVOIDABLE_RECTANGLE_1 = _Entry("Avoidable rectangle type 1", "0607", Level.HARD, 100)
    AVOIDABLE_RECTANGLE_2 = _Entry("Avoidable rectangle type 2", "0608", Level.HARD, 100)
    UNIQUE_LOOP_1 = _Entry("Unique loop type 1", "", Level.HARD, 120)
    UNIQUE_LOOP_2 = _Entry("Unique loop type 2", "", Level.HARD, 120)
    BUG_PLUS_N = _Entry("BUG+n", "", Level.HARD, 120)
    FINNED_X_WING = _Entry("Finned X-wing", "0310", Level.HARD, 130)
    SASHIMI_X_WING = _Entry("Sashimi X-wing", "0320", Level.HARD, 150)
    FINNED_SWORDFISH = _Entry("Finned swordfish", "0311", Level.UNFAIR, 200)
    SASHIMI_SWORDFISH = _Entry("Sashimi swordfish", "0321", Level.UNFAIR, 240)
    FINNED_JELLYFISH = _Entry("Finned jellyfish", "0312", Level.UNFAIR, 250)
    SASHIMI_JELLYFISH = _Entry("Sashimi jellyfish", "0322", Level.UNFAIR, 260)
    SUE_DE_COQ = _Entry("Sue de Coq", "1101", Level.UNFAIR, 250)
    SIMPLE_COLOURS_TRAP = _Entry("Simple colouring (trap)", "0500", Level.HARD, 150)
    SIMPLE_COLOURS_WRAP = _Entry("Simple colouring (wrap)", "0501", Level.HARD, 150)
    MULTI_COLOURS_1 = _Entry("Multi colouring 1", "0502", Level.HARD, 200)
    MULTI_COLOURS_2 = _Entry("Multi colouring 2", "0503", Level.HARD, 200)
    X_CHAIN = _Entry("X-chain", "0701", Level.UNFAIR, 260)
    XY_CHAIN = _Entry("XY-chain", "0702", Level.UNFAIR, 260)
    CONTINUOUS_NICE_LOOP = _Entry("Continuous nice loop", "0706", Level.UNFAIR, 280)
    DISCONTINUOUS_NICE_LOOP = _Entry("Discontinuous nice loop", "0707", Level.UNFAIR, 280)
    AIC = _Entry("Alternating inference chain", "0708", Level.UNFAIR, 280)
    GROUPED_CONTINUOUS_NICE_LOOP = _Entry("Grouped continuous nice loop", "0709", Level.UNFAIR, 300)
    GROUPED_DISCONTINUOUS_NICE_LOOP = _Entry("Grouped discontinuous nice loop", "0710", Level.UNFAIR, 300)
    GROUPED_AIC = _Entry("Grouped alternating inference chain", "0711", Level.UNFAIR, 300)
    ALS_XZ = _Entry("ALS-XZ", "0901", Level.UNFAIR, 300)
    ALS_XY_WING = _Entry("ALS-XY-wing", "0902", Level.UNFAIR, 320)
    ALS_CHAIN = _Entry("ALS chain", "0903", Level.UNFAIR, 340)
    DEATH_BLOSSOM = _Entry("Death blossom", "0904", Level.UNFAIR, 360)
    ALS_CONTINUOUS_NICE_LOOP = _Entry("ALS nice loop (continuous)", "", Level.UNFAIR, 360)
    ALS_DISCONTINUOUS_NICE_LOOP = _Entry("ALS nice loop (discontinuous)", "", Level.UNFAIR, 360)
    ALS_AIC = _Entry("ALS-AIC", "", Level.UNFAIR, 360)
    NISHIO = _Entry("Nishio", "", Level.EXTREME, 500)
    CELL_FORCING = _Entry("Cell forcing chains", "1302", Level.EXTREME, 500)
    HOUSE_FORCING = _Entry("House forcing chains", "", Level.EXTREME, 500)
    NESTED_FORCING = _Entry("Nested forcing chains", "", Level.EXTREME, 700)

    @property
    def title(self) -> str:
        """The usual name."""
        return self.value.title

    @property
    def option(self) -> str:
        """What options of commands and our own files call it: `x-wing`."""
        return self.name.lower().replace("_", "-")

    @property
    def code(self) -> str:
        """The code in HoDoKu's library of examples; empty where it has none."""
        return self.value.code

    @property
    def level(self) -> Level:
        """How hard it is thought to be."""
        return self.value.level

    @property
    def score(self) -> int:
        """What one step adds to the sum of a puzzle's scores."""
        return self.value.score


def hardest(used: Iterable[Technique]) -> Technique | None:
    """The technique of the highest score among those of the highest level; None if there is none."""
    order = list(Level)
    return max(used, key=lambda one: (order.index(one.level), one.score), default=None)
