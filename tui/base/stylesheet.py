"""A style sheet that is parsed once."""

from textual.css.stylesheet import Stylesheet


class StyleSheet(Stylesheet):
    """Textual's style sheet, parsed again only if its colours have changed since.

    Textual itself parses it twice before the first frame: for the first screen, and after the theme is set.
    """

    _is_stale = False
    """Whether its colours have changed since its sources were parsed."""

    def set_variables(self, variables: dict[str, str]) -> None:
        """Set the colours."""
        if variables != self._variables:
            super().set_variables(variables)
            self._is_stale = bool(self.source)

    def reparse(self) -> None:
        """Parse the sources with the current colours, if that has not been done; new sources are parsed when used."""
        if self._is_stale:
            super().reparse()
            self._is_stale = False
