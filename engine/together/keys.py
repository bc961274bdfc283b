"""Functions of `ServerDatabase` for the keys and browsers of a player, and for the codes that add another.

A key is identified by its fingerprint: that of an SSH public key, or `BROWSER` and the hash of a browser's token. The
file stores the SHA-256 hash of a code, not the code. A slow hash would gain nothing: a code for another key (49 random
bits) is valid for ten minutes, and a recovery code has 123 random bits.

Requests of a session raise GameError once its own key (`current`) is revoked.
"""

import hashlib
import re
import secrets
import sqlite3
import time
from dataclasses import dataclass

from engine.base.language import lazy_gettext as _
from engine.play.errors import GameError
from engine.together.player import Player

BROWSER = "web:"
"""The prefix of a browser's fingerprint."""
CODE_SECONDS = 600
"""Seconds for which a code for another key is valid."""
MAX_KEYS = 50
"""Maximum number of keys per player."""
_CODE_CHARACTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of codes, without lookalikes."""
_GROUP_LENGTH, _GROUPS, _RECOVERY_GROUPS = 5, 2, 5
"""Length of a group of characters, and the numbers of groups in a code for another key and in a recovery code."""
_GROUP = f"[{_CODE_CHARACTERS}]{{{_GROUP_LENGTH}}}"
_CODE = re.compile(f"{_GROUP}(?:-{_GROUP}){{{_GROUPS - 1}}}(?:(?:-{_GROUP}){{{_RECOVERY_GROUPS - _GROUPS}}})?")
_MAX_LABEL_LENGTH = 40

IN_USE = _("This session uses that key. Revoke it from another key or browser.")
TOO_MANY = _("This player has {count} keys and browsers already. Revoke one first.")
REVOKED = _("This session's key has been revoked.")


@dataclass(frozen=True)
class Key:
    """An SSH key or a browser. `label` describes it, such as "ssh-ed25519" or "Firefox, Linux"; empty if unknown.

    Times are seconds since 1970, None if not recorded. `is_current`: the requesting session uses it.
    """

    fingerprint: str
    label: str
    added: float | None
    last_used: float | None
    is_current: bool

    @property
    def is_browser(self) -> bool:
        """Whether it is a browser."""
        return self.fingerprint.startswith(BROWSER)


@dataclass(frozen=True)
class Access:
    """The keys of a player, the last used first, and when the recovery code was made; None without one."""

    keys: tuple[Key, ...]
    recovery: float | None


def parse_code(text: str) -> str | None:
    """The code in typed text, ignoring case and blanks; None if there is none."""
    groups = re.split(r"[\s-]+", text.strip().lower())
    code = "-".join(groups)
    return code if _CODE.fullmatch(code) else None


def access(connection: sqlite3.Connection, player: int, current: str) -> Access:
    """The keys of a player; `current` is the fingerprint of the session's key."""
    rows = connection.execute(
        "SELECT fingerprint, label, added, seen FROM key WHERE player = ? ORDER BY seen DESC, added DESC, rowid DESC",
        (player,),
    )
    keys = tuple(
        Key(row["fingerprint"], row["label"], row["added"], row["seen"], row["fingerprint"] == current) for row in rows
    )
    query = "SELECT made FROM code WHERE player = ? AND until IS NULL"
    recovery = connection.execute(query, (player,)).fetchone()
    return Access(keys, recovery["made"] if recovery else None)


def new_code(connection: sqlite3.Connection, player: int, current: str) -> str:
    """Make a code that adds a key within CODE_SECONDS; it replaces the previous code. Raises GameError."""
    _require_current_key(connection, player, current)
    code, now = _random_code(_GROUPS), time.time()
    connection.execute("DELETE FROM code WHERE player = ? AND until IS NOT NULL OR until < ?", (player, now))
    _store_code(connection, code, player, now, now + CODE_SECONDS)
    return code


def new_recovery_code(connection: sqlite3.Connection, player: int, current: str) -> str:
    """Make a code that adds keys until it is replaced. It can't be read again. Raises GameError."""
    code = _random_code(_RECOVERY_GROUPS)
    end_recovery_code(connection, player, current)
    _store_code(connection, code, player, time.time(), None)
    return code


