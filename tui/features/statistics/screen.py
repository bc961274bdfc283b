"""Statistics: games solved by layout and level, and the puzzles of the days."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Resize, ScreenResume

from engine.play.daily import Daily, streak
from engine.play.errors import StoreError
from tui.base.page import Page
from tui.base.requests import PlayDaily
from tui.base.saved_games import SavedGames
from tui.base.text_block import TextBlock
from tui.draw.cells import wrap
from tui.features.statistics.table import daily_lines, summary_lines, table_lines

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.store import Statistics


@dataclass(frozen=True)
class Facts:
    """What the store told."""

    solved: "list[Statistics]"
    daily: Daily
    days: frozenset[date]


class StatisticsScreen(Page):
    """What is remembered of solved games; the table scrolls where it is long."""

    TITLE = "statistics"
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
        self._facts: Facts | None = None
        self._problem = ""
        self._top = 0

    def content(self) -> ComposeResult:
        yield TextBlock()

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.call_later(self._read)

    async def _read(self) -> None:
        today = self._today()
        try:
            self._facts = await self._saved.run(
                lambda store: Facts(store.statistics(), store.daily(today), store.solved_days())
            )
        except StoreError as error:
            self._problem = str(error)
        self.redraw()

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self.redraw)

    def redraw(self) -> None:
        block, palette, facts = self.query_one(TextBlock), self.palette, self._facts
        if facts is None:
            block.put([[Segment(f" {line}", palette.warning)] for line in wrap(self._problem, block.size.width - 2)])
            return
        top = [[Segment(" Statistics", palette.title)], *summary_lines(facts.solved, palette), []]
        run = streak(facts.days, facts.daily.day)
        top += [*daily_lines(facts.daily, run, facts.days, palette, self.glyphs), []]
        head, *table = table_lines(facts.solved, palette, self.glyphs, block.size.width)
        room = max(block.size.height - len(top) - 1, 1)
        self._top = max(0, min(self._top, len(table) - room))
        block.put([*top, head, *table[self._top : self._top + room]])

    def action_scroll(self, by: int) -> None:
        self._top += by
        self.redraw()

    def action_daily(self) -> None:
        self.post_message(PlayDaily())
