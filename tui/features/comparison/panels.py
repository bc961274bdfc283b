"""Panels of a comparison: the work of two searches, and their depths on one axis."""

from dataclasses import dataclass
from functools import partial

from rich.segment import Segment

from engine.base.language import numeral
from engine.base.text import paragraph
from engine.sat.solvers.side_by_side import Pace, Side, column_of, depths, extent
from engine.sat.trace.narration import sentences
from tui.base.playback_line import playback
from tui.draw.cells import Line, clip_start, fit, pad_left, widest, width_of, wrap
from tui.draw.numbers import compact, milliseconds
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Panel, Stack
from tui.features.comparison import words

_LABEL, _COLUMN = 20, 28
"""Columns of the names, and maximum columns of a search."""
_DIGITS = 15
"""Maximum characters of a number."""
_WIDE = 118
"""Minimum columns with the last event of each search."""
_BOTH, _FIRST, _SECOND = 3, 2, 1
"""The indices in `Glyphs.shades` of the signs of both depths."""


@dataclass(frozen=True)
class ComparisonScene:
    """Two searches with their positions: the `leader` (an index) moves, the other follows.

    `status` is the work in progress, or what is missing; "" for neither.
    """

    sides: tuple[Side, ...]
    positions: tuple[int, ...]
    leader: int
    pace: Pace
    palette: Palette
    glyphs: Glyphs
    playing: bool = False
    speed: int = 1
    status: str = ""


def panels_of(scene: ComparisonScene, width: int, _: int) -> Panel | Stack:
    """Return the panels; without a second search, only the status."""
    if len(scene.sides) < 2:
        return Panel(partial(_status_lines, scene))
    leading, position = scene.sides[scene.leader], scene.positions[scene.leader]
    table = counter_table(scene, width)
    table_panel: Panel | Stack = Panel(table, rows=len(table))
    if width >= _WIDE:
        event_panels = [Panel(partial(last_event, scene, n), side.name) for n, side in enumerate(scene.sides)]
        left = Panel(table, columns=max(map(width_of, table)))
        table_panel = Stack([left, Stack(event_panels, 1)], 4, across=True, rows=len(table))
    parts: list[Panel | Stack] = [
        playback(position, len(leading.trace), scene.speed, scene.palette, scene.glyphs, playing=scene.playing),
        Panel(pace_lines(scene), rows=2),
        table_panel,
        Panel(partial(depth, scene), words.DEPTH.format(pace=words.PACES[scene.pace])),
    ]
    return Stack(parts)


def _status_lines(scene: ComparisonScene, width: int, _: int) -> list[Line]:
    return [[], *([Segment(line, scene.palette.accent)] for line in wrap(scene.status, width))]


def pace_lines(scene: ComparisonScene) -> list[Line]:
    """Return a sentence on the pace, and the status."""
    leading, following = scene.sides[scene.leader], scene.sides[1 - scene.leader]
    position, other = scene.positions[scene.leader], scene.positions[1 - scene.leader]
    facts = [str(words.TOGETHER[scene.pace])]
    if other == len(following.trace) and position < len(leading.trace):
        facts.append(words.ENDED.format(name=following.name))
    status = [Segment(f" {scene.status}", scene.palette.dim)] if scene.status else []
    return [[Segment(paragraph(facts), scene.palette.plain), *status]]


