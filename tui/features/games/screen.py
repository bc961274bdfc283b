"""The list of saved games, with the board of the selected one."""

import time
from asyncio import sleep
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

from rich.cells import cell_len
from rich.segment import Segment
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Resize, ScreenResume

from engine.base.language import N_, Sentence, _, lazy_gettext
from engine.base.text import noun, pluralized, printable, title_of
from engine.play.errors import StoreError
from engine.sudoku.layout import label_of
from tui.base.base_app import BaseApp
from tui.base.dialogs import Confirm
from tui.base.keymap import MovedBinding
from tui.base.page import Page, posting
from tui.base.requests import NewGame, ResumeGame, ReviewGame, ShowStatistics, WatchGame
from tui.base.rows import ItemRows, Rows
from tui.base.text_block import TextBlock, TextLine
from tui.draw.cells import Line, clip, pad, pad_left, widest, wrap
from tui.draw.face import Chip
from tui.draw.game import game_lines
from tui.draw.numbers import clock_text

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.game import Game, GameRecord
    from engine.play.store import GameSummary, Store

_REST = 0.06
"""Seconds without a move of the cursor after which the board is read."""

DELETE = lazy_gettext("Delete {title} with all its moves? Its statistics stay.")


class Shelf(NamedTuple):
    """A condition on the games of a list, and the sentence for an empty one."""

    includes: "Callable[[GameSummary], bool | int]"
    nothing: Sentence


SHELVES = {
    N_("unfinished"): Shelf(
        lambda game: not game.solved, lazy_gettext("No unfinished games. {new_game} makes a new one.")
    ),
    N_("finished"): Shelf(lambda game: game.solved, lazy_gettext("No finished games yet.")),
    N_("favourites"): Shelf(
        lambda game: game.favourite,
        lazy_gettext("No favourites yet. {favourite} adds a game here, or a puzzle in the list of files."),
    ),
}
"""The lists of games, by name."""

_WITH_CLOCK = 60
"""Minimum width of rows with layout and clock."""

_TITLE = 26
"""Columns of a title that come before the layout and the clock."""
_WITH_AGE = 44
"""Minimum width of rows with level and date."""

_MAX_LAYOUT_COLUMNS = 18
"""Maximum columns of a layout's name."""

FAVOURITE = "*"
TITLE_AND_FILE = "{title} ({file})"

_UNITS = (
    (525_960, noun("year")), (10_080, noun("week")), (1440, noun("day")), (60, lazy_gettext("{count} h")),
    (1, lazy_gettext("{count} min")),
)  # fmt: skip
"""Units of time in minutes, with their nouns or abbreviations."""


def ago(seconds: float) -> str:
    """Return the time since an event in a few letters: `now`, `5 min`, `3 h`, `2 days`, `3 weeks`, `4 years`."""
    for minutes, unit in _UNITS:
        if (count := int(seconds / 60 / minutes)) > 0:
            return pluralized(count, unit) if isinstance(unit, str) else unit.format(count=count)
    return _("now")


def game_title(game: "GameSummary") -> str:
    """Return the name of the puzzle of a game, or its layout; and the name of the file if that is different."""
    title = printable(game.title) or printable(label_of(game.layout))
    if not game.file or game.title.startswith(title_of(Path(game.file).stem)):  # the title of a puzzle without a name
        return title
    return TITLE_AND_FILE.format(title=title, file=printable(game.file))


