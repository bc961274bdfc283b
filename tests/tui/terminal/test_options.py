"""What the environment tells about the terminal."""

import locale

import pytest

from tui.terminal import options


def not_installed(*_names: object) -> None:
    raise locale.Error("unsupported locale setting")


@pytest.mark.parametrize(("value", "expected"), [("zh_CN.UTF-8", True), ("de_DE.utf8", True), ("de_DE", False)])
def test_the_name_of_a_locale_that_is_not_installed_tells_what_the_terminal_shows(
    value: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locale, "setlocale", not_installed)
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.delenv("LC_CTYPE", raising=False)
    monkeypatch.setenv("LANG", value)
    assert options.has_utf8() is expected
    monkeypatch.setenv("LC_ALL", "POSIX-like")
    assert not options.has_utf8()
