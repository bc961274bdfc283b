"""The list of the puzzles of the day, and the day's result as text to copy."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import ScreenResume

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.play.daily import Daily, DailyKind, daily_puzzle, result_text, streak
from engine.sudoku.making.generator import GeneratorProgress
from engine.sudoku.puzzle import Puzzle
from tui.base.background import Job, complaint
from tui.base.maker_page import MakerPage
from tui.base.picture_view import PanelView
from tui.base.requests import PlayPuzzle, ResumeGame
from tui.base.rows import ItemRows, Rows
from tui.base.text_block import TextBlock
from tui.draw.calendar import calendar
from tui.draw.cells import Line, clip, justify, pad, space_out, widest, wrap_line
from tui.draw.face import Chip, level_dot
from tui.draw.numbers import clock_text
from tui.draw.panels import Panel

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.store import Store

TODAY = _("{day}: {solved} of {puzzles} solved")
RUNNING, LONGEST = _("{days} running"), _("longest streak: {days}")
STARTED, OPEN = _("in progress"), _("not played yet")
RESULT = _("your result, for others")
COPIED = _("The result was sent to the clipboard of your terminal; it gives nothing away.")
DAYS = _("days with a solved puzzle of the day")
_MOST_ROWS = 5
"""Maximum number of puzzles of a day."""
_TALL = 30
"""Minimum rows of a terminal for the calendar."""

DayResults = tuple[Sequence[Daily], dict[DailyKind, frozenset[date]], frozenset[date]]
"""The puzzles of a day, and the days with a solved puzzle of each kind and of any."""


class DailyList(ItemRows[Daily]):
    """A row for each puzzle: its level, its name, its state, and the days running."""

    runs: Sequence[int] = ()
    """For each row, the number of days running."""

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        daily, palette = self.items[index], self.palette
        state, ink = str(STARTED if daily.number is not None else OPEN), palette.dim
        if daily.result is not None:
            state, ink = f"{self.glyphs.right} {clock_text(daily.result.seconds)}", palette.good
        days = [RUNNING.format(days=pluralized(run, "day")) if run else "" for run in self.runs]
        running = pad(days[index], widest(days, 0)) if index < len(days) else ""
        dot = level_dot(daily.level.name.lower(), palette, self.glyphs)
        title = clip(daily.title, max(width - len(state) - len(running) - 8, 1), self.glyphs.ellipsis)
        tail = f"{state}   {running} "
        if is_selected:
            left = Segment(f" {dot.text} {title}", palette.selected)
            return justify([left], [Segment(tail, palette.selected)], width)
        right = [Segment(f"{state}   ", ink), Segment(f"{running} ", palette.dim)]
        return justify([Segment(" "), dot, Segment(f" {title}", palette.plain)], right, width)


class DailyScreen(MakerPage):
    """Lists the puzzles of a day; enter plays one, which is made when it is first played."""

    HEADING = _("today")
    FOLLOWS_SIZE = True
    PARTS = (DailyList,)
    AUTO_FOCUS = "DailyList"
    rows: DailyList
    DEFAULT_CSS = f"""
    DailyScreen DailyList {{ height: {_MOST_ROWS + 1}; }}
    DailyScreen.-framed DailyList {{ height: {_MOST_ROWS + 2}; }}
    DailyScreen TextBlock {{ height: 1fr; max-height: {_MOST_ROWS + 7}; margin-top: 1; }}
    DailyScreen PanelView {{ margin-top: 1; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "play", tooltip="play the puzzle, or go on with it"),
        Binding("y", "copy", "copy result", tooltip="copy the result of the day as text, which gives nothing away"),
    ]

    def __init__(self, today: Callable[[], date] = date.today) -> None:
        super().__init__()
        self._today = today
        self._day = today()
        self._days: frozenset[date] = frozenset()
        """The days with a solved puzzle."""
        self._is_new = True
        """Whether the list has not been filled yet."""

    def content(self) -> ComposeResult:
        self.rows = DailyList()
        yield self.rows
        yield TextBlock()
        yield PanelView(lambda *_: Panel(self._calendar, str(DAYS)), framed_margin=0)

    def on_screen_resume(self, event: ScreenResume) -> None:
        self._read()

    @work(exclusive=True, group="read")
    async def _read(self) -> None:
        self._day = day = self._today()

        def read(store: "Store") -> DayResults:
            return store.dailies(day), store.solved_days_by_kind(), store.solved_days()

        unplayed: DayResults = (await self.program.saved.dailies(day), {}, frozenset())
        dailies, days, self._days = await self.program.saved.ask(read, unplayed)
        self.rows.runs = [streak(days.get(daily.kind, ()), day).current for daily in dailies]
        first_open = next((place for place, daily in enumerate(dailies) if not daily.solved), 0)
        self.rows.fill(dailies, first_open if self._is_new else None)
        self._is_new = False
        self.redraw()

    # the header

    @property
    def header_facts(self) -> Sequence[str]:
        dailies = self.rows.items
        facts = [TODAY.format(day=self._day, solved=sum(daily.solved for daily in dailies), puzzles=len(dailies))]
        longest = streak(self._days, self._day).longest
        return [*facts, LONGEST.format(days=pluralized(longest, "day"))] if longest else facts

    @property
    def header_chips(self) -> Sequence[Chip]:
        run = streak(self._days, self._day).current
        return [Chip(RUNNING.format(days=pluralized(run, "day")), "good")] if run else ()

    # playing

    def on_rows_row_clicked(self, event: Rows.RowClicked) -> None:
        self.action_play()

    def action_play(self) -> None:
        """Go on with the selected puzzle, or make and play it; keys typed meanwhile go to the board."""
        daily = self.rows.item
        if daily is None or self.background.is_running("make"):
            return
        if daily.number is not None:
            self.post_message(ResumeGame(daily.number))
            return
        self._begin_making()

        def play(puzzle: Puzzle) -> None:
            self._end_making()
            self.program.hold_keys()
            self.post_message(PlayPuzzle(puzzle, daily.origin))

        def failed(error: Exception) -> None:
            self._end_making(complaint(error))

        self.background.start("make", partial(make, daily), play, failed=failed)
        self._show_progress()

    # the result

    @property
    def result(self) -> str:
        """The results of the day as text."""
        return result_text(self.rows.items, streak(self._days, self._day), clock_text)

    def action_copy(self) -> None:
        """Send the result to the clipboard of the terminal."""
        self.app.copy_to_clipboard(self.result)
        self._show_status(str(COPIED))

    def redraw(self) -> None:
        self.refresh_header()
        self.rows.refresh()
        self.put_frame(self.rows, self.HEADING, "play")
        block, days, palette = self.query_one(TextBlock), self.query_one(PanelView), self.palette
        self.put_frame(block, RESULT, "copy")
        days.display = self.size.height >= _TALL
        days.redraw()
        lines: list[Line] = [[Segment(f" {line}", palette.plain)] for line in self.result.split("\n")]
        if self._status:
            lines += [[], *wrap_line([Segment(f" {self._status}", palette.accent)], max(block.size.width, 1))]
        block.put(lines)

    def _calendar(self, width: int, height: int) -> list[Line]:
        return space_out(calendar(self._day, {}, self._days, self.palette, self.glyphs, width), height)


def make(daily: Daily, job: Job[GeneratorProgress]) -> Puzzle:
    """Generate a puzzle of a day. Raises Cancelled."""
    return daily_puzzle(daily, job.report, job.cancelled)
