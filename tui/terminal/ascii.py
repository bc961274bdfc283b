"""What goes to a terminal that shows ASCII alone, in its signs: also what Textual draws, and names from outside."""

import unicodedata

from rich.cells import cell_len

_ACROSS = ("HORIZONTAL", "UPPER ONE EIGHTH", "LOWER ONE EIGHTH", "UPPER HALF", "LOWER HALF")
_UPRIGHT = ("VERTICAL", "LEFT ONE EIGHTH", "RIGHT ONE EIGHTH", "LEFT HALF", "RIGHT HALF")


def in_ascii(data: str) -> str:
    """The same text, each sign by one or more of ASCII that take its columns."""
    return data if data.isascii() else data.translate(_SIGNS)


def _sign(char: str) -> str:
    """A letter without its accents, a line as a line, or question marks."""
    width = cell_len(char)
    letters = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
    if len(letters) >= width:
        return letters[:width]
    name = unicodedata.name(char, "")
    if not name.startswith("BOX DRAWINGS") and not name.endswith(" BLOCK"):
        return "?" * width
    if " AND " in name:
        return "+"
    return "-" if any(word in name for word in _ACROSS) else "|" if any(word in name for word in _UPRIGHT) else "#"


class _Signs(dict[int, str]):
    """By code point; found out when first asked for."""

    def __missing__(self, code: int) -> str:
        sign = self[code] = chr(code) if code < 128 else _sign(chr(code))
        return sign


_SIGNS = _Signs()
