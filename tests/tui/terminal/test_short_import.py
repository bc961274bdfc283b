"""Textual is imported without modules that the program does not need; see also `tests/tui/test_start.py`."""

import sys
from types import ModuleType

import pytest

from tui.terminal import short_import
from tui.terminal.short_import import import_textual


def test_what_is_imported_already_stays() -> None:
    import textual.app  # noqa: F401

    before = dict(sys.modules)
    import_textual()
    assert sys.modules == before


def test_stand_ins_are_there_during_the_import_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    import ssl

    seen: list[object] = []

    def imported(name: str) -> ModuleType:
        types = sys.modules["textual.types"]
        seen.extend((name, sys.modules["ssl"], types.IgnoreReturnCallbackType is not None))
        raise ImportError

    monkeypatch.delitem(sys.modules, "textual.app")
    monkeypatch.delitem(sys.modules, "textual.types", raising=False)
    monkeypatch.setattr(short_import, "import_module", imported)
    with pytest.raises(ImportError):
        import_textual()
    assert seen == ["textual.app", ssl, True]  # it was loaded before
    assert "textual.types" not in sys.modules
    assert sys.modules["ssl"] is ssl


def test_a_type_that_textual_needs_in_a_later_version_is_the_real_one() -> None:
    from textual.types import DirEntry

    assert short_import._real_type("DirEntry") is DirEntry
    with pytest.raises(AttributeError):
        short_import._real_type("__path__")
