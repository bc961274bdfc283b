"""The registry of players and their keys. An unknown key creates a new player."""

import sqlite3
import time
from collections.abc import Sequence
from functools import partial

from engine.together import keys
from engine.together.database import ServerDatabase
from engine.together.player import Player, free_name, skeleton


class Players:
    """The players and their keys, in the server's database."""

    def __init__(self, database: ServerDatabase) -> None:
        self._database = database

    def player_of_key(self, fingerprint: str, preferred_name: str, label: str = "") -> Player | None:
        """Return the owner of the key; for an unknown key, a new player with the preferred name or a similar one.

        `label` describes the key. Returns None for a blocked player. If nothing can be written, such as on a full disk,
        a known key is accepted all the same. Raises sqlite3.Error.
        """
        try:
            work = partial(_player_of_key, fingerprint=fingerprint, preferred=preferred_name, label=label)
            return self._database.run(work)
        except sqlite3.Error:
            (owner,) = self.owners([fingerprint])
            if owner is None:
                raise
            return owner

    def knows(self, fingerprint: str) -> bool:
        """Whether the key belongs to a player."""
        return self._database.run(partial(keys.is_known, fingerprint=fingerprint))

    def owners(self, fingerprints: Sequence[str]) -> list[Player | None]:
        """Return the owners of these keys; None for unknown keys and blocked players."""
        return self._database.run(lambda connection: [_owner(connection, fingerprint) for fingerprint in fingerprints])

    def owner_of_code(self, code: str) -> Player | None:
        """Return the player of a code without using it up; None if it is invalid or the player is blocked."""
        return self._database.run(partial(keys.owner, code=code))

    def redeem(self, code: str, fingerprint: str, label: str = "") -> Player | None:
        """Add a key to the player of a code (`keys.redeem`)."""
        return self._database.run(partial(keys.redeem, code=code, fingerprint=fingerprint, label=label))


def _player_of_key(connection: sqlite3.Connection, fingerprint: str, preferred: str, label: str) -> Player | None:
    if keys.is_known(connection, fingerprint):
        keys.record_use(connection, fingerprint, label)
        return _owner(connection, fingerprint)

    def is_taken(looks: str) -> bool:
        return connection.execute("SELECT 1 FROM player WHERE looks = ?", (looks,)).fetchone() is not None

    name = free_name(preferred, is_taken)
    insert = "INSERT INTO player (name, looks, since) VALUES (?, ?, ?)"
    number = connection.execute(insert, (name, skeleton(name), time.time())).lastrowid
    assert number is not None
    keys.add(connection, number, fingerprint, label)
    return Player(name, number)


def _owner(connection: sqlite3.Connection, fingerprint: str) -> Player | None:
    query = "SELECT name, id FROM key JOIN player ON player.id = key.player WHERE fingerprint = ? AND NOT blocked"
    row = connection.execute(query, (fingerprint,)).fetchone()
    return Player(row["name"], row["id"]) if row else None
