"""Watching a puzzle being solved on the board: by the exact search, or by plain backtracking."""

from dataclasses import dataclass
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Static

from engine.base.errors import Cancelled
from engine.base.text import printable
from engine.sat.result import Status
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search import backtracking
from engine.sudoku.search.exact import record
from engine.sudoku.search.recording import Action, Recording, State
from engine.sudoku.signs import sign
from tui.base.board import Board
from tui.base.page import HEIGHT, WIDTH, Page
from tui.base.picture_view import PictureView
from tui.base.throttle import line_rate
from tui.draw.bars import put_bar
from tui.draw.board import Look
from tui.draw.fitting import Fit, best_fit
from tui.draw.picture import Picture

SPEEDS = (1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000)
"""Steps a second."""

FRAMES = 10
"""Pictures a second."""

BYTES_PER_PICTURE, BYTES_PER_CELL = 250, 45
"""What a picture costs on the line, and what each changed cell adds."""

PANEL = 28
"""Columns beside the board."""


@dataclass(frozen=True)
class Search:
    """What can be watched."""

    name: str
    recording: Recording


class WatchScreen(Page):
    """The search, step by step. The recording is a list of events; the screen owns only the position in it."""

    TITLE = "watching the search"
    DEFAULT_CSS = """
    WatchScreen { align: center middle; }
    WatchScreen > .head { height: 1; }
    WatchScreen > Horizontal { width: auto; height: auto; }
    WatchScreen .panel { margin-left: 1; }
    WatchScreen > .message { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play/pause"),
        Binding("full_stop,right,l", "step(1)", "step", key_display="."),
        Binding("comma,left,h", "step(-1)", "back", key_display=","),
        Binding("plus,equals_sign", "speed(1)", "faster", key_display="+"),
        Binding("minus", "speed(-1)", "slower", key_display="-"),
        Binding("b", "other", "the other search", tooltip="exact search, or plain backtracking"),
        Binding("home", "go(0)", "to the start", show=False),
        Binding("end", "finish", "to the end", show=False),
        Binding("escape,w", "back", "back to the game", key_display="esc", show=True),
    ]

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self.puzzle = puzzle
        self.position = 0
        self._recording: Recording | None = None
        self._searches: list[Search] = []
        self._chosen = 0
        self._state = State.first(puzzle)
        self._speed = 3
        self._playing = True
        self._due = 0.0
        """Steps that the speed allows by now; a fraction waits for the next picture."""
        self._ticks_to_wait = 0

    def content(self) -> ComposeResult:
        yield Static(classes="head")
        with Horizontal():
            fit = self._fit(self.app.size)
            yield Board(self.puzzle.layout, self._look(), self.palette, self.glyphs, fit.cell, fit.seen)
            yield PictureView(self._panel(), classes="panel")
        yield Static(classes="message")

    def on_mount(self) -> None:
        self.redraw()
        self._record()

    @on(Resize)
    def _resized(self, event: Resize) -> None:
        fit, board = self._fit(event.size), self.query_one(Board)
        board.fit(fit.cell, fit.seen, self._look(), self.palette, self.glyphs)
        for name in (".head", ".message"):
            self.query_one(name).styles.width = max(WIDTH, fit.seen.width + 1 + PANEL)

    def _fit(self, terminal: Size) -> Fit:
        """The board leaves room for the panel, and lines for its name and what is said."""
        room = Size(max(terminal.width, WIDTH) - PANEL - 1, max(terminal.height, HEIGHT) - 3)
        return best_fit(self.puzzle.layout, self.glyphs.box, room)

    @work(thread=True, exclusive=True, exit_on_error=False, group="record", description="record the search")
    def _record(self) -> None:
        exact = record(self.puzzle)
        try:
            plain = backtracking.record(self.puzzle, cancel=lambda: not self.is_attached)
        except Cancelled:
            return
        searches = [Search("exact search", exact), Search("plain backtracking", plain)]
        if self.is_attached:
            self.app.call_from_thread(self._start, searches)

    def _start(self, searches: list[Search]) -> None:
        self._searches, self._recording = searches, searches[0].recording
        self.set_interval(1 / FRAMES, self._tick)
        self.redraw()

    # the keys

    def action_play(self) -> None:
        if self._recording and self.position == len(self._recording):
            self._go_to(0)
        self._playing = not self._playing
        self.redraw()

    def action_step(self, step: int) -> None:
        self._playing = False
        self._go_to(self.position + step)

    def action_other(self) -> None:
        """Watch the other search from its start."""
        if self._searches:
            self._chosen = (self._chosen + 1) % len(self._searches)
            self._recording = self._searches[self._chosen].recording
            self._go_to(0)
            self._playing = True
            self.redraw()

    def action_speed(self, step: int) -> None:
        self._speed = min(max(self._speed + step, 0), len(SPEEDS) - 1)
        self.redraw()

    def action_go(self, position: int) -> None:
        self._playing = False
        self._go_to(position)

    def action_finish(self) -> None:
        self.action_go(len(self._recording or ()))

    # the position

    def _tick(self) -> None:
        if not (self._playing and self._recording):
            return
        self._due += SPEEDS[self._speed] / FRAMES
        self._ticks_to_wait -= 1
        steps = int(self._due)
        if steps <= 0 or self._ticks_to_wait >= 0:
            return
        before = self._state.digits
        self._due -= steps
        self._go_to(self.position + steps)
        # A picture is paid for by a pause, so that a slow line is never flooded.
        changed = sum(old != new for old, new in zip(before, self._state.digits, strict=True))
        cost = BYTES_PER_PICTURE + changed * BYTES_PER_CELL
        self._ticks_to_wait = int(cost / line_rate(self.options) * FRAMES)

    def _go_to(self, position: int) -> None:
        """Move to a position and show it."""
        recording = self._recording
        if recording is None:
            return
        self.position = min(max(position, 0), len(recording))
        self._state = recording.state(self.position)
        if self.position == len(recording):
            self._playing = False
        self.redraw()

    # showing

    def redraw(self) -> None:
        name = printable(self.puzzle.name) or self.puzzle.layout.title
        search = self._searches[self._chosen].name if self._searches else "searching"
        self._say(".head", Text(f" {name}: {search}", self.palette.title, no_wrap=True))
        self.query_one(Board).display_look(self._look(), self.palette, self.glyphs)
        self.query_one(".panel", PictureView).show(self._panel())
        self._say(".message", self._message())

    def _say(self, place: str, text: Text) -> None:
        line = self.query_one(place, Static)
        if line.content != text:
            line.update(text, layout=False)

    def _panel(self) -> Picture:
        """The counters, how far the search is, and the last step in words."""
        palette = self.palette
        total = len(self._recording or ())
        picture = Picture(PANEL, 21)
        lines = (
            f"step {self.position:,} of {total:,}",
            f"guesses {self._state.guesses:,}",
            f"taken back {self._state.removals:,}",
            "",
            f"{SPEEDS[self._speed]} steps a second",
            "",
            "",
            self._event_text(),
        )
        for y, line in enumerate(lines):
            picture.put(0, y, line, palette.plain)
        for number, search in enumerate(self._searches):
            steps, undecided = len(search.recording), search.recording.status is Status.UNKNOWN
            told = f"over {steps:,} steps" if undecided else f"{steps:,} steps in all"
            chosen = number == self._chosen
            picture.put(0, 10 + 3 * number, search.name, palette.accent if chosen else palette.dim)
            picture.put(0, 11 + 3 * number, told, palette.plain if chosen else palette.dim)
        if total:
            put_bar(picture, 0, 5, PANEL - 1, self.position / total, palette, self.glyphs)
        return picture

    def _look(self) -> Look:
        return Look(self._state.digits, self._inks(), cursor=self._last_cell())

    def _last_cell(self) -> int | None:
        return self._recording[self.position - 1].cell if self._recording and self.position else None

    def _inks(self) -> list[Style]:
        palette = self.palette
        return [
            palette.given if given else palette.revealed if action is Action.GUESS else palette.player
            for given, action in zip(self.puzzle.givens, self._state.actions, strict=True)
        ]

    def _event_text(self) -> str:
        """The last step in words."""
        if not (self._recording and self.position):
            return ""
        action, cell, digit = self._recording[self.position - 1]
        name, written = self.puzzle.layout.cell_name(cell), sign(digit)
        return {
            Action.GUESS: f"guess: {written} in {name}",
            Action.FORCED: f"forced: {written} in {name}",
            Action.REMOVE: f"dead end: {written} out of {name}",
        }[action]

    def _message(self) -> Text:
        recording = self._recording
        if recording is None:
            return Text(" searching", self.palette.dim)
        if self.position < len(recording):
            return Text("" if self._playing else " paused; space goes on", self.palette.dim)
        return {
            Status.SATISFIABLE: Text(f" solved in {len(recording):,} steps", self.palette.good),
            Status.UNSATISFIABLE: Text(" the search is done: there is no solution", self.palette.bad),
            Status.UNKNOWN: Text(" the recording ends here; the search goes on", self.palette.warning),
        }[recording.status]
