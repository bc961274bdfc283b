"""Charts of statistics: a calendar, times by level, best times, techniques mastered, hints used."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING

from rich.segment import Segment

from engine.base.language import _, lazy_gettext, once_a_language
from engine.play.training import TrainingStage
from engine.sudoku.techniques.catalogue import Level
from tui.draw.bars import curve, progress
from tui.draw.calendar import calendar
from tui.draw.cells import Line, pad, pad_left, widest, width_of, wrap_line
from tui.draw.face import LEVEL_INKS, ink_of, level_dot
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import Panel, Stack

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.store import FinishedGame
    from engine.sudoku.techniques.catalogue import Technique

CALENDAR, BEST, TIMES = lazy_gettext("games per day"), lazy_gettext("best times"), lazy_gettext("minutes per game")
NO_HINTS = lazy_gettext("This shows how many hints you asked for.")
MASTERED, HINTS = lazy_gettext("techniques mastered"), lazy_gettext("hints per game")
LEGEND = lazy_gettext("{none} none  {some} 1  {most} {count} or more  {daily} puzzle of the day")
HELPED = lazy_gettext("with help")
NO_TIMES = lazy_gettext("This shows the times of solved games, one sign per game.")

TALL = 34
"""Minimum rows of a terminal for the second row of charts."""
CALENDAR_ROWS, TIMES_ROWS = 9, 11
"""Rows of the upper and the lower charts, including the title, without frames."""
_BEST = 30
"""Columns for best times and techniques."""
_METER = 8
_EACH = 3
"""Columns for a game in the chart of times."""


@dataclass(frozen=True)
class PlayedGames:
    """The data of the charts: the solved games, oldest first, the days with a solved puzzle, and the techniques."""

    today: date
    games: "Sequence[FinishedGame]"
    days: Collection[date]
    stages: "Mapping[Technique, TrainingStage]"


def pictures(played: PlayedGames, palette: Palette, glyphs: Glyphs, height: int) -> Stack:
    """Return the calendar and the best times, and if there is room the times of games and the techniques."""
    pen = (played, palette, glyphs)
    rows: list[Panel | Stack] = [
        Stack(
            [
                Panel(partial(games_per_day, *pen), str(CALENDAR)),
                Panel(partial(best_times, *pen), str(BEST), columns=_BEST),
            ],
            1,
            across=True,
            rows=CALENDAR_ROWS + (height > CALENDAR_ROWS),
        ),
    ]
    if height > TIMES_ROWS + CALENDAR_ROWS:
        techniques = Panel(partial(mastered, *pen), str(MASTERED), rows=len(Level) + 1)
        right = Stack([techniques, Panel(partial(hints, *pen), str(HINTS))], columns=_BEST + 4)
        rows.append(Stack([Panel(partial(times, *pen), str(TIMES)), right], 1, across=True))
    return Stack(rows)


@once_a_language
def _names() -> tuple[Mapping[str, str], int]:
    """Return the translated names of the levels, and their width."""
    titles = {level.value: level.title for level in Level}
    return titles, widest(titles.values(), 0)


def games_per_day(played: PlayedGames, palette: Palette, glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """Draw a calendar: signs show the number of games solved on a day."""
    games = Counter(datetime.fromtimestamp(game.finished).date() for game in played.games)
    lines, shades = calendar(played.today, games, played.days, palette, glyphs, width), glyphs.shades
    legend = LEGEND.format(
        none=glyphs.empty_cell, some=shades[1], most=shades[-1], count=len(shades) - 1, daily=glyphs.right
    )
    return [*lines, [Segment(legend, palette.dim)]][:height] if width_of([Segment(legend)]) <= width else lines


def best_times(played: PlayedGames, palette: Palette, glyphs: Glyphs, _width: int, _height: int) -> list[Line]:
    """Draw the shortest time for each level: of games without help, or with help if there are no others."""
    names, wide = _names()
    lines = []
    for level in Level:
        games = [game for game in played.games if game.level == level.value]
        unaided = [game for game in games if not game.hints + game.reveals + game.checks]
        best = min(unaided or games, key=lambda game: game.elapsed, default=None)
        name = [level_dot(level.value, palette, glyphs), Segment(f" {pad(names[level.value], wide)} ", palette.plain)]
        time = Segment(pad_left("-" if best is None else clock_text(best.elapsed), 9), palette.title)
        if best is None:
            lines.append([*name, time])
            continue
        day = datetime.fromtimestamp(best.finished).strftime("%m-%d")
        note = f"  {day}" if unaided else f"  {HELPED}"
        lines.append([*name, time, Segment(note, palette.dim)])
    return lines


def times(played: PlayedGames, palette: Palette, glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """Draw the minutes of the last games for each level, the newest at the right, with a sign for each level."""
    names, _wide = _names()
    levels = [level for level in Level if any(game.level == level.value for game in played.games)]
    if not levels:
        return [[Segment(str(NO_TIMES), palette.dim)]]
    rows, columns = max(height - 1, 2), max((width - 5) // _EACH, 1)
    series = {
        level: [game.elapsed / 60 for game in played.games if game.level == level.value][-columns:] for level in levels
    }
    highest = max(max(minutes) for minutes in series.values()) or 1.0
    signs = dict(zip(Level, glyphs.series, strict=False))
    grid: list[Line] = []
    for row in range(rows):
        axis = {0: f"{highest:.0f}", rows - 1: "0"}.get(row, "")
        rule = glyphs.bar_rest if row in (0, rows - 1) else " "
        grid.append([Segment(pad_left(axis, 4) + " ", palette.dim)] + [Segment(rule, palette.line)] * (_EACH * columns))
    for level, minutes in series.items():
        ink = ink_of(LEVEL_INKS[level.value], palette)
        for place, minute in enumerate(minutes):
            row = round((rows - 1) * (1 - minute / highest))
            column = 1 + _EACH * (columns - len(minutes) + place) + _EACH - 1
            grid[row][column] = Segment(signs[level], ink)
    legend = [Segment("     ")]
    for level in levels:
        ink = ink_of(LEVEL_INKS[level.value], palette)
        legend += [Segment(signs[level], ink), Segment(f" {names[level.value]}   ")]
    return [*grid, legend]


def mastered(played: PlayedGames, palette: Palette, glyphs: Glyphs, width: int, _height: int) -> list[Line]:
    """Draw the number of mastered techniques for each level."""
    names, wide = _names()
    lines = []
    for level in Level:
        stages = [stage for technique, stage in played.stages.items() if technique.level is level]
        count = stages.count(TrainingStage.MASTERED)
        text = f" {count}/{len(stages)}"
        meter = progress(count / max(len(stages), 1), max(width - wide - 3 - 7, _METER), palette, glyphs)
        name = Segment(f" {pad(names[level.value], wide)} ")
        lines.append([level_dot(level.value, palette, glyphs), name, *meter, Segment(pad_left(text, 7), palette.dim)])
    return lines


def hints(played: PlayedGames, palette: Palette, glyphs: Glyphs, width: int, height: int) -> list[Line]:
    """Draw the number of hints in the last games, a column a game."""
    counts = [float(game.hints) for game in played.games][-width:]
    if not counts:
        return wrap_line([Segment(str(NO_HINTS), palette.dim)], max(width, 2))
    if height < 2:
        return []
    latest = _("{hints} in the last game").format(hints=round(counts[-1]))
    return [*curve(counts, None, height - 1, palette, glyphs), [Segment(latest, palette.dim)]]
