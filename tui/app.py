"""The application: owns the options, the store of games and the stack of screens, and routes what screens ask for."""

import asyncio
import gc
import signal
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from textual import on
from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.events import AppBlur, AppFocus
from textual.screen import Screen

from tui import messages
from tui.palette import ASCII, UNICODE, Glyphs, themes
from tui.screens.page import Page
from tui.terminal import THEMES, Options

SHIPPED = Path(__file__).parent.parent / "puzzles"
"""The puzzles that come with the program."""


class SatSudoku(App[None]):
    """The full-screen program."""

    TITLE = "satsudoku"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    ALLOW_SELECT = False  # a mouse press would repaint the whole screen
    BINDINGS = [
        Binding("ctrl+p", "command_palette", "palette", key_display="^p", show=False),
        Binding("ctrl+q", "quit", "quit", key_display="^q", show=False, priority=True),
    ]

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = options
        self.glyphs: Glyphs = ASCII if options.ascii else UNICODE
        self.farewell = ""
        """A line to print after the screen is gone."""
        for theme in themes():
            self.register_theme(theme)
        self.theme = options.theme or ("contrast" if self.no_color else "dark")

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._leave_on, number)
        self._show_first_screen()
        self.call_after_refresh(gc.freeze)  # takes the start's garbage out of later pauses

    def on_app_blur(self, event: AppBlur) -> None:
        event.prevent_default()  # else a terminal that loses the focus costs a full repaint

    def on_app_focus(self, event: AppFocus) -> None:
        event.prevent_default()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette: what the screen's keys do, the themes, and quitting."""
        if isinstance(screen, Page):
            for binding in screen.own_bindings():
                if binding.description and binding.action != "command_palette":
                    key = binding.key_display or binding.key
                    what = binding.tooltip or binding.description
                    yield SystemCommand(what, f"key {key}", partial(screen.run_action, binding.action))
        for name in THEMES:
            yield SystemCommand(f"theme {name}", "colours", partial(setattr, self, "theme", name))

    # what screens ask for

    @on(messages.InspectFile)
    def _inspect(self, message: messages.InspectFile) -> None:
        from tui.screens.inspector import InspectorScreen

        self.push_screen(InspectorScreen(message.path))

    @on(messages.SolveFile)
    def _solve_file(self, message: messages.SolveFile) -> None:
        from tui.screens.solve import SolveScreen

        self.push_screen(SolveScreen(message.path))

    @on(messages.SolvePuzzle)
    def _solve_puzzle(self, message: messages.SolvePuzzle) -> None:
        from tui.screens.solve import SolveScreen

        self.push_screen(SolveScreen(message.puzzle))

    # leaving

    def _leave_on(self, number: int) -> None:
        """The connection closed or someone asked us to stop: games are saved move by move, so only leave tidily."""
        self.exit(return_code=128 + number)
