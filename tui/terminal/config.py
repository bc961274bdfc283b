"""The user's settings: the config file, and choices in the program, each remembered in a small file."""

import argparse
import errno
import math
import os
import stat
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from engine.base.errors import InputError
from engine.base.language import LANGUAGES, N_, _
from engine.base.lazy_dataclasses import dataclass
from engine.base.patterns import pattern
from engine.play.state_directory import state_directory
from tui.terminal.options import CELLS, HINT_ORDERS, THEMES

MAX_BYTES = 1 << 20
"""Maximum size of a config file in bytes."""

_ERROR_PLACE = pattern(r" \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")
"""The place of an error in the messages of Python's TOML parser."""

_MAX_CHOICE_LENGTH = 4096
"""Maximum characters read of a remembered choice."""


@dataclass(frozen=True)
class Config:
    """The contents of a config file.

    `settings` has the values for names in SETTINGS. `keys` is by section and name, with several keys separated by
    commas, as for tui.base.keymap.check. `problems` are sentences on errors in the file; the rest of it applies, unless
    it `is_ignored`.
    """

    path: Path | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    keys: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    is_ignored: bool = False
    """Whether nothing in the file applies."""


def _is_minutes(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf


SETTINGS: dict[str, tuple[Callable[[object], bool], str]] = {
    "theme": (lambda value: isinstance(value, str) and value in THEMES, N_("the themes are {themes}")),
    "language": (lambda value: isinstance(value, str) and value in LANGUAGES, N_("the languages are {languages}")),
    **dict.fromkeys(
        ("low_bandwidth", "ascii", "mouse", "tour", "write_results", "large_digits"),
        (lambda value: isinstance(value, bool), N_("write true or false")),
    ),
    "cells": (lambda value: isinstance(value, str) and value in CELLS, N_("the sizes are {sizes}")),
    "pause_after": (_is_minutes, N_("write a number of minutes, 0 for never")),
    "hint_order": (
        lambda value: isinstance(value, str) and value in HINT_ORDERS,
        N_("the orders of hints are {orders}"),
    ),
    "lessons": (lambda value: isinstance(value, str), N_("write the path of a folder in quotes")),
}
"""The settings besides the keys, by name in `Options`: a check of the value, and the message for an invalid one."""


def first_start() -> bool:
    """Return whether the program remembers nothing yet."""
    try:
        return not any(state_directory().iterdir())
    except OSError as error:
        return isinstance(error, FileNotFoundError)


def config_path() -> Path:
    """Return the path of the config file: SATSUDOKU_CONFIG, else in the user's configuration directory."""
    path = os.environ.get("SATSUDOKU_CONFIG")
    if path:
        return Path(path).expanduser()
    from platformdirs import user_config_path

    return user_config_path("satsudoku", appauthor=False) / "config.toml"


def _parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML. Raises ValueError and RecursionError."""
    import tomllib  # not before the first frame without a config file

    return tomllib.loads(text)


def language(words: Sequence[str]) -> str:
    """Return the language in the command line, else in the config file that it names or the default one; "" for none.

    It is needed before any message, so errors in the arguments and the file are reported later, when they are fully
    read.
    """
    try:
        arguments, _other_words = _early_parser().parse_known_args(words)
        settings = _parse_toml(_text(arguments.config or config_path())) if not arguments.lang else {}
    except (argparse.ArgumentError, OSError, ValueError, RecursionError):
        return ""
    requested_language = arguments.lang or settings.get("language", "")
    return requested_language if requested_language in LANGUAGES else ""


def after_command(command: str, words: Sequence[str]) -> list[str] | None:
    """Return the arguments for a command; before it, only a language and a config file are allowed.

    A language given before is included. Returns None if the command is not requested: the same word elsewhere may be a
    path, or the value of an option.
    """
    for index in (index for index, word in enumerate(words) if word == command):
        with suppress(argparse.ArgumentError):
            options, other_words = _early_parser().parse_known_args(words[:index])
            if not other_words:
                return [*(["--lang", options.lang] if options.lang else []), *words[index + 1 :]]
    return None


def _early_parser() -> argparse.ArgumentParser:
    """Return a parser for the options that are read first."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--lang")
    parser.add_argument("--config", type=Path)
    return parser


