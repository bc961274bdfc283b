"""The tables of the store: creation, upgrades, and comparison with the expected schema."""

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

VERSION = 7
"""The version of the schema in `store.sql`, stored in the file as `user_version`."""

UPGRADES = {
    1: ("ALTER TABLE node ADD COLUMN elapsed REAL",),
    2: (
        "ALTER TABLE game ADD COLUMN description TEXT",
        "ALTER TABLE game ADD COLUMN level TEXT",
        "ALTER TABLE game ADD COLUMN day TEXT",
        "ALTER TABLE game ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE finish ADD COLUMN level TEXT",
        "ALTER TABLE finish ADD COLUMN day TEXT",
    ),
    3: (
        "ALTER TABLE node ADD COLUMN eliminated TEXT",
        "ALTER TABLE game ADD COLUMN watches INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE game ADD COLUMN file TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE finish ADD COLUMN watches INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX puzzle ON game (layout, givens)",
    ),
    4: (
        "ALTER TABLE node ADD COLUMN marks TEXT",
        "CREATE TABLE used (game INTEGER NOT NULL, node INTEGER NOT NULL, technique TEXT NOT NULL,"
        " PRIMARY KEY (game, node)) WITHOUT ROWID",
        "CREATE TABLE drill (number INTEGER PRIMARY KEY, answered TEXT NOT NULL, technique TEXT NOT NULL,"
        " layout TEXT NOT NULL, quality INTEGER NOT NULL)",
    ),
    5: ("ALTER TABLE game ADD COLUMN candidates TEXT", "ALTER TABLE game ADD COLUMN rules TEXT"),
    6: ("ALTER TABLE node ADD COLUMN hints INTEGER NOT NULL DEFAULT 0",),
}
"""For each older version, the statements that upgrade it to the next one."""

_SCHEMA_QUERIES = (
    "SELECT name, type, tbl_name FROM sqlite_master",
    "SELECT item.name, part.* FROM sqlite_master AS item, pragma_table_xinfo(item.name) AS part",
    "SELECT item.name, part.* FROM sqlite_master AS item, pragma_index_list(item.name) AS part",
    "SELECT item.name, part.* FROM sqlite_master AS item, pragma_foreign_key_list(item.name) AS part",
)
"""Queries for tables, views, indexes and triggers; for columns; for indexes; for foreign keys."""

_Schema = tuple[frozenset[tuple[object, ...]], ...]


class SchemaError(sqlite3.DatabaseError):
    """The tables do not match the version that the file declares."""


@cache
def tables() -> str:
    """The statements that create the tables."""
    return Path(__file__).with_name("store.sql").read_text(encoding="utf-8")


def make(connection: sqlite3.Connection) -> None:
    """Create the tables that do not exist yet, which is safe if another program does the same."""
    connection.executescript(f"BEGIN IMMEDIATE; {tables()} PRAGMA user_version = {VERSION}; COMMIT;")


def upgrade(connection: sqlite3.Connection) -> None:
    """Upgrade the tables to the current version in one transaction, skipping steps done by another program."""
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for old_version in range(version, VERSION):
        for statement in UPGRADES[old_version]:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {old_version + 1}")
    connection.execute("COMMIT")


def check(connection: sqlite3.Connection) -> None:
    """Raise SchemaError if anything differs from what `make` creates: a name, a type, a missing or additional table."""
    if _schema(connection) != _expected_schema():
        raise SchemaError(f"its tables are not those of version {VERSION}")


@cache
def _expected_schema() -> _Schema:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        make(connection)
        return _schema(connection)


def _schema(connection: sqlite3.Connection) -> _Schema:
    return tuple(frozenset(connection.execute(query)) for query in _SCHEMA_QUERIES)
