"""The browser's cache of files read."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.files.reading import Cancel, Loaded

MOST_SMALL, MOST_LARGE = 256, 2
"""Maximum number of cached small or unread files, and of larger files."""


class Files:
    """A cache of files; files that have changed on disk are read again.

    Thread-safe. A copy sent to another process starts empty.
    """

    def __init__(self) -> None:
        self._small: OrderedDict[Path, Loaded] = OrderedDict()
        self._large: OrderedDict[Path, Loaded] = OrderedDict()
        self._lock = Lock()
        self._looking = Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return Files, ()

    def look(self, path: Path) -> Loaded:
        """Identify a path, with its content if cached or small; never raises."""
        from engine.files.reading import glance_at

        with self._looking:  # one at a time: list and preview ask for the same file at the same time
            with self._lock:
                cached = self._large.get(path) or self._small.get(path)
            if cached is not None and cached.is_current():
                return cached
            return self._remember(glance_at(path), self._small, MOST_SMALL)

    def read(self, loaded: Loaded, cancel: Cancel) -> Loaded:
        """Return an identified file with all its content. Raises Cancelled."""
        from engine.files.reading import complete

        whole = complete(loaded, cancel=cancel)
        return loaded if whole is loaded else self._remember(whole, self._large, MOST_LARGE)

    def _remember(self, loaded: Loaded, shelf: OrderedDict[Path, Loaded], most: int) -> Loaded:
        with self._lock:
            self._large.pop(loaded.path, None)
            self._small.pop(loaded.path, None)
            shelf[loaded.path] = loaded
            while len(shelf) > most:
                shelf.popitem(last=False)
        return loaded
