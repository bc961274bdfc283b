"""A style sheet that is parsed once for all apps of a process that have the same colours."""

from typing import ClassVar

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_Variables = tuple[tuple[str, str], ...]
_Rules = LRUCache[tuple[object, ...], list[RuleSet]]


class StyleSheet(Stylesheet):
    """Textual's style sheet, parsed again only after a change of its colours; apps share the parsed rules.

    Textual itself parses it twice before the first frame: for the first screen, and after the theme is set. On a server
    it would parse it in each session, which is a sixth of a session's start.
    """

    _parsed: ClassVar[LRUCache[_Variables, _Rules]] = LRUCache(8)
    _is_stale = False
    """Whether its colours have changed since its sources were parsed."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._share_rules()

    def set_variables(self, variables: dict[str, str]) -> None:
        """Set the colours."""
        if variables != self._variables:
            self._parse_cache: _Rules = LRUCache(1)  # Textual clears the cache, which others use
            super().set_variables(variables)
            self._share_rules()
            self._is_stale = bool(self.source)

    def reparse(self) -> None:
        """Parse the sources again if the colours have changed; Textual parses new sources by itself."""
        if self._is_stale:
            super().reparse()
            self._is_stale = False

    def _share_rules(self) -> None:
        """Use the parsed rules of all style sheets with the same colours."""
        variables = tuple(sorted(self._variables.items()))
        rules = self._parsed.get(variables)
        if rules is None:
            rules = self._parsed[variables] = LRUCache(256)
        self._parse_cache = rules
