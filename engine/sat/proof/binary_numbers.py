"""Parses the numbers of binary proofs: groups of 7 bits, lowest first, with the high bit in all bytes but the last."""

from typing import TYPE_CHECKING

from engine.base.language import _

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MAX_GROUPS = 5  # of 7 bits in a number


class BinaryNumberError(ValueError):
    """Bytes that do not encode a number: the `place` (from 0) where they begin, and the `problem` as a sentence."""

    def __init__(self, place: int, problem: str) -> None:
        super().__init__(problem)
        self.place, self.problem = place, problem


def numbers_of(data: "NDArray[np.uint8]") -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """The numbers, and the offsets where they begin. `data` ends with a complete number. Raises BinaryNumberError."""
    import numpy as np

    last = np.flatnonzero(data < 128)
    first = np.concatenate(([0], last[:-1] + 1))
    _refuse(last - first >= _MAX_GROUPS, first, _("a number is too long"))
    _refuse((last > first) & (data[last] == 0), first, _("a number takes more bytes than it needs"))
    numbers = np.zeros(len(first), np.int64)
    for group in range(_MAX_GROUPS):
        longer = first + group <= last
        numbers[longer] |= (data[first[longer] + group].astype(np.int64) & 127) << 7 * group
    return numbers, first


def _refuse(wrong: "NDArray[np.bool_]", places: "NDArray[np.int64]", problem: str) -> None:
    """Raise BinaryNumberError if any entry of `wrong` is true."""
    if wrong.any():
        raise BinaryNumberError(int(places[wrong.argmax()]), problem)
