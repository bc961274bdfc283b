"""Unpacks gzip, bzip2 and xz, whatever a file claims: each piece in bounded time and memory."""

import importlib
import zlib
from collections.abc import Callable
from typing import Any, Protocol

from engine.base.language import _

PACKED = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ\x00": "lzma"}
"""The supported formats by the first bytes of their files, with the names of their modules."""

FOREIGN = {b"\x28\xb5\x2f\xfd": "zstd", b"PK\x03\x04": "zip", b"7z\xbc\xaf\x27\x1c": "7z", b"\x1f\x9d": "compress"}
"""The names of unsupported formats."""

MAX_MEMORY = 1 << 27
"""Memory limit of unpacking in bytes (128 MiB). `xz -9` needs half of that; a header may ask for up to 4 GiB."""

_PIECE_BYTES = 1 << 14
"""Bytes of the packed file that are read at a time."""
_MEMORY_MESSAGE = "Memory usage limit"
"""The beginning of lzma's message about its memory limit."""
_MAX_STEPS = 1000
"""Maximum number of pieces, and of packed parts, per call."""


class DamagedDataError(Exception):
    """Raised when packed data is truncated or damaged."""


class UnpackingMemoryError(Exception):
    """Raised when unpacking would take more than MAX_MEMORY."""


class _Part(Protocol):
    """One packed part of a file: concatenated files are unpacked like one."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class Unpacker:
    """Unpacks the bytes that `read` returns: as many as requested, fewer only at the end of the file."""

    def __init__(self, read: Callable[[int], bytes], mark: bytes) -> None:
        """`mark` is the beginning of the file, one of PACKED. Raises ImportError if this Python lacks the module."""
        self._read = read
        self._mark = mark
        self._make_part = _part_maker(PACKED[mark])
        self._part = self._make_part()
        self._rest = b""
        """Bytes that are read but not yet unpacked."""

    def read(self, count: int) -> bytes:
        """The next bytes, at most `count`; empty at the end.

        Raises DamagedDataError, UnpackingMemoryError, and what `read` raises.
        """
        data = bytearray()
        for _unused in range(_MAX_STEPS):
            if len(data) == count or (self._part.eof and not self._start_next_part()):
                return bytes(data)
            packed = self._read_packed() if self._part.needs_input else b""
            try:
                data += self._part.decompress(packed, count - len(data))
            except MemoryError:
                raise
            except Exception as error:  # noqa: BLE001 (each format has its own class)
                kind = UnpackingMemoryError if _MEMORY_MESSAGE in str(error) else DamagedDataError
                raise kind(str(error)) from None
        if not data:
            raise DamagedDataError(_("most of it is empty"))
        return bytes(data)

    def _read_packed(self) -> bytes:
        data, self._rest = self._rest or self._read(_PIECE_BYTES), b""
        if not data:
            raise DamagedDataError(_("its end is missing"))
        return data

    def _start_next_part(self) -> bool:
        """Start the next part, after any zeros; returns False if there is none."""
        rest = self._part.unused_data.lstrip(b"\0")
        while not rest and (more := self._read(_PIECE_BYTES)):
            rest = more.lstrip(b"\0")
        if not rest:
            return False
        rest += self._read(len(self._mark))  # the mark may begin at the end of the bytes that are read
        if not rest.startswith(self._mark):
            raise DamagedDataError(_("other data follows the compressed data"))
        self._part, self._rest = self._make_part(), rest
        return True


class _Gzip:
    """zlib's decompressor for gzip, with the interface of the others."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(wbits=31)
        self.needs_input = True

    @property
    def eof(self) -> bool:
        return self._member.eof

    @property
    def unused_data(self) -> bytes:
        return self._member.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        unpacked = self._member.decompress(self._member.unconsumed_tail + data, max_length)
        self.needs_input = len(unpacked) < max_length and not self._member.unconsumed_tail
        return unpacked


def _part_maker(name: str) -> Callable[[], _Part]:
    """A function that makes a decompressor for a part."""
    if name == "gzip":
        return _Gzip
    module: Any = importlib.import_module(name)
    if name == "bz2":
        return module.BZ2Decompressor  # type: ignore[no-any-return]
    return lambda: module.LZMADecompressor(module.FORMAT_XZ, memlimit=MAX_MEMORY)
