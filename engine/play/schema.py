"""The tables of the store: made, brought up to date from older versions, and compared with what they must be."""

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

VERSION = 6
"""The version of the schema in `store.sql`, kept in the file as `user_version`."""

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
    5: ("ALTER TABLE game ADD COLUMN candidates TEXT",),
}
"""For each older version the statements that lead to the next one."""

_SHAPE = (
    "SELECT name, type, tbl_name FROM sqlite_master",
    "SELECT item.name, part.* FROM sqlite_master AS item, pragma_table_xinfo(item.name) AS part",
    "SELECT item.name, part.* FROM sqlite_master AS item, pragma_index_list(item.name) AS part",
    "SELECT item.name, part.* FROM sqlite_master AS item, pragma_foreign_key_list(item.name) AS part",
)
"""All that a file has tables, views, indexes and triggers for; what its columns are; what refers to what."""

_Shape = tuple[frozenset[tuple[object, ...]], ...]


class SchemaError(sqlite3.DatabaseError):
    """The tables are not those of the version that the file says it has."""


def make(connection: sqlite3.Connection) -> None:
    """Make the tables, unless another program is doing that already."""
    schema = Path(__file__).with_name("store.sql").read_text(encoding="utf-8")
    connection.executescript(f"BEGIN IMMEDIATE; {schema} PRAGMA user_version = {VERSION}; COMMIT;")


def upgrade(connection: sqlite3.Connection) -> None:
    """Bring the tables to the present version: all steps or none, and none that another program has done already."""
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for older in range(version, VERSION):
        for statement in UPGRADES[older]:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {older + 1}")
    connection.execute("COMMIT")


def check(connection: sqlite3.Connection) -> None:
    """Raises SchemaError if anything is not as `make` makes it: a name, a type, a table too few or too many."""
    if _shape(connection) != _made():
        raise SchemaError(f"its tables are not those of version {VERSION}")


@cache
def _made() -> _Shape:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        make(connection)
        return _shape(connection)


def _shape(connection: sqlite3.Connection) -> _Shape:
    return tuple(frozenset(connection.execute(query)) for query in _SHAPE)
