"""A pattern that is compiled at first use does what a compiled one does."""

import re

import pytest

from engine.base.patterns import pattern


def test_it_is_compiled_once_and_only_when_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compile_pattern = re.compile

    def count_compilation(source: str, flags: int) -> re.Pattern[str]:
        compiled.append(source)
        return compile_pattern(source, flags)

    monkeypatch.setattr(re, "compile", count_compilation)
    number = pattern(r"(\d+)x", re.IGNORECASE)
    assert compiled == []
    assert number.sub("-", "1X 2x 3") == "- - 3"
    assert number.sub("-", "4x") == "-"
    assert len(compiled) == 1
    found = number.search("a 12X")
    assert found
    assert found[1] == "12"
    assert number.pattern == r"(\d+)x"


def test_bytes_too() -> None:
    assert pattern(rb"\s+").split(b"a  b") == [b"a", b"b"]
