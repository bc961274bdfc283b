"""Playing: the board, its panel and the keys of a game."""

from collections.abc import Awaitable, Callable

from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Static

from engine.play import hints
from engine.play.board import conflict_text
from engine.play.errors import GameError
from engine.play.game import Game, Record
from engine.play.history import Move
from engine.play.typed import parse_move
from engine.sudoku.layout import House
from engine.text import printable
from tui.dialogs import Confirm, Notice, Prompt
from tui.messages import WatchPuzzle
from tui.screens.page import Page
from tui.terminal import over_ssh
from tui.widgets.board import Board, Look
from tui.widgets.side_panel import PanelLook, SidePanel, clock_text, draw_panel

View = dict[str, object]
Save = Callable[[Record, View], Awaitable[str]]
"""Writes a game down; gives a sentence if that failed, else ""."""

Direction = tuple[int, int]
ARROWS: dict[str, Direction] = {"up,k": (-1, 0), "down,j": (1, 0), "left,h": (0, -1), "right,l": (0, 1)}


def _bindings() -> list[Binding]:
    digits = [Binding(str(digit), f"digit({digit})", show=False) for digit in range(2, 10)]
    arrows = [Binding(keys, f"move({y},{x})", show=False) for keys, (y, x) in ARROWS.items()][1:]
    jumps = [Binding(keys[-1].upper(), f"jump({y},{x})", show=False) for keys, (y, x) in ARROWS.items()][1:]
    return [
        Binding("1", "digit(1)", "place", key_display="1-9", tooltip="place a digit (or note it)"),
        *digits,
        Binding("up,k", "move(-1,0)", "move", key_display="arrows hjkl", show=False),
        *arrows,
        Binding("K", "jump(-1,0)", "move by a box", key_display="HJKL", show=False),
        *jumps,
        Binding("tab", "empty(1)", "next empty cell", show=False),
        Binding("shift+tab", "empty(-1)", "previous empty cell", show=False),
        Binding("x,0,delete,backspace", "clear", "clear", key_display="x 0 del", show=False),
        Binding("n", "notes", "notes", tooltip="notes mode: digits note instead of place"),
        Binding("u,ctrl+z", "undo", "undo", key_display="u", tooltip="undo"),
        Binding("U,ctrl+y", "redo", "redo", key_display="U", tooltip="redo"),
        Binding("i", "hint", "hint", tooltip="hint; again: its reason, then the move"),
        Binding("c", "check", "check", tooltip="right or wrong so far (not where)"),
        Binding("w", "watch", "watch", tooltip="watch it solved; your game waits"),
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


class BoardScreen(Page):
    """A game on the screen. The game owns the board and its history; the screen owns the cursor and what is marked."""

    TITLE = "board"
    DEFAULT_CSS = """
    BoardScreen { align-horizontal: center; }
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
        cursor = view.get("cursor", first)
        self.cursor = cursor if isinstance(cursor, int) and 0 <= cursor < len(game.values) else first
        self.noting = bool(view.get("noting", False))
        self._show_candidates = bool(view.get("candidates", False))
        self._highlighted = 0
        self._choosing_digit = False
        self._shaded = False
        self._paused = False
        self._hint: hints.Hint | None = None
        self._message = Text()

    @property
    def view(self) -> View:
        """What the screen owns of the game, to be saved with it."""
        return {"cursor": self.cursor, "noting": self.noting, "candidates": self._show_candidates}

    def content(self) -> ComposeResult:
        layout = self.game.layout
        with Horizontal(classes="head"):
            yield Static(self._title, classes="name")
            yield Static(classes="notes")
            yield Static(classes="place")
        with Horizontal(classes="body"):
            yield Board(layout, self.glyphs)
            yield Static(classes="gap")
            yield SidePanel(layout)
        yield Static(classes="message")

    def on_mount(self) -> None:
        self._shaded = not (over_ssh() or self.app.options.low_bandwidth)  # type: ignore[attr-defined]
        self._draw()
        self.game.start()
        self.set_interval(1, self._tick)
        if self._notice:
            self.app.push_screen(Notice(self._notice))

    def on_screen_resume(self) -> None:
        if not self._paused:
            self.game.start()
        self._draw()

    def on_screen_suspend(self) -> None:
        self.game.pause()

    # moving

    def action_move(self, down: int, right: int) -> None:
        """Go to the next cell in a direction, over gaps in the canvas; stay if there is none."""
        self._go(self._towards(down, right))

    def action_jump(self, down: int, right: int) -> None:
        """Go as far as the next box in a direction, or as near to it as there are cells."""
        layout = self.game.layout
        for _ in range((layout.box_rows if down else layout.box_columns) or 3):
            self.cursor, before = self._towards(down, right), self.cursor
            if self.cursor == before:
                break
        self._go(self.cursor)

    def action_empty(self, step: int) -> None:
        """Go to the next (or previous) empty cell in reading order, round the end."""
        values = self.game.values
        order = [(self.cursor + step * far) % len(values) for far in range(1, len(values) + 1)]
        self._go(next((cell for cell in order if not values[cell]), self.cursor))

    def action_other_grid(self) -> None:
        """Go to the same place of the next grid."""
        grids = self.game.layout.grids
        here = [number for number, grid in enumerate(grids) if self.cursor in grid.cells]
        if len(grids) > 1 and here:
            place = grids[here[-1]].cells.index(self.cursor)
            self._go(grids[(here[-1] + 1) % len(grids)].cells[place])

    def _towards(self, down: int, right: int) -> int:
        layout = self.game.layout
        row, column = layout.cells[self.cursor]
        while 0 <= row < layout.rows and 0 <= column < layout.columns:
            row, column = row + down, column + right
            if (row, column) in layout.index:
                return layout.index[row, column]
        return self.cursor

    def _go(self, cell: int) -> None:
        self.cursor = cell
        self._draw()

    @on(Board.Clicked)
    def _clicked(self, event: Board.Clicked) -> None:
        self._go(event.cell)

    # moves

    async def action_digit(self, digit: int) -> None:
        """Place or note a digit, or choose it when one is asked for."""
        if self._choosing_digit:
            self._choosing_digit = False
            self._highlighted = digit
            self._say(f"Digit {digit} is highlighted; f takes it off.")
            self._draw()
        elif digit > self.game.layout.size:
            self._say(f"The digits here are 1 to {self.game.layout.size}.")
        elif self.noting:
            await self._act(lambda: self.game.toggle_note(self.cursor, digit))
        else:
            await self._act(lambda: self.game.place(self.cursor, digit))

    async def action_clear(self) -> None:
        if self._choosing_digit:
            self.action_highlight()
        else:
            await self._act(lambda: self.game.clear(self.cursor))

    async def action_undo(self) -> None:
        await self._travel(self.game.undo, "Nothing to undo.")

    async def action_redo(self) -> None:
        await self._travel(self.game.redo, "Nothing to redo.")

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
        self.cursor = move.cell
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
        solved_before = self.game.is_solved
        try:
            move = act()
        except GameError as refusal:
            self._say(str(refusal), self.palette.warning)
            return
        if move:
            self._say("")
            await self._keep()
            self._draw()
            if self.game.is_solved and not solved_before:
                self._tell_solved()

    def _refuse(self, act: Callable[[], object]) -> None:
        try:
            act()
        except GameError as refusal:
            self._say(str(refusal), self.palette.warning)

    async def _travel(self, step: Callable[[], Move | None], otherwise: str) -> None:
        move = step()
        if move is None:
            self._say(otherwise)
            return
        self._say("")
        if len(move.changes) == 1:
            self.cursor = move.changes[0].cell
        await self._keep()
        self._draw()

    async def _keep(self) -> None:
        """Write the game down before the screen shows it: what was seen is never lost."""
        problem = await self._save(self.game.record(), self.view)
        if problem:
            self._say(problem, self.palette.warning)

    # help

    async def action_hint(self) -> None:
        before = self.game.values
        self._hint = hints.press(self.game, self._hint, self.cursor)
        step = self._hint.step
        if self._hint.cell is not None and (self._hint.stage or not step):
            self.cursor = self._hint.cell
        more = len(self._hint.sentences) - 1 - self._hint.stage
        again = {1: "i again: " + ("place it" if step else "reveal it"), 2: "i again: why"}.get(more, "")
        self._say(self._hint.sentence, self.palette.accent, again)
        await self._keep()
        self._draw()
        if self.game.is_solved and before != self.game.values:
            self._tell_solved()

    async def action_check(self) -> None:
        check = self.game.check()
        self._say(check.sentence, self.palette.good if check.right else self.palette.bad)
        await self._keep()

    def action_watch(self) -> None:
        self.post_message(WatchPuzzle(self.game.puzzle))

    # what is marked

    def action_notes(self) -> None:
        self.noting = not self.noting
        self._draw()

    def action_candidates(self) -> None:
        self._show_candidates = not self._show_candidates
        self._say("The loupe shows all candidates." if self._show_candidates else "The loupe shows your notes.")
        self._draw()

    def action_shading(self) -> None:
        self._shaded = not self._shaded
        self._draw()

    def action_highlight(self) -> None:
        """Take the highlight off, or put it on the cursor's digit, or ask for one."""
        value = self.game.values[self.cursor]
        if self._choosing_digit or self._highlighted:
            self._choosing_digit, self._highlighted = False, 0
            self._say("")
        elif value:
            self._highlighted = value
            self._say(f"Digit {value} is highlighted; f takes it off.")
        else:
            self._choosing_digit = True
            self._say("Highlight which digit? 1-9, f for none.")
        self._draw()

    def action_pause(self) -> None:
        self._paused = not self._paused
        if self._paused:
            self.game.pause()
            self._say("Paused: the board is hidden; p goes on.")
        else:
            self.game.start()
            self._say("")
        self._draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While paused only going on, help and leaving work."""
        return not self._paused or action in ("pause", "back", "help", "quit", "command_palette")

    async def action_back(self) -> None:
        self.game.pause()
        await self._keep()
        await super().action_back()

    # showing

    @property
    def _title(self) -> Text:
        puzzle = self.game.puzzle
        name = printable(puzzle.name) or puzzle.layout.title
        title = Text(f" {name} {self.glyphs.dot} {puzzle.holes} holes", self.palette.title, no_wrap=True)
        title.truncate(60, overflow="ellipsis")
        return title

    def _draw(self) -> None:
        """Show the state; only what changed is sent."""
        palette, game = self.palette, self.game
        look = Look(
            values=game.values,
            inks=self._inks(),
            grounds=self._grounds(),
            noted=[cell for cell, entry in enumerate(game.board.entries) if entry.notes and not entry.value],
            cursor=self.cursor,
            conflicts=() if self._paused else game.conflicts,
            hidden=self._paused,
        )
        self.query_one(Board).display_look(look, palette, self.glyphs)
        self._draw_panel()
        name = game.layout.cell_name(self.cursor)
        self._update(".place", Text(f"{name:>6} "))
        self._update(".notes", Text("notes on" if self.noting else "notes off", palette.accent if self.noting else ""))
        self._draw_message()

    def _draw_panel(self) -> None:
        game = self.game
        marks = (
            hints.candidates(game.layout, game.values)
            if self._show_candidates
            else [entry.notes for entry in game.board.entries]
        )
        look = PanelLook(game, self._box(), marks, self._highlighted, self._paused)
        self.query_one(SidePanel).show(draw_panel(look, self.palette, self.glyphs))

    def _draw_message(self) -> None:
        """The last message, or else the first rule that is broken."""
        message = self._message
        conflicts = self.game.conflicts
        if not message.plain and conflicts and not self._paused:
            more = f" (and {len(conflicts) - 1} more)" if len(conflicts) > 1 else ""
            message = Text(" " + conflict_text(self.game.layout, conflicts[0]) + more, self.palette.conflict)
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
        self._draw_message()

    def _tell_solved(self) -> None:
        counters = self.game.counters
        counts = {"hint": counters.hints, "reveal": counters.reveals, "check": counters.checks}
        taken = [f"{count} {name}{'s' * (count > 1)}" for name, count in counts.items() if count]
        with_help = f" with {', '.join(taken)}" if taken else " without help"
        if counters.solutions:
            with_help = ": the solution was shown"
        self._say("Solved.", self.palette.good)
        self.app.push_screen(Notice(f"Solved in {clock_text(self.game.clock.elapsed)}{with_help}."))

    def _tick(self) -> None:
        if self.game.clock.running:
            self._draw_panel()

    def _box(self) -> House | None:
        """The box that holds the cursor."""
        houses = self.game.layout.houses
        return next((houses[n] for n in self.game.layout.houses_of[self.cursor] if houses[n].kind == "box"), None)

    def _inks(self) -> list[Style]:
        palette, game = self.palette, self.game
        return [
            palette.given if game.is_given(cell) else palette.revealed if entry.revealed else palette.player
            for cell, entry in enumerate(game.board.entries)
        ]

    def _grounds(self) -> dict[int, Style]:
        """Backgrounds from the least to the most important: peers, a digit's places, broken houses, the cursor."""
        palette, game = self.palette, self.game
        grounds: dict[int, Style] = {}
        if not self._paused:
            digit = self._highlighted
            if self._shaded:
                grounds.update(dict.fromkeys(game.layout.peers[self.cursor], palette.peer))
                digit = digit or game.values[self.cursor]
            if digit:
                grounds.update((cell, palette.same) for cell, value in enumerate(game.values) if value == digit)
            for conflict in game.conflicts:
                grounds.update(dict.fromkeys(game.layout.houses[conflict.house].cells, palette.broken))
        grounds[self.cursor] = palette.cursor
        return grounds
