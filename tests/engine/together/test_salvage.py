"""Recovery of a damaged file of the server: names, keys, and moves in matches."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from engine.together import records
from engine.together.database import ServerDatabase
from engine.together.player import skeleton
from engine.together.salvage import SalvagedPlayers, salvage

PLAYERS = 300
TABLES = ("player", "key", "code", "block", "puzzle", "day", "match", "seat", "act")
PAGE = 4096


def fill(connection: sqlite3.Connection) -> None:
    def insert(table: str, *rows: tuple[Any, ...]) -> None:
        connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)

    numbers = range(1, PLAYERS + 1)
    names = {number: f"player-no-{number}"[:16] for number in numbers}
    insert(
        "player",
        *((number, name, 1.5e9 + number, skeleton(name), 0.0, number % 2, 0) for number, name in names.items()),
    )
    insert("key", *((f"SHA256:{number:040}", number, "a browser", 1.5e9, None) for number in numbers))
    insert("code", *((f"{number:064}", number, 1.5e9 + 0.5, None) for number in numbers if number % 7 == 0))
    insert("block", *((number, number + 1) for number in numbers if number % 10 == 0 and number < PLAYERS))
    insert(
        "puzzle", *((number, "sudoku", "hard", f"[{'0, ' * 80}{number % 9}]", "[1]", "[]") for number in range(1, 60))
    )
    insert("day", *((f"2026-01-{number:02}", number) for number in range(1, 29)))
    insert("match", *((number, "race", "over", number, None, 1.5e9, 100.0, 1.6e9) for number in range(1, 60)))
    insert("seat", *((match, seat, match + seat, names[match + seat], 1, 0, 50.5, 0, 0)
                     for match in range(1, 60) for seat in (0, 1)))  # fmt: skip
    insert("act", *((match, number, 0.5 * number, number % 2, "place", number, 3, 0)
                    for match in range(1, 60) for number in range(1, 82)))  # fmt: skip


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with much data, without a journal."""
    path = tmp_path_factory.mktemp("whole") / "players.db"
    with closing(ServerDatabase(path)) as database:
        database.run(fill)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
    return path.read_bytes()


def content(path: Path) -> dict[str, set[tuple[Any, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        return {table: set(connection.execute(f"SELECT * FROM {table}")) for table in TABLES}


def damaged(whole: bytes, pages: Iterator[int] | range) -> bytes:
    data = bytearray(whole)
    for page in pages:
        data[page * PAGE : (page + 1) * PAGE] = bytes([0xA5]) * PAGE
    return bytes(data)


def test_an_intact_file_is_recovered_completely(whole: bytes, tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(whole)
    assert salvage(tmp_path / "old", tmp_path / "new") == SalvagedPlayers(PLAYERS, 0, 59)
    assert content(tmp_path / "new") == content(tmp_path / "old")


def test_puzzles_from_before_they_had_rules_come_back(whole: bytes, tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(whole)
    with closing(sqlite3.connect(tmp_path / "old")) as connection:
        connection.execute("ALTER TABLE puzzle DROP COLUMN rules")
        connection.execute("ALTER TABLE puzzle ADD COLUMN rules TEXT NOT NULL DEFAULT '[]'")  # leaves rows as they are
        connection.commit()
    salvage(tmp_path / "old", tmp_path / "new")
    assert content(tmp_path / "new")["puzzle"] == content(tmp_path / "old")["puzzle"]


@pytest.mark.long
def test_a_damaged_page_loses_only_its_content(whole: bytes, tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(whole)
    before, pages = content(tmp_path / "old"), len(whole) // PAGE
    assert pages > 60
    for page in (*range(12), *range(12, pages, 15)):
        (tmp_path / "old").write_bytes(damaged(whole, range(page, page + 1)))
        (tmp_path / "new").unlink(missing_ok=True)
        found = salvage(tmp_path / "old", tmp_path / "new")
        after = content(tmp_path / "new")
        lost = {table: before[table] - after[table] for table in TABLES}
        added = {table: after[table] - before[table] for table in TABLES}
        assert sum(bool(rows) for table, rows in lost.items() if table in ("player", "key", "puzzle", "code")) <= 1
        assert len(lost["player"]) == len(added["player"]) == found.nameless, "they keep their numbers and keys"
        assert {row[0] for row in lost["player"]} == {row[0] for row in added["player"]}
        assert not any(rows for table, rows in added.items() if table not in ("player", "match", "seat"))
        assert len(lost["player"]) < PLAYERS / 2
        assert len(lost["key"]) < PLAYERS / 4


def test_players_with_games_keep_their_numbers_even_if_nothing_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "players.db"
    path.write_bytes(b"\xa5" * 8 * PAGE)
    with closing(ServerDatabase(path, lambda: [3, 8])) as database:
        assert database.run(lambda connection: [*map(tuple, connection.execute("SELECT id, name FROM player"))]) == [
            (3, "player3"),
            (8, "player8"),
        ]
        new = "INSERT INTO player (name, since, looks) VALUES ('new', 0, 'new')"
        assert database.run(lambda connection: connection.execute(new).lastrowid) == 9
    assert (tmp_path / "players-damaged-1.db").read_bytes() == b"\xa5" * 8 * PAGE


def test_a_file_is_repaired_when_it_is_opened(whole: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "players.db"
    path.write_bytes(damaged(whole, range(9, 12)))
    with closing(ServerDatabase(path)):  # of a command of the host, while the server may be running
        pass
    assert not (tmp_path / "players-damaged-1.db").exists()
    with closing(ServerDatabase(path, lambda: ())) as database:
        count = database.run(lambda connection: connection.execute("SELECT count(*) FROM player").fetchone()[0])
    assert count == PLAYERS
    assert [record.event for record in caplog.records if hasattr(record, "event")] == ["damage"]
    assert "is damaged: 300 players recovered" in caplog.text


def test_a_file_that_is_damaged_while_it_is_used_is_repaired(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "players.db"
    path.write_bytes(whole)
    with closing(ServerDatabase(path, lambda: ())) as database:
        database.run(lambda connection: records.set_block(connection, 5, 6, True))
        database.run(lambda connection: connection.execute("PRAGMA user_version").fetchone())
        with path.open("r+b") as file:
            for page in range(2, len(whole) // PAGE):
                if b"place" in whole[page * PAGE : (page + 1) * PAGE]:
                    file.seek(page * PAGE)
                    file.write(b"\xa5" * 64)
        database.run(lambda connection: connection.execute("PRAGMA shrink_memory").fetchone())
        count = "SELECT count(at) FROM act"
        assert database.run(lambda connection: connection.execute(count).fetchone()[0]) < 59 * 81
        assert (5, 6) in database.run(records.read_settings).blocks, "as the journal says"
        database.run(lambda connection: records.set_block(connection, 7, 8, True))
    with closing(ServerDatabase(path)) as database:
        assert {(5, 6), (7, 8)} <= database.run(lambda connection: records.read_settings(connection).blocks)
    assert (tmp_path / "players-damaged-1.db").exists()
