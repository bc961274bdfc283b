"""The history of a game: all moves as a tree to walk in, with the board of each."""

from collections.abc import Awaitable, Callable

from rich.segment import Segment
from rich.style import Style
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.events import Resize
from textual.geometry import Size

from engine.base.text import counted, printable
from engine.play.errors import GameError
from engine.play.game import Game
from tui.base.board import Board
from tui.base.bookmarks import ask_for_bookmark
from tui.base.page import Page
from tui.base.program import HEIGHT, WIDTH
from tui.base.rows import Rows
from tui.base.text_line import TextLine
from tui.draw.board import Look
from tui.draw.frame import Fit, best_fit
from tui.draw.game import Marks, board_look
from tui.draw.numbers import clock_text
from tui.features.history.moves import HistoryList, move_text

LIST_WIDTH = 28
"""The least columns that the list of moves takes."""


class HistoryScreen(Page):
    """Walks in a copy of the game, so that the game itself stays where it is until a place is chosen."""

    TITLE = "history"
    PARTS = (HistoryList,)
    DEFAULT_CSS = """
    HistoryScreen > Horizontal { height: 1fr; }
    HistoryScreen Board { margin-right: 1; }
    HistoryScreen HistoryList { max-width: 50; }
    """
    BINDINGS = [
        Binding("enter", "stay", "stay here"),
        Binding("escape,v", "back", "back", key_display="esc", tooltip="back to where the game was"),
        Binding("left,h,u", "step(-1)", "back along the moves", key_display="left", show=False),
        Binding("right,l,U", "step(1)", "on along the moves", key_display="right", show=False),
        Binding("b", "bookmark", "bookmark", tooltip="bookmark this place, or change its bookmark"),
        Binding("C", "last_correct", "last correct", tooltip="walk to the last correct position"),
        Binding("tab", "bookmarked(1)", "next bookmark", show=False),
        Binding("shift+tab", "bookmarked(-1)", "previous bookmark", show=False),
    ]

    def __init__(
        self, game: Game, go: Callable[[int, str], Awaitable[None]], keep: Callable[[], Awaitable[None]]
    ) -> None:
        """`go` brings the game to a node and tells the player; `keep` writes it down."""
        super().__init__()
        self.game = game
        self.walked = Game.of(game.record())
        self._go = go
        self._keep = keep

    @property
    def rows(self) -> HistoryList:
        return self.query_one(HistoryList)

    def content(self) -> ComposeResult:
        layout = self.game.layout
        yield TextLine(id="head")
        with Horizontal():
            fit = self._fit(self.app.size)
            yield Board(layout, self._look(), self.palette, self.glyphs, fit.cell, fit.seen)
            yield HistoryList(self.game.history, layout)
        yield TextLine(id="message")

    def on_mount(self) -> None:
        self.redraw()

    @on(Resize)
    def _resized(self, event: Resize) -> None:
        fit, board = self._fit(event.size), self.query_one(Board)
        board.fit(fit.cell, fit.seen, self._look(), self.palette, self.glyphs)

    def _fit(self, terminal: Size) -> Fit:
        """The board leaves room for the list."""
        room = Size(max(terminal.width, WIDTH) - LIST_WIDTH - 1, max(terminal.height, HEIGHT) - 3)
        return best_fit(self.game.layout, self.glyphs.box, room)

    # walking

    def on_rows_moved(self, event: Rows.Moved) -> None:
        if self.rows.node != self.walked.history.position:
            self._walk_to(self.rows.node)

    def _walk_to(self, node: int) -> None:
        self.walked.go_to(node)
        self.rows.go_to(node)
        self.redraw()

    def action_step(self, step: int) -> None:
        """Go to the move before, or to the next one in the branch visited last, whatever lines are between."""
        if self.walked.undo() if step < 0 else self.walked.redo():
            self._walk_to(self.walked.history.position)

    def action_bookmarked(self, step: int) -> None:
        self.rows.next_bookmark(step)

    async def action_last_correct(self) -> None:
        """Walk to the last correct position on the way to where the game is."""
        try:
            node = self.game.last_correct()
        except GameError as refusal:
            self._say(str(refusal), self.palette.warning)
            return
        self._walk_to(node)
        wrong = self.game.history.moves() - self.game.history.moves(node)
        if wrong:
            back = counted(wrong, "move")
            self._say(f"The last correct position: {back} back. {self.key('stay')} stays here.", self.palette.accent)
        else:
            self._say("Right so far: the game is at its last correct position.", self.palette.good)
        await self._keep()

    # what it leads to

    async def action_stay(self) -> None:
        """Bring the game to the place of the cursor, and leave."""
        node = self.rows.node
        if node != self.game.history.position:
            await self._go(node, f"At {self._place(node)}.")
        self.dismiss()

    @work
    async def action_bookmark(self) -> None:
        sentence = await ask_for_bookmark(self, self.game.history, self.rows.node)
        if sentence:
            await self._keep()
            self.redraw()
            self.rows.refresh_row(self.rows.cursor)
            self._say(sentence, self.palette.accent)

    # showing

    def redraw(self) -> None:
        palette, history, node = self.palette, self.game.history, self.rows.node
        self.query_one(Board).display_look(self._look(), palette, self.glyphs)
        name = printable(self.game.puzzle.name) or self.game.layout.title
        counts = [counted(len(history) - 1, "move")]
        counts += [f"{len(history.tips)} branches"] if len(history.tips) > 1 else []
        counts += [counted(len(history.bookmarks), "bookmark")] if history.bookmarks else []
        dot = f" {self.glyphs.dot} "
        self.query_one("#head", TextLine).show(
            [Segment(f" {name}{dot}history", palette.title)], [Segment(dot.join(counts) + " ", palette.dim)]
        )
        elapsed = history[node].elapsed
        facts = [self._place(node) + ("" if elapsed is None else f" at {clock_text(elapsed)}")]
        facts += [f"{len(self.game.values) - self.walked.filled} to fill"]
        if (ways := len(history.children(node))) > 1:
            facts += [f"{ways} branches from here"]
        if node in history.bookmarks:
            facts += [f"bookmark {printable(history.bookmarks[node])}"]
        self._say(dot.join(facts))

    def _place(self, node: int) -> str:
        """A node in words: `move 12, r3c4 = 5`."""
        what = move_text(self.game.layout, self.game.history[node].move)
        return f"move {self.game.history.moves(node)}, {what}" if node else what

    def _say(self, sentence: str, style: Style | None = None) -> None:
        self.query_one("#message", TextLine).show([Segment(f" {sentence}", style or self.palette.plain)])

    def _look(self) -> Look:
        """The board where one has walked to; the cursor shows the cell that the last move changed."""
        history = self.walked.history
        return board_look(self.walked, Marks(), history[history.position].move.cell, self.palette)
