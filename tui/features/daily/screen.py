"""The list of the puzzles of the day, and the day's result as text to copy."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import ScreenResume

from engine.base.language import lazy_gettext as _
from engine.base.text import pluralized
from engine.play.daily import Daily, DailyKind, daily_puzzle, result_text, streak
from engine.sudoku.making.generator import GeneratorProgress
from engine.sudoku.puzzle import Puzzle
from tui.base.background import Job
from tui.base.maker_page import MakerPage
from tui.base.picture_view import PanelView
from tui.base.requests import PlayPuzzle, ResumeGame
from tui.base.rows import ItemRows, Rows
from tui.draw.calendar import calendar
from tui.draw.cells import Line, clip, justify, pad, space_out, widest, wrap_line
from tui.draw.face import Chip, level_chip, level_dot
from tui.draw.game import game_lines
from tui.draw.level_picture import LevelPicture
from tui.draw.numbers import clock_text
from tui.draw.panels import MARGIN, Panel, Stack

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.game import Game
    from engine.play.store import Store

TODAY = _("{day}: {solved} of {puzzles} solved")
STATE = _("{state} {dot} {days} running")
RUNNING, LONGEST = _("{days} running"), _("longest streak: {days}")
STARTED, OPEN = _("in progress"), _("not played yet")
RESULT = _("your result, for others")
COPIED = _("The result was sent to the clipboard of your terminal; it gives nothing away.")
DAYS = _("days with a solved puzzle of the day")
_CALENDAR_ROWS = 7

DayResults = tuple[Sequence[Daily], dict[DailyKind, frozenset[date]], frozenset[date], dict[DailyKind, "Game"]]
"""The puzzles of a day, the days with a solved puzzle of each kind and of any, and the games of the day."""


class DailyList(ItemRows[Daily]):
    """A row for each puzzle: its level, its name, its state, and the days running."""

    runs: Sequence[int] = ()
    """For each row, the number of days running."""

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        daily, palette = self.items[index], self.palette
        state, ink = state_text(daily), palette.dim
        if daily.result is not None:
            state, ink = f"{self.glyphs.right} {state}", palette.good
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
    DEFAULT_CSS = """
    DailyScreen > Horizontal { height: 1fr; }
    DailyScreen Vertical { width: 5fr; }
    DailyScreen #preview { width: 4fr; display: none; }
    DailyScreen.-framed #preview { display: block; }
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
        self._games: dict[DailyKind, Game] = {}
        """The games of the day."""

    def content(self) -> ComposeResult:
        self.rows = DailyList()
        with Horizontal():
            with Vertical():
                yield self.rows
                yield PanelView(self._lower, margin=MARGIN, framed_margin=0)
            yield PanelView(lambda *_: self._preview(), id="preview")

    def on_screen_resume(self, event: ScreenResume) -> None:
        self._read()

    @work(exclusive=True, group="read")
    async def _read(self) -> None:
        self._day = day = self._today()

        def read(store: "Store") -> DayResults:
            dailies = store.dailies(day)
            games = {daily.kind: store.load(daily.number).game for daily in dailies if daily.number is not None}
            return dailies, store.solved_days_by_kind(), store.solved_days(), games

        unplayed: DayResults = (await self.program.saved.dailies(day), {}, frozenset(), {})
        dailies, days, self._days, self._games = await self.program.saved.ask(read, unplayed)
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

        self.background.start("make", partial(make, daily), play, failed=self._fail)
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

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self._redraw_panels()

    def redraw(self) -> None:
        self.refresh_header()
        self.put_frame(self.rows, self.HEADING, "play")
        self.rows.styles.height = len(self.rows) + 1 + self.is_framed
        self.rows.refresh()
        self._redraw_panels()

    def _redraw_panels(self) -> None:
        for view in self.query(PanelView):
            view.redraw()

    def _lower(self, width: int, height: int) -> Stack:
        """Lay out status, result of the day and calendar, in a narrow terminal with the preview above them."""
        palette = self.palette
        lines: list[Line] = [[Segment(line, palette.plain)] for line in self.result.split("\n")]
        result, days = Panel(lines, str(RESULT), keys=self.edge_keys("copy")), Panel(self._calendar, str(DAYS))
        status = Panel(wrap_line([Segment(self._status, palette.accent)], max(width, 1)), fits=True)
        above = [status] * bool(self._status)
        if self.is_framed:
            days = replace(days, min_rows=_CALENDAR_ROWS + 2)
            return Stack([*above, replace(result, rows=len(lines) + 1), days])
        rows = max(len(lines), _CALENDAR_ROWS) + 1
        both = Stack([result, days], 3, across=True, rows=rows)
        preview = [self._preview()] * (height - rows > _CALENDAR_ROWS)
        return Stack([*above, *preview, both])

    def _preview(self) -> Panel:
        """Show the game of the selected puzzle, or its layout, with what such puzzles take."""
        daily, palette, glyphs = self.rows.item, self.palette, self.glyphs
        if daily is None:
            return Panel(())
        game, level = self._games.get(daily.kind), daily.level
        run = self.rows.runs[self.rows.cursor] if self.rows.runs else 0
        state = STATE.format(state=state_text(daily), days=pluralized(run, "day"), dot=glyphs.dot)
        lines: list[Line] = [[Segment(state if run else state_text(daily), palette.plain)]]
        board = partial(game_lines, game, palette, glyphs) if game else None
        picture = LevelPicture(daily.kind.layout, level, None, palette, glyphs, lines, board)
        return Panel(picture.draw, daily.kind.layout.label, chip=level_chip(level.value, level.title))

    def _calendar(self, width: int, height: int) -> list[Line]:
        return space_out(calendar(self._day, {}, self._days, self.palette, self.glyphs, width), height)


def state_text(daily: Daily) -> str:
    """Return the time of a solved puzzle, or whether it is being played."""
    if daily.result is not None:
        return clock_text(daily.result.seconds)
    return str(OPEN if daily.number is None else STARTED)


def make(daily: Daily, job: Job[GeneratorProgress]) -> Puzzle:
    """Generate a puzzle of a day. Raises Cancelled."""
    return daily_puzzle(daily, job.report, job.cancelled)
