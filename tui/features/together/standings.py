"""The results of the day and the leagues of the week."""

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding

from engine.base.language import lazy_gettext as _
from engine.play.daily import Daily
from engine.together.standings import Standings
from tui.base.frame import put_frame
from tui.base.page import Page
from tui.base.text_block import ScrolledText
from tui.draw.cells import wrap
from tui.features.together import words


class StandingsScreen(Page):
    """Shows one table at a time: each puzzle of the day, then the league of each level with points."""

    HEADING = _("results")
    FOLLOWS_SIZE = True
    PARTS = (ScrolledText,)
    BINDINGS = [
        Binding("right,l,tab", "turn(1)", "next", key_display="left right", tooltip="the next table", id="next_table"),
        Binding("left,h", "turn(-1)", show=False, id="previous_table"),
    ]

    def __init__(self, standings: Standings, name: str) -> None:
        """`name` is the player's name."""
        super().__init__()
        self._standings = standings
        self._name = name
        self._dailies = [daily for daily in standings.dailies if daily[1]]
        self._number = 0

    @property
    def _count(self) -> int:
        """The number of tables."""
        return max(len(self._dailies), 1) + len(self._standings.leagues)

    def content(self) -> ComposeResult:
        yield ScrolledText()

    def action_turn(self, step: int) -> None:
        self._number = (self._number + step) % self._count
        self.query_one(ScrolledText).top = 0
        self.redraw()

    def redraw(self) -> None:
        block, palette = self.query_one(ScrolledText), self.palette
        title, head, rows = self._table()
        put_frame(block, title, f"{self._number + 1}/{self._count}")
        foot = [[Segment(f" {line}", palette.dim)] for line in wrap(str(words.COUNTERS), max(block.size.width - 2, 1))]
        text = [[Segment(f" {row}", palette.title if name == self._name else palette.plain)] for name, row in rows]
        top = [[Segment(f" {head}", palette.dim)]]
        block.put_parts(top, text, [[], *foot])

    def _table(self) -> tuple[str, str, list[tuple[str, str]]]:
        """Return the title, the heading, and each row after its player's name."""
        standings = self._standings
        if not (self._dailies or self._number):
            return str(standings.day), str(words.NOBODY_YET), []
        if self._number < len(self._dailies):
            kind, results = self._dailies[self._number]
            title = words.DAY_BOARD.format(day=standings.day, title=Daily(standings.day, kind).title)
            rows = [(result.name, words.day_row(rank, result)) for rank, result in enumerate(results, 1)]
            return title, f"     {words.DAY_HEAD}", rows
        level, places = standings.leagues[self._number - max(len(self._dailies), 1)]
        rows = [(place.name, words.league_row(rank, place)) for rank, place in enumerate(places, 1)]
        return words.LEAGUE.format(level=level.title), f"     {words.LEAGUE_HEAD}", rows
