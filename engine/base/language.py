"""The language of the user interface, and its translations.

A program sets the language of its process by `choose`, and processes that it starts inherit it. For many players in one
process, `speaking` sets it for the tasks and threads of one of them. The default is English, or the language named by
SATSUDOKU_LANG.

Sentences are translated when they are used: by `_` inside functions, while a constant is a `Sentence`, values by
`lazy_gettext`, which is translated on each use.

What other programs read or people type is never translated: file formats, JSON, names of options and commands.
"""

import gettext
import os
import string
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar

from engine.base.lazy_dataclasses import dataclass

Value = TypeVar("Value")

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "zh_CN")
"""The supported languages."""

VARIABLE = "SATSUDOKU_LANG"
"""The environment variable that names the language; it precedes all others."""

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables for the locale, in order of precedence."""

FOLDER = Path(__file__).with_name("locale")
"""The folder of the translations, one file per language; written by `docs/translations.py`."""

_MAX_DIGIT_BITS = 400
"""Length in bits above which an integer is shown as a power, or without separators."""

_SIGNS = {"de": str.maketrans(",.", ".,")}
"""The thousands separator and the decimal point of languages where they differ from English."""

_SCRIPTS = {"zh": "zh_CN", "zh_hans": "zh_CN", "zh_sg": "zh_CN", "zh_my": "zh_CN"}
"""Names of Chinese in simplified characters.

Readers of traditional characters (zh_TW, zh_HK) get English, as in other programs.
"""


def supported_language(name: str) -> str | None:
    """The supported language that a name such as `de`, `de_AT.UTF-8` or `zh-Hans-CN` means; None if there is none.

    The C locale means English.
    """
    code = name.partition(".")[0].partition("@")[0].replace("-", "_")
    if code in ("C", "POSIX"):
        return ENGLISH
    parts = code.lower().split("_")
    for length in range(len(parts), 0, -1):
        short = "_".join(parts[:length])
        found = next((language for language in LANGUAGES if language.lower() == short), _SCRIPTS.get(short))
        if found and not (short == "zh" and length < len(parts)):
            return found
    return None


def preferred_language(environment: Mapping[str, str]) -> str:
    """The language requested by the environment: SATSUDOKU_LANG, else LANGUAGE and the locale, as in gettext.

    LANGUAGE may list several. A locale limited to ASCII means English.
    """
    if preferred := supported_language(environment.get(VARIABLE, "")):
        return preferred
    names = (environment.get(name, "") for name in LOCALE)
    locale = next(filter(None, names), "C")
    codeset = locale.partition(".")[2].partition("@")[0]
    if supported_language(locale) == ENGLISH or (codeset and "utf" not in codeset.lower()):
        return ENGLISH
    preferences = environment.get("LANGUAGE", "").split(":")
    return next((found for name in [*preferences, locale] if name and (found := supported_language(name))), ENGLISH)


_language: ContextVar[str] = ContextVar("language")
"""The language of the current task or thread, if it differs from that of the process."""


def choose(language: str) -> None:
    """Set the language, one of LANGUAGES, of this process and of processes that it starts."""
    os.environ[VARIABLE] = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Set the language inside the block, and in tasks and threads started there."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def current() -> str:
    """The current language."""
    return _language.get("") or _process_language(os.environ.get(VARIABLE, ""))


@cache
def _process_language(name: str) -> str:
    return supported_language(name) or ENGLISH


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == ENGLISH:
        return gettext.NullTranslations()
    with (FOLDER / f"{language}.mo").open("rb") as file:
        return (_LocalizedTranslations if language in _SIGNS else gettext.GNUTranslations)(file)


def _(message: str) -> str:
    """Translate a message; without a translation it stays as it is."""
    return _catalogue(current()).gettext(message) if message else ""


def translator() -> Callable[[str], str]:
    """A function that translates many non-empty messages in the current language, which it looks up only once."""
    return _catalogue(current()).gettext


def once_a_language(make: Callable[[], Value]) -> Callable[[], Value]:
    """Cache a function of translated sentences alone: it is called once per language, on first use."""
    values: dict[str, Value] = {}

    @wraps(make)
    def value() -> Value:
        language = current()
        if language not in values:
            values[language] = make()
        return values[language]

    return value


def ngettext(singular: str, many: str, number: int) -> str:
    """Translate a message in the form for a number."""
    return _catalogue(current()).ngettext(singular, many, number)


def pgettext(context: str, message: str) -> str:
    """Translate a message in a context, which distinguishes meanings of the same word."""
    return _catalogue(current()).pgettext(context, message)


def numeral(number: float, form: str = ",") -> str:
    """A number for people: formatted as by `format`, with the separators of the current language.

    `1,234.5` is `1.234,5` in German. Numbers in a translated sentence are converted by its `format`.
    """
    if isinstance(number, int) and number.bit_length() > _MAX_DIGIT_BITS:
        from engine.base.large_numbers import large_numeral  # rarely needed

        return as_written(large_numeral(number))
    return as_written(format(number, form))


def as_written(figures: str) -> str:
    """Convert figures such as `12.3` to the separators of the current language."""
    signs = _SIGNS.get(current())
    return figures.translate(signs) if signs else figures


def with_point(typed: str) -> str:
    """Replace the decimal separator of the current language in typed figures by a point."""
    return typed.replace(",", ".") if current() in _SIGNS else typed


def ungrouped(typed: str) -> str:
    """Remove the thousands separators of the current language from typed figures."""
    return typed.replace("." if current() in _SIGNS else ",", "")


class _NumeralFormatter(string.Formatter):
    def format_field(self, value: Any, form: str) -> str:
        return numeral(value, form) if isinstance(value, int | float) else format(value, form)


class _RenderedSentence(str):
    """A translated message in a language with its own separators in numbers."""

    __slots__ = ()

    def format(self, *values: object, **named: object) -> str:
        return _NumeralFormatter().vformat(self, values, named)


class _LocalizedTranslations(gettext.GNUTranslations):
    """The translations of a language with its own separators in numbers."""

    def gettext(self, message: str) -> str:
        return _RenderedSentence(super().gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _RenderedSentence(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return _RenderedSentence(super().pgettext(context, message))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message that is translated whenever it is used."""

    message: str
    context: str = ""

    def __str__(self) -> str:
        return pgettext(self.context, self.message) if self.context else _(self.message)

    def __format__(self, form: str) -> str:
        return format(str(self), form)

    def format(self, *values: object, **named: object) -> str:
        """Like `str.format`, on the translated message."""
        return str(self).format(*values, **named)


def lazy_gettext(message: str, context: str = "") -> Sentence:
    """Mark a message for translation in a constant, which is made before the reader's language is known."""
    return Sentence(message, context)


def N_(message: str) -> str:  # noqa: N802 (as it is called wherever there are translations)
    """Mark a word for translation that is stored untranslated, and translated by `_` where it is shown."""
    return message
