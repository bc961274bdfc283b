"""Numbers of binary proofs: groups of 7 bits, lowest first, with the high bit set in all bytes but the last."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_GROUPS = 5  # of 7 bits, in the longest number


class Fault(ValueError):
    """A number that can't be read: the byte (from 0) where it begins, and the `problem`."""

    def __init__(self, place: int, problem: str) -> None:
        super().__init__(problem)
        self.place, self.problem = place, problem


def numbers_of(data: "NDArray[np.uint8]") -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """The numbers, and the offsets where they begin; the data ends with a whole number. Raises Fault."""
    import numpy as np

    last = np.flatnonzero(data < 128)
    first = np.concatenate(([0], last[:-1] + 1))
    _refuse(last - first >= _GROUPS, first, "a number is too long")
    _refuse((last > first) & (data[last] == 0), first, "a number is longer than it need be")
    numbers = np.zeros(len(first), np.int64)
    for group in range(_GROUPS):
        there = first + group <= last
        numbers[there] |= (data[first[there] + group].astype(np.int64) & 127) << 7 * group
    return numbers, first


def _refuse(wrong: "NDArray[np.bool_]", places: "NDArray[np.int64]", problem: str) -> None:
    """Raise Fault if any entry of `wrong` is true."""
    if wrong.any():
        raise Fault(int(places[wrong.argmax()]), problem)
