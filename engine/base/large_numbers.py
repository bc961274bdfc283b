"""Integers of any size as text.

Python's own `str` refuses more than 4300 digits, because its time grows with the square of their number.
"""

from decimal import MAX_EMAX, MAX_PREC, Decimal, localcontext
from math import log10

_MAX_FACTOR_BITS = 100
"""Maximum length of a factor that is written before a power of two."""
_MAX_BITS = 3_400_000
"""Maximum length of a number that is written with all its digits, about a million."""


def large_numeral(number: int) -> str:
    """A positive number as a power of two times a factor, such as `3 * 2^14288`, if the factor is short.

    Otherwise all its digits or, above about a million, an approximate power of ten.
    """
    exponent = _trailing_zeros(number)
    factor = number >> exponent
    if factor.bit_length() > _MAX_FACTOR_BITS:
        return all_digits(number) or "10^" + format(decimal_logarithm(number), ".6f")
    return f"{factor} * 2^{exponent}" if factor > 1 else f"2^{exponent}"


def all_digits(number: int) -> str:
    """All digits of a non-negative number; empty if there are more than about a million."""
    if number.bit_length() > _MAX_BITS:
        return ""
    exponent = _trailing_zeros(number) if number else 0
    with localcontext(prec=MAX_PREC, Emax=MAX_EMAX):
        return format(Decimal(number >> exponent) * Decimal(2) ** exponent, "f")


def decimal_logarithm(number: int) -> float:
    """The decimal logarithm of a positive number."""
    shift = max(number.bit_length() - 64, 0)
    return log10(number >> shift) + shift * log10(2)


def _trailing_zeros(number: int) -> int:
    """The number of trailing zero bits of a positive number."""
    return (number & -number).bit_length() - 1
