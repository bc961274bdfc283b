"""The catalogue of techniques: for each its name, level, scores, and the condition under which it eliminates.

Scores and levels are those of HoDoKu 2.2 by Bernhard Hobiger (its standard step configuration), so that ratings can be
compared. We score techniques that HoDoKu does not have: the cross-grid line, which needs overlapping grids, like a
swordfish; unique loops and BUG+n slightly more than their smallest cases; chains with almost locked sets, which HoDoKu
counts as grouped chains, more than chains of such sets alone; fireworks more than these; SK loops, exocets and
tridagons more than mutant fish; nested forcing like HoDoKu's forcing nets.

The finder of a technique registers itself (see `engine.sudoku.techniques.finder`), and its sentences are in its file.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from engine.base.language import N_, Sentence
from engine.base.language import _ as gettext
from engine.base.language import lazy_gettext as _


class Level(Enum):
    """The difficulty of a technique, in HoDoKu's words."""

    EASY = N_("easy")
    MEDIUM = N_("medium")
    HARD = N_("hard")
    UNFAIR = N_("unfair")
    EXTREME = N_("extreme")

    @property
    def title(self) -> str:
        """The word for the level, in the current language."""
        return gettext(self.value)

    def is_above(self, other: "Level") -> bool:
        """Whether the level is harder than another."""
        order = list(Level)
        return order.index(self) > order.index(other)


class Premise(Enum):
    """A condition of a technique in addition to the rules of the puzzle."""

    RULES = "rules"
    ONE_SOLUTION = "one solution"
    """The puzzle has one solution; nested forcing does not need that, but takes very long in other puzzles."""
    EXCHANGE = "exchange"
    """The puzzle has one solution and excludes no candidates itself; the argument exchanges digits in some cells."""


class Estimate(Enum):
    """The part of a technique in the quick estimate of a puzzle's hardness (`making.variation`)."""

    COMMON = "common"
    """Tried first; other techniques rarely get far after these."""
    CHAIN = "chain"
    """Tried next; with these, nearly every puzzle below extreme is solved."""


ANY_LAYOUT = frozenset({"*"})
"""Stands for all layouts in `rare_on`."""

_SAMURAI, _OVERLAPS, _NOT_SINGLE = (
    frozenset(names.split()) for names in ("samurai", "samurai double", "samurai double x")
)

_WITHOUT_DIAGONALS = frozenset({"single", "double", "samurai"})
"""Layouts whose houses are only rows, columns and boxes."""


@dataclass(frozen=True)
class TechniqueDescription:
    """Everything about a technique.

    - `condition`: the sentence on when it eliminates a candidate, with `{cell}` and `{digit}` of the candidate, and
      `{size}`, the number of cells, lines or houses. Singles and rules have none.
    - `code`: its code in HoDoKu's library of examples; "" if it has none.
    - `explainer`: its number on the scales of Sudoku Explainer and Sukaku Explainer, for chains plus their length;
      `sukaku`: its number on the second scale if that differs; `direct`: its number if it leaves a digit one place.
      `engine.sudoku.techniques.explainer` has the numbers that depend on the step.
    - `estimate`: its part in estimating hardness; None for none.
    - `practised`: whether people practise it. `rare_on`: the names of the layouts for which
      `satsudoku drill --to`, also with `--near`, found no drill within minutes, because an easier technique applies
      nearly everywhere; for a step by rules, those on which a drill takes more than some seconds. `drill_mix`: the
      mix of rules (`engine.sudoku.making.rule_mixes`) in whose puzzles it is common as long as no rule is removed; ""
      if every mix will do. `overlap`: it needs overlapping grids.
    - `last_resort`: it eliminates nearly every false candidate, so it is useful only if nothing else applies.
    - `look`: the sentence of a hint that names the technique and `{house}` but not the digit; only for singles.
    """

    title: Sentence
    level: Level
    score: int
    condition: Sentence | None = None
    size: Sentence | str = ""
    code: str = ""
    explainer: float | None = None
    sukaku: float | None = None
    direct: float | None = None
    premise: Premise = Premise.RULES
    estimate: Estimate | None = None
    practised: bool = True
    rare_on: frozenset[str] = frozenset()
    drill_mix: str = ""
    overlap: bool = False
    last_resort: bool = False
    look: Sentence | None = None


