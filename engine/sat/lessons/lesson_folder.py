"""The files in a folder of lessons. This module imports little, because the browser needs it at its start."""

from pathlib import Path

from engine.base.folder import natural_key

HOMEWORK_FILE = "homework.toml"
"""The file that makes a folder of lessons homework."""


def lesson_files(folder: Path) -> list[Path]:
    """The lesson files in a folder, in the natural order of their names."""
    paths = (path for path in folder.glob("*.toml") if path.name != HOMEWORK_FILE)
    return sorted(paths, key=lambda path: natural_key(path.name))
