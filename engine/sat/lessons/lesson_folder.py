"""The files in a folder of lessons. This module imports nothing, because the browser needs it at its start."""

from pathlib import Path

HOMEWORK_FILE = "homework.toml"
"""The file that makes a folder of lessons homework."""


def lesson_files(folder: Path) -> list[Path]:
    """The lesson files in a folder, by their names."""
    return sorted(path for path in folder.glob("*.toml") if path.name != HOMEWORK_FILE)
