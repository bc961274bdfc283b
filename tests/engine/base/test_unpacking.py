"""Unpacking in pieces has the same result as Python's own modules, for all sizes of reads."""

import bz2
import gzip
import io
import lzma
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.unpacking import PACKED, DamagedDataError, Unpacker, UnpackingMemoryError

PACKERS = {b"\x1f\x8b": gzip, b"BZh": bz2, b"\xfd7zXZ\x00": lzma}
marks = pytest.mark.parametrize("mark", PACKED)
contents = st.lists(st.binary(max_size=300) | st.integers(0, 200_000).map(bytes), min_size=1, max_size=4)


def unpacked(data: bytes, mark: bytes, sizes: Callable[[], int]) -> bytes:
    unpacker, found = Unpacker(io.BytesIO(data).read, mark), b""
    while piece := unpacker.read(size := sizes()):
        assert len(piece) <= size
        found += piece
    return found


@marks
@given(parts=contents, zeros=st.integers(0, 9), size=st.sampled_from([7, 1000, 65536, 1 << 20]))
def test_parts_give_what_was_packed(mark: bytes, parts: list[bytes], zeros: int, size: int) -> None:
    if sum(map(len, parts)) > 2000:
        size = max(size, 1000)
    data = bytes(zeros).join(map(PACKERS[mark].compress, parts)) + bytes(zeros)
    assert unpacked(data, mark, lambda: size) == b"".join(parts)


@marks
@given(data=st.data())
def test_anything_ends_or_is_damaged(mark: bytes, data: st.DataObject) -> None:
    packed = bytearray(PACKERS[mark].compress(data.draw(st.binary(max_size=200))) * 2)
    for place in data.draw(st.lists(st.integers(len(mark), len(packed) - 1), max_size=4)):
        packed[place] = data.draw(st.integers(0, 255))
    end = data.draw(st.integers(0, len(packed)))
    with suppress(DamagedDataError, UnpackingMemoryError):
        unpacked(bytes(packed[:end]), mark, lambda: 100)


@marks
def test_truncated_data_is_damaged(mark: bytes) -> None:
    packed = PACKERS[mark].compress(b"text" * 100)
    for end in range(len(packed)):
        with pytest.raises(DamagedDataError):
            unpacked(packed[:end], mark, lambda: 1000)
