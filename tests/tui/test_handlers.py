"""Names tied to their uses only by a string or a convention, which a rename must not leave behind."""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from textual.dom import DOMNode
from textual.message import Message
from textual.message_pump import MessagePump
from textual.reactive import Reactive

import tui
from tui.app import STYLES

_BY_ATTRIBUTE = re.compile(r"_?(?:watch|validate|compute)_(\w+)")
_TYPE = re.compile(r"(?<![\w.#:$-])[A-Z]\w+")


def _subclasses(base: type[Any]) -> Iterator[type[Any]]:
    for subclass in base.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)


@pytest.fixture(scope="module")
def owners() -> list[type[Any]]:
    """All message pumps of the program."""
    for module in pkgutil.walk_packages(tui.__path__, "tui."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    return [owner for owner in set(_subclasses(MessagePump)) if owner.__module__.startswith("tui.")]


def test_every_handler_has_a_message(owners: list[type[Any]]) -> None:
    handlers = {message.handler_name for message in _subclasses(Message)}
    methods = {(owner, name) for owner in owners for name in vars(owner) if name.startswith("on_")}
    assert len(methods) > 50
    assert not {(owner.__qualname__, name) for owner, name in methods if name not in handlers}


def test_every_watcher_has_an_attribute(owners: list[type[Any]]) -> None:
    named = {
        (owner, name, match[1]) for owner in owners for name in vars(owner) if (match := _BY_ATTRIBUTE.match(name))
    }
    assert named
    for owner, name, attribute in named:
        found = [vars(parent)[attribute] for parent in owner.__mro__ if attribute in vars(parent)]
        assert found, f"{owner.__qualname__}.{name}"
        assert isinstance(found[0], Reactive), f"{owner.__qualname__}.{name}"


def test_every_style_is_of_a_class(owners: list[type[Any]]) -> None:
    names = {owner.__name__ for owner in _subclasses(DOMNode)}
    styles = {"the program": STYLES.read_text(encoding="utf-8")}
    styles |= {owner.__qualname__: vars(owner).get("DEFAULT_CSS", "") for owner in owners}
    for owner, text in styles.items():
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        selectors = " ".join(re.findall(r"([^{};]*)\{", text))
        assert not set(_TYPE.findall(selectors)) - names, owner
