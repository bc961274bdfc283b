"""The base class of the app, and base classes for its screens and widgets."""

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, cast, runtime_checkable

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

from engine.base.language import lazy_gettext
from engine.base.text import printable
from tui.base import compositor, toasts
from tui.base.key_names import action_name, key_sign
from tui.base.keymap import MovedBinding, changeable, in_force
from tui.base.rating import RatingMemory
from tui.base.saved_games import SavedDrafts, SavedGames
from tui.draw.face import FRAMED_FROM
from tui.draw.palette import ASCII, UNICODE, Glyphs, PaintedGround, Palette, palette_named
from tui.terminal.ascii import in_ascii
from tui.terminal.driver import ScreenModel, diffing_driver, terminal_size
from tui.terminal.ground import can_answer
from tui.terminal.input_queue import InputQueue
from tui.terminal.input_thread import input_driver
from tui.terminal.options import Options
from tui.terminal.web_keys import WebView

if TYPE_CHECKING:  # only on a server; nothing heavy before the first frame
    from concurrent.futures import ThreadPoolExecutor

    from engine.together.member import Member
    from tui.base.background import Executor
    from tui.draw.web_board import WebBoard

WIDTH, HEIGHT = 80, 24
"""The terminal size for which most screens are designed; in smaller terminals they omit side panels."""
SMALL = Size(30, 12)
"""The smallest terminal that screens support by default."""
SLOW_CLOCK = 10
"""Seconds between clock ticks on slow lines and crowded servers."""
WARNING_SECONDS = 15
"""Seconds for which warnings about saved games are shown."""

QUICK_ESCAPE = 0.4
"""Maximum seconds between two escapes that close only one screen."""

LOW = 16
"""Rows of a terminal below which screens omit optional parts."""

_IMMEDIATE_ACTIONS = {"back", "dismiss", "quit", "redraw"}
"""Actions whose keys work even while keys are held for the next screen."""

KEY_MOVED = lazy_gettext("{action}: the key is {key} from now on. {former} stops working in the next version.")


toasts.patch()
compositor.patch()


class LastEscape(NamedTuple):
    """The escape before the current one."""

    time: float
    """When it was dispatched (`time.monotonic`)."""
    screen: Screen[object]
    """The screen that got it."""
    has_closed: bool
    """Whether a quick escape before it closed a screen."""


