"""The server's file: many requests in one transaction, older versions, backups during use."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from engine.together import keys
from engine.together.database import ServerDatabase, back_up
from engine.together.keys import Access, Key


@pytest.fixture
def database(tmp_path: Path) -> Iterator[ServerDatabase]:
    database = ServerDatabase(tmp_path / "players.db")
    yield database
    database.close()


def add(connection: sqlite3.Connection, name: str) -> None:
    connection.execute("INSERT INTO player (name, looks, since) VALUES (?, ?, 0)", (name, name))


def names(connection: sqlite3.Connection) -> list[str]:
    return [row["name"] for row in connection.execute("SELECT name FROM player ORDER BY id")]


def test_requests_share_a_transaction_and_only_failed_ones_are_undone(database: ServerDatabase) -> None:
    go_on = threading.Event()
    commits: list[str] = []
    database.run(lambda connection: connection.set_trace_callback(commits.append))
    waits = database.submit(lambda _: go_on.wait(60))
    request = [database.submit(lambda connection, name=name: add(connection, name)) for name in "aba"]
    go_on.set()
    assert waits.result()
    request[0].result()
    with pytest.raises(sqlite3.IntegrityError):
        request[2].result()
    assert database.run(names) == ["a", "b"]
    batches = [batch.count("SAVEPOINT request\n") for batch in "\n".join([*commits, ""]).split("COMMIT")]
    assert max(batches) > 3, "the three waited together"


def test_changes_are_in_the_file(database: ServerDatabase, tmp_path: Path) -> None:
    database.run(lambda connection: add(connection, "alice"))
    with closing(sqlite3.connect(tmp_path / "players.db")) as other:
        other.row_factory = sqlite3.Row
        assert names(other) == ["alice"]


def test_a_backup_is_whole_while_the_file_is_written(database: ServerDatabase, tmp_path: Path) -> None:
    done = [database.submit(lambda connection, n=n: add(connection, f"p{n}")) for n in range(500)]
    done[0].result()
    back_up(tmp_path / "players.db", tmp_path / "copy.db")
    for future in done:
        future.result()
    copy = ServerDatabase(tmp_path / "copy.db")
    copied = copy.run(names)
    copy.close()
    assert copied == [f"p{n}" for n in range(len(copied))]
    assert copied


def test_an_empty_backup_is_reported(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        back_up(tmp_path / "none.db", tmp_path / "copy.db")
    assert not (tmp_path / "none.db").exists()


OLD = """
CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, since REAL NOT NULL);
CREATE TABLE key (fingerprint TEXT PRIMARY KEY, player INTEGER NOT NULL REFERENCES player);
CREATE TABLE code (code TEXT PRIMARY KEY, player INTEGER NOT NULL REFERENCES player, until REAL NOT NULL);
INSERT INTO player VALUES (1, 'alice', 1), (2, 'a1ice', 2);
INSERT INTO key VALUES ('key a', 1);
"""


BEFORE_LABELS = """
ALTER TABLE key RENAME TO newer;
CREATE TABLE key (fingerprint TEXT PRIMARY KEY, player INTEGER NOT NULL REFERENCES player);
INSERT INTO key SELECT fingerprint, player FROM newer;
DROP TABLE newer;
DROP TABLE code;
CREATE TABLE code (code TEXT PRIMARY KEY, player INTEGER NOT NULL REFERENCES player, until REAL NOT NULL);
INSERT INTO code VALUES ('aaaaa-aaaaa', 1, 1e10);
ALTER TABLE puzzle DROP COLUMN rules;
INSERT INTO puzzle (layout, level, givens, solution) VALUES ('4x4', 'easy', '[]', '[]');
PRAGMA user_version = 1;
"""
"""Downgrades a file to version 1."""


def shape(path: Path) -> set[tuple[str, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            (name, column[1], column[2], str(column[3]))
            for name in tables
            for column in connection.execute(f"PRAGMA table_info({name})")
        }


def test_a_file_of_players_alone_is_brought_up_to_date(database: ServerDatabase, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "old.db")) as connection:
        connection.executescript(OLD)
    for _ in range(2):
        old = ServerDatabase(tmp_path / "old.db")
        rows = old.run(lambda connection: connection.execute("SELECT name, looks, blocked FROM player").fetchall())
        old.close()
        assert [tuple(row) for row in rows] == [("alice", "aiice", 0), ("a1ice", "aiice 2", 0)]
    assert shape(tmp_path / "old.db") == shape(tmp_path / "players.db")


def test_keys_of_version_1_keep_their_player_and_codes_end(database: ServerDatabase, tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old = ServerDatabase(path)
    old.run(lambda connection: add(connection, "alice"))
    old.run(lambda connection: keys.add(connection, 1, "key a", "label"))
    old.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(BEFORE_LABELS)
    for _ in range(2):
        new = ServerDatabase(path)
        access = new.run(partial(keys.access, player=1, current="key a"))
        rules = new.run(lambda connection: connection.execute("SELECT rules FROM puzzle").fetchall())
        new.close()
        assert [tuple(row) for row in rules] == [("[]",)]
        assert access == Access((Key("key a", "", None, None, is_current=True),), None)
    assert shape(path) == shape(tmp_path / "players.db")


def test_a_newer_program_s_file_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "new.db")) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(sqlite3.DatabaseError, match="newer"):
        ServerDatabase(tmp_path / "new.db")
