"""What every full screen has: the line of keys, help, the way back, and a word for terminals that are too small."""

from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize, ScreenResume
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Static

from tui.base.dialogs import Confirm, Help
from tui.base.key_bar import KeyBar
from tui.base.keymap import in_force, named
from tui.draw.palette import PALETTES, Glyphs, Palette
from tui.terminal.options import Options

WIDTH, HEIGHT = 80, 24
"""The smallest terminal that the screens are drawn for."""


class Page(Screen[None]):
    """A full screen. Subclasses yield their widgets in `content` and list their keys in BINDINGS."""

    DEFAULT_CSS = """
    Page { layout: vertical; overflow: hidden; }
    Page > .too-small { display: none; width: 100%; height: 100%; content-align: center middle; }
    Page.-too-small > * { display: none; }
    Page.-too-small > .too-small { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "back", key_display="esc", show=False),
        Binding("question_mark,f1", "help", "help", key_display="?"),
    ]
    DECLARED: ClassVar[list[BindingType]]
    """What the class itself lists in BINDINGS; there its bases' bindings are added and all have ids, for the keymap."""
    TITLE = ""
    FIRST: ClassVar[tuple[str, ...]] = ()
    """Actions in order of importance: in the line of keys and in help they come before all others."""
    unsaved = ""
    """Why leaving would lose the game that is played here, or ""."""

    def __init_subclass__(cls, **options: Any) -> None:
        cls.DECLARED = cls.__dict__.get("BINDINGS", [])
        cls.BINDINGS = [*named(cls)]
        super().__init_subclass__(**{"inherit_bindings": False, **options})

    def content(self) -> ComposeResult:
        """The widgets of the screen."""
        yield from ()

    def compose(self) -> ComposeResult:
        yield from self.content()
        yield KeyBar()
        yield Static(classes="too-small", markup=False)

    @property
    def palette(self) -> Palette:
        """The styles of the theme in force."""
        return PALETTES[self.app.theme]

    @property
    def options(self) -> Options:
        """How the program was asked to run."""
        options: Options = self.app.options  # type: ignore[attr-defined]
        return options

    @property
    def glyphs(self) -> Glyphs:
        """The signs this terminal can show."""
        glyphs: Glyphs = self.app.glyphs  # type: ignore[attr-defined]
        return glyphs

    def own_bindings(self) -> list[Binding]:
        """The keys in force: of this screen from the most important on, then those of every screen."""
        return [binding for binding in self._in_force() if self.check_action(binding.action, ())]

    def key(self, action: str) -> str:
        """The key in force for an action of this screen, as people read it."""
        return next((one.key_display or "" for one in self._in_force() if one.action == action), "")

    def _in_force(self) -> list[Binding]:
        order = {action: place for place, action in enumerate(self.FIRST)}
        own = sorted(_bindings(type(self)), key=lambda binding: order.get(binding.action, len(order)))
        return in_force([*own, *_bindings(type(self.app))], self.options.keymap)

    def refresh_keys(self) -> None:
        """Write the line of keys again, after something changed which of them work."""
        for bar in self.query(KeyBar):  # there is none before the screen is composed
            bar.show(self.own_bindings(), self.palette)

    def on_resize(self, event: Resize) -> None:
        small = event.size.width < WIDTH or event.size.height < HEIGHT
        self.set_class(small, "-too-small")
        if small:
            leave = in_force([one for one in _bindings(type(self.app)) if one.action == "quit"], self.options.keymap)
            self.query_one(".too-small", Static).update(
                f"This needs {WIDTH} columns and {HEIGHT} rows, and has {event.size.width} and {event.size.height}.\n"
                f"Make it larger; {leave[0].key_display} quits."
            )
        self.refresh_keys()

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, self._recolour)

    def _recolour(self, _: Theme) -> None:
        self.redraw()
        self.refresh_keys()

    def redraw(self) -> None:
        """Write again what was written in the colours of another theme."""

    def on_screen_resume(self, event: ScreenResume) -> None:
        self.refresh_keys()

    async def leave(self) -> None:
        """What is still to be done before the screen closes."""

    async def action_back(self) -> None:
        """Leave this screen, after asking if something would be lost; the first one stays."""

        def answered(agreed: bool | None) -> None:
            if agreed:
                self.dismiss()

        if len(self.app.screen_stack) > 2:
            await self.leave()
            if self.unsaved:
                self.app.push_screen(Confirm(f"{self.unsaved} Leave and lose this game?", "leave"), answered)
            else:
                self.dismiss()

    def action_help(self) -> None:
        self.app.push_screen(Help(self.TITLE, self.own_bindings(), self.palette))



def _bindings(owner: type[Screen[None]] | type[App[object]]) -> list[Binding]:
    """Those that are the program's own, not Textual's."""
    return [one for one in owner.BINDINGS if isinstance(one, Binding) and one.id]
