"""The application: owns the options, the store of games and the screen stack, and routes requests of screens."""

import asyncio
import gc
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.app import SystemCommand
from textual.binding import Binding
from textual.command import CommandPalette, Provider
from textual.dom import DOMNode
from textual.events import AppBlur, AppFocus, Paste, Resize
from textual.screen import Screen

from engine.base.language import _, lazy_gettext
from engine.base.text import printable
from tui import features
from tui.base import requests
from tui.base.background import Background
from tui.base.base_app import BaseApp
from tui.base.keyed_widget import KeyedWidget
from tui.base.keymap import all_in_force, changeable, in_force
from tui.base.page import Page
from tui.base.paste import refusal
from tui.base.stylesheet import StyleSheet
from tui.draw.palette import PALETTES, theme_variant, widget_theme
from tui.features.browse.screen import BrowserScreen
from tui.games import Games
from tui.terminal.config import remember
from tui.terminal.exit import watch_terminal
from tui.terminal.ground import GroundReport, usual_theme
from tui.terminal.input_parser import PasteRefused
from tui.terminal.options import THEMES, Options

STYLES = Path(__file__).with_name("app.tcss")
SHIPPED = Path(__file__).parent.parent / "puzzles"
"""The puzzles that come with the program."""

LEAVING = 1.0
"""Maximum seconds to save pending state on exit."""

QUIT = lazy_gettext("{unsaved} Quit and lose the game?")
CONFIG_PROBLEMS = lazy_gettext("{place}\n\n{problems}\n\nThe rest of the file is used.")
CONFIG_IGNORED = lazy_gettext("{place}\n\n{problems}\n\nNothing in the file is used until this is fixed.")
QUIT_KEY = lazy_gettext("Press {key} to quit.")
FAULT = lazy_gettext(
    "A fault of the program ended this session. Your game is saved up to the last move that was shown."
)
FAULTS, _MAX_FAULTS = "faults.log", 1 << 18
"""The file in the state folder with the faults that ended guests' sessions, and its maximum size in bytes."""


def _commands() -> type[Provider]:
    from tui.base.commands import Commands  # not before the first frame

    return Commands


