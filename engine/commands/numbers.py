"""Numeric option values. Each parser raises argparse's error with a plain sentence."""

import math
from argparse import ArgumentTypeError
from collections.abc import Callable


def seconds(text: str) -> float:
    """Parse a time above 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value


def whole(text: str) -> int:
    """Parse any integer."""
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a whole number") from None


def count(noun: str, most: int, least: int = 1) -> Callable[[str], int]:
    """Return a parser of numbers from `least` to `most`; `noun` is the plural of what they count."""

    def read(text: str) -> int:
        value = int(text) if text.isascii() and text.isdigit() else least - 1
        if not least <= value <= most:
            raise ArgumentTypeError(f"{text!r} is not a number of {noun} from {least}")
        return value

    return read
