"""Checks that sentences filled with names and numbers are correct English."""

import re

_CELL = r"r\d+c\d+"
_NAME = rf"(?:{_CELL}|[1-9A-P]|\d\d)"
_SEVERAL = rf"(?:{_NAME}, )*{_NAME} and {_NAME}"
_BEGINS = "(?<!, )(?<!one of )(?<!ach of )(?<!rows )(?<!columns )(?<!boxes )(?<!diagonals )(?<!windows )"
_SINGULAR = "is|has|holds|sees|goes|fits|takes"
_PLURAL = "are|have|hold|see|go|fit|take"

MISTAKES = {
    "a hole that nothing filled": r"[{}]|None|\(\)",
    "blanks": r"  |^ | $| [,.;:)]|\( ",
    "a word twice": r"\b(\w+) \1\b",
    "a word that leads nowhere": r"\b(and|or|so|to|the|in|of|a|an|nor|both|with|which|either|if|then|by|but)[.;:,]",
    "one of many": r"\b1 (rows|columns|boxes|houses|cells|digits|candidates|places)\b",
    "many of one": r"\b([02-9]|\d\d+) (row|column|box|house|cell|digit|candidate|place)\b",
    "rows of one": r"\b(rows|columns|boxes) \d+(?!\d*(, | and | or ))",
    "a for an": r"\ba (8|11|18|A\b)|\ban [1-79]",
    "a listing in a listing": rf"{_CELL} and {_CELL} and\b|{_CELL} and one of\b",
    "both of three": rf"{_CELL}, {_CELL} and {_CELL} (can't |would )?both|both {_CELL}, ",
    "neither or nor without the other": rf"\bneither {_CELL}\b(?! nor {_CELL})|^(?!.*\bneither {_CELL} nor\b).*\bnor\b",
    "several with a verb for one": rf"{_BEGINS}\b{_SEVERAL} ({_SINGULAR})\b",
    "one with a verb for several": rf"(?:^|[:;.>] |so |if ){_CELL} ({_PLURAL})\b",
    "a subtraction": r" - |=",
    "a sentence within": r"\.[;,:]|\.\.|::",
}
"""Patterns of mistakes by name."""


def mistakes(sentence: str) -> list[str]:
    """The mistakes in a sentence."""
    return [
        f"{name}: {found[0]!r} in {sentence}"
        for name, pattern in MISTAKES.items()
        if (found := re.search(pattern, sentence))
    ]
