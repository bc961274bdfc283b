"""The interface of every command: its options with their defaults, and which values they take."""

import argparse
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.commands.registry import COMMANDS, TRANSLATED, parser

PROBES = ("-1", "0", "1", "2", "7", "30", "1000", "1000000", "10000000000", "1.5", "1e3", "x", "")


@cache
def subcommands() -> dict[str, argparse.ArgumentParser]:
    (commands,) = (action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    return commands.choices


def verdict(convert: Callable[[str], Any], text: str) -> str:
    """What an option makes of a text: its form of it, or the error without the text."""
    try:
        value = repr(convert(text))
    except (argparse.ArgumentTypeError, InputError) as error:
        return str(error).replace(repr(text), "...")
    except ValueError:
        return "refused"
    return "taken" if value == text else f"taken as {type(convert(text)).__name__}"


def described(action: argparse.Action) -> str:
    parts = [", ".join(action.option_strings) or str(action.metavar or action.dest)]
    if action.default is not argparse.SUPPRESS:
        parts.append(f"default {action.default!r}")
    for name in ("nargs", "const", "choices", "metavar", "required"):
        value = getattr(action, name)
        if value not in (None, False):
            parts.append(f"{name} {list(value) if name == 'choices' else value!r}")
    lines = ["; ".join(parts)]
    if action.type is not None and action.type is not str:
        assert callable(action.type)
        found = dict[str, list[str]]()
        for text in PROBES:
            found.setdefault(verdict(action.type, text), []).append(text)
        lines += [f"    {', '.join(texts)}: {result}" for result, texts in found.items()]
    return "\n".join(lines)


@pytest.mark.parametrize("name", COMMANDS)
def test_options_defaults_and_values(name: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(map(described, subcommands()[name]._actions)) == snapshot


def test_help(snapshot: SnapshotAssertion) -> None:
    """The texts of the help, which argparse lays out differently in each version of Python."""
    found = []
    for name, command in subcommands().items():
        found += [f"{name}: {command.description}\n{command.epilog}"]
        found += [f"  {action.dest}: {action.help}" for action in command._actions]
    assert "\n".join(found) == snapshot


def test_every_command_is_there() -> None:
    assert [*subcommands()] == [*COMMANDS]
    assert {*COMMANDS} >= TRANSLATED
