"""The files in a folder of lessons. This module imports little, because the browser needs it at its start."""

from collections.abc import Iterable
from os import path as os_path
from pathlib import Path

from engine.base.folder import natural_key

HOMEWORK_FILE = "homework.toml"
"""The file that makes a folder of lessons homework."""


def is_homework(folder: Path) -> bool:
    """Whether a folder of lessons is homework."""
    return os_path.lexists(folder / HOMEWORK_FILE)


def lesson_folders(folder: Path) -> list[Path]:
    """A folder of lessons, and the folders of homework in it, in the natural order of their names."""
    homework = (path.parent for path in folder.glob(f"*/{HOMEWORK_FILE}"))
    return [folder, *sorted(homework, key=lambda path: natural_key(path.name))]


def all_lessons(folders: Iterable[Path]) -> list[Path]:
    """The lesson files in several folders, and in the homework inside them."""
    return [path for folder in folders for inside in lesson_folders(folder) for path in lesson_files(inside)]


def lesson_files(folder: Path) -> list[Path]:
    """The lesson files in a folder, in the natural order of their names."""
    paths = (path for path in folder.glob("*.toml") if path.name != HOMEWORK_FILE)
    return sorted(paths, key=lambda path: natural_key(path.name))
