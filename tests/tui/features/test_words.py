"""Sentences for people name no keys, which depend on the config file; and all sentences are used."""

import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from engine.base.language import Sentence
from tui import features

KEY = re.compile(r"\b(enter|esc(ape)?|space|tab|ctrl|press)\b|\b[a-z]:? (does|marks|shows|starts|checks)\b", re.I)
FOLDER = Path(features.__path__[0])
MODULES = sorted(f"tui.features.{path.parent.name}.words" for path in FOLDER.glob("*/words.py"))


@pytest.mark.parametrize("module", MODULES)
def test_no_sentence_names_a_key(module: str) -> None:
    constants = {name: text for name, text in vars(import_module(module)).items() if name[:2] != "__"}
    texts = [str(text) for text in constants.values() if isinstance(text, str | Sentence)]
    sentences = [text for text in texts if " " in text]
    assert sentences
    for text in sentences:
        assert not KEY.search(re.sub(r"\{.*?\}", "", text)), text


@cache
def sources() -> dict[Path, str]:
    """The modules of the program."""
    return {path: path.read_text(encoding="utf-8") for path in FOLDER.parent.rglob("*.py")}


@pytest.mark.parametrize("module", MODULES)
def test_every_sentence_is_used(module: str) -> None:
    importing = re.compile(rf"from {re.escape(module.removesuffix('.words'))}(\.words)? import ")
    folder = FOLDER / module.split(".")[-2]
    users = [text for path, text in sources().items() if path.parent == folder or importing.search(text)]
    used = Counter(word for text in users for word in re.findall(r"\w+", text))
    texts = vars(import_module(module)).items()
    assert [name for name, text in texts if isinstance(text, Sentence) and used[name] < 2] == []
