"""Sets of small numbers, such as cells or digits, as ints: bit n stands for the number n."""

from collections.abc import Iterable, Iterator


def members(bits: int) -> Iterator[int]:
    """The numbers in a set, ascending."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def union(numbers: Iterable[int]) -> int:
    """The set of exactly these numbers."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
