"""Reads the rows of a damaged SQLite file page by page, so that damage to a page does not affect others.

Rows are taken from every page that belongs to a table, whether or not the damaged trees still reach it; pages on the
free list are skipped. The format is described at https://sqlite.org/fileformat2.html.
"""

import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

Value = int | float | str | bytes | None

PAGE_SIZE = 4096
"""Size of a page in bytes if the header contains no valid one: SQLite's default since 2016."""
_HEADER = b"SQLite format 3\0"
_INDEX_NODE, _TABLE_NODE, _INDEX_LEAF, _TABLE_LEAF = 2, 5, 10, 13
_NODES = (_INDEX_NODE, _TABLE_NODE)
_WAL_MAGIC = (0x377F0682, 0x377F0683)
_WAL_HEADER, _FRAME_HEADER = 32, 24
_INTEGER_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of an integer by its serial type."""


class Row(NamedTuple):
    """A row: its number (`rowid`; None if the table has none), and its values in the order of the columns."""

    number: int | None
    values: tuple[Value, ...]


def rows(path: Path) -> Iterator[Row]:
    """Yield every readable row, possibly more than once. Raises OSError."""
    return _Pages(_read_pages(path)).rows()


class _DamageError(Exception):
    """Raised for invalid bytes."""


class _Pages:
    """The pages of a file by number, from 1."""

    def __init__(self, pages: Mapping[int, bytes]) -> None:
        self._pages = pages
        self._size = len(next(iter(pages.values()), b""))

    def rows(self) -> Iterator[Row]:
        free = self._free_pages()
        referenced = {child for number in self._pages if number not in free for child in self._children(number)}
        for number in self._pages:
            if number not in free or number in referenced:
                yield from self._rows_of(number)

    def _rows_of(self, number: int) -> Iterator[Row]:
        kind, cells = self._cells(number)
        if kind == _TABLE_NODE:
            return
        for offset in cells:
            try:
                yield self._row(number, kind, offset)
            except (_DamageError, IndexError, struct.error, OverflowError):
                continue

    def _cells(self, number: int) -> tuple[int, list[int]]:
        """The kind of a page, and the offsets of its cells; none if it does not belong to a table."""
        page, start = self._pages[number], 100 if number == 1 else 0
        kind, _, count, _, _ = struct.unpack_from(">BHHHB", page, start)
        first = start + (12 if kind in _NODES else 8)
        if kind not in (*_NODES, _INDEX_LEAF, _TABLE_LEAF):
            return kind, []
        count = min(count, (len(page) - first) // 2)
        end = first + 2 * count
        offsets = struct.unpack_from(f">{count}H", page, first)
        return kind, [offset for offset in offsets if end <= offset < len(page)]

    def _children(self, number: int) -> Iterator[int]:
        """Yields the child pages of a page."""
        page, start = self._pages[number], 100 if number == 1 else 0
        kind, cells = self._cells(number)
        if kind in _NODES:
            for offset in (start + 8, *cells):
                if offset + 4 <= len(page):
                    yield struct.unpack_from(">I", page, offset)[0]

    def _free_pages(self) -> set[int]:
        """The pages on the free list, as far as it can be followed."""
        free: set[int] = set()
        first = self._pages.get(1, b"")
        trunk = struct.unpack_from(">I", first, 32)[0] if first else 0
        while trunk in self._pages and trunk not in free and trunk != 1:
            free.add(trunk)
            page = self._pages[trunk]
            trunk, count = struct.unpack_from(">II", page)
            free.update(struct.unpack_from(f">{min(count, len(page) // 4 - 2)}I", page, 8))
        return free - {1}

    def _row(self, number: int, kind: int, offset: int) -> Row:
        page = self._pages[number]
        if kind == _INDEX_NODE:
            offset += 4
        length, offset = _varint(page, offset)
        rowid = None
        if kind == _TABLE_LEAF:
            rowid, offset = _varint(page, offset)
            rowid -= (rowid >> 63) << 64
        return Row(rowid, _values(self._payload(page, offset, length, kind == _TABLE_LEAF)))

    def _payload(self, page: bytes, offset: int, length: int, is_table: bool) -> bytes:
        """The payload of a row: its first `local` bytes are on this page, the others on a chain of overflow pages."""
        if length > self._size * len(self._pages):
            raise _DamageError
        max_local = self._size - 35 if is_table else (self._size - 12) * 64 // 255 - 23
        if length <= max_local:
            local = length
        else:
            min_local = (self._size - 12) * 32 // 255 - 23
            local = min_local + (length - min_local) % (self._size - 4)
            local = local if local <= max_local else min_local
        data = bytearray(page[offset : offset + local])
        if len(data) < local:
            raise _DamageError
        (next_page,) = struct.unpack_from(">I", page, offset + local) if length > local else (0,)
        while len(data) < length:
            if next_page not in self._pages:
                raise _DamageError
            overflow = self._pages[next_page]
            next_page = struct.unpack_from(">I", overflow)[0]
            data += overflow[4 : 4 + length - len(data)]
        return bytes(data)


def _values(data: bytes) -> tuple[Value, ...]:
    """The values of a row. Raises _DamageError or IndexError."""
    end, offset = _varint(data, 0)
    kinds = []
    while offset < end:
        kind, offset = _varint(data, offset)
        kinds.append(kind)
    values = []
    for kind in kinds:
        value, offset = _value(data, offset, kind)
        values.append(value)
    if offset != len(data):
        raise _DamageError
    return tuple(values)


def _value(data: bytes, offset: int, kind: int) -> tuple[Value, int]:
    """The value of a serial type at an offset, and the offset after it."""
    if kind in (8, 9):
        return kind - 8, offset
    if kind == 0:
        return None, offset
    size = _INTEGER_SIZES.get(kind) or (8 if kind == 7 else (kind - 12) // 2)
    part = data[offset : offset + size]
    if kind in (10, 11) or len(part) < size:
        raise _DamageError
    if kind == 7:
        return struct.unpack(">d", part)[0], offset + size
    if kind in _INTEGER_SIZES:
        return int.from_bytes(part, "big", signed=True), offset + size
    return (part.decode(errors="replace") if kind % 2 else part), offset + size


def _varint(data: bytes, offset: int) -> tuple[int, int]:
    """The variable-length integer of one to nine bytes at an offset, and the offset after it."""
    number = 0
    for count in range(8):
        byte = data[offset + count]
        number = number << 7 | byte & 127
        if byte < 128:
            return number, offset + count + 1
    return number << 8 | data[offset + 8], offset + 9


def _read_pages(path: Path) -> dict[int, bytes]:
    """The pages of a file, in their versions from the write-ahead log if there is one."""
    data = path.read_bytes()
    size = struct.unpack_from(">H", data, 16)[0] if data.startswith(_HEADER) and len(data) >= 100 else 0
    size = 65536 if size == 1 else size
    if size < 512 or size & (size - 1):
        size = PAGE_SIZE
    pages = {number + 1: data[number * size : (number + 1) * size] for number in range(len(data) // size)}
    journal = Path(f"{path}-wal")
    if journal.exists():
        pages |= _journal_pages(journal.read_bytes(), size)
    return pages


def _journal_pages(data: bytes, size: int) -> dict[int, bytes]:
    """The undamaged pages of a write-ahead log (`-wal`), as of the last committed transaction."""
    if len(data) < _WAL_HEADER:
        return {}
    magic, _, header_size, _, *salts = struct.unpack_from(">6I", data)
    if magic not in _WAL_MAGIC or header_size != size:
        return {}
    byte_order, before = ">" if magic & 1 else "<", struct.unpack_from(">2I", data, 24)
    pages: dict[int, bytes] = {}
    pending: dict[int, bytes] = {}
    for offset in range(_WAL_HEADER, len(data) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size):
        number, committed, *salt, first_sum, second_sum = struct.unpack_from(">6I", data, offset)
        if salt != salts:
            break
        page = data[offset + _FRAME_HEADER : offset + _FRAME_HEADER + size]
        if _checksum(data[offset : offset + 8] + page, byte_order, *before) == (first_sum, second_sum):
            pending[number] = page
        before = first_sum, second_sum
        if committed:
            pages |= pending
            pending = {}
    return pages


def _checksum(data: bytes, order: str, first_sum: int, second_sum: int) -> tuple[int, int]:
    """The checksum of a frame, continuing that of the previous frame."""
    numbers = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(numbers[::2], numbers[1::2], strict=True):
        first_sum = first_sum + first + second_sum & 0xFFFFFFFF
        second_sum = second_sum + second + first_sum & 0xFFFFFFFF
    return first_sum, second_sum
