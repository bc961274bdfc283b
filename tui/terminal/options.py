"""Properties of the terminal, detected before Textual is imported."""

import locale
import os
import sys
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.language import N_, _
from engine.base.lazy_dataclasses import dataclass

if TYPE_CHECKING:
    from tui.guests.confinement import GuestLimits

LIGHT_GROUND = N_("light, with its own background")
THEMES = {
    "dark": N_("for a dark terminal"),
    "light": N_("light, on white"),
    "contrast": N_("strong colours on a dark terminal"),
    "colour-blind": N_("no reliance on red and green, on a dark terminal"),
    "mono": N_("no colours: bold, underline and reverse (what NO_COLOR gets)"),
    **dict.fromkeys(
        ("nord", "gruvbox", "catppuccin-mocha", "dracula", "tokyo-night", "monokai", "flexoki", "catppuccin-frappe",
         "catppuccin-macchiato", "solarized-dark", "rose-pine", "rose-pine-moon", "atom-one-dark"),
        N_("dark, with its own background"),
    ),
    **dict.fromkeys(
        ("textual-light", "catppuccin-latte", "solarized-light", "rose-pine-dawn", "atom-one-light"), LIGHT_GROUND
    ),
}  # fmt: skip
"""The themes and their purposes, in English."""

CELLS = ("automatic", "small", "large", "grounds")
"""The sizes of a board's cells: the largest that fit, a row high, with notes, with notes on alternating backgrounds."""

SLOW_ESCAPE_MS = 400
"""Milliseconds to wait after an escape over SSH, because a slow line can split an arrow key's bytes."""


HINT_ORDERS = ("sight", "explainer", "hodoku")
"""The orders in which hints choose the next step, as in `engine.sudoku.techniques.next_step.StepOrder`."""

PAUSE_AFTER = 5.0
"""Minutes without a key after which a game's clock pauses, by default."""


def over_ssh() -> bool:
    """Whether this is an SSH session."""
    return any(os.environ.get(name) for name in ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"))


@dataclass(frozen=True)
class Options:
    """The options of the program. `theme` None means the default, `path` None the shipped puzzles.

    `keymap` has the keys that differ from the defaults, by binding id; `problems` are sentences on errors in the file
    `config`.
    """

    path: Path | None = None
    link: str = ""
    """A link to open instead of a path: its puzzle is played."""
    opens_path: bool = False
    """Whether to open the file `path` at once; otherwise the browser only selects it."""
    theme: str | None = None
    language: str = ""
    """The requested language, already set; "" for the environment's."""
    remote: bool = field(default_factory=over_ssh)
    """Whether the terminal is remote, so that animations and shading are costly."""
    low_bandwidth: bool = False
    ascii: bool = False
    mouse: bool = True
    keymap: Mapping[str, str] = field(default_factory=dict)
    config: Path | None = None
    problems: tuple[str, ...] = ()
    ignores_config: bool = False
    """Whether nothing in the config file applies."""
    few_colours: bool = False
    """Whether the terminal has at most 16 colours."""
    bounds: "GuestLimits | None" = None
    """The limits of a guest; None for the owner of the account."""
    tour: bool = False
    """Whether to begin with the tour."""
    write_results: bool = False
    """Whether each search of a CNF file writes its result beside the file, as `.res`."""
    large_digits: bool = True
    """Whether digits are drawn with half blocks in cells of three rows; never on a slow line."""
    cells: str = "automatic"
    """The initial cell size of a game, one of CELLS."""
    pause_after: float = PAUSE_AFTER
    """Minutes without a key after which a game's clock pauses; 0 for never."""
    hint_order: str = HINT_ORDERS[0]
    """The order in which hints choose the next step."""
    lessons: Path | None = None
    """A folder with the user's own lessons, or those of a course."""
    is_player: bool = False
    """Whether a guest is a player with an account on the server, so that `bounds` has a folder of the player's own."""

    @property
    def keeps_answers(self) -> bool:
        """Whether answers in homework are stored: other guests share an account."""
        return self.bounds is None or self.is_player

    @property
    def draws_large_digits(self) -> bool:
        """Whether digits are drawn with half blocks in cells of three rows."""
        return self.large_digits and not self.is_slow

    @property
    def is_slow(self) -> bool:
        """Whether the line to the terminal may be slow."""
        return self.remote or self.low_bandwidth


def is_accessible() -> bool:
    """Return whether the environment asks for programs without drawing."""
    return os.environ.get("ACCESSIBLE", "") not in ("", "0")


def has_utf8() -> bool:
    """Return whether the locale supports more than ASCII.

    The C library is asked, because Python reports UTF-8 even with LC_ALL=C. The name of a locale that is not installed,
    as often over SSH, tells what the terminal shows.
    """
    try:
        locale.setlocale(locale.LC_CTYPE, "")
    except locale.Error:
        names = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
        return "utf" in next(filter(None, names), "").lower()
    codeset = locale.nl_langinfo(locale.CODESET) if hasattr(locale, "nl_langinfo") else locale.getencoding()
    return "utf" in codeset.lower()


def has_few_colours(environment: Mapping[str, str] | None = None) -> bool:
    """Return whether the terminal has at most 16 colours, as Rich detects it.

    Without an `environment`, it is the terminal of this process; otherwise, a remote one with that environment.
    """
    from rich.console import Console

    here = environment is None
    console = Console(file=sys.__stdout__) if here else Console(_environ=environment, force_terminal=True)
    return console.color_system in (None, "standard", "windows")


def problem() -> str:
    """Return the reason why a full-screen program can't run here, in one line, or ""."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _("this needs a terminal for input and output; the command without a screen is `satsudoku`")
    if os.environ.get("TERM", "dumb") in ("", "dumb", "unknown"):
        return _("this terminal can't position text (TERM=dumb); set TERM, or use the command `satsudoku`")
    return ""


def prepare(options: Options) -> None:
    """Set the environment variables that Textual reads at import; unset the size, so that it asks the terminal."""
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    environment = {"TEXTUAL_ANIMATIONS": "none", "TEXTUAL_SMOOTH_SCROLL": "0"}
    if options.remote:
        environment["ESCDELAY"] = str(SLOW_ESCAPE_MS)
    if options.low_bandwidth:
        environment["TEXTUAL_FPS"] = "15"
    for name, value in environment.items():
        os.environ.setdefault(name, value)
