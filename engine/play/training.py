"""The training path from full house to chains: the techniques practised on a layout, and the next one."""

from collections.abc import Mapping, Sequence
from datetime import date
from enum import Enum
from types import MappingProxyType

from engine.play.schedule import Practice
from engine.sudoku.layout import Layout
from engine.sudoku.making.levels import possible_techniques
from engine.sudoku.techniques.catalogue import Technique

LAYOUTS = ("single", "x", "double", "samurai")
"""The names of the layouts with drills."""

RARE_ANYWHERE = frozenset({
    Technique.MULTI_COLOURS_2, Technique.FRANKEN_X_WING, Technique.MUTANT_X_WING, Technique.FINNED_MUTANT_X_WING,
})  # fmt: skip
"""Techniques without a known drill on any layout.

`tests/engine/sudoku/making/test_no_drills.py` proves that there are none, except for finned mutant X-wings with
diagonals.
"""

_RARE_FISH = frozenset({
    Technique.FRANKEN_SWORDFISH, Technique.FRANKEN_JELLYFISH, Technique.FINNED_FRANKEN_X_WING,
    Technique.MUTANT_SWORDFISH, Technique.MUTANT_JELLYFISH, Technique.FINNED_MUTANT_SWORDFISH,
})  # fmt: skip
"""Franken and mutant fish that are the easiest step only where diagonals are houses too."""

NOT_FOR_PEOPLE = frozenset({Technique.CELL_FORCING, Technique.HOUSE_FORCING, Technique.NESTED_FORCING})
"""Techniques beyond the path: nobody looks for them, and they are hardly ever the easiest step."""

TOO_RARE: Mapping[str, frozenset[Technique]] = MappingProxyType({
    "single": _RARE_FISH,
    "x": frozenset({
        Technique.AVOIDABLE_RECTANGLE_2, Technique.FIREWORKS, Technique.SK_LOOP, Technique.JUNIOR_EXOCET,
        Technique.TRIDAGON,
    }),
    "double": _RARE_FISH,
    "samurai": _RARE_FISH,
})  # fmt: skip
"""Further techniques by layout for which `satsudoku drill --to`, also with `--near`, found no drill within minutes.

Nearly wherever they apply, an easier one does.
"""


class TrainingStage(Enum):
    """The stage of a technique on the path."""

    NEW = "new"
    DUE = "due"
    PRACTISED = "practised"
    MASTERED = "mastered"


def path(layout: Layout) -> tuple[Technique, ...]:
    """The techniques practised on a layout, easiest first."""
    without = NOT_FOR_PEOPLE | set(left_out(layout))
    return tuple(technique for technique in possible_techniques(layout) if technique not in without)


def left_out(layout: Layout) -> tuple[Technique, ...]:
    """The techniques that are too rare on a layout, easiest first."""
    too_rare = RARE_ANYWHERE | TOO_RARE.get(layout.name, frozenset())
    return tuple(technique for technique in Technique if technique in too_rare)


def stage(practice: Practice, today: date) -> TrainingStage:
    """The stage of a technique with this practice."""
    if practice.due is None:
        return TrainingStage.NEW
    if practice.is_due(today):
        return TrainingStage.DUE
    return TrainingStage.MASTERED if practice.is_mastered else TrainingStage.PRACTISED


def comes_next(techniques: Sequence[Technique], practices: Mapping[Technique, Practice], today: date) -> Technique:
    """The technique due longest; else the easiest new one; else the one due first."""
    dates = {technique: due for technique in techniques if (due := practices.get(technique, Practice()).due)}
    soonest = min(dates, key=dates.__getitem__, default=None)
    if soonest is not None and dates[soonest] <= today:
        return soonest
    new = next((technique for technique in techniques if technique not in dates), None)
    return new or soonest or techniques[0]
