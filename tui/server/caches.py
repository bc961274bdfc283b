"""Caches of many apps in one process.

Two methods of Textual's are cached by their instance too, though it has no part in the result: the cache keeps up to
1,024 instances of sessions that are over, with all lines of their widgets and all of a paste that never ended.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser

_MOST = 1024
"""Results that a cache keeps."""


def keep_no_instances() -> None:
    """From now on these methods are cached by their arguments alone."""
    _share(StylesCache, "get_inner_outer")
    _share(XTermParser, "_parse_extended_key")


def _share(owner: type, name: str) -> None:
    """Cache a method, which needs no more of its instance than the class, once for all instances."""
    method = getattr(owner, name)
    plain: Callable[..., Any] | None = getattr(method, "__wrapped__", None)
    if plain is None:
        return  # it is not cached any more
    shared = lru_cache(_MOST)(lambda *arguments: plain(owner, *arguments))
    setattr(owner, name, lambda _, *arguments: shared(*arguments))
