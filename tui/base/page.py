"""What every full screen has: the line of keys, help, the way back, and a word for terminals that are too small."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from typing import Any, ClassVar, TypeVar, cast

from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.dom import DOMNode
from textual.events import Click, Resize, ScreenResume
from textual.message import Message
from textual.reactive import Reactive
from textual.theme import Theme
from textual.widget import Widget
from textual.worker import Worker, WorkType

from engine.base.language import Sentence, _, lazy_gettext
from tui.base.background import Background
from tui.base.base_app import InProgram, ProgramScreen
from tui.base.dialogs import Confirm, Dialog, Help
from tui.base.key_names import action_name, action_names
from tui.base.keymap import changeable, in_force, named

Answer = TypeVar("Answer")
Result = TypeVar("Result")

_END_TASK: ContextVar[Callable[[], None]] = ContextVar("end of the task")
"""Ends the task of a page that is at work (see `TypeAhead.begin_task`)."""

TOO_SMALL = lazy_gettext(
    "This screen needs {columns} columns and {rows} rows; it has {width} and {height}.\nMake it larger; {quit} quits."
)


class KeyBar(Widget, InProgram):
    """The keys in force that a binding marks to be shown, as many as the width holds. A click is as good as the key."""

    DEFAULT_CSS = "KeyBar { dock: bottom; height: 1; }"

    @dataclass
    class KeyClicked(Message):
        """An entry was clicked: do what its key does."""

        action: str

    _places: Sequence[tuple[int, int, str]] = ()
    """First column, column after the last, and action of each entry."""

    def render(self) -> Text:
        """The keys and descriptions of the screen's bindings, in their order as far as they fit; help stands last."""
        page, ink = cast(Page, self.screen), self.palette.key
        bindings, names = page.own_bindings(), page.names
        entries = [
            (binding.key_display or binding.key, binding.description, binding.action)
            for binding in bindings
            if binding.show
        ]
        entries.sort(key=lambda entry: entry[2] == "help")
        spoken_for = Counter(names[binding.action] for binding in bindings if not binding.description)
        widths = [cell_len(f"{key} {description}") for key, description, _ in entries]
        room = self.app.size.width - 1 - sum(widths[-1:])
        line, places = Text(" ", no_wrap=True, end=""), []
        for place, ((key, label, action), width) in enumerate(zip(entries, widths, strict=True), 1):
            if place < len(entries):
                if width + 3 > room:
                    continue
                room -= width + 3
            if spoken_for[names[action]] < 2:  # an entry for many keys, such as 1-9, says not which
                places.append((line.cell_len, line.cell_len + width, action))
            line.append(key, ink).append(f" {label}   ")
        line.rstrip()
        self._places = places
        return line

    def on_click(self, event: Click) -> None:
        for start, end, action in self._places:
            if start <= event.x < end:
                self.post_message(self.KeyClicked(action))


def posting(request: Callable[[], Message]) -> "Callable[[Page], None]":
    """An action that asks the app for something: `action_daily = asks(PlayDaily)`."""

    def ask(page: Page) -> None:
        page.post_message(request())

    return ask