def end_recovery_code(connection: sqlite3.Connection, player: int, current: str) -> None:
    """Remove the recovery code. Raises GameError."""
    _require_current_key(connection, player, current)
    connection.execute("DELETE FROM code WHERE player = ? AND until IS NULL", (player,))


def owner(connection: sqlite3.Connection, code: str) -> Player | None:
    """The player who owns a code. None if it is invalid, or the host has blocked the player."""
    query = (
        "SELECT name, id FROM code JOIN player ON player.id = code.player"
        " WHERE hash = ? AND coalesce(until, ?) >= ? AND NOT blocked"
    )
    now = time.time()
    row = connection.execute(query, (_hash(code), now, now)).fetchone()
    return Player(row["name"], row["id"]) if row else None


def redeem(connection: sqlite3.Connection, code: str, fingerprint: str, label: str) -> Player | None:
    """Add a key to the player who owns a code, which is used up unless it is a recovery code.

    Returns None if the code is invalid, the key has an owner, or the host has blocked the player. Raises GameError if
    the player has too many keys.
    """
    player = owner(connection, code)
    if player is None or player.number is None or is_known(connection, fingerprint):
        return None
    (count,) = connection.execute("SELECT count(*) FROM key WHERE player = ?", (player.number,)).fetchone()
    if count >= MAX_KEYS:
        raise GameError(TOO_MANY.format(count=MAX_KEYS))
    connection.execute("DELETE FROM code WHERE hash = ? AND until IS NOT NULL", (_hash(code),))
    add(connection, player.number, fingerprint, label)
    return player


def add(connection: sqlite3.Connection, player: int, fingerprint: str, label: str) -> None:
    """Add an unowned key to a player."""
    now = time.time()
    insert = "INSERT INTO key (fingerprint, player, label, added, seen) VALUES (?, ?, ?, ?, ?)"
    connection.execute(insert, (fingerprint, player, label[:_MAX_LABEL_LENGTH], now, now))


def record_use(connection: sqlite3.Connection, fingerprint: str, label: str) -> None:
    """Record a login with a key."""
    update = "UPDATE key SET seen = ?, label = ? WHERE fingerprint = ?"
    connection.execute(update, (time.time(), label[:_MAX_LABEL_LENGTH], fingerprint))


def is_known(connection: sqlite3.Connection, fingerprint: str) -> bool:
    """Whether a player owns the key."""
    query = "SELECT 1 FROM key WHERE fingerprint = ?"
    return connection.execute(query, (fingerprint,)).fetchone() is not None


def unknown_keys(connection: sqlite3.Connection, fingerprints: frozenset[str]) -> frozenset[str]:
    """The keys without an owner, such as revoked ones."""
    return frozenset(fingerprint for fingerprint in fingerprints if not is_known(connection, fingerprint))


def revoke(connection: sqlite3.Connection, player: int, current: str, fingerprint: str) -> None:
    """Remove a key from a player, and the code for another key, which may have been displayed there.

    Raises GameError, also for the session's own key, so that every player keeps a key.
    """
    _require_current_key(connection, player, current)
    if fingerprint == current:
        raise GameError(IN_USE)
    connection.execute("DELETE FROM key WHERE player = ? AND fingerprint = ?", (player, fingerprint))
    connection.execute("DELETE FROM code WHERE player = ? AND until IS NOT NULL", (player,))


def _require_current_key(connection: sqlite3.Connection, player: int, current: str) -> None:
    query = "SELECT 1 FROM key WHERE player = ? AND fingerprint = ?"
    if connection.execute(query, (player, current)).fetchone() is None:
        raise GameError(REVOKED)


def _store_code(connection: sqlite3.Connection, code: str, player: int, created: float, until: float | None) -> None:
    connection.execute(
        "INSERT INTO code (hash, player, made, until) VALUES (?, ?, ?, ?)", (_hash(code), player, created, until)
    )


def _random_code(groups: int) -> str:
    return "-".join("".join(secrets.choice(_CODE_CHARACTERS) for _ in range(_GROUP_LENGTH)) for _ in range(groups))


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
