"""Playing: the board, its panel and the keys of a game."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize, ScreenResume
from textual.geometry import Size
from textual.widgets import Static

from engine.base.text import counted, printable
from engine.play.game import Game, Record
from engine.sudoku.puzzle import broken_rules
from engine.sudoku.techniques.catalogue import Level
from tui.base.board import Board
from tui.base.dialogs import Notice
from tui.base.page import HEIGHT, WIDTH
from tui.base.picture_view import PictureView
from tui.base.requests import FavourPuzzle
from tui.draw.board import Look
from tui.draw.game import Marks, board_look, solved_text, state_text
from tui.draw.labels import cell_names
from tui.draw.picture import Picture
from tui.features.play.arrangement import Arrangement, Zoom, arrange
from tui.features.play.entering import EnteringPage
from tui.features.play.hinting import HintingPage
from tui.features.play.sharing import GameSharingPage
from tui.features.play.side_panel import PanelLook, draw_panel, message_lines, text_room
from tui.features.play.travel import TravellingPage
from tui.terminal.options import over_ssh

SLOW_CLOCK = 10
"""Seconds between two times that the clock shows where little is to be sent."""

View = dict[str, object]
Save = Callable[[Record, View], Awaitable[str]]
"""Writes a game down, and says to the player if that failed; gives the reason, else ""."""


class Message(NamedTuple):
    """A sentence, how it is drawn, and what the same key does next."""

    sentence: str
    style: Style
    again: str = ""


class BoardScreen(EnteringPage, HintingPage, TravellingPage, GameSharingPage):
    """A game on the screen. The game owns the board and its history; the screen owns the cursor and what is marked."""

    TITLE = "board"
    FIRST = (
        "digit(1)", "letter", "notes", "put", "undo", "redo", "hint", "check", "pause", "history", "watch", "share",
    )  # fmt: skip
    DEFAULT_CSS = """
    BoardScreen { align: center middle; }
    BoardScreen > .head { height: 1; }
    BoardScreen > .body { width: auto; height: auto; }
    BoardScreen > .message { height: 1; }
    BoardScreen.-beside > .head, BoardScreen.-beside > .message { display: none; }
    BoardScreen .name { width: 1fr; }
    BoardScreen .state { width: 22; text-align: right; }
    BoardScreen .place { width: 12; text-align: right; }
    BoardScreen .gap { width: 1; height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("z", "zoom", "size of the cells", show=False),
        Binding("a", "candidates", "candidates or notes", show=False),
        Binding("m", "shading", "mark peers, same digit", show=False),
        Binding("p", "pause", "pause", tooltip="pause (hides the board)"),
        Binding("asterisk", "favour", "favourite, or no longer", key_display="*", show=False),
    ]

    def __init__(self, game: Game, save: Save, notice: str = "", view: View | None = None) -> None:
        """`view` is what the property of that name gave when the game was saved."""
        super().__init__()
        self.game = game
        self._save = save
        self._notice = notice
        view = view or {}
        first = next((cell for cell, value in enumerate(game.values) if not value), 0)
        self.marks = Marks(
            cursor=_number(view.get("cursor"), range(len(game.values)), first),
            noting=view.get("noting") is True,
            digit_first=view.get("digit first") is True,
            candidates=view.get("candidates") is True,
            highlighted=_number(view.get("highlighted"), range(game.layout.size + 1), 0),
        )
        game.cleaning = view.get("cleaning") is not False
        self.hint_level = next((level for level in Level if level.value == view.get("hints")), Level.EXTREME)
        self.zoom = next((zoom for zoom in Zoom if zoom.value == view.get("zoom")), Zoom.AUTOMATIC)
        self._message = Message("", Style.null())
        self._writing = 0
        """How many times the game is being written down just now: until that is done, nothing of it is shown."""

    @property
    def view(self) -> View:
        """What the screen owns of the game, to be saved with it."""
        return {
            "cursor": self.cursor,
            "noting": self.marks.noting,
            "digit first": self.marks.digit_first,
            "candidates": self.marks.candidates,
            "highlighted": self.marks.highlighted,
            "cleaning": self.game.cleaning,
            "hints": self.hint_level.value,
            "zoom": self.zoom.value,
        }

    def content(self) -> ComposeResult:
        self.marks = replace(self.marks, shaded=not (over_ssh() or self.options.low_bandwidth))
        self.arrangement = self._arrange(self.app.size)
        plan = self.arrangement
        with Horizontal(classes="head"):
            yield Static(self._title, classes="name")
            yield Static(classes="state")
            yield Static(classes="place")
        with Horizontal(classes="body"):
            look = self._look()
            yield Board(self.game.layout, look, self.palette, self.glyphs, plan.cell, plan.seen)
            yield Static(classes="gap")
            yield PictureView(self._panel(look), classes="panel")
        yield Static(classes="message")

    def on_mount(self) -> None:
        self._set_widths()
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

    # sizes

    @on(Resize)
    def _resized(self, event: Resize) -> None:
        if event.size.width >= WIDTH and event.size.height >= HEIGHT:
            self._fit(event.size)

    def action_zoom(self) -> None:
        """Go on to the next size of cells: automatic, small, large."""
        self.zoom = self.zoom.next
        cell = self._arrange(self.app.size).cell
        size = f"{counted(cell.width, 'column')} and {counted(cell.height, 'row')}"
        self._say(f"Cells: {self.zoom.value}, {size}; {self.key('zoom')} goes on.")
        self._fit(self.app.size)

    def _arrange(self, terminal: Size) -> Arrangement:
        least = Size(max(terminal.width, WIDTH), max(terminal.height, HEIGHT))
        return arrange(self.game.layout, self.glyphs.box, self.zoom, least)

    def _fit(self, terminal: Size) -> None:
        """Lay everything out anew if the terminal or the wish asks for it."""
        plan = self._arrange(terminal)
        if plan == self.arrangement:
            return
        self.arrangement = plan
        self.marks = replace(self.marks, page=0)
        with self.app.batch_update():
            look = self._look()
            self._set_widths()
            board = self.query_one(Board)
            board.fit(plan.cell, plan.seen, look, self.palette, self.glyphs)
            self.redraw()

    def _set_widths(self) -> None:
        plan = self.arrangement
        self.set_class(plan.beside, "-beside")
        for name in (".head", ".message"):
            self.query_one(name).styles.width = max(WIDTH, plan.seen.width + 1 + plan.panel.width)

    # the game

    async def _keep(self) -> None:
        self._writing += 1
        try:
            self.unsaved = await self._save(self.game.record(), self.view)
        finally:
            self._writing -= 1

    def _tell_solved(self) -> None:
        self._say("Solved.", self.palette.good)
        self.app.push_screen(Notice(solved_text(self.game)))

    def action_favour(self) -> None:
        self.post_message(FavourPuzzle(self.game.puzzle, playing=True))

    async def leave(self) -> None:
        self.game.pause()
        if len(self.game.history) > 1:
            await self._keep()

    # what is marked

    def _mark(self, **changes: Any) -> None:
        self.marks = replace(self.marks, **changes)
        self.redraw()

    def action_candidates(self) -> None:
        shown = "your notes" if self.marks.candidates else "all candidates"
        self._say(f"Shown are {shown}.")
        self._mark(candidates=not self.marks.candidates)

    def action_shading(self) -> None:
        self._mark(shaded=not self.marks.shaded)

    def action_pause(self) -> None:
        paused = not self.marks.paused
        if paused:
            self.game.pause()
            self._say(f"Paused: the board is hidden; {self.key('pause')} goes on.")
        else:
            self.game.start()
            self._say("")
        self._mark(paused=paused)
        self.refresh_keys()

    def own_bindings(self) -> list[Binding]:
        """While paused the key that goes on says so."""
        found = super().own_bindings()
        if not self.marks.paused:
            return found
        return [replace(one, description="go on", tooltip="") if one.action == "pause" else one for one in found]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While paused only going on, help and leaving work; some keys are for some games only."""
        if self.marks.paused:
            return action in ("pause", "back", "help", "quit", "command_palette")
        if action == "letter":
            return self.game.layout.size > 9
        return self.marks.digit_first if action == "put" else True

    # showing

    @property
    def _title(self) -> Text:
        puzzle = self.game.puzzle
        name = printable(puzzle.name) or puzzle.layout.title
        title = Text(f" {name} {self.glyphs.dot} {puzzle.holes} holes", self.palette.title, no_wrap=True)
        title.truncate(36 if self.unsaved else 48, overflow="ellipsis")
        return title.append(f" {self.glyphs.dot} not saved", self.palette.warning) if self.unsaved else title

    def redraw(self) -> None:
        """Show the state; only what changed is sent."""
        if self._writing:
            return
        look = self._look()
        self.query_one(Board).display_look(look, self.palette, self.glyphs)
        self.query_one(".panel", PictureView).show(self._panel(look))
        name = cell_names(self.game.layout, self.cursor)
        self._update(".name", self._title)
        self._update(".place", Text(f"{name} "))
        modes = state_text(self.marks, self.glyphs)
        self._update(".state", Text(modes, self.palette.accent if self.marks.noting else self.palette.plain))
        self._update(".message", self._line())

    @property
    def text_room(self) -> Size:
        return text_room(self.game.layout, self.arrangement)

    def _look(self) -> Look:
        return board_look(self.game, self.marks, self.palette)

    def _panel(self, look: Look) -> Picture:
        plan, message, hint = self.arrangement, self._told(), self.hint_told()
        place = cell_names(self.game.layout, self.cursor)
        shown = PanelLook(
            self.game,
            look,
            self.cursor,
            title=self._title.plain.strip(),
            state=f"{place:<10} {state_text(self.marks, self.glyphs)}",
            message=message_lines(*message, self.palette.dim, plan.panel.width),
            text=hint.text if hint else (),
            clock_step=SLOW_CLOCK if self.options.low_bandwidth else 1,
        )
        return draw_panel(shown, plan, self.palette, self.glyphs)

    def _told(self) -> Message:
        """The last message, or else a rule that is broken, by the last move if it broke one."""
        conflicts, history = self.game.conflicts, self.game.history
        if self._message.sentence or not conflicts or self.marks.paused:
            return self._message
        moved = history[history.position].move.cell
        return Message(broken_rules(self.game.layout, conflicts, moved), self.palette.bad)

    def _line(self) -> Text:
        """The same as a line under the board."""
        sentence, style, again = self._told()
        line = Text(f" {sentence}" if sentence else "", style, no_wrap=True)
        if again:
            line.append(" " * max(3, WIDTH - 2 - len(line) - len(again)) + again, self.palette.dim)
        return line

    def _update(self, selector: str, text: Text) -> None:
        """Put a text into a widget if it is another one."""
        widget = self.query_one(selector, Static)
        if widget.content != text:
            widget.update(text, layout=False)

    def _say(self, sentence: str, style: Style | None = None, again: str = "", *, now: bool = True) -> None:
        self._message = Message(sentence, style or self.palette.plain, again)
        self.marks = replace(self.marks, hint=None)  # its marks go with its words
        if now:
            self.redraw()

    def _tick(self) -> None:
        if self.game.clock.running and not self._writing:
            self.query_one(".panel", PictureView).show(self._panel(self._look()))


def _number(value: object, allowed: range, otherwise: int) -> int:
    """A number of a saved view, if it is one that can be."""
    return value if isinstance(value, int) and value in allowed else otherwise
