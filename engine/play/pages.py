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
"""Size of a page in bytes if the header does not tell it: SQLite's default since 2016."""
_HEADER = b"SQLite format 3\0"
_INDEX_NODE, _TABLE_NODE, _INDEX_LEAF, _TABLE_LEAF = 2, 5, 10, 13
_NODES = (_INDEX_NODE, _TABLE_NODE)
_WAL_MAGIC = (0x377F0682, 0x377F0683)
_WAL_HEADER, _FRAME_HEADER = 32, 24
_NUMBERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of an integer by its type."""


class Row(NamedTuple):
    """A row: its number (`rowid`; None if the table has none), and its values in the order of the columns."""

    number: int | None
    values: tuple[Value, ...]


def rows(path: Path) -> Iterator[Row]:
    """Yields every readable row, possibly more than once. Raises OSError."""
    return _File(_pages(path)).rows()


class _DamageError(Exception):
    """Raised for invalid bytes."""


class _File:
    """The pages of a file by number, from 1."""

    def __init__(self, pages: Mapping[int, bytes]) -> None:
        self._pages = pages
        self._size = len(next(iter(pages.values()), b""))

    def rows(self) -> Iterator[Row]:
        free = self._free()
        reached = {child for number in self._pages if number not in free for child in self._children(number)}
        for number in self._pages:
            if number not in free or number in reached:
                yield from self._rows_of(number)

    def _rows_of(self, number: int) -> Iterator[Row]:
        kind, cells = self._cells(number)
        if kind == _TABLE_NODE:
            return
        for place in cells:
            try:
                yield self._row(number, kind, place)
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
        places = struct.unpack_from(f">{count}H", page, first)
        return kind, [place for place in places if end <= place < len(page)]

    def _children(self, number: int) -> Iterator[int]:
        """Yields the child pages of a page."""
        page, start = self._pages[number], 100 if number == 1 else 0
        kind, cells = self._cells(number)
        if kind in _NODES:
            for place in (start + 8, *cells):
                if place + 4 <= len(page):
                    yield struct.unpack_from(">I", page, place)[0]

    def _free(self) -> set[int]:
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

    def _row(self, number: int, kind: int, place: int) -> Row:
        page = self._pages[number]
        if kind == _INDEX_NODE:
            place += 4
        length, place = _varint(page, place)
        rowid = None
        if kind == _TABLE_LEAF:
            rowid, place = _varint(page, place)
            rowid -= (rowid >> 63) << 64
        return Row(rowid, _values(self._payload(page, place, length, kind == _TABLE_LEAF)))

    def _payload(self, page: bytes, place: int, length: int, is_table: bool) -> bytes:
        """The payload of a row, which begins on this page."""
        if length > self._size * len(self._pages):
            raise _DamageError
        most = self._size - 35 if is_table else (self._size - 12) * 64 // 255 - 23
        if length <= most:
            here = length
        else:
            least = (self._size - 12) * 32 // 255 - 23
            here = least + (length - least) % (self._size - 4)
            here = here if here <= most else least
        data = bytearray(page[place : place + here])
        if len(data) < here:
            raise _DamageError
        (onward,) = struct.unpack_from(">I", page, place + here) if length > here else (0,)
        while len(data) < length:
            if onward not in self._pages:
                raise _DamageError
            more = self._pages[onward]
            onward = struct.unpack_from(">I", more)[0]
            data += more[4 : 4 + length - len(data)]
        return bytes(data)


def _values(data: bytes) -> tuple[Value, ...]:
    """The values of a row. Raises _DamageError or IndexError."""
    end, place = _varint(data, 0)
    kinds = []
    while place < end:
        kind, place = _varint(data, place)
        kinds.append(kind)
    values = []
    for kind in kinds:
        value, place = _value(data, place, kind)
        values.append(value)
    if place != len(data):
        raise _DamageError
    return tuple(values)


def _value(data: bytes, place: int, kind: int) -> tuple[Value, int]:
    """The value of a type at an offset, and the offset after it."""
    if kind in (8, 9):
        return kind - 8, place
    if kind == 0:
        return None, place
    size = _NUMBERS.get(kind) or (8 if kind == 7 else (kind - 12) // 2)
    part = data[place : place + size]
    if kind in (10, 11) or len(part) < size:
        raise _DamageError
    if kind == 7:
        return struct.unpack(">d", part)[0], place + size
    if kind in _NUMBERS:
        return int.from_bytes(part, "big", signed=True), place + size
    return (part.decode(errors="replace") if kind % 2 else part), place + size


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """The variable-length integer of one to nine bytes at an offset, and the offset after it."""
    number = 0
    for count in range(8):
        byte = data[place + count]
        number = number << 7 | byte & 127
        if byte < 128:
            return number, place + count + 1
    return number << 8 | data[place + 8], place + 9


def _pages(path: Path) -> dict[int, bytes]:
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
    words, before = ">" if magic & 1 else "<", struct.unpack_from(">2I", data, 24)
    pages: dict[int, bytes] = {}
    pending: dict[int, bytes] = {}
    for place in range(_WAL_HEADER, len(data) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size):
        number, committed, *salt, first_sum, second_sum = struct.unpack_from(">6I", data, place)
        if salt != salts:
            break
        page = data[place + _FRAME_HEADER : place + _FRAME_HEADER + size]
        if _checksum(data[place : place + 8] + page, words, *before) == (first_sum, second_sum):
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
