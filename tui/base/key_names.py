"""The names of keys: in terminals, in Textual, on the screen and in config files."""

from collections.abc import Iterable, Mapping
from typing import Any

from textual.binding import Binding
from textual.keys import KEY_ALIASES, Keys, key_to_character

from engine.base.language import _, lazy_gettext, once_a_language, translator
from tui.terminal.web_keys import CHARACTERS

_SIGNS = {"escape": "esc", "delete": "del", "space": "space"}
"""The signs of keys on the screen that differ from their names in Textual."""
_SPELLINGS = {"esc": "escape", "del": "delete", "ins": "insert", "pgup": "pageup", "pgdn": "pagedown",
              "return": "enter", "spacebar": "space"}  # fmt: skip
"""Other spellings of keys in config files."""
_ALIASES = {alias: key for key, aliases in KEY_ALIASES.items() for alias in aliases} | {
    "ctrl+left_square_bracket": "escape",
    "ctrl+3": "escape",
    "ctrl+h": "backspace",
}
"""Keys for which a terminal sends the same as for another key."""
_MODIFIERS = {"ctrl", "shift", "alt", "super", "hyper", "meta"}
_KEY_NAMES = {key.value for key in Keys if "+" not in key.value and "<" not in key.value}


_WORDS = {
    "up": lazy_gettext("up", "key"), "down": lazy_gettext("down", "key"), "left": lazy_gettext("left", "key"),
    "right": lazy_gettext("right", "key"), "arrows": lazy_gettext("arrows", "key"),
    "shift+arrows": lazy_gettext("shift+arrows", "key"), "to": lazy_gettext("to", "key"),
    "space": lazy_gettext("space", "key"), "backspace": lazy_gettext("backspace", "key"),
    "pageup": lazy_gettext("pageup", "key"), "pagedown": lazy_gettext("pagedown", "key"),
    "home": lazy_gettext("home", "key"), "end": lazy_gettext("end", "key"), "enter": lazy_gettext("enter", "key"),
    "tab": lazy_gettext("tab", "key"), "shift+tab": lazy_gettext("shift+tab", "key"),
    "esc": lazy_gettext("esc", "key"), "del": lazy_gettext("del", "key"),
}  # fmt: skip
"""The names of keys in the current language, in words without blanks."""


@once_a_language
def _words() -> Mapping[str, str]:
    return {sign: str(word) for sign, word in _WORDS.items()}


def key_words(signs: str, words: Mapping[str, str] | None = None) -> str:
    """Return signs of keys, separated by blanks, in the current language (or with `words`, by sign)."""
    words = _words() if words is None else words
    return " ".join([words.get(sign, sign) for sign in signs.split(" ")])


def visible_bindings(bindings: Iterable[Binding]) -> list[Binding]:
    """Return bindings for display, in the current language: their keys and descriptions."""
    translate, words = translator(), _words()
    return [
        changed_binding(
            binding,
            key_display=key_words(binding.key_display or signs_of(binding), words),
            description=binding.description and translate(binding.description),
            tooltip=binding.tooltip and translate(binding.tooltip),
        )
        for binding in bindings
    ]


def changed_binding(binding: Binding, **fields: Any) -> Binding:
    """Return a binding with other fields, faster than by `dataclasses.replace`: it is done for all keys of a screen."""
    changed = object.__new__(type(binding))
    vars(changed).update(vars(binding), **fields)
    return changed


def action_name(action: str) -> str:
    """Return the name of an action without its parameters."""
    return action.partition("(")[0]


def action_names(bindings: Iterable[Binding]) -> dict[str, str]:
    """Return the names of all actions of the bindings, by action."""
    return {binding.action: action_name(binding.action) for binding in bindings}


def keys_of(binding: Binding) -> list[str]:
    """Return the keys of a binding by their names in Textual."""
    return [single.key for single in Binding.make_bindings([binding])]


def key_sign(key: str) -> str:
    """Return a key for display: `?` for question_mark, `^p` for ctrl+p."""
    *modifiers, plain = key.split("+")
    sign = _SIGNS.get(plain) or _character(plain) or plain
    if modifiers == ["ctrl"]:
        return f"^{sign}"
    return "+".join([*modifiers, sign])


def signs_of(binding: Binding) -> str:
    """Return the keys of a binding for display, separated by blanks."""
    return " ".join(map(key_sign, keys_of(binding)))


def _character(key: str) -> str | None:
    """Return the printable character that a key types."""
    character = CHARACTERS.get(key) or key_to_character(key)
    return character if character and character.isprintable() else None


def parse_keys(text: str) -> list[str]:
    """Parse a list of keys such as `H, ctrl+h, ?` to their names in Textual. Raises ValueError with a message."""
    keys = [_parse_key(part.strip()) for part in text.split(",")]
    return list(dict.fromkeys(keys))


def _parse_key(text: str) -> str:
    if not text:
        raise ValueError(_("a key is missing; write one character or a name such as comma, f5, ctrl+h"))
    if text in ("+", "-") or (len(text) == 1 and text.isprintable()):
        return keys_of(Binding(text, ""))[0]
    *modifiers, key = text.split("+")
    modifiers = [modifier.strip().lower() for modifier in modifiers]
    key = key.strip()
    if len(key) > 1:
        key = _SPELLINGS.get(key.lower(), key.lower())
    if modifiers == ["shift"] and len(key) == 1:
        modifiers, key = [], key.upper()
    if len(key) == 1 and key.isprintable():
        key = keys_of(Binding(key.lower() if modifiers else key, ""))[0]
    elif key not in _KEY_NAMES and not _character(key):
        raise ValueError(
            _("there is no key {key!r}; write one character or a name such as comma, f5, ctrl+h").format(key=key)
        )
    if unknown := [modifier for modifier in modifiers if modifier not in _MODIFIERS]:
        raise ValueError(_("there is no key {unknown!r} to hold; hold ctrl, shift or alt").format(unknown=unknown[0]))
    combination = "+".join([*modifiers, key])
    if combination in _ALIASES:
        raise ValueError(
            _("{whole} is {other} to a terminal; write that, or choose another key").format(
                whole=combination, other=_ALIASES[combination]
            )
        )
    return combination


def config_key(key: str) -> str:
    """Return a key for a config file: its character where that is readable, else its name."""
    character = _character(key)
    return character if character and character not in ' ,"\\' else key