class Page(ProgramScreen[None]):
    """A full screen. Subclasses yield their widgets in `content` and list their keys in BINDINGS.

    Widgets with keys of their own are named in PARTS: in help, in the line of keys and in the config file their keys
    are among those of the screen. They work where the widget has the focus.
    """

    DEFAULT_CSS = """
    Page { layout: vertical; overflow: hidden; content-align: center middle; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "back", key_display="esc", show=False),
        Binding("question_mark,f1", "help", "help", key_display="?"),
    ]
    KEYS: ClassVar[list[Binding]]
    """The bindings of the screen and of its parts."""
    KEYS_OF_PARTS: ClassVar[Mapping[type[Widget], list[Binding]]]
    """The bindings of each part, with the names that they have under this screen."""
    HEADING: ClassVar[Sentence | str] = ""
    FIRST: ClassVar[tuple[str, ...]] = ()
    """Actions in order of importance: in the line of keys and in help they come before all others."""
    FOLLOWS_SIZE: ClassVar[bool] = False
    """Whether what it says depends on the size of the terminal: then it is drawn again in another one."""
    unsaved = ""
    """Why leaving would lose the game that is played here, or ""."""

    def __init_subclass__(cls, **options: Any) -> None:
        own = named(cls, cls)
        cls.BINDINGS = [*own]
        cls.KEYS_OF_PARTS = {part: named(part, cls) for part in cls.PARTS}
        keys: dict[str | None, Binding] = {}
        for binding in chain(own, *cls.KEYS_OF_PARTS.values()):
            keys.setdefault(binding.id, binding)  # parts may share a name; the first one speaks for all
        cls.KEYS = list(keys.values())
        super().__init_subclass__(**options)

    def content(self) -> ComposeResult:
        """The widgets of the screen."""
        yield from ()

    def compose(self) -> ComposeResult:
        return chain(self.content(), (KeyBar(),))

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """As in every screen, but without Textual's repaint of all of it when the focus moves."""

    def __init__(self) -> None:
        super().__init__()
        self.background = Background(self)

    @on(KeyBar.KeyClicked)
    async def _key_clicked(self, event: KeyBar.KeyClicked) -> None:
        await self.perform(event.action)

    def own_bindings(self) -> list[Binding]:
        """The keys in force: of this screen from the most important on, then those of every screen.

        Those that do nothing now are left out, and those of a part while the part is disabled. Those that do something
        else now say so.
        """
        works: dict[str, bool] = {}
        for owner in self._owners():
            now = owner.enabled_actions if isinstance(owner, InProgram) else {}
            disabled = isinstance(owner, Widget) and owner.disabled
            for name in self.names.values():
                if name not in works and hasattr(owner, f"action_{name}"):
                    works[name] = now.get(name, True) and not disabled
        says = self.action_labels
        return [
            replace(binding, description=str(says[name]), tooltip="")
            if (name := self.names[binding.action]) in says
            else binding
            for binding in self._in_force
            if works.get(self.names[binding.action])
        ]

    @property
    def action_labels(self) -> Mapping[str, Sentence | str]:
        """By their names the actions that do something else now than their bindings say, and what."""
        return {}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of each action that has a key, without its parameters."""
        return action_names(self._in_force)

    @cached_property
    def _in_force(self) -> list[Binding]:
        """From the most important on; then those of every screen."""
        order = {action: place for place, action in enumerate(self.FIRST)}
        own = sorted(self.KEYS, key=lambda binding: order.get(binding.action, len(order)))
        return in_force([*own, *changeable(type(self.app))], self.options.keymap)

    def refresh_keys(self) -> None:
        """Write the line of keys again soon, after something changed which of them work."""
        for bar in self.query(KeyBar):  # there is none before the screen is composed
            bar.refresh()

    def render(self) -> RenderableType:
        if not self.is_too_small:
            return super().render()
        (columns, rows), (width, height) = self.least_size, self.size
        message = TOO_SMALL.format(columns=columns, rows=rows, width=width, height=height, quit=self.key("quit"))
        return Text(message)

    def on_resize(self, event: Resize) -> None:
        if self.FOLLOWS_SIZE:
            self.call_after_refresh(self.redraw)

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, self._recolour)

    def _recolour(self, _: Theme) -> None:
        self.redraw()
        self.refresh_keys()

    def redraw(self) -> None:
        """Write again what was written in the colours of another theme."""

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.refresh_keys()

    def run_worker(
        self,
        work: WorkType[Result],
        name: str | None = "",
        group: str = "default",
        description: str = "",
        exit_on_error: bool = True,
        start: bool = True,
        exclusive: bool = False,
        thread: bool = False,
    ) -> Worker[Result]:
        """As everywhere; but keys that come meanwhile wait until a task has done its work, or asks something."""
        if not thread:
            work = partial(self._work_on, work, self.program.begin_task())
        return super().run_worker(work, name, group, description, exit_on_error, start, exclusive, thread)

    @staticmethod
    async def _work_on(work: WorkType[Result], end: Callable[[], None]) -> Result:
        _END_TASK.set(end)
        try:
            return await cast("Awaitable[Result]", work() if callable(work) else work)
        finally:
            _END_TASK.get()()

    async def ask(self, dialog: Dialog[Answer]) -> Answer | None:
        """Show a dialog and wait for its answer. Only in workers: elsewhere the screen could not take the answer."""
        self.app.call_later(_END_TASK.get())  # when the dialog is there, it takes the keys
        answer = await self.app.push_screen_wait(dialog)
        _END_TASK.set(self.program.begin_task())
        return answer

    async def perform(self, action: str) -> None:
        """Do what a key of this screen, of one of its parts, or of the program does."""
        method = f"action_{action_name(action)}"
        await self.app.run_action(action, next((owner for owner in self._owners() if hasattr(owner, method)), self))

    def _owners(self) -> list[DOMNode]:
        """To whom actions may belong: the screen, its parts, the program; whoever knows one first has it."""
        parts = [widget for part in self.PARTS for widget in self.query(part)]
        parts.sort(key=lambda widget: widget is not self.focused)  # of two that know the action, the one with the keys
        return [self, *parts, self.app]

    async def leave(self) -> None:
        """What is still to be done before the screen closes."""

    async def action_back(self) -> None:
        """Leave this screen, after asking if something would be lost; the first one stays."""
        if len(self.app.screen_stack) > 2:
            await self.leave()
            if self.unsaved:
                self._leave_unsaved()
            else:
                self.dismiss()

    @work
    async def _leave_unsaved(self) -> None:
        if await self.ask(Confirm(_("{unsaved} Leave and lose this game?").format(unsaved=self.unsaved), _("leave"))):
            self.dismiss()

    def action_help(self) -> None:
        self.app.push_screen(Help(str(self.HEADING), self.own_bindings(), self.palette))