_LOCKED_SET = _(
    "To lose {digit} by a locked set, {cell} must see all of {size} that lie in two houses at once and have just as "
    "many candidates between them, including {digit}."
)
_NAKED = _(
    "To lose {digit}, {cell} must share a house with {size} that have just as many candidates between them, including "
    "{digit}."
)
_HIDDEN = _(
    "To lose {digit}, {cell} must be one of {size} that are the only places in a house for as many other digits; "
    "{digit} is not one of these."
)
_FISH = _(
    "To lose {digit}, {cell} must lie in one of {size} (rows or columns) that hold all places for {digit} of as many "
    "lines across them; {cell} itself must be in none of those."
)
_FINNED = _(
    "To lose {digit}, {cell} must lie in one of {size} (rows or columns) that hold, but for the fins, all places for "
    "{digit} of as many lines across them; and {cell} must see all the fins."
)
_COMPLEX = _(
    "To lose {digit}, {cell} must lie in one of {size} that hold, but for the fins, all places for {digit} of as "
    "many houses in which it is not; and {cell} must see all the fins."
)
_RECTANGLE = _(
    "To lose {digit}, {cell} must be a corner of a rectangle in two rows, two columns and two boxes, or see "
    "its corners, and only that candidate must keep two digits from filling all four corners."
)
_LOOP = _(
    "To lose {digit}, {cell} must be on a loop of six or more cells with two digits in common, or see the "
    "cells of it that have another candidate."
)
_CHAIN = _(
    "To lose {digit}, {cell} must see, or share a cell with, both ends of a chain of which one is true in any case; "
    "no such chain of this kind ends there."
)
_SETS = _(
    "To lose {digit}, {cell} must see all places for {digit} in the almost locked sets at both ends, of which one "
    "must hold it; no such sets are linked there."
)
_TWO_CELLS = _("two cells")
_THREE_CELLS = _("three cells")
_FOUR_CELLS = _("four cells")
_TWO_LINES = _("two lines")
_THREE_LINES = _("three lines")
_FOUR_LINES = _("four lines")
_TWO_HOUSES = _("two houses")
_THREE_HOUSES = _("three houses")
_FOUR_HOUSES = _("four houses")


