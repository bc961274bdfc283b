"""The program in one session of the server: the same app at the other end of a line, not the owner of the process."""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from rich.color import ColorSystem
from rich.console import Console
from textual.app import SystemCommand
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from engine.base.language import _, later
from engine.together.member import Member
from tui.app import STYLES, SatSudoku
from tui.base.background import Place
from tui.base.dialogs import Notice
from tui.base.requests import PlayTogether
from tui.server.driver import Line, LineDriver, driver_for
from tui.server.styles import SharedStylesheet
from tui.terminal.options import Options

ANOTHER_KEY = later(
    "To play with another key too, log in once with that key and the name\n\n    {code}\n\n"
    "within {minutes} minutes: ssh -p PORT {code}@HOST\n\n"
    "In a browser, where the server has a page: open it with ?code={code} at the end of its address."
)


@dataclass(frozen=True)
class Host:
    """What a server gives to all its programs: the thread on which games are read and written, and whether so many
    play that what nobody asked for is left.
    """

    writer: ThreadPoolExecutor
    is_crowded: Callable[[], bool]


class HostedProgram(SatSudoku):
    """The program for one player."""

    CSS_PATH = STYLES
    owns_process = False

    def __init__(
        self,
        options: Options,
        line: Line,
        environment: Mapping[str, str],
        new_code: Callable[[], str] | None,
        member: Member,
        host: Host,
        place: Place,
    ) -> None:
        """`environment` is what the player's terminal says of itself; `new_code` gives a code for another key.

        `member` is what the player may do with others, `place` where work is done for them.
        """
        self._line = line
        self._host = host
        self._new_code = new_code
        super().__init__(options)
        self.member = member
        self.place = place
        self.stylesheet = SharedStylesheet()
        self.stylesheet.set_variables(self.get_css_variables())
        self.error_console.quiet = True  # what goes wrong stands in the log once, without what was typed
        self.no_color = bool(environment.get("NO_COLOR"))
        self.console._color_system = colours(environment)  # Textual asks the server's own environment
        self._take_theme(options.theme or "dark")

    async def _begun(self) -> None:
        """Whoever lost the connection in a race or at a shared board is back there."""
        await super()._begun()
        match = self.member.current() if self.member else None
        if match is not None and self.is_running:
            self.post_message(PlayTogether(match))

    def terminal_driver(self) -> type[Driver]:
        return driver_for(self._line)

    def game_writer(self) -> ThreadPoolExecutor:
        return self._host.writer

    @property
    def is_crowded(self) -> bool:
        return self._host.is_crowded()

    def terminal_size(self) -> Size:
        return self._line.size

    def panic(self, *renderables: Any) -> None:
        """End after a fault; what it was is the server's to tell."""
        self.exit(return_code=1)

    @property
    def fault(self) -> Exception | None:
        """What ended the program, if that was a fault of its own."""
        return self._exception

    @property
    def line_driver(self) -> LineDriver | None:
        """Where what is typed goes; None before the start."""
        return self._driver if isinstance(self._driver, LineDriver) else None

    @property
    def keys_waiting(self) -> int:
        """How many keys have come that were not yet handed on."""
        return len(self._ahead)

    def resized(self) -> None:
        """The line has another size now."""
        if self.line_driver:
            self.post_message(Resize(self._line.size, self._line.size))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        yield from super().get_system_commands(screen)
        if self._new_code:
            yield SystemCommand(_("another key"), _("a code that lets you play with another key too"), self._tell_code)

    def _tell_code(self) -> None:
        from tui.server.players import CODE_SECONDS

        if self._new_code:
            code = self._new_code()
            self.push_screen(Notice(ANOTHER_KEY.format(code=code, minutes=CODE_SECONDS // 60)))


def colours(environment: Mapping[str, str]) -> ColorSystem | None:
    """The colours of a terminal that says this of itself, as Rich sees it."""
    console = Console(_environ=dict(environment), force_terminal=True)
    return console._color_system


def has_utf8(environment: Mapping[str, str]) -> bool:
    """Whether the terminal shows more than ASCII: it does unless its locale says that it does not."""
    said = environment.get("LC_ALL") or environment.get("LC_CTYPE") or environment.get("LANG") or ""
    return not said or "utf" in said.lower().replace("-", "")
