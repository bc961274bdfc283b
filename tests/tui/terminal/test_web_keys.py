"""Keys that only the page of the server types, and what ordinary keys type."""

import unicodedata

import pytest
from textual.keys import _character_to_key

from tui.terminal.web_keys import MAX_CELLS, WebView, cell_key, cell_of, typed_by, view_key, view_of


def test_every_cell_and_view_has_a_key_and_no_other_character_is_one() -> None:
    assert [cell_of(cell_key(cell)) for cell in range(MAX_CELLS)] == [*range(MAX_CELLS)]
    assert [view_of(view_key(view)) for view in WebView] == [*WebView]
    for other in ("", None, "a", "\x1b", "é", "\uf8ff", cell_key(MAX_CELLS - 1 + 1)):
        assert cell_of(other) is None
        assert view_of(other) is None


@pytest.mark.parametrize(
    ("key", "text"),
    [("u", "u"), ("U", "U"), ("question_mark", "?"), ("escape", "\x1b"), ("enter", "\r"), ("ctrl+p", "\x10"),
     ("shift+up", ""), ("f1", "")],
)  # fmt: skip
def test_a_key_types_the_sequence_of_its_terminal(key: str, text: str) -> None:
    assert typed_by(key) == text


def test_every_printable_key_types_its_character() -> None:
    signs = [chr(code) for code in range(33, 127)]
    assert [typed_by(_character_to_key(sign)) for sign in signs] == signs


def test_keys_of_cells_and_views_are_private_and_different() -> None:
    signs = [*map(cell_key, range(MAX_CELLS)), *map(view_key, WebView)]
    assert len({*signs}) == len(signs)
    assert all(unicodedata.category(sign) == "Co" for sign in signs)


def test_control_characters() -> None:
    letters = [chr(ord("a") + at) for at in range(26)]
    assert [typed_by(f"ctrl+{letter}") for letter in letters] == [chr(code) for code in range(1, 27)]
    for key in ("ctrl+A", "ctrl+1", "ctrl+up", "shift+a", "ctrl+", "alt+b"):
        assert typed_by(key) == ""
