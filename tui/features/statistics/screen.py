"""Statistics: games solved by layout and level, and the puzzles of the days."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Resize, ScreenResume

from engine.base.language import _, later
from engine.base.text import counted
from engine.play.daily import Daily, streak
from engine.play.errors import StoreError
from engine.sudoku.layout import LAYOUTS
from tui.base.page import Page
from tui.base.requests import PlayDaily
from tui.base.saved_games import SavedGames
from tui.base.text_block import TextBlock
from tui.draw.bars import bar
from tui.draw.cells import Line, clip, pad, pad_left, wrap
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import wrapped

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.store import Statistics
    from engine.sudoku.techniques.catalogue import Technique

RUNNING = later(" {now} running, {most} at most")
NONE_SOLVED = later(" No game is solved yet: those with the solution shown do not count.")
UNAIDED = later(" in {time}; {unaided} unaided: no hint, no check, no cell revealed.")

TECHNIQUES = later("techniques that your moves used")

_DAYS = 35
_BAR = 40


class Facts(NamedTuple):
    """What the store told."""

    solved: "Sequence[Statistics]"
    daily: Daily
    days: Collection[date]
    used: Mapping["Technique", int]


class StatisticsScreen(Page):
    """What is remembered of solved games; the table scrolls where it is long."""

    HEADING = later("statistics")
    BINDINGS = [
        Binding("escape,t", "back", "back", key_display="esc"),
        Binding("d", "daily", "daily puzzle", tooltip="play the puzzle of the day"),
        Binding("up,k", "scroll(-1)", "up", key_display="up k", show=False, tooltip="scroll up"),
        Binding("down,j", "scroll(1)", "down", key_display="down j", show=False, tooltip="scroll down"),
    ]

    def __init__(self, saved: SavedGames, today: Callable[[], date] = date.today) -> None:
        """`today` is the date whose daily puzzle can be played."""
        super().__init__()
        self._saved = saved
        self._today = today
        self._facts: Facts | str = ""  # what is known, or why nothing is
        self._top = 0

    def content(self) -> ComposeResult:
        yield TextBlock()

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

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.redraw)

    def redraw(self) -> None:
        block, palette, facts = self.query_one(TextBlock), self.palette, self._facts
        if isinstance(facts, str):
            block.put([[Segment(f" {line}", palette.warning)] for line in wrap(facts, block.size.width - 2)])
            return
        width = block.size.width
        top = [[Segment(_(" Statistics"), palette.title)], *wrapped(summary_line(facts.solved, palette), width), []]
        top += [*daily_lines(facts, palette, self.glyphs), []]
        head, *table = table_lines(facts.solved, palette, self.glyphs, width)
        table += technique_lines(facts.used, palette, self.glyphs, width)
        room = max(block.size.height - len(top) - 1, 1)
        self._top = max(0, min(self._top, len(table) - room))
        block.put([*top, head, *table[self._top : self._top + room]])

    def action_scroll(self, by: int) -> None:
        self._top += by
        self.redraw()

    def action_daily(self) -> None:
        self.post_message(PlayDaily())


def summary_line(found: "Sequence[Statistics]", palette: Palette) -> Line:
    """How many games were solved in all."""
    solved, unaided = sum(row.solved for row in found), sum(row.unaided for row in found)
    if not solved:
        return [Segment(str(NONE_SOLVED), palette.dim)]
    time = clock_text(sum(row.average * row.solved for row in found))
    games = _(" {games} solved").format(games=counted(solved, "game"))
    return [Segment(games, palette.given), Segment(UNAIDED.format(time=time, unaided=unaided))]


def table_lines(found: "Sequence[Statistics]", palette: Palette, glyphs: Glyphs, width: int) -> list[Line]:
    """A row for each layout and level: games solved, unaided, best and average time, and with room a bar."""
    head = "".join(
        (
            " ", pad(_("layout"), 26), pad(_("level"), 9), pad_left(_("solved"), 7), pad_left(_("unaided"), 9),
            pad_left(_("best"), 11), pad_left(_("average"), 11),
        )
    )  # fmt: skip
    lines = [[Segment(head, palette.dim)]]
    most = max((row.solved for row in found), default=1)
    last = ""
    for row in found:
        title = LAYOUTS[row.layout]().label if row.layout in LAYOUTS else row.layout
        name = "" if row.layout == last else clip(title, 25, glyphs.ellipsis)
        last = row.layout
        numbers = f"{row.solved:>7}{row.unaided:>9}{clock_text(row.best):>11}{clock_text(row.average):>11}"
        line = [Segment(f" {pad(name, 26)}", palette.given), Segment(pad(_(row.level or "-"), 9)), Segment(numbers)]
        room = min(width - cell_len(head) - 4, _BAR)
        if room > 8:
            line.append(Segment(f"  {bar(row.solved / most, room, glyphs)}", palette.bar))
        lines.append(line)
    return lines


def technique_lines(
    used: Mapping["Technique", int], palette: Palette, glyphs: Glyphs, width: int
) -> list[Line]:
    """A row for each technique that the player's moves used, with its level, how often, and a bar."""
    if not used:
        return []
    lines: list[Line] = [[], [Segment(f" {TECHNIQUES:<37}{'level':<9}{'used':>7}", palette.dim)]]
    most, room = max(used.values()), min(width - 58, _BAR)
    for technique, count in used.items():
        name = clip(technique.title, 36, glyphs.ellipsis)
        level = Segment(pad(technique.level.title, 9))
        line = [Segment(f" {pad(name, 37)}", palette.given), level, Segment(f"{count:>7}")]
        if room > 8:
            line.append(Segment(f"  {bar(count / most, room, glyphs)}", palette.bar))
        lines.append(line)
    return lines


def daily_lines(facts: Facts, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """The puzzle of the day, the days running, and the last weeks, a sign a day."""
    daily, run = facts.daily, streak(facts.days, facts.daily.day)
    state = _("solved") if daily.solved else _("begun, not solved yet") if daily.number is not None else _("not begun")
    weeks: Line = []
    for back in reversed(range(_DAYS)):
        solved = daily.day - timedelta(back) in facts.days
        weeks += [Segment(" ")] * (back % 7 == 6)
        weeks.append(Segment(glyphs.right, palette.good) if solved else Segment(glyphs.empty_cell, palette.dim))
    return [
        [Segment(_(" Daily puzzle"), palette.title), Segment(f"   {daily.day}, {daily.level.title}: {state}")],
        [Segment(RUNNING.format(now=counted(run.current, "day"), most=counted(run.longest, "day")), palette.plain)],
        [*weeks, Segment(_("   the last {days} days").format(days=_DAYS), palette.dim)],
    ]
