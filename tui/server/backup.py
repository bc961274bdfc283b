"""A copy of all that a server keeps, made while it runs: a folder that can be named as --state."""

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
    """Copy the state to a folder, which is there under that name only once it is whole. Each file is as it was at one
    moment, those of the players' games last: every player whose games are there is known there.

    Returns the names of players whose games can't be read and are left out. Raises OSError, FileExistsError if the
    folder is there, or sqlite3.Error.
    """
    if copy.exists():
        raise FileExistsError(EEXIST, os.strerror(EEXIST).lower(), str(copy))
    partial = copy.with_name(copy.name + ".part")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(mode=0o700, parents=True)  # the server's key is in it
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
