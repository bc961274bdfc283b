"""The results of the day, the leagues of the week, and ratings."""

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding

from engine.base.language import lazy_gettext as _
from engine.base.text import joined
from engine.play.daily import Daily
from engine.sudoku.layout import label_of
from engine.together.glicko import GlickoRating
from engine.together.standings import Standings
from tui.base.frame import put_frame
from tui.base.page import Page
from tui.base.text_block import ScrolledText
from tui.draw.cells import wrap
from tui.features.together import words


class StandingsScreen(Page):
    """Shows one table at a time: each puzzle of the day, the league of each level with points, then ratings."""

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
        return self._first_rating + bool(self._standings.players) + bool(self._standings.puzzles)

    @property
    def _first_rating(self) -> int:
        """The number of the first table of ratings, if there is one."""
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
        about = words.COUNTERS if self._number < self._first_rating else words.HOW_RATED
        foot = [[Segment(f" {line}", palette.dim)] for line in wrap(str(about), max(block.size.width - 2, 1))]
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
        if self._number >= self._first_rating:
            return self._ratings_of_puzzles() if self._number > self._first_rating else self._ratings_of_players()
        level, places = standings.leagues[self._number - max(len(self._dailies), 1)]
        rows = [(place.name, words.league_row(rank, place)) for rank, place in enumerate(places, 1)]
        return words.LEAGUE.format(level=level.title), f"     {words.LEAGUE_HEAD}", rows

    def _ratings_of_players(self) -> tuple[str, str, list[tuple[str, str]]]:
        rows = [
            (
                player.name,
                words.PLAYERS_ROW.format(
                    rank=rank, name=player.name, puzzles=player.puzzles, **self._numbers(player.rating)
                ),
            )
            for rank, player in enumerate(self._standings.players, 1)
        ]
        return str(words.RATINGS), f"     {words.PLAYERS_HEAD}", rows

    def _ratings_of_puzzles(self) -> tuple[str, str, list[tuple[str, str]]]:
        rows = [
            (
                "",
                words.PUZZLES_ROW.format(
                    rank=rank,
                    players=puzzle.players,
                    puzzle=joined([label_of(puzzle.layout), puzzle.level.title]),
                    **self._numbers(puzzle.rating),
                ),
            )
            for rank, puzzle in enumerate(self._standings.puzzles, 1)
        ]
        return str(words.PUZZLES), f"     {words.PUZZLES_HEAD}", rows

    def _numbers(self, rating: GlickoRating) -> dict[str, str]:
        """A rating, and the range of two deviations on each side, within which it is with 95 %."""
        low, high = rating.rating - 2 * rating.deviation, rating.rating + 2 * rating.deviation
        return {"rating": f"{rating.rating:.0f}", "range": f"{low:.0f}-{high:.0f}"}
