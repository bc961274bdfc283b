"""The tables of the server's file: creation and upgrades."""

import re
import sqlite3
from pathlib import Path

VERSION = 3
"""The version of the schema in `server.sql`, stored in the file as `user_version`.

Version 0 is a new file, or one with players and keys only; since version 2 keys have labels, and codes are hashed;
since version 3 puzzles have rules besides their houses.
"""


def bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Create the tables, or upgrade those of an older version, in one transaction.

    Raises sqlite3.DatabaseError if a newer program wrote the file.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise sqlite3.DatabaseError(f"version {version} of the server's file is newer than this program")
    if version == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "player" in tables:
            if version < 1:
                _upgrade_players(connection)
            if version < 2:
                _upgrade_keys(connection)
        if "puzzle" in tables:  # and older than version 3
            connection.execute("ALTER TABLE puzzle ADD COLUMN rules TEXT NOT NULL DEFAULT '[]'")
        for statement in _statements():
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _statements() -> list[str]:
    text = Path(__file__).with_name("server.sql").read_text(encoding="utf-8")
    return [statement for statement in re.sub("--.*", "", text).split(";") if statement.strip()]


def _upgrade_players(connection: sqlite3.Connection) -> None:
    """Add the columns of version 1 to the players of version 0; the number distinguishes names that look alike."""
    from engine.together.player import skeleton

    connection.execute("ALTER TABLE player ADD COLUMN looks TEXT NOT NULL DEFAULT ''")
    connection.execute("ALTER TABLE player ADD COLUMN renamed REAL NOT NULL DEFAULT 0")
    connection.execute("ALTER TABLE player ADD COLUMN watchable INTEGER NOT NULL DEFAULT 0")
    connection.execute("ALTER TABLE player ADD COLUMN blocked INTEGER NOT NULL DEFAULT 0")
    names: set[str] = set()
    for number, name in connection.execute("SELECT id, name FROM player ORDER BY id").fetchall():
        looks = skeleton(name)
        looks = f"{looks} {number}" if looks in names else looks
        names.add(looks)
        connection.execute("UPDATE player SET looks = ? WHERE id = ?", (looks, number))


def _upgrade_keys(connection: sqlite3.Connection) -> None:
    """Add the columns of version 2 to the keys of version 1. Codes are dropped: none was valid for over ten minutes."""
    connection.execute("ALTER TABLE key ADD COLUMN label TEXT NOT NULL DEFAULT ''")
    connection.execute("ALTER TABLE key ADD COLUMN added REAL")
    connection.execute("ALTER TABLE key ADD COLUMN seen REAL")
    connection.execute("DROP TABLE code")
