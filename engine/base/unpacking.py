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

_PIECE = 1 << 14  # bytes of the packed file
_MEMORY = "Memory usage limit"  # the beginning of lzma's message
_STEPS = 1000  # maximum number of pieces, and of packed parts, per call


class DamagedDataError(Exception):
    """Raised when packed data is truncated or damaged."""


class GreedyError(Exception):
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
    """Unpacks the bytes that `take` returns: as many as requested, fewer only at the end of the file."""

    def __init__(self, take: Callable[[int], bytes], mark: bytes) -> None:
        """`mark` is the beginning of the file, one of PACKED. Raises ImportError if this Python lacks the module."""
        self._take = take
        self._mark = mark
        self._new = _maker(PACKED[mark])
        self._part = self._new()
        self._rest = b""  # taken but not used yet

    def read(self, count: int) -> bytes:
        """The next bytes, at most `count`; empty at the end.

        Raises DamagedDataError, GreedyError, and what `take` raises.
        """
        found = bytearray()
        for _unused in range(_STEPS):
            if len(found) == count or (self._part.eof and not self._begin_next()):
                return bytes(found)
            data = self._packed() if self._part.needs_input else b""
            try:
                found += self._part.decompress(data, count - len(found))
            except MemoryError:
                raise
            except Exception as error:  # noqa: BLE001 - each packer has its own, and they share no other class
                raise (GreedyError if _MEMORY in str(error) else DamagedDataError)(str(error)) from None
        if not found:
            raise DamagedDataError(_("most of it is empty"))
        return bytes(found)

    def _packed(self) -> bytes:
        data, self._rest = self._rest or self._take(_PIECE), b""
        if not data:
            raise DamagedDataError(_("its end is missing"))
        return data

    def _begin_next(self) -> bool:
        """Begin with the next part, after any zeros; returns False if there is none."""
        rest = self._part.unused_data.lstrip(b"\0")
        while not rest and (more := self._take(_PIECE)):
            rest = more.lstrip(b"\0")
        if not rest:
            return False
        rest += self._take(len(self._mark))  # the mark may begin at the very end of the bytes taken
        if not rest.startswith(self._mark):
            raise DamagedDataError(_("other data follows the compressed data"))
        self._part, self._rest = self._new(), rest
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
        found = self._member.decompress(self._member.unconsumed_tail + data, max_length)
        self.needs_input = len(found) < max_length and not self._member.unconsumed_tail
        return found


def _maker(name: str) -> Callable[[], _Part]:
    """A function that makes a decompressor for a part."""
    if name == "gzip":
        return _Gzip
    module: Any = importlib.import_module(name)
    if name == "bz2":
        return module.BZ2Decompressor  # type: ignore[no-any-return]
    return lambda: module.LZMADecompressor(module.FORMAT_XZ, memlimit=MAX_MEMORY)
