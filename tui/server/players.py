"""Whose key it is: each public key belongs to a player, first come, first served."""

import re
import secrets
import sqlite3
import time
from functools import partial

from engine.together.database import Database
from engine.together.player import Player, free_name, skeleton

CODE_SECONDS = 600
"""How long a code may be used."""
_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What a code is made of: nothing that looks like something else."""
CODE = re.compile(f"[{_SIGNS}]{{5}}-[{_SIGNS}]{{5}}")


class Players:
    """The players and their keys, in the server's file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def welcome(self, fingerprint: str, wanted: str) -> Player | None:
        """The owner of the key; a new player under the name wanted, or one like it, if it is nobody's.

        None for a player whom the host keeps out.
        """
        return self._database.run(partial(_welcome, fingerprint=fingerprint, wanted=wanted))

    def knows(self, fingerprint: str) -> bool:
        """Whether the key is some player's."""
        query = "SELECT 1 FROM key WHERE fingerprint = ?"
        return self._database.run(lambda connection: connection.execute(query, (fingerprint,)).fetchone()) is not None

    def new_code(self, player: Player) -> str:
        """A code with which another key becomes this player's within CODE_SECONDS. A new one ends the one before."""
        code = "-".join("".join(secrets.choice(_SIGNS) for _ in range(5)) for _ in range(2))
        until = time.time() + CODE_SECONDS

        def keep(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM code WHERE player = ? OR until < ?", (player.number, time.time()))
            connection.execute("INSERT INTO code VALUES (?, ?, ?)", (code, player.number, until))

        self._database.run(keep)
        return code

    def add_key(self, code: str, fingerprint: str) -> Player | None:
        """Give a key to the player who was told this code, which ends it.

        None if the code is not in force, the key has an owner, or the host keeps the player out.
        """
        return self._database.run(partial(_add_key, code=code, fingerprint=fingerprint))


def _welcome(connection: sqlite3.Connection, fingerprint: str, wanted: str) -> Player | None:
    query = "SELECT player FROM key WHERE fingerprint = ?"
    if row := connection.execute(query, (fingerprint,)).fetchone():
        return _player(connection, row["player"])

    def is_taken(looks: str) -> bool:
        return connection.execute("SELECT 1 FROM player WHERE looks = ?", (looks,)).fetchone() is not None

    name = free_name(wanted, is_taken)
    insert = "INSERT INTO player (name, looks, since) VALUES (?, ?, ?)"
    number = connection.execute(insert, (name, skeleton(name), time.time())).lastrowid
    connection.execute("INSERT INTO key VALUES (?, ?)", (fingerprint, number))
    return Player(name, number)


def _add_key(connection: sqlite3.Connection, code: str, fingerprint: str) -> Player | None:
    delete = "DELETE FROM code WHERE code = ? AND until >= ? RETURNING player"
    row = connection.execute(delete, (code, time.time())).fetchone()
    if not row or connection.execute("SELECT 1 FROM key WHERE fingerprint = ?", (fingerprint,)).fetchone():
        return None
    connection.execute("INSERT INTO key VALUES (?, ?)", (fingerprint, row["player"]))
    return _player(connection, row["player"])


def _player(connection: sqlite3.Connection, number: int) -> Player | None:
    row = connection.execute("SELECT name, blocked FROM player WHERE id = ?", (number,)).fetchone()
    return None if row["blocked"] else Player(row["name"], number)
