"""The language that the environment asks for, and figures as each language writes them."""

import contextvars
import threading

import pytest

from engine.base.language import (
    ENGLISH,
    VARIABLE,
    choose,
    current,
    numeral,
    once_a_language,
    preferred_language,
    speaking,
    supported_language,
    translator,
    ungrouped,
    with_point,
)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("de", "de"), ("de_DE.UTF-8", "de"), ("de-AT", "de"), ("DE_ch@euro", "de"), ("en_GB", "en"), ("C", "en"),
        ("POSIX", "en"), ("C.UTF-8", "en"), ("zh_CN", "zh_CN"), ("zh", "zh_CN"), ("zh_Hans", "zh_CN"),
        ("zh_Hans_SG", "zh_CN"), ("zh_TW", None), ("zh_Hant", None), ("fr", None), ("", None), ("d", None),
        ("deutsch", None), ("fr_DE", None),
    ],
)  # fmt: skip
def test_names_of_languages(name: str, language: str | None) -> None:
    assert supported_language(name) == language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE"}, "de"),
        ({"LANG": "de_DE.utf8@euro"}, "de"),
        ({"LANG": "de_DE.ISO-8859-1"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "nl:zh_CN:de"}, "zh_CN"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": ""}, "de"),
        ({"LANGUAGE": "de"}, "en"),
        ({"LANG": "C", "LANGUAGE": "de"}, "en"),
        ({"LANG": "fr_FR.ISO-8859-1", "LANGUAGE": "de"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "de"),
        ({"LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "de_DE.UTF-8"}, "de"),
        ({VARIABLE: "zh_CN", "LANG": "de_DE.UTF-8"}, "zh_CN"),
        ({VARIABLE: "fr", "LANG": "de_DE.UTF-8"}, "de"),
        ({VARIABLE: "en", "LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_of_an_environment(environment: dict[str, str], language: str) -> None:
    assert preferred_language(environment) == language


def test_the_language_of_a_block_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "de")
    assert current() == "de"
    with speaking("zh_CN"):
        assert current() == "zh_CN"
        inside = contextvars.copy_context()
        with speaking(ENGLISH):
            assert current() == ENGLISH
        assert current() == "zh_CN"
    assert (current(), inside.run(current)) == ("de", "zh_CN")
    choose("zh_CN")
    found = list[str]()
    thread = threading.Thread(target=lambda: found.append(current()))
    thread.start()
    thread.join()
    assert found == ["zh_CN"]
    monkeypatch.setenv(VARIABLE, "nothing")
    assert current() == ENGLISH


def test_results_that_depend_on_words_are_computed_once_a_language() -> None:
    calls = list[str]()

    @once_a_language
    def length() -> int:
        calls.append(current())
        return len(current())

    for language in ("en", "de", "en", "zh_CN", "de"):
        with speaking(language):
            assert length() == len(language)
    assert calls == ["en", "de", "zh_CN"]


@pytest.mark.parametrize(
    ("language", "whole", "part"), [("en", "1,234,567", "1,234.50"), ("de", "1.234.567", "1.234,50")]
)
def test_figures(language: str, whole: str, part: str) -> None:
    with speaking(language):
        assert (numeral(1234567), numeral(1234.5, ",.2f"), numeral(12)) == (whole, part, "12")
        assert int(ungrouped(whole)) == 1234567
        assert float(with_point("0,5" if language == "de" else "0.5")) == 0.5


def test_without_a_translation_a_message_stays() -> None:
    for language in ("en", "de"):
        with speaking(language):
            assert translator()("no such message") == "no such message"
