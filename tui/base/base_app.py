"""The program as its screens and widgets see it."""

import os
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast, runtime_checkable

from textual import on
from textual.binding import Binding
from textual.dom import DOMNode
from textual.driver import Driver
from textual.events import DescendantFocus, Event, InputEvent, Key, Paste, Resize
from textual.filter import LineFilter
from textual.geometry import Offset, Region, Size
from textual.reactive import var
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget
from textual.widgets import Input

from engine.base.text import printable
from tui.base import toasts, wide_text
from tui.base.key_names import action_name
from tui.base.keymap import changeable, in_force
from tui.base.saved_games import SavedGames
from tui.draw.palette import ASCII, UNICODE, Glyphs, PaintedGround, Palette, palette_named
from tui.terminal.ascii import in_ascii
from tui.terminal.driver import ScreenModel, diffing_driver, terminal_size
from tui.terminal.ground import can_answer
from tui.terminal.input_queue import InputQueue
from tui.terminal.input_thread import reading
from tui.terminal.options import Options

if TYPE_CHECKING:  # only on a server
    from concurrent.futures import ThreadPoolExecutor

    from engine.together.member import Member
    from tui.base.background import Executor

WIDTH, HEIGHT = 80, 24
"""The terminal that most screens are drawn for; in a smaller one they leave out what is beside."""
SMALL = Size(30, 12)
"""The smallest one that screens can do with."""
SLOW_CLOCK = 10
"""Seconds between two times that a clock goes on where little is to be sent or done."""
WARNING_SECONDS = 15
"""How long what is told of the saved games stays in sight."""

LOW = 16
"""Rows below which screens leave out what they can."""

NEVER_HELD = {"back", "dismiss", "quit", "redraw"}
"""What keys do even while keys are held for a screen that is still to come."""


toasts.patch()
wide_text.patch()


class BaseApp(InputQueue):
    """An app with what every feature may rely on: options, signs, colours, the saved games.

    `shipped` is the folder of the puzzles that come along: no results are written there.
    """

    member: "Member | None" = None
    """What the player may do with others on a server; None where there are no others."""
    place: "Executor | None" = None
    """Where work off the event loop is done; None for threads of this process."""

    def __init__(self, options: Options, shipped: Path) -> None:
        self.options = options  # the driver is made with them
        self._screen_model = ScreenModel(self.terminal_size)
        super().__init__(ansi_color=True)  # else NO_COLOR would come out as shades of grey
        self.asks_ground = options.theme is None and can_answer(os.environ) and sys.platform != "win32"
        """Whether the terminal's ground decides the theme, as nobody chose one."""
        self.shipped = shipped
        self.glyphs: Glyphs = ASCII if options.ascii else UNICODE
        self.saved = SavedGames(self.warn, options.bounds, self.game_writer())
        self._warning, self._warned = "", 0.0
        """What was warned of last over a screen, and when."""
        self.saved_games = 0
        """How many games can be resumed."""

    @property
    def front(self) -> Screen[object] | None:
        """The screen in front; None before the first one and after the last, when an answer may still come in."""
        return self.screen_stack[-1] if self._running and self.screen_stack else None

    @property
    def cursor_position(self) -> Offset:
        """Where the terminal's own cursor stands: on what is selected. (Screens that are Textual's own say where.)"""
        screen = self.front
        return screen.cursor_place() if isinstance(screen, ProgramScreen) else self._told_position

    @cursor_position.setter
    def cursor_position(self, place: Offset) -> None:
        self._told_position = place

    def get_driver_class(self) -> type[Driver]:
        """The driver of this system, with fewer bytes to send."""
        return diffing_driver(self.terminal_driver(), self._screen_model, in_ascii if self.options.ascii else str)

    def terminal_driver(self) -> type[Driver]:
        """What drives the terminal."""
        return reading(super().get_driver_class())

    def game_writer(self) -> "ThreadPoolExecutor | None":
        """The thread on which games are read and written, where several programs share one."""
        return None

    def terminal_size(self) -> Size:
        """The terminal's size; without area where it is not known."""
        return terminal_size()

    @property
    def is_crowded(self) -> bool:
        """Whether so many play on the same server that what nobody asked for is left."""
        return False

    @property
    def clock_step(self) -> int:
        """Seconds between two times that a clock on the screen goes on."""
        return SLOW_CLOCK if self.options.low_bandwidth or self.is_crowded else 1

    def warn(self, sentence: str) -> None:
        """Tell something about what is saved, if there is anything, for longer than until the next key.

        A screen with a line for that shows it there; over others it is laid for a while.
        """
        screen = self.front
        is_shown = isinstance(screen, ProgramScreen) and screen.show_warning(printable(sentence)) if sentence else True
        if not is_shown:
            self.lay_warning(printable(sentence))

    def lay_warning(self, sentence: str) -> None:
        """Lay a warning over whatever screen is in front."""
        self._warning, self._warned = sentence, time.monotonic()
        self.notify(sentence, severity="warning", timeout=WARNING_SECONDS)

    def take_warning(self) -> str:
        """The warning that is laid over the screen, which it is no longer; "" if there is none."""
        warning, self._warning = self._warning, ""
        if not warning or time.monotonic() - self._warned > WARNING_SECONDS:
            return ""
        self.clear_notifications()
        return warning

    def notify(self, message: str, **options: Any) -> None:
        """Tell something for a while. It is shown as it stands: none of it is markup, whoever wrote it."""
        super().notify(message, **{**options, "markup": False})

    def bytes_sent(self) -> int:
        """How many bytes the terminal has been sent so far."""
        return self._screen_model.bytes_sent

    def action_redraw(self) -> None:
        """Paint everything, for instance after another program wrote on the screen."""
        self._screen_model.clear()
        self.screen.refresh()

    async def show(self, screen: Screen[None]) -> None:
        """Show a screen, painted once where mounting would paint it often."""
        with self.batch_update():
            await self.push_screen(screen)

    def has_room(self, terminal: Size) -> bool:
        """Whether a terminal is as large as the screen in front needs."""
        screen = self.front
        return fits(screen.least_size if isinstance(screen, ProgramScreen) else SMALL, terminal)

    def is_never_held(self, key: Key) -> bool:
        """Keys that lead back, quit or repaint are not for a screen that is still to come."""
        bound = self.screen.active_bindings.get(key.key)
        return bound is not None and action_name(bound.binding.action) in NEVER_HELD

    def on_resize(self, _event: Resize) -> None:
        """Paint everything: another size and back again is seen by no one else."""
        self._screen_model.clear()

    async def takes(self, event: InputEvent | Paste) -> bool:
        """Keys, pastes and the mouse are for what can be seen, except the key that quits."""
        if self.has_room(self.size):
            return True
        if isinstance(event, Key):
            await self._check_bindings(event.key, priority=True)
        return False

    def make_ready(self, event: Event) -> None:
        """What is pasted into a line of text is shown as it is, so that must be harmless."""
        if isinstance(event, Paste) and isinstance(self.focused, Input):
            event.text = printable(event.text.partition("\n")[0].partition("\r")[0])

    @property
    def palette(self) -> Palette:
        """The styles of the theme in force."""
        return palette_named(self.theme)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What lines go through before they are shown: the ground of a theme that has one is painted."""
        filters = super().get_line_filters()
        return [*filters, PaintedGround(self.palette)] if self.palette.ground else filters


def fits(size: Size, terminal: Size) -> bool:
    """Whether a terminal has so many columns and rows."""
    return terminal.width >= size.width and terminal.height >= size.height


class InProgram(DOMNode):
    """What screens and widgets often need of the program, and which of their actions work."""

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """By their names the actions that do something only at times, and whether they do now; all others always do."""
        return {}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.enabled_actions.get(action, True)

    @property
    def program(self) -> BaseApp:
        """The program."""
        return cast(BaseApp, self.app)

    @property
    def options(self) -> Options:
        """How the program was asked to run."""
        return self.program.options

    @property
    def palette(self) -> Palette:
        """The styles of the theme in force."""
        return self.program.palette

    @property
    def glyphs(self) -> Glyphs:
        """The signs this terminal can show."""
        return self.program.glyphs


@runtime_checkable
class Selecting(Protocol):
    """A widget with something selected in it."""

    def selected_place(self) -> Offset:
        """Where that is, from the upper left corner of the widget's content."""