class GameList(ItemRows["GameSummary"]):
    """A row for each game: the sign of a favourite, name, level, share of filled cells, and time since the last move.

    The columns after the name are as wide as their content; the name takes the rest.
    """

    DEFAULT_CSS = "GameList { width: 51; }"

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0
        self._widths: list[int] = []
        self._wide = 0
        """Minimum columns of a row with all facts."""

    def show(self, games: "Sequence[GameSummary]", now: float, notice: str) -> None:
        """Show games with their state at a time; the cursor stays on its game, or else in its place.

        `notice` is shown if there are none.
        """
        before = self.item.id if self.item else None
        self._now, self.notice = now, notice
        facts = [self._facts(game) for game in games]
        self._widths = [max(map(cell_len, column)) for column in zip(*facts, strict=True)]
        titles = min(widest(map(game_title, games), 0), _TITLE)
        self._wide = max(_WITH_CLOCK, titles + 4 + sum(size + 2 for size in self._widths))
        self.fill(games, next((place for place, game in enumerate(games) if game.id == before), None))

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        game, palette = self.items[index], self.palette
        layout, level, filled, time, played = zip(self._facts(game), self._widths, strict=True)
        columns = [pad_left(*filled)]
        if width >= _WITH_AGE:
            columns = [pad(*level), *columns, pad_left(*played)]
        if width >= self._wide:
            columns = [pad(*layout), *columns[:-1], pad_left(*time), columns[-1]]
        right = f"  {'  '.join(filter(None, columns))} "
        room = max(width - 3 - cell_len(right), 1)
        name = clip(game_title(game), room, self.glyphs.ellipsis)
        star = FAVOURITE if game.favourite else " "
        pieces = (
            (f" {star} ", palette.accent),
            (name + " " * (room - cell_len(name)), palette.plain),
            (right, palette.dim),
        )
        return self.painted(pieces, is_selected)

    def _facts(self, game: "GameSummary") -> tuple[str, ...]:
        """Return layout, level, filled share, clock and age."""
        layout = clip(_(game.layout), _MAX_LAYOUT_COLUMNS, self.glyphs.ellipsis)
        filled = _("solved") if game.solved else f"{game.filled}/{game.holes}"
        return layout, _(game.level or ""), filled, clock_text(game.elapsed), ago(self._now - game.updated)


CARD, NO_CARD = lazy_gettext("preview"), lazy_gettext("This shows the board of the game under the cursor.")


class GameCard(TextBlock):
    """The selected game: its board and facts."""

    def show(self, summary: "GameSummary", game: "Game | None", problem: str = "") -> None:
        """Show a game; only the facts while its board is being read, and the problem if reading fails."""
        palette, glyphs = self.palette, self.glyphs
        played = datetime.fromtimestamp(summary.updated).strftime("%Y-%m-%d %H:%M")
        share = summary.filled * 100 // summary.holes if summary.holes else 100
        kind = [printable(label_of(summary.layout)), *([_(summary.level)] if summary.level else [])]
        width = max(self.size.width, 1)
        title = clip(game_title(summary), 3 * width, glyphs.ellipsis)
        filled = _("{filled} of {holes} filled {dot} {share} %").format(
            filled=summary.filled, holes=summary.holes, dot=glyphs.dot, share=share
        )
        texts = (
            (title, palette.title),
            (f" {glyphs.dot} ".join(kind), palette.plain),
            (filled, palette.plain),
            (f"{clock_text(summary.elapsed)} {glyphs.dot} {played}", palette.dim),
        )
        facts: list[Line] = [[Segment(line, style)] for text, style in texts for line in wrap(text, width)]
        facts += [[Segment(line, palette.warning)] for line in ["", *wrap(problem, width)] if problem]
        if game:
            facts = [*game_lines(game, palette, glyphs, width, self.size.height - len(facts) - 1), [], *facts]
        self.put(facts)


