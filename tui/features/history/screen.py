"""The screen of a game's history: a tree of its moves, with the board after the selected one."""

from collections.abc import Awaitable, Callable, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized, printable
from engine.play.errors import GameError
from engine.play.game import Game
from engine.play.history import History, OutlineLine
from engine.sudoku.layout import Layout
from tui.base.board_list_page import BoardListPage
from tui.base.questions import ask_for_bookmark
from tui.base.rows import ItemRows, Rows
from tui.draw.board import BoardAppearance
from tui.draw.cells import Line, clip, clip_start
from tui.draw.game import Marks, board_look
from tui.draw.moves import move_text
from tui.draw.numbers import clock_text

LAST_CORRECT = lazy_gettext("The last correct position: {back} back. {stay} stays here.")
RIGHT_SO_FAR = lazy_gettext("Right so far: the game is at its last correct position.")

MOVES = lazy_gettext("moves")

MIN_WITH_TIMES = 44
"""Minimum columns of a list that shows the times of moves."""


class HistoryList(ItemRows[OutlineLine]):
    """The tree of moves, one a row. Only bookmarks may change while it is shown."""

    def __init__(self, history: History, layout: Layout) -> None:
        super().__init__()
        self._history = history
        self._layout = layout
        self._position = history.position
        self._path = frozenset(history.path())
        self.items = history.outline()
        self._indexes = {line.node: index for index, line in enumerate(self.items)}
        self.cursor = self._indexes[self._position]

    @property
    def node(self) -> int:
        """The node under the cursor."""
        return self.items[self.cursor].node

    def scrolled(self) -> None:
        self.refresh()  # the list opens at its cursor, far down after many moves

    def go_to(self, node: int) -> None:
        """Move the cursor to a node."""
        self.go(self._indexes[node])

    def next_bookmark(self, step: int) -> None:
        """Move the cursor to the next bookmark (`step` 1) or the previous one (-1), wrapping around."""
        distances = {(self._indexes[node] - self.cursor) * step % len(self) for node in self._history.bookmarks} - {0}
        if distances:
            self.go((self.cursor + step * min(distances)) % len(self))

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        node, moves, level, is_branch = self.items[index]
        _parent, move, elapsed = self._history[node]
        palette, ellipsis = self.palette, self.glyphs.ellipsis
        ink = palette.plain if node in self._path else palette.dim
        lanes = clip_start(self._lanes(level, is_branch), width // 3, ellipsis)
        mark = f" {_('here')}" if node == self._position else ""
        time = f"  {'' if elapsed is None else clock_text(elapsed):8}" if width >= MIN_WITH_TIMES else ""
        text = clip(f"{lanes}{moves:>3} {move_text(self._layout, move)}", width - cell_len(mark) - len(time), ellipsis)
        room = width - cell_len(text) - cell_len(mark) - len(time)
        label = clip(f" {printable(self._history.bookmarks.get(node, ''))}", room, ellipsis)
        pieces = ((lanes, palette.line), (text[len(lanes) :], ink), (label, palette.accent),
                  (" " * (room - cell_len(label)), ink), (mark, palette.good), (time, palette.dim))  # fmt: skip
        return self.painted(pieces, is_selected)

    def _lanes(self, level: int, is_branch: bool) -> str:
        """Return the vertical lines of the branches around a row; `is_branch` tells whether one begins here."""
        vertical, tee = f"{self.glyphs.box[1]} ", self.glyphs.box[6] + self.glyphs.box[0]
        return vertical * (level - 1) + tee if is_branch else vertical * level


class HistoryScreen(BoardListPage):
    """The tree of moves beside a copy of the game. The game itself moves only when the player stays at another node."""

    HEADING = lazy_gettext("history")
    PARTS = (HistoryList,)
    rows: HistoryList
    BINDINGS = [
        Binding("enter", "stay", "stay here"),
        Binding("escape,v", "back", "back", key_display="esc", tooltip="return to the current position"),
        Binding("left,h,u", "step(-1)", "back along the moves", key_display="left", show=False),
        Binding("right,l,U", "step(1)", "forward along the moves", key_display="right", show=False),
        Binding("b", "bookmark", "bookmark", tooltip="bookmark this position, or change its bookmark"),
        Binding("C", "last_correct", "last correct", tooltip="go to the last correct position"),
        Binding("tab", "bookmarked(1)", "next bookmark", show=False),
        Binding("shift+tab", "bookmarked(-1)", "previous bookmark", show=False),
    ]

    def __init__(
        self, game: Game, go: Callable[[int, str], Awaitable[None]], keep: Callable[[], Awaitable[None]]
    ) -> None:
        """`go` moves the game to a node and shows a message; `keep` saves it."""
        super().__init__()
        self.game = game
        self._shown_game = Game.of(game.record())
        self._go = go
        self._keep = keep

    def content(self) -> ComposeResult:
        self.rows = HistoryList(self.game.history, self.game.layout)
        self.put_frame(self.rows, MOVES, "stay", "bookmark")
        yield from self.beside_board()

    @property
    def shown_game(self) -> Game:
        return self._shown_game

    @property
    def header_facts(self) -> Sequence[str]:
        history = self.game.history
        counts = [pluralized(len(history) - 1, "move")]
        counts += [_("{count} branches").format(count=len(history.leaves))] * (len(history.leaves) > 1)
        return counts + [pluralized(len(history.bookmarks), "bookmark")] * bool(history.bookmarks)

    def on_mount(self) -> None:
        self.redraw()

    def on_rows_moved(self, event: Rows.Moved) -> None:
        if self.rows.node != self.shown_game.history.position:
            self._go_to_node(self.rows.node)

    def _go_to_node(self, node: int) -> None:
        self.shown_game.go_to(node)
        self.rows.go_to(node)
        self.redraw()

    def action_step(self, step: int) -> None:
        """Go to the previous move, or the next one in the branch visited last."""
        if self.shown_game.undo() if step < 0 else self.shown_game.redo():
            self._go_to_node(self.shown_game.history.position)

    def action_bookmarked(self, step: int) -> None:
        self.rows.next_bookmark(step)

    async def action_last_correct(self) -> None:
        """Show the last correct position on the way to that of the game."""
        try:
            node = self.game.last_correct_node()
        except GameError as error:
            self._say(str(error), self.palette.warning)
            return
        self._go_to_node(node)
        count = self.game.history.moves() - self.game.history.moves(node)
        if count:
            back = pluralized(count, "move")
            self._say(LAST_CORRECT.format(back=back, stay=self.key("stay")), self.palette.accent)
        else:
            self._say(str(RIGHT_SO_FAR), self.palette.good)
        await self._keep()

    async def action_stay(self) -> None:
        node = self.rows.node
        if node != self.game.history.position:
            await self._go(node, _("At {place}.").format(place=self._place(node)))
        self.dismiss()

    @work
    async def action_bookmark(self) -> None:
        sentence = await ask_for_bookmark(self, self.game.history, self.rows.node)
        if sentence:
            await self._keep()
            self.redraw()
            self.rows.refresh_row(self.rows.cursor)
            self._say(sentence, self.palette.accent)

    def redraw(self) -> None:
        history, node, dot = self.game.history, self.rows.node, f" {self.glyphs.dot} "
        self.board.show_look(self.look())
        self.refresh_header()
        elapsed, branches = history[node].elapsed, len(history.children(node))
        place = self._place(node)
        facts = [place if elapsed is None else _("{place} at {time}").format(place=place, time=clock_text(elapsed))]
        facts += [_("{count} to fill").format(count=len(self.game.values) - self.shown_game.board.filled)]
        facts += [_("{ways} branches from here").format(ways=branches)] * (branches > 1)
        if label := history.bookmarks.get(node):
            facts.append(_("bookmark {bookmarks}").format(bookmarks=printable(label)))
        self._say(dot.join(facts))

    def _place(self, node: int) -> str:
        """Describe a node: `move 12, r3c4 = 5`."""
        text = move_text(self.game.layout, self.game.history[node].move)
        return _("move {moves}, {text}").format(moves=self.game.history.moves(node), text=text) if node else text

    def _say(self, sentence: str, style: Style | None = None) -> None:
        self.message.show([Segment(f" {sentence}", style or self.palette.plain)])

    def look(self) -> BoardAppearance:
        """The board at the selected node, with the cursor on the cell of its move."""
        history = self.shown_game.history
        return board_look(self.shown_game, Marks(), history[history.position].move.cell, self.palette)