class ProgramScreen(Screen[ScreenResultType], InProgram):
    """A page or a dialog: hides its content while the terminal is too small for it.

    It has the class `-narrow` where the terminal is narrower than most screens are drawn for, and `-low` where there
    are hardly any rows.
    """

    least_size = SMALL
    """The smallest terminal that it is drawn for."""
    is_too_small = var(False)
    """Whether the terminal is."""
    PARTS: ClassVar[tuple[type[Widget], ...]] = ()
    """Classes of the widgets (each a `Part`) whose keys are its own too."""
    _focus_before: Widget | None = None
    """What had the focus when the terminal became too small."""

    @cached_property
    def _in_force(self) -> list[Binding]:
        """Its bindings and those of its parts, with the keys in force, as people read them."""
        return in_force(
            [binding for owner in (type(self), *self.PARTS) for binding in changeable(owner)], self.options.keymap
        )

    def key(self, action: str) -> str:
        """The keys in force for an action of this screen or a part of it, as people read them."""
        return next((binding.key_display or "" for binding in self._in_force if binding.action == action), "")

    def first_key(self, action: str) -> str:
        """The first of these keys."""
        return self.key(action).partition(" ")[0]

    @on(DescendantFocus)
    def _move_cursor(self) -> None:
        """Paint next to nothing, after which the terminal's cursor stands on what has the focus now."""
        self.refresh(Region(0, 0, 1, 1))

    def cursor_place(self) -> Offset:
        """Where the terminal's own cursor is to stand, from the upper left corner."""
        widget = self.focused
        if widget is None or self.is_too_small:
            return self.reading_place()
        if isinstance(widget, Input):
            return widget.cursor_screen_offset - Offset(int(widget.cursor_at_end), 0)  # Textual counts one too many
        selected = widget.selected_place() if isinstance(widget, Selecting) else Offset(0, 0)
        return widget.content_region.offset + selected

    def show_warning(self, _sentence: str) -> bool:
        """Show a warning in a line of the screen for a while; False if there is no line for that."""
        return False

    def reading_place(self) -> Offset:
        """Where the cursor stands while nothing has the keys: where one begins to read."""
        return Offset(0, 0)

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < WIDTH, "-narrow")
        self.set_class(event.size.height < LOW, "-low")
        small = not fits(self.least_size, event.size)
        if small != self.is_too_small:
            self.is_too_small = small
            if small:
                self._focus_before = self.focused
            elif self._focus_before:
                self.call_after_refresh(self.set_focus, self._focus_before)
            self.set_class(small, "-too-small")
