"""Disables Textual's caches of lines, for many apps in one process.

Textual gives each line of text on a screen seven caches for its crops and styles. They cost little in a single app. In
hundreds of apps they take a fifth of the memory, with hardly any hits.
"""

import textual.strip


class _Nothing:
    """A cache that stores nothing."""

    def __call__(self, maxsize: int) -> "_Nothing":
        return self

    def get(self, key: object) -> None:
        """Miss."""

    def __setitem__(self, key: object, value: object) -> None:
        """Discard the value."""


def keep_no_pieces() -> None:
    """Disable the caches of all strips created from now on."""
    setattr(textual.strip, "FIFOCache", _Nothing())  # noqa: B010 (mypy does not see the name in the module)
