"""Writes digits: with one character each, in files, on boards and in sentences."""

from engine.base.text import whole_number

SIGNS = "123456789ABCDEFGHIJKLMNOP"
"""The sign of each digit, from 1."""


def sign(digit: int) -> str:
    """The sign of a digit, from 1: `9`, `A` for 10, `P` for 25."""
    return SIGNS[digit - 1]


def digit_of(text: str) -> int:
    """The digit that a sign (either case) or a number writes; 0 if it writes none."""
    number = whole_number(text)
    return SIGNS.find(text.upper()) + 1 if number < 0 and len(text) == 1 else max(number, 0)
