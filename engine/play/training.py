"""The path from full house to chains: which techniques are practised on a layout, and which of them comes next."""

from collections.abc import Mapping, Sequence
from datetime import date
from enum import Enum
from types import MappingProxyType

from engine.play.schedule import Practice
from engine.sudoku.layout import Layout
from engine.sudoku.making.levels import possible_techniques
from engine.sudoku.techniques.catalogue import Technique

LAYOUTS = ("single", "x", "double", "samurai")
"""The layouts that drills are made on, by name."""

RARE_ANYWHERE = frozenset({
    Technique.FIREWORKS, Technique.FRANKEN_X_WING, Technique.MUTANT_X_WING, Technique.MUTANT_SWORDFISH,
    Technique.FINNED_MUTANT_X_WING, Technique.SK_LOOP, Technique.JUNIOR_EXOCET, Technique.TRIDAGON,
})  # fmt: skip
"""What few of the hardest puzzles need at all: no drill of these was found on any layout."""

_RARE_FISH = frozenset({
    Technique.FRANKEN_SWORDFISH, Technique.FRANKEN_JELLYFISH, Technique.FINNED_FRANKEN_X_WING,
    Technique.MUTANT_JELLYFISH, Technique.FINNED_MUTANT_SWORDFISH,
})  # fmt: skip
"""Fish in boxes that are the easiest step only where diagonals are houses too."""

NOT_FOR_PEOPLE = frozenset({Technique.CELL_FORCING, Technique.HOUSE_FORCING, Technique.NESTED_FORCING})
"""The path ends before these: nobody looks for them, and a puzzle in which one is the easiest step hardly exists."""

TOO_RARE: Mapping[str, frozenset[Technique]] = MappingProxyType({
    "single": _RARE_FISH | {
        Technique.AVOIDABLE_RECTANGLE_2, Technique.SIMPLE_COLOURS_WRAP, Technique.MULTI_COLOURS_2,
    },
    "x": frozenset({
        Technique.AVOIDABLE_RECTANGLE_2, Technique.UNIQUE_LOOP_2, Technique.UNIQUE_LOOP_3, Technique.UNIQUE_LOOP_4,
        Technique.MULTI_COLOURS_2,
    }),
    "double": _RARE_FISH | {
        Technique.AVOIDABLE_RECTANGLE_2, Technique.SIMPLE_COLOURS_WRAP, Technique.MULTI_COLOURS_2,
    },
    "samurai": _RARE_FISH | {
        Technique.SASHIMI_JELLYFISH, Technique.SIMPLE_COLOURS_WRAP, Technique.MULTI_COLOURS_2,
        Technique.ALS_CONTINUOUS_NICE_LOOP, Technique.FINNED_MUTANT_JELLYFISH,
    },
})  # fmt: skip
"""For each layout the techniques of which `satsudoku drill --to` found none in minutes, in as many grids as the command
at the top of its bank says: nearly wherever they apply an easier one does."""


class Stage(Enum):
    """How far a technique is on the path."""

    NEW = "new"
    DUE = "due"
    PRACTISED = "practised"
    MASTERED = "mastered"


def path(layout: Layout) -> tuple[Technique, ...]:
    """The techniques that are practised on a layout, easiest first."""
    left_out = NOT_FOR_PEOPLE | RARE_ANYWHERE | TOO_RARE.get(layout.name, frozenset())
    return tuple(technique for technique in possible_techniques(layout) if technique not in left_out)


def left_out(layout: Layout) -> tuple[Technique, ...]:
    """The techniques that are too rare on a layout, easiest first."""
    return tuple(technique for technique in Technique if technique in TOO_RARE.get(layout.name, frozenset()))


def stage(practice: Practice, today: date) -> Stage:
    """How far a technique with that practice is."""
    if practice.due is None:
        return Stage.NEW
    if practice.is_due(today):
        return Stage.DUE
    return Stage.MASTERED if practice.is_mastered else Stage.PRACTISED


def comes_next(techniques: Sequence[Technique], practices: Mapping[Technique, Practice], today: date) -> Technique:
    """What is due for longest; else the easiest that is new; else what will be due first."""
    dates = {technique: due for technique in techniques if (due := practices.get(technique, Practice()).due)}
    soonest = min(dates, key=dates.__getitem__, default=None)
    if soonest is not None and dates[soonest] <= today:
        return soonest
    new = next((technique for technique in techniques if technique not in dates), None)
    return new or soonest or techniques[0]
