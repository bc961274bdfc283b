"""What is remembered of solved games as lines of text."""

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from rich.segment import Segment

from engine.base.text import counted
from engine.play.daily import Daily, Streak
from engine.sudoku.layout import LAYOUTS
from tui.draw.bars import bar
from tui.draw.cells import Line, clip
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.store import Statistics

RUNNING = " {now} running, {most} at most"

_DAYS = 35
_BAR = 40


def summary_lines(found: "Sequence[Statistics]", palette: Palette) -> list[Line]:
    """How many games were solved in all."""
    solved, unaided = sum(row.solved for row in found), sum(row.unaided for row in found)
    seconds = sum(row.average * row.solved for row in found)
    if not solved:
        return [[Segment(" No game is solved yet: those with the solution shown do not count.", palette.dim)]]
    return [[
        Segment(f" {counted(solved, 'game')} solved", palette.given),
        Segment(f" in {clock_text(seconds)}; {unaided} unaided: no hint, no check, no cell revealed."),
    ]]  # fmt: skip


def table_lines(found: "Sequence[Statistics]", palette: Palette, glyphs: Glyphs, width: int) -> list[Line]:
    """A row for each layout and level: games solved, unaided, best and average time, and with room a bar."""
    head = f" {'layout':<26}{'level':<9}{'solved':>7}{'unaided':>9}{'best':>11}{'average':>11}"
    lines = [[Segment(head, palette.dim)]]
    most = max((row.solved for row in found), default=1)
    last = ""
    for row in found:
        title = LAYOUTS[row.layout]().title if row.layout in LAYOUTS else row.layout
        name = "" if row.layout == last else clip(title, 25, glyphs.ellipsis)
        last = row.layout
        numbers = f"{row.solved:>7}{row.unaided:>9}{clock_text(row.best):>11}{clock_text(row.average):>11}"
        line = [Segment(f" {name:<26}", palette.given), Segment(f"{row.level or '-':<9}"), Segment(numbers)]
        room = min(width - len(head) - 4, _BAR)
        if room > 8:
            line.append(Segment(f"  {bar(row.solved / most, room, glyphs)}", palette.bar))
        lines.append(line)
    return lines


def daily_lines(daily: Daily, run: Streak, solved: Collection[date], palette: Palette, glyphs: Glyphs) -> list[Line]:
    """The puzzle of the day, the days running, and the last weeks, a sign a day."""
    state = "solved" if daily.solved else "begun, not solved yet" if daily.number is not None else "not begun"
    days = [daily.day - timedelta(back) for back in reversed(range(_DAYS))]
    marks = [
        Segment(glyphs.right if day in solved else glyphs.empty_cell, palette.good if day in solved else palette.dim)
        for day in days
    ]
    weeks = [piece for place, mark in enumerate(marks) for piece in ([Segment(" ")] if place % 7 == 0 else []) + [mark]]
    return [
        [Segment(" Daily puzzle", palette.title), Segment(f"   {daily.day}, {daily.level.value}: {state}")],
        [Segment(RUNNING.format(now=counted(run.current, "day"), most=counted(run.longest, "day")), palette.plain)],
        [*weeks, Segment(f"   the last {_DAYS} days", palette.dim)],
    ]
