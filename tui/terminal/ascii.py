"""Conversion of output for ASCII terminals, including Textual's own drawings and names from files."""

import unicodedata

from rich.cells import cell_len

_HORIZONTAL = ("HORIZONTAL", "UPPER ONE EIGHTH", "LOWER ONE EIGHTH", "UPPER HALF", "LOWER HALF")
_VERTICAL = ("VERTICAL", "LEFT ONE EIGHTH", "RIGHT ONE EIGHTH", "LEFT HALF", "RIGHT HALF")


def in_ascii(data: str) -> str:
    """Return the text with each character replaced by ASCII characters of the same width."""
    return data if data.isascii() else data.translate(_REPLACEMENTS)


def _replacement(char: str) -> str:
    """Return a letter without its accents, an ASCII line for a line, or question marks."""
    width = cell_len(char)
    letters = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
    if len(letters) >= width:
        return letters[:width]
    name = unicodedata.name(char, "")
    if not name.startswith("BOX DRAWINGS") and not name.endswith(" BLOCK"):
        return "?" * width
    if " AND " in name:
        return "+"
    return "-" if any(word in name for word in _HORIZONTAL) else "|" if any(word in name for word in _VERTICAL) else "#"


class _Replacements(dict[int, str]):
    """A cache of replacements by code point."""

    def __missing__(self, code: int) -> str:
        replacement = self[code] = chr(code) if code < 128 else _replacement(chr(code))
        return replacement


_REPLACEMENTS = _Replacements()
