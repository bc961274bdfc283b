"""The keys of every screen by name, their changes by a config file, and their display.

Textual's keymap makes the changes: it replaces the keys of a binding by the binding's id. This module sets the ids
(`board.hint`, `dialogs.yes`), so that screens and widgets only list their keys, and refuses invalid changes.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from textual.binding import Binding

from engine.base.language import lazy_gettext
from engine.base.lazy_dataclasses import dataclass
from tui.base.key_names import (
    action_name,
    changed_binding,
    config_key,
    key_sign,
    keys_of,
    parse_keys,
    signs_of,
    visible_bindings,
)

EVERYWHERE = "everywhere"
"""The section of names that several screens share; a screen's own section takes precedence."""

KeyOverrides = Mapping[str, Mapping[str, str]]
"""Keys from the config file, by section and name; several keys are separated by commas."""

Keymap = Mapping[str, str]
"""Changed keys by binding id."""

_MIN_SHARED = 3
"""The number of screens with the same keys for a name from which on the name is listed under `everywhere` alone."""

NO_SCREEN = (
    lazy_gettext("[keys.{section}]: no such screen; did you mean {near}?"),
    lazy_gettext("[keys.{section}]: no such screen; satsudoku-tui --keys lists all names"),
)
NO_ACTION = (
    lazy_gettext("[keys.{section}] {name}: no such action; did you mean {near}?"),
    lazy_gettext("[keys.{section}] {name}: no such action; satsudoku-tui --keys lists all names"),
)
CLASH = lazy_gettext("{line}: in {screen}, {key} is {other}; choose another key, or give {other} another")

RENAMED_SECTIONS = {"machine": "replay", "beside": "comparison"}
RENAMED = {
    "proof": {"other_list": "next_frame"},
    "questions": {"other_list": "next_frame"},
    "inspector": {"other_pane": "next_frame"},
    "statistics": {"scroll_previous": "scroll_up", "scroll_next": "scroll_down"},
    "race": {
        "page_previous": "turn_up",
        "page_next": "turn_down",
        "turn_up": "show_file_previous",
        "turn_down": "show_file_next",
    },
}
"""The present names of sections, and of bindings in a section, by their names in older config files.

If a former name has another meaning now, it has its former meaning only in files with a name that no longer exists.
"""

_PARAMETER_WORDS = {"-1,0": "up", "1,0": "down", "0,-1": "left", "0,1": "right", "-1": "previous", "1": "next"}
_VERTICAL_WORDS = {"-1": "up", "1": "down"}
_WORDS_BY_ACTION = {
    "move": _VERTICAL_WORDS, "row": _VERTICAL_WORDS, "turn": _VERTICAL_WORDS, "speed": {"-1": "down", "1": "up"},
    "digit": {"1": "1"}, "note": {"1": "1"},
}  # fmt: skip
"""The names of an action's parameters, and those that take precedence for some actions."""


@dataclass(frozen=True)
class MovedBinding(Binding):
    """A binding whose key has changed since the last version.

    A former key still works, and names the present one. If a config file gives the present key to another action, the
    binding keeps its former keys.
    """

    former: str = ""
    """The keys of the last version, separated by commas."""

    @property
    def former_keys(self) -> list[str]:
        """The keys of the last version, by their names in Textual."""
        return keys_of(Binding(self.former, self.action))


class CheckedKeys(NamedTuple):
    """The valid part of a config file's keys, and a message for each invalid entry."""

    keymap: Keymap
    problems: tuple[str, ...]


# names


def named_bindings(owner: type, screen: type) -> list[Binding]:
    """Return the bindings of a screen, or of its part or controller `owner`, with ids in the screen's section.

    As in Textual, a class overrides the keys of its bases; an action also keeps the keys from its bases.
    """
    section = section_of(screen)
    bindings: dict[str, Binding] = {}
    overridden: set[str] = set()
    for base in owner.__mro__:
        if base.__module__.startswith("textual."):
            continue
        own = [binding for binding in base.__dict__.get("BINDINGS", ()) if isinstance(binding, Binding)]
        for binding in own:
            subclass_binding = bindings.pop(binding.action, None)  # it gets the base's place in the order
            keys = keys_of(subclass_binding) if subclass_binding else []
            keys += [key for key in keys_of(binding) if key not in overridden]
            if keys:
                entry = subclass_binding or changed_binding(
                    binding, id=f"{section}.{name_of(binding)}".removeprefix(".")
                )
                bindings[binding.action] = changed_binding(entry, key=",".join(dict.fromkeys(keys)))
        overridden.update(key for binding in own for key in keys_of(binding))
    return [
        changed_binding(binding, key_display=binding.key_display or signs_of(binding)) for binding in bindings.values()
    ]


