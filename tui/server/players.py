"""Who plays: each public key belongs to a player, first come, first served."""

import re
import secrets
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

CODE_SECONDS = 600
"""How long a code may be used."""
LONGEST_NAME = 16
_NAME = re.compile(r"[A-Za-z0-9_-]+")
_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What a code is made of: nothing that looks like something else."""
CODE = re.compile(f"[{_SIGNS}]{{5}}-[{_SIGNS}]{{5}}")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    since REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS key (
    fingerprint TEXT PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES player
);
CREATE TABLE IF NOT EXISTS code (
    code TEXT PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES player,
    until REAL NOT NULL
);
"""


@dataclass(frozen=True)
class Player:
    """Somebody who plays. A guest has no number: what they do is forgotten."""

    name: str
    number: int | None = None

    @property
    def is_guest(self) -> bool:
        """Whether nothing is kept of them."""
        return self.number is None


class Players:
    """The players and their keys, in one SQLite file. Any thread may use it."""

    def __init__(self, path: Path) -> None:
        """Open the file, made if it is missing. Raises sqlite3.Error."""
        self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._lock = Lock()
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=NORMAL")
        self._connection.executescript(_SCHEMA)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def welcome(self, fingerprint: str, wanted: str) -> Player:
        """The owner of the key; a new player under the name wanted, or one like it, if it is nobody's."""
        with self._lock, self._connection as transaction:
            transaction.execute("BEGIN IMMEDIATE")
            row = transaction.execute(
                "SELECT name, player.id FROM key JOIN player ON player.id = key.player WHERE fingerprint = ?",
                (fingerprint,),
            ).fetchone()
            if row:
                return Player(*row)
            name = self._free_name(wanted)
            made = transaction.execute("INSERT INTO player (name, since) VALUES (?, ?)", (name, time.time()))
            number = made.lastrowid
            transaction.execute("INSERT INTO key VALUES (?, ?)", (fingerprint, number))
            return Player(name, number)

    def _free_name(self, wanted: str) -> str:
        """The name wanted with what is no letter, digit, - or _ left out; with a number if another has it."""
        stem = "".join(_NAME.findall(wanted)) or "player"
        name, number = stem[:LONGEST_NAME], 1
        while self._connection.execute("SELECT 1 FROM player WHERE name = ?", (name,)).fetchone():
            number += 1
            end = f"-{number}"
            name = stem[: LONGEST_NAME - len(end)] + end
        return name

    def new_code(self, player: Player) -> str:
        """A code with which another key becomes this player's within CODE_SECONDS. A new one ends the one before."""
        code = "-".join("".join(secrets.choice(_SIGNS) for _ in range(5)) for _ in range(2))
        with self._lock, self._connection as transaction:
            transaction.execute("DELETE FROM code WHERE player = ? OR until < ?", (player.number, time.time()))
            transaction.execute("INSERT INTO code VALUES (?, ?, ?)", (code, player.number, time.time() + CODE_SECONDS))
        return code

    def add_key(self, code: str, fingerprint: str) -> Player | None:
        """Give a key to the player who was told this code, which ends it.

        None if the code is not in force, or the key has an owner.
        """
        with self._lock, self._connection as transaction:
            transaction.execute("BEGIN IMMEDIATE")
            row = transaction.execute(
                "DELETE FROM code WHERE code = ? AND until >= ? RETURNING player", (code, time.time())
            ).fetchone()
            if not row or transaction.execute("SELECT 1 FROM key WHERE fingerprint = ?", (fingerprint,)).fetchone():
                return None
            transaction.execute("INSERT INTO key VALUES (?, ?)", (fingerprint, row[0]))
            name = transaction.execute("SELECT name FROM player WHERE id = ?", row).fetchone()
            return Player(*name, *row)
