"""The folder in which a server keeps everything: whether it is still there, and can be written."""

import os
from collections.abc import Sequence
from pathlib import Path


class StateFolder:
    """The folder as it was at the start, with what must be writable in it."""

    def __init__(self, folder: Path, inside: Sequence[Path]) -> None:
        """`inside` are files and folders there that may come later. Raises OSError if the folder is not there."""
        self.path = folder
        self._inside = inside
        self._identity = _identity(folder)

    def problem(self) -> str:
        """Why nothing can be kept there now, for the log; "" where it can."""
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
