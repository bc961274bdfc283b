"""The saved games: go on with one, mark it as a favourite, delete it."""

import time
from asyncio import sleep
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Resize, ScreenResume

from engine.play.errors import StoreError
from tui.base.dialogs import Confirm
from tui.base.page import Page
from tui.base.requests import NewGame, ResumeGame, ShowStatistics
from tui.base.rows import Rows
from tui.base.saved_games import SavedGames
from tui.base.text_line import TextLine
from tui.features.games.game_list import GameCard, GameList, title_of

if TYPE_CHECKING:  # the store is loaded on its own thread
    from engine.play.game import Game
    from engine.play.store import GameSummary, Store

_SETTLED = 0.06
"""Seconds without a move after which the board under the cursor is read."""

DELETE = "Delete {title} with all its moves? What the statistics know of it stays."

SHELVES: "dict[str, tuple[Callable[[GameSummary], object], str]]" = {
    "unfinished": (lambda game: not game.solved, "No game is waiting. {new_game} makes a new one."),
    "finished": (lambda game: game.solved, "No game is finished yet."),
    "favourites": (
        lambda game: game.favourite,
        "No favourite yet. {favourite} marks a game here, or a puzzle in the list of files.",
    ),
}
"""The parts that the list can show: which games belong there, and what to say where there are none."""


class GamesScreen(Page):
    """Lists one shelf of saved games at a time, with the board of the one under the cursor beside."""

    TITLE = "saved games"
    PARTS = (GameList,)
    DEFAULT_CSS = """
    GamesScreen > Horizontal { height: 1fr; margin-top: 1; }
    GamesScreen.-wide GameList { width: 86; }
    """
    BINDINGS = [
        Binding("enter", "resume", "go on", tooltip="go on with this game where it was left"),
        Binding("asterisk,f", "favourite", "favourite", key_display="*", tooltip="mark as a favourite, or no longer"),
        Binding("d,delete", "delete", "delete", key_display="d", tooltip="delete this game (asks)"),
        Binding("tab,right", "shelf(1)", "finished, favourites", key_display="tab", tooltip="the next list of games"),
        Binding("shift+tab,left", "shelf(-1)", "previous list", show=False, tooltip="the list of games before"),
        Binding("n", "new_game", "new game", show=False, tooltip="make a puzzle and play it"),
        Binding("t", "statistics", "statistics", show=False, tooltip="what is remembered of solved games"),
    ]

    def __init__(self, saved: SavedGames, now: Callable[[], float] = time.time) -> None:
        """`now` is the time of day."""
        super().__init__()
        self._saved = saved
        self._now = now
        self._games: list[GameSummary] = []
        self._boards: dict[tuple[int, float], Game] = {}
        self._shelf = "unfinished"
        self._problem = ""

    def content(self) -> ComposeResult:
        yield TextLine("head")
        with Horizontal():
            yield GameList()
            yield GameCard()

    @property
    def rows(self) -> GameList:
        return self.query_one(GameList)

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width >= 120, "-wide")
        self.call_after_refresh(self._draw_card)

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.call_later(self._read)

    async def _read(self) -> None:
        """Read the list again: a game may have been played meanwhile."""
        try:
            self._games = await self._saved.run(lambda store: store.games())
            self._problem = ""
        except StoreError as error:
            self._games, self._problem = [], str(error)
        self.redraw()

    def redraw(self) -> None:
        palette = self.palette
        head = [Segment(" Saved games   ", palette.title)]
        for name, (belongs, _) in SHELVES.items():
            here = name == self._shelf
            text = f"{name} {sum(bool(belongs(game)) for game in self._games)}"
            head.append(Segment(f"[{text}] " if here else f" {text}  ", palette.accent if here else palette.dim))
        self.query_one("#head", TextLine).show(head)
        belongs, nothing = SHELVES[self._shelf]
        nothing = nothing.format(new_game=self.key("new_game"), favourite=self.key("favourite"))
        self.rows.show([game for game in self._games if belongs(game)], self._now(), self._problem or nothing)
        self._draw_card()

    # the board beside

    def on_rows_moved(self, event: Rows.Moved) -> None:
        self._draw_card()

    def _draw_card(self) -> None:
        """Show what is known of the game under the cursor; its board is read when the cursor rests."""
        card, summary = self.query_one(GameCard), self.rows.game
        if summary is None:
            card.put([])
            return
        board = self._boards.get((summary.id, summary.updated))
        card.show(summary, board, self.palette, self.glyphs)
        if board is None:
            self._read_board(summary)

    @work(exclusive=True, group="board")
    async def _read_board(self, summary: "GameSummary") -> None:
        """Read a game once the cursor rests on it, and show it if it still does."""
        await sleep(_SETTLED)
        try:
            saved = await self._saved.run(lambda store: store.load(summary.id))
        except StoreError as error:
            if summary == self.rows.game:
                self.query_one(GameCard).show(summary, None, self.palette, self.glyphs, str(error))
            return
        self._boards[summary.id, summary.updated] = saved.game
        if summary == self.rows.game:
            self.query_one(GameCard).show(summary, saved.game, self.palette, self.glyphs)

    # what is done with it

    def action_shelf(self, step: int) -> None:
        names = list(SHELVES)
        self._shelf = names[(names.index(self._shelf) + step) % len(names)]
        self.rows.reset()
        self.redraw()

    def action_resume(self) -> None:
        if game := self.rows.game:
            self.post_message(ResumeGame(game.id))

    def on_rows_chosen(self) -> None:
        self.action_resume()

    async def action_favourite(self) -> None:
        if game := self.rows.game:
            await self._change(lambda store: store.mark(game.id, not game.favourite))

    @work
    async def action_delete(self) -> None:
        game = self.rows.game
        if game is None:
            return
        agreed = await self.ask(Confirm(DELETE.format(title=title_of(game)), "delete it"))
        if agreed:
            await self._change(lambda store: store.delete(game.id))

    async def _change(self, change: "Callable[[Store], None]") -> None:
        try:
            await self._saved.run(change)
        except StoreError as error:
            self.notify(str(error), severity="error", markup=False)
        await self._read()

    def action_new_game(self) -> None:
        self.post_message(NewGame())

    def action_statistics(self) -> None:
        self.post_message(ShowStatistics())
