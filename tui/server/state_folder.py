"""Checks that the server's state folder still exists and is writable."""

import os
from collections.abc import Sequence
from pathlib import Path


class StateFolder:
    """The state folder, identified by its device and inode at the start."""

    def __init__(self, folder: Path, inside: Sequence[Path]) -> None:
        """`inside` are files and folders that must be writable if they exist. Raises OSError if `folder` is missing."""
        self.path = folder
        self._inside = inside
        self._identity = _identity(folder)

    def problem(self) -> str:
        """Explain for the log why the folder can't be used; "" if it can."""
        try:
            if _identity(self.path) != self._identity:
                return "another folder has taken its place"
        except OSError as error:
            return f"it is gone ({error.strerror})"
        locked = [path for path in (self.path, *self._inside) if path.exists() and not os.access(path, os.W_OK)]
        return f"{locked[0]} is read-only" if locked else ""


def _identity(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_dev, status.st_ino
