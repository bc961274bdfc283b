"""The files in a folder of lessons. This module imports little, because the browser needs it at its start."""

from itertools import takewhile
from pathlib import Path

HOMEWORK_FILE = "homework.toml"
"""The file that makes a folder of lessons homework."""


def lesson_files(folder: Path) -> list[Path]:
    """The lesson files in a folder: those whose names begin with numbers by these, then the others by name."""
    return sorted((path for path in folder.glob("*.toml") if path.name != HOMEWORK_FILE), key=_order)


def _order(path: Path) -> tuple[bool, int, str]:
    number = "".join(takewhile(str.isdecimal, path.name))
    return not number, int(number or 0), path.name
