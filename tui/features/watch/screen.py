"""The search that solves a puzzle, on its board: the exact search, or plain backtracking."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Size

from engine.base.language import _, lazy_gettext
from engine.base.text import pluralized, printable
from engine.sat.result import Status
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.recording import Action, BoardState, SudokuRecording
from engine.sudoku.search.solving import record, record_backtracking
from engine.sudoku.signs import sign
from tui.base.background import cancellable
from tui.base.board import BoardView, BoardWithPanel
from tui.base.keymap import MovedBinding
from tui.base.picture_view import PanelView
from tui.base.playback import NO_LIMIT, Playback, PlayerPage
from tui.base.text_block import TextLine
from tui.draw.bars import progress
from tui.draw.board import BoardAppearance
from tui.draw.cells import Line
from tui.draw.panels import Panel, Stack

BOTH = lazy_gettext("both searches")

_PANEL_SIZE = Size(27, 21)
"""The size of the panel beside the board."""

FIRST_SPEED = 10
"""Initial steps per second."""

SEARCHING = lazy_gettext("searching")
PAUSED = lazy_gettext("paused; {key} continues")
SOLVED = lazy_gettext("solved in {steps}")
NO_SOLUTION = lazy_gettext("the search is done: there is no solution")
RECORDING_ENDS = lazy_gettext("the recording ends here; the search goes on")
EVENTS = {
    Action.GUESS: lazy_gettext("guess: {digit} in {cell}"),
    Action.FORCED: lazy_gettext("forced: {digit} in {cell}"),
    Action.REMOVE: lazy_gettext("dead end: {digit} out of {cell}"),
}
ALL_STEPS, MORE_STEPS = lazy_gettext("{steps} in total"), lazy_gettext("more than {steps}")
COUNTING = lazy_gettext("counting its steps")


@dataclass(frozen=True)
class WatchedSearch:
    """A search to watch; `recording` is None until it is made."""

    name: str
    recording: SudokuRecording | None = None


class WatchScreen(PlayerPage):
    """Shows a search step by step. The recording is a list of events; the screen owns the position in it."""

    HEADING = lazy_gettext("watching the search")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play/pause"),
        Binding("full_stop,right,l", "step(1)", "step", key_display="."),
        Binding("comma,left,h", "step(-1)", "back", key_display=","),
        Binding("plus,equals_sign", "speed(1)", "faster", key_display="+"),
        Binding("minus", "speed(-1)", "slower", key_display="-"),
        MovedBinding("s", "other", "the other search", tooltip="exact search, or plain backtracking", former="b"),
        Binding("home", "go(0)", "to the start", show=False),
        Binding("end", "finish", "to the end", show=False),
        Binding("escape,w", "back", "back to the game", key_display="esc", show=True),
    ]

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self.puzzle = puzzle
        self.searches = [WatchedSearch(_("exact search")), WatchedSearch(_("plain backtracking"))]
        self.selected_index = 0
        """The index of the search on show."""
        self.player = Playback(lambda: len(self.recording or ()), self.redraw, speed=FIRST_SPEED)

    @property
    def recording(self) -> SudokuRecording | None:
        """The recording of the search on show, once it is made."""
        return self.searches[self.selected_index].recording

    @property
    def state(self) -> BoardState:
        """The state of the search at the current position."""
        return self.recording.state(self.player.position) if self.recording else BoardState.first(self.puzzle)

    def content(self) -> ComposeResult:
        with BoardWithPanel(shows_board=True):
            yield BoardView(self.puzzle.layout, self._look(self.state), side_columns=_PANEL_SIZE.width)
            yield PanelView(self._panel, _PANEL_SIZE)
        yield TextLine("message")

    @property
    def topic(self) -> str:
        return printable(self.puzzle.name) or self.puzzle.layout.label

    @property
    def header_facts(self) -> Sequence[str]:
        return [self.searches[self.selected_index].name]

    def on_mount(self) -> None:
        self.player.begin(self)
        self.player.toggle()
        for number, search in enumerate((record, record_backtracking)):
            show = partial(self._show_recording, number)
            self.background.start(search.__name__, cancellable(search, self.puzzle), show)

    def _show_recording(self, number: int, recording: SudokuRecording) -> None:
        self.searches[number] = replace(self.searches[number], recording=recording)
        if number == self.selected_index and not self.player.playing:
            self.player.toggle()
        self.redraw()

    # the keys

    def action_go(self, position: int) -> None:
        self.go_to(position)

    def action_other(self) -> None:
        self.selected_index = (self.selected_index + 1) % len(self.searches)
        self.go_to(0)
        self.player.toggle()

    # showing

    def redraw(self) -> None:
        self.refresh_header()
        self.query_one(BoardView).show_look(self._look(self.state))
        self.query_one(PanelView).redraw()
        sentence, style = self._message()
        self.query_one("#message", TextLine).show([Segment(f" {sentence}", style)])

    def _panel(self, _width: int, _height: int) -> Stack:
        """Return the progress of the search on show, and the lengths of both searches."""
        name, keys = self.searches[self.selected_index].name, self.edge_keys("play", "step(1)")
        progress_panel = Panel(self._progress, name, rows=10, keys=keys)
        return Stack([progress_panel, Panel(self._lengths(), str(BOTH), keys=self.edge_keys("other"))])

    def _progress(self, width: int, _height: int) -> list[Line]:
        """Return counters, the progress, and the last step in words."""
        palette, state, position, total = self.palette, self.state, self.player.position, len(self.recording or ())
        speed = _("everything at once")
        if self.player.speed < NO_LIMIT:
            speed = _("{speed:,} steps a second").format(speed=self.player.speed)
        counts = (
            _("step {position:,} of {total:,}").format(position=position, total=total),
            _("guesses {guesses:,}").format(guesses=state.guesses),
            _("undone {removals:,}").format(removals=state.removals),
        )
        lines: list[Line] = [[Segment(count)] for count in counts]
        lines += [[], [Segment(speed)], progress(position / total, width - 1, palette, self.glyphs) if total else []]
        return [*lines, [], [Segment(self._event_text())]]

    def _lengths(self) -> list[Line]:
        """Return the numbers of steps of both searches; the one on show stands out."""
        palette, lines = self.palette, list[Line]()
        for number, search in enumerate(self.searches):
            inks = (palette.accent, palette.plain) if number == self.selected_index else (palette.dim, palette.dim)
            lines += [[Segment(search.name, inks[0])], [Segment(_steps_text(search), inks[1])], []]
        return lines

    def _look(self, state: BoardState) -> BoardAppearance:
        palette, position = self.palette, self.player.position
        inks: list[Style] = [
            palette.given if given else palette.revealed if action is Action.GUESS else palette.player
            for given, action in zip(self.puzzle.givens, state.actions, strict=True)
        ]
        cursor = self.recording[position - 1].cell if self.recording and position else None
        return BoardAppearance(state.digits, inks, cursor=cursor, rules=self.puzzle.rules)

    def _event_text(self) -> str:
        if not (self.recording and self.player.position):
            return ""
        action, cell, digit = self.recording[self.player.position - 1]
        return EVENTS[action].format(digit=sign(digit), cell=self.puzzle.layout.cell_name(cell))

    def reading_place(self) -> Offset:
        board = self.query_one(BoardView)
        return board.content_region.offset + board.selected_place()

    def _message(self) -> tuple[str, Style]:
        palette, recording = self.palette, self.recording
        if recording is None:
            return str(SEARCHING), palette.dim
        if not self.player.is_at_end:
            return "" if self.player.playing else PAUSED.format(key=self.key("play")), palette.dim
        return {
            Status.SATISFIABLE: (SOLVED.format(steps=pluralized(len(recording), "step")), palette.good),
            Status.UNSATISFIABLE: (str(NO_SOLUTION), palette.bad),
            Status.UNKNOWN: (str(RECORDING_ENDS), palette.warning),
        }[recording.status]


def _steps_text(search: WatchedSearch) -> str:
    if search.recording is None:
        return str(COUNTING)
    steps = pluralized(len(search.recording), "step")
    return (MORE_STEPS if search.recording.status is Status.UNKNOWN else ALL_STEPS).format(steps=steps)
