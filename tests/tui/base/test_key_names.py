"""The names of keys: for people in their language, for Textual, and for config files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.binding import Binding
from textual.keys import Keys

from engine.base.language import speaking
from tui.base.key_names import (
    action_name,
    action_names,
    config_key,
    key_sign,
    key_words,
    keys_of,
    parse_keys,
    signs_of,
    visible_bindings,
)

SIGNS = {
    "escape": "esc", "question_mark": "?", "ctrl+p": "^p", "ctrl+shift+p": "ctrl+shift+p", "slash": "/", "a": "a",
    "delete": "del", "space": "space", "f5": "f5", "alt+plus": "alt++", "underscore": "_", "ctrl+backslash": "^\\",
    "shift+tab": "shift+tab",
}  # fmt: skip


@pytest.mark.parametrize(("key", "sign"), SIGNS.items())
def test_a_key_as_people_read_it(key: str, sign: str) -> None:
    assert key_sign(key) == sign


def test_bindings_are_read_in_the_language_of_the_person() -> None:
    bindings = [
        Binding("space,delete", "undo", "back", tooltip="play the puzzle, or go on with it"),
        Binding("up", "go(1)", "", key_display="arrows"),
    ]
    first, second = visible_bindings(bindings)
    assert (first.key_display, first.description, first.tooltip) == (
        "space del",
        "back",
        "play the puzzle, or go on with it",
    )
    assert (second.key_display, second.description, second.tooltip) == ("arrows", "", "")
    with speaking("de"):
        first, second = visible_bindings(bindings)
    assert (first.key_display, first.description) == ("Leertaste Entf", "zurück")
    assert first.tooltip not in ("", "play the puzzle, or go on with it")
    assert (second.key_display, second.description, second.tooltip) == ("Pfeile", "", "")
    assert key_words("a esc to x", {"esc": "ESC"}) == "a ESC to x"


def test_the_names_of_actions() -> None:
    assert [action_name(action) for action in ("go(1, 'x')", "app.back", "help")] == ["go", "app.back", "help"]
    assert action_names([Binding("a", "go(1)"), Binding("b", "back")]) == {"go(1)": "go", "back": "back"}


PARSED = {
    "H, ctrl+h1": None, "?": ["question_mark"], "h, H": ["h", "H"], "esc,DEL , pgup": ["escape", "delete", "pageup"],
    "shift+a": ["A"], "ctrl+A": ["ctrl+a"], "+": ["plus"], "-, +": ["minus", "plus"], "f5,f5": ["f5"],
    "shift+tab": ["shift+tab"], "alt+x": ["alt+x"], "slash": ["slash"], "return": ["enter"],
}  # fmt: skip


@pytest.mark.parametrize(("text", "keys"), PARSED.items())
def test_notation_of_keys(text: str, keys: list[str] | None) -> None:
    if keys is None:
        with pytest.raises(ValueError, match="h1"):
            parse_keys(text)
    else:
        assert parse_keys(text) == keys


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a,,b", "a key is missing"), ("nokey", "no key 'nokey'"), ("foo+a", "no key 'foo' to hold"),
        ("ctrl+h", "backspace to a terminal"), ("ctrl+m", "enter to a terminal"), ("shift+alt+foo", "no key 'foo'"),
    ],
)  # fmt: skip
def test_invalid_keys(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem.replace("+", r"\+")):
        parse_keys(text)


@given(st.sampled_from([*"abzAZ?/.;", *(key.value for key in Keys if key.value.startswith("f"))]))
def test_written_files_are_read_again(key: str) -> None:
    [name] = parse_keys(key)
    assert parse_keys(config_key(name)) == [name]
    assert keys_of(Binding(name, "")) == [name]
    assert signs_of(Binding(f"{name},escape", "")) == f"{key_sign(name)} esc"


def test_a_config_file_has_characters_where_it_can() -> None:
    keys = ("question_mark", "comma", "backslash", "f5")
    assert [config_key(key) for key in keys] == ["?", "comma", "backslash", "f5"]
