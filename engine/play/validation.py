"""Validates values from the program's own files, whose contents are not trusted. Raises ValueError for invalid ones."""

import json
from typing import Any

from engine.base.text import printable

MAX_NUMBER = 253_402_300_799
"""The highest valid number: in seconds since 1970, the end of the year 9999."""


def parsed(text: object) -> Any:
    """Parse a JSON value."""
    try:
        return json.loads(string(text))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def string(value: object) -> str:
    """The value, which must be text."""
    if not isinstance(value, str):
        raise ValueError(f"{_printable(value)} is not text")
    return value


def label(value: object) -> str:
    """The value, which must be text, made printable."""
    return printable(string(value))


def whole(value: object) -> int:
    """The value, which must be an integer from 0 to MAX_NUMBER."""
    if type(value) is not int or not 0 <= value <= MAX_NUMBER:
        raise ValueError(f"{_printable(value)} is not an integer from 0 to {MAX_NUMBER}")
    return value


def seconds(value: object) -> float:
    """The value, which must be a number from 0 to MAX_NUMBER."""
    if not isinstance(value, int | float) or not 0 <= value <= MAX_NUMBER:
        raise ValueError(f"{_printable(value)} is not a number from 0 to {MAX_NUMBER}")
    return float(value)


def _printable(value: object) -> str:
    return f"{str(value)[:20]!a}"
