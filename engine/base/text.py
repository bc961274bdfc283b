"""Text utilities: text for terminals, links, whole numbers, joined phrases and counted nouns."""

import unicodedata
from collections.abc import Iterable

from engine.base.language import _, ngettext, numeral, pgettext
from engine.base.patterns import pattern

MAX_TITLE_LENGTH = 200
"""Maximum length of a title in characters."""

_GAP = pattern(r"(?<=[\u3001\u3002\u3400-\u9fff\uff00-\uff60]) (?=[\u3400-\u9fff])")
"""A blank between Chinese characters, or after Chinese punctuation."""

_FULL_WIDTH = {0xFF01 + place: chr(0x21 + place) for place in range(94)} | {0x3000: " ", 0x3001: ","}
"""The characters of ASCII, a blank and a comma as typed on Chinese and Japanese keyboards."""

_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def printable(text: str) -> str:
    """The text on one line, with every character that a terminal could act on shown as an escape such as `\\x1b`.

    These are control characters, invisible formatting (such as changes of the writing direction), undecodable bytes of
    file names, and line separators. A tab becomes a blank.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        " " if char == "\t" else _escape(char) if unicodedata.category(char) in _UNSAFE else char for char in text
    )


def title_of(text: str) -> str:
    """A name from a file as the program stores it: printable, on one line, with single blanks, shortened."""
    return printable(" ".join(text[: 2 * MAX_TITLE_LENGTH].split()))[:MAX_TITLE_LENGTH].rstrip()


def one_line(text: str) -> str:
    """Join the lines of a text with blanks, but without one between two wide characters.

    Chinese and Japanese are written without blanks.
    """
    joined = ""
    for line in text.split("\n"):
        words = " ".join(line.split())
        gap = "" if not joined or not words or (_is_wide(joined[-1]) and _is_wide(words[0])) else " "
        joined += gap + words
    return joined


def _is_wide(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WF"


def columns_of(text: str) -> int:
    """The columns of a text in a terminal, two for each wide character."""
    return len(text) + sum(map(_is_wide, text))


def sanitized_input(text: str) -> str:
    """The text that a person typed, with full-width letters, digits and signs in their usual form."""
    return text.translate(_FULL_WIDTH)


def whole_number(text: str) -> int:
    """The number written in digits 0 to 9; -1 if the text is anything else, or has more than 18 digits.

    Leading zeros don't count. Python's own `int` accepts other digits too, and raises ValueError for very long numbers.
    """
    digits = text.lstrip("0") or text[:1]
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 18 else -1


_LINK = (
    r"""\s*[<"']?("""
    r"https?://[^\s<>\"']+"
    r"|(?:[\w-]+\.)*(?:sudokupad\.app|f-puzzles\.com|sudokuwiki\.org|sudokuexchange\.com)/[^\s<>\"']+"
    r"|(?:scl|ctc|fpuz(?:zles)?)N4[^\s<>\"']{8,}"
    r"|[#?]?m=(?:edit|solve)&p=[^\s<>\"']+"
    r""")[>"']?\s*"""
)
LINK = pattern(_LINK)
"""A line that is a link, with or without `https://`, or the part after the address of SudokuPad and Penpa+."""

_AMONG_WORDS = pattern(rf"(?<![A-Za-z0-9_./@-]){_LINK}")
_BEHIND = pattern(r"[\])},.;!*`]*(?:[】）」』。，、；！].*)?$")
"""Brackets and punctuation that follow a link and are not part of it."""


def is_link(word: str) -> bool:
    """Whether a path argument is a link."""
    return LINK.match(word) is not None


def links_in(text: str) -> list[str]:
    """The links in a text, without surrounding brackets and punctuation."""
    return [_BEHIND.sub("", found[1]) for found in _AMONG_WORDS.finditer(text)]


def joined(parts: Iterable[str]) -> str:
    """Join the parts with the comma of the current language."""
    return pgettext("list", "{first}, {second}").format(first="", second="").join(parts)


def paragraph(parts: Iterable[object]) -> str:
    """Join sentences, skipping empty ones; some languages put no blank between them."""
    sentences = list(filter(None, map(str, parts)))
    if len(sentences) < 2:
        return "".join(sentences)
    return pgettext("two sentences", "{first} {second}").format(first="", second="").join(sentences)


def joined_list(parts: Iterable[str]) -> str:
    """Join parts that may contain commas with the semicolon of the current language."""
    return pgettext("list", "{first}; {second}").format(first="", second="").join(parts)


_SENTENCE_END = pattern(r"(?<=[.!?])\s+(?=[^a-z])|(?<=[。！？])\s*(?=.)|\n+")


def split_sentences(text: str) -> list[str]:
    """The sentences of a text; each line is at least one of its own."""
    return [sentence.strip() for sentence in _SENTENCE_END.split(text) if sentence.strip()]


def as_beginning(text: str) -> str:
    """The text with a capital first letter, as at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def without_gaps(text: str) -> str:
    """Remove blanks between characters of a script that has none, such as Chinese."""
    return _GAP.sub("", text)


def pluralized(number: int, noun: str) -> str:
    """`1 clause`, `2,708 clauses`, `no clauses`; the noun is in English and singular, with a plural in s."""
    if not number:
        return _(f"no {noun}s")
    return ngettext(f"{{number}} {noun}", f"{{number}} {noun}s", number).format(number=numeral(number))


def noun(word: str) -> str:
    """Mark a noun that is passed to `pluralized` elsewhere, so that it is collected for translation."""
    return word


def _escape(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # Python's form of an undecodable byte in a file name
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
