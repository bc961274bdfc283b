"""Rows read page by page, compared with what SQLite returns."""

import random
import shutil
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import pytest

from engine.play.pages import Row, rows

VALUES: list[object] = [
    None, 0, 1, -1, 127, -128, 128, -129, 32767, -32768, 32768, 2**23 - 1, -(2**23), 2**23, 2**31 - 1, -(2**31), 2**31,
    2**47 - 1, -(2**47), 2**47, 2**63 - 1, -(2**63), 0.5, -1e300, 3.0, "", "text", "漢字", b"", b"\0\xff", "x" * 57,
    "y" * 58, b"z" * 200, "w" * 20_000,
]  # fmt: skip


def _made(path: Path, size: int, count: int, *, seed: int = 1) -> sqlite3.Connection:
    """A database with a table that has row numbers and one that has none, each with any values in random order."""
    dice, database = random.Random(seed), sqlite3.connect(path, isolation_level=None)
    database.execute(f"PRAGMA page_size = {size}")
    database.execute("CREATE TABLE numbered (a, b, c)")
    database.execute("CREATE TABLE named (name TEXT, number INTEGER, a, PRIMARY KEY (name, number)) WITHOUT ROWID")
    database.execute("BEGIN")
    for number in range(count):
        row = [dice.choice(VALUES) for _ in range(3)]
        key = dice.choice((number + 1, -(2**62) + number, 2**40 + number))
        database.execute("INSERT INTO numbered (rowid, a, b, c) VALUES (?, ?, ?, ?)", (key, *row))
        database.execute("INSERT INTO named VALUES (?, ?, ?)", (f"{'n' * (number % 90)}{number}", number, row[0]))
    database.execute("COMMIT")
    return database


def _expected(database: sqlite3.Connection) -> set[Row]:
    numbered = {Row(key, tuple(values)) for key, *values in database.execute("SELECT rowid, * FROM numbered")}
    return numbered | {Row(None, tuple(values)) for values in database.execute("SELECT * FROM named")}


def _found(path: Path) -> set[Row]:
    """All rows but those of the table of tables."""
    return {row for row in rows(path) if row.values[:1] not in {("table",), ("index",)} or len(row.values) != 5}


def _whole(found: set[Row]) -> set[Row]:
    """Rows as SQLite shows them: a number of type real with an integral value is stored as an integer."""
    return {Row(row.number, tuple(float(v) if type(v) is int and v == 3 else v for v in row.values)) for row in found}


@pytest.mark.parametrize("size", [512, 1024, 4096, 65536])
@pytest.mark.parametrize("count", [0, 1, 40, 300])
def test_every_row_is_read(tmp_path: Path, size: int, count: int) -> None:
    path = tmp_path / "a.db"
    with closing(_made(path, size, count)) as database:
        expected = _expected(database)
    assert _whole(_found(path)) == _whole(expected)
    assert len(_found(path)) == len(expected) == 2 * count


@pytest.mark.parametrize("size", [512, 4096])
def test_rows_of_any_length(tmp_path: Path, size: int) -> None:
    """About the lengths from which a row goes on in another page, and in a second one."""
    path = tmp_path / "a.db"
    lengths = [at + step for at in (95, 475, 985, 1480, 4050, 8140, 12_230) for step in range(25)]
    texts = ["".join(chr(33 + (at + length) % 90) for at in range(length)) for length in lengths]
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"PRAGMA page_size = {size}")
        database.execute("CREATE TABLE numbered (a)")
        database.execute("CREATE TABLE named (a PRIMARY KEY, b) WITHOUT ROWID")
        database.executemany("INSERT INTO numbered VALUES (?)", [(text,) for text in texts])
        database.executemany("INSERT INTO named VALUES (?, 7)", [(text,) for text in texts])
    numbered = {Row(number, (text,)) for number, text in enumerate(texts, 1)}
    assert _found(path) == numbered | {Row(None, (text, 7)) for text in texts}


def test_deleted_items_stay_deleted(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(_made(path, 512, 200)) as database:
        database.execute("DELETE FROM numbered")
        database.execute("DELETE FROM named WHERE number < 150")
        expected = _expected(database)
        assert database.execute("PRAGMA freelist_count").fetchone()[0] > 200
    assert _whole(_found(path)) == _whole(expected)


@pytest.mark.parametrize("open_transaction", [False, True])
def test_the_log_is_read_as_of_the_last_commit(tmp_path: Path, open_transaction: bool) -> None:
    path, copy = tmp_path / "a.db", tmp_path / "b.db"
    with closing(_made(path, 1024, 30)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA wal_autocheckpoint = 0")
        database.execute("PRAGMA cache_size = 10")
        database.execute("UPDATE numbered SET a = 'changed'")
        database.execute("DELETE FROM named WHERE number % 2")
        expected = _expected(database)
        if open_transaction:  # changes of which some are written, but none committed
            database.execute("BEGIN")
            database.execute("DELETE FROM numbered")
            database.execute("INSERT INTO named SELECT 'm' || name, number, zeroblob(9000) FROM named")
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{copy}{end}")
        if open_transaction:
            database.execute("ROLLBACK")
    assert _whole(_found(copy)) == _whole(expected)
    before = {row for row in expected if row.number is not None}
    log = Path(f"{copy}-wal")
    _damage_frames(log, 1024)
    assert not before & _found(copy), "pages of frames with a wrong checksum are left out"


def _damage_frames(log: Path, size: int) -> None:
    data = bytearray(log.read_bytes())
    for place in range(32 + 24 + size - 1, len(data), 24 + size):
        data[place] ^= 1
    log.write_bytes(data)


@pytest.mark.parametrize("change", ["magic", "size", "salt", "short"])
def test_a_log_of_another_file_is_left_out(tmp_path: Path, change: str) -> None:
    path, copy = tmp_path / "a.db", tmp_path / "b.db"
    with closing(_made(path, 1024, 20)) as database:
        expected = _expected(database)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("UPDATE numbered SET a = 'changed'")
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{copy}{end}")
    log = Path(f"{copy}-wal")
    data = bytearray(log.read_bytes())
    match change:
        case "magic":
            data[0] ^= 1
        case "size":
            struct.pack_into(">I", data, 8, 2048)
        case "salt":
            data[32 + 8] ^= 1
        case "short":
            data = data[:31]
    log.write_bytes(data)
    assert _whole(_found(copy)) == _whole(expected)


@pytest.mark.parametrize("length", [0, 1, 99, 100, 4095])
def test_a_short_file_has_no_rows(tmp_path: Path, length: int) -> None:
    path = tmp_path / "a.db"
    with closing(_made(path, 4096, 3)):
        pass
    path.write_bytes(path.read_bytes()[:length])
    assert [*rows(path)] == []


def test_without_a_header_the_usual_size_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with closing(_made(path, 4096, 30)) as database:
        expected = _expected(database)
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])
    assert _whole(expected) <= _whole(_found(path))


@pytest.mark.parametrize("seed", range(6))
def test_random_bytes_give_rows_or_nothing(tmp_path: Path, seed: int) -> None:
    path, dice = tmp_path / "a.db", random.Random(seed)
    with closing(_made(path, 512, 20)):
        pass
    data = bytearray(path.read_bytes())
    for _ in range(400):
        data[dice.randrange(16, len(data))] = dice.randrange(256)
    path.write_bytes(data)
    assert all(isinstance(row.values, tuple) for row in rows(path))
