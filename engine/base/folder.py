"""Lists folders in natural order."""

import os
import re
from collections.abc import Callable
from pathlib import Path

from engine.base.lazy_dataclasses import dataclass
from engine.base.polling import poll


@dataclass(frozen=True, slots=True)
class FolderEntry:
    """A name in a folder, and whether it is a folder (or a link to one)."""

    name: str
    is_folder: bool = False


def read_folder(path: Path, *, hidden: bool = False, cancel: Callable[[], bool] | None = None) -> list[FolderEntry]:
    """List a folder: folders first, then by name with numbers in numeric order; dot files only if `hidden`.

    Raises OSError if the folder can't be read, and Cancelled.
    """
    entries = []
    with os.scandir(path) as items:
        for item in items:
            poll(cancel)
            if hidden or not item.name.startswith("."):
                entries.append(FolderEntry(item.name, _leads_to_folder(item)))
    return sorted(entries, key=lambda entry: (not entry.is_folder, natural_key(entry.name)))


def natural_key(name: str) -> tuple[list[int | str], str]:
    """A sort key that puts `uf9` before `uf10`, and uses case only to break ties."""
    parts: list[int | str] = list(re.split("([0-9]+)", name.casefold()))
    parts[1::2] = map(int, parts[1::2])
    return parts, name


def nearest_folder(path: Path) -> Path:
    """The path if it is a folder, else the nearest existing folder above it."""
    for folder in (path, *path.parents):
        try:
            if folder.is_dir():
                return folder
        except (OSError, ValueError):
            continue
    return Path(path.anchor or ".")


def _leads_to_folder(item: "os.DirEntry[str]") -> bool:
    try:
        return item.is_dir()
    except OSError:
        return False


def absolute(path: Path, otherwise: Path) -> Path:
    """The absolute path without `..`; `otherwise` if the current folder is gone."""
    try:
        return Path(os.path.abspath(path))
    except OSError:
        return otherwise
