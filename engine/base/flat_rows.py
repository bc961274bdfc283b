"""Numpy views of arrays, and rows of ints in one flat array with the offsets of the rows."""

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from array import array

    import numpy as np
    from numpy.typing import NDArray


def view(numbers: "array[int]") -> "NDArray[np.integer]":
    """A numpy view of an array of integers, which may be empty."""
    import numpy as np

    dtype = np.dtype(numbers.typecode)
    return np.frombuffer(numbers, dtype=dtype) if numbers else np.zeros(0, dtype)


def int_view(ints: "array[int]") -> "NDArray[np.int32]":
    """A numpy view of an array("i"), which may be empty."""
    return cast("NDArray[np.int32]", view(ints))


def selected_rows(
    flat: "NDArray[np.int32]", starts: "NDArray[np.signedinteger]", rows: "NDArray[np.signedinteger]"
) -> "tuple[NDArray[np.int32], NDArray[np.int32]]":
    """The rows with these indexes, in this order, as a flat array and offsets."""
    import numpy as np

    lengths = (starts[1:] - starts[:-1])[rows]
    ends = np.cumsum(lengths, dtype=np.int64)
    shifts = np.repeat(starts[rows].astype(np.int64) - (ends - lengths), lengths)
    places = shifts + np.arange(len(shifts))
    return flat[places], np.concatenate(([0], ends)).astype(np.int32)
