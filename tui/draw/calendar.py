"""A calendar: a column for each week, with a sign for each day."""

from collections.abc import Collection, Mapping
from datetime import date, timedelta

from rich.segment import Segment

from engine.base.language import lazy_gettext as _
from tui.draw.cells import Line, pad, widest
from tui.draw.palette import Glyphs, Palette

WEEKDAYS = (_("Mo"), "", _("We"), "", _("Fr"), "", _("Su"))


def calendar(
    today: date, counts: Mapping[date, int], ticked: Collection[date], palette: Palette, glyphs: Glyphs, width: int
) -> list[Line]:
    """Return seven lines of at most `width` columns, the current week last: a tick, or a sign for a day's count."""
    names = [str(name) for name in WEEKDAYS]
    label = widest(names, 0) + 1
    weeks = max((width - label) // 2, 1)
    first = today - timedelta(today.weekday() + 7 * (weeks - 1))
    shades, lines = glyphs.shades, []
    for weekday, name in enumerate(names):
        line: Line = [Segment(pad(name, label), palette.dim)]
        for week in range(weeks):
            day = first + timedelta(7 * week + weekday)
            count = counts.get(day, 0)
            if day > today:
                line.append(Segment("  "))
            elif day in ticked:
                line.append(Segment(f"{glyphs.right} ", palette.good))
            else:
                sign = shades[min(count, len(shades) - 1)] if count else glyphs.empty_cell
                line.append(Segment(f"{sign} ", palette.good if count else palette.dim))
        lines.append(line)
    return lines
