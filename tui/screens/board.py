"""Playing: the board, its panel and the keys of a game."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import ScreenResume
from textual.widgets import Static

from engine.play.board import conflict_text
from engine.play.errors import GameError
from engine.play.game import Game, Record
from engine.play.history import Move
from engine.play.typed import parse_move
from engine.sudoku.techniques.catalogue import Level
from engine.text import printable
from tui.dialogs import Confirm, Notice, Prompt
from tui.messages import WatchPuzzle
from tui.screens.hinting import HintingPage
from tui.screens.travelling import TravellingPage
from tui.terminal import over_ssh
from tui.widgets.board import Board
from tui.widgets.game_view import Marks, board_look, panel_look, solved_text
from tui.widgets.patchwork import Picture
from tui.widgets.side_panel import SidePanel, draw_panel

View = dict[str, object]
Save = Callable[[Record, View], Awaitable[str]]
"""Writes a game down; gives a sentence if that failed, else ""."""

Direction = tuple[int, int]
ARROWS: dict[str, Direction] = {"up,k": (-1, 0), "down,j": (1, 0), "left,h": (0, -1), "right,l": (0, 1)}


def _bindings() -> list[BindingType]:
    digits = [Binding(str(digit), f"digit({digit})", show=False) for digit in range(2, 10)]
    arrows = [Binding(keys, f"move({y},{x})", show=False) for keys, (y, x) in ARROWS.items()][1:]
    jumps = [Binding(keys[-1].upper(), f"jump({y},{x})", show=False) for keys, (y, x) in ARROWS.items()][1:]
    return [
        Binding("1", "digit(1)", "place", key_display="1-9", tooltip="place a digit, or note it"),
        *digits,
        Binding("up,k", "move(-1,0)", "move", key_display="arrows hjkl", show=False),
        *arrows,
        Binding("K", "jump(-1,0)", "move by a box", key_display="HJKL", show=False),
        *jumps,
        Binding("tab", "empty(1)", "next empty cell", show=False),
        Binding("shift+tab", "empty(-1)", "previous empty cell", show=False),
        Binding("x,0,delete,backspace", "clear", "clear", key_display="x 0 del", show=False),
        Binding("n", "notes", "notes", tooltip="notes mode: digits note"),
        Binding("c", "check", "check", tooltip="right so far? (not where)"),
        Binding("w", "watch", "watch", tooltip="watch it solved"),
        Binding("colon", "type_move", "type a move such as 1b4", key_display=":", show=False),
        Binding("I", "reveal", "reveal this cell", show=False),
        Binding("S", "show_solution", "show the solution (asks)", show=False),
        Binding("R", "restart", "restart (asks)", show=False),
        Binding("f", "highlight", "highlight a digit", show=False),
        Binding("a", "candidates", "loupe: candidates or notes", show=False),
        Binding("m", "shading", "mark peers and same digit", show=False),
        Binding("g", "other_grid", "other grid", show=False),
        Binding("p", "pause", "pause (hides the board)", show=False),
    ]


class BoardScreen(HintingPage, TravellingPage):
    """A game on the screen. The game owns the board and its history; the screen owns the cursor and what is marked."""

    TITLE = "board"
    DEFAULT_CSS = """
    BoardScreen { align: center middle; }
    BoardScreen > .head { width: 80; height: 1; }
    BoardScreen > .body { width: 80; height: 21; }
    BoardScreen .name { width: 1fr; }
    BoardScreen .notes { width: 11; }
    BoardScreen .place { width: 7; }
    BoardScreen .gap { width: 1; }
    BoardScreen > .message { width: 80; height: 1; }
    """
    BINDINGS = _bindings()

    def __init__(self, game: Game, save: Save, notice: str = "", view: View | None = None) -> None:
        """`view` is what the property of that name gave when the game was saved."""
        super().__init__()
        self.game = game
        self._save = save
        self._notice = notice
        view = view or {}
        first = next((cell for cell, value in enumerate(game.values) if not value), 0)
        cursor = view.get("cursor")
        self.marks = Marks(
            cursor=cursor if isinstance(cursor, int) and 0 <= cursor < len(game.values) else first,
            noting=view.get("noting") is True,
            candidates=view.get("candidates") is True,
        )
        self._choosing_digit = False
        self.hint_level = next((level for level in Level if level.value == view.get("hints")), Level.EXTREME)
        self._message = Text()

    @property
    def view(self) -> View:
        """What the screen owns of the game, to be saved with it."""
        return {
            "cursor": self.cursor,
            "noting": self.marks.noting,
            "candidates": self.marks.candidates,
            "hints": self.hint_level.value,
        }

    @property
    def cursor(self) -> int:
        """The cell the cursor is on."""
        return self.marks.cursor

    def _mark(self, **changes: Any) -> None:
        """Change the cursor or a mark, and show it."""
        self.marks = replace(self.marks, **changes)
        self.redraw()

    def content(self) -> ComposeResult:
        layout = self.game.layout
        self.marks = replace(self.marks, shaded=not (over_ssh() or self.options.low_bandwidth))
        with Horizontal(classes="head"):
            yield Static(self._title, classes="name")
            yield Static(classes="notes")
            yield Static(classes="place")
        with Horizontal(classes="body"):
            yield Board(layout, board_look(self.game, self.marks, self.palette), self.palette, self.glyphs)
            yield Static(classes="gap")
            yield SidePanel(layout, self._panel())
        yield Static(classes="message")

    def on_mount(self) -> None:
        self.game.start()
        self.set_interval(1, self._tick)
        if self._notice:
            self.app.push_screen(Notice(self._notice))

    def on_screen_resume(self, event: ScreenResume) -> None:
        if not self.marks.paused:
            self.game.start()
        self.redraw()

    def on_screen_suspend(self) -> None:
        self.game.pause()

    # moving

    def action_move(self, down: int, right: int) -> None:
        """Go to the next cell in a direction, over gaps in the canvas; stay if there is none."""
        self._mark(cursor=self._towards(down, right, self.cursor))

    def action_jump(self, down: int, right: int) -> None:
        """Go as far as the next box in a direction, or as near to it as there are cells."""
        layout = self.game.layout
        cell = self.cursor
        for _ in range((layout.box_rows if down else layout.box_columns) or 3):
            cell = self._towards(down, right, cell)
        self._mark(cursor=cell)

    def action_empty(self, step: int) -> None:
        """Go to the next (or previous) empty cell in reading order, round the end."""
        values = self.game.values
        order = [(self.cursor + step * far) % len(values) for far in range(1, len(values) + 1)]
        self._mark(cursor=next((cell for cell in order if not values[cell]), self.cursor))

    def action_other_grid(self) -> None:
        """Go to the same place of the next grid."""
        grids = self.game.layout.grids
        here = [number for number, grid in enumerate(grids) if self.cursor in grid.cells]
        if len(grids) > 1 and here:
            place = grids[here[-1]].cells.index(self.cursor)
            self._mark(cursor=grids[(here[-1] + 1) % len(grids)].cells[place])

    def _towards(self, down: int, right: int, cell: int) -> int:
        layout = self.game.layout
        row, column = layout.cells[cell]
        while 0 <= row < layout.rows and 0 <= column < layout.columns:
            row, column = row + down, column + right
            if (row, column) in layout.index:
                return layout.index[row, column]
        return cell

    @on(Board.Clicked)
    def _clicked(self, event: Board.Clicked) -> None:
        self._mark(cursor=event.cell)

    # moves

    async def action_digit(self, digit: int) -> None:
        """Place or note a digit, or choose it when one is asked for."""
        if self._choosing_digit:
            self._highlight(digit)
        elif digit > self.game.layout.size:
            self._say(f"The digits here are 1 to {self.game.layout.size}.")
        elif self.marks.noting:
            await self._act(lambda: self.game.toggle_note(self.cursor, digit))
        else:
            await self._act(lambda: self.game.place(self.cursor, digit))

    async def action_clear(self) -> None:
        if self._choosing_digit:
            self.action_highlight()
        else:
            await self._act(lambda: self.game.clear(self.cursor))

    def action_type_move(self) -> None:
        self.app.push_screen(Prompt("Row, column letter, digit (0 clears), such as 1b4"), self._typed)

    async def _typed(self, text: str | None) -> None:
        if not text:
            return
        try:
            move = parse_move(text, self.game.layout)
        except GameError as refusal:
            self._say(str(refusal), self.palette.warning)
            return
        self._mark(cursor=move.cell)
        await self._act(lambda: self.game.place(move.cell, move.digit))

    def action_restart(self) -> None:
        self._ask("Start again from the givens? (undo brings everything back)", "restart", self.game.restart)

    def action_show_solution(self) -> None:
        if self.game.solution is None:
            self._refuse(self.game.show_solution)
        else:
            self._ask("Show the whole solution? (undo takes it back)", "show it", self.game.show_solution)

    async def action_reveal(self) -> None:
        await self._act(lambda: self.game.reveal(self.cursor))

    def _ask(self, question: str, yes: str, act: Callable[[], Move | None]) -> None:
        async def answered(agreed: bool | None) -> None:
            if agreed:
                await self._act(act)

        self.app.push_screen(Confirm(question, yes), answered)

    async def _act(self, act: Callable[[], Move | None]) -> None:
        """Make a move of the game, keep it, then show it; a refusal becomes the message."""
        history, solved_before = self.game.history, self.game.is_solved
        undone, known = history.can_redo, len(history)
        try:
            move = act()
        except GameError as refusal:
            self._say(str(refusal), self.palette.warning)
            return
        if move:
            branches = undone and len(history) > known
            self._say("A branch begins here: the moves undone stay beside it; v shows them." if branches else "")
            await self._keep()
            self.redraw()
            if self.game.is_solved and not solved_before:
                self._tell_solved()

    def _refuse(self, act: Callable[[], object]) -> None:
        try:
            act()
        except GameError as refusal:
            self._say(str(refusal), self.palette.warning)

    def _point_at(self, cell: int) -> None:
        self.marks = replace(self.marks, cursor=cell)

    async def _keep(self) -> None:
        """Write the game down before the screen shows it: what was seen is never lost."""
        problem = await self._save(self.game.record(), self.view)
        if problem:
            self._say(problem, self.palette.warning)

    # help

    async def action_check(self) -> None:
        check = self.game.check()
        self._say(check.sentence, self.palette.good if check.right else self.palette.bad)
        await self._keep()

    def action_watch(self) -> None:
        self.post_message(WatchPuzzle(self.game.puzzle))

    # what is marked

    def action_notes(self) -> None:
        self._mark(noting=not self.marks.noting)

    def action_candidates(self) -> None:
        self._say("The loupe shows your notes." if self.marks.candidates else "The loupe shows all candidates.")
        self._mark(candidates=not self.marks.candidates)

    def action_shading(self) -> None:
        self._mark(shaded=not self.marks.shaded)

    def action_highlight(self) -> None:
        """Take the highlight off, or put it on the cursor's digit, or ask for one."""
        if self._choosing_digit or self.marks.highlighted:
            self._highlight(0)
        elif self.game.values[self.cursor]:
            self._highlight(self.game.values[self.cursor])
        else:
            self._choosing_digit = True
            self._say("Highlight which digit? 1-9, f for none.")

    def _highlight(self, digit: int) -> None:
        self._choosing_digit = False
        self._say(f"Digit {digit} is highlighted; f takes it off." if digit else "")
        self._mark(highlighted=digit)

    def action_pause(self) -> None:
        paused = not self.marks.paused
        if paused:
            self.game.pause()
            self._say("Paused: the board is hidden; p goes on.")
        else:
            self.game.start()
            self._say("")
        self._mark(paused=paused)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While paused only going on, help and leaving work."""
        return not self.marks.paused or action in ("pause", "back", "help", "quit", "command_palette")

    async def leave(self) -> None:
        self.game.pause()
        if len(self.game.history) > 1:
            await self._keep()

    # showing

    @property
    def _title(self) -> Text:
        puzzle = self.game.puzzle
        name = printable(puzzle.name) or puzzle.layout.title
        title = Text(f" {name} {self.glyphs.dot} {puzzle.holes} holes", self.palette.title, no_wrap=True)
        title.truncate(60, overflow="ellipsis")
        return title

    def redraw(self) -> None:
        """Show the state; only what changed is sent."""
        palette, game, marks = self.palette, self.game, self.marks
        self.query_one(Board).display_look(board_look(game, marks, palette), palette, self.glyphs)
        self._draw_panel()
        name = game.layout.cell_name(self.cursor)
        self._update(".place", Text(f"{name:>6} "))
        self._update(".notes", Text("notes on", palette.accent) if marks.noting else Text("notes off"))
        self._draw_message()

    def _draw_panel(self) -> None:
        self.query_one(SidePanel).show(self._panel())

    def _panel(self) -> Picture:
        return draw_panel(panel_look(self.game, self.marks, self.palette), self.palette, self.glyphs)

    def _draw_message(self) -> None:
        """The last message, or else the first rule that is broken."""
        message = self._message
        conflicts = self.game.conflicts
        if not message.plain and conflicts and not self.marks.paused:
            more = f" (and {len(conflicts) - 1} more)" if len(conflicts) > 1 else ""
            message = Text(" " + conflict_text(self.game.layout, conflicts[0]) + more, self.palette.bad)
        self._update(".message", message)

    def _update(self, selector: str, text: Text) -> None:
        """Put a text into a widget if it is another one."""
        widget = self.query_one(selector, Static)
        if widget.content != text:
            widget.update(text, layout=False)

    def _say(self, sentence: str, style: Style | None = None, again: str = "") -> None:
        self._message = Text(f" {sentence}" if sentence else "", style or self.palette.plain, no_wrap=True)
        if again:
            self._message.append(" " * max(3, 78 - len(self._message) - len(again)) + again, self.palette.dim)
        if self.marks.hint:  # its marks go with its words
            self._mark(hint=None, text=())
        self._draw_message()

    def _tell_solved(self) -> None:
        self._say("Solved.", self.palette.good)
        self.app.push_screen(Notice(solved_text(self.game)))

    def _tick(self) -> None:
        if self.game.clock.running:
            self._draw_panel()