class Technique(Enum):
    """The techniques, in the order in which HoDoKu tries them; the value of each is its description."""

    __hash__ = object.__hash__  # a member is equal to itself alone, and that of Enum is plain Python

    # fmt: off
    FULL_HOUSE = TechniqueDescription(
        _("Full house"), Level.EASY, 4, code="0000", explainer=1.0, look=_("Full house: {house} has one empty cell.")
    )
    NAKED_SINGLE = TechniqueDescription(
        _("Naked single"), Level.EASY, 4, code="0003", explainer=2.3, estimate=Estimate.COMMON,
        look=_("Naked single: a cell of {house} can only hold one digit."),
    )
    HIDDEN_SINGLE = TechniqueDescription(
        _("Hidden single"), Level.EASY, 14, code="0002", estimate=Estimate.COMMON,
        look=_("Hidden single: one digit has only one place left in {house}."),
    )
    RULE = TechniqueDescription(_("Rule"), Level.MEDIUM, 40, rare_on=_SAMURAI)
    RULE_DIGIT = TechniqueDescription(_("Digit of a cage"), Level.MEDIUM, 50, rare_on=_SAMURAI)
    INNIES_OUTIES = TechniqueDescription(_("Innies and outies"), Level.HARD, 100, rare_on=_OVERLAPS)
    KILLER_SUBSET = TechniqueDescription(
        _("Killer pair or triple"), Level.HARD, 110, rare_on=_NOT_SINGLE, drill_mix="mixed"
    )
    RULE_CONFLICT = TechniqueDescription(
        _("Two rules in a house"), Level.HARD, 120, rare_on=_NOT_SINGLE, drill_mix="mixed"
    )
    LOCKED_PAIR = TechniqueDescription(
        _("Locked pair"), Level.MEDIUM, 40, _LOCKED_SET, size=_TWO_CELLS, code="0110", explainer=3.0
    )
    LOCKED_TRIPLE = TechniqueDescription(
        _("Locked triple"), Level.MEDIUM, 60, _LOCKED_SET, size=_THREE_CELLS, code="0111", explainer=3.6
    )
    POINTING = TechniqueDescription(
        _("Locked candidates (pointing)"), Level.MEDIUM, 50,
        _("To lose {digit}, {cell} must share a row or column with all places for {digit} of a box in which it is "
          "not."),
        code="0100", direct=1.7, explainer=2.6, estimate=Estimate.COMMON,
    )
    CLAIMING = TechniqueDescription(
        _("Locked candidates (claiming)"), Level.MEDIUM, 50,
        _("To lose {digit}, {cell} must share a house with all places for {digit} of a row or column in which it is "
          "not."),
        code="0101", direct=1.9, explainer=2.8, estimate=Estimate.COMMON,
    )
    NAKED_PAIR = TechniqueDescription(
        _("Naked pair"), Level.MEDIUM, 60, _NAKED, size=_TWO_CELLS, code="0200", explainer=3.0,
        estimate=Estimate.COMMON,
    )
    NAKED_TRIPLE = TechniqueDescription(
        _("Naked triple"), Level.MEDIUM, 80, _NAKED, size=_THREE_CELLS, code="0201", explainer=3.6,
        estimate=Estimate.COMMON,
    )
    HIDDEN_PAIR = TechniqueDescription(
        _("Hidden pair"), Level.MEDIUM, 70, _HIDDEN, size=_TWO_CELLS, code="0210", direct=2.0, explainer=3.4,
        estimate=Estimate.COMMON,
    )
    HIDDEN_TRIPLE = TechniqueDescription(
        _("Hidden triple"), Level.MEDIUM, 100, _HIDDEN, size=_THREE_CELLS, code="0211", direct=2.5, explainer=4.0
    )
    NAKED_QUADRUPLE = TechniqueDescription(
        _("Naked quadruple"), Level.HARD, 120, _NAKED, size=_FOUR_CELLS, code="0202", explainer=5.0
    )
    HIDDEN_QUADRUPLE = TechniqueDescription(
        _("Hidden quadruple"), Level.HARD, 150, _HIDDEN, size=_FOUR_CELLS, code="0212", explainer=5.4
    )
    X_WING = TechniqueDescription(
        _("X-wing"), Level.HARD, 140, _FISH, size=_TWO_LINES, code="0300", explainer=3.2, estimate=Estimate.COMMON
    )
    SWORDFISH = TechniqueDescription(
        _("Swordfish"), Level.HARD, 150, _FISH, size=_THREE_LINES, code="0301", explainer=3.8
    )
    JELLYFISH = TechniqueDescription(
        _("Jellyfish"), Level.HARD, 160, _FISH, size=_FOUR_LINES, code="0302", explainer=5.2
    )
    CROSS_GRID_LINE = TechniqueDescription(
        _("Cross-grid line"), Level.HARD, 150,
        _("To lose {digit}, {cell} must lie in a line that runs through a shared box, outside that box; the rest of the"
          " same line in the other grid must need that place for other digits, or hold no {digit}."),
        overlap=True,
    )
    REMOTE_PAIR = TechniqueDescription(
        _("Remote pair"), Level.HARD, 110,
        _("To lose {digit}, {cell} must see both ends of a chain of four or more cells with the same two candidates, "
          "including {digit}, with an odd number of links between the ends."),
        code="0703",
    )
    BUG_PLUS_ONE = TechniqueDescription(
        _("BUG+1"), Level.HARD, 100,
        _("One empty cell has three candidates and all others two: only that cell loses candidates, all but the one "
          "that has three places in its houses."),
        code="0610", explainer=5.6, premise=Premise.ONE_SOLUTION,
    )
    SKYSCRAPER = TechniqueDescription(
        _("Skyscraper"), Level.HARD, 130,
        _("To lose {digit}, {cell} must see the far ends of two parallel lines with two places for {digit} each, whose "
          "near ends share a line."),
        code="0400", explainer=6.6, sukaku=4.0, estimate=Estimate.COMMON,
    )
    TWO_STRING_KITE = TechniqueDescription(
        _("Two-string kite"), Level.HARD, 150,
        _("To lose {digit}, {cell} must see the far ends of a row and a column with two places for {digit} each, whose "
          "near ends share a box."),
        code="0401", explainer=6.6, sukaku=4.1, estimate=Estimate.COMMON,
    )
    TURBOT_FISH = TechniqueDescription(
        _("Turbot fish"), Level.HARD, 120,
        _("To lose {digit}, {cell} must see the far ends of two houses with two places for {digit} each, whose near "
          "ends see each other."),
        code="0403", explainer=6.6, sukaku=4.2, estimate=Estimate.COMMON,
    )
    EMPTY_RECTANGLE = TechniqueDescription(
        _("Empty rectangle"), Level.HARD, 120,
        _("To lose {digit}, {cell} must see the far end of a line with two places for {digit}, and lie in a line "
          "through a box whose places for {digit} make a cross with the line of the near end."),
        code="0402", sukaku=4.3,
    )
    W_WING = TechniqueDescription(
        _("W-wing"), Level.HARD, 150,
        _("To lose {digit}, {cell} must see two cells with the same two candidates, including {digit}, that see the "
          "two places of their other digit in some house."),
        code="0803", estimate=Estimate.COMMON,
    )
    XY_WING = TechniqueDescription(
        _("XY-wing"), Level.HARD, 160,
        _("To lose {digit}, {cell} must see two cells of two candidates that share {digit}, whose other candidates are "
          "the two of a cell that sees both."),
        code="0800", explainer=4.2, estimate=Estimate.COMMON,
    )
    XYZ_WING = TechniqueDescription(
        _("XYZ-wing"), Level.HARD, 180,
        _("To lose {digit}, {cell} must see a cell of three candidates, including {digit}, and two cells seen by that "
          "one that hold {digit} and one of its others each."),
        code="0801", explainer=4.4,
    )
    UNIQUE_RECTANGLE_1 = TechniqueDescription(
        _("Unique rectangle type 1"), Level.HARD, 100, _RECTANGLE, code="0600", explainer=4.5,
        premise=Premise.EXCHANGE,
    )
    UNIQUE_RECTANGLE_2 = TechniqueDescription(
        _("Unique rectangle type 2"), Level.HARD, 100, _RECTANGLE, code="0601", explainer=4.5,
        premise=Premise.EXCHANGE,
    )
    UNIQUE_RECTANGLE_3 = TechniqueDescription(
        _("Unique rectangle type 3"), Level.HARD, 100, _RECTANGLE, code="0602", explainer=4.5,
        premise=Premise.EXCHANGE,
    )
    UNIQUE_RECTANGLE_4 = TechniqueDescription(
        _("Unique rectangle type 4"), Level.HARD, 100, _RECTANGLE, code="0603", explainer=4.5,
        premise=Premise.EXCHANGE,
    )
    UNIQUE_RECTANGLE_5 = TechniqueDescription(
        _("Unique rectangle type 5"), Level.HARD, 100, _RECTANGLE, code="0604", premise=Premise.EXCHANGE
    )
    UNIQUE_RECTANGLE_6 = TechniqueDescription(
        _("Unique rectangle type 6"), Level.HARD, 100, _RECTANGLE, code="0605", premise=Premise.EXCHANGE
    )
    HIDDEN_RECTANGLE = TechniqueDescription(
        _("Hidden rectangle"), Level.HARD, 100, _RECTANGLE, code="0606", premise=Premise.EXCHANGE
    )
    AVOIDABLE_RECTANGLE_1 = TechniqueDescription(
        _("Avoidable rectangle type 1"), Level.HARD, 100, _RECTANGLE, code="0607", premise=Premise.EXCHANGE
    )
    AVOIDABLE_RECTANGLE_2 = TechniqueDescription(
        _("Avoidable rectangle type 2"), Level.HARD, 100, _RECTANGLE, code="0608", premise=Premise.EXCHANGE,
        rare_on=frozenset({"x"}),
    )
    UNIQUE_LOOP_1 = TechniqueDescription(
        _("Unique loop type 1"), Level.HARD, 120, _LOOP, explainer=4.6, premise=Premise.EXCHANGE
    )
    UNIQUE_LOOP_2 = TechniqueDescription(
        _("Unique loop type 2"), Level.HARD, 120, _LOOP, explainer=4.6, premise=Premise.EXCHANGE
    )
    UNIQUE_LOOP_3 = TechniqueDescription(
        _("Unique loop type 3"), Level.HARD, 120, _LOOP, explainer=4.6, premise=Premise.EXCHANGE
    )
    UNIQUE_LOOP_4 = TechniqueDescription(
        _("Unique loop type 4"), Level.HARD, 120, _LOOP, explainer=4.6, premise=Premise.EXCHANGE
    )
    BUG_PLUS_N = TechniqueDescription(
        _("BUG+n"), Level.HARD, 120,
        _("A few cells have more than two candidates; to lose {digit}, {cell} must contradict each of the candidates "
          "without which every cell had two."),
        explainer=5.7, premise=Premise.ONE_SOLUTION,
    )
    FINNED_X_WING = TechniqueDescription(_("Finned X-wing"), Level.HARD, 130, _FINNED, size=_TWO_LINES, code="0310")
    SASHIMI_X_WING = TechniqueDescription(_("Sashimi X-wing"), Level.HARD, 150, _FINNED, size=_TWO_LINES, code="0320")
    FINNED_SWORDFISH = TechniqueDescription(
        _("Finned swordfish"), Level.UNFAIR, 200, _FINNED, size=_THREE_LINES, code="0311"
    )
    SASHIMI_SWORDFISH = TechniqueDescription(
        _("Sashimi swordfish"), Level.UNFAIR, 240, _FINNED, size=_THREE_LINES, code="0321"
    )
    FINNED_JELLYFISH = TechniqueDescription(
        _("Finned jellyfish"), Level.UNFAIR, 250, _FINNED, size=_FOUR_LINES, code="0312"
    )
    SASHIMI_JELLYFISH = TechniqueDescription(
        _("Sashimi jellyfish"), Level.UNFAIR, 260, _FINNED, size=_FOUR_LINES, code="0322"
    )
    SUE_DE_COQ = TechniqueDescription(
        _("Sue de Coq"), Level.UNFAIR, 250,
        _("To lose {digit}, {cell} must lie in a line or box whose meeting with the other, together with a set in each,"
          " has room for just its candidates, including {digit}."),
        code="1101",
    )
    SIMPLE_COLOURS_TRAP = TechniqueDescription(
        _("Simple colouring (trap)"), Level.HARD, 150,
        _("To lose {digit}, {cell} must see places of both colours, joined by houses with two places for {digit}."),
        code="0500",
    )
    SIMPLE_COLOURS_WRAP = TechniqueDescription(
        _("Simple colouring (wrap)"), Level.HARD, 150,
        _("To lose {digit}, {cell} must itself have a colour of which two places see each other; the places are joined "
          "by houses with two of them."),
        code="0501",
    )
    MULTI_COLOURS_1 = TechniqueDescription(
        _("Multi colouring 1"), Level.HARD, 200,
        _("To lose {digit}, {cell} must see the colours of two clusters whose other colours see each other."),
        code="0502",
    )
    MULTI_COLOURS_2 = TechniqueDescription(
        _("Multi colouring 2"), Level.HARD, 200,
        _("To lose {digit}, {cell} must have, or see, a colour that sees both colours of another cluster."),
        code="0503", rare_on=ANY_LAYOUT,
    )
    X_CHAIN = TechniqueDescription(_("X-chain"), Level.UNFAIR, 260, _CHAIN, code="0701")
    XY_CHAIN = TechniqueDescription(_("XY-chain"), Level.UNFAIR, 260, _CHAIN, code="0702")
    CONTINUOUS_NICE_LOOP = TechniqueDescription(
        _("Continuous nice loop"), Level.UNFAIR, 280, _CHAIN, code="0706", estimate=Estimate.CHAIN
    )
    DISCONTINUOUS_NICE_LOOP = TechniqueDescription(_("Discontinuous nice loop"), Level.UNFAIR, 280, _CHAIN, code="0707")
    AIC = TechniqueDescription(_("Alternating inference chain"), Level.UNFAIR, 280, _CHAIN, code="0708")
    RULE_CHAIN = TechniqueDescription(_("Chain through rules"), Level.UNFAIR, 280, rare_on=_OVERLAPS)
    GROUPED_CONTINUOUS_NICE_LOOP = TechniqueDescription(
        _("Grouped continuous nice loop"), Level.UNFAIR, 300, _CHAIN, code="0709", estimate=Estimate.CHAIN
    )
    GROUPED_DISCONTINUOUS_NICE_LOOP = TechniqueDescription(
        _("Grouped discontinuous nice loop"), Level.UNFAIR, 300, _CHAIN, code="0710"
    )
    GROUPED_AIC = TechniqueDescription(_("Grouped alternating inference chain"), Level.UNFAIR, 300, _CHAIN, code="0711")
    ALS_XZ = TechniqueDescription(_("ALS-XZ"), Level.UNFAIR, 300, _SETS, code="0901", estimate=Estimate.CHAIN)
    ALS_XY_WING = TechniqueDescription(_("ALS-XY-wing"), Level.UNFAIR, 320, _SETS, code="0902")
    ALS_CHAIN = TechniqueDescription(_("ALS chain"), Level.UNFAIR, 340, _SETS, code="0903")
    DEATH_BLOSSOM = TechniqueDescription(
        _("Death blossom"), Level.UNFAIR, 360,
        _("To lose {digit}, {cell} must see all places for {digit} in almost locked sets, one for each candidate of a "
          "cell, each of which that candidate would lock."),
        code="0904",
    )
    ALS_CONTINUOUS_NICE_LOOP = TechniqueDescription(
        _("ALS nice loop (continuous)"), Level.UNFAIR, 360, _CHAIN, estimate=Estimate.CHAIN
    )
    ALS_DISCONTINUOUS_NICE_LOOP = TechniqueDescription(_("ALS nice loop (discontinuous)"), Level.UNFAIR, 360, _CHAIN)
    ALS_AIC = TechniqueDescription(_("ALS-AIC"), Level.UNFAIR, 360, _CHAIN)
    FIREWORKS = TechniqueDescription(
        _("Fireworks"), Level.UNFAIR, 380,
        _("To lose {digit}, {cell} must be where two lines cross, or the one place outside a box that one of them has "
          "for other digits; as many of these as there are such cells must fill them."),
        rare_on=frozenset({"x"}),
    )
    FRANKEN_X_WING = TechniqueDescription(
        _("Franken X-wing"), Level.UNFAIR, 300, _COMPLEX, size=_TWO_HOUSES, code="0330", rare_on=ANY_LAYOUT
    )
    FRANKEN_SWORDFISH = TechniqueDescription(
        _("Franken swordfish"), Level.UNFAIR, 350, _COMPLEX, size=_THREE_HOUSES, code="0331",
        rare_on=_WITHOUT_DIAGONALS,
    )
    FRANKEN_JELLYFISH = TechniqueDescription(
        _("Franken jellyfish"), Level.UNFAIR, 370, _COMPLEX, size=_FOUR_HOUSES, code="0332", rare_on=_WITHOUT_DIAGONALS
    )
    FINNED_FRANKEN_X_WING = TechniqueDescription(
        _("Finned Franken X-wing"), Level.UNFAIR, 390, _COMPLEX, size=_TWO_HOUSES, code="0340",
        rare_on=_WITHOUT_DIAGONALS,
    )
    FINNED_FRANKEN_SWORDFISH = TechniqueDescription(
        _("Finned Franken swordfish"), Level.UNFAIR, 410, _COMPLEX, size=_THREE_HOUSES, code="0341"
    )
    FINNED_FRANKEN_JELLYFISH = TechniqueDescription(
        _("Finned Franken jellyfish"), Level.UNFAIR, 430, _COMPLEX, size=_FOUR_HOUSES, code="0342"
    )
    MUTANT_X_WING = TechniqueDescription(
        _("Mutant X-wing"), Level.EXTREME, 450, _COMPLEX, size=_TWO_HOUSES, code="0350", rare_on=ANY_LAYOUT
    )
    MUTANT_SWORDFISH = TechniqueDescription(
        _("Mutant swordfish"), Level.EXTREME, 450, _COMPLEX, size=_THREE_HOUSES, code="0351",
        rare_on=_WITHOUT_DIAGONALS,
    )
    MUTANT_JELLYFISH = TechniqueDescription(
        _("Mutant jellyfish"), Level.EXTREME, 450, _COMPLEX, size=_FOUR_HOUSES, code="0352", rare_on=_WITHOUT_DIAGONALS
    )
    FINNED_MUTANT_X_WING = TechniqueDescription(
        _("Finned mutant X-wing"), Level.EXTREME, 470, _COMPLEX, size=_TWO_HOUSES, code="0360", rare_on=ANY_LAYOUT
    )
    FINNED_MUTANT_SWORDFISH = TechniqueDescription(
        _("Finned mutant swordfish"), Level.EXTREME, 470, _COMPLEX, size=_THREE_HOUSES, code="0361",
        rare_on=_WITHOUT_DIAGONALS,
    )
    FINNED_MUTANT_JELLYFISH = TechniqueDescription(
        _("Finned mutant jellyfish"), Level.EXTREME, 470, _COMPLEX, size=_FOUR_HOUSES, code="0362"
    )
    SK_LOOP = TechniqueDescription(
        _("SK loop"), Level.EXTREME, 480,
        _("To lose {digit}, {cell} must lie in a line or box of a ring of four boxes whose cells, without the corners, "
          "have room for exactly as many digits as there are cells, including {digit}."),
        rare_on=frozenset({"x"}),
    )
    JUNIOR_EXOCET = TechniqueDescription(
        _("Junior exocet"), Level.EXTREME, 480,
        _("To lose {digit}, {cell} must be a target of an exocet whose base can't hold {digit}, or a cell of the base "
          "where no target can hold it."),
        rare_on=frozenset({"x"}),
    )
    TRIDAGON = TechniqueDescription(
        _("Tridagon"), Level.EXTREME, 480,
        _("To lose {digit}, {cell} must contradict every candidate that keeps twelve cells of four boxes from holding "
          "just three digits."),
        rare_on=frozenset({"x"}),
    )
    NISHIO = TechniqueDescription(
        _("Nishio"), Level.EXTREME, 500,
        _("If {cell} were {digit}, singles alone would lead to no contradiction, so they don't eliminate it."),
        explainer=8.5,
    )
    CELL_FORCING = TechniqueDescription(
        _("Cell forcing chains"), Level.EXTREME, 500,
        _("There is no cell whose candidates all lead, by singles, to {cell} not being {digit}."),
        code="1302", explainer=8.0, practised=False,
    )
    HOUSE_FORCING = TechniqueDescription(
        _("House forcing chains"), Level.EXTREME, 500,
        _("There is no digit in a house whose places all lead, by singles, to {cell} not being {digit}."),
        explainer=8.0, practised=False,
    )
    NESTED_FORCING = TechniqueDescription(
        _("Nested forcing chains"), Level.EXTREME, 700,
        _("If {cell} were {digit}, assumptions within that one would lead to no contradiction."), explainer=9.5,
        premise=Premise.ONE_SOLUTION, practised=False, last_resort=True,
    )
    # fmt: on

    @property
    def title(self) -> str:
        """The usual name, in the current language."""
        return str(self.value.title)

    @property
    def option(self) -> str:
        """The name in options of commands and in our own files: `x-wing`."""
        return self.name.lower().replace("_", "-")

    @property
    def code(self) -> str:
        """The code in HoDoKu's library of examples; "" if it has none."""
        return self.value.code

    @property
    def level(self) -> Level:
        """The difficulty."""
        return self.value.level

    @property
    def score(self) -> int:
        """The amount that one step adds to the score of a puzzle."""
        return self.value.score

    def condition(self, cell: str, digit: str) -> str:
        """The condition under which the technique eliminates a candidate; "" for singles and rules."""
        sentence = self.value.condition
        return sentence.format(cell=cell, digit=digit, size=self.value.size) if sentence else ""


def hardest(techniques: Iterable[Technique]) -> Technique | None:
    """The technique of the highest score among those of the highest level; None if there is none.

    If several have this score, it is the one tried last.
    """
    return max(techniques, key=_HARDNESS.__getitem__, default=None)


PLACES = {technique: place for place, technique in enumerate(Technique)}
"""The place of each technique in the catalogue, which is the order in which techniques are tried."""

_HARDNESS = {
    technique: (list(Level).index(technique.level), technique.score, place) for technique, place in PLACES.items()
}
"""A key that is higher for harder techniques."""
