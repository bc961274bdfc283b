"""The config file: what it says, and what it has wrong."""

import errno
import math
import os
import stat
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from engine.base.errors import InputError
from engine.play.state_directory import state_directory
from tui.terminal.options import THEMES

LARGEST = 1 << 20
"""Bytes of a config file."""


@dataclass(frozen=True)
class Config:
    """What a config file says; None where it says nothing.

    `keys` is by section and name, several keys divided by commas, as tui.base.keymap.check takes it. `problems` are
    sentences about what the file has wrong; the rest of it counts.
    """

    path: Path | None = None
    theme: str | None = None
    low_bandwidth: bool | None = None
    ascii: bool | None = None
    mouse: bool | None = None
    keys: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    tour: bool | None = None
    write_results: bool | None = None
    pause_after: float | None = None


def _is_theme(value: object) -> bool:
    return isinstance(value, str) and value in THEMES


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


def _is_minutes(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf


_THEME = f"the themes are {', '.join(THEMES)}"
_SWITCH = "write true or false"
_MINUTES = "write a number of minutes, 0 for never"

SETTINGS: dict[str, tuple[Callable[[object], bool], str]] = {
    "theme": (_is_theme, _THEME),
    "low_bandwidth": (_is_switch, _SWITCH),
    "ascii": (_is_switch, _SWITCH),
    "mouse": (_is_switch, _SWITCH),
    "tour": (_is_switch, _SWITCH),
    "write_results": (_is_switch, _SWITCH),
    "pause_after": (_is_minutes, _MINUTES),
}
"""What can be set beside the keys: whether a value is right, and what is said of one that is not."""


def first_start() -> bool:
    """Whether the program remembers nothing yet."""
    try:
        return not any(state_directory().iterdir())
    except OSError as error:
        return isinstance(error, FileNotFoundError)


def config_path() -> Path:
    """Where the config file is looked for: SATSUDOKU_CONFIG, else the user's own directory for configuration."""
    named = os.environ.get("SATSUDOKU_CONFIG")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_config_path

    return user_config_path("satsudoku", appauthor=False) / "config.toml"


def read(path: Path | None = None) -> Config:
    """The config file at the path, or at the usual place, where none need be.

    Raises InputError for a path that can't be read. A file that is no TOML is a problem, and says nothing.
    """
    asked, path = path is not None, path or config_path()
    try:
        text = _text(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = (getattr(error, "strerror", None) or "this is no text in UTF-8").lower()
        if asked:
            raise InputError(f"the config file can't be read: {reason}", path=path) from error
        missing = isinstance(error, FileNotFoundError | NotADirectoryError)
        return Config() if missing else Config(path, problems=(f"it can't be read: {reason}",))
    try:
        return _config(path, tomllib.loads(text))
    except (ValueError, RecursionError) as error:  # also where numbers are too long, or brackets too deep, for Python
        return Config(path, problems=(f"this is no TOML: {error}; nothing of the file counts",))


def _text(path: Path) -> str:
    """The text of the file. Raises UnicodeDecodeError, and OSError also for pipes, devices and large files."""
    if stat.S_IFMT(path.stat().st_mode) not in (stat.S_IFREG, stat.S_IFDIR):
        raise OSError(errno.EINVAL, "It is no regular file")
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(errno.EFBIG, f"It has more than {LARGEST >> 20} MB")
    return data.decode("utf-8-sig")


def _config(path: Path, content: dict[str, object]) -> Config:
    problems: list[str] = []
    values: dict[str, Any] = {}
    for name, value in content.items():
        if name in SETTINGS:
            is_right, advice = SETTINGS[name]
            if is_right(value):
                values[name] = value
            else:
                problems.append(f"{name} = {_shown(value)}: {advice}")
        elif name != "keys":
            near = get_close_matches(name, ["keys", *SETTINGS], 1)
            known = f"did you mean {near[0]}?" if near else f"there are {', '.join(SETTINGS)} and [keys.SCREEN]"
            problems.append(f"{name}: there is nothing of that name to set; {known}")
    return Config(path, keys=_keys(content.get("keys", {}), problems), problems=tuple(problems), **values)


def _keys(sections: object, problems: list[str]) -> dict[str, dict[str, str]]:
    keys: dict[str, dict[str, str]] = {}
    for section, names in sections.items() if isinstance(sections, dict) else [("", None)]:
        if not isinstance(names, dict):
            problems.append('keys: write a section such as [keys.board], and in it lines such as hint = "H"')
            continue
        for name, value in names.items():
            parts = value if isinstance(value, list) else [value]
            if all(isinstance(part, str) for part in parts):
                keys.setdefault(section, {})[name] = ", ".join(parts)
            else:
                problems.append(f'[keys.{section}] {name} = {_shown(value)}: write the key in quotes, "H" or "H, f3"')
    return keys


def _shown(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
