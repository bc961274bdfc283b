"""What the program remembers of the choices made in it, without the config file: a small file for each."""

from contextlib import suppress
from pathlib import Path

from engine.play.state_directory import state_directory
from tui.terminal.config import Config
from tui.terminal.options import THEMES

_LONGEST = 4096
"""Characters that are read of what is remembered."""


def remember(choice: str, text: str) -> None:
    """Remember the text, in ASCII, as what was chosen last. What can't be written is not remembered."""
    with suppress(OSError):
        path = _path(choice)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="ascii")


def remembered(choice: str) -> str:
    """What was chosen last, or "" where nothing is remembered; whoever asks checks what it says."""
    with suppress(OSError), _path(choice).open(encoding="ascii", errors="replace") as file:
        return file.read(_LONGEST).strip()
    return ""


def chosen_theme(config: Config) -> str | None:
    """The theme that the user said last: in the config file, or by choosing it while the program ran."""
    theme = remembered("theme")
    with suppress(OSError):
        said = config.path.stat().st_mtime if config.theme and config.path else 0.0
        if theme in THEMES and said < _path("theme").stat().st_mtime:
            return theme
    return config.theme


def _path(choice: str) -> Path:
    return state_directory() / choice