class SatSudoku(BaseApp):
    """The full-screen app: routes the requests of each feature to the feature that handles them."""

    TITLE = "satsudoku"
    CSS_PATH = STYLES
    ENABLE_COMMAND_PALETTE = True
    COMMANDS = {_commands}
    ALLOW_SELECT = False  # a mouse press would repaint the whole screen
    BINDINGS = [
        Binding("ctrl+p", "command_palette", "palette", show=False, id="everywhere.palette"),
        Binding("ctrl+l", "redraw", "redraw", show=False, id="everywhere.redraw"),
        Binding("ctrl+q", "quit", "quit", show=False, priority=True, id="everywhere.quit"),
    ]

    def __init__(self, options: Options) -> None:
        super().__init__(options, options.bounds.folder if options.bounds else SHIPPED)
        self.games = Games(self)
        self._handlers: dict[signal.Signals, Any] = {}
        """The previous signal handlers."""
        self.set_class(options.ascii, "-ascii")
        self._take_theme(options.theme or usual_theme(os.environ))
        self.stylesheet = StyleSheet(variables=self.get_css_variables())
        self.set_keymap(options.keymap)
        self.after_first_frame(self.finish_start)

    owns_process: ClassVar[bool] = True
    """Whether the app handles the process's signals; false where many apps share a process."""

    @property
    def comes_back(self) -> bool:
        """Whether the next session restores the game on the screen, even an untouched one."""
        return False

    def _fatal_error(self) -> None:
        """Exit after a fault. Guests see no traceback, which shows the host's folders; it is in the state folder."""
        bounds = self.options.bounds
        if bounds is None:
            super()._fatal_error()
            return
        if self.owns_process:
            with suppress(OSError), open(bounds.state / FAULTS, "a", encoding="utf-8") as file:
                if file.tell() < _MAX_FAULTS:
                    file.write(traceback.format_exc())
        self.panic(str(FAULT))

    def get_default_screen(self) -> BrowserScreen:
        """Return the first screen."""
        root = self.shipped if self.options.bounds else None
        return BrowserScreen(self.options.path or self.shipped, self.shipped, root, opens_start=self.options.opens_path)

    async def on_mount(self) -> None:
        if self.owns_process and sys.platform != "win32":  # because closing a terminal sends no signal here
            loop = asyncio.get_running_loop()
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                self._handlers[number] = signal.signal(number, partial(self._leave_on, loop))
            if not self.is_headless:
                watch_terminal()
        if self.options.problems:
            from tui.base.dialogs import Notice

            problems = "\n".join(f"- {problem}" for problem in self.options.problems)
            where = printable(str(self.options.config or _("the config file")))
            sentence = CONFIG_IGNORED if self.options.ignores_config else CONFIG_PROBLEMS
            self.push_screen(Notice(sentence.format(place=where, problems=problems)))
        elif self.options.link:
            self.call_after_refresh(self.screen.post_message, Paste(self.options.link))
        elif self.options.tour:
            self._tour()

    async def finish_start(self) -> None:
        """Finish the start after the first frame."""
        if self.owns_process:
            gc.freeze()  # keeps the start's garbage out of later pauses
            gc.enable()
        if not self.is_running:  # left already
            return
        for name in PALETTES:
            self.register_theme(widget_theme(name))
        self.screen_change_signal.subscribe(self, self._screen_changed)
        await self.games.count()
        if self.is_running:
            await self.saved.keep(lambda store: store.take_notice())

    def _screen_changed(self, screen: Screen[Any]) -> None:
        """Tidy up the games when the browser is in front again."""
        if isinstance(screen, BrowserScreen):
            self.call_later(self.games.tidy)

    def on_unmount(self) -> None:
        self.saved.close()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def on_app_blur(self, event: AppBlur) -> None:
        event.prevent_default()  # else a terminal that loses the focus costs a full repaint

    def on_paste_refused(self, event: PasteRefused) -> None:
        self.notify(refusal(event), severity="warning")

    def on_app_focus(self, event: AppFocus) -> None:
        event.prevent_default()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Return the commands of the palette below headings: the screen's keys, the tour, themes and more."""
        from tui.base.commands import ThemeChoice, heading_row

        if isinstance(screen, Page):
            for heading, bindings in screen.grouped_bindings().items():
                yield heading_row(heading)
                for binding in bindings:
                    label, key = binding.tooltip or binding.description, binding.key_display or binding.key
                    if binding.action != "command_palette":
                        yield SystemCommand(label, key, partial(screen.perform, binding.action))
        yield heading_row(_("program"))
        yield SystemCommand(_("tour"), _("a short tour of the program"), self._tour)
        for name in THEMES:
            choice = ThemeChoice(name, self.preview_theme, self.choose_theme)
            yield SystemCommand(_("theme {name}").format(name=name), _(THEMES[name]), choice)

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, CommandPalette):
            from tui.base.commands import CommandSearch

            self.push_screen(CommandSearch())

    def _tour(self) -> None:
        """Show the tour at once, and load the other screens in the background.

        The tour names keys of all screens; those on its later pages are known once the screens are loaded.
        """
        from tui.features.tour.screen import TourScreen

        keymap = self.options.keymap
        tour = TourScreen(all_in_force(keymap, [SatSudoku, BrowserScreen]))
        self.push_screen(tour)
        Background(self).start("tour", lambda _: all_in_force(keymap, key_owners()), tour.learn, here=True)

    def on_resize(self, event: Resize) -> None:
        """Close Textual's palette if the terminal becomes too small; it would cover the message there."""
        if isinstance(self.screen, CommandPalette) and not self.has_room(event.size):
            self.screen.dismiss()

    def on_ground_report(self, event: GroundReport) -> None:
        if self.asks_ground:
            self._take_theme("light" if event.is_light else "dark")

    @on(CommandPalette.Closed)
    def _end_preview(self, event: CommandPalette.Closed) -> None:
        if not event.option_selected:
            self.preview_theme("")

    def choose_theme(self, name: str) -> None:
        """Set a theme and remember it."""
        self.asks_ground = False
        self._take_theme(name)
        if not self.options.bounds:  # guests share the account: the choice of one is not for the others
            remember("theme", name)

    def _take_theme(self, name: str) -> None:
        self._theme_name = name
        self.preview_theme(name)

    def preview_theme(self, name: str) -> None:
        """Show a theme without setting it; "" restores the current one."""
        theme = theme_variant(name or self._theme_name, few_colours=self.options.few_colours, no_color=self.no_color)
        if theme != self.theme:
            self.register_theme(widget_theme(theme))
            self.theme = theme

    # requests of features

    @on(requests.Request)
    async def _answer(self, request: requests.Request) -> None:
        match request:
            case requests.PlayPuzzle():
                self.games.play(request)
            case requests.GameWon(game):
                self.games.tell_won(game)
            case requests.MarkFavourite(puzzle, playing):
                self.games.mark_favourite(puzzle, playing)
            case requests.ResumeGame(int() as number, replaces_screen):
                await self.games.resume(number, self.screen if replaces_screen else None)
            case _:
                module, _, name = f"tui.features.{request.SCREEN}".rpartition(".")
                screen: type[Page] = getattr(import_module(module), name)
                await self.show(await screen.from_request(request, self))

    # leaving

    async def action_quit(self) -> None:
        """Quit; if a game can't be saved even now, ask first."""
        from tui.base.dialogs import QuitQuestion

        unsaved = ""
        if not isinstance(self.screen, QuitQuestion):
            pages = [screen for screen in self.screen_stack if isinstance(screen, Page) and screen.unsaved]
            for page in pages:
                await page.leave()
            unsaved = next((page.unsaved for page in pages if page.unsaved), "")
        if unsaved:
            self.push_screen(QuitQuestion(QUIT.format(unsaved=unsaved), _("quit")), self._quit_answered)
        else:
            await self._leave(0)

    def action_help_quit(self) -> None:
        """Show the quit key, on ctrl+c; Textual's own message is English only."""
        bindings = in_force(changeable(SatSudoku), self.options.keymap)
        self.notify(QUIT_KEY.format(key=next(binding.key_display for binding in bindings if binding.action == "quit")))

    async def _quit_answered(self, agreed: bool | None) -> None:
        if agreed:
            await self._leave(0)

    def _leave_on(self, loop: asyncio.AbstractEventLoop, number: int, _: object) -> None:
        """Handle a signal: save and exit.

        Without its terminal, Textual may block forever on a write, even in the event loop. So this is a plain signal
        handler, and a timer forces the exit after 2 * LEAVING seconds: every move is saved by then.
        """
        code = 128 + number
        last = threading.Timer(2 * LEAVING, os._exit, [code])
        last.daemon = True
        last.start()
        loop.call_soon_threadsafe(self.leave_soon, code)

    def leave_soon(self, code: int) -> None:
        """Start to leave, with that exit code."""
        self.run_worker(self._leave(code), group="leave", description="leave")

    async def _leave(self, code: int) -> None:
        """Exit; wait at most LEAVING seconds to save state besides moves, such as the cursor."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVING):
                for screen in self.screen_stack:
                    if isinstance(screen, Page):
                        await screen.leave()
                if not self.comes_back:
                    await self.games.discard_untouched()
        self.exit(return_code=code)


def key_owners() -> list[type[DOMNode]]:
    """Return all classes with keys: the app, then screens, dialogs and keyed widgets. Loads every feature."""
    from pkgutil import iter_modules

    for feature in iter_modules(features.__path__, f"{features.__name__}."):
        import_module(f"{feature.name}.screen")
    owners = {
        owner for base in (Screen, KeyedWidget) for owner in _subclasses(base) if owner.__module__.startswith("tui.")
    }
    return [SatSudoku, *sorted(owners, key=lambda owner: owner.__name__)]


def _subclasses(owner: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for subclass in owner.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)
