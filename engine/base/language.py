"""The language in which people are told things, and the translations.

It is chosen once in a process, before the first sentence is looked up: sentences are module-level constants, looked up
when their modules are imported. Programs choose by `choose`; what only imports the engine is told things in English, or
in the language that SATSUDOKU_LANG names. Processes that are started inherit the choice through that variable.

What other programs read, or people type, is never translated: file formats, JSON, names of options and commands.
"""

import gettext
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "zh_CN")
"""The languages that can be chosen."""

VARIABLE = "SATSUDOKU_LANG"
"""The variable of the environment that names the language, before all others."""

FOLDER = Path(__file__).with_name("locale")
"""Where the translations are, a file a language; written by `docs/translations.py`."""

_SCRIPTS = {"zh": "zh_CN", "zh_hans": "zh_CN", "zh_sg": "zh_CN", "zh_my": "zh_CN"}
"""Names for Chinese in simplified characters; those who read traditional ones (zh_TW, zh_HK) are told things in
English, as they are by other programs."""


class LanguageSettled(RuntimeError):
    """Something was told already, in another language."""


def known(name: str) -> str | None:
    """The language of ours that a name such as `de`, `de_AT.UTF-8` or `zh-Hans-CN` means; None if there is none.

    The language of the C locale, which is no language of people, is English.
    """
    code = name.partition(".")[0].partition("@")[0].replace("-", "_")
    if code in ("C", "POSIX"):
        return ENGLISH
    parts = code.lower().split("_")
    for length in range(len(parts), 0, -1):
        short = "_".join(parts[:length])
        found = next((one for one in LANGUAGES if one.lower() == short), _SCRIPTS.get(short))
        if found and not (short == "zh" and length < len(parts)):
            return found
    return None


def wanted(environment: Mapping[str, str]) -> str:
    """The language that the environment asks for: SATSUDOKU_LANG, else as gettext has it LANGUAGE, and the locale.

    LANGUAGE may list several. Where a locale can't write other letters than English ones, that is English.
    """
    if chosen := known(environment.get(VARIABLE, "")):
        return chosen
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, names), "C")
    codeset = locale.partition(".")[2].partition("@")[0]
    if known(locale) == ENGLISH or (codeset and "utf" not in codeset.lower()):
        return ENGLISH
    listed = environment.get("LANGUAGE", "").split(":")
    return next((found for name in [*listed, locale] if name and (found := known(name))), ENGLISH)


_chosen: list[str] = []
"""The language chosen, once it is."""


def choose(language: str) -> None:
    """Tell everything in this language, one of LANGUAGES, from now on, here and in processes that are started.

    Raises LanguageSettled if something was told before in another one.
    """
    if is_settled() and language != current():
        raise LanguageSettled(language)
    _chosen[:] = [language]
    os.environ[VARIABLE] = language


def current() -> str:
    """The language in which things are told."""
    return _chosen[0] if _chosen else known(os.environ.get(VARIABLE, "")) or ENGLISH


def is_settled() -> bool:
    """Whether something was looked up already, so that the language can't be another one any more."""
    return bool(_translations.cache_info().currsize)


@cache
def _translations() -> gettext.NullTranslations:
    language = current()
    if language == ENGLISH:
        return gettext.NullTranslations()
    with (FOLDER / f"{language}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def _(message: str) -> str:
    """The message in the language chosen; as it is where there is no translation."""
    return _translations().gettext(message) if message else ""


def ngettext(one: str, many: str, number: int) -> str:
    """The form of a message that belongs to a number: English has one for 1, and one for all others."""
    return _translations().ngettext(one, many, number)


def pgettext(context: str, message: str) -> str:
    """The message as it is meant in a context, where a word alone could mean several things."""
    return _translations().pgettext(context, message)


def N_(message: str) -> str:  # noqa: N802 (as it is called wherever there are translations)
    """Marks a word to be translated that is kept as it is, and looked up by `_` where it is shown."""
    return message