def counter_table(scene: ComparisonScene, width: int) -> list[Line]:
    """Return a line for each counter, with a column for each search; the leader is marked."""
    palette = scene.palette
    counters = [_counters(side, position) for side, position in zip(scene.sides, scene.positions, strict=True)]
    label = min(widest(counters[0], _LABEL), width // 2)
    column = min((width - label) // 2, _COLUMN)

    def at_right(text: str) -> str:
        return pad_left(clip_start(text, column, scene.glyphs.ellipsis), column)

    heads = [
        at_right(words.LEADING.format(name=side.name) if number == scene.leader else side.name)
        for number, side in enumerate(scene.sides)
    ]
    lines: list[Line] = [
        [
            Segment(" " * label),
            *(Segment(head, palette.title if n == scene.leader else palette.dim) for n, head in enumerate(heads)),
        ]
    ]
    for name in counters[0]:
        cells = [at_right(numbers[name]) for numbers in counters]
        head = Segment(fit(name, label, scene.glyphs.ellipsis), palette.dim)
        lines.append([head, *(Segment(cell, palette.plain) for cell in cells)])
    return lines


def _counters(side: Side, position: int) -> dict[str, str]:
    """Return the counters of a search up to a position, by name."""
    counts, trace = side.trace.counters(position), side.trace
    effort = side.work.at(position) if side.work else None
    visits = numeral(effort.visits / effort.propagations, ".1f") if effort and effort.propagations else words.UNKNOWN
    return {
        str(words.EVENTS): words.OF.format(count=numeral(position), total=numeral(len(trace))),
        str(words.LEVEL): numeral(trace.level(position)),
        str(words.DECISIONS): numeral(counts.decisions),
        str(words.CONFLICTS): numeral(counts.conflicts),
        str(words.LEARNED): numeral(counts.learned),
        str(words.RESTARTS): numeral(counts.restarts),
        str(words.PROPAGATIONS): numeral(effort.propagations) if effort else words.UNKNOWN,
        str(words.VISITS): compact(effort.visits, _DIGITS) if effort else words.UNKNOWN,
        str(words.LOOKS): compact(effort.looks, _DIGITS) if effort else words.UNKNOWN,
        str(words.VISITS_PER_PROPAGATION): visits,
        str(words.MILLISECONDS): milliseconds(effort.seconds) if effort else words.UNKNOWN,
    }


def last_event(scene: ComparisonScene, number: int, width: int, _: int) -> list[Line]:
    """Describe the last event of a search."""
    text = sentences(scene.sides[number].trace, scene.positions[number])[0]
    return [[Segment(line, scene.palette.plain)] for line in wrap(text, width)]


def _shade(first: int, other: int, row: int) -> int:
    """Return the index of the sign in a row, counted from 1 at the bottom, of two columns with these heights."""
    if first >= row:
        return _BOTH if other >= row else _FIRST
    return _SECOND if other >= row else 0


def depth(scene: ComparisonScene, width: int, height: int) -> list[Line]:
    """Draw the levels of both searches over their common measure; a line marks the leader's position.

    Separate signs mark levels that both reach, and those that only one of them reaches.
    """
    palette, shades = scene.palette, scene.glyphs.shades
    inks = {_BOTH: palette.plain, _FIRST: palette.accent, _SECOND: palette.warning}
    first, second = scene.sides
    legend: Line = []
    for shade, name in ((_FIRST, first.name), (_SECOND, second.name), (_BOTH, words.BOTH)):
        legend += [Segment(shades[shade] * 2, inks[shade]), Segment(f" {name}   ", palette.dim)]
    rows = height - 1
    if rows < 1:
        return [legend]
    whole = max(extent(scene.pace, side) for side in scene.sides)
    curves = [depths(scene.pace, side, whole, width) for side in scene.sides]
    highest = max(max(curve, default=0) for curve in curves) or 1
    filled = [[-(-level * rows // highest) for level in curve] + [0] * (width - len(curve)) for curve in curves]
    leading, position = scene.sides[scene.leader], scene.positions[scene.leader]
    line_column = column_of(scene.pace, leading, position, whole, width)
    lines: list[Line] = [legend]
    for row in range(rows, 0, -1):
        line: Line = []
        for column, (left, other) in enumerate(zip(*filled, strict=True)):
            shade = _shade(left, other, row)
            if column == line_column:
                line.append(Segment(scene.glyphs.box[1], palette.title))
            else:
                line.append(Segment(shades[shade], inks.get(shade, palette.plain)))
        lines.append(line)
    return lines
