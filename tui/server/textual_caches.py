"""Adapts caches of Textual to many apps in one process.

- Two cached methods have the instance in their cache key, although the result does not depend on it. Their caches keep
  up to 1,024 instances of ended sessions alive, with all lines of their widgets and any unfinished paste.
- Each line of text on a screen has seven caches for its crops and styles. In hundreds of apps they take a fifth of the
  memory, with hardly any hits.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import textual.strip
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser

_MAX_COUNT = 1024
"""Maximum number of results in a cache."""


def keep_no_instances() -> None:
    """Cache these methods by their arguments only."""
    _share(StylesCache, "get_inner_outer")
    _share(XTermParser, "_parse_extended_key")


def _share(owner: type, name: str) -> None:
    """Replace a cached method, which uses its instance only for class attributes, by one with a shared cache."""
    method = getattr(owner, name)
    plain: Callable[..., Any] | None = getattr(method, "__wrapped__", None)
    if plain is None:
        return  # this version of Textual does not cache it
    shared = lru_cache(_MAX_COUNT)(lambda *arguments: plain(owner, *arguments))
    setattr(owner, name, lambda _, *arguments: shared(*arguments))


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