class GamesScreen(Page):
    """Lists one shelf of saved games at a time, beside the board of the selected one."""

    HEADING = lazy_gettext("saved games")
    PARTS = (GameList,)
    DEFAULT_CSS = """
    GamesScreen > Horizontal { height: 1fr; }
    GamesScreen.-framed GameList { width: 5fr; max-width: 90; }
    GamesScreen.-framed GameCard { width: 4fr; }
    GamesScreen.-narrow GameList { width: 1fr; }
    GamesScreen.-narrow GameCard { display: none; }
    """
    BINDINGS = [
        Binding("enter", "resume", "go on", tooltip="continue this game where you left it"),
        MovedBinding("asterisk,M", "favourite", "favourite", key_display="*", former="f",
                     tooltip="add to the favourites, or remove"),
        MovedBinding("x,delete", "delete", "delete", tooltip="delete this game (asks)", key_display="x", former="d"),
        Binding("tab,right", "shelf(1)", "finished, favourites", key_display="tab", tooltip="the next list of games"),
        Binding("shift+tab,left", "shelf(-1)", "previous list", show=False, tooltip="the previous list of games"),
        Binding("w", "watch", "watch", show=False, tooltip="watch how this game went, move by move"),
        Binding("r", "review", "review", show=False, tooltip="the longest pauses of this game"),
        Binding("n", "new_game", "new game", show=False, tooltip="make a puzzle and play it"),
        Binding("t", "statistics", "statistics", show=False, tooltip="statistics of solved games"),
    ]  # fmt: skip

    @classmethod
    async def from_request(cls, _request: ResumeGame, _app: BaseApp, /) -> Self:
        return cls()

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        """`now` returns the current time."""
        super().__init__()
        self._now = now
        self._games: list[GameSummary] = []
        self._boards: dict[tuple[int, float], Game] = {}
        self._shelf = "unfinished"
        self._problem = ""

    def content(self) -> ComposeResult:
        self.shelves, self.rows, self.card = TextLine(), GameList(), GameCard()
        self.put_frame(self.card, CARD)
        yield self.shelves
        with Horizontal():
            yield self.rows
            yield self.card

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self._draw_card)

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.call_later(self._read)

    async def _read(self) -> None:
        """Read the list again, as games may have been played meanwhile."""
        try:
            self._games = await self.program.saved.run(lambda store: store.games())
            self._problem = ""
        except StoreError as error:
            self._games, self._problem = [], str(error)
        self.redraw()

    def redraw(self) -> None:
        palette = self.palette
        shelves = [Segment(" ")]
        for name, shelf in SHELVES.items():
            text = f"{_(name)} {sum(map(shelf.includes, self._games))}"
            is_selected = name == self._shelf
            shelves.append(Chip(text).drawn(palette) if is_selected else Segment(f" {text} ", palette.dim))
        self.shelves.show(shelves)
        selected = SHELVES[self._shelf]
        notice = selected.nothing.format(new_game=self.key("new_game"), favourite=self.key("favourite"))
        self.rows.show(list(filter(selected.includes, self._games)), self._now(), self._problem or notice)
        self.refresh_keys()
        self._draw_card()

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        return dict.fromkeys(("resume", "favourite", "delete", "watch", "review"), self.rows.item is not None)

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self._draw_card()

    def _draw_card(self) -> None:
        """Show the selected game; its board is read when the cursor rests."""
        summary = self.rows.item
        self.put_frame(self.rows, _(self._shelf), *("resume", "favourite", "delete") * bool(summary))
        self.put_frame(self.card, CARD if summary is None else game_title(summary))
        if summary is None:
            nothing = wrap(str(NO_CARD), max(self.card.size.width, 2))
            self.card.put([[Segment(line, self.palette.dim)] for line in nothing])
            return
        board = self._boards.get((summary.id, summary.updated))
        self.card.show(summary, board)
        if board is None:
            self._read_board(summary)

    @work(exclusive=True, group="board")
    async def _read_board(self, summary: "GameSummary") -> None:
        """Read a game when the cursor rests on it, and show it if it is still selected."""
        await sleep(_REST)
        board, problem = None, ""
        try:
            board = (await self.program.saved.run(lambda store: store.load(summary.id))).game
            self._boards[summary.id, summary.updated] = board
        except StoreError as error:
            problem = str(error)
        if summary == self.rows.item:
            self.card.show(summary, board, problem)

    def action_shelf(self, step: int) -> None:
        names = list(SHELVES)
        self._shelf = names[(names.index(self._shelf) + step) % len(names)]
        self.rows.reset()
        self.redraw()

    def action_resume(self) -> None:
        if game := self.rows.item:
            self.post_message(ResumeGame(game.id))

    def on_rows_row_clicked(self) -> None:
        self.action_resume()

    @work
    async def action_review(self) -> None:
        """Review a finished game; in an unfinished one, the steps would be hints."""
        if (game := self.rows.item) and game.solved and (record := await self._load(game.id)):
            self.post_message(ReviewGame(record))

    @work
    async def action_watch(self) -> None:
        """Play the game again as it went."""
        if (game := self.rows.item) and (record := await self._load(game.id)):
            self.post_message(WatchGame(record))

    async def _load(self, number: int) -> "GameRecord | None":
        """Load a game; None if that fails, which is shown."""
        try:
            return (await self.program.saved.run(lambda store: store.load(number))).game.record()
        except StoreError as error:
            self.notify(str(error), severity="error")
            return None

    async def action_favourite(self) -> None:
        if game := self.rows.item:
            await self._change(lambda store: store.set_favourite(game.id, not game.favourite))

    @work
    async def action_delete(self) -> None:
        game = self.rows.item
        if game is None:
            return
        if await self.ask(Confirm(DELETE.format(title=game_title(game)), _("delete it"))):
            await self._change(lambda store: store.delete(game.id))

    async def _change(self, change: "Callable[[Store], None]") -> None:
        try:
            await self.program.saved.run(change)
        except StoreError as error:
            self.notify(str(error), severity="error")
        await self._read()

    action_new_game = posting(NewGame)
    action_statistics = posting(ShowStatistics)
