"""Numpy views of arrays, and rows of a flat array."""

from array import array
from itertools import pairwise

import numpy as np
import pytest

from engine.base.flat_rows import int_view, selected_rows, view


@pytest.mark.parametrize("code", "bBiIqQ")
def test_a_view_has_the_numbers_and_their_type(code: str) -> None:
    for numbers in ([], [1, 2, 100]):
        found = view(array(code, numbers))
        assert (found.tolist(), found.dtype) == (numbers, np.dtype(code))


def test_a_view_of_ints_shares_their_memory() -> None:
    numbers = array("i", [5, -6])
    int_view(numbers)[1] = 7
    assert numbers.tolist() == [5, 7]


@pytest.mark.parametrize("rows", [[], [0], [2, 0], [1, 1, 3], [3, 2, 1, 0]])
def test_rows_in_any_order(rows: list[int]) -> None:
    every = [[1, 2], [], [3], [4, 5, 6]]
    flat, starts = np.array([1, 2, 3, 4, 5, 6], np.int32), np.array([0, 2, 2, 3, 6], np.int32)
    found, offsets = selected_rows(flat, starts, np.array(rows, np.int32))
    assert [found[a:b].tolist() for a, b in pairwise(offsets)] == [every[row] for row in rows]
    assert offsets[0] == 0
    assert (found.dtype, offsets.dtype) == (np.int32, np.int32)
