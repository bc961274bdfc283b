"""Statistics: games solved by layout and level, and the puzzles of the days."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import ScreenResume

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized
from engine.play.daily import Daily, streak
from engine.play.errors import StoreError
from engine.sudoku.layout import label_of
from tui.base.page import Page, posting
from tui.base.requests import PlayDaily
from tui.base.saved_games import SavedGames
from tui.base.text_block import ScrolledText
from tui.draw.bars import bar
from tui.draw.cells import Line, clip, pad, pad_left, wrap, wrapped
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.store import SolvedGames
    from engine.sudoku.techniques.catalogue import Technique

TODAY = lazy_gettext("{day}, {level}: {state}")
RUNNING = lazy_gettext("{now} running, {most} at most")
NONE_SOLVED = lazy_gettext("No solved games yet. Games with the solution shown do not count.")
SOLVED = lazy_gettext("{games} solved in {time}.")
UNAIDED = lazy_gettext("{unaided} unaided: no hint, no check, no cell revealed.")

TECHNIQUES = lazy_gettext("techniques that your moves used")

_DAYS = 35
_BAR = 40
_LAYOUT_LEAST, _LAYOUT_MOST = 14, 27
"""Columns of the names of layouts."""


class Facts(NamedTuple):
    """What the store told."""

    solved: "Sequence[SolvedGames]"
    daily: Daily
    days: Collection[date]
    technique_counts: Mapping["Technique", int]


class StatisticsScreen(Page):
    """What is remembered of solved games; the table scrolls where it is long."""

    HEADING = lazy_gettext("statistics")
    FOLLOWS_SIZE = True
    PARTS = (ScrolledText,)
    BINDINGS = [
        Binding("escape,t", "back", "back", key_display="esc"),
        Binding("d", "daily", "daily puzzle", tooltip="play the puzzle of the day"),
    ]

    def __init__(self, saved: SavedGames, today: Callable[[], date] = date.today) -> None:
        """`today` is the date whose daily puzzle can be played."""
        super().__init__()
        self._saved = saved
        self._today = today
        self._facts: Facts | str = ""  # what is known, or why nothing is

    def content(self) -> ComposeResult:
        yield ScrolledText()

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.call_later(self._read)

    async def _read(self) -> None:
        today = self._today()
        try:
            self._facts = await self._saved.run(
                lambda store: Facts(
                    store.statistics(), store.daily(today), store.solved_days(), store.techniques_used()
                )
            )
        except StoreError as error:
            self._facts = self._facts or str(error)
        self.redraw()

    def redraw(self) -> None:
        block, palette, facts = self.query_one(ScrolledText), self.palette, self._facts
        if isinstance(facts, str):
            block.put_parts([[Segment(f" {line}", palette.warning)] for line in wrap(facts, block.size.width - 2)], ())
            return
        width = block.size.width
        title = Segment(f" {_('Statistics')}", palette.title)
        top = [[title], *wrapped(summary_line(facts.solved, palette), width), []]
        top += [*(part for line in daily_lines(facts, palette, self.glyphs) for part in wrapped(line, width)), []]
        head, *table = table_lines(facts.solved, palette, self.glyphs, width)
        technique_rows = technique_lines(facts.technique_counts, palette, self.glyphs, width)
        block.put_parts([*top, head] if table else top, [*table, *technique_rows])

    action_daily = posting(PlayDaily)


def summary_line(found: "Sequence[SolvedGames]", palette: Palette) -> Line:
    """How many games were solved in all."""
    solved, unaided = sum(row.solved for row in found), sum(row.unaided for row in found)
    if not solved:
        return [Segment(f" {NONE_SOLVED}", palette.dim)]
    time = clock_text(sum(row.average * row.solved for row in found))
    games = SOLVED.format(games=pluralized(solved, "game"), time=time)
    return [Segment(f" {games}", palette.given), Segment(f" {UNAIDED.format(unaided=unaided)}")]


def table_lines(found: "Sequence[SolvedGames]", palette: Palette, glyphs: Glyphs, width: int) -> list[Line]:
    """A row for each layout and level: games solved, unaided, best and average time, and with room a bar.

    Where there is little room the columns at the right go first.
    """
    columns = [_("level"), _("solved"), _("unaided"), _("best"), _("average")]
    sizes = [9, 7, 9, 11, 11]
    while len(sizes) > 1 and width < _LAYOUT_LEAST + sum(sizes):
        sizes.pop()
    name_width = min(max(width - sum(sizes), _LAYOUT_LEAST), _LAYOUT_MOST)

    def row_of(level: str, *numbers: str) -> str:
        cells = zip((level, *numbers), sizes, strict=False)  # the columns that have no room are left out
        return "".join(pad_left(cell, size) if at else pad(cell, size) for at, (cell, size) in enumerate(cells))

    lines = [[Segment(f" {pad(_('layout'), name_width - 1)}{row_of(*columns)}", palette.dim)]]
    most = max((row.solved for row in found), default=1)
    last = ""
    for row in found:
        name = "" if row.layout == last else clip(label_of(row.layout), name_width - 2, glyphs.ellipsis)
        last = row.layout
        best = "-" if row.best is None else clock_text(row.best)
        text = row_of(_(row.level or "-"), str(row.solved), str(row.unaided), best, clock_text(row.average))
        line = [Segment(f" {pad(name, name_width - 1)}", palette.given), Segment(text)]
        room = min(width - name_width - sum(sizes) - 4, _BAR)
        if room > 8:
            line.append(Segment(f"  {bar(row.solved / most, room, glyphs)}", palette.bar))
        lines.append(line)
    return lines


def technique_lines(
    technique_counts: Mapping["Technique", int], palette: Palette, glyphs: Glyphs, width: int
) -> list[Line]:
    """A row for each technique that the player's moves used, with its level, how often, and a bar."""
    if not technique_counts:
        return []
    name_width = min(max(width - 17, _LAYOUT_LEAST), 37)
    head = f" {pad(str(TECHNIQUES), name_width)}{pad(_('level'), 9)}{pad_left(_('used'), 7)}"
    lines: list[Line] = [[], [Segment(head, palette.dim)]]
    most, room = max(technique_counts.values()), min(width - 58, _BAR)
    for technique, count in technique_counts.items():
        name = clip(technique.title, name_width - 1, glyphs.ellipsis)
        level = Segment(pad(technique.level.title, 9))
        line = [Segment(f" {pad(name, name_width)}", palette.given), level, Segment(f"{count:>7}")]
        if room > 8:
            line.append(Segment(f"  {bar(count / most, room, glyphs)}", palette.bar))
        lines.append(line)
    return lines


def daily_lines(facts: Facts, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """The puzzle of the day, the days running, and the last weeks, a sign a day."""
    daily, run = facts.daily, streak(facts.days, facts.daily.day)
    state = _("solved") if daily.solved else _("begun, not solved yet") if daily.number is not None else _("not begun")
    today = TODAY.format(day=daily.day, level=daily.level.title, state=state)
    running: list[Line] = []
    if run.longest:
        text = RUNNING.format(now=pluralized(run.current, "day"), most=pluralized(run.longest, "day"))
        running = [[Segment(f" {text}", palette.plain)]]
    weeks: Line = []
    for back in reversed(range(_DAYS)):
        solved = daily.day - timedelta(back) in facts.days
        weeks += [Segment(" ")] * (back % 7 == 6)
        weeks.append(Segment(glyphs.right, palette.good) if solved else Segment(glyphs.empty_cell, palette.dim))
    return [
        [Segment(f" {_('Daily puzzle')}", palette.title), Segment(f"   {today}")],
        *running,
        [*weeks, Segment(f"   {_('the last {days} days').format(days=_DAYS)}", palette.dim)],
    ]