def read(path: Path | None = None) -> Config:
    """Read the config file at the path, or at the default one, which may be missing.

    Raises InputError for a path that can't be read. A file that is not valid TOML counts as a problem without settings.
    """
    is_named, path = path is not None, path or config_path()
    try:
        text = _text(path)
    except (OSError, UnicodeDecodeError) as error:
        reason = (getattr(error, "strerror", None) or _("this is not UTF-8 text")).lower()
        if is_named:
            raise InputError(_("the config file can't be read: {reason}").format(reason=reason), path=path) from error
        missing = isinstance(error, FileNotFoundError | NotADirectoryError)
        problem = _("it can't be read: {reason}").format(reason=reason)
        return Config() if missing else Config(path, problems=(problem,), is_ignored=True)
    try:
        return _config(path, _parse_toml(text))
    except (ValueError, RecursionError) as error:  # numbers too long or brackets too deep for Python are errors too
        return Config(path, problems=(_toml_problem(text, str(error)),), is_ignored=True)


def _toml_problem(text: str, reason: str) -> str:
    """Describe the error in a file that is not valid TOML, with its line if Python's parser gives one."""
    if not (place := _ERROR_PLACE.search(reason)):
        return _("this is not valid TOML: {reason}").format(reason=reason)
    line = place["line"] or len(text.splitlines())
    return _("line {line}: this is not valid TOML: {reason}").format(line=line, reason=reason[: place.start()])


def _text(path: Path) -> str:
    """Return the text of the file. Raises UnicodeDecodeError, and OSError also for pipes, devices and large files."""
    if stat.S_IFMT(path.stat().st_mode) not in (stat.S_IFREG, stat.S_IFDIR):
        raise OSError(errno.EINVAL, _("It is not a regular file"))
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise OSError(errno.EFBIG, _("It has more than {most} MB").format(most=MAX_BYTES >> 20))
    return data.decode("utf-8-sig")


def _config(path: Path, content: dict[str, object]) -> Config:
    problems: list[str] = []
    values: dict[str, Any] = {}
    for name, value in content.items():
        if name in SETTINGS:
            is_valid, advice = SETTINGS[name]
            if is_valid(value):
                values[name] = value
            else:
                allowed = {"themes": THEMES, "languages": LANGUAGES, "sizes": CELLS, "orders": HINT_ORDERS}
                advice = _(advice).format(**{name: ", ".join(values) for name, values in allowed.items()})
                problems.append(f"{name} = {_toml_text(value)}: {advice}")
        elif name != "keys":
            similar = get_close_matches(name, ["keys", *SETTINGS], 1)
            suggestion = (
                _("did you mean {near}?").format(near=similar[0])
                if similar
                else _("the settings are {settings} and [keys.SCREEN]").format(settings=", ".join(SETTINGS))
            )
            problems.append(_("{name}: no such setting; {advice}").format(name=name, advice=suggestion))
    return Config(path, values, _keys(content.get("keys", {}), problems), tuple(problems))


def _keys(sections: object, problems: list[str]) -> dict[str, dict[str, str]]:
    keys: dict[str, dict[str, str]] = {}
    for section, names in sections.items() if isinstance(sections, dict) else [("", None)]:
        if not isinstance(names, dict):
            problems.append(_('keys: write a section such as [keys.board], and in it lines such as hint = "H"'))
            continue
        for name, value in names.items():
            parts = value if isinstance(value, list) else [value]
            if all(isinstance(part, str) for part in parts):
                keys.setdefault(section, {})[name] = ", ".join(parts)
            else:
                problems.append(
                    f'[keys.{section}] {name} = {_toml_text(value)}: write the key in quotes, "H" or "H, f3"'
                )
    return keys


def _toml_text(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)


# remembered choices


def remember(choice: str, text: str) -> None:
    """Store a text, in ASCII, as the last choice; failures are ignored."""
    with suppress(OSError):
        path = _path(choice)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n", encoding="ascii")


def stored_choice(choice: str) -> str:
    """Return the last choice, or "" if none is stored; the caller must validate it."""
    with suppress(OSError), _path(choice).open(encoding="ascii", errors="replace") as file:
        return file.read(_MAX_CHOICE_LENGTH).strip()
    return ""


def stored_theme(config: Config) -> str | None:
    """Return the theme set last: in the config file, or by a choice in the program."""
    theme = stored_choice("theme")
    with suppress(OSError):
        config_time = config.path.stat().st_mtime if config.path and "theme" in config.settings else 0.0
        if theme in THEMES and config_time < _path("theme").stat().st_mtime:
            return theme
    return config.settings.get("theme")


def _path(choice: str) -> Path:
    return state_directory() / choice
