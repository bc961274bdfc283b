"""Keys that only the page of `serve --web` types: private-use characters, which are queued like any key.

So taps on the page count as typed input: they are counted, limited and kept in order in the same way.
"""

from enum import Enum

from textual.keys import key_to_character

MAX_CELLS = 1000
"""Number of cells with a key: the maximum of a layout."""

_CELLS, _VIEWS = 0xF0000, 0x100000
CHARACTERS = {"slash": "/", "backslash": "\\", "plus": "+", "minus": "-", "at": "@", "underscore": "_"}
"""Characters with their own key names in Textual."""
_CONTROLS = {"escape": "\x1b", "enter": "\r", "tab": "\t", "backspace": "\x7f"}


class WebView(Enum):
    """The view that a page shows of a session."""

    TERMINAL = "terminal"
    """The terminal."""
    BOARD = "board"
    """The board in front, or the terminal if there is none."""


def cell_key(cell: int) -> str:
    """Return the key that moves the cursor of a board to a cell."""
    return chr(_CELLS + cell)


def cell_of(character: str | None) -> int | None:
    """Return the cell of such a key; None for any other character."""
    cell = ord(character) - _CELLS if character else -1
    return cell if 0 <= cell < MAX_CELLS else None


def view_key(view: WebView) -> str:
    """Return the key that tells the program the view of its page."""
    return chr(_VIEWS + list(WebView).index(view))


def view_of(character: str | None) -> WebView | None:
    """Return the view of such a key; None for any other character."""
    return next((view for view in WebView if view_key(view) == character), None)


def typed_by(key: str) -> str:
    """Return the character that a key, as Textual names it, types in a terminal; "" if it types no single character."""
    return _CONTROLS.get(key) or CHARACTERS.get(key) or key_to_character(key) or _control(key)


def _control(key: str) -> str:
    """Return the control character of `ctrl` and a letter."""
    modifier, _, letter = key.partition("+")
    return chr(ord(letter) - ord("a") + 1) if modifier == "ctrl" and len(letter) == 1 and letter.islower() else ""
