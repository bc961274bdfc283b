"""Backup of a running server's state to a folder that can be used as --state."""

import os
import shutil
import sqlite3
from contextlib import closing
from errno import EEXIST
from pathlib import Path

from engine.play.store import FILE
from engine.together.database import back_up
from tui.server.options import DATABASE, HOST_KEY, player_folder


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
    partial.rename(copy)
    return left_out
