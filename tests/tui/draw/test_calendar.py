"""The calendar: each day stands in the row of its weekday and the column of its week, with its sign and colour."""

from datetime import date, timedelta

import pytest

from tui.draw.calendar import calendar
from tui.draw.cells import width_of
from tui.draw.palette import ASCII, PALETTES, UNICODE, Glyphs

PALETTE = PALETTES["dark"]


@pytest.mark.parametrize("today", [date(2026, 11, 23) + timedelta(day) for day in range(7)])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("width", [5, 8, 9, 40])
def test_each_day_is_in_its_place(today: date, glyphs: Glyphs, width: int) -> None:
    counts = {today: 1, today - timedelta(1): 3, today - timedelta(8): 100, today + timedelta(1): 2}
    ticked = {today - timedelta(2)}
    lines = calendar(today, counts, ticked, PALETTE, glyphs, width)
    weeks = (width - 3) // 2
    assert [line[0].text for line in lines] == ["Mo ", "   ", "We ", "   ", "Fr ", "   ", "Su "]
    assert all(width_of(line) == 3 + 2 * weeks <= width for line in lines)
    monday = today - timedelta(today.weekday())
    for row, line in enumerate(lines):
        for column, segment in enumerate(line[1:]):
            day = monday + timedelta(row) - timedelta(weeks=weeks - 1 - column)
            count = counts.get(day, 0)
            if day > today:
                assert (segment.text, segment.style) == ("  ", None)
            elif day in ticked:
                assert (segment.text, segment.style) == (f"{glyphs.right} ", PALETTE.good)
            elif count:
                sign = glyphs.shades[min(count, len(glyphs.shades) - 1)]
                assert (segment.text, segment.style) == (f"{sign} ", PALETTE.good)
            else:
                assert (segment.text, segment.style) == (f"{glyphs.empty_cell} ", PALETTE.dim)


def test_there_is_always_a_week() -> None:
    assert all(len(line) == 2 for line in calendar(date(2026, 11, 28), {}, (), PALETTE, UNICODE, 1))
