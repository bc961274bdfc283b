"""A pseudo-language: every message is in wide letters without blanks, longer than in English, between marks.

A message that is cut off on a screen lacks its end mark, and one in English was not translated.
"""

import re
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

OPENED, CLOSED = "⟨", "⟩"
LONGER = 1.4
"""The factor by which messages get wider, marks included."""

SIGNS = re.compile("[,;:] ")
"""Punctuation between parts of an English sentence."""

_PARTS = re.compile(r"(\{[^{}]*\}|\{\{[^{}]*\}\}|%\([a-z]+\)[a-z]|\n)")


def pseudo(message: str) -> str:
    """The message in the pseudo-language."""
    parts = _PARTS.split(message)
    letters = sum(len(part) for part in parts[::2])
    wide = max(round((letters * LONGER - 2) / 2), 1)
    share = wide / max(letters, 1)
    text = "".join(part if place % 2 else _wide(part, round(share * len(part))) for place, part in enumerate(parts))
    blanks = len(message) - len(message.rstrip(" "))
    return f"{OPENED}{text}{CLOSED}{' ' * blanks}"


def _wide(text: str, count: int) -> str:
    """Wide letters derived from the text, of a given width; without letters, its signs in their wide form."""
    letters = [chr(ord(sign) - 0x20 + 0xFF00) for sign in text if "!" <= sign <= "~" and sign.isalnum()]
    if not letters:
        return SIGNS.sub(_wide_sign, text)
    return "".join(letters[place % len(letters)] for place in range(max(count, 1)))


def _wide_sign(found: "re.Match[str]") -> str:
    return chr(ord(found[0][0]) - 0x20 + 0xFF00)


def write_catalogue(template: Path, to: Path) -> None:
    """Translate a whole template into the pseudo-language."""
    with template.open("rb") as file:
        messages = read_po(file)
    catalog = Catalog("zh_CN")
    for message in messages:
        if message.id and message.pluralizable:
            catalog.add(message.id, (pseudo(message.id[1]),), context=message.context)
        elif message.id:
            catalog.add(message.id, pseudo(str(message.id)), context=message.context)
    with to.open("wb") as file:
        write_mo(file, catalog)
