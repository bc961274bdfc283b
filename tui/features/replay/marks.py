"""The marks below the bar of a recording: conflicts, restarts and breakpoints."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

import numpy as np
from rich.segment import Segment

from engine.sat.trace.events import EventKind
from engine.sat.trace.trace import Trace
from tui.base.playback_line import columns_of
from tui.draw.cells import Line

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tui.features.replay.scene import ReplayScene


@dataclass(frozen=True)
class SearchMarks:
    """The number of conflicts in each column of the bar, and the columns with restarts."""

    conflicts: Sequence[int]
    restarts: frozenset[int]


MarksByWidth = Callable[[int], SearchMarks]


def search_marks(trace: Trace, width: int) -> SearchMarks:
    """Return the marks of a search for a bar of that width."""
    conflicts, restarts = (
        columns_of(trace.where(kind) + 1, width, len(trace)) for kind in (EventKind.CONFLICT, EventKind.RESTART)
    )
    counts = np.bincount(conflicts, minlength=width)
    return SearchMarks(tuple(counts.tolist()), frozenset(restarts.tolist()))


def mark_row(scene: "ReplayScene", width: int, _height: int) -> list[Line]:
    """Draw the row below the bar; breakpoints hide restarts, which hide conflicts.

    Conflicts are single marks if there are few, else columns whose height shows their number.
    """
    palette, glyphs = scene.palette, scene.glyphs
    marks = (scene.marks or (lambda columns: search_marks(scene.trace, columns)))(width)
    steps, highest = len(glyphs.heights) - 1, max(marks.conflicts, default=0)
    crowded = sum(map(bool, marks.conflicts)) > width // 2
    stops = _columns(scene.stops, width, len(scene.trace))
    line: Line = []
    for column, count in enumerate(marks.conflicts):
        if column in stops:
            line.append(Segment(glyphs.level, palette.warning))
        elif column in marks.restarts:
            line.append(Segment(glyphs.restart, palette.accent))
        elif count:
            line.append(Segment(glyphs.heights[ceil(count * steps / highest)] if crowded else glyphs.up, palette.bad))
        else:
            line.append(Segment(" "))
    return [line]


def _columns(stops: "NDArray[np.integer] | None", width: int, total: int) -> frozenset[int]:
    return frozenset(() if stops is None else columns_of(stops, width, total).tolist())