class BaseApp(InputQueue):
    """An app with the services shared by all features: options, glyphs, palette, saved games.

    `shipped` is the folder of the shipped puzzles, where no results are written.
    """

    member: "Member | None" = None
    """The player's access to matches on a server; None outside of a server."""
    web_view: WebView | None = None
    """The view of the page in a browser; None if there is no such page."""
    executor: "Executor | None" = None
    """The executor of background work; None for threads of this process."""

    def __init__(self, options: Options, shipped: Path) -> None:
        self.options = options  # needed by get_driver_class, which super().__init__ calls
        self._screen_model = ScreenModel(self.terminal_size)
        super().__init__(ansi_color=True)  # otherwise NO_COLOR would result in shades of grey
        self.asks_ground = options.theme is None and can_answer(os.environ) and sys.platform != "win32"
        """Whether to choose the theme by the terminal's background, because no theme is set."""
        self.shipped = shipped
        self.glyphs: Glyphs = ASCII if options.ascii else UNICODE
        self.saved = SavedGames(self.warn, options.bounds, self.game_writer())
        self.drafts = SavedDrafts(self.saved, self.warn, is_kept=options.bounds is None)
        self.ratings = RatingMemory()
        self._warning, self._warning_time = "", 0.0
        """The last warning shown as a notification, and when (`time.monotonic`)."""
        self.saved_games = 0
        """Number of games that can be resumed."""
        self._has_first_frame = False
        self._after_first_frame: list[Callable[[], object]] = []
        """Callbacks to call after the first frame."""
        self._last_escape: LastEscape | None = None
        """The last key, if it was escape."""

    @property
    def front(self) -> Screen[object] | None:
        """The screen in front; None before the first screen and after the last."""
        return self.screen_stack[-1] if self._running and self.screen_stack else None

    @property
    def cursor_position(self) -> Offset:
        """The position of the terminal's cursor: the selection. Textual's own screens set it."""
        screen = self.front
        return screen.cursor_place() if isinstance(screen, ProgramScreen) else self._reported_position

    @cursor_position.setter
    def cursor_position(self, place: Offset) -> None:
        self._reported_position = place

    def get_driver_class(self) -> type[Driver]:
        """Return the system's driver, wrapped to send only differences."""
        return diffing_driver(self.terminal_driver(), self._screen_model, in_ascii if self.options.ascii else str)

    def terminal_driver(self) -> type[Driver]:
        """Return the driver class for the terminal."""
        return input_driver(super().get_driver_class())

    def game_writer(self) -> "ThreadPoolExecutor | None":
        """Return the thread shared by several apps to read and write games; None for an own thread."""
        return None

    def terminal_size(self) -> Size:
        """Return the terminal's size; zero if unknown."""
        return terminal_size()

    @property
    def is_crowded(self) -> bool:
        """Whether optional work is turned off because many sessions run on the server."""
        return False

    @property
    def clock_step(self) -> int:
        """Seconds between ticks of a clock on the screen."""
        return SLOW_CLOCK if self.options.low_bandwidth or self.is_crowded else 1

    def warn(self, sentence: str) -> None:
        """Show a warning about saved games, unless `sentence` is empty.

        Screens with a line for warnings show it there; over others it appears as a notification.
        """
        screen, warning = self.front, printable(sentence)
        if warning and not (isinstance(screen, ProgramScreen) and screen.show_warning(warning)):
            self.notify_warning(warning)

    def notify_warning(self, sentence: str) -> None:
        """Show a warning as a notification."""
        self._warning, self._warning_time = sentence, time.monotonic()
        self.notify(sentence, severity="warning", timeout=WARNING_SECONDS)

    def take_warning(self) -> str:
        """Remove and return the warning shown as a notification; "" if there is none."""
        warning, self._warning = self._warning, ""
        if not warning or time.monotonic() - self._warning_time > WARNING_SECONDS:
            return ""
        self.clear_notifications()
        return warning

    def notify(self, message: str, **options: Any) -> None:
        """Show a notification, unless it is shown already. The message is never interpreted as markup."""
        if all(notification.message != message for notification in self._notifications):
            super().notify(message, **{**options, "markup": False})

    def bytes_sent(self) -> int:
        """Return the number of bytes sent to the terminal so far."""
        return self._screen_model.bytes_sent

    def board_changed(self) -> None:
        """Called when a board may have changed; on a server, it sends the board to the session's page in a browser."""

    def action_redraw(self) -> None:
        """Paint everything, for instance after another program wrote on the screen."""
        self._screen_model.clear()
        self.screen.refresh()

    def post_display_hook(self) -> None:
        """Call the callbacks for the first frame, once it is shown."""
        if not self._has_first_frame:
            self._has_first_frame = True
            for callback in self._after_first_frame:
                self.call_later(callback)

    def after_first_frame(self, callback: Callable[[], object]) -> None:
        """Call back after the first frame, or soon if it is already shown."""
        if self._has_first_frame:
            self.call_later(callback)
        else:
            self._after_first_frame.append(callback)

    async def show(self, screen: Screen[None]) -> None:
        """Push a screen with a single repaint."""
        with self.batch_update():
            await self.push_screen(screen)

    def has_room(self, terminal: Size) -> bool:
        """Return whether a terminal is large enough for the screen in front."""
        screen = self.front
        return fits(screen.least_size if isinstance(screen, ProgramScreen) else SMALL, terminal)

    def is_never_held(self, key: Key) -> bool:
        """Return whether a key goes back, quits or repaints, and so is not held for the next screen."""
        active = self.screen.active_bindings.get(key.key)
        return active is not None and action_name(active.binding.action) in _IMMEDIATE_ACTIONS

    def on_resize(self, event: Resize) -> None:
        """Repaint everything: a terminal may have lost its content although its size is the same again."""
        self._screen_model.clear()
        if self._has_first_frame and event.size == self.size:  # a new size paints by itself
            self.screen.refresh()

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """Run the action of a key; a key without one runs the action that it had in the previous version."""
        return await super()._check_bindings(key, priority) or (not priority and await self._run_moved(key))

    async def _run_moved(self, key: str) -> bool:
        """Run the action that a key had in the previous version, and name its new key; return whether it had one."""
        screen = self.front
        binding = screen.moved_binding(key) if isinstance(screen, ProgramScreen) else None
        if not isinstance(screen, ProgramScreen) or binding is None:
            return False
        name, present = binding.description or binding.tooltip, screen.first_key(binding.action)
        self.notify(KEY_MOVED.format(action=name, key=present, former=key_sign(key)))
        await screen.perform(binding.action)
        return True

    async def takes(self, event: InputEvent | Paste) -> bool:
        """Return whether to accept an event: only if its target is visible, except for the key that quits."""
        if self.has_room(self.size):
            return True
        if isinstance(event, Key):
            await self._check_bindings(event.key, priority=True)
        return False

    def is_dropped(self, event: Event) -> bool:
        """Whether an event is an escape soon after one that closed a screen, and would do more than close the next."""
        screen, last, self._last_escape = self.front, self._last_escape, None
        if not isinstance(event, Key) or event.key != "escape" or screen is None:
            return False
        is_quick = last is not None and event.time - last.time < QUICK_ESCAPE
        has_closed = last is not None and is_quick and (last.has_closed or last.screen not in self.screen_stack)
        self._last_escape = LastEscape(time.monotonic(), screen, has_closed)
        return has_closed and isinstance(screen, ProgramScreen) and not screen.only_closes

    def make_ready(self, event: Event) -> None:
        """Reduce a paste into an Input to its first line, in printable characters."""
        if isinstance(event, Paste) and isinstance(self.focused, Input):
            event.text = printable(event.text.partition("\n")[0].partition("\r")[0])

    @property
    def palette(self) -> Palette:
        """The styles of the current theme."""
        return palette_named(self.theme)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's line filters, and one that paints the theme's ground if it has one."""
        filters = super().get_line_filters()
        return [*filters, PaintedGround(self.palette)] if self.palette.ground else filters


def fits(size: Size, terminal: Size) -> bool:
    """Return whether a terminal has at least the columns and rows of `size`."""
    return terminal.width >= size.width and terminal.height >= size.height


class InProgram(DOMNode):
    """A mixin for screens and widgets: shortcuts to the app, and the state of their actions."""

    @property
    def enabled_actions(self) -> Mapping[str, bool]:
        """Whether conditional actions are enabled now, by name; other actions always are."""
        return {}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.enabled_actions.get(action, True)

    @property
    def program(self) -> BaseApp:
        """The app, typed."""
        return cast(BaseApp, self.app)

    @property
    def options(self) -> Options:
        """The options of the app."""
        return self.program.options

    @property
    def palette(self) -> Palette:
        """The styles of the current theme."""
        return self.program.palette

    @property
    def glyphs(self) -> Glyphs:
        """The glyphs that the terminal supports."""
        return self.program.glyphs


@runtime_checkable
class HasSelection(Protocol):
    """A widget with a selection."""

    def selected_place(self) -> Offset:
        """Return the offset of the selection in the widget's content."""


