"""Text from outside made harmless for a terminal or told from paths, numbers read without surprises and with nouns."""

import re
import unicodedata
from collections.abc import Iterable

from engine.base.language import _, ngettext, numeral, pgettext

LONGEST_TITLE = 200
"""Characters of a title that are kept."""

_GAP = re.compile(r"(?<=[\u3001\u3002\u3400-\u9fff\uff00-\uff60]) (?=[\u3400-\u9fff])")
"""A blank between Chinese characters, or after a stop."""

_FULL_WIDTH = {0xFF01 + place: chr(0x21 + place) for place in range(94)} | {0x3000: " ", 0x3001: ","}
"""The signs of ASCII, a blank and a comma as Chinese and Japanese keyboards type them."""

_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def printable(text: str) -> str:
    """The text on one line with every character that a terminal could act on shown as an escape such as `\\x1b`.

    These are controls, invisible formatting (also what turns the writing direction), undecodable bytes of file
    names and line separators. A tab becomes a blank.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        " " if char == "\t" else _escape(char) if unicodedata.category(char) in _UNSAFE else char for char in text
    )


def title_of(text: str) -> str:
    """A name from a file as the program keeps it: printable, in one line, blanks no longer than one, no longer than it
    need be."""
    return printable(" ".join(text[: 2 * LONGEST_TITLE].split()))[:LONGEST_TITLE].rstrip()


def one_line(text: str) -> str:
    """The lines of a text as one: a blank where each ends, as between words, but none between two wide characters.

    Chinese and Japanese are written without blanks.
    """
    joined = ""
    for line in text.split("\n"):
        words = " ".join(line.split())
        between = "" if not joined or not words or (_is_wide(joined[-1]) and _is_wide(words[0])) else " "
        joined += between + words
    return joined


def _is_wide(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WF"


def sanitized_input(text: str) -> str:
    """What a person typed, with letters, digits and signs of full width in their usual form."""
    return text.translate(_FULL_WIDTH)


def whole_number(text: str) -> int:
    """The number that the digits 0 to 9 write; -1 if the text is anything else, or has more than 18 digits.

    Zeros in front don't count. Python's own `int` takes other digits too, and raises ValueError for very long numbers.
    """
    digits = text.lstrip("0") or text[:1]
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else -1


LINK = re.compile(
    r"""\s*[<"']?("""
    r"https?://[^\s<>\"']+"
    r"|(?:[\w-]+\.)*(?:sudokupad\.app|f-puzzles\.com|sudokuwiki\.org|sudokuexchange\.com)/[^\s<>\"']+"
    r"|(?:scl|ctc|fpuz(?:zles)?)N4[^\s<>\"']{8,}"
    r"|[#?]?m=(?:edit|solve)&p=[^\s<>\"']+"
    r""")[>"']?\s*"""
)
"""A line that is a link, with or without `https://`, or what SudokuPad and Penpa+ have behind their address."""

_AMONG_WORDS = re.compile(rf"(?<![A-Za-z0-9_./@-]){LINK.pattern}")
_BEHIND = re.compile(r"[\])},.;!*`]*(?:[】）」』。，、；！].*)?$")
"""Brackets, stops and the like that stand behind a link and are no part of it."""


def is_link(word: str) -> bool:
    """Whether what was given for a path is a link."""
    return LINK.match(word) is not None


def links_in(text: str) -> list[str]:
    """The links among the words of a text, without the brackets and stops around them."""
    return [_BEHIND.sub("", found[1]) for found in _AMONG_WORDS.finditer(text)]


def joined(parts: Iterable[str]) -> str:
    """The parts with a comma between, as the language chosen has it."""
    return pgettext("list", "{one}, {other}").format(one="", other="").join(parts)


def paragraph(parts: Iterable[object]) -> str:
    """Whole sentences one after the other; what is empty is left out. In some languages there is no blank between."""
    sentences = list(filter(None, map(str, parts)))
    if len(sentences) < 2:
        return "".join(sentences)
    return pgettext("two sentences", "{one} {other}").format(one="", other="").join(sentences)


def joined_list(parts: Iterable[str]) -> str:
    """The parts, in which there may be commas, with a semicolon between, as the language chosen has it."""
    return pgettext("list", "{one}; {other}").format(one="", other="").join(parts)


def as_beginning(text: str) -> str:
    """The words as a sentence begins with them: only their first letter is made a capital, names stay as they are."""
    return text[:1].upper() + text[1:]


def without_gaps(text: str) -> str:
    """Without blanks between characters of a script that has none, such as Chinese."""
    return _GAP.sub("", text)


def pluralized(number: int, noun: str) -> str:
    """`1 clause`, `2,708 clauses`, `no clauses`; the noun is English, in the singular, and takes an s for many."""
    if not number:
        return _(f"no {noun}s")
    return ngettext(f"{{number}} {noun}", f"{{number}} {noun}s", number).format(number=numeral(number))


def noun(word: str) -> str:
    """Marks a noun that `counted` is given elsewhere, so that it is among what is to be translated."""
    return word


def _escape(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # how Python keeps an undecodable byte of a file name
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
