"""The browser's cache of files."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # nothing heavy before the first frame
    from engine.files.reading import Cancel, Loaded

MAX_SMALL, MAX_LARGE = 256, 2
"""Maximum number of cached files that are small or only identified, and of large files with their content."""


class Files:
    """A cache of files; files that have changed on disk are read again.

    Thread-safe. A copy sent to another process starts empty.
    """

    def __init__(self) -> None:
        self._small: OrderedDict[Path, Loaded] = OrderedDict()
        self._large: OrderedDict[Path, Loaded] = OrderedDict()
        self._lock = Lock()
        """Guards both dictionaries."""
        self._disk_lock = Lock()
        """Lets one thread at a time read: the list and the preview ask for the same file at the same time."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Files, ()

    def look(self, path: Path) -> Loaded:
        """Identify a path, with its content if it is cached or small; a file that can't be read is a kind, too."""
        from engine.files.reading import glance_at

        with self._disk_lock:
            with self._lock:
                cached = self._large.get(path) or self._small.get(path)
            if cached is not None and cached.is_current():
                return cached
            return self._remember(glance_at(path), self._small, MAX_SMALL)

    def read(self, loaded: Loaded, cancel: Cancel) -> Loaded:
        """Return an identified file with all its content. Raises Cancelled."""
        from engine.files.reading import complete

        whole = complete(loaded, cancel=cancel)
        return loaded if whole is loaded else self._remember(whole, self._large, MAX_LARGE)

    def _remember(self, loaded: Loaded, cache: OrderedDict[Path, Loaded], limit: int) -> Loaded:
        """Put a file into one of the dictionaries, from which the oldest ones beyond the limit are removed."""
        with self._lock:
            self._large.pop(loaded.path, None)
            self._small.pop(loaded.path, None)
            cache[loaded.path] = loaded
            while len(cache) > limit:
                cache.popitem(last=False)
        return loaded
