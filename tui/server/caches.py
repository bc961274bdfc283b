"""Replaces Textual caches that keep instances alive, for many apps in one process.

Two cached methods of Textual have the instance in their cache key, although the result does not depend on it. Their
caches keep up to 1,024 instances of ended sessions alive, with all lines of their widgets and any unfinished paste.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser

_MOST = 1024
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
    shared = lru_cache(_MOST)(lambda *arguments: plain(owner, *arguments))
    setattr(owner, name, lambda _, *arguments: shared(*arguments))