class ProgramScreen(Screen[ScreenResultType], InProgram):
    """A page or dialog, which hides its content while the terminal is too small.

    It has the CSS class `-narrow` below WIDTH columns, `-framed` from FRAMED_FROM on, and `-low` below LOW rows.
    """

    least_size = SMALL
    """The smallest supported terminal."""
    is_too_small = var(False)
    """Whether the terminal is smaller than `least_size`."""
    PARTS: ClassVar[tuple[type[Widget], ...]] = ()
    """The classes of widgets (`KeyedWidget`) whose keys count as the screen's."""
    _focus_before: Widget | None = None
    """The focused widget when the terminal became too small."""

    @property
    def is_framed(self) -> bool:
        """Whether the terminal has room for frames."""
        return self.app.size.width >= FRAMED_FROM

    @cached_property
    def _in_force(self) -> list[Binding]:
        """The bindings of the screen and its parts with the configured keys, for display."""
        bindings = (binding for owner in (type(self), *self.PARTS) for binding in changeable(owner))
        return in_force(bindings, self.options.keymap)

    def own_bindings(self) -> list[Binding]:
        """Return the bindings in force, for display."""
        return self._in_force

    def moved_binding(self, key: str) -> MovedBinding | None:
        """Return the binding that had a key in the last version, unless the config file gives it another one."""
        moved = (binding for binding in self.own_bindings() if isinstance(binding, MovedBinding))
        keymap = self.options.keymap
        return next((binding for binding in moved if key in binding.former_keys and binding.id not in keymap), None)

    async def perform(self, action: str) -> None:
        """Run an action of this screen."""
        await self.app.run_action(action, self)

    def key(self, action: str) -> str:
        """Return the configured keys of an action of the screen or its parts, for display; "" if none."""
        return next((binding.key_display or "" for binding in self._in_force if binding.action == action), "")

    def first_key(self, action: str) -> str:
        """Return the first key of an action, for display."""
        return self.key(action).partition(" ")[0]

    @on(DescendantFocus)
    def _move_cursor(self) -> None:
        """Repaint a single cell, so that Textual moves the terminal's cursor to the focused widget."""
        self.refresh(Region(0, 0, 1, 1))

    def cursor_place(self) -> Offset:
        """Return the position of the terminal's cursor on the screen."""
        widget = self.focused
        if widget is None or self.is_too_small:
            return self.reading_place()
        if isinstance(widget, Input):
            return widget.cursor_screen_offset - Offset(int(widget.cursor_at_end), 0)  # Textual counts one too many
        selected = widget.selected_place() if isinstance(widget, HasSelection) else Offset(0, 0)
        return widget.content_region.offset + selected

    @property
    def only_closes(self) -> bool:
        """Whether escape closes something now, and neither stops work nor asks a question."""
        return True

    def show_warning(self, _sentence: str) -> bool:
        """Show a warning in a line of the screen; return whether the screen has such a line."""
        return False

    def web_board(self) -> "WebBoard | None":
        """Return the board that a page in a browser shows for this screen; None if it shows the terminal."""
        return None

    def reading_place(self) -> Offset:
        """Return the cursor's position while nothing has the focus, where screen readers begin."""
        return Offset(0, 0)

    def on_resize(self, event: Resize) -> None:
        self.set_class(event.size.width < WIDTH, "-narrow")
        self.set_class(event.size.height < LOW, "-low")
        self.set_class(event.size.width >= FRAMED_FROM, "-framed")
        small = not fits(self.least_size, event.size)
        if small != self.is_too_small:
            self.is_too_small = small
            if small:
                self._focus_before = self.focused
            elif self._focus_before:
                self.call_after_refresh(self.set_focus, self._focus_before)
            self.set_class(small, "-too-small")
