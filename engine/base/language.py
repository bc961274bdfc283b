"""The language in which people are told things, and the translations.

A program chooses one for its process by `choose`, and those that it starts inherit it. Of many players in one process
each may have another: `speaking` is for the tasks and threads of one of them. Without a choice things are told in
English, or in the language that SATSUDOKU_LANG names.

A sentence is looked up when it is told: by `_` within a function, while a constant is a `Sentence`, made by `later`,
which is looked up wherever it is used.

What other programs read, or people type, is never translated: file formats, JSON, names of options and commands.
"""

import gettext
import os
import string
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar

Value = TypeVar("Value")

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "zh_CN")
"""The languages that can be chosen."""

VARIABLE = "SATSUDOKU_LANG"
"""The variable of the environment that names the language, before all others."""

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the locale, the first of them that is set."""

FOLDER = Path(__file__).with_name("locale")
"""Where the translations are, a file a language; written by `docs/translations.py`."""

_LONG = 400
"""Bits of a whole number from which on it is shown as a power, or without signs between its digits."""

_SIGNS = {"de": str.maketrans(",.", ".,")}
"""What stands for the comma between thousands and for the decimal point, where that is not as in English."""

_SCRIPTS = {"zh": "zh_CN", "zh_hans": "zh_CN", "zh_sg": "zh_CN", "zh_my": "zh_CN"}
"""Names for Chinese in simplified characters; those who read traditional ones (zh_TW, zh_HK) are told things in
English, as they are by other programs."""


def supported_language(name: str) -> str | None:
    """The language of ours that a name such as `de`, `de_AT.UTF-8` or `zh-Hans-CN` means; None if there is none.

    The language of the C locale, which is no language of people, is English.
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
    """The language that the environment asks for: SATSUDOKU_LANG, else as gettext has it LANGUAGE, and the locale.

    LANGUAGE may list several. Where a locale can't write other letters than English ones, that is English.
    """
    if preferred := supported_language(environment.get(VARIABLE, "")):
        return preferred
    names = (environment.get(name, "") for name in LOCALE)
    locale = next(filter(None, names), "C")
    codeset = locale.partition(".")[2].partition("@")[0]
    if supported_language(locale) == ENGLISH or (codeset and "utf" not in codeset.lower()):
        return ENGLISH
    listed = environment.get("LANGUAGE", "").split(":")
    return next((found for name in [*listed, locale] if name and (found := supported_language(name))), ENGLISH)


_speaking: ContextVar[str] = ContextVar("language")
"""The language of the player whose task or thread this is, where that is not everybody's."""


def choose(language: str) -> None:
    """Tell everything in this language, one of LANGUAGES, from now on, here and in processes that are started."""
    os.environ[VARIABLE] = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Tell everything in this language within the block, and in the tasks and threads that are begun in it."""
    token = _speaking.set(language)
    try:
        yield
    finally:
        _speaking.reset(token)


def current() -> str:
    """The language in which things are told."""
    return _speaking.get("") or _of_all(os.environ.get(VARIABLE, ""))


@cache
def _of_all(name: str) -> str:
    return supported_language(name) or ENGLISH


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == ENGLISH:
        return gettext.NullTranslations()
    with (FOLDER / f"{language}.mo").open("rb") as file:
        return (_WithNumerals if language in _SIGNS else gettext.GNUTranslations)(file)


def _(message: str) -> str:
    """The message in the language that is spoken; as it is where there is no translation."""
    return _catalogue(current()).gettext(message) if message else ""


def translator() -> Callable[[str], str]:
    """What looks up many messages, none of them empty: which language is spoken is asked for only once."""
    return _catalogue(current()).gettext


def once_a_language(make: Callable[[], Value]) -> Callable[[], Value]:
    """Makes what follows from sentences alone once for each language that is spoken, when it is asked for first."""
    made: dict[str, Value] = {}

    @wraps(make)
    def value() -> Value:
        language = current()
        if language not in made:
            made[language] = make()
        return made[language]

    return value


def ngettext(singular: str, many: str, number: int) -> str:
    """The form of a message that belongs to a number: English has one for 1, and one for all others."""
    return _catalogue(current()).ngettext(singular, many, number)


def pgettext(context: str, message: str) -> str:
    """The message as it is meant in a context, where a word alone could mean several things."""
    return _catalogue(current()).pgettext(context, message)


def numeral(number: float, form: str = ",") -> str:
    """A number for people, in a form as `format` takes it and with the signs of the language that is spoken.

    `1,234.5` is `1.234,5` in German. Numbers among the words of a sentence that was looked up get them by its `format`.
    """
    if isinstance(number, int) and number.bit_length() > _LONG:
        from engine.base.large_numbers import large_numeral  # rarely needed

        return as_written(large_numeral(number))
    return as_written(format(number, form))


def as_written(figures: str) -> str:
    """Figures that were written for programs too, such as `12.3`, with the signs of the language that is spoken."""
    signs = _SIGNS.get(current())
    return figures.translate(signs) if signs else figures


def with_point(typed: str) -> str:
    """The figures that a person typed, with a decimal point where the language that is spoken has another sign."""
    return typed.replace(",", ".") if current() in _SIGNS else typed


def ungrouped(typed: str) -> str:
    """The figures that a person typed, or took from the screen, without what stands between thousands there."""
    return typed.replace("." if current() in _SIGNS else ",", "")


class _Numerals(string.Formatter):
    def format_field(self, value: Any, form: str) -> str:
        return numeral(value, form) if isinstance(value, int | float) else format(value, form)


class _RenderedSentence(str):
    """A message in a language that has signs of its own in numbers."""

    __slots__ = ()

    def format(self, *values: object, **named: object) -> str:
        return _Numerals().vformat(self, values, named)


class _WithNumerals(gettext.GNUTranslations):
    """The messages of such a language."""

    def gettext(self, message: str) -> str:
        return _RenderedSentence(super().gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _RenderedSentence(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return _RenderedSentence(super().pgettext(context, message))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message that is kept, and told in the language that is spoken when it is used."""

    message: str
    context: str = ""

    def __str__(self) -> str:
        return pgettext(self.context, self.message) if self.context else _(self.message)

    def __format__(self, form: str) -> str:
        return format(str(self), form)

    def format(self, *values: object, **named: object) -> str:
        """As `str.format`."""
        return str(self).format(*values, **named)


def lazy_gettext(message: str, context: str = "") -> Sentence:
    """A message for constants of modules and classes, which are made before it is known who will read them."""
    return Sentence(message, context)


def N_(message: str) -> str:  # noqa: N802 (as it is called wherever there are translations)
    """Marks a word to be translated that is kept as it is, and looked up by `_` where it is shown."""
    return message