def refuse_shared_keys(screen: type, own: Iterable[Binding], part: type, bindings: Iterable[Binding]) -> None:
    """Raise TypeError if a screen and one of its parts or controllers use a key for different actions."""
    actions = {key: binding.action for binding in own for key in keys_of(binding)}
    for binding in bindings:
        for key in keys_of(binding):
            if actions.get(key, binding.action) != binding.action:
                raise TypeError(
                    f"{screen.__name__}: the key {key} is bound to {actions[key]} and, in {part.__name__}, to "
                    f"{binding.action}; give one of them another key"
                )


def section_of(screen: type) -> str:
    """Return a screen's name in the config file: `new_game` for NewGameScreen, "" for base classes."""
    name = screen.__name__.removesuffix("Screen")
    parts = ("_" * (before.islower() and sign.isupper()) + sign for before, sign in zip(f" {name}", name, strict=False))
    return "".join(parts).lower() if name != screen.__name__ else ""


def name_of(binding: Binding) -> str:
    """Return the name of a binding within its section: from its id if it has one, else from its action."""
    if binding.id:
        return binding.id.rpartition(".")[2]
    action, _, parameters = binding.action.partition("(")
    if not parameters:
        return action
    parameters = parameters.rstrip(")").replace(" ", "")
    word = _WORDS_BY_ACTION.get(action, {}).get(parameters) or _PARAMETER_WORDS.get(parameters)
    spaced = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in parameters.replace("-", "minus "))
    return f"{action}_{word or '_'.join(spaced.lower().split())}"


# display


def in_force(bindings: Iterable[Binding], keymap: Keymap) -> list[Binding]:
    """Return the bindings with the keys of a keymap, for display in the current language."""
    return visible_bindings(_changed(bindings, keymap) if keymap else bindings)


def _changed(bindings: Iterable[Binding], keymap: Keymap) -> list[Binding]:
    """Return the bindings with the keys of a keymap.

    Some bindings stand for others of their action (`1-9`, `arrows`), which have no description. If one of those keys
    changes, the first key of each is shown.
    """
    families: dict[str, list[Binding]] = {}  # by action, with any parameters
    changed: set[str] = set()
    results = []
    for old in bindings:
        name = action_name(old.action)
        new = changed_binding(old, key=keymap.get(old.id or "", old.key))
        families.setdefault(name, []).append(new)
        results.append(new)
        if new.key != old.key:
            changed.add(name)
    return [
        changed_binding(binding, key_display=_display(binding, families[name])) if name in changed else binding
        for binding in results
        for name in [action_name(binding.action)]
    ]


def _display(binding: Binding, family: Sequence[Binding]) -> str:
    """Return the keys of a binding for display, if keys of its action have changed; `family` are its bindings."""
    if binding.description and any(not member.description for member in family):
        return " ".join(key_sign(keys_of(member)[0]) for member in family)
    return signs_of(binding)


def all_in_force(keymap: Keymap, owners: Iterable[type]) -> dict[str, str]:
    """Return all keys for display, by binding id (`owners` as in `groups`)."""
    return {
        binding.id or "": binding.key_display or "" for group in groups(owners) for binding in in_force(group, keymap)
    }


# checking a config file


def groups(owners: Iterable[type]) -> list[list[Binding]]:
    """Return the bindings that are in force together: those of the app, and those of each screen with those of the app.

    `owners` are the app and the classes of all screens and dialogs.
    """
    everywhere, *own = (changeable(owner) for owner in owners)
    return [everywhere, *(bindings + everywhere for bindings in own if bindings)]


def changeable(owner: type) -> list[Binding]:
    """Return the bindings of an app or a screen that a config file can change, including those of its parts."""
    declared = getattr(owner, "KEYS", getattr(owner, "BINDINGS", ()))
    return [binding for binding in declared if isinstance(binding, Binding) and binding.id and "." in binding.id]


