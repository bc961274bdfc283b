"""What has been read of files, so that each is read once for the list, its preview and what is done with it."""

from collections import OrderedDict
from pathlib import Path
from threading import Lock

from engine.files.reading import Cancel, Loaded, complete, look

MOST_SMALL = 256
"""How many files are remembered that a look has read whole, or that were not read."""

MOST_LARGE = 2
"""How many larger ones are remembered with their content."""


class Files:
    """Remembers what the last looks at files have read; what has changed on the disk is read again.

    For use by any thread.
    """

    def __init__(self) -> None:
        self._small: OrderedDict[Path, Loaded] = OrderedDict()
        self._large: OrderedDict[Path, Loaded] = OrderedDict()
        self._lock = Lock()

    def look(self, path: Path) -> Loaded:
        """What a path leads to, with its content where that was read before, or the file is small; never raises."""
        with self._lock:
            known = self._large.get(path) or self._small.get(path)
        if known is not None and known.is_current():
            return known
        return self._remember(look(path), self._small, MOST_SMALL)

    def read(self, path: Path, cancel: Cancel) -> Loaded:
        """The same with all its content. Raises Cancelled."""
        seen = self.look(path)
        whole = complete(seen, cancel=cancel)
        return seen if whole is seen else self._remember(whole, self._large, MOST_LARGE)

    def _remember(self, loaded: Loaded, shelf: OrderedDict[Path, Loaded], most: int) -> Loaded:
        with self._lock:
            self._large.pop(loaded.path, None)
            self._small.pop(loaded.path, None)
            shelf[loaded.path] = loaded
            while len(shelf) > most:
                shelf.popitem(last=False)
        return loaded
