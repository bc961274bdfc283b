"""How digits are written: with one character each, in files, on boards and in sentences."""

SIGNS = "123456789ABCDEFGHIJKLMNOP"
"""The sign of each digit, from 1."""


def sign(digit: int) -> str:
    """The sign of a digit, from 1: `9`, `A` for 10, `P` for 25."""
    return SIGNS[digit - 1]