def check(overrides: KeyOverrides, owners: Iterable[type]) -> CheckedKeys:
    """Check the keys of a config file (`owners` as in `groups`).

    Unknown sections and names, invalid keys, and a key for two actions of a screen are refused, each with a message.
    """
    screens = groups(owners)
    bindings_by_id = {binding.id: binding for group in screens for binding in group if binding.id}
    problems: list[str] = []
    keymap: dict[str, str] = {}
    lines: dict[str, str] = {}
    for section, names in sorted(_present_names(overrides).items(), key=lambda item: item[0] != EVERYWHERE):
        for name, text in names.items():
            line = f'[keys.{section}] {name} = "{text}"'
            sections = [key_id.partition(".")[0] for key_id in bindings_by_id if key_id.partition(".")[2] == name]
            matching = [f"{candidate}.{name}" for candidate in sections if section in (candidate, EVERYWHERE)]
            try:
                keys = ",".join(parse_keys(text))
            except ValueError as error:
                problems.append(f"{line}: {error}" if matching else _unknown(section, name, bindings_by_id))
            else:
                problems += [] if matching else [_unknown(section, name, bindings_by_id)]
                keymap.update(dict.fromkeys(matching, keys))
                lines.update(dict.fromkeys(matching, line))
    while clash := _clash(screens, keymap):
        changed, key, other = clash
        if isinstance(other, MovedBinding) and other.id and other.id not in keymap:
            keymap[other.id] = ",".join(other.former_keys)  # the file is from before the move
            continue
        if changed not in lines:  # it got back a former key, which the file gives to another action
            changed, other = other.id or "", bindings_by_id[changed]
        problems.append(
            CLASH.format(line=lines[changed], screen=changed.partition(".")[0], key=key_sign(key), other=name_of(other))
        )
        del keymap[changed]
    return CheckedKeys(keymap, tuple(problems))


def _present_names(overrides: KeyOverrides) -> KeyOverrides:
    """Return overrides with former names of sections and actions replaced; present names take precedence."""
    present: dict[str, dict[str, str]] = {}
    for section, names in sorted(overrides.items(), key=lambda item: item[0] not in RENAMED_SECTIONS):
        renamed = RENAMED.get(section, {})
        if set(names).isdisjoint(renamed.keys() - set(renamed.values())):
            renamed = {}
        entries = present.setdefault(RENAMED_SECTIONS.get(section, section), {})
        entries.update({renamed.get(name, name): text for name, text in names.items()})
    return present


def _unknown(section: str, name: str, key_ids: Iterable[str]) -> str:
    """Return the message for an unknown section or name, with the nearest known one if there is any."""
    sections = {EVERYWHERE, *(key_id.partition(".")[0] for key_id in key_ids)}
    if section not in sections:
        messages, matches = NO_SCREEN, get_close_matches(section, list(sections), 1)
    else:
        names = {key_id.partition(".")[2] for key_id in key_ids if section in (EVERYWHERE, key_id.partition(".")[0])}
        messages, matches = NO_ACTION, get_close_matches(name, list(names), 1)
    return messages[not matches].format(section=section, name=name, near=matches[0] if matches else "")


def _clash(screens: Iterable[Sequence[Binding]], keymap: Keymap) -> tuple[str, str, Binding] | None:
    """Return the id of a changed binding that shares a key with another one, the key, and the other binding."""
    for group in screens:
        owners: dict[str, Binding] = {}
        changed_last = sorted(group, key=lambda binding: binding.id in keymap)
        for binding in changed_last:
            for key in keymap.get(binding.id or "", "").split(",") if binding.id in keymap else keys_of(binding):
                other = owners.setdefault(key, binding)
                if other is not binding and binding.id in keymap:
                    return binding.id or "", key, other
    return None


def config_text(keymap: Keymap, owners: Iterable[type]) -> str:
    """Return all keys in force as the text of a config file (`owners` as in `groups`)."""
    sections: dict[str, dict[str, Binding]] = {}
    for group in groups(owners):
        for binding in in_force(group, keymap):
            section, _, name = (binding.id or "").partition(".")
            sections.setdefault(section, {})[name] = binding
    shared = sections.pop(EVERYWHERE)
    counts = Counter((name, binding.key) for bindings in sections.values() for name, binding in bindings.items())
    for name, entry in (item for bindings in sections.values() for item in bindings.items()):
        if counts[name, entry.key] >= _MIN_SHARED:
            shared.setdefault(name, entry)
    lines = ["# The keys of satsudoku-tui. Copy the lines you want to change to your config file."]
    for section, bindings in [(EVERYWHERE, shared), *sorted(sections.items())]:
        rows = [
            (
                f'{name} = "{", ".join(map(config_key, keys_of(binding)))}"',
                binding.tooltip or binding.description or name.replace("_", " "),
            )
            for name, binding in bindings.items()
            if section == EVERYWHERE or name not in shared or shared[name].key != binding.key
        ]
        width = max((len(line) for line, _description in rows), default=0)
        lines += ["", f"[keys.{section}]", *(f"{line:<{width}}  # {description}" for line, description in rows)]
    return "\n".join(lines) + "\n"
