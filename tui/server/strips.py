"""Lines of many apps in one process.

Textual gives each line of text on a screen seven caches, of what was cut from it and how it was styled: in an app that
runs alone they cost little, in hundreds of apps they are a fifth of the memory, and hardly anything is found in them.
"""

import textual.strip


class _Nothing:
    """A cache that keeps nothing."""

    def __call__(self, maxsize: int) -> "_Nothing":
        return self

    def get(self, key: object) -> None:
        """Nothing is there."""

    def __setitem__(self, key: object, value: object) -> None:
        """Forget it."""


def keep_no_pieces() -> None:
    """From now on lines keep nothing beside themselves."""
    setattr(textual.strip, "FIFOCache", _Nothing())  # noqa: B010 (for mypy it is not there to be set)
