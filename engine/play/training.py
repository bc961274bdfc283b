"""The training path from full house to chains: the techniques practised on a layout, and the next one."""

from collections.abc import Mapping, Sequence
from datetime import date
from enum import Enum

from engine.play.schedule import Practice
from engine.sudoku.layout import Layout
from engine.sudoku.making.levels import drill_techniques
from engine.sudoku.techniques.catalogue import ANY_LAYOUT, Technique

DRILL_LAYOUTS = ("single", "x", "double", "samurai")
"""The names of the layouts with drills."""


class TrainingStage(Enum):
    """The stage of a technique on the training path."""

    NEW = "new"
    DUE = "due"
    PRACTISED = "practised"
    MASTERED = "mastered"


def training_path(layout: Layout) -> tuple[Technique, ...]:
    """The techniques practised on a layout, easiest first, those of rules last."""
    rare = rare_techniques(layout)
    return tuple(
        technique for technique in drill_techniques(layout) if technique.value.practised and technique not in rare
    )


def rare_techniques(layout: Layout) -> tuple[Technique, ...]:
    """The techniques that are too rare on a layout, easiest first."""
    return tuple(technique for technique in Technique if technique.value.rare_on & {layout.name, *ANY_LAYOUT})


def stage(practice: Practice, today: date) -> TrainingStage:
    """The stage of a technique with this practice."""
    if practice.due is None:
        return TrainingStage.NEW
    if practice.is_due(today):
        return TrainingStage.DUE
    return TrainingStage.MASTERED if practice.is_mastered else TrainingStage.PRACTISED


def next_technique(techniques: Sequence[Technique], practices: Mapping[Technique, Practice], today: date) -> Technique:
    """The technique that has been due longest; if none is due, the easiest new one; else the one due soonest."""
    dates = {technique: due for technique in techniques if (due := practices.get(technique, Practice()).due)}
    soonest = min(dates, key=dates.__getitem__, default=None)
    if soonest is not None and dates[soonest] <= today:
        return soonest
    new_technique = next((technique for technique in techniques if technique not in dates), None)
    return new_technique or soonest or techniques[0]
