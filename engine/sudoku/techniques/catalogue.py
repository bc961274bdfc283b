"""The techniques by name, with what they cost.

The scores and levels are those of HoDoKu 2.2 by Bernhard Hobiger (its standard step configuration), so that ratings
can be compared. What it does not have is scored by us: the cross-grid line, which only overlapping grids have, like a
swordfish; unique loops and BUG+n a little above their smallest cases; chains with almost locked sets, which it counts
among the grouped ones, above chains of such sets alone; fireworks above these; SK loops, exocets and tridagons above
mutant fish; nested forcing like its forcing nets.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from engine.base.language import N_, Sentence, _
from engine.sudoku.techniques import conditions


class Level(Enum):
    """How hard a technique is, in HoDoKu's words."""

    EASY = N_("easy")
    MEDIUM = N_("medium")
    HARD = N_("hard")
    UNFAIR = N_("unfair")
    EXTREME = N_("extreme")

    @property
    def title(self) -> str:
        """What it is called, in the language chosen."""
        return _(self.value)

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
    condition: Sentence | None
    size: Sentence | str = ""


class Technique(Enum):
    """The techniques known here, in the order in which HoDoKu tries them.

    Each has a title, a code in HoDoKu's library of examples ("" for none), a level, a score, and the condition under
    which it eliminates a candidate, with the size in that sentence. Singles and rules have no such sentence.
    """

    FULL_HOUSE = _Entry(N_("Full house"), "0000", Level.EASY, 4, None)
    NAKED_SINGLE = _Entry(N_("Naked single"), "0003", Level.EASY, 4, None)
    HIDDEN_SINGLE = _Entry(N_("Hidden single"), "0002", Level.EASY, 14, None)
    RULE = _Entry(N_("Rule"), "", Level.MEDIUM, 40, None)
    RULE_DIGIT = _Entry(N_("Digit of a cage"), "", Level.MEDIUM, 50, None)
    INNIES_OUTIES = _Entry(N_("Innies and outies"), "", Level.HARD, 100, None)
    KILLER_SUBSET = _Entry(N_("Killer pair or triple"), "", Level.HARD, 110, None)
    RULE_CONFLICT = _Entry(N_("Two rules in a house"), "", Level.HARD, 120, None)
    LOCKED_PAIR = _Entry(N_("Locked pair"), "0110", Level.MEDIUM, 40, conditions.LOCKED_SET, conditions.TWO_CELLS)
    LOCKED_TRIPLE = _Entry(N_("Locked triple"), "0111", Level.MEDIUM, 60, conditions.LOCKED_SET, conditions.THREE_CELLS)
    POINTING = _Entry(N_("Locked candidates (pointing)"), "0100", Level.MEDIUM, 50, conditions.POINTING)
    CLAIMING = _Entry(N_("Locked candidates (claiming)"), "0101", Level.MEDIUM, 50, conditions.CLAIMING)
    NAKED_PAIR = _Entry(N_("Naked pair"), "0200", Level.MEDIUM, 60, conditions.NAKED, conditions.TWO_CELLS)
    NAKED_TRIPLE = _Entry(N_("Naked triple"), "0201", Level.MEDIUM, 80, conditions.NAKED, conditions.THREE_CELLS)
    HIDDEN_PAIR = _Entry(N_("Hidden pair"), "0210", Level.MEDIUM, 70, conditions.HIDDEN, conditions.TWO_CELLS)
    HIDDEN_TRIPLE = _Entry(N_("Hidden triple"), "0211", Level.MEDIUM, 100, conditions.HIDDEN, conditions.THREE_CELLS)
    NAKED_QUADRUPLE = _Entry(N_("Naked quadruple"), "0202", Level.HARD, 120, conditions.NAKED, conditions.FOUR_CELLS)
    HIDDEN_QUADRUPLE = _Entry(N_("Hidden quadruple"), "0212", Level.HARD, 150, conditions.HIDDEN, conditions.FOUR_CELLS)
    X_WING = _Entry(N_("X-wing"), "0300", Level.HARD, 140, conditions.FISH, conditions.TWO_LINES)
    SWORDFISH = _Entry(N_("Swordfish"), "0301", Level.HARD, 150, conditions.FISH, conditions.THREE_LINES)
    JELLYFISH = _Entry(N_("Jellyfish"), "0302", Level.HARD, 160, conditions.FISH, conditions.FOUR_LINES)
    CROSS_GRID_LINE = _Entry(N_("Cross-grid line"), "", Level.HARD, 150, conditions.CROSS_GRID_LINE)
    REMOTE_PAIR = _Entry(N_("Remote pair"), "0703", Level.HARD, 110, conditions.REMOTE_PAIR)
    BUG_PLUS_ONE = _Entry(N_("BUG+1"), "0610", Level.HARD, 100, conditions.BUG_PLUS_ONE)
    SKYSCRAPER = _Entry(N_("Skyscraper"), "0400", Level.HARD, 130, conditions.SKYSCRAPER)
    TWO_STRING_KITE = _Entry(N_("Two-string kite"), "0401", Level.HARD, 150, conditions.TWO_STRING_KITE)
    TURBOT_FISH = _Entry(N_("Turbot fish"), "0403", Level.HARD, 120, conditions.TURBOT_FISH)
    EMPTY_RECTANGLE = _Entry(N_("Empty rectangle"), "0402", Level.HARD, 120, conditions.EMPTY_RECTANGLE)
    W_WING = _Entry(N_("W-wing"), "0803", Level.HARD, 150, conditions.W_WING)
    XY_WING = _Entry(N_("XY-wing"), "0800", Level.HARD, 160, conditions.XY_WING)
    XYZ_WING = _Entry(N_("XYZ-wing"), "0801", Level.HARD, 180, conditions.XYZ_WING)
    UNIQUE_RECTANGLE_1 = _Entry(N_("Unique rectangle type 1"), "0600", Level.HARD, 100, conditions.RECTANGLE)
    UNIQUE_RECTANGLE_2 = _Entry(N_("Unique rectangle type 2"), "0601", Level.HARD, 100, conditions.RECTANGLE)
    UNIQUE_RECTANGLE_3 = _Entry(N_("Unique rectangle type 3"), "0602", Level.HARD, 100, conditions.RECTANGLE)
    UNIQUE_RECTANGLE_4 = _Entry(N_("Unique rectangle type 4"), "0603", Level.HARD, 100, conditions.RECTANGLE)
    UNIQUE_RECTANGLE_5 = _Entry(N_("Unique rectangle type 5"), "0604", Level.HARD, 100, conditions.RECTANGLE)
    UNIQUE_RECTANGLE_6 = _Entry(N_("Unique rectangle type 6"), "0605", Level.HARD, 100, conditions.RECTANGLE)
    HIDDEN_RECTANGLE = _Entry(N_("Hidden rectangle"), "0606", Level.HARD, 100, conditions.RECTANGLE)
    AVOIDABLE_RECTANGLE_1 = _Entry(N_("Avoidable rectangle type 1"), "0607", Level.HARD, 100, conditions.RECTANGLE)
    AVOIDABLE_RECTANGLE_2 = _Entry(N_("Avoidable rectangle type 2"), "0608", Level.HARD, 100, conditions.RECTANGLE)
    UNIQUE_LOOP_1 = _Entry(N_("Unique loop type 1"), "", Level.HARD, 120, conditions.LOOP)
    UNIQUE_LOOP_2 = _Entry(N_("Unique loop type 2"), "", Level.HARD, 120, conditions.LOOP)
    UNIQUE_LOOP_3 = _Entry(N_("Unique loop type 3"), "", Level.HARD, 120, conditions.LOOP)
    UNIQUE_LOOP_4 = _Entry(N_("Unique loop type 4"), "", Level.HARD, 120, conditions.LOOP)
    BUG_PLUS_N = _Entry(N_("BUG+n"), "", Level.HARD, 120, conditions.BUG_PLUS_N)
    FINNED_X_WING = _Entry(N_("Finned X-wing"), "0310", Level.HARD, 130, conditions.FINNED, conditions.TWO_LINES)
    SASHIMI_X_WING = _Entry(N_("Sashimi X-wing"), "0320", Level.HARD, 150, conditions.FINNED, conditions.TWO_LINES)
    FINNED_SWORDFISH = _Entry(
        N_("Finned swordfish"), "0311", Level.UNFAIR, 200, conditions.FINNED, conditions.THREE_LINES
    )
    SASHIMI_SWORDFISH = _Entry(
        N_("Sashimi swordfish"), "0321", Level.UNFAIR, 240, conditions.FINNED, conditions.THREE_LINES
    )
    FINNED_JELLYFISH = _Entry(
        N_("Finned jellyfish"), "0312", Level.UNFAIR, 250, conditions.FINNED, conditions.FOUR_LINES
    )
    SASHIMI_JELLYFISH = _Entry(
        N_("Sashimi jellyfish"), "0322", Level.UNFAIR, 260, conditions.FINNED, conditions.FOUR_LINES
    )
    SUE_DE_COQ = _Entry(N_("Sue de Coq"), "1101", Level.UNFAIR, 250, conditions.SUE_DE_COQ)
    SIMPLE_COLOURS_TRAP = _Entry(N_("Simple colouring (trap)"), "0500", Level.HARD, 150, conditions.SIMPLE_COLOURS_TRAP)
    SIMPLE_COLOURS_WRAP = _Entry(N_("Simple colouring (wrap)"), "0501", Level.HARD, 150, conditions.SIMPLE_COLOURS_WRAP)
    MULTI_COLOURS_1 = _Entry(N_("Multi colouring 1"), "0502", Level.HARD, 200, conditions.MULTI_COLOURS_1)
    MULTI_COLOURS_2 = _Entry(N_("Multi colouring 2"), "0503", Level.HARD, 200, conditions.MULTI_COLOURS_2)
    X_CHAIN = _Entry(N_("X-chain"), "0701", Level.UNFAIR, 260, conditions.CHAIN)
    XY_CHAIN = _Entry(N_("XY-chain"), "0702", Level.UNFAIR, 260, conditions.CHAIN)
    CONTINUOUS_NICE_LOOP = _Entry(N_("Continuous nice loop"), "0706", Level.UNFAIR, 280, conditions.CHAIN)
    DISCONTINUOUS_NICE_LOOP = _Entry(N_("Discontinuous nice loop"), "0707", Level.UNFAIR, 280, conditions.CHAIN)
    AIC = _Entry(N_("Alternating inference chain"), "0708", Level.UNFAIR, 280, conditions.CHAIN)
    GROUPED_CONTINUOUS_NICE_LOOP = _Entry(
        N_("Grouped continuous nice loop"), "0709", Level.UNFAIR, 300, conditions.CHAIN
    )
    GROUPED_DISCONTINUOUS_NICE_LOOP = _Entry(
        N_("Grouped discontinuous nice loop"), "0710", Level.UNFAIR, 300, conditions.CHAIN
    )
    GROUPED_AIC = _Entry(N_("Grouped alternating inference chain"), "0711", Level.UNFAIR, 300, conditions.CHAIN)
    ALS_XZ = _Entry(N_("ALS-XZ"), "0901", Level.UNFAIR, 300, conditions.SETS)
    ALS_XY_WING = _Entry(N_("ALS-XY-wing"), "0902", Level.UNFAIR, 320, conditions.SETS)
    ALS_CHAIN = _Entry(N_("ALS chain"), "0903", Level.UNFAIR, 340, conditions.SETS)
    DEATH_BLOSSOM = _Entry(N_("Death blossom"), "0904", Level.UNFAIR, 360, conditions.DEATH_BLOSSOM)
    ALS_CONTINUOUS_NICE_LOOP = _Entry(N_("ALS nice loop (continuous)"), "", Level.UNFAIR, 360, conditions.CHAIN)
    ALS_DISCONTINUOUS_NICE_LOOP = _Entry(N_("ALS nice loop (discontinuous)"), "", Level.UNFAIR, 360, conditions.CHAIN)
    ALS_AIC = _Entry(N_("ALS-AIC"), "", Level.UNFAIR, 360, conditions.CHAIN)
    FIREWORKS = _Entry(N_("Fireworks"), "", Level.UNFAIR, 380, conditions.FIREWORKS)
    FRANKEN_X_WING = _Entry(N_("Franken X-wing"), "0330", Level.UNFAIR, 300, conditions.COMPLEX, conditions.TWO_HOUSES)
    FRANKEN_SWORDFISH = _Entry(
        N_("Franken swordfish"), "0331", Level.UNFAIR, 350, conditions.COMPLEX, conditions.THREE_HOUSES
    )
    FRANKEN_JELLYFISH = _Entry(
        N_("Franken jellyfish"), "0332", Level.UNFAIR, 370, conditions.COMPLEX, conditions.FOUR_HOUSES
    )
    FINNED_FRANKEN_X_WING = _Entry(
        N_("Finned Franken X-wing"), "0340", Level.UNFAIR, 390, conditions.COMPLEX, conditions.TWO_HOUSES
    )
    FINNED_FRANKEN_SWORDFISH = _Entry(
        N_("Finned Franken swordfish"), "0341", Level.UNFAIR, 410, conditions.COMPLEX, conditions.THREE_HOUSES
    )
    FINNED_FRANKEN_JELLYFISH = _Entry(
        N_("Finned Franken jellyfish"), "0342", Level.UNFAIR, 430, conditions.COMPLEX, conditions.FOUR_HOUSES
    )
    MUTANT_X_WING = _Entry(N_("Mutant X-wing"), "0350", Level.EXTREME, 450, conditions.COMPLEX, conditions.TWO_HOUSES)
    MUTANT_SWORDFISH = _Entry(
        N_("Mutant swordfish"), "0351", Level.EXTREME, 450, conditions.COMPLEX, conditions.THREE_HOUSES
    )
    MUTANT_JELLYFISH = _Entry(
        N_("Mutant jellyfish"), "0352", Level.EXTREME, 450, conditions.COMPLEX, conditions.FOUR_HOUSES
    )
    FINNED_MUTANT_X_WING = _Entry(
        N_("Finned mutant X-wing"), "0360", Level.EXTREME, 470, conditions.COMPLEX, conditions.TWO_HOUSES
    )
    FINNED_MUTANT_SWORDFISH = _Entry(
        N_("Finned mutant swordfish"), "0361", Level.EXTREME, 470, conditions.COMPLEX, conditions.THREE_HOUSES
    )
    FINNED_MUTANT_JELLYFISH = _Entry(
        N_("Finned mutant jellyfish"), "0362", Level.EXTREME, 470, conditions.COMPLEX, conditions.FOUR_HOUSES
    )
    SK_LOOP = _Entry(N_("SK loop"), "", Level.EXTREME, 480, conditions.SK_LOOP)
    JUNIOR_EXOCET = _Entry(N_("Junior exocet"), "", Level.EXTREME, 480, conditions.JUNIOR_EXOCET)
    TRIDAGON = _Entry(N_("Tridagon"), "", Level.EXTREME, 480, conditions.TRIDAGON)
    NISHIO = _Entry(N_("Nishio"), "", Level.EXTREME, 500, conditions.NISHIO)
    CELL_FORCING = _Entry(N_("Cell forcing chains"), "1302", Level.EXTREME, 500, conditions.CELL_FORCING)
    HOUSE_FORCING = _Entry(N_("House forcing chains"), "", Level.EXTREME, 500, conditions.HOUSE_FORCING)
    NESTED_FORCING = _Entry(N_("Nested forcing chains"), "", Level.EXTREME, 700, conditions.NESTED_FORCING)

    @property
    def title(self) -> str:
        """The usual name, in the language chosen."""
        return _(self.value.title)

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

    def condition(self, cell: str, digit: str) -> str:
        """When it eliminates a candidate, as a sentence on this one; empty for singles and rules."""
        sentence = self.value.condition
        return sentence.format(cell=cell, digit=digit, size=self.value.size) if sentence else ""


def hardest(techniques: Iterable[Technique]) -> Technique | None:
    """The technique of the highest score among those of the highest level; None if there is none.

    Of several of one score it is the one that is tried last.
    """
    return max(techniques, key=_HARDNESS.__getitem__, default=None)


_HARDNESS = {
    technique: (list(Level).index(technique.level), technique.score, place)
    for place, technique in enumerate(Technique)
}
