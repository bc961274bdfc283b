"""The base class of full screens: header, key bar, help, going back, and a message in terminals that are too small."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import fields
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast

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
from engine.base.lazy_dataclasses import dataclass
from tui.base.background import Background
from tui.base.base_app import BaseApp, InProgram, ProgramScreen
from tui.base.controller import Controller, actions
from tui.base.frame import put_frame
from tui.base.header import HeaderLine
from tui.base.key_names import action_name, action_names, changed_binding, keys_of
from tui.base.keymap import changeable, in_force, named_bindings, refuse_shared_keys
from tui.draw.face import Chip, ScreenHeader, edge_line

if TYPE_CHECKING:  # nothing heavy before the first frame
    from tui.base.dialogs import Dialog

Answer = TypeVar("Answer")
Result = TypeVar("Result")

_END_TASK: ContextVar[Callable[[], None]] = ContextVar("end of the task")
"""A function that ends the running task of a page (see `InputQueue.begin_task`)."""

TOO_SMALL = lazy_gettext(
    "This screen needs {columns} columns and {rows} rows; it has {width} and {height}.\nMake it larger; {quit} quits."
)


class KeyBar(Widget, InProgram):
    """The bindings of the page that are shown, as many as fit. A click on an entry works like its key."""

    DEFAULT_CSS = "KeyBar { dock: bottom; height: 1; }"

    @dataclass
    class KeyClicked(Message):
        """Posted when an entry is clicked."""

        action: str

    _places: Sequence[tuple[int, int, str]] = ()
    """First column, column after the last, and action of each entry."""

    def render(self) -> Text:
        """Render the keys and descriptions that fit, in order, with help last."""
        page, ink = cast(Page, self.screen), self.palette.key
        bindings, names = page.own_bindings(), page.names
        has_keys = any(binding.show and binding.action != "help" for binding in bindings)
        entries = [
            (binding.key_display or binding.key, binding.description, binding.action)
            for binding in bindings
            if binding.show or (binding.action == "back" and not has_keys)  # what else could one do there?
        ]
        entries.sort(key=lambda entry: entry[2] == "help")
        hidden_keys = Counter(names[binding.action] for binding in bindings if not binding.description)
        widths = [cell_len(f"{key} {description}") for key, description, _ in entries]
        room = self.app.size.width - 1 - sum(widths[-1:])
        line, places = Text(" ", no_wrap=True, end=""), []
        for number, ((key, label, action), width) in enumerate(zip(entries, widths, strict=True), 1):
            if number < len(entries):
                if width + 3 > room:
                    continue
                room -= width + 3
            if hidden_keys[names[action]] < 2:  # an entry for many keys, such as 1-9, stands for none of them
                places.append((line.cell_len, line.cell_len + width, action))
            line.append(key, ink).append(f" {label}   ")
        line.rstrip()
        self._places = places
        return line

    def on_click(self, event: Click) -> None:
        for start, end, action in self._places:
            if start <= event.x < end:
                self.post_message(self.KeyClicked(action))


EVERYWHERE = lazy_gettext("everywhere")
"""The heading of the keys that all screens have."""


def posting(request: Callable[[], Message]) -> "Callable[[Page], None]":
    """Return an action that posts a request to the app: `action_daily = posting(ShowDailies)`."""

    def post(page: Page) -> None:
        page.post_message(request())

    return post


class Page(ProgramScreen[None]):
    """A full screen. Subclasses yield their widgets in `content` and define their keys in BINDINGS.

    PARTS are the classes of widgets with keys, which work while the widget has the focus; the help, the key bar and the
    config file treat them as keys of the screen.
    """

    DEFAULT_CSS = """
    Page { layout: vertical; overflow: hidden; content-align: center middle; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "back", key_display="esc", show=False),
        Binding("question_mark,f1", "help", "help", key_display="?"),
        Binding("tab", "next_frame(1)", "next frame", show=False, id="next_frame"),
        Binding("shift+tab", "next_frame(-1)", "previous frame", show=False, id="previous_frame"),
    ]
    CONTROLLERS: ClassVar[tuple[type[Controller], ...]] = ()
    """The classes of controllers, whose keys and actions count as the screen's."""
    KEYS: ClassVar[list[Binding]]
    """The bindings of the screen, its controllers and its parts."""
    KEYS_OF_PARTS: ClassVar[Mapping[type[Widget], list[Binding]]]
    """The bindings of each part, with the names that they have under this screen."""
    HEADING: ClassVar[Sentence | str] = ""
    """The name of the screen."""
    FIRST: ClassVar[tuple[str, ...]] = ()
    """Actions that come first in the key bar and help, in this order."""
    FOLLOWS_SIZE: ClassVar[bool] = False
    """Whether the content depends on the terminal's size, and so is redrawn on resize."""
    unsaved = ""
    """Why leaving would lose the current game; "" if it would not."""

    def __init_subclass__(cls, **options: Any) -> None:
        cls.KEYS_OF_PARTS = {part: named_bindings(part, cls) for part in cls.PARTS}
        part_keys = {key for bindings in cls.KEYS_OF_PARTS.values() for binding in bindings for key in keys_of(binding)}
        own = [
            binding
            for binding in named_bindings(cls, cls)
            if action_name(binding.action) != "next_frame" or part_keys.isdisjoint(keys_of(binding))
        ]  # a part may use tab itself
        for controller in reversed(cls.CONTROLLERS):
            bindings = named_bindings(controller, cls)
            refuse_shared_keys(cls, own, controller, bindings)
            own = [*bindings, *own]
            for name, action in actions(controller).items():
                setattr(cls, name, action)
        for part, bindings in cls.KEYS_OF_PARTS.items():
            refuse_shared_keys(cls, own, part, bindings)
        cls.BINDINGS = [*own]
        keys: dict[str | None, Binding] = {}
        for binding in chain(own, *cls.KEYS_OF_PARTS.values()):
            keys.setdefault(binding.id, binding)  # of parts with the same name for a key, the first one is shown
        cls.KEYS = list(keys.values())
        super().__init_subclass__(**options)

    @classmethod
    async def from_request(cls, request: Any, _app: BaseApp, /) -> Self:
        """Create the screen that answers a request of `tui.base.requests`; by default, from the request's fields."""
        return cls(*(getattr(request, field.name) for field in fields(request)))

    def content(self) -> ComposeResult:
        """Yield the widgets of the screen between header and key bar."""
        yield from ()

    def compose(self) -> ComposeResult:
        return chain((HeaderLine(),), self.content(), (KeyBar(),))

    # the header

    @property
    def topic(self) -> str:
        """The subject of the screen, such as a file name; "" for none."""
        return ""

    @property
    def crumbs(self) -> tuple[str, ...]:
        """The part that the screen adds to the path of the screens below it, in the header."""
        return (*filter(None, (self.topic,)), str(self.HEADING))

    @property
    def header_facts(self) -> Sequence[str]:
        """Facts at the right of the header, the most important first."""
        return ()

    @property
    def header_chips(self) -> Sequence[Chip]:
        """The states that matter now."""
        return ()

    @property
    def header_notice(self) -> str:
        """A warning in place of the facts, or ""."""
        return ""

    @property
    def header(self) -> ScreenHeader:
        """The first line of the screen."""
        path: list[str] = []
        for screen in self.app.screen_stack:
            if isinstance(screen, Page):
                path += [crumb for crumb in screen.crumbs if crumb not in path]
            if screen is self:
                break
        return ScreenHeader(tuple(path), tuple(self.header_facts), tuple(self.header_chips), self.header_notice)

    def refresh_header(self) -> None:
        """Repaint the header if it has changed."""
        for line in self.query(HeaderLine):  # there is no header before the screen is composed
            line.follow()

    @on(HeaderLine.PlaceClicked)
    async def _place_clicked(self) -> None:
        await self.action_back()

    # frames

    def edge_keys(self, *actions: str) -> list[tuple[str, str]]:
        """Return the first key of each action with its description, for the edge of a frame."""
        words = {binding.action: binding.description for binding in self._in_force}
        return [(self.first_key(action), words[action]) for action in actions]

    def put_frame(self, widget: Widget, title: object, *actions: str, aside: str = "") -> None:
        """Frame a widget, with a title in its upper edge, and a text and the keys of actions in its lower one."""
        line = edge_line(aside, self.edge_keys(*actions), None, self.palette, self.glyphs)
        put_frame(widget, title, keys=line)

    # keys

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)
    """As in every screen, but without Textual's full repaint when the focus moves."""

    def __init__(self) -> None:
        super().__init__()
        self.background = Background(self)
        self.controllers: dict[type, Controller] = {}

    @on(KeyBar.KeyClicked)
    async def _key_clicked(self, event: KeyBar.KeyClicked) -> None:
        await self.perform(event.action)

    def own_bindings(self) -> list[Binding]:
        """Return the bindings in force: those of this screen, the most important first, then those of every screen.

        Those of disabled actions and parts are left out. `action_labels` replace descriptions.
        """
        is_enabled = {"next_frame": len(self.focus_chain) > 1}
        for owner in self._owners():
            enabled_actions = owner.enabled_actions if isinstance(owner, InProgram) else {}
            is_disabled = isinstance(owner, Widget) and owner.disabled
            for name in self.names.values():
                if name not in is_enabled and hasattr(owner, f"action_{name}"):
                    is_enabled[name] = enabled_actions.get(name, True) and not is_disabled
        labels = self.action_labels
        bindings = ((binding, self.names[binding.action]) for binding in self._in_force)
        return [
            changed_binding(binding, description=str(labels[name]), tooltip="") if name in labels else binding
            for binding, name in bindings
            if is_enabled.get(name)
        ]

    def grouped_bindings(self) -> Mapping[str, Sequence[Binding]]:
        """Return the bindings in force that have a description, by the headings of their owners."""
        owners: dict[str, type] = {key.action: part for part in self.PARTS for key in self.KEYS_OF_PARTS[part]}
        owners |= {key.action: owner for owner in self.CONTROLLERS for key in named_bindings(owner, type(self))}
        general = {key.action for key in (*named_bindings(Page, Page), *changeable(type(self.app)))}
        groups: dict[str, list[Binding]] = {}
        for binding in self.own_bindings():
            heading = getattr(owners.get(binding.action), "HEADING", "")
            heading = heading or (EVERYWHERE if binding.action in general else self.HEADING)
            groups.setdefault(str(heading), []).extend([binding] * bool(binding.description))
        return groups

    @property
    def action_labels(self) -> Mapping[str, Sentence | str]:
        """The labels of actions, by name, whose present effect differs from the description of their bindings."""
        return {}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of each action that has a key, without its parameters."""
        return action_names(self._in_force)

    @cached_property
    def _in_force(self) -> list[Binding]:
        """The bindings of the screen with the configured keys, the most important first; then those of every screen."""
        order = {action: place for place, action in enumerate(self.FIRST)}
        own = sorted(self.KEYS, key=lambda binding: order.get(binding.action, len(order)))
        return in_force([*own, *changeable(type(self.app))], self.options.keymap)

    def refresh_keys(self) -> None:
        """Repaint the key bar after the enabled actions have changed."""
        for bar in self.query(KeyBar):  # there is no key bar before the screen is composed
            bar.refresh()

    # drawing

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
        for line in self.query(HeaderLine):
            line.refresh()
        self.refresh_keys()

    def redraw(self) -> None:
        """Redraw the content, for instance after a change of theme."""

    def on_screen_resume(self, event: ScreenResume) -> None:
        event.refresh_styles = event.refresh_styles and self.stack_updates > 0  # at first, they are new
        self.refresh_keys()
        self.refresh_header()

    # work and dialogs

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
        """Run a worker as Textual does; unless it is a thread, it holds keys until it ends or asks a question."""
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

    async def ask(self, dialog: "Dialog[Answer]") -> Answer | None:
        """Show a dialog and wait for its answer. Only in workers."""
        self.app.call_later(_END_TASK.get())  # the dialog gets the keys once it is shown
        answer = await self.app.push_screen_wait(dialog)
        _END_TASK.set(self.program.begin_task())
        return answer

    async def perform(self, action: str) -> None:
        """Run an action of this screen, one of its parts, or the app."""
        method = f"action_{action_name(action)}"
        await self.app.run_action(action, next((owner for owner in self._owners() if hasattr(owner, method)), self))

    def _owners(self) -> list[DOMNode]:
        """Return the possible owners of actions in order of precedence: screen, parts (the focused one first), app."""
        parts = [widget for part in self.PARTS for widget in self.query(part)]
        parts.sort(key=lambda widget: widget is not self.focused)
        return [self, *parts, self.app]

    # leaving

    async def leave(self) -> None:
        """Clean up before the screen closes."""

    @property
    def is_stoppable(self) -> bool:
        """Whether there is work that escape stops, instead of leaving the screen."""
        return False

    def stop_work(self) -> None:
        """Stop the work, if it is stoppable."""

    @property
    def only_closes(self) -> bool:
        return not (self.is_stoppable or self.unsaved)

    async def action_back(self) -> None:
        """Stop work, or leave the screen, unless it is the first one; ask before if a game would be lost."""
        if self.is_stoppable:
            self.stop_work()
        elif len(self.app.screen_stack) > 1:
            await self.leave()
            if self.unsaved:
                self._leave_unsaved()
            else:
                self.dismiss()

    @work
    async def _leave_unsaved(self) -> None:
        """Leave the screen if the user agrees to lose the game."""
        from tui.base.dialogs import Confirm

        if await self.ask(Confirm(_("{unsaved} Leave and lose this game?").format(unsaved=self.unsaved), _("leave"))):
            self.dismiss()

    def action_next_frame(self, step: int) -> None:
        """Move the focus to the next or the previous frame."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def action_help(self) -> None:
        from tui.base.dialogs import Help

        self.app.push_screen(Help(str(self.HEADING), self.grouped_bindings(), self.palette, self.help_text()))

    def help_text(self) -> str:
        """The text above the keys in the help; "" for none."""
        return ""
