"""A folder for inputs that must be files."""

import os
import tempfile
from functools import cache
from pathlib import Path

_FOLDERS: list["tempfile.TemporaryDirectory[str]"] = []


@cache
def folder() -> Path:
    """A folder, in memory if possible; removed at the end."""
    made = tempfile.TemporaryDirectory(prefix="satsudoku-fuzz-", dir=next(filter(os.path.isdir, ["/dev/shm"]), None))
    _FOLDERS.append(made)
    return Path(made.name)
