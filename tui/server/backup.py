"""Backs up the state of a running server to a folder that can be used as --state, and restores single players."""

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from errno import EEXIST
from pathlib import Path
from typing import Any

from engine.play.database import exclusive_lock, set_aside
from engine.play.store import FILE
from engine.sat.lessons.homework import TRIES
from engine.together.database import ServerDatabase, back_up
from engine.together.server_folder import DATABASE, player_folder
from tui.server.options import HOST_KEY


class NoSuchPlayerError(Exception):
    """The backup has no player with that name."""


def back_up_state(state: Path, copy: Path) -> list[str]:
    """Copy the state to a new folder, which gets its name only once it is complete.

    Each file is a consistent snapshot. The players' games are copied after the database, so that every player with
    games is in it. Returns the names of players whose games can't be read and are left out. Raises OSError,
    FileExistsError if the folder exists, or sqlite3.Error.
    """
    if copy.exists():
        raise FileExistsError(EEXIST, os.strerror(EEXIST).lower(), str(copy))
    partial = copy.with_name(copy.name + ".part")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(mode=0o700, parents=True)  # it contains the server's private key
    back_up(state / DATABASE, partial / DATABASE)
    if (state / HOST_KEY).exists():
        shutil.copy(state / HOST_KEY, partial / HOST_KEY)
    left_out = []
    with closing(sqlite3.connect(partial / DATABASE)) as connection:
        players = connection.execute("SELECT id, name FROM player ORDER BY id").fetchall()
    for number, name in players:
        games, target = player_folder(state, number) / FILE, player_folder(partial, number)
        if games.exists():
            target.mkdir(parents=True)
            try:
                back_up(games, target / FILE)
            except sqlite3.Error:
                shutil.rmtree(target)
                left_out.append(name)
        answers = player_folder(state, number) / TRIES
        if answers.is_dir():
            shutil.copytree(answers, target / TRIES)
    partial.rename(copy)
    return left_out


def restore_player(state: Path, backup: Path, name: str) -> Path | None:
    """Replace a player's games and answers by those of the backup; recreate the player with name and keys if missing.

    Returns the file with the replaced games, None if there were none. Raises NoSuchPlayerError, OSError or
    sqlite3.Error.
    """
    with closing(sqlite3.connect(f"{(backup / DATABASE).resolve().as_uri()}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        player = connection.execute("SELECT * FROM player WHERE name = ?", (name,)).fetchone()
        if player is None:
            raise NoSuchPlayerError(name)
        keys = connection.execute("SELECT * FROM key WHERE player = ?", (player["id"],)).fetchall()
    with closing(ServerDatabase(state / DATABASE)) as database:
        number = database.run(lambda connection: _player_number(connection, dict(player), [dict(key) for key in keys]))
    games = player_folder(state, number) / FILE
    games.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new, old = games.with_suffix(".restored"), None
    new.unlink(missing_ok=True)
    back_up((player_folder(backup, player["id"]) / FILE).resolve(), new)
    new.chmod(0o600)
    with exclusive_lock(games):
        old = set_aside(games, "replaced") if games.exists() else None
        new.rename(games)
    owner = state.stat()
    answers = player_folder(backup, player["id"]) / TRIES
    if answers.is_dir():
        shutil.copytree(answers, games.parent / TRIES, dirs_exist_ok=True)
    restored = [*(games.parent / TRIES).rglob("*"), games.parent / TRIES]
    for path in (games.parent.parent, games.parent, games, games.with_suffix(".lock"), *filter(Path.exists, restored)):
        with suppress(PermissionError):  # only root needs to change the owner
            os.chown(path, owner.st_uid, owner.st_gid)
    return old


def _player_number(connection: sqlite3.Connection, player: dict[str, Any], keys: list[dict[str, Any]]) -> int:
    """Return the number of the player with that name, inserted with the keys if missing."""
    found = connection.execute("SELECT id FROM player WHERE name = ?", (player["name"],)).fetchone()
    if found:
        return int(found["id"])
    if connection.execute("SELECT 1 FROM player WHERE id = ?", (player["id"],)).fetchone():
        player = player | {"id": None}
    number = _insert(connection, "player", player)
    for key in keys:
        _insert(connection, "key", key | {"player": number})
    return number


def _insert(connection: sqlite3.Connection, table: str, row: dict[str, Any]) -> int:
    """Insert a row, without columns that only the backup has, unless its key exists already."""
    table_columns = {name for (_, name, *_rest) in map(tuple, connection.execute(f"PRAGMA table_info({table})"))}
    row = {name: value for name, value in row.items() if name in table_columns}
    columns, values = ", ".join(row), ", ".join(f":{name}" for name in row)
    return connection.execute(f"INSERT OR IGNORE INTO {table} ({columns}) VALUES ({values})", row).lastrowid or 0
